//! What is stiff is solved by the stiff scheme, in few steps.

use crate::problems::{Known, Oscillator, ProtheroRobinson, run};
use nalgebra::{SMatrix, SVector};
use numerics::ode::{Failure, Integrator, Limits, Scheme, System, Tolerance};

const STIFF: [Scheme; 2] = [Scheme::Rosenbrock, Scheme::Bdf];

#[test]
fn a_million_times_faster_equation_does_not_slow_down_a_stiff_scheme() {
    let problem = ProtheroRobinson { stiffness: -1e6 };
    for scheme in STIFF {
        let end = run(scheme, &problem, 10.0, 1e-6);
        let error = (end.state() - problem.exact(10.0)).amax();
        assert!(error < 1e-5, "{}: {error:e}", scheme.name());
        // BDF takes more steps, each of which costs a third as much.
        let most = if scheme == Scheme::Bdf { 150 } else { 120 };
        assert!(end.work().steps < most, "{}: {:?}", scheme.name(), end.work());
    }
}

#[test]
fn bdf_needs_two_rates_a_step_and_hardly_a_jacobian() {
    let work = run(Scheme::Bdf, &ProtheroRobinson { stiffness: -1e6 }, 100.0, 1e-6).work();
    assert!(work.rate_calls < 5 * work.steps / 2 && 20 * work.jacobians < work.steps, "{work:?}");
}

#[test]
fn an_explicit_scheme_crawls_where_rosenbrock_strides() {
    let problem = ProtheroRobinson { stiffness: -1e4 };
    let explicit = run(Scheme::DormandPrince, &problem, 1.0, 1e-5).work();
    let implicit = run(Scheme::Rosenbrock, &problem, 1.0, 1e-5).work();
    // |hλ| ≤ 3.3 bounds the explicit steps; 3000 are needed.
    assert!(explicit.steps + explicit.rejected > 3000 && implicit.steps < 40, "{explicit:?} {implicit:?}");
}

/// y″ = ((1 − y²) y′ − y)/ε
struct VanDerPol {
    epsilon: f64,
}

impl System<2> for VanDerPol {
    fn rate(&self, _t: f64, y: &SVector<f64, 2>) -> SVector<f64, 2> {
        SVector::from([y[1], ((1.0 - y[0] * y[0]) * y[1] - y[0]) / self.epsilon])
    }

    fn jacobian(&self, _t: f64, y: &SVector<f64, 2>) -> (SMatrix<f64, 2, 2>, SVector<f64, 2>) {
        let below = SVector::from([-2.0 * y[0] * y[1] - 1.0, 1.0 - y[0] * y[0]]) / self.epsilon;
        (SMatrix::<f64, 2, 2>::new(0.0, 1.0, below[0], below[1]), SVector::zeros())
    }
}

#[test]
fn van_der_pol_ends_on_the_reference_solution() {
    // [Hairer1996], section IV.10, ε = 10⁻⁶ (μ = 10³ in the other scaling): y(2) as published with the test set.
    let reference = SVector::from([1.706_167_732_170_456, -0.892_809_701_024_825_7]);
    for (scheme, tolerance, most_steps) in [
        (Scheme::Rosenbrock, 1e-4, 400),
        (Scheme::Rosenbrock, 1e-6, 1300),
        (Scheme::Bdf, 1e-4, 1000),
        (Scheme::Bdf, 1e-6, 2500),
    ] {
        let start = SVector::from([2.0, 0.0]);
        let settings = Tolerance::uniform(tolerance, tolerance);
        let mut integrator = Integrator::new(scheme, settings, Limits::default(), 0.0, start);
        while integrator.time() < 2.0 {
            integrator.step(&VanDerPol { epsilon: 1e-6 }, 2.0).expect("stiff but solvable");
        }
        let error = (integrator.state() - reference).amax();
        assert!(error < tolerance, "{}: {error:e} for {tolerance:e}", scheme.name());
        assert!(integrator.work().steps < most_steps, "{}: {:?}", scheme.name(), integrator.work());
    }
}

/// Three reactions with rates nine decades apart.
struct Robertson;

impl System<3> for Robertson {
    fn rate(&self, _t: f64, y: &SVector<f64, 3>) -> SVector<f64, 3> {
        let (slow, back, fast) = (0.04 * y[0], 1e4 * y[1] * y[2], 3e7 * y[1] * y[1]);
        SVector::from([-slow + back, slow - back - fast, fast])
    }

