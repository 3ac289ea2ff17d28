//! Why a run could not be finished.

use mechanics::rigid::RigidError;

/// Why a run could not be finished.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum GaitError {
    /// The inverse dynamics of the ideal hip failed.
    #[error("inverse dynamics: {0}")]
    Motion(Box<RigidError>),
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl GaitError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Motion(_) => Some("look at the recording around that time: smoothing, gaps, units".into()),
            Self::Interrupted => None,
        }
    }
}
