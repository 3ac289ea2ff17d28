//! Gauss–Kronrod, refined where it is worst.

/// An integral and how far it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Integral {
    /// ∫ f.
    pub value: f64,
    /// An estimate of its error, usually far on the safe side.
    pub error_estimate: f64,
    /// How often f was called.
    pub evaluations: u32,
}

/// The non-negative nodes of the 15-point Kronrod rule; every second one, from the second, is a node of the 7-point Gauss
/// rule [Piessens1983].
const NODES: [f64; 8] = [
    0.991_455_371_120_812_6,
    0.949_107_912_342_758_5,
    0.864_864_423_359_769_1,
    0.741_531_185_599_394_4,
    0.586_087_235_467_691_1,
    0.405_845_151_377_397_2,
    0.207_784_955_007_898_47,
    0.0,
];
const KRONROD: [f64; 8] = [
    0.022_935_322_010_529_225,
    0.063_092_092_629_978_55,
    0.104_790_010_322_250_18,
    0.140_653_259_715_525_92,
    0.169_004_726_639_267_9,
    0.190_350_578_064_785_4,
    0.204_432_940_075_298_9,
    0.209_482_141_084_727_82,
];
const GAUSS: [f64; 4] =
    [0.129_484_966_168_869_7, 0.279_705_391_489_276_64, 0.381_830_050_505_118_9, 0.417_959_183_673_469_4];

/// Rounding, in units of ε∫|f|: the sums are good to a few of them, the integrand rarely to less than this.
const ROUNDING: f64 = 50.0;

/// Room for the panels, on the stack.
const MOST_PANELS: usize = 256;

#[derive(Clone, Copy)]
struct Panel {
    a: f64,
    b: f64,
    value: f64,
    magnitude: f64,
    error: f64,
}

/// ∫ₐᵇ f(x) dx, refined until the estimated error is at most `tolerance`·∫|f|.
///
/// The 7- and 15-point rules are compared on every panel, and the worst panel is halved, as in QUADPACK [Piessens1983]. f
/// is never called at a panel's ends, so a singularity there is allowed.
///
/// *Pitfalls*: after 256 panels it stops with what it has; look at the error estimate. A feature narrower than the spacing
/// of the first 15 points can be missed, and so can a kink that comes to lie beyond the outermost point of a panel: split
/// the interval where the function is known to be rough.
pub fn integrate_adaptive(mut f: impl FnMut(f64) -> f64, a: f64, b: f64, tolerance: f64) -> Integral {
    let mut panels = [compute_panel(&mut f, a, b); MOST_PANELS];
    let mut count = 1;
    loop {
        let used = &panels[..count];
        let total = |part: fn(&Panel) -> f64| used.iter().map(part).sum::<f64>();
        let (value, magnitude, error_estimate) = (total(|p| p.value), total(|p| p.magnitude), total(|p| p.error));
        let worst = (0..count).max_by(|&i, &j| used[i].error.total_cmp(&used[j].error)).unwrap_or(0);
        let Panel { a, b, .. } = used[worst];
        let middle = 0.5 * (a + b);
        let good = error_estimate <= tolerance.max(f64::EPSILON) * magnitude;
        let exhausted = count == MOST_PANELS || (middle - a) * (b - middle) <= 0.0;
        // An error that is not finite cannot be refined away.
        if good || exhausted || !error_estimate.is_finite() {
            let rounding = if magnitude.is_nan() { 0.0 } else { ROUNDING * f64::EPSILON * magnitude };
            let error_estimate = error_estimate + rounding;
            return Integral { value, error_estimate, evaluations: 15 * (2 * count as u32 - 1) };
        }
        panels[worst] = compute_panel(&mut f, a, middle);
        panels[count] = compute_panel(&mut f, middle, b);
        count += 1;
    }
}

