//! The rigid body that presses.

use crate::geometry::Surface;
use nalgebra::{Isometry3, Point3, Translation3, Vector3};

/// A rigid body that a solid may not enter: any surface, moved from where it was made.
#[derive(Clone, Copy)]
pub struct Obstacle<'s> {
    /// Its surface, in its own axes.
    pub surface: &'s dyn Surface,
    /// Where it is.
    pub pose: Isometry3<f64>,
}

impl std::fmt::Debug for Obstacle<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Obstacle").field("pose", &self.pose).finish_non_exhaustive()
    }
}

impl<'s> Obstacle<'s> {
    /// A surface where it was made.
    pub fn new(surface: &'s dyn Surface) -> Self {
        Self { surface, pose: Isometry3::identity() }
    }

    /// The same obstacle, moved.
    pub fn moved(mut self, way: Vector3<f64>) -> Self {
        self.pose = Translation3::from(way) * self.pose;
        self
    }

    /// Distance of a point from the surface, negative inside, and the direction in which it grows.
    pub fn gap(&self, place: Vector3<f64>) -> (f64, Vector3<f64>) {
        let foot = self.surface.closest_point(&self.pose.inverse_transform_point(&Point3::from(place)).coords);
        // Beyond the edge of an open surface there is nothing to enter.
        let gap = if foot.on_edge { foot.distance.abs() } else { foot.distance };
        (gap, self.pose.rotation * foot.normal)
    }

    /// How far the obstacle must move along a direction until it touches the point; infinite if it never does.
    pub fn travel(&self, place: Vector3<f64>, direction: Vector3<f64>) -> f64 {
        let from = self.pose.inverse_transform_point(&Point3::from(place)).coords;
        let back = self.pose.inverse_transform_vector(&-direction);
        self.surface.cast_ray(&from, &back).map_or(f64::INFINITY, |hit| hit.distance)
    }
}
