//! How far a number is from the one on infinitely fine elements: three runs, the observed order, Richardson's extrapolation, and
//! the grid convergence index as its uncertainty [Roache1998].

use serde::{Deserialize, Serialize};

/// Factor of safety where the observed order can be believed.
pub(super) const SAFETY: f64 = 1.25;
/// Where it cannot.
const WIDE: f64 = 3.0;
/// Orders between these can be believed.
const ORDERS: [f64; 2] = [0.5, 6.0];
/// Changes below this share are rounding, or the tolerance of an inner solve.
const NOTHING: f64 = 1e-9;

/// What refining has shown about one number.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Refined {
    /// On coarse elements, as the study is, on fine ones.
    pub values: [f64; 3],
    /// The observed order, where the three numbers have one.
    pub order: Option<f64>,
    /// Where they lead to.
    pub limit: f64,
    /// Uncertainty of the study's own number, as it stands, in its unit.
    pub uncertainty: f64,
}

/// Judges three numbers on elements whose sizes are in these ratios (coarse to medium, medium to fine).
pub fn judge(values: [f64; 3], ratios: [f64; 2]) -> Refined {
    let [coarse, medium, fine] = values;
    let (before, after) = (medium - coarse, fine - medium);
    let size = medium.abs().max(f64::MIN_POSITIVE);
    if before.abs().max(after.abs()) <= NOTHING * size {
        return Refined { values, order: None, limit: fine, uncertainty: 0.0 };
    }
    let order = (before * after > 0.0).then(|| observed(before / after, ratios));
    match order.filter(|p| (ORDERS[0]..=ORDERS[1]).contains(p)) {
        Some(order) => {
            let limit = fine + after / (ratios[1].powf(order) - 1.0);
            Refined { values, order: Some(order), limit, uncertainty: SAFETY * (medium - limit).abs() }
        }
        None => {
            let uncertainty = WIDE * before.abs().max(after.abs());
            Refined { values, order, limit: fine, uncertainty }
        }
    }
}

/// Solves (f₂ − f₁)/(f₃ − f₂) = r₂₃^p (r₁₂^p − 1)/(r₂₃^p − 1) for p, by bisection.
fn observed(quotient: f64, [first, second]: [f64; 2]) -> f64 {
    let residual = |p: f64| second.powf(p) * (first.powf(p) - 1.0) / (second.powf(p) - 1.0) - quotient;
    let (mut low, mut high) = (1e-3, 20.0);
    if residual(low) > 0.0 {
        return low;
    }
    if residual(high) < 0.0 {
        return high;
    }
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if residual(middle) < 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// f = 1 + c h^p, exactly: the order, the limit and the error are known.
    #[test]
    fn an_order_that_is_there_is_observed_and_the_limit_is_met() {
        for order in [1.0, 2.0, 4.0] {
            for ratios in [[2.0, 2.0], [1.5, 1.5], [1.9, 2.0]] {
                let of = |h: f64| 1.0 + 0.3 * h.powf(order);
                let found = judge([of(0.1 * ratios[0]), of(0.1), of(0.1 / ratios[1])], ratios);
                assert!((found.order.unwrap_or(0.0) - order).abs() < 1e-6, "{found:?}");
                assert!((found.limit - 1.0).abs() < 1e-9, "{found:?}");
                assert!((found.uncertainty - 1.25 * 0.3 * 0.1f64.powf(order)).abs() < 1e-9, "{found:?}");
            }
        }
    }

    #[test]
    fn what_does_not_converge_has_a_wide_uncertainty_and_what_does_not_change_has_none() {
        let found = judge([1.0, 1.1, 1.0], [2.0; 2]);
        assert!(found.order.is_none() && found.uncertainty > 0.29, "{found:?}");
        assert_eq!(judge([2.0, 2.0, 2.0], [2.0; 2]).uncertainty, 0.0);
        let slow = judge([1.0, 1.1, 1.2], [2.0; 2]);
        assert!(slow.uncertainty > 0.29, "a difference that does not fall promises nothing: {slow:?}");
    }
}
