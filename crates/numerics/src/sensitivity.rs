//! Which input matters: designs of runs, and what their outputs say.
//!
//! ```
//! use numerics::sensitivity::MorrisDesign;
//!
//! let design = MorrisDesign::new(2, 4, 4, 1)?;
//! let outputs: Vec<f64> = design.points().rows().map(|x| 3.0 * x[0] + x[1]).collect();
//! let effects = design.compute_effects(&outputs)?;
//! assert!((effects[0].mean_absolute - 3.0).abs() < 1e-9 && (effects[1].mean_absolute - 1.0).abs() < 1e-9);
//! # Ok::<(), numerics::sensitivity::SensitivityError>(())
//! ```
//!
//! Both methods work in the unit cube: [`Points`](crate::sampling::Points) to run, one output (or NaN, for a run that
//! failed) for each of them, one answer for each input. A design whose number of trajectories or rows grows begins with
//! the same points, so that a study can be continued.

mod bootstrap;
mod morris;
mod variance;

pub use morris::{ElementaryEffect, MorrisDesign};
pub use variance::{SobolDesign, SobolIndex};

/// A design that cannot be made, or outputs that do not belong to it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SensitivityError {
    /// Too few points to tell.
    #[error("{count} {what}: at least {least} are needed")]
    TooFew {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many are needed.
        least: usize,
    },
    /// The grid of Morris' method needs an even number of levels.
    #[error("{levels} levels: Morris' grid needs an even number, 4 is usual")]
    OddLevels {
        /// What was asked for.
        levels: usize,
    },
    /// Outputs for other points.
    #[error("{outputs} outputs for {points} points")]
    WrongCount {
        /// How many came.
        outputs: usize,
        /// How many were expected.
        points: usize,
    },
    /// Nothing varies.
    #[error("the output is {value} in every run: no input has any influence")]
    Constant {
        /// Its value.
        value: f64,
    },
    /// The low-discrepancy sequence has not so many coordinates.
    #[error(transparent)]
    Sequence(#[from] crate::sampling::SequenceError),
}
