//! What is no skeleton.

/// Why a tree of bodies cannot be.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TreeError {
    /// A parent that does not come before its child.
    #[error("body `{body}` hangs from body {parent}, which does not come before it")]
    Order {
        /// The child.
        body: String,
        /// Its parent's index.
        parent: usize,
    },
    /// A coordinate that does not exist.
    #[error("{who} depends on coordinate {index}, but there are {count}")]
    NoCoordinate {
        /// A joint or a coordinate.
        who: String,
        /// The index.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A number that cannot be.
    #[error("{what} of `{name}` is not possible: {value}")]
    Impossible {
        /// What it is.
        what: &'static str,
        /// Whose.
        name: String,
        /// What was given.
        value: String,
        /// What is expected.
        hint: &'static str,
    },
    /// Coordinates that follow each other in a ring.
    #[error("coordinate `{name}` follows itself")]
    Ring {
        /// One of them.
        name: String,
    },
}

impl TreeError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Order { .. } => "bodies form a tree: list parents first".into(),
            Self::NoCoordinate { .. } => "indices count from 0".into(),
            Self::Impossible { hint, .. } => hint.to_string(),
            Self::Ring { .. } => "a coupled coordinate must lead to a free one".into(),
        };
        Some(hint)
    }
}
