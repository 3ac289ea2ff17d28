//! How a contact pair pushes back.
//!
//! | file | law | acts |
//! |---|---|---|
//! | `hertz.rs` | Hertz, circular and elliptic patch | at a point |
//! | `foundation.rs` | elastic foundation: confined layer, spherical shell, layers in series | per area |
//! | `conformal.rs` | ball in socket on a foundation, closed form of Eq. 25 [Askari2018] | at a point |
//! | `spherical_joint.rs` | the same in three dimensions, with the rim of the cup | – |
//! | `dissipation.rs` | hysteresis factors and Kelvin–Voigt damping on top of any elastic law | as the elastic law |
//! | `friction.rs` | Coulomb friction regularised in velocity | tangential |

mod conformal;
#[cfg(test)]
mod contract;
mod dissipation;
mod foundation;
mod friction;
mod hertz;
mod spherical_joint;

pub use conformal::ConformalSphere;
pub use dissipation::{Damped, Damping, Hysteresis};
pub use foundation::{Foundation, FoundationError, Layer, ShellLayer};
pub use friction::Coulomb;
pub use hertz::{EllipticHertz, Hertz, contact_modulus};
pub use spherical_joint::{Patch, PressureField, Reaction, SphericalJoint};

/// A response per unit of area, in pascals: integrate it over the patch.
#[derive(Debug, Clone, Copy)]
pub enum PerArea {}

/// A response at a point, in newtons: never integrate it again.
#[derive(Debug, Clone, Copy)]
pub enum AtPoint {}

/// How a contact pair pushes back along its normal (gap > 0 is open; see NOTATION.md).
pub trait NormalLaw {
    /// [`PerArea`] (Pa) or [`AtPoint`] (N).
    type Acts;
    /// Push between the bodies; never negative, zero across an open gap.
    fn response(&self, gap: f64, gap_rate: f64) -> f64;
    /// Derivatives of the response by gap and by gap rate.
    fn tangent(&self, gap: f64, gap_rate: f64) -> (f64, f64);
    /// Stored energy: `response(gap, 0) = −d energy/d gap`.
    fn energy(&self, gap: f64) -> f64;
}
