//! The standard normal distribution.

use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// The density φ(x) = exp(−x²/2)/√(2π).
pub fn normal_density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / TAU.sqrt()
}

/// The probability Φ(x) of a value below x, with full relative precision in the lower tail.
pub fn normal_cumulative(x: f64) -> f64 {
    0.5 * libm::erfc(-x * FRAC_1_SQRT_2)
}

/// The x with Φ(x) = `probability`: the rational approximations PPND16 of [Wichura1988], good to about 1e-16.
///
/// ±∞ at 0 and 1, NaN outside.
pub fn normal_quantile(probability: f64) -> f64 {
    let p = probability;
    let q = p - 0.5;
    if q.abs() <= 0.425 {
        let r = 0.180625 - q * q;
        return q * ratio(&CENTRE, r);
    }
    let tail = if q < 0.0 { p } else { 1.0 - p };
    if tail == 0.0 {
        return q.signum() * f64::INFINITY;
    }
    // NaN outside [0, 1], by the logarithm of a negative number.
    let r = (-tail.ln()).sqrt();
    let x = if r <= 5.0 { ratio(&TAIL, r - 1.6) } else { ratio(&FAR_TAIL, r - 5.0) };
    if q < 0.0 { -x } else { x }
}

/// Numerator over denominator, both of degree seven, coefficients from the constant upwards.
fn ratio([above, below]: &[[f64; 8]; 2], r: f64) -> f64 {
    let value = |coefficients: &[f64; 8]| coefficients.iter().rev().fold(0.0, |sum, c| sum * r + c);
    value(above) / value(below)
}

const CENTRE: [[f64; 8]; 2] = [
    [
        3.387_132_872_796_366_5,
        1.331_416_678_917_843_8e2,
        1.971_590_950_306_551_3e3,
        1.373_169_376_550_946_2e4,
        4.592_195_393_154_987e4,
        6.726_577_092_700_87e4,
        3.343_057_558_358_813e4,
        2.509_080_928_730_122_7e3,
    ],
    [
        1.0,
        4.231_333_070_160_091e1,
        6.871_870_074_920_579e2,
        5.394_196_021_424_751e3,
        2.121_379_430_158_659_7e4,
        3.930_789_580_009_271e4,
        2.872_908_573_572_194_3e4,
        5.226_495_278_852_854e3,
    ],
];
const TAIL: [[f64; 8]; 2] = [
    [
        1.423_437_110_749_683_5,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        2.417_807_251_774_506e-1,
        2.272_384_498_926_918_4e-2,
        7.745_450_142_783_414e-4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        6.897_673_349_851e-1,
        1.481_039_764_274_800_8e-1,
        1.519_866_656_361_645_7e-2,
        5.475_938_084_995_345e-4,
        1.050_750_071_644_416_9e-9,
    ],
];
const FAR_TAIL: [[f64; 8]; 2] = [
    [
        6.657_904_643_501_103,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        2.965_605_718_285_048_7e-1,
        2.653_218_952_657_612_4e-2,
        1.242_660_947_388_078_4e-3,
        2.711_555_568_743_487_6e-5,
        2.010_334_399_292_288_1e-7,
    ],
    [
        1.0,
        5.998_322_065_558_88e-1,
        1.369_298_809_227_358e-1,
        1.487_536_129_085_061_5e-2,
        7.868_691_311_456_133e-4,
        1.846_318_317_510_054_8e-5,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_939_8e-15,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quantile_inverts_the_error_function() {
        // The tails down to 1e-300, where Φ is the complementary error function of another library (libm).
        for exponent in (-300..=-1).step_by(7) {
            let p = 10f64.powi(exponent);
            let x = normal_quantile(p);
            // A relative error ε of x changes Φ by x²ε.
            let allowed = 4.0 * f64::EPSILON * (2.0 + x * x);
            assert!((normal_cumulative(x) / p - 1.0).abs() < allowed, "{p}: {x}");
        }
        for step in 1..400 {
            let p = f64::from(step) / 400.0;
            assert!((normal_cumulative(normal_quantile(p)) - p).abs() < 4.0 * f64::EPSILON, "{p}");
            assert!((normal_quantile(1.0 - p) + normal_quantile(p)).abs() < 1e-14);
        }
    }

    #[test]
    fn the_quantile_has_its_tabulated_values() {
        // Abramowitz and Stegun, table 26.5 and the usual quantiles.
        for (p, x) in [(0.5, 0.0), (0.975, 1.959_963_984_540_054), (0.999, 3.090_232_306_167_813_5)] {
            assert!((normal_quantile(p) - x).abs() < 1e-14, "{p}");
        }
        assert_eq!(normal_quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(normal_quantile(1.0), f64::INFINITY);
        assert!(normal_quantile(-0.1).is_nan() && normal_quantile(1.1).is_nan());
    }
}
