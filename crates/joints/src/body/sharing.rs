//! Who pulls how much.
//!
//! Muscles share what inverse dynamics asks for: `Σ Fᵢ rᵢⱼ + mⱼ = Mⱼ` for every coordinate j that muscles move, with the forces
//! `Fᵢ = aᵢ Cᵢ + Pᵢ`, activations `lo ≤ aᵢ ≤ hi` and reserves m that cost; the cheapest choice is taken [Crowninshield1981]
//! [Anderson2001]: the least `Σ w aᵖ + Σ (m/m₀)² + κ Σ |R/W|²`.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | rᵢⱼ | moment arm, −∂lᵢ/∂qⱼ | m |
//! | Mⱼ | generalised force of inverse dynamics | N m |
//! | C, P | force of full activation, passive force | N |
//! | lo, hi | 0 and 1, or what an electromyogram leaves | – |
//! | R, W, κ | force in a joint that muscles move (or in those that are named), weight, its price | N, N, – |
//!
//! A tendon that stretches makes the force a curve of the activation: it is taken by its secant from rest, until secant and curve
//! agree.
//!
//! *Checked by*: OpenSim's static optimisation, bounded least squares of scipy with a price on the hip alone, and laws that hold for any choice (moments, bounds, a price that lowers the force).

use mechanics::rigid::tree::{InverseDynamics, Skeleton};
use nalgebra::Vector3;
use numerics::distribution::{Distribution, DistributionError, Distributor};
use numerics::sampling::Random;

use super::anatomy::{Anatomy, Line};
use super::parameters::{Muscles, Objective, Physiology};
use super::paths::MuscleState;
use super::recording::EmgRecord;

/// Stress of a muscle at its largest isometric force, Pa: turns strengths into areas. It cancels out of every objective.
const SPECIFIC_TENSION: f64 = 6.1e5;
/// No muscle is weaker than this share of the model's, nor its arms shorter, whatever is drawn.
const LEAST_FACTOR: f64 = 0.1;
/// Secants of a tendon that stretches, at most, and the share of the strength at which they have settled.
const SECANTS: usize = 12;
const SETTLED: f64 = 1e-7;

/// One instant, before muscles are known.
pub(super) struct Asked<'a> {
    pub time: f64,
    pub q: &'a [f64],
    pub v: &'a [f64],
    pub lines: &'a [MuscleState],
    pub needed: &'a InverseDynamics,
}

/// The choice.
#[derive(Debug, Clone, Default)]
pub(super) struct Shared {
    pub activations: Vec<f64>,
    pub forces: Vec<f64>,
    pub reserves: Vec<f64>,
    pub slack: usize,
    pub iterations: usize,
}

/// A muscle of one person of many, beside the model's.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Factor {
    strength: f64,
    arms: f64,
}

/// What stays the same over all instants.
pub(super) struct Sharing<'a> {
    anatomy: &'a Anatomy,
    skeleton: &'a Skeleton,
    muscles: &'a Muscles,
    /// Coordinates that muscles share, as positions among the free ones.
    rows: &'a [usize],
    /// Bodies below the joints whose force has a price.
    priced: &'a [usize],
    weight: f64,
    factors: Vec<Factor>,
    emg: Vec<Option<&'a EmgRecord>>,
}

/// Force of full activation and passive force.
#[derive(Debug, Clone, Copy, Default)]
struct Capacity {
    active: f64,
    passive: f64,
}

impl<'a> Sharing<'a> {
    pub fn new(
        (anatomy, skeleton): (&'a Anatomy, &'a Skeleton),
        muscles: &'a Muscles,
        (rows, priced): (&'a [usize], &'a [usize]),
        weight: f64,
        emg: &'a [EmgRecord],
    ) -> Self {
        let mut random = Random::of_run(u64::from(muscles.draw), 0);
        let mut drawn = |spread: f64| (1.0 + spread * random.normal()).max(LEAST_FACTOR);
        let factors = anatomy
            .muscles
            .iter()
            .map(|_| Factor { strength: drawn(muscles.strength_spread), arms: drawn(muscles.arm_spread) })
            .collect();
        let emg = anatomy.muscles.iter().map(|line| emg.iter().find(|record| record.is_of(&line.name))).collect();
        Self { anatomy, skeleton, muscles, rows, priced, weight, factors, emg }
    }

