//! Wear by the area in contact [Liu2011].

use super::{Certainty, Constant, LocalWear, Rubbed};

/// `V = C A S`: every point in contact loses `dh = C ds` whatever its pressure, with
/// `C = (32 CS + 0.3) 10⁻⁹` below a cross-shear of 0.04 and `(1.9 CS + 1.6) 10⁻⁹` above, times `ratio`.
///
/// *Assumes* conventional polyethylene at pressures at which the real area of contact is the nominal one. *Pitfalls*: all that
/// touches wears alike, so that the edge of the patch, however lightly pressed, wears as fast as its middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Liu {
    /// Wear of the material over that of conventional polyethylene.
    pub ratio: f64,
}

impl Liu {
    /// C at a cross-shear, without dimension.
    pub fn coefficient(&self, cross_shear: f64) -> f64 {
        let straight = 32.0 * cross_shear + 0.3;
        let crossed = 1.9 * cross_shear + 1.6;
        self.ratio * 1e-9 * if cross_shear < 0.04 { straight } else { crossed }
    }
}

impl LocalWear for Liu {
    fn weight(&self, pressure: f64) -> f64 {
        if pressure > 0.0 { 1.0 } else { 0.0 }
    }
    fn depth(&self, rubbed: &Rubbed) -> f64 {
        self.coefficient(rubbed.cross_shear()) * rubbed.weighted
    }
    fn sensitivity(&self, _: &Rubbed) -> f64 {
        0.0
    }
    fn constants(&self) -> Vec<Constant> {
        let constant = |what, value| Constant { what, value, source: "[Liu2011]", certainty: Certainty::Recalled };
        vec![
            constant("C = (a CS + b) 1e-9 below CS 0.04, a:", 32.0),
            constant("b:", 0.3),
            constant("above, a:", 1.9),
            constant("b:", 1.6),
        ]
    }
    fn ignores(&self) -> &'static str {
        "how hard the surfaces are pressed together"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_branches_nearly_meet() {
        let law = Liu { ratio: 1.0 };
        let (below, above) = (law.coefficient(0.04 - 1e-12), law.coefficient(0.04));
        assert!((below - 1.58e-9).abs() < 1e-15 && (above - 1.676e-9).abs() < 1e-15);
        assert!((law.coefficient(0.0) - 0.3e-9).abs() < 1e-20);
    }
}
