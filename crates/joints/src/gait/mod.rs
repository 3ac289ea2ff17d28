//! A walk in the sagittal plane with an ideal, dry or lubricated hip [Costa2016].
//!
//! ```
//! use joints::gait::{Gait, Parameters, shipped};
//! use joints::{Joint, Unwatched};
//!
//! let recording = shipped::find("winter").expect("comes with the program").recording();
//! let walk = Gait::new(Parameters::default(), recording).expect("the defaults are sound");
//! let outcome = walk.run_headline(&Unwatched).expect("a walk");
//! assert!(!outcome.headline.is_empty());
//! ```
//!
//! [`Parameters`] say everything but the measurement, which is a [`Recording`]; [`Gait::new`] is the door behind which
//! nothing can be wrong any more; [`Gait::run`] computes.
//!
//! | file | idea |
//! |---|---|
//! | `parameters.rs`, `body_input.rs`, `motion_input.rs`, `hip_input.rs`, `check.rs` | what can be said, and what makes no sense |
//! | `plausible.rs` | what makes sense, but is no walk |
//! | `recording.rs`, `shipped.rs` | what was measured; Winter's walk |
//! | `anthropometry.rs` | segments of a body |
//! | `walk.rs` | from a recording to smooth functions of time |
//! | `leg.rs`, `other_leg.rs`, `implant.rs`, `loads.rs` | the legs as a mechanism; head and cup; joint loads of the ideal hip |
//! | `start.rs`, `forward.rs` | where a dry or lubricated hip starts, and its forward dynamics |
//! | `model.rs`, `case.rs`, `history.rs` | the door; one run and what it leaves behind |
//! | `segments.rs`, `pressure.rs` | every segment in both directions; the pressure of Eq. 27 around the head |
//! | `outcome.rs`, `stick.rs`, `figures.rs`, `warnings.rs`, `describe.rs` | results and words |

mod anthropometry;
mod body_input;
mod case;
mod check;
mod describe;
mod error;
mod figures;
mod forward;
mod hip_input;
mod history;
mod implant;
mod joint;
mod leg;
mod loads;
mod model;
mod motion_input;
mod need;
mod other_leg;
mod outcome;
pub mod parameters;
mod plausible;
mod pressure;
mod recording;
mod segments;
pub mod shipped;
mod start;
mod stick;
#[cfg(test)]
mod tests;
mod walk;
mod warnings;

pub use anthropometry::{Segment, Skeleton};
pub use check::check;
pub use describe::catalogue;
pub use error::GaitError;
pub use model::Gait;
pub use parameters::Parameters;
pub use recording::{
    Ground, Kinematics, MARKERS, OtherKinematics, OtherLegRecord, Recording, Reference, SEGMENTS, SegmentFrame,
};
