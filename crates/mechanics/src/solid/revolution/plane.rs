//! The plane through the axis of the cup and the centre of the ball.

use nalgebra::{Matrix3, Vector3};

/// A turn about the cup's axis that brings a vector into the half plane y = 0, x ≥ 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plane {
    cos: f64,
    sin: f64,
}

impl Plane {
    pub fn of(vector: &Vector3<f64>) -> Self {
        let across = vector.x.hypot(vector.y);
        // On the axis every plane will do.
        if across > 1e-12 * vector.norm() {
            Self { cos: vector.x / across, sin: vector.y / across }
        } else {
            Self { cos: 1.0, sin: 0.0 }
        }
    }

    /// Into the plane's axes; what is across them is left out.
    pub fn enter(&self, v: &Vector3<f64>) -> Vector3<f64> {
        Vector3::new(self.cos * v.x + self.sin * v.y, 0.0, v.z)
    }

    /// Back to the cup's axes.
    pub fn leave(&self, v: &Vector3<f64>) -> Vector3<f64> {
        Vector3::new(self.cos * v.x - self.sin * v.y, self.sin * v.x + self.cos * v.y, v.z)
    }

    pub fn leave_matrix(&self, m: &Matrix3<f64>) -> Matrix3<f64> {
        let turn = Matrix3::new(self.cos, -self.sin, 0.0, self.sin, self.cos, 0.0, 0.0, 0.0, 1.0);
        turn * m * turn.transpose()
    }

    /// Azimuth in turns, from nought to one.
    pub fn turns(&self) -> f64 {
        (self.sin.atan2(self.cos) / std::f64::consts::TAU).rem_euclid(1.0)
    }
}
