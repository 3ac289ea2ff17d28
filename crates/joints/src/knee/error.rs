//! Why a run could not be finished.

use mechanics::rigid::RigidError;

/// Why a run could not be finished.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum KneeError {
    /// The equations of motion could not be followed.
    #[error("{run}: {source}")]
    Motion {
        /// Which run of the comparison.
        run: String,
        /// Why.
        source: Box<RigidError>,
    },
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl KneeError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Motion { .. } => Some(
                "use a stiff scheme (\"rosenbrock\"), a tolerance nearer to 1e-6, or check masses and moduli for their units"
                    .into(),
            ),
            Self::Interrupted => None,
        }
    }
}
