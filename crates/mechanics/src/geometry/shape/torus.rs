//! A ring.

use std::f64::consts::TAU;

use nalgebra::Vector3;
use numerics::root::compute_polynomial_roots;

use super::panels::{count, panels};
use super::{ShapeError, direction, positive, quadratic};
use crate::geometry::cup::frame_around;
use crate::geometry::{Curvature, Foot, QuadraturePoint, RayHit, Surface};

/// A ring of round section: the material is inside the tube. A condyle is a piece of one.
///
/// `(√(x² + y²) − R)² + z² = r²`, with R > r
///
/// | symbol | field | unit |
/// |---|---|---|
/// | R | `ring_radius`, from the axis to the middle of the tube | m |
/// | r | `tube_radius` | m |
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Torus {
    centre: Vector3<f64>,
    /// The axis, and two unit vectors normal to it.
    frame: [Vector3<f64>; 3],
    ring_radius: f64,
    tube_radius: f64,
}

impl Torus {
    /// A ring around `axis`; its tube must be thinner than the ring.
    pub fn new(
        centre: Vector3<f64>,
        axis: Vector3<f64>,
        ring_radius: f64,
        tube_radius: f64,
    ) -> Result<Self, ShapeError> {
        positive([("radius of the ring", ring_radius), ("radius of the tube", tube_radius)])?;
        if tube_radius >= ring_radius {
            let hint = "the tube must be thinner than the ring is wide: it would pass through itself";
            return Err(ShapeError { what: "radius of the tube", value: tube_radius, hint });
        }
        Ok(Self { centre, frame: frame_around(direction("axis of the torus", axis)?), ring_radius, tube_radius })
    }

    /// The direction from the axis, and the point on the middle of the tube, nearest to a point.
    fn split(&self, from: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
        let away = from - self.centre;
        let across = away - self.frame[0] * away.dot(&self.frame[0]);
        let length = across.norm();
        let outwards = if length > 0.0 { across / length } else { self.frame[1] };
        (outwards, self.centre + outwards * self.ring_radius)
    }
}

impl Surface for Torus {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        let (outwards, middle) = self.split(from);
        let away = from - middle;
        let length = away.norm();
        let normal = if length > 0.0 { away / length } else { outwards };
        Foot::inside(middle + normal * self.tube_radius, normal, length - self.tube_radius)
    }

    fn curvature(&self, at: &Foot) -> Curvature {
        let (outwards, _) = self.split(&at.point);
        let cos = at.normal.dot(&outwards);
        let around = self.frame[0].cross(&outwards);
        // Around the ring the normal turns with cosθ, on a circle of radius R + r cosθ.
        let along_ring = cos / (self.ring_radius + self.tube_radius * cos);
        Curvature { values: [along_ring, 1.0 / self.tube_radius], directions: [around, around.cross(&at.normal)] }
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        // Lengths in units of the ring, and from the point of the ray nearest to the centre: the quartic
        // (|x|² + R² − r²)² − 4R²(|x|² − z²) then has coefficients of order one and no large roots.
        let (unit, r) = (self.ring_radius, self.tube_radius / self.ring_radius);
        let start = (origin - self.centre).dot(direction);
        let nearest = (origin - self.centre - direction * start) / unit;
        let (z, dz) = (nearest.dot(&self.frame[0]), direction.dot(&self.frame[0]));
        let square = nearest.norm_squared();
        // Outside of the sphere that holds the ring there is nothing.
        let [low, high] = quadratic(1.0, 0.0, square - (1.0 + r) * (1.0 + r));
        if low.is_nan() {
            return None;
        }
        let k = square + 1.0 - r * r;
        let quartic = [k * k - 4.0 * (square - z * z), 8.0 * z * dz, 2.0 * k - 4.0 * (1.0 - dz * dz), 0.0, 1.0];
        let margin = 1e-9;
        let (count, zeros) = compute_polynomial_roots(&quartic, low - margin, high + margin);
        let distances = zeros.map(|zero| zero * unit - start);
        RayHit::first(origin, direction, &distances[..count], |point| {
            let (_, middle) = self.split(point);
            Some((point - middle) / self.tube_radius)
        })
    }

    /// On panels; the error of a smooth integral falls with spacing⁴.
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let [axis, first, second] = self.frame;
        let (ring, r) = (self.ring_radius, self.tube_radius);
        let mut points = Vec::new();
        let columns = |theta: f64| count(TAU * (ring + r * theta.cos()), spacing).max(3);
        panels(((0.0, TAU), count(TAU * r, spacing).max(3)), (0.0, TAU), columns, |theta, phi, weight| {
            let outwards = first * phi.cos() + second * phi.sin();
            let normal = outwards * theta.cos() + axis * theta.sin();
            let point = self.centre + outwards * ring + normal * r;
            points.push(QuadraturePoint { point, normal, area: weight * r * (ring + r * theta.cos()), facet: 0 });
        });
        points
    }

    fn compute_area(&self) -> f64 {
        TAU * self.ring_radius * TAU * self.tube_radius
    }
}
