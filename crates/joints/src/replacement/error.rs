//! Why a run could not be finished.

use mechanics::contact::surrogate::SurrogateError;
use mechanics::rigid::RigidError;

/// Why a run could not be finished.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ReplacementError {
    /// No place at which the loads are carried.
    #[error("at {percent:.0} % of the cycle nothing carries the axial force of {load:.0} N: {source}")]
    NoBalance {
        /// When, in percent of the cycle.
        percent: f64,
        /// The axial force.
        load: f64,
        /// Why.
        source: Box<RigidError>,
    },
    /// The parts are not where the pose says.
    #[error(
        "at {percent:.0} % of the cycle the femoral component had to be moved by {offset:.2} mm to carry {load:.0} N, more than \
         the {allowed:.2} mm that are allowed{}", through(*depth)
    )]
    TooFar {
        /// When, in percent of the cycle.
        percent: f64,
        /// How far, in mm, upwards.
        offset: f64,
        /// The axial force.
        load: f64,
        /// What is allowed, in mm.
        allowed: f64,
        /// How deep the parts are in each other as measured, in mm.
        depth: f64,
    },
    /// The equations of motion could not be followed.
    #[error("{0}")]
    Motion(Box<RigidError>),
    /// A surrogate could not be fitted.
    #[error("{0}")]
    Fit(Box<SurrogateError>),
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl From<SurrogateError> for ReplacementError {
    fn from(error: SurrogateError) -> Self {
        Self::Fit(Box::new(error))
    }
}

fn through(depth: f64) -> String {
    if depth > 0.0 {
        format!(": as measured, the parts are {depth:.2} mm deep in one another")
    } else {
        ": as measured, the parts do not touch".into()
    }
}

impl ReplacementError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoBalance { .. } => {
                "check that the parts lie on one another: implant.axes, the units of the files, and the columns and signs of the pose"
            }
            Self::TooFar { .. } => {
                "check implant.axes, the units and the signs of the pose; or raise experiment.measured-pose.largest-offset"
            }
            Self::Motion(_) => {
                "use a tolerance nearer to 1e-4, or leave `dynamic` out for equilibrium at every instant"
            }
            Self::Fit(_) => "ask for more samples, or a motion that keeps both sides in contact",
            Self::Interrupted => return None,
        };
        Some(hint.into())
    }
}
