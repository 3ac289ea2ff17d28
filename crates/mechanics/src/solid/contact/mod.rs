//! Frictionless contact of a deformable solid with a rigid sphere, with the exact unilateral condition.
//!
//! The pressure is a field of its own, linear between the *corners* of the contact surface, whatever the element:
//! p = Σ pᵢ φᵢ. The gap is weighted with the same functions, and the complementarity holds for each of them:
//!
//! pᵢ ≥ 0,  Gᵢ = ∫ φᵢ g dA ≥ 0,  pᵢ Gᵢ = 0,  g = |X + u − c| − R
//!
//! | symbol | meaning |
//! |---|---|
//! | φᵢ, pᵢ, Gᵢ | linear function, pressure and weighted gap of corner i |
//! | g | gap at a node, from its true place on the curved surface, interpolated by the element's own functions |
//! | c, R | centre and radius of the sphere; the solid stays outside of it |
//! | D_ia = ∫ φᵢ N_a dA | what corner i's pressure puts on node a, and node a's gap on corner i |
//!
//! No penalty, and no pressure taken from stresses: linear pressure on quadratic displacements, or on the same linear
//! ones, has no checkerboard. Unknown are the pressures of the corners that may touch: their compliance matrix comes from
//! one factorisation and a column each.
//!
//! *Assumes*: the surface may be folded onto the sphere only once; loads are dead.
//!
//! *Checked by*: Hertz, all rows of [Askari2018] against an independent axisymmetric solution, a uniform pressure between
//! concentric spheres (a contact patch test), in `tests/solid/contact.rs`.

mod solution;
mod solver;
mod surface;

pub use solution::ContactSolution;
pub use solver::{ContactSettings, ContactWork, SphereContact};
pub use surface::ContactSurface;

use nalgebra::Vector3;

/// A rigid sphere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RigidSphere {
    /// Centre, in m.
    pub centre: Vector3<f64>,
    /// Radius, in m.
    pub radius: f64,
}

impl RigidSphere {
    /// Distance of a point from the surface, positive outside, and the direction in which it grows.
    pub fn gap(&self, place: Vector3<f64>) -> (f64, Vector3<f64>) {
        let from = place - self.centre;
        let distance = from.norm();
        // At the centre itself no direction is better than another.
        let normal = if distance > 0.0 { from / distance } else { Vector3::z() };
        (distance - self.radius, normal)
    }

    /// How far the sphere must move along a direction until it touches the point; infinite if it never does.
    pub fn travel(&self, place: Vector3<f64>, direction: Vector3<f64>) -> f64 {
        let from = place - self.centre;
        let along = from.dot(&direction);
        let inside = along * along - (from.norm_squared() - self.radius * self.radius);
        if along <= 0.0 || inside < 0.0 {
            return f64::INFINITY;
        }
        along - inside.sqrt()
    }
}

/// How the sphere is led.
#[derive(Debug, Clone, PartialEq)]
pub enum Leading {
    /// Its centre is moved to a place, in m.
    Displacement(Vector3<f64>),
    /// It is pushed by a force, in N, and free to move along these directions (orthogonal unit vectors).
    Force {
        /// The force.
        force: Vector3<f64>,
        /// The directions.
        free: Vec<Vector3<f64>>,
    },
}
