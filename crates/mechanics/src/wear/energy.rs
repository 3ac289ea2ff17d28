//! Work across and along the molecules, each with its own price [SchwenkeWimmer2013].

use super::wang::CIRCULAR;
use super::{Certainty, Constant, LocalWear, Rubbed};

/// `dh = k (CS + (1 − CS)/q) p ds · 2q/(q + 1)`: a unit of volume costs q times as much work along the principal direction of
/// sliding as across it; k is the wear factor on a circular track.
///
/// *Assumes* the ratio of a wheel on a flat, for whose work along and across 8.473 and 1.321 (·10⁸ J per mm³ as printed, which
/// would be a wear thousands of times below any joint's) were measured: the ratio is used, the level is that of pins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DirectedEnergy {
    /// Wear factor on a circular track, in 1/Pa.
    pub factor: f64,
}

/// Work along over work across for the same volume.
const DEARER: f64 = 6.4;

impl DirectedEnergy {
    /// Of a material that wears so much over conventional polyethylene.
    pub fn of(ratio: f64) -> Self {
        Self { factor: ratio * CIRCULAR.value * 1e-9 }
    }

    fn at(&self, cross_shear: f64) -> f64 {
        self.factor * (cross_shear + (1.0 - cross_shear) / DEARER) * 2.0 * DEARER / (DEARER + 1.0)
    }
}

impl LocalWear for DirectedEnergy {
    fn weight(&self, pressure: f64) -> f64 {
        pressure.max(0.0)
    }
    fn depth(&self, rubbed: &Rubbed) -> f64 {
        self.at(rubbed.cross_shear()) * rubbed.work
    }
    fn sensitivity(&self, rubbed: &Rubbed) -> f64 {
        self.at(rubbed.cross_shear()) * rubbed.slid
    }
    fn constants(&self) -> Vec<Constant> {
        let ratio = Constant {
            what: "work along over work across for the same volume:",
            value: DEARER,
            source: "[SchwenkeWimmer2013]",
            certainty: Certainty::Confirmed("the abstract of the paper"),
        };
        vec![Constant { value: self.factor * 1e9, ..CIRCULAR }, ratio]
    }
    fn ignores(&self) -> &'static str {
        "the order in which directions follow each other, and any influence of the pressure on the factor"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_wears_by_its_factor_and_a_line_by_what_is_dearer() {
        let law = DirectedEnergy { factor: 1e-15 };
        assert!((law.at(0.5) / 1e-15 - 1.0).abs() < 1e-14);
        // Along a line: 2/(q + 1) of the circle.
        assert!((law.at(0.0) / (1e-15 * 2.0 / 7.4) - 1.0).abs() < 1e-14);
    }
}
