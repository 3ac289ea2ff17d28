//! The bearing surface of a cup, up to its rim.

use std::f64::consts::PI;

use nalgebra::Vector3;

use super::panels::{spiral, spiral_points};
use super::{ShapeError, direction, positive, quadratic};
use crate::geometry::cup::{cap_direction, frame_around};
use crate::geometry::{Curvature, Foot, QuadraturePoint, RayHit, Surface};

/// A spherical cup that ends at a rim: the material is outside, the normal points to the centre.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SphericalCup {
    centre: Vector3<f64>,
    radius: f64,
    /// The pole, and two unit vectors normal to it.
    frame: [Vector3<f64>; 3],
    rim_angle: f64,
}

impl SphericalCup {
    /// A cup around `pole`, the direction from the centre to its bottom, up to `rim_angle` from it.
    pub fn new(centre: Vector3<f64>, radius: f64, pole: Vector3<f64>, rim_angle: f64) -> Result<Self, ShapeError> {
        positive([("radius of the cup", radius), ("angle of the rim", rim_angle)])?;
        if rim_angle > PI {
            let hint = "from the pole to the rim it must be at most 180 degrees";
            return Err(ShapeError { what: "angle of the rim", value: rim_angle, hint });
        }
        let pole = direction("pole of the cup", pole)?;
        Ok(Self { centre, radius, frame: frame_around(pole), rim_angle })
    }

    /// Height along the pole, and the unit vector across it.
    fn split(&self, away: &Vector3<f64>) -> (f64, Vector3<f64>) {
        let along = away.dot(&self.frame[0]);
        let across = away - self.frame[0] * along;
        let length = across.norm();
        (along, if length > 0.0 { across / length } else { self.frame[1] })
    }

    fn is_within(&self, away: &Vector3<f64>) -> bool {
        away.dot(&self.frame[0]) >= away.norm() * self.rim_angle.cos()
    }
}

impl Surface for SphericalCup {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        let away = from - self.centre;
        let length = away.norm();
        if self.is_within(&away) {
            let outwards = if length > 0.0 { away / length } else { self.frame[0] };
            return Foot::inside(self.centre + outwards * self.radius, -outwards, self.radius - length);
        }
        // Beyond the rim the nearest direction of the cup lies on the rim, in the same meridian plane.
        let (_, across) = self.split(&away);
        let outwards = self.frame[0] * self.rim_angle.cos() + across * self.rim_angle.sin();
        Foot::edge(self.centre + outwards * self.radius, -outwards, from)
    }

    fn curvature(&self, at: &Foot) -> Curvature {
        let [_, t, s] = frame_around(at.normal);
        Curvature { values: [-1.0 / self.radius; 2], directions: [t, s] }
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        let from = origin - self.centre;
        let distances = quadratic(1.0, from.dot(direction), from.norm_squared() - self.radius * self.radius);
        RayHit::first(origin, direction, &distances, |point| {
            let away = point - self.centre;
            self.is_within(&away).then(|| -away / self.radius)
        })
    }

    /// On a spiral; the error of a smooth integral falls with spacing² to spacing³.
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let whole = self.compute_area();
        let count = spiral_points(whole, spacing);
        let mut points = Vec::with_capacity(count);
        let area = whole / count as f64;
        spiral(2.0 * (0.5 * self.rim_angle).sin().powi(2), count, |height, longitude| {
            let outwards = cap_direction(&self.frame, height, longitude);
            points.push(QuadraturePoint {
                point: self.centre + outwards * self.radius,
                normal: -outwards,
                area,
                facet: 0,
            });
        });
        points
    }

    fn compute_area(&self) -> f64 {
        // 2 sin²(θ/2) keeps its digits for a shallow cup, where 1 − cosθ does not.
        4.0 * PI * self.radius.powi(2) * (0.5 * self.rim_angle).sin().powi(2)
    }
}
