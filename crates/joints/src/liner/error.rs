//! Why a run could not be finished.

use mechanics::solid::SolidError;
use mechanics::solid::dynamics::DynamicsError;

/// Why a run could not be finished.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LinerError {
    /// The equilibrium could not be computed.
    #[error(transparent)]
    Solid(#[from] SolidError),
    /// The motion could not be followed from the start.
    #[error(transparent)]
    Dynamics(#[from] DynamicsError),
    /// What was kept of this run cannot be understood.
    #[error("the checkpoint of this run does not fit it: {0}")]
    Checkpoint(&'static str),
    /// Somebody asked to stop; what there was has been handed over as a checkpoint.
    #[error("interrupted")]
    Interrupted,
}

impl LinerError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Solid(error) => error.hint(),
            Self::Dynamics(error) => error.hint(),
            Self::Checkpoint(_) => Some("remove it to begin anew".into()),
            Self::Interrupted => None,
        }
    }
}
