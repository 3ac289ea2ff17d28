//! Newton's method on the functions of Alart and Curnier of all contacts at once.
//!
//! J = ∂F/∂r + ∂F/∂u W over the closed contacts; open ones answer with r = 0. A few sweeps of Gauss–Seidel find who is
//! closed; a step that does not reduce the residual is halved. Where four halvings do not help, the way to the problem is
//! gone [in parts](super::path); where that does not help either, sweeps and steps take turns.

use super::local::RIGID;
use super::{ConeProblem, ConeSettings, ConeSolver, ConeWork, LocalContact, gauss_seidel, path};
use crate::Room;
use crate::dense::{factorise_lu, solve_lu};
use nalgebra::{Matrix3, Vector3};

/// Sweeps before the first step, and after a step that failed.
const SWEEPS: usize = 5;
/// Halvings of a step.
const HALVINGS: usize = 4;

/// Steps until the residual is small enough; also answers with the worst contact.
pub(super) fn solve_all(
    solver: &mut ConeSolver,
    problem: &ConeProblem<'_>,
    settings: &ConeSettings,
    reactions: &mut [Vector3<f64>],
) -> (ConeWork, usize) {
    let mut work = ConeWork::default();
    solver.start.copy_from_slice(reactions);
    problem.compute_velocities(reactions, &mut solver.velocities);
    let (mut failed, mut gone) = (true, false);
    let mut sweeps = SWEEPS;
    loop {
        let (residual, worst) = problem.compute_residual(reactions, &solver.velocities, &solver.weights);
        work.residual = residual;
        if residual <= settings.tolerance || work.sweeps >= settings.iterations || !residual.is_finite() {
            return (work, worst);
        }
        if failed && sweeps > SWEEPS && !gone {
            gone = true;
            if path::follow(solver, problem, reactions, &mut work) {
                failed = false;
                continue;
            }
        }
        if failed {
            (0..sweeps).for_each(|_| gauss_seidel::sweep(problem, reactions, &mut solver.velocities));
            work.sweeps += sweeps;
            // Where Newton's method does not help, it is asked less and less often.
            sweeps += SWEEPS;
            problem.compute_velocities(reactions, &mut solver.velocities);
            let (after, worst) = problem.compute_residual(reactions, &solver.velocities, &solver.weights);
            work.residual = after;
            if after <= settings.tolerance {
                return (work, worst);
            }
        }
        work.systems += 1;
        failed = !step(solver, problem, reactions, work.residual);
    }
}

/// Steps until the residual is small enough; `false` as soon as one does not reduce it, or after so many.
pub(super) fn settle(
    solver: &mut ConeSolver,
    problem: &ConeProblem<'_>,
    (tolerance, most): (f64, usize),
    reactions: &mut [Vector3<f64>],
    work: &mut ConeWork,
) -> bool {
    for _ in 0..most {
        let (residual, _) = problem.compute_residual(reactions, &solver.velocities, &solver.weights);
        if residual <= tolerance {
            return true;
        }
        work.systems += 1;
        if !residual.is_finite() || !step(solver, problem, reactions, residual) {
            return false;
        }
    }
    false
}

/// Tries one step; `false` if it did not reduce the residual.
fn step(solver: &mut ConeSolver, problem: &ConeProblem<'_>, reactions: &mut [Vector3<f64>], residual: f64) -> bool {
    leap(solver, problem, reactions, (residual, 0.0))
}

/// Tries one step from the laws as they were a `part` of the way before; `false` if it did not reduce the residual.
pub(super) fn leap(
    solver: &mut ConeSolver,
    problem: &ConeProblem<'_>,
    reactions: &mut [Vector3<f64>],
    (residual, part): (f64, f64),
) -> bool {
    let ConeSolver {
        velocities: u,
        trial,
        trial_velocities,
        extra,
        closed,
        system,
        right,
        order,
        room,
        weights,
        way,
        ..
    } = solver;
    closed.clear();
    let at = |contact: usize, u: Vector3<f64>, r: Vector3<f64>| {
        let alone = LocalContact {
            // Of the contact against the others: so the functions have the steps of the residual.
            compliance: Matrix3::identity() * if weights[contact] > 0.0 { 1.0 / weights[contact] } else { 0.0 },
            free: Vector3::zeros(),
            normal: problem.normals[contact],
            friction: problem.friction[contact],
            erosion: problem.erosion[contact],
        };
        alone.linearise(u, r)
    };
    // Open contacts let go at once; what that does to the velocities of the others goes to the right-hand side.
    extra.fill(Vector3::zeros());
    for contact in 0..reactions.len() {
        if at(contact, u[contact] - way[contact] * part, reactions[contact]).closed {
            closed.push(contact);
        } else if reactions[contact] != Vector3::zeros() {
            problem.add_reaction(contact, -reactions[contact], extra);
        }
    }
    let size = 3 * closed.len();
    system.resize(size * size, 0.0);
    right.resize(size, 0.0);
    for (a, &i) in closed.iter().enumerate() {
        let l = at(i, u[i] - way[i] * part, reactions[i]);
        for (b, &j) in closed.iter().enumerate() {
            let mut block = l.by_velocity * problem.compliance.fixed_view::<3, 3>(3 * i, 3 * j);
            if a == b {
                block += l.by_reaction + Matrix3::identity() * RIGID;
            }
            for k in 0..3 {
                let start = (3 * b + k) * size + 3 * a;
                system[start..start + 3].copy_from_slice(block.column(k).as_slice());
            }
        }
        right[3 * a..3 * a + 3].copy_from_slice((-(l.value + l.by_velocity * (extra[i] + way[i] * part))).as_slice());
    }
    if size > 0 && !solve_dense(system, (order, room), right) {
        return false;
    }
    let mut length = 1.0;
    for _ in 0..=HALVINGS {
        // The full step opens what is open; a part of it, a part.
        for (t, r) in trial.iter_mut().zip(reactions.iter()) {
            *t = r * (1.0 - length);
        }
        for (a, &i) in closed.iter().enumerate() {
            trial[i] = reactions[i] + Vector3::from_column_slice(&right[3 * a..3 * a + 3]) * length;
        }
        problem.compute_velocities(trial, trial_velocities);
        let (after, _) = problem.compute_residual(trial, trial_velocities, weights);
        if after < residual {
            reactions.copy_from_slice(trial);
            u.copy_from_slice(trial_velocities);
            return true;
        }
        length *= 0.5;
    }
    false
}

/// A x = b, in place, with A by columns; `false` if A is singular.
fn solve_dense(a: &mut [f64], (order, room): (&mut Vec<usize>, &mut Room), b: &mut [f64]) -> bool {
    order.resize(b.len(), 0);
    factorise_lu(a, order, room);
    solve_lu(a, order, b);
    b.iter().all(|x| x.is_finite())
}
