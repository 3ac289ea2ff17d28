//! N equations, N unknowns.

use crate::linear::Factors;
use nalgebra::{SMatrix, SVector};

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewtonLimits {
    /// A residual (Euclidean norm) of this or less is good enough.
    pub residual: f64,
    /// Newton steps at most.
    pub iterations: u32,
}

/// A solution of a system.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SystemRoot<const N: usize> {
    /// Where the residual is small.
    pub solution: SVector<f64, N>,
    /// Newton steps it took.
    pub iterations: u32,
    /// Euclidean norm of f there.
    pub residual: f64,
}

/// A system that was not solved.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SystemError {
    /// The residual is still too large, or does not decrease any more.
    #[error("residual {residual:.3e} after {iterations} Newton steps, {allowed:.3e} is allowed")]
    NotConverged {
        /// Steps made.
        iterations: u32,
        /// Euclidean norm of f at the best point.
        residual: f64,
        /// What was asked for.
        allowed: f64,
    },
    /// The Jacobian cannot be inverted.
    #[error("the Jacobian is singular or not finite after {iterations} Newton steps, at residual {residual:.3e}")]
    Singular {
        /// Steps made.
        iterations: u32,
        /// Euclidean norm of f there.
        residual: f64,
    },
    /// The equations cannot be evaluated at the start.
    #[error("the residual is {residual} at the start")]
    NotFinite {
        /// What it is.
        residual: f64,
    },
}

impl SystemError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NotConverged { .. } => {
                "start nearer to the solution, or scale the equations so that their residuals are comparable".into()
            }
            Self::Singular { .. } => "start elsewhere, or look for an equation that no unknown can change".into(),
            Self::NotFinite { .. } => "start within the domain of the equations".into(),
        };
        Some(hint)
    }
}

/// The share of the decrease promised by the linear model that a step must deliver (Armijo).
const ENOUGH: f64 = 1e-4;
/// Halvings of a step before giving up.
const MOST_HALVINGS: u32 = 40;

