//! How viscous a lubricant is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A viscosity that depends on the shear rate alone.
pub trait Viscosity {
    /// Viscosity at a shear rate ≥ 0 (1/s), in Pa·s.
    fn at(&self, shear_rate: f64) -> f64;
    /// Its derivative by the shear rate, in Pa·s². Where the shear rate is zero it may be infinite: multiply it by the
    /// shear rate first.
    fn slope(&self, shear_rate: f64) -> f64;
}

/// A lubricant.
///
/// | kind | viscosity at a shear rate γ̇ |
/// |---|---|
/// | Newtonian | μ |
/// | Cross | μ∞ + (μ₀ − μ∞)/(1 + (τ γ̇)ᵐ) [Cross1965] |
/// | Carreau–Yasuda | μ∞ + (μ₀ − μ∞) (1 + (τ γ̇)ᵃ)^((n−1)/a) [Yasuda1981] |
///
/// *Assumes* that the fluid forgets at once: no elasticity, no thixotropy, no pressure dependence (which measurements of
/// synovial fluid support). *Pitfalls*: synovial fluid varies by three orders of magnitude between patients
/// [Mazzucco2002]; a preset is a starting point, not a patient.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Fluid {
    /// The same at every shear rate.
    Newtonian {
        /// μ, in Pa·s.
        viscosity: f64,
    },
    /// Cross's law of shear thinning.
    Cross {
        /// μ₀, in Pa·s.
        at_rest: f64,
        /// μ∞, in Pa·s.
        at_high_shear: f64,
        /// τ: the shear rate 1/τ is half way, in s.
        time: f64,
        /// m > 0: steepness.
        exponent: f64,
    },
    /// Carreau's law of shear thinning with Yasuda's bend.
    CarreauYasuda {
        /// μ₀, in Pa·s.
        at_rest: f64,
        /// μ∞, in Pa·s.
        at_high_shear: f64,
        /// τ: thinning begins at the shear rate 1/τ, in s.
        time: f64,
        /// n: exponent of the shear stress in the power-law range, 1 is Newtonian.
        power: f64,
        /// a > 0: how sharply the range begins, 2 is Carreau's.
        bend: f64,
    },
}

impl Fluid {
    /// Healthy synovial fluid as used for hips by [Gao2016]: 40 Pa·s at rest, 0.9 mPa·s at high shear,
    /// μ = μ∞ + (μ₀ − μ∞)/(1 + 9.54 γ̇^0.73). The four constants are recalled, not read from the paper; measured fluids
    /// have 1 to 40 Pa·s at rest [Fam2007].
    pub const HEALTHY: Self =
        Self::Cross { at_rest: 40.0, at_high_shear: 0.9e-3, time: 21.970_861_613_805_07, exponent: 0.73 };

    /// A thin fluid such as that around a prosthesis or of an arthritic joint: 10 mPa·s at rest and 1 mPa·s at high shear,
    /// the ends of the range usually given; where it thins (at 100/s, gently) is our choice. Measured fluids scatter widely
    /// [Fam2007], [Mazzucco2002].
    pub const PERIPROSTHETIC: Self = Self::Cross { at_rest: 10e-3, at_high_shear: 1e-3, time: 1e-2, exponent: 0.73 };

    /// The first fluid of [Costa2016]: 500 Pa·s, more than ten times any synovial fluid.
    pub const COSTA_THICK: Self = Self::Newtonian { viscosity: 500.0 };

    /// The second fluid of [Costa2016]: 250 Pa·s.
    pub const COSTA_THIN: Self = Self::Newtonian { viscosity: 250.0 };

    /// Names and values of the presets.
    pub const PRESETS: [(&'static str, Self); 4] = [
        ("healthy", Self::HEALTHY),
        ("periprosthetic", Self::PERIPROSTHETIC),
        ("costa-500", Self::COSTA_THICK),
        ("costa-250", Self::COSTA_THIN),
    ];

    /// The first number that makes no sense, with what it is called and what is needed.
    pub fn find_fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let positive = "more than zero, for instance 0.01 Pa·s";
        let bad = |value: f64| !(value > 0.0 && value.is_finite());
        let first = |checks: &[(&'static str, f64, bool, &'static str)]| {
            checks.iter().find(|check| check.2).map(|&(what, value, _, hint)| (what, value, hint))
        };
        match *self {
            Self::Newtonian { viscosity } => first(&[("the viscosity", viscosity, bad(viscosity), positive)]),
            Self::Cross { at_rest, at_high_shear, time, exponent } => first(&[
                ("the viscosity at rest", at_rest, bad(at_rest), positive),
                ("the viscosity at high shear", at_high_shear, bad(at_high_shear), positive),
                ("the time of shear thinning", time, bad(time), "more than zero, in seconds"),
                // Above 1 the shear stress would fall with the shear rate.
                ("the exponent of shear thinning", exponent, bad(exponent) || exponent > 1.0, "above 0, at most 1"),
            ]),
            Self::CarreauYasuda { at_rest, at_high_shear, time, power, bend } => first(&[
                ("the viscosity at rest", at_rest, bad(at_rest), positive),
                ("the viscosity at high shear", at_high_shear, bad(at_high_shear), positive),
                ("the time of shear thinning", time, bad(time), "more than zero, in seconds"),
                (
                    "the power of shear thinning",
                    power,
                    !(power >= 0.0 && power.is_finite()),
                    "0 or more; 1 is Newtonian",
                ),
                ("the bend of shear thinning", bend, bad(bend), "more than zero; 2 is Carreau's law"),
            ]),
        }
    }
}

