//! Wear that knows pressure and cross-shear [Kang2009].

use super::{Certainty, Constant, LocalWear, Rubbed};

/// `dh = k p ds` with `k = r exp(A + B ln CS + C p)`.
///
/// | symbol | value | unit |
/// |---|---|---|
/// | A | −13.1 | ln of mm³/(N·m) |
/// | B | 0.19 | – |
/// | C | −0.29 | 1/MPa |
/// | r | `ratio` | of the material over conventional polyethylene |
///
/// *Assumes* what was fitted to pins: conventional polyethylene at 1 to 11 MPa and cross-shear up to 0.25. *Pitfalls*: on a
/// straight track nothing wears; above 1/0.29 = 3.4 MPa a higher pressure wears *less*, so that a bump that carries more
/// stays: differences between neighbours grow instead of wearing away.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kang {
    /// Wear of the material over that of conventional polyethylene.
    pub ratio: f64,
}

impl Kang {
    const LEVEL: f64 = -13.1;
    const CROSSING: f64 = 0.19;
    /// 1/Pa.
    const PRESSING: f64 = -0.29e-6;
    const MM3_PER_N_M: f64 = 1e-9;

    /// k without its pressure, in 1/Pa.
    fn factor(&self, cross_shear: f64) -> f64 {
        if cross_shear > 0.0 {
            self.ratio * Self::MM3_PER_N_M * (Self::LEVEL + Self::CROSSING * cross_shear.ln()).exp()
        } else {
            0.0
        }
    }

    /// Wear factor at a cross-shear and a pressure (Pa), in 1/Pa.
    pub fn wear_factor(&self, cross_shear: f64, pressure: f64) -> f64 {
        self.factor(cross_shear) * (Self::PRESSING * pressure).exp()
    }
}

impl LocalWear for Kang {
    fn weight(&self, pressure: f64) -> f64 {
        let p = pressure.max(0.0);
        p * (Self::PRESSING * p).exp()
    }
    fn depth(&self, rubbed: &Rubbed) -> f64 {
        self.factor(rubbed.cross_shear()) * rubbed.weighted
    }
    fn sensitivity(&self, rubbed: &Rubbed) -> f64 {
        // The slope of p e^{Cp} is largest without pressure.
        self.factor(rubbed.cross_shear()) * rubbed.slid
    }
    fn fitted_pressures(&self) -> Option<[f64; 2]> {
        Some([1e6, 11e6])
    }
    fn constants(&self) -> Vec<Constant> {
        let constant = |what, value| Constant { what, value, source: "[Kang2009]", certainty: Certainty::Recalled };
        vec![
            constant("ln k = A + B ln CS + C p, A:", Self::LEVEL),
            constant("B:", Self::CROSSING),
            constant("C, 1/MPa:", Self::PRESSING * 1e6),
        ]
    }
    fn ignores(&self) -> &'static str {
        "what sliding along a straight track wears, and pressures beyond 11 MPa"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: exp(−13.1 + 0.19 ln 0.1 − 0.29·3) = exp(−14.4075) = 5.533e-7 mm³/(N·m).
    #[test]
    fn the_factor_is_that_of_the_formula() {
        let k = Kang { ratio: 1.0 }.wear_factor(0.1, 3e6);
        assert!((k / 5.533e-16 - 1.0).abs() < 2e-4, "{k}");
    }
}
