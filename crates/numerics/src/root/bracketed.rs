//! One equation, one unknown, between two ends.

/// A search that found no zero.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RootError {
    /// The function has the same sign at both ends.
    #[error("no sign change: the function is {at_a:.6e} at {a:.6e} and {at_b:.6e} at {b:.6e}")]
    NoSignChange {
        /// One end.
        a: f64,
        /// The other end.
        b: f64,
        /// The function at `a`.
        at_a: f64,
        /// The function at `b`.
        at_b: f64,
    },
    /// The function, or an end of the bracket, is not finite.
    #[error("the function is {value} at {at:.6e}")]
    NotFinite {
        /// Where.
        at: f64,
        /// What it is there.
        value: f64,
    },
    /// Too many evaluations.
    #[error("no zero after {evaluations} evaluations, still between {low:.17e} and {high:.17e}")]
    NotConverged {
        /// How many.
        evaluations: u32,
        /// Lower end of what is left.
        low: f64,
        /// Upper end of what is left.
        high: f64,
    },
}

impl RootError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoSignChange { .. } => "widen the bracket until the signs differ".into(),
            Self::NotFinite { .. } => "keep the bracket within the domain of the function".into(),
            Self::NotConverged { .. } => "the function is probably noise there; ask for a larger tolerance".into(),
        };
        Some(hint)
    }
}

/// Bisection alone needs about 2100 halvings to go from the largest to the smallest number; nothing met in practice comes
/// near this.
const MOST_EVALUATIONS: u32 = 5000;

/// A zero of f between a and b, by Brent's method [Brent1973]: inverse quadratic interpolation where it converges fast,
/// bisection where it does not.
///
/// `tolerance` is the absolute error allowed in the zero; what rounding allows is added, so that 0 means "as well as f64
/// can". The result is never outside of the bracket.
pub fn solve_bracketed(mut f: impl FnMut(f64) -> f64, a: f64, b: f64, tolerance: f64) -> Result<f64, RootError> {
    let mut evaluate = |x: f64| finite(x, f(x));
    // b is the best guess, a the one before, c the other side of the zero.
    let (mut a, mut b) = (a, b);
    let (mut fa, mut fb) = (evaluate(a)?, evaluate(b)?);
    if fa != 0.0 && fb != 0.0 && (fa > 0.0) == (fb > 0.0) {
        return Err(RootError::NoSignChange { a, b, at_a: fa, at_b: fb });
    }
    let (mut c, mut fc) = (a, fa);
    let mut step = b - a;
    let mut step_before = step;
    for _ in 2..MOST_EVALUATIONS {
        if fc.abs() < fb.abs() {
            (a, b, c) = (b, c, b);
            (fa, fb, fc) = (fb, fc, fb);
        }
        let smallest = 2.0 * f64::EPSILON * b.abs() + 0.5 * tolerance.max(0.0);
        let half = 0.5 * (c - b);
        if half.abs() <= smallest || fb == 0.0 {
            return Ok(b);
        }
        if step_before.abs() < smallest || fa.abs() <= fb.abs() {
            (step, step_before) = (half, half);
        } else {
            let (mut p, mut q) = interpolate((a, fa), (b, fb), (c, fc));
            if p > 0.0 {
                q = -q;
            }
            p = p.abs();
            let acceptable = 2.0 * p < (3.0 * half * q - (smallest * q).abs()).min((step_before * q).abs());
            (step_before, step) = if acceptable { (step, p / q) } else { (half, half) };
        }
        (a, fa) = (b, fb);
        b += if step.abs() > smallest { step } else { smallest.max(f64::MIN_POSITIVE).copysign(half) };
        fb = evaluate(b)?;
        if (fb > 0.0) == (fc > 0.0) {
            (c, fc) = (a, fa);
            step = b - a;
            step_before = step;
        }
    }
    Err(RootError::NotConverged { evaluations: MOST_EVALUATIONS, low: b.min(c), high: b.max(c) })
}

