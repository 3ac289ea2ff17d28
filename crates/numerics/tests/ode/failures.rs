//! What cannot be integrated ends with an error that says where.

use crate::problems::{Known, Witch};
use nalgebra::SVector;
use numerics::ode::{Failure, Integrator, Limits, Scheme, System, Tolerance};
use proptest::prelude::*;

fn integrate<const N: usize>(
    scheme: Scheme,
    system: &impl System<N>,
    y: SVector<f64, N>,
    end: f64,
) -> Result<f64, Failure> {
    let mut integrator = Integrator::new(scheme, Tolerance::uniform(1e-8, 1e-8), Limits::default(), 0.0, y);
    while integrator.time() < end {
        integrator.step(system, end)?;
    }
    Ok(integrator.time())
}

/// y′ = y², which is 1/(1 − t) from 1 and ends at t = 1.
struct BlowUp;

impl System<1> for BlowUp {
    fn rate(&self, _t: f64, y: &SVector<f64, 1>) -> SVector<f64, 1> {
        y.component_mul(y)
    }
}

#[test]
fn a_blow_up_is_reported_where_it_happens() {
    for scheme in Scheme::ALL {
        let failure = integrate(scheme, &BlowUp, SVector::from([1.0]), 2.0).expect_err("infinite at 1");
        let (Failure::StepTooSmall { time, .. } | Failure::NotFinite { time, .. }) = failure else {
            panic!("{failure:?}");
        };
        assert!((time - 1.0).abs() < 1e-6, "{}: {failure}", scheme.name());
    }
}

/// Decay that is not defined after a time.
struct Cliff {
    at: f64,
}

impl System<2> for Cliff {
    fn rate(&self, t: f64, y: &SVector<f64, 2>) -> SVector<f64, 2> {
        SVector::from([-y[0], if t > self.at { f64::NAN } else { -y[1] }])
    }
}

#[test]
fn rates_that_are_not_finite_shorten_the_step_before_they_fail() {
    for scheme in Scheme::ALL {
        let failure = integrate(scheme, &Cliff { at: 0.7 }, SVector::from([1.0, 1.0]), 2.0).expect_err("undefined");
        let Failure::NotFinite { time, step, component } = failure else { panic!("{failure:?}") };
        assert_eq!(component, 1);
        // A Jacobian by differences looks 6·10⁻⁶ ahead.
        assert!(time <= 0.7 && 0.7 - time < 1e-5, "{}: {time}", scheme.name());
        assert!(step < 1e-12, "{step:e}");
        assert!(failure.hint().is_some(), "{failure}");
    }
}

#[test]
fn a_start_that_is_not_finite_is_refused() {
    for scheme in Scheme::ALL {
        let failure = integrate(scheme, &Cliff { at: 1.0 }, SVector::from([1.0, f64::INFINITY]), 2.0);
        assert_eq!(failure, Err(Failure::NotFinite { time: 0.0, step: 0.0, component: 1 }));
    }
}

#[test]
fn the_state_survives_a_failure() {
    for scheme in Scheme::ALL {
        let mut integrator =
            Integrator::new(scheme, Tolerance::uniform(1e-8, 1e-8), Limits::default(), 0.0, SVector::from([1.0]));
        while integrator.step(&BlowUp, 2.0).is_ok() {}
        let (time, state) = (integrator.time(), *integrator.state());
        assert!(integrator.step(&BlowUp, 2.0).is_err());
        assert_eq!((integrator.time(), *integrator.state()), (time, state));
        // Time near 1 resolves 2·10⁻¹⁶; the exact solution is known up to there.
        assert!(state[0].is_finite() && state[0] > 1e3);
    }
}

#[test]
fn an_end_that_is_not_ahead_is_refused() {
    for scheme in Scheme::ALL {
        for end in [-1.0, 0.0, f64::NAN, f64::INFINITY] {
            let mut integrator =
                Integrator::new(scheme, Tolerance::uniform(1e-8, 1e-8), Limits::default(), 0.0, Witch.exact(0.0));
            let failure = integrator.step(&Witch, end);
            assert!(matches!(failure, Err(Failure::NotAhead { time: 0.0, .. })), "{failure:?}");
        }
    }
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let good = (Tolerance::uniform(1e-6, 1e-6), Limits::default());
    let bad = [
        ("relative tolerance", Tolerance::uniform(-1.0, 1.0), good.1),
        ("absolute tolerance", Tolerance::uniform(1e-6, 0.0), good.1),
        ("absolute tolerance", Tolerance::uniform(1e-6, f64::NAN), good.1),
        ("smallest step", good.0, Limits { smallest_step: -1.0, ..good.1 }),
        ("largest step", good.0, Limits { largest_step: 0.0, ..good.1 }),
        ("largest step", good.0, Limits { smallest_step: 2.0, largest_step: 1.0, ..good.1 }),
        ("first step", good.0, Limits { first_step: Some(f64::NAN), ..good.1 }),
    ];
    for (expected, tolerance, limits) in bad {
        let failure = Integrator::new(Scheme::Rkf45, tolerance, limits, 0.0, Witch.exact(0.0)).step(&Witch, 1.0);
        assert!(matches!(failure, Err(Failure::BadSetting { name, .. }) if name == expected), "{failure:?}");
    }
}

proptest! {
    #[test]
    fn no_input_makes_a_step_hang_or_panic(
        y in prop::num::f64::ANY,
        start in prop::num::f64::ANY,
        length in prop::num::f64::ANY,
        tolerance in prop::num::f64::ANY,
        smallest in prop::num::f64::ANY,
        which in 0..5usize,
    ) {
        let limits = Limits { smallest_step: smallest, ..Limits::default() };
        let tolerance = Tolerance::uniform(tolerance, tolerance);
        let mut integrator = Integrator::new(Scheme::ALL[which], tolerance, limits, start, SVector::from([y]));
        let before = integrator.time();
        if integrator.step(&BlowUp, start + length).is_ok() {
            prop_assert!(integrator.time() > before);
            prop_assert!(integrator.state()[0].is_finite());
            integrator.locate(|_t, y| y[0]);
        }
    }
}
