//! Places of rest.

use nalgebra::{DMatrix, DVector};

use super::error::RigidError;
use super::model::Model;
use super::motion::{Scratch, add_transposed};
use super::pair::Held;
use super::slopes::Slopes;
use super::state::State;

/// Newton steps at most.
const MOST_STEPS: u32 = 400;
/// Unbalanced force, as a share of the largest force at work on the way, that counts as balanced.
const BALANCED: f64 = 1e-10;
/// What rounding leaves of a stiffness times a length.
const ROUNDING: f64 = 1e-14;
/// Share of the diagonal of J M⁻¹ Jᵀ by which redundant constraints give way within a Newton step.
const SOFTENING: f64 = 1e-9;

impl Model {
    /// The place of rest near the described state: Q(q) + Jᵀλ = 0 and C(q) = 0 with all velocities zero, at a time.
    ///
    /// Newton's method with pseudo-time: M/τ² is added to the stiffness, and τ grows as the imbalance falls, so that what
    /// is not yet supported moves as if it fell for a time τ rather than without bound.
    pub fn solve_equilibrium(&self, time: f64) -> Result<State, RigidError> {
        let (mut scratch, mut slopes) = (Scratch::new(self), Slopes::new(self));
        let mut state = self.described_state();
        state.time = time;
        self.assemble_from(&mut state, &mut scratch)?;
        let (n, m) = (3 * self.bodies(), self.rows);
        state.values.rows_mut(n, n).fill(0.0);
        self.attach(&mut state, &mut scratch);
        scratch.held.fill(Held::AT_REST);
        let mut multipliers = vec![0.0; m];
        self.guess_multipliers(&state, &mut scratch, &mut multipliers);
        let soft = if scratch.softened { SOFTENING } else { 0.0 };
        let mut scale = self.rounding(&state, &mut scratch, &mut slopes) / BALANCED;
        let (mut imbalance, mut body) = self.imbalance(&state, &multipliers, &mut scratch, &mut scale);
        // A fall of a millimetre or so to begin with.
        let mut tau = 1e-2;
        for _ in 0..MOST_STEPS {
            if imbalance <= BALANCED * scale {
                return Ok(state);
            }
            let change = self.newton_step(&state, &multipliers, [tau, soft], (&mut scratch, &mut slopes));
            let Some(change) = change else {
                tau *= 0.5;
                continue;
            };
            let mut trial = state.clone();
            for i in 0..n {
                trial.values[i] += change[i];
            }
            let moved: Vec<f64> = multipliers.iter().enumerate().map(|(i, l)| l + change[n + i]).collect();
            let mut scale_there = scale;
            let (there, body_there) = self.imbalance(&trial, &moved, &mut scratch, &mut scale_there);
            if there.is_finite() && there < 2.0 * imbalance {
                // Faster as the imbalance falls; a little slower where it grows for a while.
                tau *= (1.5 * imbalance / there).clamp(0.7, 100.0);
                (state, multipliers) = (trial, moved);
                (imbalance, scale, body) = (there, scale_there, body_there);
            } else {
                tau *= 0.3;
            }
        }
        let body = self.body_of(body).into();
        Err(RigidError::NoEquilibrium { iterations: MOST_STEPS, residual: imbalance, body })
    }

    /// The multipliers that a mechanism at rest would have if it were free to accelerate.
    fn guess_multipliers(&self, state: &State, scratch: &mut Scratch, multipliers: &mut [f64]) {
        self.place(state.values.as_slice(), scratch);
        if self.compute_motion(state.time, None, scratch).is_ok() {
            multipliers.copy_from_slice(&scratch.multipliers);
        }
    }

    /// Q + Jᵀλ and C, stacked.
    fn residual(&self, state: &State, multipliers: &[f64], scratch: &mut Scratch, out: &mut DVector<f64>) {
        let n = 3 * self.bodies();
        self.place(state.values.as_slice(), scratch);
        self.compute_loads(state.time, scratch);
        self.compute_rows(state.time, &scratch.frames, &mut scratch.rows);
        add_transposed(&scratch.rows, multipliers, &mut scratch.loads.on);
        for (i, value) in scratch.loads.on.iter().take(self.bodies()).flatten().enumerate() {
            out[i] = *value;
        }
        for (i, row) in scratch.rows.iter().enumerate() {
            out[n + i] = row.violation;
        }
    }

