//! The mantle of a round bar.

use std::f64::consts::TAU;

use nalgebra::Vector3;

use super::panels::{count, panels};
use super::{ShapeError, direction, positive, quadratic};
use crate::geometry::cup::frame_around;
use crate::geometry::{Curvature, Foot, QuadraturePoint, RayHit, Surface};

/// A round bar without its end faces: the material is inside (for a bore see [`crate::geometry::Hollow`]).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cylinder {
    centre: Vector3<f64>,
    /// The axis, and two unit vectors normal to it.
    frame: [Vector3<f64>; 3],
    radius: f64,
    half_length: f64,
}

impl Cylinder {
    /// A bar whose middle is `centre`.
    pub fn new(centre: Vector3<f64>, axis: Vector3<f64>, radius: f64, length: f64) -> Result<Self, ShapeError> {
        positive([("radius of the cylinder", radius), ("length of the cylinder", length)])?;
        let frame = frame_around(direction("axis of the cylinder", axis)?);
        Ok(Self { centre, frame, radius, half_length: 0.5 * length })
    }

    /// Height along the axis, distance from it, and the direction away from it.
    fn split(&self, from: &Vector3<f64>) -> (f64, f64, Vector3<f64>) {
        let away = from - self.centre;
        let along = away.dot(&self.frame[0]);
        let across = away - self.frame[0] * along;
        let length = across.norm();
        (along, length, if length > 0.0 { across / length } else { self.frame[1] })
    }
}

impl Surface for Cylinder {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        let (along, length, outwards) = self.split(from);
        let height = along.clamp(-self.half_length, self.half_length);
        let point = self.centre + self.frame[0] * height + outwards * self.radius;
        if along.abs() <= self.half_length {
            Foot::inside(point, outwards, length - self.radius)
        } else {
            Foot::edge(point, outwards, from)
        }
    }

    fn curvature(&self, at: &Foot) -> Curvature {
        let axis = self.frame[0];
        Curvature { values: [0.0, 1.0 / self.radius], directions: [axis, axis.cross(&at.normal)] }
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        let across = |v: Vector3<f64>| v - self.frame[0] * v.dot(&self.frame[0]);
        let (from, step) = (across(origin - self.centre), across(*direction));
        let distances = quadratic(step.norm_squared(), from.dot(&step), from.norm_squared() - self.radius.powi(2));
        RayHit::first(origin, direction, &distances, |point| {
            let (along, _, outwards) = self.split(point);
            (along.abs() <= self.half_length).then_some(outwards)
        })
    }

    /// On panels; the error of a smooth integral falls with spacing⁴.
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let [axis, first, second] = self.frame;
        let (r, half) = (self.radius, self.half_length);
        let mut points = Vec::new();
        let columns = |_| count(TAU * r, spacing).max(3);
        panels(((-half, half), count(2.0 * half, spacing)), (0.0, TAU), columns, |height, phi, weight| {
            let normal = first * phi.cos() + second * phi.sin();
            let point = self.centre + axis * height + normal * r;
            points.push(QuadraturePoint { point, normal, area: weight * r, facet: 0 });
        });
        points
    }

    fn compute_area(&self) -> f64 {
        2.0 * TAU * self.radius * self.half_length
    }
}
