//! A mass that strikes a law `F = H(δ)(1 + χ δ̇)`: the restitution that comes out, exactly.
//!
//! With `d = χ v⁻` and the velocity `v` in units of the impact velocity `v⁻`, `m v dv = −H(δ)(1 + d v)/v⁻² dδ` separates:
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

#[cfg(test)]
mod tests {
    use super::*;

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
