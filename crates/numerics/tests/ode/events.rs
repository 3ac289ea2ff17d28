//! Events are found when they happen.

use crate::problems::{Known, Oscillator};
use nalgebra::{SMatrix, SVector};
use numerics::ode::{Integrator, Limits, Scheme, System, Tolerance};
use proptest::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};

const GRAVITY: f64 = 9.81;

struct FreeFall;

impl System<2> for FreeFall {
    fn rate(&self, _t: f64, y: &SVector<f64, 2>) -> SVector<f64, 2> {
        SVector::from([y[1], -GRAVITY])
    }

    fn jacobian(&self, _t: f64, _y: &SVector<f64, 2>) -> (SMatrix<f64, 2, 2>, SVector<f64, 2>) {
        (SMatrix::<f64, 2, 2>::new(0.0, 1.0, 0.0, 0.0), SVector::zeros())
    }
}

/// The times at which a ball dropped from a height hits the ground.
fn bounce(scheme: Scheme, height: f64, restitution: f64, count: usize) -> Vec<f64> {
    let tolerance = Tolerance::uniform(1e-8, 1e-8);
    // A parabola is followed with any step, far below the ground, where the digits of the height would be lost.
    let limits = Limits { largest_step: (2.0 * height / GRAVITY).sqrt(), ..Limits::default() };
    let mut ball = Integrator::new(scheme, tolerance, limits, 0.0, SVector::from([height, 0.0]));
    let mut times = Vec::new();
    while times.len() < count {
        ball.step(&FreeFall, 100.0).expect("a parabola");
        if let Some(crossing) = ball.locate(|_t, y| y[0]) {
            assert!(!crossing.rising, "{}: the ground is hit from above", scheme.name());
            let speed = ball.interpolate(crossing.time)[1];
            ball.restart(crossing.time, SVector::from([0.0, -restitution * speed]));
            times.push(crossing.time);
        }
    }
    times
}

/// t₁ = √(2H/g), and each flight lasts e times the one before, the first 2 e t₁.
fn exact_bounces(height: f64, restitution: f64, count: i32) -> Vec<f64> {
    let fall = (2.0 * height / GRAVITY).sqrt();
    (0..count).map(|n| fall * (1.0 + 2.0 * (1..=n).map(|k| restitution.powi(k)).sum::<f64>())).collect()
}

#[test]
fn a_ball_bounces_at_the_known_times() {
    for scheme in Scheme::ALL {
        let times = bounce(scheme, 1.0, 0.8, 25);
        for (n, (time, exact)) in times.iter().zip(exact_bounces(1.0, 0.8, 25)).enumerate() {
            assert!((time - exact).abs() < 1e-12, "{}: bounce {n} at {time} instead of {exact}", scheme.name());
        }
    }
}

#[test]
fn zeros_of_a_cosine_are_located_in_order() {
    for scheme in Scheme::ALL {
        let problem = Oscillator { frequency: 1.0 };
        let mut integrator =
            Integrator::new(scheme, Tolerance::uniform(1e-11, 1e-11), Limits::default(), 0.0, problem.exact(0.0));
        let mut found = 0;
        while integrator.time() < 20.0 {
            integrator.step(&problem, 20.0).expect("smooth");
            if let Some(crossing) = integrator.locate(|_t, y| y[0]) {
                let exact = FRAC_PI_2 + PI * f64::from(found);
                assert!((crossing.time - exact).abs() < 1e-7, "{}: {} for {exact}", scheme.name(), crossing.time);
                assert_eq!(crossing.rising, found % 2 == 1);
                found += 1;
            }
        }
        assert_eq!(found, 6, "{}", scheme.name());
    }
}

#[test]
fn an_event_in_time_alone_is_located_to_rounding() {
    for scheme in Scheme::ALL {
        let problem = Oscillator { frequency: 1.0 };
        let limits = Limits::fixed(0.5);
        let mut integrator = Integrator::new(scheme, Tolerance::uniform(1.0, 1.0), limits, 0.0, problem.exact(0.0));
        integrator.step(&problem, 1.0).expect("smooth");
        let time = integrator.locate(|t, _y| (t - 0.3).powi(3)).expect("a zero").time;
        assert!((time - 0.3).abs() < 1e-14, "{}: {time}", scheme.name());
    }
}

/// y = t (1.2 − t), which every scheme integrates exactly.
struct Arch;

impl System<1> for Arch {
    fn rate(&self, t: f64, _y: &SVector<f64, 1>) -> SVector<f64, 1> {
        SVector::from([1.2 - 2.0 * t])
    }

    fn jacobian(&self, _t: f64, _y: &SVector<f64, 1>) -> (SMatrix<f64, 1, 1>, SVector<f64, 1>) {
        (SMatrix::zeros(), SVector::from([-2.0]))
    }
}

