//! One instant: inverse dynamics, muscle forces, joint contact forces.
//!
//! A joint's contact force is what inverse dynamics finds in it once the muscles pull at the bones: weight, inertia, ground and
//! muscles included.

use mechanics::rigid::tree::{Load, Motion, Skeleton, Wrench};
use nalgebra::Vector3;
use numerics::distribution::{DistributionError, Distributor};

use super::anatomy::Anatomy;
use super::paths::{LineSolver, MuscleState};
use super::sharing::{Asked, Sharing};

/// An instant of a motion, analysed.
#[derive(Debug, Clone, Default)]
pub(super) struct Instant {
    pub time: f64,
    pub q: Vec<f64>,
    /// Generalised forces of all coordinates without muscles, N m or N.
    pub generalised: Vec<f64>,
    /// Force and moment that hold the base besides everything known, in the ground: residuals.
    pub residual: [Vector3<f64>; 2],
    pub activations: Vec<f64>,
    /// Tensions, N.
    pub forces: Vec<f64>,
    /// Reserves of the rows, N m.
    pub reserves: Vec<f64>,
    /// What every joint transmits with the muscles: force and moment of the parent on the body, about the joint, in the ground.
    pub contacts: Vec<Wrench>,
    pub lines: Vec<MuscleState>,
    /// Muscles whose tendon is slack: they have no force.
    pub slack: usize,
    pub iterations: usize,
}

/// What stays the same over all instants.
pub(super) struct Analysis<'a> {
    pub anatomy: &'a Anatomy,
    pub skeleton: &'a Skeleton,
    pub sharing: Sharing<'a>,
    /// The body that hangs on the ground.
    pub base: Option<usize>,
}

/// Storage from instant to instant.
pub(super) struct Scratch {
    lines: LineSolver,
    distributor: Distributor,
}

impl Analysis<'_> {
    pub fn scratch(&self) -> Scratch {
        Scratch { lines: LineSolver::default(), distributor: self.sharing.distributor() }
    }

    /// Inverse dynamics alone: residuals at the base.
    pub fn compute_residual(&self, [q, v, a]: &[Vec<f64>; 3], ground: &[Load]) -> [Vector3<f64>; 2] {
        let found = self.skeleton.compute_motion(q, v, a).compute_inverse_dynamics(ground);
        let wrench = self.base.map(|base| found.reactions[base]);
        wrench.map_or([Vector3::zeros(); 2], |wrench| [wrench.force, wrench.moment])
    }

    /// Everything about an instant.
    pub fn solve(
        &self,
        time: f64,
        [q, v, a]: [Vec<f64>; 3],
        ground: &[Load],
        scratch: &mut Scratch,
    ) -> Result<Instant, DistributionError> {
        let motion = self.skeleton.compute_motion(&q, &v, &a);
        let found = motion.compute_inverse_dynamics(ground);
        let lines: Vec<MuscleState> =
            self.anatomy.muscles.iter().map(|line| scratch.lines.solve(self.anatomy, line, &motion, &q)).collect();
        let asked = Asked { time, q: &q, v: &v, lines: &lines, needed: &found };
        let shared = self.sharing.solve(&asked, &mut scratch.distributor)?;
        let contacts = contacts(&motion, ground, &lines, &shared.forces);
        let residual = self.base.map(|base| found.reactions[base]);
        Ok(Instant {
            time,
            generalised: found.generalised,
            residual: residual.map_or([Vector3::zeros(); 2], |wrench| [wrench.force, wrench.moment]),
            activations: shared.activations,
            forces: shared.forces,
            reserves: shared.reserves,
            contacts,
            lines,
            slack: shared.slack,
            iterations: shared.iterations,
            q,
        })
    }
}

/// Forces and moments in the joints with the muscles.
fn contacts(motion: &Motion<'_>, ground: &[Load], lines: &[MuscleState], forces: &[f64]) -> Vec<Wrench> {
    let pulls = lines.iter().zip(forces).flat_map(|(line, force)| line.loads(*force));
    let loads: Vec<Load> = ground.iter().copied().chain(pulls).collect();
    motion.compute_inverse_dynamics(&loads).reactions
}
