//! Fitting positions and velocities to the constraints.
//!
//! Among all changes that meet the linearised constraints the one of least M-weighted size is taken: Δ = −M⁻¹Jᵀ S⁻¹ C
//! with S = J M⁻¹ Jᵀ. A body is moved the less, the heavier it is.

use super::constraint::Row;
use super::error::RigidError;
use super::frame::Frame;
use super::model::Model;
use super::motion::{Scratch, add_transposed, violation_rate};
use super::state::State;

/// Violations (m, rad) below this are met.
const FITTED: f64 = 1e-13;
/// Newton steps at most.
const MOST_STEPS: u32 = 60;
/// Constraints named when a mechanism cannot be assembled.
const NAMED: usize = 5;
/// A constraint that others imply contradicts them if it misses by more (m, rad; per second).
const CONTRADICTING: f64 = 1e-9;

/// Names of constraints that others imply, and of those.
pub(super) struct Named {
    pub redundant: Vec<String>,
    pub others: Vec<String>,
}

impl Scratch {
    /// What every equation misses, with the sign turned, into the multipliers; and the largest.
    pub(super) fn compute_residuals(&mut self, residual: impl Fn(&Row, &[Frame]) -> f64) -> f64 {
        let mut worst = 0.0;
        for (multiplier, row) in self.multipliers.iter_mut().zip(&self.rows) {
            let missing = -residual(row, &self.frames);
            *multiplier = missing;
            // What is not a number counts as largest.
            if !(missing.abs() <= worst) {
                worst = missing.abs();
            }
        }
        worst
    }
}

impl Model {
    /// The state nearest to the described one that meets every constraint, at a time.
    ///
    /// Constraints may repeat each other (see [`Model::redundancy`]) but not contradict: then they are reported by name,
    /// and so are contacts that start too deep.
    pub fn assemble(&self, time: f64) -> Result<State, RigidError> {
        let mut state = self.described_state();
        state.time = time;
        self.assemble_from(&mut state, &mut Scratch::new(self))?;
        Ok(state)
    }

    /// As [`Model::assemble`], from a given state.
    pub fn assemble_from(&self, state: &mut State, scratch: &mut Scratch) -> Result<(), RigidError> {
        let given = state.clone();
        if let Err(error) = self.fit_positions(state, scratch) {
            // What misses may miss because constraints contradict, where they were or where the bodies came to lie.
            let contradiction = |at: &State, scratch: &mut Scratch| self.find_contradiction(at, scratch);
            return Err(contradiction(&given, scratch).or_else(|| contradiction(state, scratch)).unwrap_or(error));
        }
        self.fit_velocities(state, scratch)?;
        for (name, pair) in &self.pairs {
            let depth = -pair.touch(pair.frames(&scratch.frames)).gap;
            if depth > pair.deepest_start {
                return Err(RigidError::Overlap { contact: name.clone(), depth, allowed: pair.deepest_start });
            }
        }
        Ok(())
    }

    /// Newton steps with the least-moving change, shortened where the fit would become worse.
    fn fit_positions(&self, state: &mut State, scratch: &mut Scratch) -> Result<(), RigidError> {
        let size = 3 * self.bodies();
        let mut place = vec![0.0; size];
        let mut miss = self.compute_violation(state, scratch);
        for iterations in 0..MOST_STEPS {
            if miss <= FITTED {
                return Ok(());
            }
            let failed = |scratch: &Scratch| self.not_assembled(state.time, iterations, scratch);
            self.pattern.compute(&scratch.rows, &self.inverse_masses, &mut scratch.schur);
            // A little weight on the diagonal leads through places where constraints are dependent.
            self.pattern.raise_diagonal(1e-12, &mut scratch.schur);
            scratch.softened = false;
            if self.pattern.factorise(1e-13, &mut scratch.schur).is_err() {
                return Err(failed(scratch));
            }
            self.compute_correction(scratch, |row, _| row.violation);
            place.copy_from_slice(&state.values.as_slice()[..size]);
            let mut share = 1.0;
            loop {
                self.move_by(state, &place, scratch, share);
                let there = self.compute_violation(state, scratch);
                if there < (1.0 - 1e-4 * share) * miss || (there <= 1e2 * FITTED && share < 1e-3) {
                    miss = there;
                    break;
                }
                // Rounding may keep a tight fit from becoming tighter still.
                if share < 1e-6 {
                    if there <= 1e3 * FITTED {
                        return Ok(());
                    }
                    return Err(self.not_assembled(state.time, iterations, scratch));
                }
                share *= 0.5;
            }
        }
        if miss <= 1e3 * FITTED { Ok(()) } else { Err(self.not_assembled(state.time, MOST_STEPS, scratch)) }
    }

    /// q ← place + share · (accelerations of the scratch, which hold the correction).
    fn move_by(&self, state: &mut State, place: &[f64], scratch: &Scratch, share: f64) {
        let values = state.values.as_mut_slice();
        for (body, change) in scratch.accelerations.iter().take(self.bodies()).enumerate() {
            for k in 0..3 {
                values[3 * body + k] = place[3 * body + k] + share * change[k];
            }
        }
    }

    /// The least velocity change that makes J v = ν.
    pub(super) fn fit_velocities(&self, state: &mut State, scratch: &mut Scratch) -> Result<(), RigidError> {
        let n = self.bodies();
        self.compute_violation(state, scratch);
        self.factorise(scratch).map_err(|row| self.singular(row, state.time))?;
        for _ in 0..2 {
            self.compute_correction(scratch, violation_rate);
            let velocities = &mut state.values.as_mut_slice()[3 * n..6 * n];
            for (value, change) in velocities.iter_mut().zip(scratch.accelerations.iter().flatten()) {
                *value += change;
            }
            self.compute_frames(state.values.as_slice(), &mut scratch.frames);
        }
        if scratch.softened {
            self.check_rates(state, scratch)?;
        }
        Ok(())
    }

