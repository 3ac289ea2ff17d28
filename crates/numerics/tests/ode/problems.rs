//! Problems with known solutions.

use nalgebra::{SMatrix, SVector};
use numerics::ode::{Integrator, Limits, Scheme, System, Tolerance};
use numerics::root::solve_newton_bracketed;
use std::f64::consts::TAU;

/// A problem whose solution is known at every time.
pub trait Known<const N: usize>: System<N> {
    fn exact(&self, t: f64) -> SVector<f64, N>;
}

/// y₁′ = y₂, y₂′ = −ω² y₁ from (1, 0).
pub struct Oscillator {
    pub frequency: f64,
}

impl System<2> for Oscillator {
    fn rate(&self, _t: f64, y: &SVector<f64, 2>) -> SVector<f64, 2> {
        SVector::from([y[1], -self.frequency.powi(2) * y[0]])
    }
}

impl Known<2> for Oscillator {
    fn exact(&self, t: f64) -> SVector<f64, 2> {
        let (s, c) = (self.frequency * t).sin_cos();
        SVector::from([c, -self.frequency * s])
    }
}

/// y′ = −2 t y², solved by 1/(1 + t²): nonlinear and not autonomous.
pub struct Witch;

impl System<1> for Witch {
    fn rate(&self, t: f64, y: &SVector<f64, 1>) -> SVector<f64, 1> {
        SVector::from([-2.0 * t * y[0] * y[0]])
    }
}

impl Known<1> for Witch {
    fn exact(&self, t: f64) -> SVector<f64, 1> {
        SVector::from([1.0 / (1.0 + t * t)])
    }
}

/// Four coupled equations with every kind of nonlinearity and of time dependence, solved by
/// (exp sin t², exp 5 sin t², 1 + sin t², cos t²).
pub struct Coupled;

impl System<4> for Coupled {
    fn rate(&self, t: f64, y: &SVector<f64, 4>) -> SVector<f64, 4> {
        SVector::from([y[1].powf(0.2) * y[3], 5.0 * (5.0 * (y[2] - 1.0)).exp() * y[3], y[3], -y[0].ln()]) * (2.0 * t)
    }
}

impl Known<4> for Coupled {
    fn exact(&self, t: f64) -> SVector<f64, 4> {
        let (s, c) = (t * t).sin_cos();
        SVector::from([s.exp(), (5.0 * s).exp(), 1.0 + s, c])
    }
}

/// Two bodies, from the pericentre of an ellipse of half axis 1 and period 2π.
pub struct Kepler {
    pub eccentricity: f64,
}

impl System<4> for Kepler {
    fn rate(&self, _t: f64, y: &SVector<f64, 4>) -> SVector<f64, 4> {
        let cube = y[0].hypot(y[1]).powi(3);
        SVector::from([y[2], y[3], -y[0] / cube, -y[1] / cube])
    }
}

impl Known<4> for Kepler {
    fn exact(&self, t: f64) -> SVector<f64, 4> {
        let e = self.eccentricity;
        let mean = t.rem_euclid(TAU);
        let kepler = |a: f64| (a - e * a.sin() - mean, 1.0 - e * a.cos());
        let (s, c) = solve_newton_bracketed(kepler, -1.0, 7.0, 0.0).expect("Kepler's equation").sin_cos();
        let (b, speed) = ((1.0 - e * e).sqrt(), 1.0 / (1.0 - e * c));
        SVector::from([c - e, b * s, -s * speed, b * c * speed])
    }
}

/// y′ = λ (y − cos t) − sin t, solved by cos t: as stiff as λ is large (Prothero and Robinson).
pub struct ProtheroRobinson {
    pub stiffness: f64,
}

impl System<1> for ProtheroRobinson {
    fn rate(&self, t: f64, y: &SVector<f64, 1>) -> SVector<f64, 1> {
        SVector::from([self.stiffness * (y[0] - t.cos()) - t.sin()])
    }

    fn jacobian(&self, t: f64, _y: &SVector<f64, 1>) -> (SMatrix<f64, 1, 1>, SVector<f64, 1>) {
        (SMatrix::from([[self.stiffness]]), SVector::from([self.stiffness * t.sin() - t.cos()]))
    }
}

impl Known<1> for ProtheroRobinson {
    fn exact(&self, t: f64) -> SVector<f64, 1> {
        SVector::from([t.cos()])
    }
}

/// Integrates a known problem from 0 with steps of the same length.
pub fn run_fixed<const N: usize>(scheme: Scheme, problem: &impl Known<N>, end: f64, steps: u32) -> Integrator<N> {
    let limits = Limits::fixed(end / f64::from(steps));
    let mut integrator = Integrator::new(scheme, Tolerance::uniform(1.0, 1.0), limits, 0.0, problem.exact(0.0));
    while integrator.time() < end {
        integrator.step(problem, end).expect("a smooth problem");
    }
    assert_eq!(integrator.work().steps, u64::from(steps));
    integrator
}

/// Integrates a known problem from 0 within a tolerance, relative and absolute.
pub fn run<const N: usize>(scheme: Scheme, problem: &impl Known<N>, end: f64, tolerance: f64) -> Integrator<N> {
    let tolerance = Tolerance::uniform(tolerance, tolerance);
    let mut integrator = Integrator::new(scheme, tolerance, Limits::default(), 0.0, problem.exact(0.0));
    while integrator.time() < end {
        integrator.step(problem, end).expect("a smooth problem");
    }
    integrator
}
