//! Non-linear Gauss–Seidel: every contact in turn is solved exactly while the others hold still [Jean1999].
//!
//! The velocities are kept up to date with each change of a reaction: a contact that stays open, or has found its reaction,
//! costs nothing but a look.

use super::{ConeProblem, ConeSettings, ConeSolver, ConeWork, LocalContact};
use nalgebra::Vector3;

/// Sweeps after which the velocities are computed anew, so that rounding cannot add up.
const RENEWAL: usize = 50;

/// Sweeps until the residual is small enough; also answers with the worst contact.
pub(super) fn solve(
    solver: &mut ConeSolver,
    problem: &ConeProblem<'_>,
    settings: &ConeSettings,
    reactions: &mut [Vector3<f64>],
) -> (ConeWork, usize) {
    let ConeSolver { velocities: u, weights, .. } = solver;
    problem.compute_velocities(reactions, u);
    let mut work = ConeWork::default();
    loop {
        let (residual, worst) = problem.compute_residual(reactions, u, weights);
        work.residual = residual;
        if residual <= settings.tolerance || work.sweeps >= settings.iterations || !residual.is_finite() {
            return (work, worst);
        }
        sweep(problem, reactions, u);
        work.sweeps += 1;
        if work.sweeps % RENEWAL == 0 {
            problem.compute_velocities(reactions, u);
        }
    }
}

/// One sweep.
pub(super) fn sweep(problem: &ConeProblem<'_>, reactions: &mut [Vector3<f64>], u: &mut [Vector3<f64>]) {
    for contact in 0..reactions.len() {
        let (r, n) = (reactions[contact], problem.normals[contact]);
        if r == Vector3::zeros() && n.dot(&u[contact]) >= 0.0 {
            continue;
        }
        let compliance = problem.own_compliance(contact);
        let alone = LocalContact {
            compliance,
            free: u[contact] - compliance * r,
            normal: n,
            friction: problem.friction[contact],
            erosion: problem.erosion[contact],
        };
        let change = alone.solve(r) - r;
        if change != Vector3::zeros() {
            reactions[contact] += change;
            problem.add_reaction(contact, change, u);
        }
    }
}
