//! Why two surfaces do not make a pair.

use super::Body;

/// Why two surfaces do not make a pair.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PairError {
    /// Points that are no distance apart.
    #[error("the points of a contact are to be {spacing} m apart")]
    Spacing {
        /// What was asked for.
        spacing: f64,
    },
    /// No points at all, or none with an area.
    #[error("the surface of the {body} has no points")]
    NoPoints {
        /// Which surface.
        body: Body,
    },
    /// A law that gives no pressure.
    #[error("the lining of the {body} at point {point} has stiffness {stiffness} Pa/m and thickness {thickness} m")]
    Law {
        /// Which surface.
        body: Body,
        /// Which of its points, from 0.
        point: usize,
        /// Pressure per indentation.
        stiffness: f64,
        /// Thickness of the lining.
        thickness: f64,
    },
    /// A compliance of other points.
    #[error("a compliance of {rows} points does not fit a contact with {points}")]
    Compliance {
        /// Points of the pair.
        points: usize,
        /// Rows of the compliance.
        rows: usize,
    },
    /// A part of the surface where there is nothing.
    #[error("no point of the base lies in the region `{name}`")]
    EmptyRegion {
        /// Its name.
        name: String,
        /// Lowest corner of the base.
        low: [f64; 3],
        /// Highest corner of the base.
        high: [f64; 3],
    },
}

impl PairError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Spacing { .. } => "give a spacing above zero, about a tenth of the patch".into(),
            Self::NoPoints { .. } => "give it points, or sample the other surface".into(),
            Self::Law { .. } => "both must be positive and finite".into(),
            Self::Compliance { .. } => "one surface carries the points, and they are those of the compliance".into(),
            Self::EmptyRegion { low, high, .. } => {
                let place = |at: &[f64; 3]| format!("({:.4}, {:.4}, {:.4})", at[0], at[1], at[2]);
                format!("regions are in the frame of the base, which reaches from {} to {} m", place(low), place(high))
            }
        };
        Some(hint)
    }
}