/// The step from b as a quotient (numerator, denominator): inverse quadratic, or secant when two points coincide.
fn interpolate((a, fa): (f64, f64), (b, fb): (f64, f64), (c, fc): (f64, f64)) -> (f64, f64) {
    let s = fb / fa;
    if a == c {
        return ((c - b) * s, 1.0 - s);
    }
    let (q, r) = (fa / fc, fb / fc);
    (s * ((c - b) * q * (q - r) - (b - a) * (r - 1.0)), (q - 1.0) * (r - 1.0) * (s - 1.0))
}

/// A zero of f between a and b from f and its derivative, by Newton's method with a safeguard: where a Newton step leaves
/// the bracket or is more than half of the step before, the bracket is halved instead.
///
/// `tolerance` as for [`solve_bracketed`].
pub fn solve_newton_bracketed(
    mut f_and_derivative: impl FnMut(f64) -> (f64, f64),
    a: f64,
    b: f64,
    tolerance: f64,
) -> Result<f64, RootError> {
    let mut evaluate = |x: f64| {
        let (f, slope) = f_and_derivative(x);
        finite(x, f).map(|f| (f, slope))
    };
    let (at_a, at_b) = (evaluate(a)?.0, evaluate(b)?.0);
    if at_a == 0.0 {
        return Ok(a);
    }
    if at_b == 0.0 {
        return Ok(b);
    }
    if (at_a > 0.0) == (at_b > 0.0) {
        return Err(RootError::NoSignChange { a, b, at_a, at_b });
    }
    // The function is negative at `below` and positive at `above`, whichever is larger.
    let (mut below, mut above) = if at_a < 0.0 { (a, b) } else { (b, a) };
    let mut x = below + 0.5 * (above - below);
    let mut step_before = above - below;
    for _ in 2..MOST_EVALUATIONS {
        let (f, slope) = evaluate(x)?;
        if f == 0.0 {
            return Ok(x);
        }
        if f < 0.0 {
            below = x
        } else {
            above = x
        }
        let newton = -f / slope;
        let inside = (x + newton - below) * (x + newton - above) < 0.0;
        let next =
            if inside && 2.0 * newton.abs() < step_before.abs() { x + newton } else { below + 0.5 * (above - below) };
        let step = next - x;
        if step.abs() <= 2.0 * f64::EPSILON * x.abs() + tolerance.max(0.0) {
            return Ok(next);
        }
        step_before = step;
        x = next;
    }
    Err(RootError::NotConverged { evaluations: MOST_EVALUATIONS, low: below.min(above), high: below.max(above) })
}

