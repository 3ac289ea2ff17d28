//! Sizes known at run time: the same schemes, the same numbers.

use crate::problems::{Kepler, Known, ProtheroRobinson};
use nalgebra::{DMatrix, DVector, SVector};
use numerics::ode::{
    DynamicIntegrator, DynamicSystem, Integrator, Limits, Scheme, System, Tolerance, Tolerances, Work,
};

/// A system of N equations that does not say so.
struct Disguised<'a, S, const N: usize>(&'a S, bool);

impl<S: System<N>, const N: usize> DynamicSystem for Disguised<'_, S, N> {
    fn rate(&mut self, t: f64, y: &DVector<f64>, rate: &mut DVector<f64>) {
        rate.copy_from(&self.0.rate(t, &SVector::from_column_slice(y.as_slice())));
    }

    fn jacobian(&mut self, t: f64, y: &DVector<f64>, by_state: &mut DMatrix<f64>, by_time: &mut DVector<f64>) -> bool {
        let (state, time) = self.0.jacobian(t, &SVector::from_column_slice(y.as_slice()));
        by_state.copy_from(&state);
        by_time.copy_from(&time);
        self.1
    }
}

fn compare<const N: usize>(problem: &impl Known<N>, known_jacobian: bool) {
    for scheme in Scheme::ALL {
        let start = problem.exact(0.0);
        let mut fixed = Integrator::new(scheme, Tolerance::uniform(1e-8, 1e-8), Limits::default(), 0.0, start);
        let mut dynamic = DynamicIntegrator::new(
            scheme,
            Tolerances::uniform_over(N, 1e-8, 1e-8),
            Limits::default(),
            0.0,
            DVector::from_column_slice(start.as_slice()),
        );
        while fixed.time() < 2.0 {
            fixed.step(problem, 2.0).expect("smooth");
            dynamic.step(&mut Disguised(problem, known_jacobian), 2.0).expect("smooth");
            assert_eq!(fixed.time(), dynamic.time(), "{}", scheme.name());
            assert_eq!(fixed.state().as_slice(), dynamic.state().as_slice(), "{}", scheme.name());
            let within = 0.5 * (fixed.previous_time() + fixed.time());
            assert_eq!(fixed.interpolate(within).as_slice(), dynamic.interpolate(within).as_slice());
        }
        let differences = if known_jacobian { 0 } else { dynamic.work().jacobians * (2 * N as u64 + 2) };
        assert_eq!(Work { difference_calls: differences, ..fixed.work() }, dynamic.work());
    }
}

#[test]
fn a_size_known_at_run_time_gives_the_same_numbers() {
    compare(&Kepler { eccentricity: 0.5 }, true);
    compare(&ProtheroRobinson { stiffness: -1e4 }, true);
}

#[test]
fn differences_are_taken_where_no_jacobian_is_given() {
    // The default Jacobian of a fixed size takes the same differences.
    compare(&Kepler { eccentricity: 0.5 }, false);
}

#[test]
fn a_small_correction_keeps_what_was_learned() {
    for scheme in Scheme::ALL {
        let problem = Kepler { eccentricity: 0.3 };
        let tolerance = Tolerance::uniform(1e-9, 1e-9);
        let mut integrator = Integrator::new(scheme, tolerance, Limits::default(), 0.0, problem.exact(0.0));
        while integrator.time() < 10.0 {
            integrator.step(&problem, 10.0).expect("smooth");
            // Back onto the known angular momentum, which the exact solution never leaves.
            integrator.correct(|_, y| {
                let momentum = y[0] * y[3] - y[1] * y[2];
                let scale = (1.0f64 - 0.09).sqrt() / momentum;
                y[2] *= scale;
                y[3] *= scale;
                true
            });
        }
        let plain = {
            let mut plain = Integrator::new(scheme, tolerance, Limits::default(), 0.0, problem.exact(0.0));
            while plain.time() < 10.0 {
                plain.step(&problem, 10.0).expect("smooth");
            }
            plain
        };
        let error = |end: &Integrator<4>| (end.state() - problem.exact(10.0)).amax();
        assert!(error(&integrator) < 10.0 * error(&plain), "{}", scheme.name());
        let (corrected, free) = (integrator.work().steps, plain.work().steps);
        assert!(corrected < free + free / 5 + 2, "{}: {corrected} for {free}", scheme.name());
    }
}
