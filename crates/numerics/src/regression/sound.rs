//! What was stored may have been damaged: whether a fit that was read can be evaluated.

use super::expansion::{Axis, Node};
use super::{AxisBasis, Functions};
use crate::sampling::Points;

/// Functions of one input that a fit has at most; a damaged count must not ask for all of the memory.
const MOST_FUNCTIONS: usize = 1000;

fn positive(x: f64) -> bool {
    x > 0.0 && x.is_finite()
}

/// Whether every product has its parent before it and its factor in the tables.
pub(super) fn are_products(axes: &[Axis], nodes: &[Node]) -> bool {
    let mut functions = 0;
    for axis in axes {
        let known = match axis.basis {
            AxisBasis::Polynomial => true,
            AxisBasis::Fourier { period } => positive(period) && axis.count % 2 == 1,
        };
        let in_order = axis.start == functions && (1..=MOST_FUNCTIONS).contains(&axis.count);
        if !(known && in_order && axis.middle.is_finite() && positive(axis.half)) {
            return false;
        }
        functions += axis.count;
    }
    let fits = |(index, node): (usize, &Node)| node.factor < functions && (node.parent < index || index == 0);
    !axes.is_empty() && nodes.first().is_some_and(|first| first.parent == 0) && nodes.iter().enumerate().all(fits)
}

/// Whether these are whole points of so many coordinates.
pub(super) fn are_points(points: &Points, dimension: usize) -> bool {
    points.is_whole() && points.dimension() == dimension && points.rows().flatten().all(|x| x.is_finite())
}

impl Functions {
    /// Whether they can be evaluated: false for what was stored and then damaged.
    pub fn is_sound(&self) -> bool {
        match self {
            Self::Products { axes, nodes } => are_products(axes, nodes),
            Self::Correlations { ranges, lengths, scaled, .. } => {
                !ranges.is_empty()
                    && lengths.len() == ranges.len()
                    && lengths.iter().all(|length| positive(*length))
                    && ranges.iter().all(|(middle, half)| middle.is_finite() && positive(*half))
                    && are_points(scaled, ranges.len())
            }
        }
    }
}
