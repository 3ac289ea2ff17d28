//! Any planar mechanism, described in words and numbers with units: bodies, joints, guides, forces, contacts.
//!
//! ```
//! use joints::mechanism::{Mechanism, Parameters};
//!
//! // Nothing that moves: said with the key that is missing.
//! let problems = Mechanism::new(Parameters::default()).expect_err("no bodies");
//! assert!(problems.iter().any(|problem| problem.path.starts_with("bodies")));
//! ```
//!
//! [`Parameters`] say everything; [`Mechanism::new`] is the door behind which the mechanism is known to fit together;
//! [`Mechanism::run`] computes.

mod bearing;
mod bearing_build;
mod bearing_state;
mod build;
mod check;
mod columns;
mod contact;
mod creep;
mod describe;
mod drives;
mod error;
mod experiment;
mod figures;
mod forward;
mod function;
mod guided;
mod joint;
mod model;
mod names;
mod need;
mod outcome;
mod pace;
pub mod parameters;
mod plausible;
mod record;
mod swing;
mod walk;
mod warnings;

pub use check::check_values;
pub use describe::catalogue;
pub use error::MechanismError;
pub use model::Mechanism;
pub use parameters::Parameters;