    /// Whether velocities fit where constraints repeat each other.
    fn check_rates(&self, state: &State, scratch: &mut Scratch) -> Result<(), RigidError> {
        let rates: Vec<f64> = scratch.rows.iter().map(|row| violation_rate(row, &scratch.frames)).collect();
        let fastest = scratch.rows.iter().map(|row| row.speed.abs()).fold(1.0, f64::max);
        if rates.iter().all(|rate| rate.abs() <= CONTRADICTING * fastest) {
            return Ok(());
        }
        let dependent = self.dependent_rows(state, scratch);
        let miss = |row: usize| rates[row].abs();
        let Some((row, _)) = dependent.iter().max_by(|a, b| miss(a.0).total_cmp(&miss(b.0))) else { return Ok(()) };
        let (constraint, unit) = self.constraint_of(*row);
        let consequence = format!("`{constraint}` misses by {:.6e} {unit}/s", miss(*row));
        Err(self.contradiction(&dependent, consequence, state.time))
    }

    /// Frames and rows at a state, and the largest violation.
    pub(super) fn compute_violation(&self, state: &State, scratch: &mut Scratch) -> f64 {
        self.compute_frames(state.values.as_slice(), &mut scratch.frames);
        self.compute_rows(state.time, &scratch.frames, &mut scratch.rows);
        let size = scratch.rows.iter().map(|row| row.violation.abs()).fold(0.0, f64::max);
        if scratch.rows.iter().any(|row| row.violation.is_nan()) { f64::INFINITY } else { size }
    }

    /// −M⁻¹Jᵀ S⁻¹ r with the factors of the scratch, into its accelerations.
    pub(super) fn compute_correction(&self, scratch: &mut Scratch, residual: impl Fn(&Row, &[Frame]) -> f64) {
        scratch.compute_residuals(residual);
        self.solve_correction(scratch);
    }

    /// M⁻¹Jᵀ S⁻¹ with the factors of the scratch times its multipliers, into its accelerations.
    pub(super) fn solve_correction(&self, scratch: &mut Scratch) {
        let Scratch { rows, schur, multipliers, accelerations, softened, .. } = scratch;
        if *softened {
            self.solve_softened(rows, schur, multipliers);
        } else {
            self.pattern.solve(schur, multipliers);
        }
        accelerations.fill([0.0; 3]);
        add_transposed(rows, multipliers, accelerations);
        for (change, w) in accelerations.iter_mut().zip(&self.inverse_masses) {
            *change = [change[0] * w[0], change[1] * w[1], change[2] * w[2]];
        }
    }

    /// Constraints that others already imply, and contradict.
    fn find_contradiction(&self, state: &State, scratch: &mut Scratch) -> Option<RigidError> {
        let dependent = self.dependent_rows(state, scratch);
        let miss = |row: usize| scratch.rows[row].violation.abs();
        let (row, _) = dependent.iter().max_by(|a, b| miss(a.0).total_cmp(&miss(b.0)))?;
        if !(miss(*row) > CONTRADICTING) {
            return None;
        }
        let (constraint, unit) = self.constraint_of(*row);
        let consequence = format!("`{constraint}` misses by {:.6e} {unit}", miss(*row));
        Some(self.contradiction(&dependent, consequence, state.time))
    }

    fn contradiction(&self, dependent: &[(usize, Vec<usize>)], consequence: String, time: f64) -> RigidError {
        let Named { redundant, others } = self.name_dependent(dependent);
        let quote = |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        RigidError::Contradiction { redundant: quote(&redundant), others: quote(&others), consequence, time }
    }

    /// The constraints of dependent rows, and those that imply them.
    pub(super) fn name_dependent(&self, dependent: &[(usize, Vec<usize>)]) -> Named {
        let name = |rows: &mut dyn Iterator<Item = usize>| {
            let mut names: Vec<String> = Vec::new();
            for row in rows {
                let name = self.constraint_of(row).0;
                if names.iter().all(|known| known != name) {
                    names.push(name.into());
                }
            }
            names
        };
        let redundant = name(&mut dependent.iter().map(|(row, _)| *row));
        let others = name(&mut dependent.iter().flat_map(|(_, others)| others.iter().copied()));
        Named { redundant, others }
    }

    fn not_assembled(&self, time: f64, iterations: u32, scratch: &Scratch) -> RigidError {
        // The largest miss of each constraint.
        let mut misses: Vec<(&str, f64, &'static str)> = Vec::new();
        for (i, row) in scratch.rows.iter().enumerate() {
            let ((name, unit), miss) = (self.constraint_of(i), row.violation.abs());
            match misses.last_mut() {
                Some(last) if last.0 == name && last.1 >= miss => {}
                Some(last) if last.0 == name => *last = (name, miss, unit),
                _ => misses.push((name, miss, unit)),
            }
        }
        misses.sort_by(|a, b| b.1.total_cmp(&a.1));
        let (constraint, miss, unit) = misses.first().copied().unwrap_or(("", 0.0, "m"));
        let mut others = String::new();
        for (name, miss, unit) in misses.iter().skip(1).take(NAMED - 1).filter(|other| !(other.1 <= FITTED)) {
            others += &format!(", `{name}` by {miss:.6e} {unit}");
        }
        RigidError::NotAssembled { constraint: constraint.into(), miss, unit, others, time, iterations }
    }

    pub(super) fn singular(&self, row: usize, time: f64) -> RigidError {
        RigidError::Singular { constraint: self.constraint_of(row).0.into(), time }
    }
}
