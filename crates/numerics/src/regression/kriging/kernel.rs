//! How correlation falls with distance.

use serde::{Deserialize, Serialize};

/// The correlation of two points as a function of r² = Σⱼ ((xⱼ − x′ⱼ)/ℓⱼ)².
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kernel {
    /// exp(−r²/2): for functions that have all derivatives.
    SquaredExponential,
    /// (1 + √5 r + 5r²/3) exp(−√5 r): Matérn's family with ν = 5/2, for functions with two derivatives.
    Matern52,
}

impl Kernel {
    /// The correlation at the square of a distance.
    #[inline(always)]
    pub(super) fn value(self, square: f64) -> f64 {
        match self {
            Self::SquaredExponential => (-0.5 * square).exp(),
            Self::Matern52 => {
                let a = (5.0 * square).sqrt();
                (1.0 + a + a * a / 3.0) * (-a).exp()
            }
        }
    }

    /// The correlation c and w = −2 dc/d(r²), which never divides by r:
    ///
    /// dc/dxⱼ = −w (xⱼ − x′ⱼ)/ℓⱼ²,  dc/d ln ℓⱼ = w ((xⱼ − x′ⱼ)/ℓⱼ)²
    #[inline(always)]
    pub(super) fn value_and_slope(self, square: f64) -> (f64, f64) {
        match self {
            Self::SquaredExponential => {
                let value = (-0.5 * square).exp();
                (value, value)
            }
            Self::Matern52 => {
                let a = (5.0 * square).sqrt();
                let e = (-a).exp();
                ((1.0 + a + a * a / 3.0) * e, 5.0 / 3.0 * (1.0 + a) * e)
            }
        }
    }

    /// The same with v = 4 d²c/d(r²)²: d²c/dxᵢdxⱼ = v uᵢuⱼ/(ℓᵢℓⱼ) − w δᵢⱼ/ℓᵢ², u = (x − x′)/ℓ.
    #[inline(always)]
    pub(in crate::regression) fn value_and_slopes(self, square: f64) -> (f64, f64, f64) {
        let (value, slope) = self.value_and_slope(square);
        match self {
            Self::SquaredExponential => (value, slope, value),
            Self::Matern52 => (value, slope, 25.0 / 3.0 * (-(5.0 * square).sqrt()).exp()),
        }
    }
}
