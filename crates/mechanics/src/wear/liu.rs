//! Wear by the area in contact [Liu2011].

use super::{Certainty, Constant, LocalWear, Rubbed};

/// `V = C A S`: every point in contact loses `dh = C ds` whatever its pressure, with
/// `C = (32 CS + 0.3) 10⁻⁹` below a cross-shear of 0.04 and `(1.9 CS + 1.6) 10⁻⁹` above, times `ratio`.
///
/// What touches under less than 0.05 MPa counts by the share `p/0.05 MPa` of its way. Without that the rate has a step: where a
/// swing load rests for half of a cycle, elements touch or part for all of it at once, wear until they part, are touched again
/// as soon as others have followed, and no step of a lifetime is longer than that play (115 steps instead of 37 over ten million
/// cycles of a hip; 0.3 % of the volume is the price).
///
/// *Assumes* conventional polyethylene at pressures at which the real area of contact is the nominal one. *Pitfalls*: all that
/// touches wears alike, so that the edge of the patch, however lightly pressed, wears as fast as its middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Liu {
    /// Wear of the material over that of conventional polyethylene.
    pub ratio: f64,
}

impl Liu {
    /// From this pressure on the whole way counts, in Pa.
    const WHOLE: f64 = 5e4;

    /// C at a cross-shear, without dimension.
    pub fn coefficient(&self, cross_shear: f64) -> f64 {
        let straight = 32.0 * cross_shear + 0.3;
        let crossed = 1.9 * cross_shear + 1.6;
        self.ratio * 1e-9 * if cross_shear < 0.04 { straight } else { crossed }
    }
}

impl LocalWear for Liu {
    fn weight(&self, pressure: f64) -> f64 {
        (pressure / Self::WHOLE).clamp(0.0, 1.0)
    }
    fn depth(&self, rubbed: &Rubbed) -> f64 {
        self.coefficient(rubbed.cross_shear()) * rubbed.weighted
    }
    fn whole_from(&self) -> f64 {
        Self::WHOLE
    }
    fn sensitivity(&self, rubbed: &Rubbed) -> f64 {
        self.coefficient(rubbed.cross_shear()) * rubbed.light / Self::WHOLE
    }
    fn constants(&self) -> Vec<Constant> {
        let constant = |what, value| Constant { what, value, source: "[Liu2011]", certainty: Certainty::Recalled };
        vec![
            constant("C = (a CS + b) 1e-9 below CS 0.04, a:", 32.0),
            constant("b:", 0.3),
            constant("above, a:", 1.9),
            constant("b:", 1.6),
            Constant {
                what: "what touches counts in full from, MPa:",
                value: Self::WHOLE * 1e-6,
                source: "ours",
                certainty: Certainty::Chosen("the rate of wear has no step where a light load rests"),
            },
        ]
    }
    fn ignores(&self) -> &'static str {
        "how hard the surfaces are pressed together"
    }
}

#[cfg(test)]
mod tests {
    use super::super::WearLaw;
    use super::*;

    #[test]
    fn both_branches_nearly_meet() {
        let law = Liu { ratio: 1.0 };
        let (below, above) = (law.coefficient(0.04 - 1e-12), law.coefficient(0.04));
        assert!((below - 1.58e-9).abs() < 1e-15 && (above - 1.676e-9).abs() < 1e-15);
        assert!((law.coefficient(0.0) - 0.3e-9).abs() < 1e-20);
    }

    /// Half of the way under half of the pressure, all of it from there on, and only what is light can change.
    #[test]
    fn light_contact_counts_by_its_share() {
        let law = Liu { ratio: 1.0 };
        let straight = |pressure: f64| {
            let mut rubbed = Rubbed::default();
            rubbed.add(&WearLaw::Liu(law), pressure, [2e-3, 0.0], 1.0);
            (law.depth(&rubbed) / 0.3e-9, law.sensitivity(&rubbed) / 0.3e-9)
        };
        for (pressure, way, slope) in [(25e3, 1e-3, 2e-3 / 5e4), (5e4, 2e-3, 0.0), (8e6, 2e-3, 0.0)] {
            let (found, sensitivity) = straight(pressure);
            assert!(
                (found / way - 1.0).abs() < 1e-12 && (sensitivity - slope).abs() < 1e-12 * 4e-8,
                "{pressure}: {found}"
            );
        }
    }
}
