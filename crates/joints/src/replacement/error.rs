//! Why a run could not be finished.

use mechanics::contact::surrogate::SurrogateError;
use mechanics::rigid::RigidError;
use numerics::spline::SplineError;

use super::reason::Reason;

/// Why a run could not be finished.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ReplacementError {
    /// No place at which the loads are carried.
    #[error("at {percent:.1} % of the cycle nothing carries the axial force of {load:.0} N: {reason}")]
    NoBalance {
        /// When, in percent of the cycle.
        percent: f64,
        /// The axial force.
        load: f64,
        /// Why.
        reason: Reason,
        /// Whether the load drives, and not a pose.
        load_driven: bool,
    },
    /// A curve of the cycle, or of its motion, is no function.
    #[error("a curve over the cycle cannot be followed: {0}")]
    Curve(SplineError),
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
    /// How the insert gives way could not be computed.
    #[error("the finite elements of the insert cannot be computed: {0}")]
    Elements(String),
    /// A surrogate could not be fitted.
    #[error("{0}")]
    Fit(Box<SurrogateError>),
    /// A checkpoint that does not belong here.
    #[error(
        "what was kept of this lifetime does not fit it: it has another surface, lies beyond its end, or is damaged"
    )]
    Checkpoint,
    /// A lifetime that no step can follow.
    #[error("after {cycles:.3e} cycles no step of the lifetime is short enough for what a cycle wears and creeps")]
    Stuck {
        /// Cycles until then.
        cycles: f64,
    },
    /// A surrogate of finite elements.
    #[error("a surrogate fits the gaps of springs, and this contact has none: it is one of finite elements")]
    NoSprings,
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
    /// The keys of the parameters that it is about, the most telling first.
    pub fn keys(&self) -> Vec<&'static str> {
        let first = match self {
            Self::NoBalance { reason, .. } => Some(reason.key()),
            Self::Elements(_) => Some("contact.finite-elements"),
            _ => None,
        };
        first.into_iter().chain(["activity.pose", "implant", "activity", "experiment"]).collect()
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoBalance { reason, load_driven, .. } => reason.hint(*load_driven),
            Self::Curve(_) => "check the columns of pose and load",
            Self::TooFar { .. } => {
                "check implant.axes, the units and the signs of the pose; or raise experiment.measured-pose.largest-offset"
            }
            Self::Motion(_) => {
                "use a tolerance nearer to 1e-4, or leave `dynamic` out for equilibrium at every instant"
            }
            Self::Elements(_) => "look at the insert with `synovia mesh`, or choose another spacing",
            Self::Fit(_) => "ask for more samples, or a motion that keeps both sides in contact",
            Self::Checkpoint => "delete the checkpoint beside the result: the lifetime then begins afresh",
            Self::Stuck { .. } => "check the wear factor, the loads and their units; or a larger lifetime.tolerance",
            Self::NoSprings => "fit it to contact = \"linear\" or \"logarithmic\"",
            Self::Interrupted => return None,
        };
        Some(hint.into())
    }
}
