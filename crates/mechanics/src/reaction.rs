//! What acts on a ball in a cup at a place: of springs and of finite elements alike.

use nalgebra::{Matrix3, Vector3};

/// What the cup does to the ball at one eccentricity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reaction {
    /// Elastic force of the cup on the ball.
    pub force: Vector3<f64>,
    /// ∂force/∂e.
    pub tangent: Matrix3<f64>,
}

/// A force that depends on the place of the ball: a constant one, and a spring along one direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pull {
    /// What presses the ball, in N.
    pub load: Vector3<f64>,
    /// A spring: its direction, its stiffness (N/m), and how far along the direction its rest lies (m).
    pub spring: Option<(Vector3<f64>, f64, f64)>,
}

impl Pull {
    /// A constant force.
    pub fn constant(load: Vector3<f64>) -> Self {
        Self { load, spring: None }
    }

    /// The force with the ball at e.
    pub fn at(&self, e: &Vector3<f64>) -> Vector3<f64> {
        match self.spring {
            Some((along, stiffness, rest)) => self.load + along * (stiffness * (rest - along.dot(e))),
            None => self.load,
        }
    }
}
