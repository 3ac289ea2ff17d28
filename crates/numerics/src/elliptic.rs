//! Elliptic integrals, to the last digits of `f64`.
//!
//! ```
//! use numerics::elliptic::complete_first_kind;
//!
//! // A pendulum that swings to 90° takes 18 % longer than one that hardly swings: m = sin² 45°.
//! let longer = complete_first_kind(0.5) / std::f64::consts::FRAC_PI_2;
//! assert!((longer - 1.18034).abs() < 1e-5);
//! ```
//!
//! Complete integrals take the **parameter** m = k², not the modulus k. Arguments outside the domain give NaN.

use std::f64::consts::FRAC_PI_2;

/// Where Carlson's series, whose first term left out is of sixth degree, is exact to rounding: NEAR⁶ ≪ ε.
const NEAR: f64 = 1e-3;
/// Duplications: each brings the arguments four times closer; only numbers that underflow need more.
const DUPLICATIONS: usize = 1100;

/// Carlson's R_F(x, y, z) = ½ ∫₀^∞ dt / √((t+x)(t+y)(t+z)), by duplication [Carlson1995].
///
/// *Assumes* arguments that are not negative, at most one of them zero.
pub fn carlson_rf(x: f64, y: f64, z: f64) -> f64 {
    let [mut x, mut y, mut z] = [x, y, z];
    if !(x >= 0.0 && y >= 0.0 && z >= 0.0 && x + y > 0.0 && y + z > 0.0 && z + x > 0.0) {
        return f64::NAN;
    }
    if (x + y + z).is_infinite() {
        return 0.0;
    }
    for _ in 0..DUPLICATIONS {
        let mean = (x + y + z) / 3.0;
        let [u, v, w] = [x, y, z].map(|a| 1.0 - a / mean);
        if u.abs().max(v.abs()).max(w.abs()) < NEAR {
            let (e2, e3) = (u * v - w * w, u * v * w);
            let series = 1.0 - e2 / 10.0 + e3 / 14.0 + e2 * e2 / 24.0 - 3.0 * e2 * e3 / 44.0;
            return series / mean.sqrt();
        }
        let shift = duplication_shift(x, y, z);
        [x, y, z] = [x, y, z].map(|a| 0.25 * (a + shift));
    }
    f64::NAN
}

/// Carlson's R_D(x, y, z) = 3⁄2 ∫₀^∞ dt / (√((t+x)(t+y)) (t+z)^(3/2)), by duplication [Carlson1995].
///
/// *Assumes* z > 0, and x and y not negative, at most one of them zero.
pub fn carlson_rd(x: f64, y: f64, z: f64) -> f64 {
    let [mut x, mut y, mut z] = [x, y, z];
    if !(x >= 0.0 && y >= 0.0 && z > 0.0 && x + y > 0.0) {
        return f64::NAN;
    }
    if (x + y + z).is_infinite() {
        return 0.0;
    }
    let (mut sum, mut power) = (0.0, 1.0);
    for _ in 0..DUPLICATIONS {
        let mean = (x + y + 3.0 * z) / 5.0;
        let [u, v, w] = [x, y, z].map(|a| 1.0 - a / mean);
        if u.abs().max(v.abs()).max(w.abs()) < NEAR {
            let (uv, ww) = (u * v, w * w);
            let e2 = uv - 6.0 * ww;
            let e3 = (3.0 * uv - 8.0 * ww) * w;
            let e4 = 3.0 * (uv - ww) * ww;
            let e5 = uv * ww * w;
            let series =
                1.0 - 3.0 * e2 / 14.0 + e3 / 6.0 + 9.0 * e2 * e2 / 88.0 - 3.0 * e4 / 22.0 - 9.0 * e2 * e3 / 52.0
                    + 3.0 * e5 / 26.0;
            return 3.0 * sum + power * series / (mean * mean.sqrt());
        }
        let shift = duplication_shift(x, y, z);
        sum += power / (z.sqrt() * (z + shift));
        power *= 0.25;
        [x, y, z] = [x, y, z].map(|a| 0.25 * (a + shift));
    }
    f64::NAN
}

/// λ = √x√y + √y√z + √z√x.
fn duplication_shift(x: f64, y: f64, z: f64) -> f64 {
    let [a, b, c] = [x, y, z].map(f64::sqrt);
    a * b + b * c + c * a
}

/// K(m) = ∫₀^{π/2} dθ / √(1 − m sin²θ), the complete integral of the first kind, for m ≤ 1 (K(1) = ∞).
///
/// K(m) = R_F(0, 1−m, 1).
///
/// *Pitfalls*: m = k²; near m = 1 the digits are those of 1 − m: if that is known better, use [`carlson_rf`] directly.
///
/// *Checked by*: the tables of [Abramowitz1972, 17.1] and Legendre's relation, in the tests below.
pub fn complete_first_kind(m: f64) -> f64 {
    if m == 1.0 { f64::INFINITY } else { carlson_rf(0.0, 1.0 - m, 1.0) }
}