fn finite(at: f64, value: f64) -> Result<f64, RootError> {
    if value.is_finite() && at.is_finite() { Ok(value) } else { Err(RootError::NotFinite { at, value }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// f with its derivative, ends, zero.
    type Case = (fn(f64) -> (f64, f64), f64, f64, f64);

    const CASES: [Case; 6] = [
        (|x| (x * x - 2.0, 2.0 * x), 0.0, 2.0, std::f64::consts::SQRT_2),
        (|x| (x.cos(), -x.sin()), 0.0, 3.0, std::f64::consts::FRAC_PI_2),
        (|x| (x.ln() - 1.0, 1.0 / x), 0.1, 100.0, std::f64::consts::E),
        // Newton alone diverges from most starts.
        (|x| (x.atan(), 1.0 / (1.0 + x * x)), -50.0, 300.0, 0.0),
        // Newton alone cycles.
        (|x| (x.cbrt(), 1.0 / (3.0 * x.cbrt().powi(2))), -1.0, 1.5, 0.0),
        // Flat, then steep.
        (|x| (x.powi(9) - 1e-9, 9.0 * x.powi(8)), -1.0, 4.0, 0.1),
    ];

    #[test]
    fn zeros_are_found_to_rounding() {
        for (i, (f, a, b, zero)) in CASES.into_iter().enumerate() {
            for (a, b) in [(a, b), (b, a)] {
                let brent = solve_bracketed(|x| f(x).0, a, b, 0.0).expect("bracketed");
                assert!((brent - zero).abs() <= 1e-15 * zero.abs().max(1e-3), "case {i}: {brent:e}");
                let newton = solve_newton_bracketed(f, a, b, 0.0).expect("bracketed");
                assert!((newton - zero).abs() <= 1e-15 * zero.abs().max(1e-3), "case {i}: {newton:e}");
            }
        }
    }

    #[test]
    fn smooth_functions_take_few_evaluations() {
        let mut calls = 0;
        let f = |x: f64| {
            calls += 1;
            x.exp() - 2.0
        };
        solve_bracketed(f, 0.0, 2.0, 1e-14).expect("bracketed");
        assert!(calls <= 12, "{calls}");
        let mut calls = 0;
        let f = |x: f64| {
            calls += 1;
            (x.exp() - 2.0, x.exp())
        };
        solve_newton_bracketed(f, 0.0, 2.0, 1e-14).expect("bracketed");
        assert!(calls <= 9, "{calls}");
    }

    #[test]
    fn a_zero_at_an_end_is_found() {
        for (a, b) in [(0.0, 1.0), (-1.0, 0.0)] {
            assert_eq!(solve_bracketed(|x| x, a, b, 0.0), Ok(0.0));
            assert_eq!(solve_newton_bracketed(|x| (x, 1.0), a, b, 0.0), Ok(0.0));
        }
    }

    #[test]
    fn a_jump_is_located_like_a_zero() {
        let jump = |x: f64| if x < 0.7 { -1.0 } else { 1e6 };
        assert!((solve_bracketed(jump, 0.0, 1.0, 0.0).expect("bracketed") - 0.7).abs() < 1e-15);
        let at_zero = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
        assert!(solve_bracketed(at_zero, -1.0, 3.0, 0.0).expect("bracketed").abs() < 1e-300);
        assert!((solve_newton_bracketed(|x| (jump(x), 0.0), 0.0, 1.0, 0.0).expect("bracketed") - 0.7).abs() < 1e-15);
    }

    #[test]
    fn bad_brackets_are_errors_with_hints() {
        let error = solve_bracketed(|x| x * x + 1.0, -1.0, 2.0, 0.0).expect_err("no zero");
        assert_eq!(error, RootError::NoSignChange { a: -1.0, b: 2.0, at_a: 2.0, at_b: 5.0 });
        assert!(error.hint().is_some(), "{error}");
        assert!(matches!(solve_bracketed(f64::ln, -1.0, 2.0, 0.0), Err(RootError::NotFinite { .. })));
        assert!(matches!(solve_bracketed(|x| x, f64::NAN, 2.0, 0.0), Err(RootError::NotFinite { .. })));
        assert!(matches!(solve_newton_bracketed(|x| (x, 1.0), 1.0, 2.0, 0.0), Err(RootError::NoSignChange { .. })));
        assert!(matches!(solve_newton_bracketed(|x| (1.0 / x, 1.0), 0.0, 2.0, 0.0), Err(RootError::NotFinite { .. })));
    }

    proptest! {
        #[test]
        fn a_cubic_with_one_zero_gives_it_back(zero in -10.0..10.0f64, stiffness in 0.1..10.0f64, margin in 0.1..1e3f64) {
            let f = |x: f64| {
                let d = x - zero;
                (d * (stiffness + d * d), stiffness + 3.0 * d * d)
            };
            let (a, b) = (zero - margin, zero + 0.3 * margin);
            let brent = solve_bracketed(|x| f(x).0, a, b, 1e-12).expect("bracketed");
            let newton = solve_newton_bracketed(f, a, b, 1e-12).expect("bracketed");
            prop_assert!((brent - zero).abs() < 2e-12 && (newton - zero).abs() < 2e-12);
        }
    }
}
