//! Exact derivatives of the equations of motion, for implicit schemes and for statics.
//!
//! M a = Q + Jᵀλ and J a = b with b = γ − 2α Ċ − β² C hold for all states, so that along any change of the state (′)
//!
//! M a′ = r + Jᵀλ′,  r = Q′ + (Jᵀ)′λ
//! J a′ = s,      s = b′ − J′a
//!
//! which is the system of the motion itself with another right-hand side: (J M⁻¹ Jᵀ) λ′ = s − J M⁻¹ r, with the factors
//! that are there already. Every force, constraint and contact contributes to r and s through its two bodies only, and does
//! so by being evaluated once with numbers that carry derivatives (`scalar.rs`).
//!
//! *Pitfalls*: where the equations have a kink (a contact at the instant of touch, a ligament at its slack length) these are
//! the derivatives of the side on which the state lies.
//!
//! *Checked by* the contract test below: every kind of element, joint, guide, outline and law against differences.

use nalgebra::{DMatrix, DVector};

use super::constraint::Row;
use super::force::Action;
use super::frame::Frame;
use super::model::Model;
use super::motion::{Scratch, add_transposed, along, guide_power, rate_of};
use super::scalar::{DEFORMATION, INPUTS, RELAXED, Slope, TIME};
use super::state::first_deformation;

/// Derivatives of what enters the equations of motion, at given accelerations and multipliers.
///
/// Columns: x, y, φ of each body; their rates; deformations; time. Rows: r on each body; power; loss; rates of the
/// deformations; s of each constraint equation.
#[derive(Debug, Clone)]
pub(super) struct Slopes {
    matrix: DMatrix<f64>,
    multipliers: Vec<f64>,
    forces: Vec<[f64; 3]>,
    accelerations: Vec<[f64; 3]>,
}

/// Column of a derivative by nothing that moves.
const NOWHERE: usize = usize::MAX;

impl Slopes {
    pub fn new(model: &Model) -> Self {
        let (n, k, m) = (3 * model.bodies(), model.inner_states, model.rows);
        Self {
            matrix: DMatrix::zeros(n + 2 + k + m, 2 * n + k + 1),
            multipliers: vec![0.0; m],
            forces: vec![[0.0; 3]; model.bodies() + 1],
            accelerations: vec![[0.0; 3]; model.bodies() + 1],
        }
    }

    /// Of r on coordinate `row` by coordinate `column`.
    pub fn of_force(&self, row: usize, column: usize) -> f64 {
        self.matrix[(row, column)]
    }

    fn add(&mut self, row: usize, columns: &[usize; INPUTS], value: &Slope) {
        let Some(slopes) = &value.eps.0 else { return };
        for (column, slope) in columns.iter().zip(slopes) {
            if *column != NOWHERE {
                self.matrix[(row, *column)] += slope;
            }
        }
    }

    /// What a force does to its bodies and to the energy; nothing happens to the ground, which is the body `ground`.
    fn add_action(&mut self, bodies: [usize; 2], ground: usize, columns: &[usize; INPUTS], action: &Action<Slope>) {
        for (body, on) in bodies.into_iter().zip(&action.on) {
            if body != ground {
                for (k, value) in on.iter().enumerate() {
                    self.add(3 * body + k, columns, value);
                }
            }
        }
        self.add(3 * ground, columns, &action.power);
        self.add(3 * ground + 1, columns, &action.loss);
    }
}

impl Model {
    /// Two bodies whose coordinates and velocities are the variables.
    fn seed(&self, frames: &[Frame], bodies: [usize; 2]) -> [Frame<Slope>; 2] {
        [0, 1].map(|side| {
            let frame = &frames[bodies[side]];
            if bodies[side] == self.bodies() {
                return frame.fixed();
            }
            let variable = |value: f64, i: usize| Slope::from_re(value).derivative(6 * side + i);
            let (r, v) = (&frame.position, &frame.velocity);
            Frame::moving(
                [variable(r.x, 0), variable(r.y, 1), variable(frame.angle, 2)],
                [variable(v.x, 3), variable(v.y, 4), variable(frame.spin, 5)],
            )
        })
    }

    /// The columns of the derivatives of something between two bodies, with the places of its states if it has any.
    fn columns(&self, bodies: [usize; 2], places: [Option<usize>; 2]) -> [usize; INPUTS] {
        let n = 3 * self.bodies();
        let mut columns = [NOWHERE; INPUTS];
        for (side, body) in bodies.into_iter().enumerate().filter(|(_, body)| *body != self.bodies()) {
            for k in 0..3 {
                columns[6 * side + k] = 3 * body + k;
                columns[6 * side + 3 + k] = n + 3 * body + k;
            }
        }
        columns[TIME] = 2 * n + self.inner_states;
        for (input, place) in [DEFORMATION, RELAXED].into_iter().zip(places) {
            if let Some(index) = place {
                columns[input] = 2 * n + index;
            }
        }
        columns
    }

