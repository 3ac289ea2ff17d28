//! The order that is observed is the order that is claimed, on both sides.

use crate::problems::{Coupled, Kepler, Known, Oscillator, Witch, run_fixed};
use numerics::ode::{Integrator, Limits, Scheme, Tolerance};

fn end_error<const N: usize>(scheme: Scheme, problem: &impl Known<N>, end: f64, steps: u32) -> f64 {
    (run_fixed(scheme, problem, end, steps).state() - problem.exact(end)).amax()
}

/// The largest error of the dense output.
fn dense_error<const N: usize>(scheme: Scheme, problem: &impl Known<N>, end: f64, steps: u32) -> f64 {
    let limits = Limits::fixed(end / f64::from(steps));
    let mut integrator = Integrator::new(scheme, Tolerance::uniform(1.0, 1.0), limits, 0.0, problem.exact(0.0));
    let mut worst = 0.0f64;
    while integrator.time() < end {
        integrator.step(problem, end).expect("a smooth problem");
        let (from, to) = (integrator.previous_time(), integrator.time());
        if scheme == Scheme::Bdf && integrator.work().steps < 6 {
            // Its first steps are Rosenbrock's.
            continue;
        }
        for i in 1..10 {
            let t = from + (to - from) * f64::from(i) / 10.0;
            worst = worst.max((integrator.interpolate(t) - problem.exact(t)).amax());
        }
    }
    worst
}

#[track_caller]
fn assert_order(scheme: Scheme, what: &str, error: impl Fn(u32) -> f64, steps: u32, claimed: u32) {
    // The error constants of BDF are larger, so that it shows its order at shorter steps.
    let steps = if scheme == Scheme::Bdf { 4 * steps } else { steps };
    let observed = (error(steps) / error(2 * steps)).log2();
    let claimed = f64::from(claimed);
    assert!(
        observed > claimed - 0.2 && observed < claimed + 0.3,
        "{}, {what}: order {observed:.3} instead of {claimed}",
        scheme.name()
    );
}

#[test]
fn every_scheme_has_its_order() {
    for scheme in Scheme::ALL {
        let order = scheme.order();
        assert_order(scheme, "oscillator", |n| end_error(scheme, &Oscillator { frequency: 1.0 }, 5.0, n), 100, order);
        // At 1.5 the leading error of BDF happens to pass through zero.
        let end = if scheme == Scheme::Bdf { 1.2 } else { 1.5 };
        assert_order(scheme, "coupled", |n| end_error(scheme, &Coupled, end, n), 160, order);
        assert_order(scheme, "Kepler", |n| end_error(scheme, &Kepler { eccentricity: 0.3 }, 4.0, n), 400, order);
        assert_order(scheme, "witch", |n| end_error(scheme, &Witch, 1.0, n), 40, order);
    }
}

#[test]
fn dense_output_has_its_order() {
    for scheme in Scheme::ALL {
        // Between the ends it cannot be better than at the ends.
        let order = (scheme.interpolation_order() + 1).min(scheme.order());
        assert_order(scheme, "oscillator", |n| dense_error(scheme, &Oscillator { frequency: 1.0 }, 5.0, n), 100, order);
        assert_order(scheme, "coupled", |n| dense_error(scheme, &Coupled, 1.5, n), 160, order);
        assert_order(scheme, "Kepler", |n| dense_error(scheme, &Kepler { eccentricity: 0.3 }, 4.0, n), 400, order);
    }
}

#[test]
fn dense_output_meets_both_ends_of_a_step() {
    for scheme in Scheme::ALL {
        let problem = Kepler { eccentricity: 0.3 };
        let mut integrator =
            Integrator::new(scheme, Tolerance::uniform(1e-6, 1e-6), Limits::default(), 0.0, problem.exact(0.0));
        for _ in 0..5 {
            let before = *integrator.state();
            integrator.step(&problem, 6.0).expect("smooth");
            let (from, to) = (integrator.previous_time(), integrator.time());
            assert_eq!(integrator.interpolate(from), before);
            assert_eq!(integrator.interpolate(to), *integrator.state());
            let nearly = from + (to - from) * (1.0 - 1e-13);
            assert!((integrator.interpolate(nearly) - integrator.state()).amax() < 1e-12);
            assert!((integrator.interpolate(from + (to - from) * 1e-13) - before).amax() < 1e-12);
        }
    }
}