/// Solves f(x) = 0 by Newton's method with a backtracking line search: x ← x − λ J⁻¹f, where λ = 1, ½, ¼ … is the first
/// for which ‖f‖ ≤ (1 − 10⁻⁴ λ)‖f‖ before.
///
/// A value of f that is not finite counts as too large. *Pitfalls*: like every descent it can end in a local minimum of
/// ‖f‖, which is then an error, never a silent answer.
pub fn solve_newton_system<const N: usize>(
    mut f: impl FnMut(&SVector<f64, N>) -> SVector<f64, N>,
    mut jacobian: impl FnMut(&SVector<f64, N>) -> SMatrix<f64, N, N>,
    start: SVector<f64, N>,
    limits: NewtonLimits,
) -> Result<SystemRoot<N>, SystemError> {
    let mut solution = start;
    let mut value = f(&solution);
    let mut residual = value.norm();
    if !residual.is_finite() {
        return Err(SystemError::NotFinite { residual });
    }
    let mut iterations = 0;
    while residual > limits.residual {
        let stuck = SystemError::NotConverged { iterations, residual, allowed: limits.residual };
        if iterations >= limits.iterations {
            return Err(stuck);
        }
        let singular = SystemError::Singular { iterations, residual };
        let direction = -Factors::new(jacobian(&solution)).ok_or(singular)?.solve(value);
        if !direction.norm().is_finite() {
            return Err(singular);
        }
        let mut share = 1.0;
        let mut halvings = 0;
        (solution, value, residual) = loop {
            let trial = solution + direction * share;
            let there = f(&trial);
            let norm = there.norm();
            if norm <= (1.0 - ENOUGH * share) * residual {
                break (trial, there, norm);
            }
            if halvings == MOST_HALVINGS {
                return Err(stuck);
            }
            share *= 0.5;
            halvings += 1;
        };
        iterations += 1;
    }
    Ok(SystemRoot { solution, iterations, residual })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LIMITS: NewtonLimits = NewtonLimits { residual: 1e-12, iterations: 50 };

    #[test]
    fn rosenbrocks_valley_is_crossed() {
        // f = (10 (y − x²), 1 − x), from the classical start (−1.2, 1); the only zero is (1, 1).
        let f = |v: &SVector<f64, 2>| SVector::from([10.0 * (v[1] - v[0] * v[0]), 1.0 - v[0]]);
        let jacobian = |v: &SVector<f64, 2>| SMatrix::<f64, 2, 2>::new(-20.0 * v[0], 10.0, -1.0, 0.0);
        let root = solve_newton_system(f, jacobian, SVector::from([-1.2, 1.0]), LIMITS).expect("solvable");
        assert!((root.solution - SVector::from([1.0, 1.0])).amax() < 1e-12);
        assert!(root.residual <= 1e-12);
    }

    #[test]
    fn damping_saves_a_start_from_which_newton_diverges() {
        // Undamped Newton on atan diverges for |x| > 1.39.
        let f = |v: &SVector<f64, 1>| v.map(f64::atan);
        let jacobian = |v: &SVector<f64, 1>| SMatrix::<f64, 1, 1>::new(1.0 / (1.0 + v[0] * v[0]));
        let root = solve_newton_system(f, jacobian, SVector::from([20.0]), LIMITS).expect("solvable");
        assert!(root.solution[0].abs() < 1e-12 && root.iterations < 15, "{root:?}");
    }

    #[test]
    fn convergence_is_quadratic() {
        // √2 from 1.5: the error squares each time, so 4 steps reach 1e-12 from 0.09.
        let f = |v: &SVector<f64, 1>| SVector::from([v[0] * v[0] - 2.0]);
        let jacobian = |v: &SVector<f64, 1>| SMatrix::<f64, 1, 1>::new(2.0 * v[0]);
        let root = solve_newton_system(f, jacobian, SVector::from([1.5]), LIMITS).expect("solvable");
        assert!((root.solution[0] - 2f64.sqrt()).abs() < 1e-12 && root.iterations <= 4, "{root:?}");
    }

    #[test]
    fn failures_say_how_far_they_came() {
        let one = |_: &SVector<f64, 1>| SMatrix::<f64, 1, 1>::new(1.0);
        let no_zero = solve_newton_system(|v| SVector::from([1.0 + v[0] * v[0]]), one, SVector::from([3.0]), LIMITS);
        assert!(matches!(no_zero, Err(SystemError::NotConverged { residual, .. }) if residual >= 1.0), "{no_zero:?}");
        let flat =
            solve_newton_system(|_| SVector::from([1.0]), |_| SMatrix::<f64, 1, 1>::zeros(), SVector::zeros(), LIMITS);
        assert_eq!(flat, Err(SystemError::Singular { iterations: 0, residual: 1.0 }));
        let undefined = solve_newton_system(|v: &SVector<f64, 1>| v.map(f64::ln), one, SVector::from([-1.0]), LIMITS);
        assert!(matches!(undefined, Err(SystemError::NotFinite { .. })));
        let few = NewtonLimits { iterations: 1, ..LIMITS };
        let short = solve_newton_system(|v| SVector::from([v[0] * v[0] - 2.0]), |v| v * 2.0, SVector::from([9.0]), few);
        let error = short.expect_err("one step is not enough");
        assert!(matches!(error, SystemError::NotConverged { iterations: 1, .. }));
        assert!(error.hint().is_some(), "{error}");
    }

    proptest! {
        #[test]
        fn a_point_is_found_from_its_polar_equations(r in 0.5..2.0f64, angle in 0.2..1.3f64) {
            // Given (r cos φ, r sin φ), recover (r, φ) from (1, 0.8).
            let goal = SVector::from([r * angle.cos(), r * angle.sin()]);
            let f = |v: &SVector<f64, 2>| SVector::from([v[0] * v[1].cos(), v[0] * v[1].sin()]) - goal;
            let jacobian = |v: &SVector<f64, 2>| {
                let (s, c) = v[1].sin_cos();
                SMatrix::<f64, 2, 2>::new(c, -v[0] * s, s, v[0] * c)
            };
            let root = solve_newton_system(f, jacobian, SVector::from([1.0, 0.8]), LIMITS).expect("solvable");
            prop_assert!((root.solution - SVector::from([r, angle])).amax() < 1e-11);
        }
    }
}
