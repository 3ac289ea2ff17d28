//! Where an obstacle is led.

use super::Leading;
use crate::solid::SolidError;
use nalgebra::Vector3;

/// What the obstacle is led to.
#[derive(Debug, Clone)]
pub(super) struct Target {
    /// Where it goes first.
    pub direction: Vector3<f64>,
    /// The way that is prescribed, in m.
    pub way: Vector3<f64>,
    /// The force along the free directions, in N.
    pub force: Vector3<f64>,
    /// These directions.
    pub free: Vec<Vector3<f64>>,
}

impl Target {
    pub fn new(leading: &Leading) -> Result<Self, SolidError> {
        let wrong = |what: &str, hint| Err(SolidError::NoContact { what: what.to_owned(), hint });
        match leading {
            Leading::Displacement(way) => {
                if !(way.norm() > 0.0) {
                    return wrong("the obstacle is not moved", "move it towards the surface");
                }
                Ok(Self { direction: way.normalize(), way: *way, force: Vector3::zeros(), free: Vec::new() })
            }
            Leading::Force { force, free } => {
                let led: Vector3<f64> = free.iter().map(|d| d * d.dot(force)).sum();
                if !(led.norm() > 0.0) {
                    return wrong("the force has no part along a free direction", "let the obstacle move with it");
                }
                Ok(Self { direction: led.normalize(), way: Vector3::zeros(), force: led, free: free.clone() })
            }
        }
    }

    /// A part of the way or the force.
    pub fn scaled(&self, part: f64) -> Self {
        Self { way: self.way * part, force: self.force * part, ..self.clone() }
    }
}
