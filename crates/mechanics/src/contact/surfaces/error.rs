//! Why two surfaces do not make a pair.

use super::Body;

/// Why two surfaces do not make a pair.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PairError {
    /// Points that are no distance apart.
    #[error(
        "the points of a contact are to be {spacing} m apart\n hint: give a spacing above zero, about a tenth of the patch"
    )]
    Spacing {
        /// What was asked for.
        spacing: f64,
    },
    /// No points at all, or none with an area.
    #[error("the surface of the {body} has no points\n hint: give it points, or sample the other surface")]
    NoPoints {
        /// Which surface.
        body: Body,
    },
    /// A law that gives no pressure.
    #[error(
        "the lining of the {body} at point {point} has stiffness {stiffness} Pa/m and thickness {thickness} m\n hint: both must be positive and finite"
    )]
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
    #[error(
        "a compliance of {rows} points does not fit a contact with {points}\n hint: one surface carries the points, and they are those of the compliance"
    )]
    Compliance {
        /// Points of the pair.
        points: usize,
        /// Rows of the compliance.
        rows: usize,
    },
    /// A part of the surface where there is nothing.
    #[error("no point of the base lies in the region `{name}`\n hint: regions are in the frame of the base, which reaches from ({:.4}, {:.4}, {:.4}) to ({:.4}, {:.4}, {:.4}) m", low[0], low[1], low[2], high[0], high[1], high[2])]
    EmptyRegion {
        /// Its name.
        name: String,
        /// Lowest corner of the base.
        low: [f64; 3],
        /// Highest corner of the base.
        high: [f64; 3],
    },
}
