//! Lubricating films.
//!
//! ```
//! use mechanics::fluid::{FilmKind, Fluid, Journal, JournalFilm, JournalMotion, ThinFilm};
//! use nalgebra::Vector2;
//!
//! // A journal that comes nearer is pushed back, and its power becomes heat.
//! let journal = Journal { radius: 14e-3, length: 5e-3, clearance: 50e-6 };
//! let film = ThinFilm { journal, kind: FilmKind::Short, fluid: Fluid::Newtonian { viscosity: 0.01 } };
//! let (eccentricity, velocity) = (Vector2::new(25e-6, 0.0), Vector2::new(1e-3, 0.0));
//! let nearer = JournalMotion { eccentricity, velocity, spins: [0.0; 2] };
//! let felt = film.response(&nearer);
//! assert!(felt.force.x < 0.0 && felt.dissipation(&nearer) > 0.0);
//! ```
//!
//! A journal (the head) turns and shifts in a bearing (the cup) with a thin film between them. Every film answers the same
//! question: given the [`JournalMotion`], what [`FilmResponse`] do the bodies feel?
//!
//! | file | idea |
//! |---|---|
//! | `kernel.rs` | what films without dimensions share: the journal seen from axes that turn with the mean spin |
//! | `long.rs`, `integrated.rs`, `short.rs` | infinitely long and short bearings |
//! | `validity.rs` | how much more these carry than films of finite length |
//! | `film.rs` | [`ThinFilm`]: the same with dimensions, torques and a fluid |
//! | `rough.rs` | [`RoughFilm`]: any film with a floor under its thickness |
//! | `asperities.rs` | [`Asperities`]: what rough surfaces carry, and the regimes of lubrication |
//! | [`reynolds`] | films of finite length and of balls, by finite volumes |
//! | `viscosity.rs` | [`Fluid`]: Newtonian and shear-thinning |

mod asperities;
#[cfg(test)]
pub(crate) mod contract;
mod film;
mod integrated;
mod kernel;
mod long;
pub mod reynolds;
mod rough;
mod short;
#[cfg(test)]
mod tests;
mod validity;
mod viscosity;

use nalgebra::{Matrix4x6, Vector2};

pub use asperities::{Asperities, Regime, RegimeLimits, Roughness};
pub use film::{FilmKind, Journal, ThinFilm};
pub use integrated::Ambient;
pub use rough::RoughFilm;
pub use viscosity::{Fluid, Viscosity};

/// How a journal moves in its bearing, in axes that do not turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JournalMotion {
    /// Centre of the journal less that of the bearing, in m.
    pub eccentricity: Vector2<f64>,
    /// Its rate, in m/s.
    pub velocity: Vector2<f64>,
    /// Angular velocities of the journal and of the bearing, counter-clockwise, in rad/s. The wedge sees their sum, the
    /// shear their difference.
    pub spins: [f64; 2],
}

/// What a film does to the bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmResponse {
    /// Force on the journal at its centre, in N; the bearing feels the opposite at the bearing's own centre.
    pub force: Vector2<f64>,
    /// Moments in N·m: on the journal about its centre, on the bearing about the bearing's centre. Action and reaction
    /// balance as a whole: eccentricity × force + both moments = 0.
    pub torques: [f64; 2],
}

impl FilmResponse {
    /// Power that the film takes out of the bodies' motion, −(force·velocity + torques·spins), in W: never negative.
    pub fn dissipation(&self, motion: &JournalMotion) -> f64 {
        let [on_journal, on_bearing] = self.torques;
        -(self.force.dot(&motion.velocity) + on_journal * motion.spins[0] + on_bearing * motion.spins[1])
    }
}

/// A film between a journal and a bearing whose response follows from the motion of the moment.
pub trait JournalFilm {
    /// What the bodies feel. It never creates energy: force·velocity + torques·spins ≤ 0.
    fn response(&self, motion: &JournalMotion) -> FilmResponse;
    /// Derivatives of (force x, force y, torque on the journal, torque on the bearing) by (eccentricity x, y, velocity
    /// x, y, spin of the journal, of the bearing).
    fn tangent(&self, motion: &JournalMotion) -> Matrix4x6<f64>;
}