    /// Fills the slopes at the accelerations and multipliers of the scratch.
    pub(super) fn compute_slopes(&self, t: f64, baumgarte: Option<[f64; 2]>, scratch: &Scratch, slopes: &mut Slopes) {
        let Scratch { frames, held, deformations, multipliers, accelerations, .. } = scratch;
        let (ground, t) = (self.bodies(), Slope::from_re(t).derivative(TIME));
        let first_rate = 3 * ground + 2;
        slopes.matrix.fill(0.0);
        for (_, element) in &self.elements {
            let bodies = element.bodies();
            let [first, second] = self.seed(frames, bodies);
            let action = element.act(t, [&first, &second]);
            slopes.add_action(bodies, ground, &self.columns(bodies, [None; 2]), &action);
        }
        for ((_, pair), held) in self.pairs.iter().zip(held) {
            let [first, second] = self.seed(frames, pair.bodies);
            let [deformation, relaxed] = pair.inner(deformations);
            let inner =
                [Slope::from_re(deformation).derivative(DEFORMATION), Slope::from_re(relaxed).derivative(RELAXED)];
            let (action, rates) = pair.act([&first, &second], held, inner);
            let places = pair.places();
            let columns = self.columns(pair.bodies, places);
            slopes.add_action(pair.bodies, ground, &columns, &action);
            for (place, rate) in places.into_iter().zip(rates) {
                if let Some(index) = place {
                    slopes.add(first_rate + index, &columns, &rate);
                }
            }
        }
        let mut equation = 0;
        for (_, constraint) in &self.constraints {
            let (bodies, columns) = (constraint.bodies, self.columns(constraint.bodies, [None; 2]));
            let [first, second] = self.seed(frames, bodies);
            let mut rows = [Row::<Slope>::empty(); 3];
            let rows = &mut rows[..constraint.count()];
            constraint.evaluate(t, [&first, &second], rows);
            for row in rows {
                let mut demand = row.curvature;
                if let Some([alpha, beta]) = baumgarte {
                    demand -= rate_of(row, [&first, &second]) * (2.0 * alpha) + row.violation * (beta * beta);
                }
                let multiplier = multipliers[equation];
                let mut action = Action::none();
                for ((on, slopes), body) in action.on.iter_mut().zip(&row.slopes).zip(bodies) {
                    for ((on, slope), a) in on.iter_mut().zip(slopes).zip(accelerations[body]) {
                        demand -= *slope * a;
                        *on = *slope * multiplier;
                    }
                }
                action.power = row.speed * multiplier;
                slopes.add_action(bodies, ground, &columns, &action);
                slopes.add(first_rate + self.inner_states + equation, &columns, &demand);
                equation += 1;
            }
        }
    }

    /// Derivatives of the rates of a state by the state and by time, from filled slopes and the factors of the scratch.
    pub(super) fn solve_slopes(
        &self,
        scratch: &Scratch,
        slopes: &mut Slopes,
        by_state: &mut DMatrix<f64>,
        by_time: &mut DVector<f64>,
    ) {
        let (n, k) = (3 * self.bodies(), self.inner_states);
        let Slopes { matrix, multipliers, forces, accelerations } = slopes;
        by_state.fill(0.0);
        for i in 0..n {
            by_state[(i, n + i)] = 1.0;
        }
        for (column, given) in matrix.column_iter().enumerate() {
            for (force, given) in forces.iter_mut().zip(given.as_slice().chunks_exact(3)).take(self.bodies()) {
                force.copy_from_slice(given);
            }
            self.times_inverse_mass(forces, accelerations);
            for (i, (multiplier, row)) in multipliers.iter_mut().zip(&scratch.rows).enumerate() {
                *multiplier = given[n + 2 + k + i] - along(row, accelerations);
            }
            if scratch.softened {
                self.solve_soft_slopes(&scratch.rows, &scratch.schur, multipliers);
            } else {
                self.pattern.solve(&scratch.schur, multipliers);
            }
            add_transposed(&scratch.rows, multipliers, forces);
            self.times_inverse_mass(forces, accelerations);
            let out = match column {
                // Work and loss, which come between, have no influence.
                state if state < 2 * n + k => {
                    let first = if state < 2 * n { 0 } else { first_deformation(self.bodies()) - 2 * n };
                    let size = by_state.nrows();
                    &mut by_state.as_mut_slice()[size * (first + state)..size * (first + state + 1)]
                }
                _ => by_time.as_mut_slice(),
            };
            if column == 2 * n + k {
                out[..n].fill(0.0);
            }
            for (out, a) in out[n..2 * n].chunks_exact_mut(3).zip(accelerations.iter()) {
                out.copy_from_slice(a);
            }
            out[2 * n] = given[n] + guide_power(&scratch.rows, multipliers);
            out[2 * n + 1] = given[n + 1];
            for j in 0..k {
                out[2 * n + 2 + j] = given[n + 2 + j];
            }
        }
    }
}

#[cfg(test)]
mod tests;
