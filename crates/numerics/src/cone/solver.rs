//! What all methods share: settings, counters, storage, refusal.

use super::{ConeProblem, gauss_seidel, gradient, newton};
use crate::Room;
use crate::dense::reserve_lu;
use nalgebra::Vector3;

/// How reactions are sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Non-linear Gauss–Seidel: one contact after the other, each solved exactly.
    GaussSeidel,
    /// Newton's method on all contacts at once, with Gauss–Seidel before and where it makes no progress.
    Newton,
    /// Accelerated projected gradient.
    Gradient,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 3] = [Self::GaussSeidel, Self::Newton, Self::Gradient];
}

/// When a solution is good enough, and when to give up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConeSettings {
    /// The method.
    pub method: Method,
    /// Residual (the share of the contact forces by which the laws are missed) that counts as none.
    pub tolerance: f64,
    /// Sweeps, or products with W, before giving up.
    pub iterations: usize,
}

impl Default for ConeSettings {
    fn default() -> Self {
        Self { method: Method::Newton, tolerance: 1e-9, iterations: 20_000 }
    }
}

/// What a solution cost.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ConeWork {
    /// Sweeps over all contacts, or products with W.
    pub sweeps: usize,
    /// Linear systems of Newton's method.
    pub systems: usize,
    /// Residual reached.
    pub residual: f64,
}

/// Why there are no reactions.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum ConeError {
    /// The residual did not become small enough.
    #[error(
        "contact reactions not found: residual {residual:.3e} instead of {tolerance:.1e} after {sweeps} sweeps, worst at contact {contact}"
    )]
    NotConverged {
        /// Residual reached.
        residual: f64,
        /// Residual asked for.
        tolerance: f64,
        /// Sweeps made.
        sweeps: usize,
        /// The worst contact.
        contact: usize,
    },
    /// Sizes that do not belong together, or numbers that are none.
    #[error("a cone problem of {contacts} contacts has {what}")]
    Malformed {
        /// Contacts.
        contacts: usize,
        /// What is wrong.
        what: &'static str,
    },
}

impl ConeError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NotConverged { .. } => {
                "use a smaller time step, or less friction; with much friction there may be no solution".into()
            }
            Self::Malformed { .. } => "W needs three rows and columns a contact".into(),
        };
        Some(hint)
    }
}

/// A solver with its storage; only a problem larger than any before makes it allocate.
#[derive(Debug, Clone, Default)]
pub struct ConeSolver {
    pub(super) velocities: Vec<Vector3<f64>>,
    pub(super) trial: Vec<Vector3<f64>>,
    /// Reactions at the start.
    pub(super) start: Vec<Vector3<f64>>,
    /// Of a way to the problem in parts: reactions and free velocities at the last part, and by what these change in all.
    pub(super) last: Vec<Vector3<f64>>,
    pub(super) free: Vec<Vector3<f64>>,
    pub(super) way: Vec<Vector3<f64>>,
    pub(super) trial_velocities: Vec<Vector3<f64>>,
    pub(super) extra: Vec<Vector3<f64>>,
    pub(super) closed: Vec<usize>,
    /// Of Newton's method, by columns.
    pub(super) system: Vec<f64>,
    pub(super) right: Vec<f64>,
    pub(super) order: Vec<usize>,
    pub(super) room: Room,
    /// ρ of each contact.
    pub(super) weights: Vec<f64>,
}

impl ConeSolver {
    /// A solver without storage yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Velocities of the solution found last.
    pub fn velocities(&self) -> &[Vector3<f64>] {
        &self.velocities
    }

    /// Solves from the reactions given, which become the solution.
    ///
    /// # Errors
    /// A residual that stays too large, or a malformed problem; the reactions are then the best that were found.
    pub fn solve(
        &mut self,
        problem: &ConeProblem<'_>,
        settings: &ConeSettings,
        reactions: &mut [Vector3<f64>],
    ) -> Result<ConeWork, ConeError> {
        check(problem, reactions)?;
        let Self { velocities, trial, trial_velocities, extra, start, last, free, way, .. } = self;
        for list in [velocities, trial, trial_velocities, extra, start, last, free, way] {
            list.clear();
            list.resize(reactions.len(), Vector3::zeros());
        }
        problem.compute_weights(&mut self.weights);
        if settings.method == Method::Newton {
            self.reserve(3 * reactions.len());
        }
        let (work, contact) = match settings.method {
            Method::GaussSeidel => gauss_seidel::solve(self, problem, settings, reactions),
            Method::Newton => newton::solve_all(self, problem, settings, reactions),
            Method::Gradient => gradient::solve(self, problem, settings, reactions),
        };
        if work.residual <= settings.tolerance {
            return Ok(work);
        }
        let ConeWork { residual, sweeps, .. } = work;
        Err(ConeError::NotConverged { residual, tolerance: settings.tolerance, sweeps, contact })
    }

    /// Room for as many equations, whichever contacts are closed: memory that is not touched costs nothing.
    fn reserve(&mut self, equations: usize) {
        let Self { closed, system, right, order, room, .. } = self;
        closed.reserve((equations / 3).saturating_sub(closed.len()));
        system.reserve((equations * equations).saturating_sub(system.len()));
        right.reserve(equations.saturating_sub(right.len()));
        order.reserve(equations.saturating_sub(order.len()));
        reserve_lu(equations, room);
    }
}

fn check(problem: &ConeProblem<'_>, reactions: &[Vector3<f64>]) -> Result<(), ConeError> {
    let contacts = problem.contacts();
    let wrong = |what| Err(ConeError::Malformed { contacts, what });
    if problem.compliance.nrows() != 3 * contacts || problem.compliance.ncols() != 3 * contacts {
        return wrong("a compliance of another size");
    }
    if [problem.normals.len(), problem.friction.len(), problem.erosion.len(), reactions.len()] != [contacts; 4] {
        return wrong("lists of another length");
    }
    if problem.friction.iter().chain(problem.erosion).any(|x| !(*x >= 0.0)) {
        return wrong("a coefficient that is not at least zero");
    }
    let numbers = problem.free.iter().chain(problem.normals).chain(reactions);
    if numbers.flat_map(|v| v.iter()).any(|x| !x.is_finite()) {
        return wrong("a number that is not finite");
    }
    Ok(())
}
