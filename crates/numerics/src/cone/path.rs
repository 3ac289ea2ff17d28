//! From contacts that hold the load of before to those that hold the load of now, in parts.
//!
//! A light body that many contacts push is moved by any change of its load much farther than the contacts give way: seen from
//! the reactions of before, half of the contacts let go and the others are hit, and Newton's method does not know whom to
//! believe. So it is asked for what lies between, where free velocities are
//!
//! q(s) = q − (1 − s) (W r₀ + q − u₀),  0 ≤ s ≤ 1
//!
//! | symbol | in the code | meaning |
//! |---|---|---|
//! | r₀ | `start` | the reactions of before, in their cones |
//! | u₀ | `lawful` | velocities that the laws allow with them, near to those of now but for what all contacts share |
//! | s | `s` | 0 where r₀ is the solution, 1 where the problem is |
//!
//! Every part begins along the tangent: the laws are linearised where the last one ended, and the change of q stands only on
//! the right-hand side, however large it is. A part that fails is halved.

use super::problem::project;
use super::{ConeProblem, ConeSolver, ConeWork, newton};
use nalgebra::{Matrix3, Vector3};

/// Residual that will do on the way.
const NEARLY: f64 = 1e-3;
/// Steps of Newton's method for a part, and parts.
const STEPS: usize = 12;
const PARTS: usize = 60;
/// The shortest part.
const SHORTEST: f64 = 1.0 / 64.0;
/// Friction this near to its limit slips, as a share.
const SLIPS: f64 = 1e-6;
/// A direction that the contacts hold with less than this share of the strongest one is not looked at.
const LOOSE: f64 = 1e-6;

/// Goes from the reactions at the start to the problem. `true` where the reactions are near its solution; else they are what
/// they were.
pub(super) fn follow(
    solver: &mut ConeSolver,
    problem: &ConeProblem<'_>,
    reactions: &mut [Vector3<f64>],
    work: &mut ConeWork,
) -> bool {
    let (mut free, mut last) = (std::mem::take(&mut solver.free), std::mem::take(&mut solver.last));
    // Those at the start become the ones to come back to.
    solver.start.swap_with_slice(reactions);
    let found = go(solver, problem, reactions, (&mut free, &mut last), work);
    if !found {
        reactions.copy_from_slice(&solver.start);
    }
    problem.compute_velocities(reactions, &mut solver.velocities);
    (solver.free, solver.last) = (free, last);
    found
}

fn go(
    solver: &mut ConeSolver,
    problem: &ConeProblem<'_>,
    reactions: &mut [Vector3<f64>],
    (free, last): (&mut [Vector3<f64>], &mut [Vector3<f64>]),
    work: &mut ConeWork,
) -> bool {
    for (i, r) in reactions.iter_mut().enumerate() {
        *r = project(*r, problem.normals[i], problem.friction[i]);
    }
    problem.compute_velocities(reactions, &mut solver.velocities);
    let Some(shared) = shared(problem, reactions, &solver.velocities) else { return false };
    for (i, &r) in reactions.iter().enumerate() {
        let u = solver.velocities[i];
        solver.way[i] = u - lawful(problem, i, r, u - shared);
    }
    let (mut s, mut part) = (0.0, 1.0_f64);
    for _ in 0..PARTS {
        last.copy_from_slice(reactions);
        let next = if s + part > 1.0 - 0.5 * SHORTEST { 1.0 } else { s + part };
        for (i, free) in free.iter_mut().enumerate() {
            *free = problem.free[i] - solver.way[i] * (1.0 - next);
        }
        let there = ConeProblem { free, ..*problem };
        there.compute_velocities(reactions, &mut solver.velocities);
        work.systems += 1;
        newton::leap(solver, &there, reactions, (f64::INFINITY, next - s));
        if newton::settle(solver, &there, (NEARLY, STEPS), reactions, work) {
            if next == 1.0 {
                return true;
            }
            (s, part) = (next, 2.0 * part);
            continue;
        }
        reactions.copy_from_slice(last);
        part *= 0.5;
        if part < SHORTEST {
            return false;
        }
    }
    false
}

/// A velocity near to this one that the laws allow with a reaction.
fn lawful(problem: &ConeProblem<'_>, contact: usize, r: Vector3<f64>, u: Vector3<f64>) -> Vector3<f64> {
    let (n, mu) = (problem.normals[contact], problem.friction[contact]);
    let (push, along) = (n.dot(&r), n.dot(&u));
    let (across, pull) = (u - n * along, r - n * push);
    if !(push > 0.0) {
        return across + n * along.max(0.0);
    }
    // Without friction nothing says where to, but what is there.
    let against = if mu > 0.0 { pull } else { -across };
    let size = against.norm();
    let slips = mu == 0.0 || size > mu * push * (1.0 - SLIPS);
    let slid = if slips && size > 0.0 { against * (-across.norm() / size) } else { Vector3::zeros() };
    slid - n * (problem.erosion[contact] * push * slid.norm())
}

/// The velocity that all contacts that push share: the nearest, along their normals. None where none pushes.
///
/// (Σ nᵢ nᵢᵀ) c = Σ nᵢ (nᵢ·uᵢ)
fn shared(problem: &ConeProblem<'_>, reactions: &[Vector3<f64>], u: &[Vector3<f64>]) -> Option<Vector3<f64>> {
    let (mut held, mut sum) = (Matrix3::zeros(), Vector3::zeros());
    for (i, (&r, &u)) in reactions.iter().zip(u).enumerate() {
        if r != Vector3::zeros() {
            let n = problem.normals[i];
            held += n * n.transpose();
            sum += n * n.dot(&u);
        }
    }
    let eigen = held.symmetric_eigen();
    let most = eigen.eigenvalues.max();
    let mut shared = Vector3::zeros();
    for (value, axis) in eigen.eigenvalues.iter().zip(eigen.eigenvectors.column_iter()) {
        if *value > LOOSE * most {
            shared += axis * (axis.dot(&sum) / value);
        }
    }
    (most > 0.0).then_some(shared)
}
