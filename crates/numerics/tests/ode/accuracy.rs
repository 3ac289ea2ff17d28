//! With a tolerance, the error is what was asked for, at a cost that is counted.

use crate::problems::{Coupled, Kepler, Known, Oscillator, Witch, run};
use numerics::ode::{Integrator, Limits, Scheme, Tolerance, Work};
use proptest::prelude::*;
use std::f64::consts::TAU;

#[test]
fn an_oscillator_keeps_time_and_energy() {
    for scheme in Scheme::ALL {
        let problem = Oscillator { frequency: 3.0 };
        let end = run(scheme, &problem, 10.0, 1e-10);
        let error = (end.state() - problem.exact(10.0)).amax();
        assert!(error < 3e-8, "{}: {error:e}", scheme.name());
        let energy = end.state()[1].powi(2) + 9.0 * end.state()[0].powi(2);
        assert!((energy / 9.0 - 1.0).abs() < 1e-8, "{}: {energy}", scheme.name());
    }
}

#[test]
fn an_eccentric_orbit_closes_and_keeps_its_invariants() {
    for scheme in Scheme::ALL {
        let problem = Kepler { eccentricity: 0.7 };
        let end = run(scheme, &problem, TAU, 1e-10);
        let y = end.state();
        let error = (y - problem.exact(0.0)).amax();
        assert!(error < 1e-7, "{}: {error:e}", scheme.name());
        // Energy −½ and angular momentum √(1 − e²) of an ellipse of half axis 1.
        let energy = 0.5 * (y[2] * y[2] + y[3] * y[3]) - 1.0 / y[0].hypot(y[1]);
        let momentum = y[0] * y[3] - y[1] * y[2];
        assert!((energy + 0.5).abs() < 1e-8, "{}: {energy}", scheme.name());
        assert!((momentum - (1.0f64 - 0.49).sqrt()).abs() < 1e-8, "{}: {momentum}", scheme.name());
    }
}

#[test]
fn the_error_is_proportional_to_the_tolerance() {
    for scheme in Scheme::ALL {
        let problem = Kepler { eccentricity: 0.5 };
        let error = |tolerance: f64| (run(scheme, &problem, 20.0, tolerance).state() - problem.exact(20.0)).amax();
        let (loose, tight) = (error(1e-6), error(1e-11));
        let exponent = (loose / tight).log10() / 5.0;
        assert!((0.85..1.15).contains(&exponent), "{}: error ~ tolerance^{exponent:.3}", scheme.name());
    }
}

#[test]
fn a_system_that_depends_on_time_is_followed() {
    for scheme in Scheme::ALL {
        let error = (run(scheme, &Witch, 10.0, 1e-9).state() - Witch.exact(10.0)).amax();
        assert!(error < 1e-8, "{}: {error:e}", scheme.name());
        let error = (run(scheme, &Coupled, 2.0, 1e-10).state() - Coupled.exact(2.0)).amax();
        assert!(error < 1e-7, "{}: {error:e}", scheme.name());
    }
}

#[test]
fn every_call_is_counted() {
    for scheme in Scheme::ALL {
        let Work { steps, rejected, rate_calls, jacobians, factorisations, .. } =
            run(scheme, &Kepler { eccentricity: 0.9 }, TAU, 1e-6).work();
        assert!(rejected > 0, "{}: a pericentre this close must cost a step", scheme.name());
        if scheme == Scheme::Bdf {
            // One or two Newton steps a trial, six rates for each of the few Rosenbrock steps of its start.
            assert!(rate_calls > steps && rate_calls < 3 * (steps + rejected) + 50, "{rate_calls} for {steps}");
            assert!(jacobians < steps / 3, "{jacobians} for {steps}");
            assert!(factorisations >= steps && factorisations < steps + rejected + jacobians + 5, "{factorisations}");
            continue;
        }
        // So many a trial, one to begin with and one to guess the first step.
        let stages = if scheme == Scheme::BogackiShampine { 3 } else { 6 };
        assert_eq!(rate_calls, stages * (steps + rejected) + 2, "{}", scheme.name());
        assert_eq!(jacobians, if scheme == Scheme::Rosenbrock { steps } else { 0 });
        assert_eq!(factorisations, if scheme == Scheme::Rosenbrock { steps + rejected } else { 0 });
    }
}

