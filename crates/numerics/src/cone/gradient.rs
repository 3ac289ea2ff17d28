//! Accelerated projected gradient [Heyn2013], with the sliding term taken from the last velocity.
//!
//! r⁺ = P_K(y − ρ ũ(y)),  y⁺ = r⁺ + β (r⁺ − r); the momentum starts afresh where it points uphill. ρ = 1/L with L from the
//! norm of W, found by a few products and raised when a step shows that it was too small.

use super::problem::project;
use super::{ConeProblem, ConeSettings, ConeSolver, ConeWork};
use nalgebra::Vector3;

/// Products that look for the norm of W.
const POWERS: usize = 12;

/// Steps until the residual is small enough; also answers with the worst contact.
pub(super) fn solve(
    solver: &mut ConeSolver,
    problem: &ConeProblem<'_>,
    settings: &ConeSettings,
    reactions: &mut [Vector3<f64>],
) -> (ConeWork, usize) {
    let ConeSolver { velocities: u, trial: y, trial_velocities: at_y, extra: next, weights, .. } = solver;
    let mut work = ConeWork::default();
    problem.compute_velocities(reactions, u);
    let mut curvature = compute_norm(problem, y, at_y);
    work.sweeps += POWERS;
    y.copy_from_slice(reactions);
    at_y.copy_from_slice(u);
    let mut momentum = 1.0_f64;
    loop {
        let (residual, worst) = problem.compute_residual(reactions, u, weights);
        work.residual = residual;
        if residual <= settings.tolerance || work.sweeps >= settings.iterations || !residual.is_finite() {
            return (work, worst);
        }
        loop {
            for i in 0..y.len() {
                let dual = problem.dual(i, y[i], at_y[i]);
                next[i] = project(y[i] - dual / curvature, problem.normals[i], problem.friction[i]);
            }
            problem.compute_velocities(next, u);
            work.sweeps += 1;
            // (r − y)·(ũ(r) − ũ(y)) ≤ L |r − y|² is what the step assumed.
            let (mut bend, mut square) = (0.0, 0.0);
            for i in 0..y.len() {
                let change = next[i] - y[i];
                bend += change.dot(&(problem.dual(i, next[i], u[i]) - problem.dual(i, y[i], at_y[i])));
                square += change.norm_squared();
            }
            if bend <= curvature * square * (1.0 + 1e-9) || work.sweeps >= settings.iterations {
                break;
            }
            curvature = (2.0 * curvature).max(bend / square);
        }
        let uphill: f64 = (0..y.len()).map(|i| (y[i] - next[i]).dot(&(next[i] - reactions[i]))).sum();
        let grown = if uphill > 0.0 { 1.0 } else { 0.5 * (1.0 + (1.0 + 4.0 * momentum * momentum).sqrt()) };
        let beta = if uphill > 0.0 { 0.0 } else { (momentum - 1.0) / grown };
        momentum = grown;
        for i in 0..y.len() {
            let change = next[i] - reactions[i];
            y[i] = next[i] + change * beta;
            reactions[i] = next[i];
        }
        problem.compute_velocities(y, at_y);
        work.sweeps += 1;
    }
}

/// The largest eigenvalue of W, nearly, and from below.
fn compute_norm(problem: &ConeProblem<'_>, x: &mut [Vector3<f64>], product: &mut [Vector3<f64>]) -> f64 {
    let mut norm = 0.0;
    // Any start will do that is not orthogonal to what is sought; this one is the same on every machine.
    for (i, x) in x.iter_mut().enumerate() {
        *x = problem.normals[i] + Vector3::new(0.1, 0.2, 0.3) * ((i as f64 * 0.618_033_988).fract() - 0.5);
    }
    for _ in 0..POWERS {
        let length = x.iter().map(|v| v.norm_squared()).sum::<f64>().sqrt();
        x.iter_mut().for_each(|v| *v /= length.max(f64::MIN_POSITIVE));
        problem.compute_velocities(x, product);
        for (i, (x, w)) in x.iter_mut().zip(product.iter()).enumerate() {
            *x = w - problem.free[i];
        }
        norm = x.iter().map(|v| v.norm_squared()).sum::<f64>().sqrt();
    }
    if norm > 0.0 { norm } else { 1.0 }
}