#[test]
fn a_double_crossing_within_one_step_is_not_missed() {
    for scheme in Scheme::ALL {
        let limits = Limits::fixed(1.0);
        let mut arch = Integrator::new(scheme, Tolerance::uniform(1.0, 1.0), limits, 0.0, SVector::zeros());
        arch.step(&Arch, 1.0).expect("a parabola");
        // Above 0.36 − 0.02² only from 0.58 to 0.62, between the points that are looked at.
        let crossing = arch.locate(|_t, y| y[0] - (0.36 - 0.0004)).expect("two zeros");
        assert!(crossing.rising && (crossing.time - 0.58).abs() < 1e-13, "{}: {crossing:?}", scheme.name());
        assert_eq!(arch.locate(|_t, y| y[0] - 0.3601), None, "{}", scheme.name());
    }
}

#[test]
fn a_step_that_leaves_a_surface_does_not_report_it() {
    for scheme in Scheme::ALL {
        let limits = Limits::fixed(1.0);
        let mut arch = Integrator::new(scheme, Tolerance::uniform(1.0, 1.0), limits, 0.0, SVector::zeros());
        assert_eq!(arch.locate(|_t, y| y[0]), None, "nothing happens before the first step");
        arch.step(&Arch, 1.0).expect("a parabola");
        assert_eq!(arch.locate(|_t, y| y[0]), None, "{}", scheme.name());
        // It comes back after 1.2, with the second step.
        arch.step(&Arch, 2.0).expect("a parabola");
        let crossing = arch.locate(|_t, y| y[0]).expect("it returns");
        assert!(!crossing.rising && (crossing.time - 1.2).abs() < 1e-13, "{}: {crossing:?}", scheme.name());
    }
}

#[test]
fn a_return_soon_after_the_start_is_seen() {
    for scheme in Scheme::ALL {
        // From the surface up and back within the first twentieth of the step.
        let mut ball = Integrator::new(
            scheme,
            Tolerance::uniform(1.0, 1.0),
            Limits::fixed(1.0),
            0.0,
            SVector::from([0.0, 0.025 * GRAVITY]),
        );
        ball.step(&FreeFall, 1.0).expect("a parabola");
        let crossing = ball.locate(|_t, y| y[0]).expect("it returns");
        assert!(!crossing.rising && (crossing.time - 0.05).abs() < 1e-13, "{}: {crossing:?}", scheme.name());
    }
}

#[test]
fn a_restart_keeps_the_work_and_forgets_the_step() {
    for scheme in Scheme::ALL {
        let mut ball =
            Integrator::new(scheme, Tolerance::uniform(1e-6, 1e-6), Limits::default(), 0.0, SVector::from([1.0, 0.0]));
        ball.step(&FreeFall, 1.0).expect("a parabola");
        let work = ball.work();
        ball.restart(0.25, SVector::from([2.0, 3.0]));
        assert_eq!((ball.time(), ball.previous_time(), ball.work()), (0.25, 0.25, work));
        assert_eq!(ball.interpolate(0.25), SVector::from([2.0, 3.0]));
        ball.step(&FreeFall, 1.0).expect("a parabola");
        let t = ball.time() - 0.25;
        assert!((ball.state()[0] - (2.0 + 3.0 * t - 0.5 * GRAVITY * t * t)).abs() < 1e-12);
    }
}

#[test]
fn a_step_that_is_cut_short_can_still_be_looked_into() {
    for scheme in Scheme::ALL {
        let limits = Limits::fixed(1.0);
        let start = SVector::from([2.0, 0.0]);
        let mut ball = Integrator::new(scheme, Tolerance::uniform(1.0, 1.0), limits, 0.0, start);
        ball.step(&FreeFall, 1.0).expect("a parabola");
        let landing = ball.locate(|_t, y| y[0]).expect("it falls").time;
        ball.cut(landing, &SVector::from([0.0, 3.0]));
        assert_eq!((ball.previous_time(), ball.time()), (0.0, landing));
        let height = |t: f64| 2.0 - 0.5 * GRAVITY * t * t;
        assert!((ball.interpolate(0.3)[0] - height(0.3)).abs() < 1e-13, "{}", scheme.name());
        // At the end it is what it was made.
        assert_eq!(ball.interpolate(landing), SVector::from([0.0, 3.0]));
        ball.step(&FreeFall, 2.0).expect("a parabola");
        assert_eq!(ball.previous_time(), landing);
        let t = ball.time() - landing;
        assert!((ball.state()[0] - (3.0 * t - 0.5 * GRAVITY * t * t)).abs() < 1e-12, "{}", scheme.name());
    }
}

proptest! {
    #[test]
    fn any_ball_bounces_at_the_known_times(height in 0.01..100.0f64, restitution in 0.2..1.0f64, which in 0..5usize) {
        let times = bounce(Scheme::ALL[which], height, restitution, 6);
        for (time, exact) in times.iter().zip(exact_bounces(height, restitution, 6)) {
            prop_assert!((time / exact - 1.0).abs() < 1e-12, "{} instead of {}", time, exact);
        }
    }
}
