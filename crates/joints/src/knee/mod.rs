//! The knee in the sagittal plane: the tibia swings under a fixed femur, held by ligaments and pushed by a pulse
//! [Machado2011].
//!
//! ```
//! use joints::knee::{Knee, Parameters};
//!
//! let knee = Knee::new(Parameters::default()).expect("the defaults are sound");
//! assert!(knee.runs() > 0);
//! ```
//!
//! [`Parameters`] say everything; [`Knee::new`] is the door behind which nothing can be wrong any more; [`Knee::run`]
//! computes. Lists of contact laws, geometries and materials make one comparison of several runs.
//!
//! | file | idea |
//! |---|---|
//! | `parameters.rs`, `check.rs` | what can be said, and what makes no sense |
//! | `plausible.rs` | what makes sense, but is no knee |
//! | `law.rs`, `bearing.rs` | the lists of laws and materials, by name or in full |
//! | `materials.rs`, `surfaces.rs` | the six knees of Tables 3 and 4; the outlines and where they start |
//! | `ligament.rs` | what holds it together, quadratic or linear |
//! | `patella.rs` | the kneecap: its groove, its tendon, the quadriceps |
//! | `model.rs`, `case.rs` | the door; one run of the comparison as a mechanism |
//! | `motion.rs`, `history.rs` | forward dynamics of one run, and what it leaves behind |
//! | `outcome.rs`, `figures.rs`, `warnings.rs`, `describe.rs` | results and words |

mod bearing;
mod case;
mod check;
mod describe;
mod error;
mod figures;
mod history;
mod joint;
mod law;
mod ligament;
mod materials;
mod model;
mod motion;
mod need;
mod outcome;
pub mod parameters;
mod patella;
mod plausible;
mod surfaces;
#[cfg(test)]
mod tests;
mod warnings;

pub use check::check;
pub use describe::catalogue;
pub use error::KneeError;
pub use materials::{Layers, TABLE_3, TABLE_4};
pub use model::Knee;
pub use parameters::Parameters;

/// Coefficient of friction where none is given: cartilage.
pub(crate) const USUAL_FRICTION: f64 = 0.01;
