//! Forward dynamics.

use nalgebra::{DMatrix, DVector};
use numerics::ode::{DynamicIntegrator, DynamicSystem, Failure, Limits, Scheme, Tolerances, Work};

use super::analysis::Instant;
use super::error::RigidError;
use super::event::{Episode, Event};
use super::model::Model;
use super::motion::Scratch;
use super::pair::{ContactState, Held};
use super::slopes::Slopes;
use super::state::{State, first_deformation};
use crate::contact::Damping;

/// How constraints are kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stabilisation {
    /// C̈ + 2α Ċ + β² C = 0 instead of C̈ = 0 [Baumgarte1972]: bounded drift, and a little energy.
    Baumgarte {
        /// α, in 1/s.
        alpha: f64,
        /// β, in 1/s.
        beta: f64,
    },
    /// Positions and velocities are put back onto the constraints after every step, moving heavy bodies least.
    Projection {
        /// Violations (m, rad; per second for velocities) below this are left alone.
        within: f64,
    },
    /// Not at all: drift grows with the square of time.
    None,
}

/// How to run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SimulationSettings {
    /// Time scheme; a stiff one for stiff contacts.
    pub scheme: Scheme,
    /// Error allowed in one step: relative, and in metres and radians; a tenth as strict for velocities.
    pub tolerance: f64,
    /// Bounds on the step.
    pub limits: Limits,
    /// How constraints are kept.
    pub stabilisation: Stabilisation,
}

impl Default for SimulationSettings {
    /// Dormand–Prince, 10⁻⁹, projection to 10⁻¹².
    fn default() -> Self {
        Self {
            scheme: Scheme::DormandPrince,
            tolerance: 1e-9,
            limits: Limits::default(),
            stabilisation: Stabilisation::Projection { within: 1e-12 },
        }
    }
}

/// The equations of motion as a system of first order, with scratch of its own.
#[derive(Debug, Clone)]
pub(super) struct Motion<'a> {
    pub model: &'a Model,
    pub scratch: Scratch,
    baumgarte: Option<[f64; 2]>,
    /// For implicit schemes.
    slopes: Slopes,
}

impl<'a> Motion<'a> {
    pub fn new(model: &'a Model, baumgarte: Option<[f64; 2]>) -> Self {
        Self { model, scratch: Scratch::new(model), baumgarte, slopes: Slopes::new(model) }
    }
}

impl DynamicSystem for Motion<'_> {
    fn rate(&mut self, t: f64, y: &DVector<f64>, rate: &mut DVector<f64>) {
        let Self { model, scratch, baumgarte, .. } = self;
        let n = 3 * model.bodies();
        let (y, rate) = (y.as_slice(), rate.as_mut_slice());
        model.place(y, scratch);
        rate[..n].copy_from_slice(&y[n..2 * n]);
        if let Err(row) = model.compute_motion(t, *baumgarte, scratch) {
            // The integrator shortens its step, and reports the place if that does not help.
            scratch.singular = Some(row);
            rate[n..].fill(f64::NAN);
            return;
        }
        scratch.evaluated = Some(t);
        for (rate, a) in rate[n..2 * n].chunks_exact_mut(3).zip(&scratch.accelerations) {
            rate.copy_from_slice(a);
        }
        rate[2 * n] = scratch.loads.power;
        rate[2 * n + 1] = scratch.loads.loss;
        rate[2 * n + 2..].copy_from_slice(&scratch.deformation_rates);
    }

    fn jacobian(&mut self, t: f64, y: &DVector<f64>, by_state: &mut DMatrix<f64>, by_time: &mut DVector<f64>) -> bool {
        let Self { model, scratch, baumgarte, slopes } = self;
        model.place(y.as_slice(), scratch);
        if let Err(row) = model.compute_motion(t, *baumgarte, scratch) {
            scratch.singular = Some(row);
            by_time.fill(f64::NAN);
            return true;
        }
        if scratch.softened && model.soften_slopes(scratch).is_err() {
            by_time.fill(f64::NAN);
            return true;
        }
        model.compute_slopes(t, *baumgarte, scratch, slopes);
        model.solve_slopes(scratch, slopes, by_state, by_time);
        true
    }
}

