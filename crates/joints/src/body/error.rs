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
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl BodyError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Sharing { .. } => Some("look at the motion around that time: units, gaps, plates".into()),
            Self::Interrupted => None,
        }
    }
}
