//! How a contact pair pushes back.
//!
//! ```
//! use mechanics::contact::{Hertz, NormalLaw};
//!
//! // A gap is positive where the surfaces are apart; twice as deep pushes 2^{3/2} times as hard.
//! let ball = Hertz { radius: 30e-3, modulus: 14e6 };
//! let [apart, shallow, deep] = [1e-4, -1e-4, -2e-4].map(|gap| ball.response(gap, 0.0));
//! assert!(apart == 0.0 && (deep / shallow - 2f64.powf(1.5)).abs() < 1e-12);
//! ```
//!
//! | file | law | acts |
//! |---|---|---|
//! | `spring.rs` | linear spring | at a point |
//! | `hertz.rs` | Hertz, circular and elliptic patch | at a point |
//! | `adhesion.rs` | JKR and DMT: balls that stick together; they pull, under a contract of their own | at a point |
//! | `foundation.rs` | elastic foundation: confined layer, spherical shell, layers in series | per area |
//! | `logarithmic.rs` | layers that stiffen as they thin | per area |
//! | `modified.rs` | foundation with threshold and exponent, Eqs. 46–49 of [Lehtoranta2011] | per area |
//! | `modified_fit.rs` | its parameters from indentations by a ball | – |
//! | `pressure_law.rs` | these laws by name, so that every point of a surface can have its own | per area |
//! | `surfaces/` | any two surfaces on a foundation: wrench, slopes, fields | – |
//! | `surrogate/` | any of these in six relative coordinates, fitted and much faster | – |
//! | `thin_layer.rs` | curved bodies on thin layers by simplified elasticity, up to those that keep their volume | at a point |
//! | `paraboloid.rs` | curved bodies on a foundation, small patch | at a point |
//! | `conformal.rs` | ball in socket on a foundation, closed form of Eq. 25 [Askari2018] | at a point |
//! | `conformal_cylinder.rs` | pin in a hole on a foundation, its planar counterpart | at a point |
//! | `ball_in_socket.rs` | what such a law must know to get a rim | – |
//! | `calibrated.rs`, `calibrated_fit.rs` | ball in socket, fitted to finite elements | at a point |
//! | `cup_pressure.rs` | how far its peak pressure is off, from finite elements | – |
//! | `spherical_joint.rs` | the same in three dimensions, with the rim of the cup | – |
//! | `double_layer.rs` | a layer over another, Eqs. 20 and 21 of [Machado2011] | as the layers |
//! | `dissipation.rs` | hysteresis factors and Kelvin–Voigt damping on top of any elastic law | as the elastic law |
//! | `unloading.rs` | a weaker push on the way out, one of the dampings: Eqs. 2 and 3 of [Lehtoranta2011] | as the elastic law |
//! | `relaxation.rs` | a standard linear solid on any elastic law: the force of a constant indentation relaxes | at a point, with a state |
//! | `friction.rs` | Coulomb friction regularised in velocity | tangential |
//! | `tangential.rs` | friction with tangential compliance: stick, slip, reversal | tangential, with a state |
//!
//! Every law that acts at a point has a [`Description`] in words; `joints::catalogue` puts them beside each other.

mod adhesion;
mod ball_in_socket;
mod calibrated;
mod calibrated_fit;
mod conformal;
mod conformal_cylinder;
#[cfg(test)]
mod contract;
mod cup_pressure;
mod description;
mod dissipation;
mod double_layer;
mod foundation;
mod friction;
mod hertz;
mod lip;
mod logarithmic;
mod modified;
mod modified_fit;
mod paraboloid;
mod pressure_law;
mod relaxation;
mod spherical_joint;
mod spring;
pub mod surfaces;
pub mod surrogate;
mod tangential;
mod tangential_plane;
mod thin_layer;
mod unloading;
mod worn_cup;

pub use crate::reaction::{Pull, Reaction};
pub use adhesion::{Adhesive, AdhesiveLaw, Dmt, Jkr, tabor_number};
pub use ball_in_socket::{BallInSocket, PressureProfile};
pub use calibrated::{CalibratedField, CalibratedSphere, OutsideOfCalibration};
pub use conformal::ConformalSphere;
pub use conformal_cylinder::ConformalCylinder;
pub use cup_pressure::{CupPressure, LinedCup};
pub use description::Description;
pub use dissipation::{Damped, Damping, Hysteresis};
pub use double_layer::{DOUBLE_LAYER, DoubleLayer};
pub use foundation::{Foundation, FoundationError, Layer, ShellLayer};
pub use friction::Coulomb;
pub use hertz::{EllipticHertz, Hertz, contact_modulus};
pub use lip::Lip;
pub use logarithmic::Logarithmic;
pub use modified::{ModifiedAt, ModifiedFoundation};
pub use modified_fit::{Indentation, fit_modified};
pub use paraboloid::FoundationParaboloid;
pub(crate) use pressure_law::ElasticPressure;
pub use pressure_law::PressureLaw;
pub use relaxation::{Invertible, Relaxation, Relaxing};
pub use spherical_joint::{Patch, PressureField, SphericalJoint};
pub use spring::Spring;
pub use tangential::{Phase, Tangential, TangentialCompliance, mindlin_stiffness};
pub use tangential_plane::PlaneTangential;
pub use thin_layer::ThinLayer;
pub use unloading::ScaledUnloading;
pub use worn_cup::{NoRest, WornCup, WornPressure};

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
