//! One instant: inverse dynamics, muscle forces, joint contact forces.
//!
//! Muscles share what inverse dynamics asks for: `Σ Fᵢ rᵢⱼ + mⱼ = Mⱼ` for every coordinate j that muscles move, with the forces
//! `Fᵢ = aᵢ Cᵢ + Pᵢ`, activations `0 ≤ aᵢ ≤ 1` and reserves m that cost; the cheapest choice is taken [Crowninshield1981]
//! [Anderson2001].
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | rᵢⱼ | moment arm, −∂lᵢ/∂qⱼ | m |
//! | Mⱼ | generalised force of inverse dynamics | N m |
//! | C, P | force of full activation, passive force | N |
//!
//! A joint's contact force is what inverse dynamics finds in it once the muscles pull at the bones: weight, inertia, ground and
//! muscles included.

use mechanics::rigid::tree::{Load, Motion, Skeleton};
use nalgebra::Vector3;
use numerics::distribution::{Distribution, DistributionError, Distributor};

use super::anatomy::Anatomy;
use super::parameters::{Muscles, Objective, Physiology};
use super::paths::{LineSolver, MuscleState};

/// Stress of a muscle at its largest isometric force, Pa: turns strengths into areas. It cancels out of every objective.
const SPECIFIC_TENSION: f64 = 6.1e5;

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
    /// What every joint transmits with the muscles: the force of the parent on the body, in the ground.
    pub contacts: Vec<Vector3<f64>>,
    pub lines: Vec<MuscleState>,
    /// Muscles whose tendon is slack: they have no force.
    pub slack: usize,
    pub iterations: usize,
}

/// What stays the same over all instants.
pub(super) struct Analysis<'a> {
    pub anatomy: &'a Anatomy,
    pub skeleton: &'a Skeleton,
    pub muscles: &'a Muscles,
    /// Coordinates that muscles share, as positions among the free ones.
    pub rows: Vec<usize>,
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
        Scratch {
            lines: LineSolver::default(),
            distributor: Distributor::new(self.rows.len(), self.anatomy.muscles.len()),
        }
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
        let needed = self.skeleton.reduce(&q, &found.generalised);
        let lines: Vec<MuscleState> =
            self.anatomy.muscles.iter().map(|line| scratch.lines.solve(self.anatomy, line, &motion, &q)).collect();
        let (capacities, slack) = self.capacities(&lines, &v);
        let (activations, reserves, iterations) =
            self.share((&needed, &q), (&lines, &capacities), &mut scratch.distributor)?;
        let forces: Vec<f64> =
            activations.iter().zip(&capacities).map(|(a, [active, passive])| a * active + passive).collect();
        let contacts = contacts(&motion, ground, &lines, &forces);
        let residual = self.base.map(|base| found.reactions[base]);
        Ok(Instant {
            time,
            generalised: found.generalised,
            residual: residual.map_or([Vector3::zeros(); 2], |wrench| [wrench.force, wrench.moment]),
            activations,
            forces,
            reserves,
            contacts,
            lines,
            slack,
            iterations,
            q,
        })
    }

    /// Force of full activation and passive force of every muscle; how many are slack.
    fn capacities(&self, lines: &[MuscleState], v: &[f64]) -> (Vec<[f64; 2]>, usize) {
        let mut slack = 0;
        let of_muscle = |(line, state): (&super::anatomy::Line, &MuscleState)| {
            let factor = self.muscles.strength;
            match self.muscles.physiology {
                Physiology::Strength => [factor * line.hill.strength, 0.0],
                Physiology::RigidTendon => {
                    let speed = -state.arms.iter().zip(v).map(|(arm, speed)| arm * speed).sum::<f64>();
                    match line.hill.capacity(state.length, speed) {
                        Ok(capacity) => [factor * capacity.active, factor * capacity.passive],
                        Err(_) => {
                            slack += 1;
                            [0.0, 0.0]
                        }
                    }
                }
            }
        };
        let all = self.anatomy.muscles.iter().zip(lines).map(of_muscle).collect();
        (all, slack)
    }

    /// Activations and reserves.
    fn share(
        &self,
        (needed, q): (&[f64], &[f64]),
        (lines, capacities): (&[MuscleState], &[[f64; 2]]),
        distributor: &mut Distributor,
    ) -> Result<(Vec<f64>, Vec<f64>, usize), DistributionError> {
        let (rows, columns) = (self.rows.len(), lines.len());
        if columns == 0 || rows == 0 {
            return Ok((vec![0.0; columns], self.rows.iter().map(|row| needed[*row]).collect(), 0));
        }
        let mut matrix = vec![0.0; rows * columns];
        let mut right: Vec<f64> = self.rows.iter().map(|row| needed[*row]).collect();
        for (i, (state, [active, passive])) in lines.iter().zip(capacities).enumerate() {
            let arms = self.skeleton.reduce(q, &state.arms);
            for (j, row) in self.rows.iter().enumerate() {
                matrix[j * columns + i] = arms[*row] * active;
                right[j] -= arms[*row] * passive;
            }
        }
        let muscles = &self.anatomy.muscles;
        let volume = |i: usize| muscles[i].hill.strength * muscles[i].hill.fibre / SPECIFIC_TENSION;
        let mean = (0..columns).map(volume).sum::<f64>() / columns as f64;
        let (weights, power): (Vec<f64>, f64) = match self.muscles.objective {
            Objective::Activation => (vec![1.0; columns], 2.0),
            Objective::Volume => ((0..columns).map(|i| volume(i) / mean).collect(), 2.0),
            Objective::Stress => {
                let p = self.muscles.power;
                let stress = |i: usize| capacities[i][0] / (self.muscles.strength * muscles[i].hill.strength);
                ((0..columns).map(|i| stress(i).powf(p)).collect(), p)
            }
        };
        let reserve = self.muscles.reserve.si();
        let shares = distributor.solve(&Distribution {
            matrix: &matrix,
            right: &right,
            weights: &weights,
            power,
            linear: &[],
            lower: &vec![0.0; columns],
            upper: &vec![1.0; columns],
            reserves: &vec![1.0 / (reserve * reserve); rows],
        })?;
        Ok((shares.values.clone(), shares.reserves.clone(), shares.iterations))
    }
}

/// Forces in the joints with the muscles.
fn contacts(motion: &Motion<'_>, ground: &[Load], lines: &[MuscleState], forces: &[f64]) -> Vec<Vector3<f64>> {
    let pulls = lines.iter().zip(forces).flat_map(|(line, force)| line.loads(*force));
    let loads: Vec<Load> = ground.iter().copied().chain(pulls).collect();
    motion.compute_inverse_dynamics(&loads).reactions.into_iter().map(|wrench| wrench.force).collect()
}