/// A mechanism in motion. The model is shared; everything else is its own, and a clone is a checkpoint.
#[derive(Debug, Clone)]
pub struct Simulation<'a> {
    pub(super) motion: Motion<'a>,
    pub(super) integrator: DynamicIntegrator,
    stabilisation: Stabilisation,
    pub(super) episodes: Vec<Episode>,
    pub(super) events: Vec<Event>,
    /// For interpolated and restarted states.
    pub(super) buffer: DVector<f64>,
    dead_points: DeadPoints,
}

/// When constraints became dependent for a while.
#[derive(Debug, Clone, Default)]
struct DeadPoints {
    times: Vec<f64>,
    /// Whether they are now. They are not noted if they were from the start.
    within: bool,
}

/// So many dead points are noted, no more.
const MOST_DEAD_POINTS: usize = 100;

impl DeadPoints {
    fn look(&mut self, time: f64, dependent: bool) {
        if dependent && !self.within && self.times.len() < MOST_DEAD_POINTS {
            self.times.push(time);
        }
        self.within = dependent;
    }
}

impl<'a> Simulation<'a> {
    /// Ready to run from a state, which should be assembled.
    pub fn new(model: &'a Model, state: State, settings: SimulationSettings) -> Self {
        let n = 3 * model.bodies();
        let mut absolute = DVector::repeat(state.values.len(), settings.tolerance);
        absolute.rows_mut(n, n).fill(10.0 * settings.tolerance);
        // Work and loss follow from the motion: they are integrated with it, but do not shorten its steps.
        absolute.rows_mut(2 * n, 2).fill(1e30);
        for (_, pair) in &model.pairs {
            for (place, scale) in pair.places().into_iter().zip(pair.scales()) {
                if let Some(index) = place {
                    absolute[first_deformation(model.bodies()) + index] *= scale;
                }
            }
        }
        let tolerance = Tolerances { relative: settings.tolerance, absolute };
        let baumgarte = match settings.stabilisation {
            Stabilisation::Baumgarte { alpha, beta } => Some([alpha, beta]),
            _ => None,
        };
        let mut motion = Motion::new(model, baumgarte);
        let scratch = &mut motion.scratch;
        let mut state = state;
        model.attach(&mut state, scratch);
        model.place(state.values.as_slice(), scratch);
        let mut episodes = Vec::with_capacity(model.pairs.len());
        for (i, (_, pair)) in model.pairs.iter().enumerate() {
            let approach = -scratch.contact(pair, &Held::NOTHING).gap_rate;
            let (held, slipping) = scratch.begin(pair, approach);
            let touching = pair.opening(pair.frames(&scratch.frames), pair.inner(&scratch.deformations)) < 0.0;
            scratch.held[i] = Held { open: !touching, ..held };
            episodes.push(Episode { touching, slipping });
        }
        model.compute_rows(state.time, &scratch.frames, &mut scratch.rows);
        let starts_dependent = model.factorise(scratch).is_ok() && scratch.softened;
        let buffer = state.values.clone();
        let integrator = DynamicIntegrator::new(settings.scheme, tolerance, settings.limits, state.time, state.values);
        Self {
            motion,
            integrator,
            stabilisation: settings.stabilisation,
            events: Vec::with_capacity(4 * episodes.len().max(1)),
            episodes,
            buffer,
            dead_points: DeadPoints { times: Vec::with_capacity(MOST_DEAD_POINTS), within: starts_dependent },
        }
    }

    /// When constraints became dependent on each other for a while, as at a dead point; those that were from the start are
    /// not noted, nor is what steps passed without a look.
    pub fn dead_points(&self) -> &[f64] {
        &self.dead_points.times
    }

    /// The present time.
    pub fn time(&self) -> f64 {
        self.integrator.time()
    }