    /// A solver of the right size.
    pub fn distributor(&self) -> Distributor {
        Distributor::new(self.rows.len() + 3 * self.priced.len(), self.anatomy.muscles.len())
    }

    pub fn solve(&self, asked: &Asked<'_>, distributor: &mut Distributor) -> Result<Shared, DistributionError> {
        let (mut capacities, slack) = self.capacities(asked);
        if capacities.is_empty() || self.rows.is_empty() {
            let needed = self.skeleton.reduce(asked.q, &asked.needed.generalised);
            let reserves = self.rows.iter().map(|row| needed[*row]).collect();
            let none = vec![0.0; capacities.len()];
            return Ok(Shared { activations: none.clone(), forces: none, reserves, slack, iterations: 0 });
        }
        let mut shared = self.share(asked, &capacities, distributor)?;
        if self.muscles.physiology == Physiology::ElasticTendon {
            for _ in 0..SECANTS {
                if self.update_secants(asked, &shared, &mut capacities) < SETTLED {
                    break;
                }
                let again = self.share(asked, &capacities, distributor)?;
                shared = Shared { iterations: shared.iterations + again.iterations, ..again };
            }
        }
        Ok(Shared { slack, ..shared })
    }

    fn strength(&self, muscle: usize) -> f64 {
        self.muscles.strength * self.factors[muscle].strength
    }

    /// Force of full activation and passive force of every muscle; how many are slack.
    fn capacities(&self, asked: &Asked<'_>) -> (Vec<Capacity>, usize) {
        let mut slack = 0;
        let of_muscle = |(i, (line, state)): (usize, (&Line, &MuscleState))| {
            let factor = self.strength(i);
            let (active, passive) = match self.muscles.physiology {
                Physiology::Strength => (line.hill.strength, 0.0),
                Physiology::RigidTendon => {
                    let speed = -state.arms.iter().zip(asked.v).map(|(arm, speed)| arm * speed).sum::<f64>();
                    line.hill.capacity(state.length, speed).map_or_else(
                        |_| {
                            slack += 1;
                            (0.0, 0.0)
                        },
                        |capacity| (capacity.active, capacity.passive),
                    )
                }
                Physiology::ElasticTendon => {
                    let at =
                        |activation| line.hill.solve_equilibrium(state.length, activation).map(|found| found.force);
                    // A muscle may be slack at rest and taut at work: then it pulls from zero.
                    at(1.0).map_or_else(
                        |_| {
                            slack += 1;
                            (0.0, 0.0)
                        },
                        |full| {
                            let rest = at(0.0).unwrap_or(0.0);
                            (full - rest, rest)
                        },
                    )
                }
            };
            Capacity { active: factor * active, passive: factor * passive }
        };
        let all = self.anatomy.muscles.iter().zip(asked.lines).enumerate().map(of_muscle).collect();
        (all, slack)
    }

    /// Secants from rest to the activations that were found; the largest change of a force beside its muscle's strength.
    fn update_secants(&self, asked: &Asked<'_>, shared: &Shared, capacities: &mut [Capacity]) -> f64 {
        let mut worst = 0.0_f64;
        for (i, (line, state)) in self.anatomy.muscles.iter().zip(asked.lines).enumerate() {
            let (a, capacity) = (shared.activations[i], &mut capacities[i]);
            // Below this the secant is the slope at rest to rounding, and the force nothing.
            if a < 1e-6 || capacity.active <= 0.0 {
                continue;
            }
            let Ok(found) = line.hill.solve_equilibrium(state.length, a.min(1.0)) else { continue };
            let active = (self.strength(i) * found.force - capacity.passive) / a;
            worst = worst.max(a * (active - capacity.active).abs() / (self.strength(i) * line.hill.strength));
            capacity.active = active.max(0.0);
        }
        worst
    }

