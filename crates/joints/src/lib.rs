//! The experiments: a joint's parameters with published defaults, the model built from them, its results.
//!
//! A joint never sees a study file: a model built from TOML, from Rust or from Python is the same model.

pub mod body;
pub mod catalogue;
mod closing;
pub mod compare;
pub mod contact;
mod files;
pub mod film;
pub mod gait;
pub mod hip;
pub mod joint;
pub mod knee;
pub mod lifetime;
mod ligament;
pub mod liner;
pub mod mechanism;
mod need;
mod problem;
pub mod replacement;
mod sheet;
mod shelf;
mod surrogates;
pub mod validation;
mod watch;

pub use joint::{Failure, FromParameters, Joint, JointError};
pub use need::{Need, memory};
pub use problem::Problem;
pub(crate) use shelf::Recent;
pub use shelf::{Keepable, Shelf};
pub use surrogates::{FitAsked, FittedSurrogate, Judged, SurrogateFile};
pub use watch::{Unwatched, Watch, compute_key};