#[test]
fn dormand_prince_beats_fehlberg_at_the_same_tolerance() {
    let problem = Kepler { eccentricity: 0.5 };
    let result = |scheme| {
        let end = run(scheme, &problem, 20.0, 1e-9);
        ((end.state() - problem.exact(20.0)).amax(), end.work().rate_calls)
    };
    let (ours, theirs) = (result(Scheme::DormandPrince), result(Scheme::Rkf45));
    assert!(ours.0 < theirs.0 && ours.1 < theirs.1, "{ours:?} {theirs:?}");
}

#[test]
fn a_clone_is_a_checkpoint() {
    for scheme in Scheme::ALL {
        let problem = Kepler { eccentricity: 0.5 };
        let mut first = run(scheme, &problem, 1.0, 1e-8);
        let mut second = first.clone();
        for integrator in [&mut first, &mut second] {
            while integrator.time() < 3.0 {
                integrator.step(&problem, 3.0).expect("smooth");
            }
        }
        assert_eq!(first.state(), second.state());
        assert_eq!(first.work(), second.work());
    }
}

#[test]
fn stops_on_the_way_do_not_shorten_the_steps_for_good() {
    for scheme in Scheme::ALL {
        let problem = Oscillator { frequency: 1.0 };
        let free = run(scheme, &problem, 20.0, 1e-8).work().steps;
        let tolerance = Tolerance::uniform(1e-8, 1e-8);
        let mut integrator = Integrator::new(scheme, tolerance, Limits::default(), 0.0, problem.exact(0.0));
        for stop in [1.0, 1.0 + 1e-9, 5.0, 5.0 + 1e-12, 20.0] {
            while integrator.time() < stop {
                integrator.step(&problem, stop).expect("smooth");
            }
        }
        // Each of the four stops may cost a step or two and no more; BDF needs a few to make its steps equal again.
        let most = if scheme == Scheme::Bdf { free + 32 } else { free + 8 };
        assert!(integrator.work().steps <= most, "{}: {} for {free}", scheme.name(), integrator.work().steps);
    }
}

#[test]
fn no_step_is_longer_than_the_largest() {
    for scheme in Scheme::ALL {
        let limits = Limits { largest_step: 0.01, ..Limits::default() };
        let mut integrator = Integrator::new(scheme, Tolerance::uniform(1e-3, 1e-3), limits, 0.0, Witch.exact(0.0));
        while integrator.time() < 1.0 {
            integrator.step(&Witch, 1.0).expect("smooth");
            assert!(integrator.time() - integrator.previous_time() < 0.01 * (1.0 + 1e-12));
        }
    }
}

proptest! {
    #[test]
    fn the_end_is_hit_exactly(end in 1e-6..30.0f64, frequency in 0.1..20.0f64, which in 0..5usize) {
        let problem = Oscillator { frequency };
        let integrator = run(Scheme::ALL[which], &problem, end, 1e-6);
        prop_assert_eq!(integrator.time(), end);
        // Errors of an oscillator add up over its angle.
        let error = (integrator.state() - problem.exact(end)).amax() / frequency.max(1.0);
        prop_assert!(error < 1e-5 * (1.0 + frequency * end), "{:e}", error);
    }

    #[test]
    fn time_can_start_anywhere(start in -1e3..1e3f64, which in 0..5usize) {
        let problem = Oscillator { frequency: 1.0 };
        let tolerance = Tolerance::uniform(1e-8, 1e-8);
        let mut shifted = Integrator::new(Scheme::ALL[which], tolerance, Limits::default(), start, problem.exact(0.0));
        while shifted.time() < start + 2.0 {
            shifted.step(&problem, start + 2.0).expect("smooth");
        }
        prop_assert!((shifted.state() - problem.exact(2.0)).amax() < 1e-6);
    }
}
