//! Where a surrogate is valid.

use nalgebra::Isometry3;
use serde::{Deserialize, Serialize};

use super::{ElasticContact, SurrogateError};

/// What one coordinate does.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Range {
    /// It varies about a middle.
    Varied {
        /// Middle.
        middle: f64,
        /// Half of the width.
        half: f64,
    },
    /// It does not change the loads: the turning of a ball.
    Indifferent,
}

/// Poses and loads for which a surrogate is made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Domain {
    /// Ranges of the six coordinates ([`super::compute_coordinates`]); along the sensitive one, where to look for contact.
    pub ranges: [Range; 6],
    /// The translation (0, 1 or 2) to which the force is most sensitive.
    pub sensitive: usize,
    /// Least and greatest force, in N.
    pub loads: [f64; 2],
}

/// The translation along which the force changes most at a pose in contact.
pub fn compute_sensitive_axis<C: ElasticContact>(contact: &C, pose: &Isometry3<f64>) -> usize {
    let (_, slopes) = contact.evaluate_with_slopes(pose, &mut contact.scratch());
    (0..3).max_by(|&a, &b| slopes[(a, a)].abs().total_cmp(&slopes[(b, b)].abs())).unwrap_or(1)
}

impl Domain {
    /// Says what is wrong with it.
    ///
    /// # Errors
    /// When a range is empty, or the loads are not positive and increasing.
    pub fn check(&self) -> Result<(), SurrogateError> {
        for range in self.ranges {
            if let Range::Varied { half, middle } = range
                && !(half > 0.0 && half.is_finite() && middle.is_finite())
            {
                let hint = "give a positive width, or call the coordinate indifferent";
                return Err(SurrogateError::Domain { what: "half of a range", value: half, hint });
            }
        }
        if self.sensitive > 2 || self.ranges[self.sensitive] == Range::Indifferent {
            let (value, hint) = (self.sensitive as f64, "a translation that varies: 0, 1 or 2");
            return Err(SurrogateError::Domain { what: "the sensitive coordinate", value, hint });
        }
        let [least, greatest] = self.loads;
        if !(least > 0.0 && least < greatest && greatest.is_finite()) {
            let hint = "loads are positive, the smaller first";
            return Err(SurrogateError::Domain { what: "the least load", value: least, hint });
        }
        Ok(())
    }

    /// The coordinates that vary, the sensitive one left out.
    pub(super) fn varied(&self) -> impl Iterator<Item = usize> + '_ {
        (0..6).filter(|&axis| axis != self.sensitive && matches!(self.ranges[axis], Range::Varied { .. }))
    }

    /// Middle and half width of a coordinate.
    pub(super) fn range(&self, axis: usize) -> (f64, f64) {
        match self.ranges[axis] {
            Range::Varied { middle, half } => (middle, half),
            Range::Indifferent => (0.0, 0.0),
        }
    }
}
