//! Skeletons with muscles: from a measured motion to muscle forces and joint contact forces in three dimensions.
//!
//! ```
//! use joints::body::lower_limbs;
//!
//! let model = lower_limbs().expect("the model that comes with the program");
//! let muscle = model.find_muscle("soleus_r").map(|number| &model.muscles[number]);
//! assert!(muscle.is_some_and(|soleus| soleus.hill.strength > 1000.0));
//! ```
//!
//! [`Parameters`] say everything but the files, which are an [`Anatomy`] and a [`Recording`]; [`Body::new`] is the door behind which
//! nothing can be wrong any more; [`Body::run`] computes, and [`Body::compute_hip_cycle`] hands the hip its load.
//!
//! | file | idea |
//! |---|---|
//! | `parameters.rs`, `check.rs`, `describe.rs` | what can be said, what makes no sense, what there is to choose from |
//! | `anatomy.rs`, `osim/`, `scale.rs`, `sizing.rs` | skeleton, muscles and markers; OpenSim's models; another person, by the markers |
//! | `recording.rs`, `shipped.rs`, `winter.rs`, `own.rs` | what was measured; walks that come with the program; Winter's walk in three dimensions; our own lower limbs |
//! | `paths.rs`, `defects.rs` | lengths and moment arms of muscles; where they jump |
//! | `plausible.rs` | numbers of a model that cannot be meant |
//! | `kinematics.rs`, `matching.rs`, `cycles.rs`, `smooth.rs` | from markers or columns to coordinates, plates to bodies, strikes to cycles, coordinates to smooth motion |
//! | `plate_fit.rs` | whether the plates stand under the body |
//! | `analysis.rs`, `sharing.rs`, `priced.rs`, `model.rs` | one instant; who pulls how much; which joints' forces cost; all of them |
//! | `loads.rs` | joint forces in stated frames, and the load cycles of hip and knee |
//! | `outcome.rs`, `figures.rs`, `arms.rs`, `drawing.rs`, `moving.rs`, `warnings.rs` | results and words |

mod analysis;
mod anatomy;
mod arms;
mod check;
mod columns;
mod cycles;
mod defects;
mod describe;
mod drawing;
mod error;
mod figures;
mod joint;
mod kinematics;
mod loads;
mod matching;
mod model;
mod moving;
pub mod osim;
mod outcome;
mod own;
pub mod parameters;
mod paths;
mod plate_fit;
mod plausible;
mod priced;
mod recording;
mod running;
mod scale;
mod sharing;
mod shipped;
mod sizing;
mod smooth;
#[cfg(test)]
mod tests;
mod warnings;
mod winter;

pub use anatomy::{Anatomy, Component, Line, LinePoint, LineWrap, Marker, Place, WrapPlace};
pub use check::{RECORDINGS, check};
pub use describe::catalogue;
pub use error::BodyError;
pub use model::Body;
pub use own::lower_limbs;
pub use parameters::Parameters;
pub use paths::{LineSolver, MuscleState};
pub use recording::{EmgRecord, Kinematics, PlateRecord, Recording};
