//! A ball.

use std::f64::consts::PI;

use nalgebra::Vector3;

use super::panels::{spiral, spiral_points};
use super::{ShapeError, positive, quadratic};
use crate::geometry::cup::{cap_direction, frame_around};
use crate::geometry::{Curvature, Foot, QuadraturePoint, RayHit, Surface};

/// A ball: the material is inside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sphere {
    centre: Vector3<f64>,
    radius: f64,
}

impl Sphere {
    /// A ball of this centre and radius.
    pub fn new(centre: Vector3<f64>, radius: f64) -> Result<Self, ShapeError> {
        positive([("radius of the sphere", radius)])?;
        Ok(Self { centre, radius })
    }

    /// Radius.
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

impl Surface for Sphere {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        let away = from - self.centre;
        let length = away.norm();
        // Every point is nearest to the centre: any will do.
        let normal = if length > 0.0 { away / length } else { Vector3::z() };
        Foot::inside(self.centre + normal * self.radius, normal, length - self.radius)
    }

    fn curvature(&self, at: &Foot) -> Curvature {
        let [_, t, s] = frame_around(at.normal);
        Curvature { values: [1.0 / self.radius; 2], directions: [t, s] }
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        let from = origin - self.centre;
        let distances = quadratic(1.0, from.dot(direction), from.norm_squared() - self.radius * self.radius);
        RayHit::first(origin, direction, &distances, |point| Some((point - self.centre) / self.radius))
    }

    /// On a spiral; the error of a smooth integral falls with spacing³.
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let whole = self.compute_area();
        let count = spiral_points(whole, spacing);
        let mut points = Vec::with_capacity(count);
        let (frame, area) = (frame_around(Vector3::z()), whole / count as f64);
        spiral(2.0, count, |height, longitude| {
            let normal = cap_direction(&frame, height, longitude);
            points.push(QuadraturePoint { point: self.centre + normal * self.radius, normal, area, facet: 0 });
        });
        points
    }

    fn compute_area(&self) -> f64 {
        4.0 * PI * self.radius.powi(2)
    }

    fn as_ball(&self) -> Option<(Vector3<f64>, f64)> {
        Some((self.centre, self.radius))
    }
}