    /// The force that is rounding: no place is known better than its last digit.
    fn rounding(&self, state: &State, scratch: &mut Scratch, slopes: &mut Slopes) -> f64 {
        let n = 3 * self.bodies();
        self.place(state.values.as_slice(), scratch);
        scratch.multipliers.fill(0.0);
        self.compute_slopes(state.time, None, scratch, slopes);
        let entries = (0..n).flat_map(|row| (0..n).map(move |column| (row, column)));
        let stiffest = entries.map(|(row, column)| slopes.of_force(row, column).abs()).fold(0.0, f64::max);
        let farthest = state.values.rows(0, n).amax().max(1e-3);
        ROUNDING * stiffest * farthest
    }

    /// Largest force or moment that acts: weight, springs, ligaments, loads, contacts, joints. It stays the largest of the
    /// way there, since at rest there may be none.
    fn raise_scale(&self, state: &State, multipliers: &[f64], scratch: &Scratch, scale: &mut f64) {
        let Scratch { frames, held, deformations, .. } = scratch;
        let weight = self.masses.iter().map(|m| m[0]).fold(0.0, f64::max) * self.gravity.norm();
        let mut raise = |size: f64| *scale = if size.is_finite() { scale.max(size.abs()) } else { *scale };
        raise(weight);
        multipliers.iter().for_each(|l| raise(*l));
        for (_, element) in &self.elements {
            let action = element.act(state.time, element.bodies().map(|body| &frames[body]));
            action.on.iter().flatten().for_each(|part| raise(*part));
        }
        for ((_, pair), held) in self.pairs.iter().zip(held) {
            let (action, _) = pair.act(pair.frames(frames), held, pair.inner(deformations));
            action.on.iter().flatten().for_each(|part| raise(*part));
        }
    }

    /// Largest unbalanced force or moment (a violation of 10⁻¹⁰ counts as much as is allowed), and where; raises the scale
    /// of what is allowed.
    fn imbalance(&self, state: &State, multipliers: &[f64], scratch: &mut Scratch, scale: &mut f64) -> (f64, usize) {
        let n = 3 * self.bodies();
        let mut residual = DVector::zeros(n + self.rows);
        self.residual(state, multipliers, scratch, &mut residual);
        self.raise_scale(state, multipliers, scratch, scale);
        let allowed = BALANCED * scale.max(f64::MIN_POSITIVE / BALANCED);
        let (mut worst, mut place) = (0.0, 0);
        for i in 0..n + self.rows {
            let size = if i < n { residual[i].abs() } else { residual[i].abs() * allowed / 1e-10 };
            if !(size <= worst) {
                (worst, place) = (size, i.min(n.saturating_sub(1)));
            }
        }
        (worst, place)
    }

    /// Solves [M/τ² − ∂r/∂q, −Jᵀ; J, 0] for the change of (q, λ); `None` if singular. Constraints that repeat each other give
    /// way to their force a little, in the step but not in the place of rest.
    fn newton_step(
        &self,
        state: &State,
        multipliers: &[f64],
        [tau, soft]: [f64; 2],
        (scratch, slopes): (&mut Scratch, &mut Slopes),
    ) -> Option<DVector<f64>> {
        let (n, m) = (3 * self.bodies(), self.rows);
        let mut here = DVector::zeros(n + m);
        self.residual(state, multipliers, scratch, &mut here);
        let mut matrix = DMatrix::zeros(n + m, n + m);
        for (i, row) in scratch.rows.iter().enumerate() {
            for side in 0..2 {
                if row.bodies[side] < self.bodies() {
                    for k in 0..3 {
                        let column = 3 * row.bodies[side] + k;
                        let w = self.inverse_masses[row.bodies[side]][k];
                        matrix[(n + i, n + i)] += soft * tau * tau * w * row.slopes[side][k].powi(2);
                        matrix[(n + i, column)] += row.slopes[side][k];
                        matrix[(column, n + i)] -= row.slopes[side][k];
                    }
                }
            }
        }
        scratch.multipliers.copy_from_slice(multipliers);
        self.compute_slopes(state.time, None, scratch, slopes);
        for column in 0..n {
            for row in 0..n {
                matrix[(row, column)] -= slopes.of_force(row, column);
            }
            matrix[(column, column)] += self.masses[column / 3][column % 3] / (tau * tau);
        }
        here.rows_mut(n, m).neg_mut();
        let change = matrix.lu().solve(&here)?;
        change.iter().all(|value| value.is_finite()).then_some(change)
    }
}
