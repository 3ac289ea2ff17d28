//! Places of rest in space.

use nalgebra::{DMatrix, DVector};

use super::model::Model;
use super::motion::Scratch;
use super::slopes::Slopes;
use super::state::State;
use crate::rigid::RigidError;

/// When a place counts as a place of rest, and how far to look for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EquilibriumSettings {
    /// Unbalanced force, as a share of the largest force at work, that counts as balanced (a moment: per 0.1 m).
    pub balanced: f64,
    /// Newton steps at most.
    pub most_steps: u32,
    /// Farthest move in one step, in m; a tenth of a radian counts as 0.01 m.
    pub longest_move: f64,
    /// The first pseudo-time, in s: short where the start may be far from any support, long where it is known to be near.
    pub first_time: f64,
}

impl Default for EquilibriumSettings {
    fn default() -> Self {
        Self { balanced: 1e-9, most_steps: 400, longest_move: 2e-3, first_time: 1e-2 }
    }
}

/// The arm by which moments are compared with forces, in m.
const ARM: f64 = 0.1;

/// Balance at one place, with what Newton's method needs there.
#[derive(Debug, Clone)]
struct Balance {
    /// Along the free directions.
    forces: DVector<f64>,
    /// Minus their derivatives.
    stiffness: DMatrix<f64>,
    masses: DMatrix<f64>,
    /// Largest unbalanced force.
    worst: f64,
    allowed: f64,
    /// Which of the free directions.
    direction: usize,
}

impl Model {
    /// The place of rest near a state, at its time: the forces along all free coordinates vanish. Velocities stay as they
    /// are in the state, so that friction and dampers see them. The second answer counts Newton steps.
    ///
    /// Newton's method with the exact stiffness and pseudo-time: M/τ² is added, and τ grows as the imbalance falls, so that
    /// what is not yet supported moves as if it fell for a time τ rather than without bound.
    pub fn solve_equilibrium(
        &self,
        start: &State,
        settings: &EquilibriumSettings,
        scratch: &mut Scratch,
    ) -> Result<(State, u32), RigidError> {
        let n = self.bodies.iter().map(|body| body.guide.as_ref().map_or(6, |guide| guide.free.len())).sum();
        let mut state = start.clone();
        self.prescribe(&mut state);
        let mut trial = state.clone();
        let mut slopes = Slopes::new(self);
        let empty = Balance {
            forces: DVector::zeros(n),
            stiffness: DMatrix::zeros(n, n),
            masses: DMatrix::zeros(n, n),
            worst: 0.0,
            allowed: 0.0,
            direction: 0,
        };
        let (mut here, mut there) = (empty.clone(), empty);
        self.weigh(&state, settings, (scratch, &mut slopes), &mut here);
        let mut tau = settings.first_time;
        for steps in 0..settings.most_steps {
            if here.worst <= here.allowed {
                return Ok((state, steps));
            }
            let matrix = &here.stiffness + &here.masses / (tau * tau);
            let Some(mut change) = matrix.lu().solve(&here.forces).filter(|c| c.iter().all(|x| x.is_finite())) else {
                tau *= 0.5;
                continue;
            };
            let share = self.share_of_move(&change, settings.longest_move);
            change *= share;
            trial.clone_from(&state);
            self.shift(&mut trial, &change);
            self.weigh(&trial, settings, (scratch, &mut slopes), &mut there);
            if there.worst.is_finite() && there.worst < 2.0 * here.worst {
                // What nothing holds would take over where τ is too long.
                tau *= if share < 1.0 {
                    share.sqrt().max(0.3)
                } else {
                    (1.5 * here.worst / there.worst).clamp(0.7, 100.0)
                };
                std::mem::swap(&mut state, &mut trial);
                std::mem::swap(&mut here, &mut there);
            } else {
                tau *= 0.3;
            }
        }
        let body = self.body_of_direction(here.direction).into();
        Err(RigidError::NoEquilibrium { iterations: settings.most_steps, residual: here.worst, body })
    }

    /// What each prescribed coordinate needs to stay where it is (N or N·m), at rest; free ones need nothing.
    pub fn holding_forces(&self, body: usize, state: &State, scratch: &mut Scratch) -> [f64; 6] {
        self.place(state.values.as_slice(), scratch);
        self.compute_wrenches(state.time, scratch);
        let (place, on) = (&scratch.places[body], &scratch.wrenches[body]);
        let weight = self.bodies[body].weight(&self.gravity, place);
        let mut held = [0.0; 6];
        if let Some(guide) = &self.bodies[body].guide {
            let axes = guide.sequence.axes(&place.rotation);
            for (k, _) in guide.curves.iter().enumerate().filter(|(_, curve)| curve.is_some()) {
                let along: [f64; 6] = std::array::from_fn(|i| match (k, i) {
                    (0..3, 3..) => axes.axes[k][i - 3],
                    (3.., 0..3) if i == k - 3 => 1.0,
                    _ => 0.0,
                });
                held[k] = -(0..6).map(|i| along[i] * (on[i] + weight[i])).sum::<f64>();
            }
        }
        held
    }

