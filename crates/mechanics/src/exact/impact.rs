//! A mass that strikes a contact law: the restitution that comes out, exactly.
//!
//! ```
//! use mechanics::exact::impact::{solve_coefficient, solve_restitution};
//!
//! assert!((solve_restitution(solve_coefficient(0.7)) - 0.7).abs() < 1e-12);
//! ```
//!
//! On `F = H(δ)(1 + χ δ̇)`, with `d = χ v⁻` and the velocity `v` in units of the impact velocity `v⁻`, `m v dv = −H(δ)(1 + d v)/v⁻² dδ` separates:
//! `∫ v/(1 + d v) dv` over the compression (1 → 0) equals that over the rebound (0 → −c), whatever H is. Hence
//!
//! `d (1 + c) = ln((1 + d)/(1 − d c))`
//!
//! | symbol | meaning |
//! |---|---|
//! | d | χ v⁻, dimensionless, ≥ 0 |
//! | c | rebound velocity over impact velocity |
//!
//! *Assumes* no other force during the impact. The force never pulls, because the root has `d c < 1`.

use std::f64::consts::PI;

use numerics::root::solve_bracketed;

/// The mismatch of the balance above, written with `ln(1+x) − x` so that nothing cancels for small d.
fn imbalance(d: f64, c: f64) -> f64 {
    log_remainder(d) - log_remainder(-d * c)
}

/// `ln(1+x) − x`.
fn log_remainder(x: f64) -> f64 {
    if x.abs() > 1e-2 {
        return x.ln_1p() - x;
    }
    let mut power = x * x;
    let mut sum = 0.0;
    for k in 2..12 {
        sum += if k % 2 == 0 { -power } else { power } / f64::from(k);
        power *= x;
    }
    sum
}

/// The restitution that a hysteresis coefficient d = χ v⁻ produces.
pub fn solve_restitution(coefficient: f64) -> f64 {
    if coefficient <= 0.0 {
        return 1.0;
    }
    let most = 1.0_f64.min(1.0 / coefficient * (1.0 - 1e-15));
    if imbalance(coefficient, most) < 0.0 {
        return most;
    }
    solve_bracketed(|c| imbalance(coefficient, c), 0.0, most, 1e-15).unwrap_or(most)
}

/// The hysteresis coefficient d = χ v⁻ that produces a restitution in (0, 1].
pub fn solve_coefficient(restitution: f64) -> f64 {
    if restitution >= 1.0 {
        return 0.0;
    }
    // d c < 1 bounds d from above; below, the first-order relation d = 3(1−c)/2 is always too small.
    let most = (1.0 - 1e-15) / restitution;
    solve_bracketed(|d| imbalance(d, restitution), 1e-3 * (1.0 - restitution), most, 1e-15).unwrap_or(most)
}

/// The damping ratio ζ of a linear oscillator whose rebound, timed by its position, has the restitution c in (0, 1]:
/// `c = exp(−π ζ/√(1−ζ²))`, hence `ζ = sin a`, `tan a = −ln c/π`.
pub fn damping_ratio(restitution: f64) -> f64 {
    (-restitution.ln() / PI).atan().sin()
}

/// The restitution of a mass on a linear spring and a dashpot that cannot pull, for a damping ratio ζ in [0, 1]
/// [SchwagerPoschel2007]:
///
/// `c = exp(−(π − 2a) tan a)`, `ζ = sin a`
///
/// The contact ends when its force does, before the spring has relaxed: more comes back than the oscillator would return,
/// and never less than e⁻² = 0.135.
pub fn dashpot_restitution(damping_ratio: f64) -> f64 {
    let a = damping_ratio.asin();
    if damping_ratio >= 1.0 {
        return (-2.0_f64).exp();
    }
    (-(PI - 2.0 * a) * a.tan()).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// m ẍ + D ẋ + K x = 0 with m = K = 1, ẋ(0) = 1, has x = e^{−ζt} sin(ωt)/ω; its force ends at the first ẍ = 0. Found
    /// here by stepping through time, without the closed form.
    #[test]
    fn the_dashpot_lets_go_where_its_force_ends() {
        for zeta in [0.01_f64, 0.1, 0.3, 0.6, 0.9, 0.99] {
            let omega = (1.0 - zeta * zeta).sqrt();
            let velocity = |t: f64| (-zeta * t).exp() * ((omega * t).cos() - zeta / omega * (omega * t).sin());
            let position = |t: f64| (-zeta * t).exp() * (omega * t).sin() / omega;
            let force = |t: f64| position(t) + 2.0 * zeta * velocity(t);
            let mut t = 0.0;
            while force(t) > 0.0 {
                t += 1e-5;
            }
            assert!((-velocity(t) - dashpot_restitution(zeta)).abs() < 2e-5, "{zeta}");
        }
    }

    #[test]
    fn dashpot_limits() {
        assert_eq!(dashpot_restitution(0.0), 1.0);
        assert!((dashpot_restitution(1.0 - 1e-12) - (-2.0_f64).exp()).abs() < 1e-6);
        assert!((damping_ratio((-PI).exp()) - std::f64::consts::FRAC_1_SQRT_2).abs() < 1e-12);
    }

    #[test]
    fn restitution_and_coefficient_are_inverse() {
        for c in [0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999] {
            let d = solve_coefficient(c);
            assert!((solve_restitution(d) - c).abs() < 1e-9, "{c}: {d} {}", solve_restitution(d));
        }
    }

    /// First order: c = 1 − 2d/3.
    #[test]
    fn weak_damping_loses_two_thirds_of_the_coefficient() {
        let d = 1e-4;
        assert!(((1.0 - solve_restitution(d)) / d - 2.0 / 3.0).abs() < 1e-4);
    }

    /// The balance solved for `1 − d c`, where it is well conditioned also for strong damping.
    #[test]
    fn the_root_satisfies_the_balance() {
        for c in [0.05_f64, 0.2, 0.5, 0.8] {
            let d = solve_coefficient(c);
            let remainder = (1.0 + d) * (-d * (1.0 + c)).exp();
            assert!((1.0 - d * c - remainder).abs() < 1e-14, "{c}");
        }
    }
}
