//! A total knee replacement in three dimensions: a femoral component on a tibial insert, both as surfaces of triangles.
//!
//! ```
//! use joints::replacement::design::Design;
//!
//! // Without files of its own a knee replacement is designed: two condyles on two plateaus.
//! let designed = Design::default().build().expect("the defaults are sound");
//! assert_eq!((designed.femoral.condyles().count(), designed.insert.plateaus().count()), (2, 2));
//! ```
//!
//! [`Parameters`] say everything; [`Replacement::new`] is the door behind which nothing can be wrong any more;
//! [`Replacement::run`] computes.
//!
//! | file | idea |
//! |---|---|
//! | `parameters.rs`, `files.rs`, `check.rs` | what can be said, and what makes no sense |
//! | `shipped.rs`, `cycle.rs` | motions and loads that come with the program; pose and load as functions of time |
//! | `design/` | an implant by its radii: what can be said, the exact surfaces, a drawing |
//! | `parts.rs`, `seat.rs`, `law.rs`, `gap.rs`, `model.rs` | the surfaces in anatomical axes, whether they lie on one another; what lines them; how curved their gap is; the door |
//! | `elements.rs`, `compliance.rs` | the insert by finite elements; how its bearing surface gives way, and where that is kept |
//! | `drive.rs`, `ligament.rs`, `balance.rs`, `dynamics.rs` | what drives; equilibrium at every instant, or equations of motion |
//! | `search.rs`, `reason.rs` | one place of rest, and why there is none |
//! | `platform.rs` | an insert that turns on its tray |
//! | `by_surrogate.rs` | the same equilibrium with a fitted surrogate in place of the contact |
//! | `compare/` | a few instants through every model of contact |
//! | `history.rs`, `maps.rs` | what happened at every instant; fields over the insert |
//! | `outcome.rs`, `figures.rs`, `warnings.rs`, `describe.rs` | results and words |

mod balance;
mod by_surrogate;
mod check;
pub mod compare;
mod compliance;
mod cycle;
mod describe;
pub mod design;
mod drive;
mod dynamics;
mod elements;
mod error;
mod figures;
mod files;
mod gap;
mod history;
mod joint;
mod law;
mod lifetime;
mod ligament;
mod maps;
mod model;
mod need;
mod outcome;
pub mod parameters;
mod parts;
mod pieces;
mod platform;
mod reason;
mod search;
mod seat;
pub mod shipped;
#[cfg(test)]
mod tests;
mod warnings;

pub use crate::surrogates::Judged;
pub use by_surrogate::ContactSurrogate;
pub use check::check;
pub use cycle::{Cycle, Frontal, LoadClosure, LoadSamples, PoseClosure, PoseSamples};
pub use error::ReplacementError;
pub use mechanics::contact::surrogate::{Kind, SurrogateSettings, TubeSettings};
pub use model::Replacement;
pub use need::need;
pub use parameters::Parameters;
pub use parts::Parts;
pub use reason::Reason;

/// Thickness of the insert where none is given, in m.
pub(crate) const USUAL_THICKNESS: f64 = 8e-3;
/// Duration of a cycle where none is given, in s.
pub(crate) const USUAL_DURATION: f64 = 1.0;
/// Coefficient of friction where none is given: metal on polyethylene.
pub(crate) const USUAL_FRICTION: f64 = 0.04;
