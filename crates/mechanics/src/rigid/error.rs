//! What is wrong with a mechanism, or stopped its motion.

use numerics::ode::Failure;
use numerics::spline::SplineError;

/// A mechanism that makes no sense, cannot be assembled, or whose motion could not be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RigidError {
    /// Two things of one kind share a name, or one has none.
    #[error("the name `{name}` is used by more than one {kind}, or is empty")]
    BadName {
        /// What kind.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A body that does not exist.
    #[error("`{element}` is attached to `{body}`, which is no body")]
    UnknownBody {
        /// What refers to it.
        element: String,
        /// The name given.
        body: String,
        /// The names that exist.
        known: String,
    },
    /// A mass or moment of inertia that is not positive.
    #[error("the {what} of body `{body}` is {value}")]
    BadMass {
        /// Which body.
        body: String,
        /// Mass or moment of inertia.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// Both ends on the same body.
    #[error("both ends of `{element}` are on `{body}`")]
    Detached {
        /// Which element.
        element: String,
        /// The body.
        body: String,
    },
    /// A number that makes no sense.
    #[error("{what} of `{element}` is {value}")]
    BadValue {
        /// Which element.
        element: String,
        /// Which number.
        what: &'static str,
        /// What was given.
        value: f64,
        /// What is needed.
        hint: &'static str,
    },
    /// A function through points that are no function.
    #[error("the function of `{element}`: {source}")]
    BadFunction {
        /// Which element.
        element: String,
        /// Why.
        source: SplineError,
    },
    /// Outlines that cannot touch at one point.
    #[error("contact `{contact}` pairs a {first} with a {second}, which cannot touch at a single point")]
    CannotTouch {
        /// Which contact.
        contact: String,
        /// One outline.
        first: &'static str,
        /// The other one.
        second: &'static str,
    },
    /// Constraints that cannot hold at once.
    #[error("{redundant} repeats what {others} already prescribe at t = {time} s, and contradicts it: {consequence}")]
    Contradiction {
        /// The constraints that add nothing, named.
        redundant: String,
        /// What they depend on, named.
        others: String,
        /// How they contradict each other.
        consequence: String,
        /// When.
        time: f64,
    },
    /// Positions that no joint can reach.
    #[error(
        "the mechanism cannot be assembled: `{constraint}` misses by {miss:.6e} {unit}{others} at t = {time} s, after {iterations} iterations"
    )]
    NotAssembled {
        /// The constraint that misses most.
        constraint: String,
        /// By how much.
        miss: f64,
        /// In metres or radians.
        unit: &'static str,
        /// Up to four more that miss, in words, largest first.
        others: String,
        /// When.
        time: f64,
        /// Newton steps made.
        iterations: u32,
    },
    /// A contact that starts deep inside.
    #[error("contact `{contact}` starts {depth:.3e} m deep, where {allowed:.3e} m are allowed")]
    Overlap {
        /// Which contact.
        contact: String,
        /// Its indentation.
        depth: f64,
        /// The most that is allowed.
        allowed: f64,
    },
    /// A kinematic analysis of something that can still move.
    #[error("{free} degrees of freedom are not guided")]
    NotGuided {
        /// How many.
        free: usize,
    },
    /// Constraints that have no numbers any more.
    #[error("the reaction of `{constraint}` is not a number at t = {time} s")]
    Singular {
        /// The constraint.
        constraint: String,
        /// When.
        time: f64,
    },
    /// No place of rest.
    #[error("no equilibrium after {iterations} iterations: {residual:.3e} N are left, most of them on `{body}`")]
    NoEquilibrium {
        /// Iterations made.
        iterations: u32,
        /// Largest unbalanced force or moment.
        residual: f64,
        /// The body on which it acts.
        body: String,
    },
    /// An integration that stopped.
    #[error("body `{body}` cannot be followed beyond t = {time:.6} s with a step of {step:.3e} s{stiffest}: {source}")]
    Stopped {
        /// When.
        time: f64,
        /// The last step tried.
        step: f64,
        /// The body whose motion is worst.
        body: String,
        /// The stiffest contact at that time, in words.
        stiffest: String,
        /// Why.
        source: Failure,
    },
}

impl RigidError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::BadName { kind, .. } => format!("give every {kind} a name of its own"),
            Self::UnknownBody { known, .. } => format!("known are {known}"),
            Self::BadMass { .. } => "every body needs a positive mass and moment of inertia; a massless part is better left out, with its joints merged".into(),
            Self::Detached { .. } => "a joint, spring, ligament or contact needs attachments on two different bodies".into(),
            Self::BadValue { hint, .. } => hint.to_string(),
            Self::CannotTouch { .. } => "a circle touches anything (a socket only if that is larger), a profile touches lines and profiles".into(),
            Self::Contradiction { .. } => "remove one of them, or make them agree; a linkage on its way has come to a dead point and can go no farther".into(),
            Self::NotAssembled { constraint, .. } => format!("check the lengths and attachments of `{constraint}`, and start from positions that are nearer to fitting"),
            Self::Overlap { .. } => "move the bodies apart, or raise `deepest-start` if this is meant".into(),
            Self::NotGuided { .. } => "guide as many coordinates, or run forward dynamics".into(),
            Self::Singular { .. } => "a motion that has run away; check masses, stiffnesses and loads".into(),
            Self::NoEquilibrium { .. } => "start nearer to it, or support the body".into(),
            Self::BadFunction { source, .. } => return source.hint(),
            Self::Stopped { source, .. } => return source.hint(),
        };
        Some(hint)
    }
}
