//! A flat rectangle.

use nalgebra::Vector3;

use super::panels::{count, panels};
use super::{ShapeError, direction, positive};
use crate::geometry::cup::frame_around;
use crate::geometry::{Curvature, Foot, QuadraturePoint, RayHit, Surface};

/// A rectangle: the material is behind it, seen against the normal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    centre: Vector3<f64>,
    /// The normal, and the directions of the sides.
    frame: [Vector3<f64>; 3],
    half_sides: [f64; 2],
}

impl Plane {
    /// A rectangle around `centre`; its first side is the part of `along` that is normal to `normal`.
    pub fn new(
        centre: Vector3<f64>,
        normal: Vector3<f64>,
        along: Vector3<f64>,
        sides: [f64; 2],
    ) -> Result<Self, ShapeError> {
        positive([("first side of the plane", sides[0]), ("second side of the plane", sides[1])])?;
        let normal = direction("normal of the plane", normal)?;
        let along = along - normal * along.dot(&normal);
        let first = if along.norm() > 0.0 { along.normalize() } else { frame_around(normal)[1] };
        Ok(Self { centre, frame: [normal, first, normal.cross(&first)], half_sides: sides.map(|side| 0.5 * side) })
    }
}

impl Surface for Plane {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        let away = from - self.centre;
        let [height, x, y] = self.frame.map(|axis| away.dot(&axis));
        let [a, b] = self.half_sides;
        let point = self.centre + self.frame[1] * x.clamp(-a, a) + self.frame[2] * y.clamp(-b, b);
        if x.abs() <= a && y.abs() <= b {
            Foot::inside(point, self.frame[0], height)
        } else {
            Foot::edge(point, self.frame[0], from)
        }
    }

    fn curvature(&self, _: &Foot) -> Curvature {
        Curvature { values: [0.0; 2], directions: [self.frame[1], self.frame[2]] }
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        let normal = self.frame[0];
        let distance = (self.centre - origin).dot(&normal) / direction.dot(&normal);
        RayHit::first(origin, direction, &[distance], |point| {
            let away = point - self.centre;
            let inside = |axis: usize| away.dot(&self.frame[axis + 1]).abs() <= self.half_sides[axis];
            (inside(0) && inside(1)).then_some(normal)
        })
    }

    /// On panels; the error of a smooth integral falls with spacing⁴.
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let [a, b] = self.half_sides;
        let [normal, along, across] = self.frame;
        let mut points = Vec::new();
        let columns = |_| count(2.0 * b, spacing);
        panels(((-a, a), count(2.0 * a, spacing)), (-b, b), columns, |x, y, area| {
            points.push(QuadraturePoint { point: self.centre + along * x + across * y, normal, area, facet: 0 });
        });
        points
    }

    fn compute_area(&self) -> f64 {
        4.0 * self.half_sides[0] * self.half_sides[1]
    }
}