fn compute_panel(f: &mut impl FnMut(f64) -> f64, a: f64, b: f64) -> Panel {
    let (middle, half) = (0.5 * (a + b), 0.5 * (b - a));
    let at_middle = f(middle);
    let mut kronrod = KRONROD[7] * at_middle;
    let mut magnitude = KRONROD[7] * at_middle.abs();
    let mut gauss = GAUSS[3] * at_middle;
    for i in 0..7 {
        let (left, right) = (f(middle - half * NODES[i]), f(middle + half * NODES[i]));
        kronrod += KRONROD[i] * (left + right);
        magnitude += KRONROD[i] * (left.abs() + right.abs());
        if i % 2 == 1 {
            gauss += GAUSS[i / 2] * (left + right);
        }
    }
    let (value, magnitude) = (kronrod * half, magnitude * half.abs());
    // The difference is the error of the poorer rule; the power, due to QUADPACK, carries it over to the better one.
    let difference = ((kronrod - gauss) * half).abs();
    let error = if difference == 0.0 {
        0.0
    } else if difference.is_finite() {
        difference.min(magnitude * (200.0 * difference / magnitude).powf(1.5))
    } else {
        f64::INFINITY
    };
    Panel { a, b, value, magnitude, error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quadrature::GaussLegendre;
    use proptest::prelude::*;
    use std::f64::consts::{FRAC_PI_4, PI};

    #[test]
    fn fifteen_points_are_exact_up_to_degree_22() {
        for degree in 0..=23 {
            let exact = if degree % 2 == 0 { 2.0 / f64::from(degree + 1) } else { 0.0 };
            let panel = compute_panel(&mut |x: f64| x.powi(degree), -1.0, 1.0);
            assert!((panel.value - exact).abs() < 1e-15, "degree {degree}: {}", panel.value);
        }
        // One degree more and it is off, but only just.
        let defect = (compute_panel(&mut |x: f64| x.powi(24), -1.0, 1.0).value - 2.0 / 25.0).abs();
        assert!(defect > 1e-10 && defect < 1e-5, "{defect:e}");
    }

    #[test]
    fn every_second_node_is_gauss() {
        let rule = GaussLegendre::<7>::new();
        for i in 0..4 {
            assert!((rule.nodes()[6 - i] - NODES[2 * i + 1]).abs() < 2e-16);
            assert!((rule.weights()[6 - i] - GAUSS[i]).abs() < 2e-16);
        }
    }

    /// Integrand, ends, exact value.
    type Case = (fn(f64) -> f64, f64, f64, f64);

    #[test]
    fn the_estimate_bounds_the_error() {
        let cases: [Case; 5] = [
            (f64::exp, 0.0, 1.0, 1f64.exp() - 1.0),
            (f64::sqrt, 0.0, 1.0, 2.0 / 3.0),
            (|x| 1.0 / (1.0 + x * x), 0.0, 1.0, FRAC_PI_4),
            (|x| (100.0 * x).sin().powi(2), 0.0, PI, 0.5 * PI),
            (|x| 1.0 / (1e-4 + (x - 0.3).powi(2)), 0.0, 1.0, 100.0 * (70f64.atan() + 30f64.atan())),
        ];
        for (i, (f, a, b, exact)) in cases.into_iter().enumerate() {
            for tolerance in [1e-4, 1e-8, 1e-12] {
                let Integral { value, error_estimate, .. } = integrate_adaptive(f, a, b, tolerance);
                let error = (value - exact).abs();
                assert!(error <= error_estimate, "case {i}: {error:e} > {error_estimate:e}");
                assert!(error_estimate <= tolerance * exact.max(1.0), "case {i}: {error_estimate:e}");
            }
        }
    }

    #[test]
    fn an_easy_integral_takes_one_panel() {
        assert_eq!(integrate_adaptive(f64::cos, 0.0, 1.0, 1e-10).evaluations, 15);
    }

    #[test]
    fn evaluations_are_counted() {
        let mut calls = 0;
        let count = |x: f64| {
            calls += 1;
            x.sqrt()
        };
        let evaluations = integrate_adaptive(count, 0.0, 1.0, 1e-9).evaluations;
        assert_eq!(calls, evaluations);
    }

    #[test]
    fn a_divergent_or_undefined_integral_is_not_trusted() {
        assert!(integrate_adaptive(|x| 1.0 / x, 0.0, 1.0, 1e-9).error_estimate > 1e-3);
        assert!(integrate_adaptive(|x| (x - 2.0).sqrt(), 0.0, 1.0, 1e-9).error_estimate.is_infinite());
    }

    proptest! {
        #[test]
        fn parts_add_up(a in -3.0..3.0f64, b in -3.0..3.0f64, c in -3.0..3.0f64) {
            let f = |x: f64| (x * x).sin() + x.exp();
            let integral = |a, b| integrate_adaptive(f, a, b, 1e-12).value;
            prop_assert!((integral(a, b) + integral(b, c) - integral(a, c)).abs() < 1e-10);
        }
    }
}
