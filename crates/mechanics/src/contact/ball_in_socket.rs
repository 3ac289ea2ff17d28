//! What a ball in a lined socket must know for [`SphericalJoint`](super::SphericalJoint) to put a rim around it.

use std::fmt::Debug;

use nalgebra::Vector3;

use super::{ConformalSphere, PressureField};

/// A ball in a socket without a rim: everything depends on the indentation δ, and around the line of centres on `u = 1 − cosψ`.
pub trait BallInSocket: Debug + Clone {
    /// The pressure at one indentation.
    type Profile: PressureProfile;
    /// The pressure at one eccentricity.
    type Field;
    /// Clearance c.
    fn clearance(&self) -> f64;
    /// Radius of the socket.
    fn socket_radius(&self) -> f64;
    /// Edge of the patch as 1 − cosψ.
    fn edge(&self, indentation: f64) -> f64;
    /// Force and its slope.
    fn force_and_slope(&self, indentation: f64) -> (f64, f64);
    /// The pressure around the line of centres.
    fn profile(&self, indentation: f64) -> Self::Profile;
    /// The pressure over the socket.
    fn field(&self, eccentricity: &Vector3<f64>) -> Self::Field;
}

/// Pressure around the line of centres at one indentation, divided by a scale.
pub trait PressureProfile {
    /// What pressures are divided by, in Pa or in Pa/m.
    fn scale(&self) -> f64;
    /// At `u = 1 − cosψ`; not positive outside of the patch.
    fn at(&self, u: f64) -> f64;
    /// How it changes when the ball moves along the line of centres, and across it towards the angle ψ: at ψ, cosψ and sinψ.
    fn slopes(&self, u: f64, cos: f64, sin: f64) -> (f64, f64);
}

/// Penetration over the springs.
#[derive(Debug, Clone, Copy)]
pub struct Penetration {
    sphere: ConformalSphere,
    indentation: f64,
}

impl BallInSocket for ConformalSphere {
    type Profile = Penetration;
    type Field = PressureField;

    fn clearance(&self) -> f64 {
        self.clearance()
    }

    fn socket_radius(&self) -> f64 {
        self.socket_radius
    }

    fn edge(&self, indentation: f64) -> f64 {
        self.edge(indentation)
    }

    fn force_and_slope(&self, indentation: f64) -> (f64, f64) {
        self.force_and_slope(indentation)
    }

    fn profile(&self, indentation: f64) -> Penetration {
        Penetration { sphere: *self, indentation }
    }

    fn field(&self, eccentricity: &Vector3<f64>) -> PressureField {
        PressureField::new(self, eccentricity)
    }
}

impl PressureProfile for Penetration {
    fn scale(&self) -> f64 {
        self.sphere.foundation.stiffness()
    }

    fn at(&self, u: f64) -> f64 {
        self.sphere.penetration(self.indentation, u)
    }

    fn slopes(&self, _: f64, cos: f64, sin: f64) -> (f64, f64) {
        let kappa = (self.sphere.clearance() + self.indentation) / self.sphere.ball_radius;
        let q = (1.0 - (kappa * sin).powi(2)).sqrt();
        (cos - kappa * sin * sin / q, sin * (1.0 + kappa * cos / q))
    }
}
