//! What is chosen before a motion begins.

use super::error::DynamicsError;
use crate::solid::Solid;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};
use numerics::cone::ConeSettings;

/// The surface of the rigid body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// A sphere of this radius, in m.
    Sphere(f64),
    /// A plane through the body's centre, with the unit normal on which the solid lies.
    Plane(Vector3<f64>),
}

impl Shape {
    /// Distance of a point from the surface, positive outside, and the direction in which it grows.
    pub fn gap(&self, from_centre: Vector3<f64>) -> (f64, Vector3<f64>) {
        match *self {
            Self::Sphere(radius) => {
                let distance = from_centre.norm();
                // At the centre itself no direction is better than another.
                let normal = if distance > 0.0 { from_centre / distance } else { Vector3::z() };
                (distance - radius, normal)
            }
            Self::Plane(normal) => (normal.dot(&from_centre), normal),
        }
    }
}

/// The rigid body that the solid touches. It turns as it is told, and translates where it is free.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Its surface.
    pub shape: Shape,
    /// Where its centre is at the start, in m.
    pub centre: Vector3<f64>,
    /// Its mass, in kg; counts only where it is free.
    pub mass: f64,
    /// Projection on the directions in which it is free to translate; zero holds its centre.
    pub free: Matrix3<f64>,
}

/// How the motion is computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DynamicsSettings {
    /// θ, from 0.5 to 1.
    pub theta: f64,
    /// Time step, in s.
    pub step: f64,
    /// Coulomb's coefficient of friction.
    pub friction: f64,
    /// How reactions are found.
    pub cone: ConeSettings,
    /// Change of velocity that counts as none, relative, for solids that are not linear.
    pub tolerance: f64,
    /// Iterations for solids that are not linear.
    pub iterations: usize,
}

impl Default for DynamicsSettings {
    fn default() -> Self {
        Self {
            theta: 0.6,
            step: 1e-5,
            friction: 0.0,
            cone: ConeSettings { tolerance: 1e-8, ..ConeSettings::default() },
            tolerance: 1e-8,
            iterations: 60,
        }
    }
}

/// When worn depth reaches the gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coupling {
    /// Within the step: the rate of wear is among the unknowns.
    Implicit,
    /// After so many steps: the contact is computed on the surface as it was.
    Explicit(usize),
}

/// How the contact surface wears.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WearSettings {
    /// Archard's factor with its amplification, in 1/Pa.
    pub factor: f64,
    /// When depth reaches the gap.
    pub coupling: Coupling,
    /// Depth, as a share of the first layer of elements, after which interior nodes make room; infinite for never.
    pub renewal: f64,
    /// Thickness that can be worn off, in m.
    pub thickness: f64,
}

/// What drives one step: values at its end.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Drive {
    /// Spin of the body, in rad/s.
    pub spin: Vector3<f64>,
    /// Force on the body, in N.
    pub force: Vector3<f64>,
    /// Factor of the load on the solid.
    pub load: f64,
    /// How the body is turned; counts only where it wears.
    pub orientation: UnitQuaternion<f64>,
}

/// Refuses what cannot move.
pub(super) fn check(solid: &Solid, body: &Body, settings: &DynamicsSettings) -> Result<(), DynamicsError> {
    let wrong = |what, value, hint| Err(DynamicsError::BadSetting { what, value, hint });
    let DynamicsSettings { theta, step, friction, .. } = *settings;
    if !(0.5..=1.0).contains(&theta) {
        return wrong("θ", theta, "from 0.5 (conserves energy) to 1 (damps most); below 0.5 it is not stable");
    }
    if !(step > 0.0 && step.is_finite()) {
        return wrong("the time step", step, "a positive time in s");
    }
    if !(friction >= 0.0 && friction.is_finite()) {
        return wrong("the coefficient of friction", friction, "zero or more");
    }
    if body.free != Matrix3::zeros() && !(body.mass > 0.0) {
        return wrong("the mass of the moving body", body.mass, "a positive mass in kg");
    }
    if let Some((.., value)) = solid.supports().iter().find(|s| s.2 != 0.0) {
        return wrong("a prescribed displacement", value, "supports of a moving solid hold nodes where they are");
    }
    Ok(())
}
