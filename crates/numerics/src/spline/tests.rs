use super::*;
use proptest::prelude::*;
use std::f64::consts::TAU;

/// n knots over one turn, uneven by up to `unevenness` of their spacing.
fn knots(n: usize, unevenness: f64) -> Vec<f64> {
    let spacing = TAU / n as f64;
    (0..n).map(|i| spacing * (i as f64 + unevenness * (0.5 + 0.5 * (3.0 * i as f64).sin()))).collect()
}

fn circle(n: usize, unevenness: f64) -> PeriodicCubic<2> {
    let knots = knots(n, unevenness);
    let values: Vec<_> = knots.iter().map(|t| [t.sin(), t.cos()]).collect();
    PeriodicCubic::new(&knots, &values, TAU).expect("a circle")
}

/// Largest errors of value, first and second derivative against sine and cosine.
fn errors(spline: &PeriodicCubic<2>) -> [f64; 3] {
    let mut worst = [0.0f64; 3];
    for i in 0..2000 {
        let t = TAU * f64::from(i) / 2000.0;
        let (s, c) = t.sin_cos();
        let (y, y1, y2) = spline.evaluate(t);
        for (worst, (got, exact)) in worst.iter_mut().zip([(y, [s, c]), (y1, [c, -s]), (y2, [-s, -c])]) {
            *worst = worst.max((got[0] - exact[0]).abs()).max((got[1] - exact[1]).abs());
        }
    }
    worst
}

#[test]
fn values_converge_with_order_4_derivatives_with_3_and_2() {
    for unevenness in [0.0, 0.8] {
        let (coarse, fine) = (errors(&circle(80, unevenness)), errors(&circle(160, unevenness)));
        for (derivative, (low, high)) in [(3.7, 4.3), (2.7, 3.3), (1.8, 2.2)].into_iter().enumerate() {
            let order = (coarse[derivative] / fine[derivative]).log2();
            assert!((low..high).contains(&order), "unevenness {unevenness}, derivative {derivative}: order {order}");
        }
    }
}

#[test]
fn the_error_is_the_known_one_of_even_knots() {
    // The second derivative of the spline is, to leading order, h²/12 |y⁗| off at the knots [deBoor1978].
    let h = TAU / 200.0;
    let error = circle(200, 0.0).second_derivative(0.0)[1] + 1.0;
    assert!((error.abs() / (h * h / 12.0) - 1.0).abs() < 0.01, "{error:e}");
}

#[test]
fn value_slope_and_curvature_are_continuous_at_every_knot() {
    for unevenness in [0.0, 0.8] {
        let spline = circle(12, unevenness);
        for knot in knots(12, unevenness) {
            let step = 1e-9;
            let (before, after) = (spline.evaluate(knot - step), spline.evaluate(knot + step));
            // Third derivatives are about 1, so each may change by 2·10⁻⁹ and not by more.
            for (b, a) in [(before.0, after.0), (before.1, after.1), (before.2, after.2)] {
                assert!((b[0] - a[0]).abs() < 4e-9 && (b[1] - a[1]).abs() < 4e-9, "at {knot}");
            }
        }
    }
}

#[test]
fn three_knots_are_enough() {
    let h = TAU / 3.0;
    let y = 0.75f64.sqrt();
    let spline = PeriodicCubic::new(&[0.0, h, 2.0 * h], &[[0.0], [y], [-y]], TAU).expect("valid");
    // By hand: M₀ = 0 and M₂ = −M₁ by symmetry, and h M₀ + 4h M₁ + h M₂ = 6 (y₂ − 2y₁ + y₀)/h is then 3h M₁ = −18 y/h.
    assert!((spline.second_derivative(h)[0] + 6.0 * y / (h * h)).abs() < 1e-14);
}

#[test]
fn derivatives_are_those_of_the_value() {
    let spline = circle(10, 0.8);
    for i in 0..50 {
        let (t, e) = (0.131 * f64::from(i), 1e-5);
        for d in 0..2 {
            let slope = (spline.value(t + e)[d] - spline.value(t - e)[d]) / (2.0 * e);
            assert!((slope - spline.derivative(t)[d]).abs() < 1e-9);
            let curvature = (spline.derivative(t + e)[d] - spline.derivative(t - e)[d]) / (2.0 * e);
            assert!((curvature - spline.second_derivative(t)[d]).abs() < 2e-5);
        }
    }
}

#[test]
fn bad_knots_are_errors_with_hints() {
    let try_knots = |knots: &[f64]| PeriodicCubic::new(knots, &vec![[0.0]; knots.len()], 1.0).expect_err("bad knots");
    assert_eq!(try_knots(&[0.0, 0.5]), SplineError::TooFew { count: 2, fewest: 3 });
    assert_eq!(try_knots(&[0.0, 0.5, 0.5]), SplineError::Unsorted { index: 2, knot: 0.5, before: 0.5 });
    assert_eq!(try_knots(&[0.0, 0.5, 1.0]), SplineError::OutsidePeriod { index: 2, knot: 1.0, period: 1.0 });
    assert!(matches!(try_knots(&[0.0, f64::NAN, 0.9]), SplineError::OutsidePeriod { index: 1, .. }));
    assert!(try_knots(&[0.0, 0.5, 1.0]).hint().is_some_and(|hint| hint.starts_with("subtract the first time")));
    let knots = [0.0, 0.3, 0.6];
    let bad_value = PeriodicCubic::new(&knots, &[[0.0, 1.0], [0.0, f64::INFINITY], [0.0, 1.0]], 1.0);
    assert_eq!(bad_value, Err(SplineError::NotFinite { index: 1, component: 1, value: f64::INFINITY }));
    assert_eq!(PeriodicCubic::new(&knots, &[[0.0]; 2], 1.0), Err(SplineError::Mismatch { knots: 3, values: 2 }));
    assert!(matches!(PeriodicCubic::new(&knots, &[[0.0]; 3], f64::NAN), Err(SplineError::BadPeriod { .. })));
}

proptest! {
    #[test]
    fn knots_are_hit_and_time_wraps(n in 3..40usize, unevenness in 0.0..0.9f64, turns in -5..5i32) {
        let spline = circle(n, unevenness);
        for knot in knots(n, unevenness) {
            prop_assert!((spline.value(knot)[0] - knot.sin()).abs() <= f64::EPSILON);
            let later = spline.evaluate(knot + f64::from(turns) * TAU);
            prop_assert!((later.0[1] - knot.cos()).abs() < 1e-13);
        }
    }

    #[test]
    fn a_constant_stays_constant(n in 3..20usize, unevenness in 0.0..0.9f64, value in -1e3..1e3f64, t in -20.0..20.0f64) {
        let spline = PeriodicCubic::new(&knots(n, unevenness), &vec![[value]; n], TAU).expect("valid");
        prop_assert_eq!(spline.evaluate(t), ([value], [0.0], [0.0]));
    }

    #[test]
    fn even_and_uneven_lookup_agree(n in 3..40usize, t in -20.0..20.0f64) {
        // Knots that are even up to 10⁻⁹ are searched for, and must give nearly the same curve.
        let (even, uneven) = (circle(n, 0.0), circle(n, 1e-9));
        prop_assert!((even.value(t)[0] - uneven.value(t)[0]).abs() < 1e-7);
    }

    #[test]
    fn any_finite_time_has_a_value(n in 3..10usize, t in prop::num::f64::NORMAL) {
        prop_assert!(circle(n, 0.5).value(t).iter().all(|y| y.abs() < 3.0));
    }
}
