//! Why a motion cannot go on.

use crate::solid::SolidError;
use numerics::cone::ConeError;

/// A motion that ends before its time.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DynamicsError {
    /// The solid, its mesh or its factorisation.
    #[error(transparent)]
    Solid(#[from] SolidError),
    /// A setting that makes no sense.
    #[error("{what} is {value}")]
    BadSetting {
        /// Which.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What would be right.
        hint: &'static str,
    },
    /// The body lies in the solid at the start.
    #[error("the body overlaps the solid by {overlap:.3e} m at the start, at node {node}")]
    Overlap {
        /// How deep.
        overlap: f64,
        /// The node's number.
        node: usize,
    },
    /// No reactions were found.
    #[error("at t = {time:.6e} s, node {node}: {cause}")]
    NoReactions {
        /// Time.
        time: f64,
        /// Number of the node with the worst contact.
        node: usize,
        /// What the solver said.
        cause: ConeError,
    },
    /// Velocities of a solid that is not linear did not settle.
    #[error(
        "at t = {time:.6e} s the velocities still change by {change:.3e} of themselves after {iterations} iterations, most at node {node}"
    )]
    NotSettled {
        /// Time.
        time: f64,
        /// Relative change.
        change: f64,
        /// Iterations.
        iterations: usize,
        /// Number of the node that changes most.
        node: usize,
    },
    /// Wear has reached the other side.
    #[error("worn through at t = {time:.6e} s: {depth:.3e} m of {thickness:.3e} m at node {node}")]
    WornThrough {
        /// Time.
        time: f64,
        /// Depth there.
        depth: f64,
        /// What there was.
        thickness: f64,
        /// The node's number.
        node: usize,
    },
}

impl DynamicsError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::BadSetting { hint, .. } => hint.to_string(),
            Self::Overlap { .. } => "start clear of the solid".into(),
            Self::NotSettled { .. } => "use a smaller time step".into(),
            Self::WornThrough { .. } => "fewer cycles, a smaller wear factor or amplification".into(),
            Self::Solid(cause) => return cause.hint(),
            Self::NoReactions { cause, .. } => return cause.hint(),
        };
        Some(hint)
    }
}

impl DynamicsError {
    /// Whether a smaller step may help.
    pub fn asks_for_smaller_step(&self) -> bool {
        matches!(
            self,
            Self::NoReactions { .. } | Self::NotSettled { .. } | Self::Solid(SolidError::TurnedInsideOut { .. })
        )
    }
}