    /// Puts prescribed coordinates where they belong.
    fn prescribe(&self, state: &mut State) {
        for (i, body) in self.bodies.iter().enumerate() {
            if let Some(guide) = &body.guide {
                let place = state.placement(i);
                let mut there = guide.project(state.time, &place);
                // Velocities are the caller's.
                (there.velocity, there.spin) = (place.velocity, place.spin);
                state.set_placement(i, &there);
            }
        }
    }

    /// Forces along the free directions, their derivatives and the masses at a state, with one evaluation of the contacts.
    fn weigh(
        &self,
        state: &State,
        settings: &EquilibriumSettings,
        (scratch, slopes): (&mut Scratch, &mut Slopes),
        balance: &mut Balance,
    ) {
        self.place(state.values.as_slice(), scratch);
        self.compute_slopes(state.time, scratch, slopes);
        self.free_forces(scratch, &mut balance.forces);
        self.free_stiffness(scratch, slopes, &mut balance.stiffness);
        balance.stiffness.neg_mut();
        self.fill_masses(scratch, &mut balance.masses);
        balance.allowed = settings.balanced * self.largest_force(state.time, scratch);
        (balance.worst, balance.direction) = (0.0, 0);
        let mut row = 0;
        for body in &self.bodies {
            for k in 0..body.guide.as_ref().map_or(6, |guide| guide.free.len()) {
                let size = balance.forces[row].abs() / if is_angle(body, k) { ARM } else { 1.0 };
                if !(size <= balance.worst) {
                    (balance.worst, balance.direction) = (size, row);
                }
                row += 1;
            }
        }
    }

    /// The largest force at work; a sum that vanishes would hide how much is.
    fn largest_force(&self, time: f64, scratch: &Scratch) -> f64 {
        let weights = self.bodies.iter().map(|body| body.mass * self.gravity.norm());
        let pushes = scratch.contacts.iter().zip(&scratch.surrogates).map(|(touch, surrogate)| match surrogate {
            Some(surrogate) if surrogate.patch().pressure_force > 0.0 => surrogate.patch().pressure_force,
            _ => touch.patch().pressure_force,
        });
        let pulls = self.elements.iter().flat_map(|(_, element)| {
            let on = element.act(time, element.bodies.map(|body| &scratch.places[body])).on[0];
            on.into_iter().take(3).map(f64::abs)
        });
        weights.chain(pushes).chain(pulls).fold(1e-6, f64::max)
    }

    fn fill_masses(&self, scratch: &Scratch, matrix: &mut DMatrix<f64>) {
        let mut first = 0;
        for (i, body) in self.bodies.iter().enumerate() {
            let (masses, free) = body.mass_matrix(&scratch.places[i]);
            for j in 0..free {
                for k in 0..free {
                    matrix[(first + j, first + k)] = masses[j][k];
                }
            }
            first += free;
        }
    }

    /// The share of a change that no direction overdoes.
    fn share_of_move(&self, change: &DVector<f64>, longest: f64) -> f64 {
        let mut row = 0;
        let mut most = 0.0f64;
        for body in &self.bodies {
            for k in 0..body.guide.as_ref().map_or(6, |guide| guide.free.len()) {
                most = most.max(change[row].abs() * if is_angle(body, k) { ARM } else { 1.0 });
                row += 1;
            }
        }
        if most > longest { longest / most } else { 1.0 }
    }

    /// Moves every body along its free directions.
    fn shift(&self, state: &mut State, change: &DVector<f64>) {
        let mut row = 0;
        for (i, body) in self.bodies.iter().enumerate() {
            let place = state.placement(i);
            let mut there = match &body.guide {
                Some(guide) => {
                    let mut coordinates = guide.coordinates(&place);
                    for &k in &guide.free {
                        coordinates[k][0] += change[row];
                        row += 1;
                    }
                    guide.place(&coordinates)
                }
                None => {
                    let step: [f64; 6] = std::array::from_fn(|k| change[row + k]);
                    row += 6;
                    let turn = nalgebra::Rotation3::new(nalgebra::Vector3::new(step[3], step[4], step[5]));
                    super::Placement {
                        position: place.position + nalgebra::Vector3::new(step[0], step[1], step[2]),
                        rotation: turn.matrix() * place.rotation,
                        ..place
                    }
                }
            };
            (there.velocity, there.spin) = (place.velocity, place.spin);
            state.set_placement(i, &there);
        }
    }

    fn body_of_direction(&self, direction: usize) -> &str {
        let mut first = 0;
        for body in &self.bodies {
            first += body.guide.as_ref().map_or(6, |guide| guide.free.len());
            if direction < first {
                return &body.name;
            }
        }
        crate::rigid::GROUND
    }
}

/// Whether the k-th free direction of a body is an angle.
fn is_angle(body: &super::model::Rigid, k: usize) -> bool {
    match &body.guide {
        Some(guide) => guide.free[k] < 3,
        None => k >= 3,
    }
}
