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
    #[error("the checkpoint of this run does not fit it: {0}\nhint: remove it to begin anew")]
    Checkpoint(&'static str),
    /// Somebody asked to stop; what there was has been handed over as a checkpoint.
    #[error("interrupted")]
    Interrupted,
}

impl LinerError {
    /// The error without its hint, and the hint.
    pub fn parts(&self) -> (String, String) {
        let text = self.to_string();
        match text.split_once("\nhint: ") {
            Some((message, hint)) => (message.into(), hint.into()),
            None => (text, String::new()),
        }
    }
}