    fn jacobian(&self, _t: f64, y: &SVector<f64, 3>) -> (SMatrix<f64, 3, 3>, SVector<f64, 3>) {
        let (by_y1, by_y2, fast) = (1e4 * y[2], 1e4 * y[1], 6e7 * y[1]);
        let rows = SMatrix::<f64, 3, 3>::new(-0.04, by_y1, by_y2, 0.04, -by_y1 - fast, -by_y2, 0.0, fast, 0.0);
        (rows, SVector::zeros())
    }
}

#[test]
fn robertson_is_followed_over_eleven_decades() {
    // [Mazzia2008], reference solution at t = 10¹¹.
    let reference = [0.208_334_014_970_125_5e-7, 0.833_336_077_033_471_3e-13, 0.999_999_979_166_505];
    let tolerance = Tolerance { relative: 1e-7, absolute: SVector::from([1e-14, 1e-20, 1e-14]) };
    for scheme in STIFF {
        let start = SVector::from([1.0, 0.0, 0.0]);
        let mut integrator = Integrator::new(scheme, tolerance, Limits::default(), 0.0, start);
        while integrator.time() < 1e11 {
            integrator.step(&Robertson, 1e11).expect("stiff but solvable");
        }
        for (computed, exact) in integrator.state().iter().zip(reference) {
            assert!((computed / exact - 1.0).abs() < 1e-5, "{}: {computed:e} instead of {exact:e}", scheme.name());
        }
        let most = if scheme == Scheme::Bdf { 2000 } else { 1500 };
        assert!(integrator.work().steps < most, "{}: {:?}", scheme.name(), integrator.work());
        let mass = integrator.state().sum() - 1.0;
        // Every step of the many that BDF takes rounds once more.
        let rounding = if scheme == Scheme::Bdf { 1e-11 } else { 1e-12 };
        assert!(mass.abs() < rounding, "{}: mass is conserved, not {mass:e}", scheme.name());
    }
}

/// y′ = λ y.
struct Decay {
    rate: f64,
}

impl System<1> for Decay {
    fn rate(&self, _t: f64, y: &SVector<f64, 1>) -> SVector<f64, 1> {
        y * self.rate
    }

    fn jacobian(&self, _t: f64, _y: &SVector<f64, 1>) -> (SMatrix<f64, 1, 1>, SVector<f64, 1>) {
        (SMatrix::from([[self.rate]]), SVector::zeros())
    }
}

fn one_step<const N: usize>(system: &impl System<N>, y: SVector<f64, N>) -> SVector<f64, N> {
    let mut integrator = Integrator::new(Scheme::Rosenbrock, Tolerance::uniform(1.0, 1.0), Limits::fixed(1.0), 0.0, y);
    integrator.step(system, 1.0).expect("linear");
    *integrator.state()
}

#[test]
fn rosenbrock_is_l_stable() {
    // R(z) → 0 like 1/z on the way to −∞, and never beyond 1 on the whole negative axis …
    for decade in -3..12 {
        let amplification = one_step(&Decay { rate: -10f64.powi(decade) }, SVector::from([1.0]))[0];
        assert!(amplification.abs() < 1.0, "R(-1e{decade}) = {amplification}");
        if decade >= 3 {
            assert!(amplification.abs() < 20.0 * 10f64.powi(-decade), "R(-1e{decade}) = {amplification}");
        }
    }
    // … nor on the imaginary one, where an oscillator lives: |R(iω)|² is its energy after a step.
    for i in 0..600 {
        let frequency = 10f64.powf(-2.0 + 0.01 * f64::from(i));
        let y = one_step(&Oscillator { frequency }, SVector::from([1.0, 0.0]));
        let energy = y[0].powi(2) + (y[1] / frequency).powi(2);
        assert!(energy <= 1.0 + 1e-9, "|R({frequency}i)|² = {energy}");
    }
}

#[test]
fn a_step_too_small_for_an_explicit_scheme_is_an_error_that_names_the_state() {
    struct Pair;
    impl System<2> for Pair {
        fn rate(&self, t: f64, y: &SVector<f64, 2>) -> SVector<f64, 2> {
            SVector::from([-y[0], -1e6 * (y[1] - t.cos())])
        }
    }
    let limits = Limits { smallest_step: 1e-4, ..Limits::default() };
    for scheme in [Scheme::Rkf45, Scheme::DormandPrince] {
        let mut integrator =
            Integrator::new(scheme, Tolerance::uniform(1e-6, 1e-6), limits, 0.0, SVector::from([1.0, 1.0]));
        let failure = loop {
            if let Err(failure) = integrator.step(&Pair, 10.0) {
                break failure;
            }
        };
        assert!(
            matches!(failure, Failure::StepTooSmall { component: 1, smallest_step: 1e-4, error, .. } if error > 1.0),
            "{failure:?}"
        );
        assert!(failure.to_string().contains("state 1") && failure.hint().is_some(), "{failure}");
    }
}