    /// The present state.
    pub fn state(&self) -> State {
        State {
            time: self.integrator.time(),
            values: self.integrator.state().clone(),
            bodies: self.motion.model.bodies(),
        }
    }

    /// When the last step began.
    pub fn previous_time(&self) -> f64 {
        self.integrator.previous_time()
    }

    /// The state at a time within the last step.
    pub fn interpolate(&self, time: f64) -> State {
        State { time, values: self.integrator.interpolate(time), bodies: self.motion.model.bodies() }
    }

    /// What it has cost so far.
    pub fn work(&self) -> Work {
        self.integrator.work()
    }

    /// Damping of the present episode of a contact.
    pub fn damping(&self, contact: usize) -> Damping {
        self.motion.scratch.held[contact].damping
    }

    /// A contact at a state of the last step, with the damping of its present episode.
    pub fn contact_state(&self, contact: usize, state: &State) -> ContactState {
        self.motion.model.contact_state(contact, state, &self.damping(contact))
    }

    /// Accelerations and reactions at the present.
    pub fn compute_instant(&mut self) -> Result<Instant, RigidError> {
        let state = self.state();
        self.compute_instant_at(&state)
    }

    /// Accelerations and reactions at a state of the last step.
    pub fn compute_instant_at(&mut self, state: &State) -> Result<Instant, RigidError> {
        let Motion { model, scratch, .. } = &mut self.motion;
        // What contacts hold is meant for the next step: whether they touch, stick or slip here is up to the state.
        let held = scratch.held.clone();
        scratch.held.iter_mut().for_each(|held| *held = Held::with(held.damping));
        let instant = model.instant(state, scratch);
        scratch.held = held;
        instant
    }

    /// Runs to a time, and tells what happened in the contacts on the way.
    pub fn advance_to(&mut self, end: f64) -> Result<Vec<Event>, RigidError> {
        let mut events = Vec::new();
        while self.time() < end {
            events.extend_from_slice(self.step(end)?);
        }
        Ok(events)
    }

    /// One step, never beyond `end`, cut short where a contact begins or ends, or where compliant friction begins to slip or
    /// to stick. Nothing is allocated.
    pub fn step(&mut self, end: f64) -> Result<&[Event], RigidError> {
        self.events.clear();
        if let Err(failure) = self.integrator.step(&mut self.motion, end) {
            return Err(self.explain(failure));
        }
        if !self.episodes.is_empty() {
            self.locate_events();
        }
        if let Stabilisation::Projection { within } = self.stabilisation {
            let Motion { model, scratch, .. } = &mut self.motion;
            self.integrator.correct(|t, y| model.project(t, within, y.as_mut_slice(), scratch));
        }
        self.dead_points.look(self.integrator.time(), self.motion.scratch.softened);
        Ok(&self.events)
    }

    /// Names the body and the stiffest contact behind a failure.
    fn explain(&mut self, failure: Failure) -> RigidError {
        let Motion { model, scratch, .. } = &mut self.motion;
        let time = self.integrator.time();
        let (component, step) = match failure {
            Failure::StepTooSmall { component, step, .. } => (component, step),
            Failure::NotFinite { component, step, .. } => {
                if let Some(row) = scratch.singular {
                    return model.singular(row, time);
                }
                (component, step)
            }
            _ => (0, 0.0),
        };
        model.place(self.integrator.state().as_slice(), scratch);
        let stiffness =
            |(name, pair): &'a (String, super::pair::Pair)| (name, scratch.contact(pair, &Held::NOTHING).stiffness);
        let stiffest = model.pairs.iter().map(stiffness).max_by(|a, b| a.1.total_cmp(&b.1));
        let stiffest = match stiffest {
            Some((name, stiffness)) if stiffness > 0.0 => {
                format!(", where the stiffest contact is `{name}` with {stiffness:.3e} N/m")
            }
            _ => String::new(),
        };
        RigidError::Stopped { time, step, body: model.body_of(component).into(), stiffest, source: failure }
    }
}
