//! The unified theory: only work across the molecules wears [Wang2001].

use super::{Certainty, Constant, LocalWear, Rubbed};

/// The wear factor on a circular track, in mm³/(N·m): pins of conventional polyethylene [Saikko2005].
pub(crate) const CIRCULAR: Constant = Constant {
    what: "wear factor on a circular track, mm³/(N·m):",
    value: 1.63e-6,
    source: "multidirectional pin on disc [Saikko2005]",
    certainty: Certainty::Recalled,
};

/// `dh = k · 2 CS · p ds`, k the wear factor on a circular track, where half of the work is across.
///
/// For directions spread evenly over ±α this is `k (1 − sin 2α/2α)`, the form in which the theory was printed. Cross-linking
/// divides k.
///
/// *Assumes* that work along the molecules wears nothing. *Pitfalls*: a straight track never wears.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wang {
    /// Wear factor on a circular track, in 1/Pa.
    pub factor: f64,
}

impl Wang {
    /// Of a material that wears so much over conventional polyethylene.
    pub fn of(ratio: f64) -> Self {
        Self { factor: ratio * CIRCULAR.value * 1e-9 }
    }
}

impl LocalWear for Wang {
    fn weight(&self, pressure: f64) -> f64 {
        pressure.max(0.0)
    }
    fn depth(&self, rubbed: &Rubbed) -> f64 {
        self.factor * 2.0 * rubbed.cross_shear() * rubbed.work
    }
    fn sensitivity(&self, rubbed: &Rubbed) -> f64 {
        self.factor * 2.0 * rubbed.cross_shear() * rubbed.slid
    }
    fn constants(&self) -> Vec<Constant> {
        vec![Constant { value: self.factor * 1e9, ..CIRCULAR }]
    }
    fn ignores(&self) -> &'static str {
        "wear along the molecules, the order in which directions follow each other, and any influence of the pressure on the factor"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wear::WearLaw;

    /// The printed form: 1 − sin 2α/(2α) of the circle's wear, for directions spread evenly over ±α.
    #[test]
    fn directions_within_an_angle_wear_as_printed() {
        for alpha in [0.2f64, 0.8, 1.4] {
            let (law, n) = (Wang::of(1.0), 4000);
            let mut rubbed = Rubbed::default();
            for i in 0..n {
                let theta = alpha * (2.0 * (f64::from(i) + 0.5) / f64::from(n) - 1.0);
                rubbed.add(&WearLaw::Wang(law), 2e6, [theta.cos() * 1e-5, theta.sin() * 1e-5], 1.0);
            }
            let exact = 1.63e-15 * (1.0 - (2.0 * alpha).sin() / (2.0 * alpha)) * 2e6 * 1e-5 * f64::from(n);
            assert!((law.depth(&rubbed) / exact - 1.0).abs() < 1e-5, "{alpha}");
        }
    }
}
