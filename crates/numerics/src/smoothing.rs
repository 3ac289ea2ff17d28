//! Measured points without their noise.
//!
//! ```
//! use std::f64::consts::TAU;
//!
//! use numerics::smoothing::filter_zero_lag;
//!
//! // An angle that swings once a second and trembles at 40 Hz, 100 frames a second.
//! let swing = |frame: usize| (TAU * frame as f64 / 100.0).sin();
//! let measured: Vec<f64> = (0..200).map(|frame| swing(frame) + 0.1 * (TAU * 0.4 * frame as f64).sin()).collect();
//! let smooth = filter_zero_lag(&measured, 100.0, 6.0)?;
//! assert!((measured[107] - swing(107)).abs() > 0.05 && (smooth[107] - swing(107)).abs() < 0.01);
//! # Ok::<(), numerics::smoothing::SmoothingError>(())
//! ```

mod butterworth;
mod penalised;

pub use butterworth::filter_zero_lag;
pub use penalised::smooth_penalised;

/// Why points cannot be smoothed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SmoothingError {
    /// A cut-off that the samples cannot show.
    #[error("a cut-off of {cutoff} Hz at {rate} samples per second")]
    Cutoff {
        /// What was given, in Hz.
        cutoff: f64,
        /// Samples per second.
        rate: f64,
    },
    /// Too few points.
    #[error("{count} points")]
    TooFew {
        /// How many there are.
        count: usize,
        /// How many it takes.
        fewest: usize,
    },
    /// A value that is not a finite number, or a time that does not increase.
    #[error("point {index} is {value}")]
    Broken {
        /// Which one.
        index: usize,
        /// What it is.
        value: f64,
    },
}

impl SmoothingError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Cutoff { .. } => "it must be more than 0 and below half of the sampling rate".into(),
            Self::TooFew { fewest, .. } => format!("smoothing needs {fewest} at the least"),
            Self::Broken { .. } => "fill or remove the gap, and sort the points".into(),
        };
        Some(hint)
    }
}
