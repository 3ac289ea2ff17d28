//! Forward dynamics in space.

use nalgebra::{DMatrix, DVector};
use numerics::ode::{DynamicIntegrator, DynamicSystem, Failure, Tolerances, Work};

use super::model::Model;
use super::motion::Scratch;
use super::slopes::{Slopes, Wanted};
use super::state::{BUDGET, PER_BODY, State, placement, put};
use crate::rigid::{RigidError, SimulationSettings};

/// The equations of motion as a system of first order, with scratch of its own.
#[derive(Debug, Clone)]
struct Motion<'a> {
    model: &'a Model,
    scratch: Scratch,
    slopes: Slopes,
}

impl DynamicSystem for Motion<'_> {
    fn rate(&mut self, t: f64, y: &DVector<f64>, rate: &mut DVector<f64>) {
        let Self { model, scratch, .. } = self;
        let (y, rate) = (y.as_slice(), rate.as_mut_slice());
        model.place(y, scratch);
        model.compute_wrenches(t, scratch);
        let budget = PER_BODY * model.bodies.len();
        rate[budget..].copy_from_slice(&scratch.budget);
        for (i, body) in model.bodies.iter().enumerate() {
            let (y, out) = (&y[PER_BODY * i..], &mut rate[PER_BODY * i..]);
            out[..3].copy_from_slice(&y[7..10]);
            // q̇ = ½ ω q.
            let (w, i_, j, k) = (0.5 * y[3], 0.5 * y[4], 0.5 * y[5], 0.5 * y[6]);
            let (p, q, r) = (y[10], y[11], y[12]);
            out[3] = -p * i_ - q * j - r * k;
            out[4] = p * w + q * k - r * j;
            out[5] = q * w + r * i_ - p * k;
            out[6] = r * w + p * j - q * i_;
            let place = &scratch.places[i];
            let weight = body.weight(&model.gravity, place);
            let on: [f64; 6] = std::array::from_fn(|k| scratch.wrenches[i][k] + weight[k]);
            let moved = body.accelerate(t, place, &on);
            out[7..13].copy_from_slice(&moved.twist_rate);
            rate[budget] += moved.drive_power;
        }
    }

    fn jacobian(&mut self, t: f64, y: &DVector<f64>, by_state: &mut DMatrix<f64>, by_time: &mut DVector<f64>) -> bool {
        let Self { model, scratch, slopes } = self;
        model.place(y.as_slice(), scratch);
        model.compute_slopes(t, Wanted::All, scratch, slopes);
        model.solve_slopes((t, y.as_slice()), scratch, slopes, by_state, by_time);
        true
    }
}

/// What a body does at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instant {
    /// Acceleration of its origin and angular acceleration, in the axes of space.
    pub twist_rate: [f64; 6],
    /// What drives each prescribed coordinate, in N or N·m; zero for those that are free.
    pub drives: [f64; 6],
}

/// Bodies in motion. The model is shared; everything else is its own, and a clone is a checkpoint.
#[derive(Debug, Clone)]
pub struct Simulation<'a> {
    motion: Motion<'a>,
    integrator: DynamicIntegrator,
}

impl<'a> Simulation<'a> {
    /// Ready to run from a state. Constraints are kept by putting prescribed coordinates where they belong after every
    /// step, whatever the settings say about stabilisation: joint coordinates make that exact.
    pub fn new(model: &'a Model, state: State, settings: SimulationSettings) -> Self {
        let n = model.bodies.len();
        let mut absolute = DVector::repeat(state.values.len(), settings.tolerance);
        for i in 0..n {
            absolute.rows_mut(PER_BODY * i + 7, 6).fill(10.0 * settings.tolerance);
        }
        // The budget follows from the motion: it is integrated with it, but does not shorten its steps.
        absolute.rows_mut(PER_BODY * n, BUDGET).fill(1e30);
        let tolerance = Tolerances { relative: settings.tolerance, absolute };
        let motion = Motion { model, scratch: Scratch::new(model), slopes: Slopes::new(model) };
        let mut values = state.values;
        project(model, state.time, values.as_mut_slice());
        let integrator = DynamicIntegrator::new(settings.scheme, tolerance, settings.limits, state.time, values);
        Self { motion, integrator }
    }

    /// The present time.
    pub fn time(&self) -> f64 {
        self.integrator.time()
    }

    /// The present state.
    pub fn state(&self) -> State {
        State { time: self.integrator.time(), values: self.integrator.state().clone() }
    }

    /// When the last step began.
    pub fn previous_time(&self) -> f64 {
        self.integrator.previous_time()
    }

    /// The state at a time within the last step.
    pub fn interpolate(&self, time: f64) -> State {
        State { time, values: self.integrator.interpolate(time) }
    }

    /// What it has cost so far.
    pub fn work(&self) -> Work {
        self.integrator.work()
    }

    /// Accelerations and drives of a body at a state.
    pub fn compute_instant(&mut self, body: usize, state: &State) -> Instant {
        let Motion { model, scratch, .. } = &mut self.motion;
        model.place(state.values.as_slice(), scratch);
        model.compute_wrenches(state.time, scratch);
        let (rigid, place) = (&model.bodies[body], &scratch.places[body]);
        let weight = rigid.weight(&model.gravity, place);
        let on: [f64; 6] = std::array::from_fn(|k| scratch.wrenches[body][k] + weight[k]);
        let moved = rigid.accelerate(state.time, place, &on);
        Instant { twist_rate: moved.twist_rate, drives: moved.drives }
    }

    /// What its evaluations work with: contacts leave their last patch there.
    pub fn scratch(&mut self) -> &mut Scratch {
        &mut self.motion.scratch
    }

    /// Runs to a time.
    pub fn advance_to(&mut self, end: f64) -> Result<(), RigidError> {
        while self.time() < end {
            self.step(end)?;
        }
        Ok(())
    }

    /// One step, never beyond `end`. Nothing is allocated.
    pub fn step(&mut self, end: f64) -> Result<(), RigidError> {
        if let Err(failure) = self.integrator.step(&mut self.motion, end) {
            return Err(self.explain(failure));
        }
        let model = self.motion.model;
        self.integrator.correct(|t, y| project(model, t, y.as_mut_slice()));
        Ok(())
    }

    fn explain(&self, failure: Failure) -> RigidError {
        let (component, step) = match failure {
            Failure::StepTooSmall { component, step, .. } | Failure::NotFinite { component, step, .. } => {
                (component, step)
            }
            _ => (0, 0.0),
        };
        let body = self.motion.model.body_of(component).into();
        RigidError::Stopped { time: self.time(), step, body, stiffest: String::new(), source: failure }
    }
}

/// Unit quaternions, and prescribed coordinates where they belong; whether anything has changed.
fn project(model: &Model, time: f64, y: &mut [f64]) -> bool {
    let mut changed = false;
    for (i, body) in model.bodies.iter().enumerate() {
        let y = &mut y[PER_BODY * i..PER_BODY * (i + 1)];
        match &body.guide {
            Some(guide) if guide.free.len() < 6 => {
                put(y, &guide.project(time, &placement(y)));
                changed = true;
            }
            _ => {
                let length = y[3..7].iter().map(|q| q * q).sum::<f64>().sqrt();
                if (length - 1.0).abs() > 1e-12 {
                    y[3..7].iter_mut().for_each(|q| *q /= length);
                    changed = true;
                }
            }
        }
    }
    changed
}

#[cfg(test)]
mod tests;
