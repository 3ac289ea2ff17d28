//! The hip: a ball in a lined cup, loaded and moved by an activity [Askari2018].
//!
//! ```
//! use joints::Unwatched;
//! use joints::hip::parameters::{Experiment, Parameters, QuasiStatic};
//! use joints::hip::{Hip, LoadCycle, shipped};
//!
//! // Walking, in equilibrium at every instant, for 836 N of body weight.
//! let walking = shipped::find("walking").expect("comes with the program").samples(836.0, None);
//! let cycle = LoadCycle::new(&walking).expect("a cycle");
//! let experiment = Experiment::QuasiStatic(QuasiStatic::default());
//! let hip = Hip::new(Parameters { experiment, ..Parameters::default() }, cycle).expect("the defaults are sound");
//! let outcome = hip.run_headline(&Unwatched).expect("a run");
//! assert!(outcome.value("peak_pressure_Pa").is_some_and(|peak| peak > 1e6));
//! ```
//!
//! [`Parameters`] say everything; [`Hip::new`] is the door behind which nothing can be wrong any more; [`Hip::run`]
//! computes.

mod activity;
mod activity_files;
mod check;
mod choice;
pub mod compare;
mod compliance;
mod contact;
mod cycle;
mod describe;
pub mod design;
mod dynamics;
mod elastic;
mod equilibrium;
mod error;
mod figures;
mod grid;
mod history;
mod interpolation;
mod joint;
mod lifetime;
mod lifetime_bearing;
mod lifetime_check;
mod lifetime_cycle;
mod lifetime_head;
mod maps;
mod model;
mod model_error;
pub(crate) mod motion;
mod need;
mod outcome;
pub mod parameters;
mod plausibility;
mod potential;
mod recorder;
mod running;
pub mod shipped;
mod sliding;
mod stretches;
mod surrogate;
mod warnings;
mod wear_parameters;
mod worn;
mod worn_elements;

pub use crate::joint::Section;
pub(crate) use activity_files::check_activity_files;
pub use check::check;
pub use compliance::obtain_cup_compliance;
pub use cycle::{Closure, CycleError, CycleSamples, Instant, LoadCycle};
pub use describe::catalogue;
pub use error::HipError;
pub use model::Hip;
pub use parameters::Parameters;
pub(crate) use plausibility::IN_VIVO;
pub use surrogate::HipSurrogate;

pub use mechanics::contact::surrogate::{ContactAccuracy, Kind, SurrogateSettings};

/// Standard acceleration of gravity, in m/s².
pub const STANDARD_GRAVITY: f64 = 9.80665;

/// Coefficient of friction where none is given: metal on polyethylene.
pub(crate) const USUAL_FRICTION: f64 = 0.07;