/// E(m) = ∫₀^{π/2} √(1 − m sin²θ) dθ, the complete integral of the second kind, for m ≤ 1.
///
/// E(m) = ⅓ (1−m) (R_D(0, 1−m, 1) + R_D(0, 1, 1−m)): a sum of positive terms, so that nothing cancels near m = 1
/// [DLMF2024, 19.25.1].
///
/// *Pitfalls* and *checked by*: as [`complete_first_kind`].
pub fn complete_second_kind(m: f64) -> f64 {
    let complement = 1.0 - m;
    if complement == 0.0 {
        1.0
    } else if m == 0.0 {
        FRAC_PI_2
    } else {
        complement / 3.0 * (carlson_rd(0.0, complement, 1.0) + carlson_rd(0.0, 1.0, complement))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f64::consts::PI;

    fn relative(computed: f64, expected: f64) -> f64 {
        (computed / expected - 1.0).abs()
    }

    #[test]
    fn complete_integrals_match_abramowitz_and_stegun_table_17_1() {
        let table = [
            (0.01, 1.574_745_561_517_356, 1.566_861_942_021_668),
            (0.10, 1.612_441_348_720_219, 1.530_757_636_897_763),
            (0.50, 1.854_074_677_301_372, 1.350_643_881_047_676),
            (0.90, 2.578_092_113_348_173, 1.104_774_732_704_073),
            (0.99, 3.695_637_362_989_875, 1.015_993_545_025_224),
        ];
        for (m, k, e) in table {
            // Half a unit of the last printed digit, and the rounding of m itself, which K near m = 1 magnifies.
            assert!(relative(complete_first_kind(m), k) < 1e-15, "K({m}) = {:.16}", complete_first_kind(m));
            assert!(relative(complete_second_kind(m), e) < 1e-15, "E({m}) = {:.16}", complete_second_kind(m));
        }
    }

    #[test]
    fn the_lemniscatic_case_is_a_gamma_function() {
        // K(½) = Γ(¼)²/(4√π) [DLMF2024, 23.5.8], with Γ(¼) = 3.625609908221908312…
        let gamma = 3.625_609_908_221_908_f64;
        assert!(relative(complete_first_kind(0.5), gamma * gamma / (4.0 * PI.sqrt())) < 1e-15);
    }

    #[test]
    fn symmetric_integrals_match_the_numbers_printed_by_carlson() {
        // 14 digits are printed.
        assert!(relative(carlson_rf(1.0, 2.0, 0.0), 1.311_028_777_146_1) < 5e-14);
        assert!(relative(carlson_rf(0.5, 1.0, 0.0), 1.854_074_677_301_4) < 5e-14);
        assert!(relative(carlson_rf(2.0, 3.0, 4.0), 0.584_082_841_677_15) < 5e-14);
        assert!(relative(carlson_rd(0.0, 2.0, 1.0), 1.797_210_352_103_4) < 5e-14);
        assert!(relative(carlson_rd(2.0, 3.0, 4.0), 0.165_105_272_942_61) < 5e-14);
    }

    #[test]
    fn the_ends_are_exact() {
        assert_eq!(complete_first_kind(1.0), f64::INFINITY);
        assert_eq!(complete_second_kind(1.0), 1.0);
        assert_eq!(complete_second_kind(0.0), FRAC_PI_2);
        assert!(relative(complete_first_kind(0.0), FRAC_PI_2) < 1e-15);
        assert!(complete_first_kind(1.5).is_nan() && complete_second_kind(1.5).is_nan());
        assert!(carlson_rf(0.0, 0.0, 1.0).is_nan() && carlson_rd(1.0, 1.0, 0.0).is_nan());
    }

    #[test]
    fn nothing_cancels_next_to_one() {
        // K → ln(4/√m₁) and E → 1 + ½ m₁ (ln(4/√m₁) − ½) as m₁ = 1 − m → 0 [DLMF2024, 19.12]; the next terms are of order m₁.
        let m = 1.0 - 2f64.powi(-50);
        let logarithm = (4.0 * 2f64.powi(25)).ln();
        assert!(relative(complete_first_kind(m), logarithm) < 1e-15);
        assert!(relative(complete_second_kind(m), 1.0 + 0.5 * 2f64.powi(-50) * (logarithm - 0.5)) < 1e-15);
    }

    proptest! {
        #[test]
        fn legendres_relation_holds(m in 0.001..0.999f64) {
            // E K′ + E′ K − K K′ = π/2. K K′ is up to three times that, which is what rounding is measured by.
            let n = 1.0 - m;
            let (k, e, kn, en) = (complete_first_kind(m), complete_second_kind(m), complete_first_kind(n), complete_second_kind(n));
            prop_assert!((e * kn + en * k - k * kn - FRAC_PI_2).abs() < 4e-15 * (1.0 + k * kn));
        }

        #[test]
        fn arguments_of_rf_can_be_exchanged_and_scaled(x in 0.0..10.0f64, y in 0.01..10.0f64, z in 0.01..10.0f64, s in 0.01..100.0f64) {
            let value = carlson_rf(x, y, z);
            prop_assert!(relative(carlson_rf(z, x, y), value) < 1e-15);
            prop_assert!(relative(carlson_rf(s * x, s * y, s * z), value / s.sqrt()) < 2e-15);
        }

        #[test]
        fn equal_arguments_leave_powers(x in 1e-6..1e6f64) {
            prop_assert!(relative(carlson_rf(x, x, x), 1.0 / x.sqrt()) < 1e-15);
            prop_assert!(relative(carlson_rd(x, x, x), 1.0 / (x * x.sqrt())) < 1e-15);
        }

        #[test]
        fn permutations_of_rd_sum_to_three_over_the_root(x in 0.01..10.0f64, y in 0.01..10.0f64, z in 0.01..10.0f64) {
            // R_D(x,y,z) + R_D(y,z,x) + R_D(z,x,y) = 3/√(xyz) [DLMF2024, 19.21.9]
            let sum = carlson_rd(x, y, z) + carlson_rd(y, z, x) + carlson_rd(z, x, y);
            prop_assert!(relative(sum, 3.0 / (x * y * z).sqrt()) < 3e-15);
        }
    }
}
