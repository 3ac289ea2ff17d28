//! Why a run could not be finished.

use numerics::distribution::DistributionError;

/// Why a run could not be finished.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BodyError {
    /// Muscles could not share the moments.
    #[error("muscle forces at {time:.4} s: {cause}")]
    Sharing {
        /// When.
        time: f64,
        /// Why.
        cause: DistributionError,
    },
    /// A result that is no number.
    #[error("`{name}` came out as no number")]
    NoNumber {
        /// Which.
        name: String,
    },
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl BodyError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Sharing { .. } => Some("look at the motion around that time: units, gaps, plates".into()),
            Self::NoNumber { .. } => {
                Some("look for absurd numbers in the functions of the model, and in the plates".into())
            }
            Self::Interrupted => None,
        }
    }
}