impl Viscosity for Fluid {
    fn at(&self, shear_rate: f64) -> f64 {
        match *self {
            Self::Newtonian { viscosity } => viscosity,
            Self::Cross { at_rest, at_high_shear, time, exponent } => {
                at_high_shear + (at_rest - at_high_shear) / (1.0 + (time * shear_rate).powf(exponent))
            }
            Self::CarreauYasuda { at_rest, at_high_shear, time, power, bend } => {
                let base = 1.0 + (time * shear_rate).powf(bend);
                at_high_shear + (at_rest - at_high_shear) * base.powf((power - 1.0) / bend)
            }
        }
    }

    fn slope(&self, shear_rate: f64) -> f64 {
        match *self {
            Self::Newtonian { .. } => 0.0,
            Self::Cross { at_rest, at_high_shear, time, exponent } => {
                let x = time * shear_rate;
                let base = 1.0 + x.powf(exponent);
                -(at_rest - at_high_shear) * exponent * time * x.powf(exponent - 1.0) / (base * base)
            }
            Self::CarreauYasuda { at_rest, at_high_shear, time, power, bend } => {
                let x = time * shear_rate;
                let base = 1.0 + x.powf(bend);
                (at_rest - at_high_shear)
                    * (power - 1.0)
                    * time
                    * x.powf(bend - 1.0)
                    * base.powf((power - 1.0) / bend - 1.0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARREAU: Fluid =
        Fluid::CarreauYasuda { at_rest: 40.0, at_high_shear: 1e-3, time: 20.0, power: 0.3, bend: 2.0 };

    #[test]
    fn slopes_are_those_of_the_viscosity_and_no_fluid_thickens() {
        for fluid in Fluid::PRESETS.map(|(_, fluid)| fluid).into_iter().chain([CARREAU]) {
            for rate in [1e-4, 0.03, 1.0, 250.0, 1e5] {
                let h = 1e-5 * rate;
                let numeric = (fluid.at(rate + h) - fluid.at(rate - h)) / (2.0 * h);
                let slope = fluid.slope(rate);
                assert!(slope <= 0.0 && (slope - numeric).abs() <= 1e-6 * fluid.at(rate) / rate, "{fluid:?} {rate}");
                // Shear stress grows with the shear rate.
                assert!(fluid.at(rate) + rate * slope > 0.0, "{fluid:?} {rate}");
            }
            assert_eq!(fluid.find_fault(), None);
        }
    }

    /// 40/(1 + 9.54) + … at 1/s, and the plateaus.
    #[test]
    fn presets_reach_the_numbers_they_quote() {
        let expected = 0.9e-3 + (40.0 - 0.9e-3) / (1.0 + 9.54);
        assert!((Fluid::HEALTHY.at(1.0) / expected - 1.0).abs() < 1e-9, "{}", Fluid::HEALTHY.at(1.0));
        assert_eq!(Fluid::HEALTHY.at(0.0), 40.0);
        assert!((Fluid::PERIPROSTHETIC.at(1e12) / 1e-3 - 1.0).abs() < 1e-6);
        assert_eq!((Fluid::COSTA_THICK.at(7.0), Fluid::COSTA_THIN.at(7.0)), (500.0, 250.0));
    }

    #[test]
    fn a_fluid_without_viscosity_is_a_fault_with_its_number() {
        assert_eq!(Fluid::Newtonian { viscosity: 0.0 }.find_fault().map(|f| f.1), Some(0.0));
        let steep = Fluid::Cross { at_rest: 1.0, at_high_shear: 0.1, time: 1.0, exponent: 1.5 };
        assert_eq!(steep.find_fault().map(|f| f.0), Some("the exponent of shear thinning"));
    }
}
