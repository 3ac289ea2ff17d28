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
}

impl Default for EquilibriumSettings {
    fn default() -> Self {
        Self { balanced: 1e-9, most_steps: 400, longest_move: 2e-3 }
    }
}

/// The arm by which moments are compared with forces, in m.
const ARM: f64 = 0.1;

/// Balance at one place.
struct Balance {
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
        let mut slopes = Slopes::new(self);
        let (mut forces, mut there) = (DVector::zeros(n), DVector::zeros(n));
        let (mut matrix, mut trial) = (DMatrix::zeros(n, n), state.clone());
        let mut balance = self.balance(&state, settings, scratch, &mut forces);
        let mut tau = 1e-2;
        for steps in 0..settings.most_steps {
            if balance.worst <= balance.allowed {
                return Ok((state, steps));
            }
            self.place(state.values.as_slice(), scratch);
            self.compute_wrenches(state.time, scratch);
            self.compute_slopes(state.time, scratch, &mut slopes);
            self.free_stiffness(scratch, &slopes, &mut matrix);
            matrix.neg_mut();
            self.add_masses(scratch, tau, &mut matrix);
            let Some(mut change) = matrix.clone().lu().solve(&forces).filter(|c| c.iter().all(|x| x.is_finite()))
            else {
                tau *= 0.5;
                continue;
            };
            let share = self.share_of_move(&change, settings.longest_move);
            change *= share;
            trial.clone_from(&state);
            self.shift(&mut trial, &change);
            let moved = self.balance(&trial, settings, scratch, &mut there);
            if moved.worst.is_finite() && moved.worst < 2.0 * balance.worst {
                // What nothing holds would take over where τ is too long.
                tau *= if share < 1.0 {
                    share.sqrt().max(0.3)
                } else {
                    (1.5 * balance.worst / moved.worst).clamp(0.7, 100.0)
                };
                std::mem::swap(&mut state, &mut trial);
                std::mem::swap(&mut forces, &mut there);
                balance = moved;
            } else {
                tau *= 0.3;
            }
        }
        let body = self.body_of_direction(balance.direction).into();
        Err(RigidError::NoEquilibrium { iterations: settings.most_steps, residual: balance.worst, body })
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

    fn balance(
        &self,
        state: &State,
        settings: &EquilibriumSettings,
        scratch: &mut Scratch,
        forces: &mut DVector<f64>,
    ) -> Balance {
        self.place(state.values.as_slice(), scratch);
        self.compute_wrenches(state.time, scratch);
        self.free_forces(scratch, forces);
        let mut largest = 1e-6f64;
        for (body, on) in self.bodies.iter().zip(&scratch.wrenches) {
            largest = largest.max(body.mass * self.gravity.norm());
            largest = on.iter().take(3).fold(largest, |most, x| most.max(x.abs()));
        }
        // What balances may hide how much is at work: contacts and springs against loads.
        for touch in &scratch.contacts {
            largest = largest.max(touch.patch().pressure_force);
        }
        for (_, element) in &self.elements {
            let places = element.bodies.map(|body| &scratch.places[body]);
            let on = element.act(state.time, places).on[0];
            largest = on.iter().take(3).fold(largest, |most, x| most.max(x.abs()));
        }
        let mut balance = Balance { worst: 0.0, allowed: settings.balanced * largest, direction: 0 };
        let mut row = 0;
        for body in &self.bodies {
            for k in 0..body.guide.as_ref().map_or(6, |guide| guide.free.len()) {
                let size = forces[row].abs() / if is_angle(body, k) { ARM } else { 1.0 };
                if !(size <= balance.worst) {
                    (balance.worst, balance.direction) = (size, row);
                }
                row += 1;
            }
        }
        balance
    }

    fn add_masses(&self, scratch: &Scratch, tau: f64, matrix: &mut DMatrix<f64>) {
        let mut first = 0;
        for (i, body) in self.bodies.iter().enumerate() {
            let (masses, free) = body.mass_matrix(&scratch.places[i]);
            for j in 0..free {
                for k in 0..free {
                    matrix[(first + j, first + k)] += masses[j][k] / (tau * tau);
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
