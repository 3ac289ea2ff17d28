//! The liner of a cup by finite elements: static contact with the head, and motion with coupled wear [Jourdan2009].
//!
//! ```
//! use joints::liner::{Parameters, check};
//! use quantity::Length;
//!
//! // What cannot be is said with its key and a hint.
//! let mut parameters = Parameters::default();
//! assert!(check(&parameters).is_empty());
//! parameters.cup.thickness = Length::from_si(0.0);
//! let problems = check(&parameters);
//! assert!(problems.iter().any(|problem| problem.path.starts_with("cup") && !problem.hint.is_empty()));
//! ```
//!
//! [`Parameters`] say everything; [`Liner::new`] is the door behind which nothing can be wrong any more ([`Liner::with_cycle`] with a load
//! cycle of the user's, and [`Liner::with_mesh`] for a mesh from a file); [`Liner::run`] computes. A run that is stopped leaves a checkpoint with whoever [watches](crate::Watch), and goes on from it.

mod check;
mod contact_method;
mod describe;
mod drive;
mod error;
mod figures;
mod joint;
mod model;
mod need;
mod outcome;
mod own_mesh;
pub mod parameters;
mod record;
mod rest;
mod run;
mod volume;
mod warnings;
mod wear_law;

pub use check::check;
pub use error::LinerError;
pub use model::Liner;
pub use own_mesh::{LinerMesh, MeshFileError};
pub use parameters::Parameters;
