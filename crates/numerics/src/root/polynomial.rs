//! The zeros of a polynomial in an interval.

/// The zeros of c₀ + c₁x + … + c_{N−1}x^{N−1} in [a, b], in increasing order: their number, then the zeros.
///
/// Between two neighbouring zeros of its derivative a polynomial rises or falls, so that a change of sign there brackets
/// exactly one zero. The zeros of the derivatives are found first, from the constant upwards; nothing is divided by a
/// leading coefficient, which may vanish. No allocation.
///
/// *Pitfalls*: a zero where the sign does not change (a ray that touches a surface) is found only if rounding lets it be
/// seen. *Checked by* polynomials that are made of known zeros.
pub fn compute_polynomial_roots<const N: usize>(coefficients: &[f64; N], a: f64, b: f64) -> (usize, [f64; N]) {
    let (mut count, mut zeros) = (0, [0.0; N]);
    for degree in 1..N {
        let derivative = differentiate(coefficients, N - 1 - degree);
        let evaluate = |x: f64| derivative[..=degree].iter().rev().fold(0.0, |sum, c| sum * x + c);
        let (critical, critical_count) = (zeros, count);
        count = 0;
        let mut low = a;
        for high in critical[..critical_count].iter().copied().chain([b]) {
            if let Some(zero) = bisect(evaluate, low, high).filter(|zero| count == 0 || *zero > zeros[count - 1]) {
                zeros[count] = zero;
                count += 1;
            }
            low = high;
        }
    }
    (count, zeros)
}

/// The coefficients of the derivative of this order.
fn differentiate<const N: usize>(coefficients: &[f64; N], order: usize) -> [f64; N] {
    let mut derivative = [0.0; N];
    for power in 0..N - order {
        let factor: f64 = (power + 1..=power + order).map(|k| k as f64).product();
        derivative[power] = coefficients[power + order] * factor;
    }
    derivative
}

/// The zero of a monotone function in [low, high], if its sign changes: secants kept inside a bracket that halves.
fn bisect(f: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> Option<f64> {
    let (mut at_low, mut at_high) = (f(low), f(high));
    if at_low == 0.0 {
        return Some(low);
    }
    if at_high == 0.0 {
        return Some(high);
    }
    if !((at_low > 0.0) ^ (at_high > 0.0)) {
        return None;
    }
    for step in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        let secant = high - at_high * (high - low) / (at_high - at_low);
        // Every third step halves, so that a flat function does not stall the secant.
        let x = if step % 3 != 2 && secant > low && secant < high { secant } else { middle };
        let value = f(x);
        if value == 0.0 {
            return Some(x);
        }
        if (value > 0.0) == (at_low > 0.0) {
            (low, at_low) = (x, value);
        } else {
            (high, at_high) = (x, value);
        }
    }
    Some(if at_low.abs() < at_high.abs() { low } else { high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The coefficients of Π (x − zᵢ).
    fn made_of(zeros: [f64; 4]) -> [f64; 5] {
        let mut c = [1.0, 0.0, 0.0, 0.0, 0.0];
        for (degree, zero) in zeros.into_iter().enumerate() {
            for power in (0..=degree + 1).rev() {
                c[power] =
                    if power == 0 { 0.0 } else { c[power - 1] } - zero * if power <= degree { c[power] } else { 0.0 };
            }
        }
        c
    }

    proptest! {
        #[test]
        fn distinct_zeros_of_a_quartic_are_found(first in -3.0f64..-1.0, gaps in prop::array::uniform3(0.1f64..1.5)) {
            let zeros = [first, first + gaps[0], first + gaps[0] + gaps[1], first + gaps[0] + gaps[1] + gaps[2]];
            let (count, found) = compute_polynomial_roots(&made_of(zeros), -4.0, 6.0);
            prop_assert_eq!(count, 4);
            for (zero, found) in zeros.into_iter().zip(found) {
                prop_assert!((zero - found).abs() < 1e-10, "{} for {}", found, zero);
            }
        }
    }

    #[test]
    fn only_zeros_inside_the_interval_are_found() {
        let (count, found) = compute_polynomial_roots(&made_of([-2.0, 0.25, 1.0, 5.0]), 0.0, 2.0);
        assert_eq!((count, found[0], found[1]), (2, 0.25, 1.0));
    }

    #[test]
    fn a_vanishing_leading_coefficient_is_no_obstacle() {
        // x² − 2 written as a quartic.
        let (count, found) = compute_polynomial_roots(&[-2.0, 0.0, 1.0, 0.0, 0.0], 0.0, 10.0);
        assert_eq!(count, 1);
        assert!((found[0] - 2f64.sqrt()).abs() < 1e-15);
        assert_eq!(compute_polynomial_roots(&[1.0, 0.0, 1.0], -10.0, 10.0).0, 0);
    }
}