    /// Activations and reserves under forces that are straight in the activations.
    fn share(
        &self,
        asked: &Asked<'_>,
        capacities: &[Capacity],
        distributor: &mut Distributor,
    ) -> Result<Shared, DistributionError> {
        let (rows, columns) = (self.rows.len(), capacities.len());
        let all = rows + 3 * self.priced.len();
        let needed = self.skeleton.reduce(asked.q, &asked.needed.generalised);
        let mut matrix = vec![0.0; all * columns];
        let mut right: Vec<f64> = self.rows.iter().map(|row| needed[*row]).collect();
        for (i, (state, capacity)) in asked.lines.iter().zip(capacities).enumerate() {
            let arms = self.skeleton.reduce(asked.q, &state.arms);
            for (j, row) in self.rows.iter().enumerate() {
                let arm = self.factors[i].arms * arms[*row];
                matrix[j * columns + i] = arm * capacity.active;
                right[j] -= arm * capacity.passive;
            }
        }
        // A joint's force R = R₀ − Σ F p, in weights, with the pulls p of a unit tension on what hangs below it.
        for (number, body) in self.priced.iter().enumerate() {
            let mut rest = asked.needed.reactions[*body].force;
            for (i, (state, capacity)) in asked.lines.iter().zip(capacities).enumerate() {
                let pull = self.pull_below(*body, state);
                rest -= capacity.passive * pull;
                for k in 0..3 {
                    matrix[(rows + 3 * number + k) * columns + i] = capacity.active * pull[k] / self.weight;
                }
            }
            right.extend(rest.iter().map(|force| force / self.weight));
        }
        let (weights, power) = self.cost(capacities);
        let reserve = self.muscles.reserve.si();
        let mut prices = vec![1.0 / (reserve * reserve); rows];
        prices.resize(all, self.muscles.contact_penalty);
        let least = self.muscles.least_activation;
        let bounds = self.emg.iter().map(|record| record.map_or([0.0, 1.0], |record| record.bounds(asked.time)));
        let (lower, upper): (Vec<f64>, Vec<f64>) = bounds.map(|[low, high]| (low.max(least), high.max(least))).unzip();
        let shares = distributor.solve(&Distribution {
            matrix: &matrix,
            right: &right,
            weights: &weights,
            power,
            linear: &[],
            lower: &lower,
            upper: &upper,
            reserves: &prices,
        })?;
        let activations = shares.values.clone();
        let forces = activations.iter().zip(capacities).map(|(a, c)| a * c.active + c.passive).collect();
        let reserves = shares.reserves[..rows].to_vec();
        Ok(Shared { activations, forces, reserves, slack: 0, iterations: shares.iterations })
    }

    /// Weights and power of the cost.
    fn cost(&self, capacities: &[Capacity]) -> (Vec<f64>, f64) {
        let columns = capacities.len();
        let muscles = &self.anatomy.muscles;
        let volume = |i: usize| muscles[i].hill.strength * muscles[i].hill.fibre / SPECIFIC_TENSION;
        match self.muscles.objective {
            Objective::Activation => (vec![1.0; columns], 2.0),
            Objective::Volume => {
                let mean = (0..columns).map(volume).sum::<f64>() / columns as f64;
                ((0..columns).map(|i| volume(i) / mean).collect(), 2.0)
            }
            Objective::Stress => {
                let p = self.muscles.power;
                let stress = |i: usize| capacities[i].active / (self.strength(i) * muscles[i].hill.strength);
                ((0..columns).map(|i| stress(i).powf(p)).collect(), p)
            }
        }
    }

    /// What a unit tension does to everything below a joint.
    fn pull_below(&self, body: usize, state: &MuscleState) -> Vector3<f64> {
        let parent = |at: &usize| self.anatomy.tree.bodies[*at].joint.parent;
        let below = |of: Option<usize>| std::iter::successors(of, parent).any(|at| at == body);
        state.pulls.iter().filter(|(of, ..)| below(*of)).map(|(_, _, pull)| pull).sum()
    }
}
