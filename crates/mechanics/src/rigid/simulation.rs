//! Forward dynamics.

use nalgebra::DVector;
use numerics::ode::{DynamicIntegrator, DynamicSystem, Failure, Limits, Scheme, Tolerances, Work};

use super::analysis::Instant;
use super::error::RigidError;
use super::model::Model;
use super::motion::{Scratch, violation_rate};
use super::pair::ContactState;
use super::state::State;
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

/// Something that happened in a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// When.
    pub time: f64,
    /// In which contact, by index.
    pub contact: usize,
    /// What.
    pub kind: EventKind,
}

/// What happened in a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum EventKind {
    /// The surfaces meet.
    Begins {
        /// At this speed, along the normal.
        approach: f64,
    },
    /// They part.
    Ends,
    /// Sliding exceeds the transition speed of friction.
    Slips,
    /// Sliding falls below it.
    Sticks,
}

/// The equations of motion as a system of first order, with scratch of its own.
#[derive(Debug, Clone)]
struct Motion<'a> {
    model: &'a Model,
    scratch: Scratch,
    baumgarte: Option<[f64; 2]>,
}

impl DynamicSystem for Motion<'_> {
    fn rate(&mut self, t: f64, y: &DVector<f64>, rate: &mut DVector<f64>) {
        let Self { model, scratch, baumgarte } = self;
        let n = 3 * model.bodies();
        let (y, rate) = (y.as_slice(), rate.as_mut_slice());
        model.compute_frames(y, &mut scratch.frames);
        rate[..n].copy_from_slice(&y[n..2 * n]);
        if let Err(row) = model.compute_motion(t, *baumgarte, scratch) {
            // The integrator shortens its step, and reports the place if that does not help.
            scratch.singular = Some(row);
            rate[n..].fill(f64::NAN);
            return;
        }
        for (rate, a) in rate[n..2 * n].chunks_exact_mut(3).zip(&scratch.accelerations) {
            rate.copy_from_slice(a);
        }
        rate[2 * n] = scratch.loads.power;
        rate[2 * n + 1] = scratch.loads.loss;
    }
}

/// What a contact remembers.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Episode {
    touching: bool,
    slipping: bool,
}

/// Surfaces count as parted when the gap has grown to this, and as meeting when it is zero: events cannot chatter.
const PARTED: f64 = 1e-12;

/// A mechanism in motion. The model is shared; everything else is its own, and a clone is a checkpoint.
#[derive(Debug, Clone)]
pub struct Simulation<'a> {
    motion: Motion<'a>,
    integrator: DynamicIntegrator,
    stabilisation: Stabilisation,
    episodes: Vec<Episode>,
    events: Vec<Event>,
    /// For interpolated and restarted states.
    buffer: DVector<f64>,
}

impl<'a> Simulation<'a> {
    /// Ready to run from a state, which should be assembled.
    pub fn new(model: &'a Model, state: State, settings: SimulationSettings) -> Self {
        let n = 3 * model.bodies();
        let mut absolute = DVector::repeat(state.values.len(), settings.tolerance);
        absolute.rows_mut(n, n).fill(10.0 * settings.tolerance);
        // Work and loss follow from the motion: they are integrated with it, but do not shorten its steps.
        absolute.rows_mut(2 * n, 2).fill(1e30);
        let tolerance = Tolerances { relative: settings.tolerance, absolute };
        let baumgarte = match settings.stabilisation {
            Stabilisation::Baumgarte { alpha, beta } => Some([alpha, beta]),
            _ => None,
        };
        let mut scratch = Scratch::new(model);
        model.compute_frames(state.values.as_slice(), &mut scratch.frames);
        let mut episodes = Vec::with_capacity(model.pairs.len());
        for ((_, pair), damping) in model.pairs.iter().zip(&mut scratch.dampings) {
            let contact = pair.state(&scratch.frames, &Damping::None);
            *damping = pair.damping(-contact.gap_rate);
            let slipping = contact.sliding.abs() > pair.friction.transition_speed;
            episodes.push(Episode { touching: contact.touch.gap < 0.0, slipping });
        }
        let buffer = state.values.clone();
        let integrator = DynamicIntegrator::new(settings.scheme, tolerance, settings.limits, state.time, state.values);
        Self {
            motion: Motion { model, scratch, baumgarte },
            integrator,
            stabilisation: settings.stabilisation,
            events: Vec::with_capacity(4 * episodes.len().max(1)),
            episodes,
            buffer,
        }
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

    /// Damping of the present episode of a contact.
    pub fn damping(&self, contact: usize) -> Damping {
        self.motion.scratch.dampings[contact]
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
        self.motion.model.instant(state, &mut self.motion.scratch)
    }

    /// Runs to a time, and tells what happened in the contacts on the way.
    pub fn advance_to(&mut self, end: f64) -> Result<Vec<Event>, RigidError> {
        let mut events = Vec::new();
        while self.time() < end {
            events.extend_from_slice(self.step(end)?);
        }
        Ok(events)
    }

    /// One step, never beyond `end`, cut short where a contact begins or ends. Nothing is allocated.
    pub fn step(&mut self, end: f64) -> Result<&[Event], RigidError> {
        self.events.clear();
        if let Err(failure) = self.integrator.step(&mut self.motion, end) {
            return Err(self.explain(failure));
        }
        if !self.episodes.is_empty() {
            self.locate_events();
        }
        if let Stabilisation::Projection { within } = self.stabilisation {
            self.project(within);
        }
        Ok(&self.events)
    }

    /// Finds the first contact that begins or ends within the last step, goes back to there, and notes stick and slip up
    /// to it.
    fn locate_events(&mut self) {
        let Self { motion, integrator, episodes, events, buffer, .. } = self;
        let Motion { model, scratch, .. } = motion;
        let mut first: Option<(f64, usize)> = None;
        for (contact, (_, pair)) in model.pairs.iter().enumerate() {
            let level = if episodes[contact].touching { PARTED } else { 0.0 };
            let frames = &mut scratch.frames;
            let crossing = integrator.locate_with(buffer, |_, y| {
                model.compute_frames(y.as_slice(), frames);
                pair.touch(frames).gap - level
            });
            if let Some(crossing) = crossing
                && crossing.rising == episodes[contact].touching
                && first.is_none_or(|(time, _)| crossing.time < time)
            {
                first = Some((crossing.time, contact));
            }
        }
        let until = first.map_or(integrator.time(), |(time, _)| time);
        for (contact, (_, pair)) in model.pairs.iter().enumerate() {
            let episode = &mut episodes[contact];
            if !(pair.friction.acts() && episode.touching) {
                continue;
            }
            let (frames, limit) = (&mut scratch.frames, pair.friction.transition_speed);
            let crossing = integrator.locate_with(buffer, |_, y| {
                model.compute_frames(y.as_slice(), frames);
                pair.state(frames, &Damping::None).sliding.abs() - limit
            });
            if let Some(crossing) = crossing
                && crossing.time <= until
                && crossing.rising != episode.slipping
            {
                episode.slipping = crossing.rising;
                let kind = if crossing.rising { EventKind::Slips } else { EventKind::Sticks };
                events.push(Event { time: crossing.time, contact, kind });
            }
        }
        events.sort_unstable_by(|a, b| a.time.total_cmp(&b.time));
        let Some((time, contact)) = first else { return };
        integrator.interpolate_into(time, buffer);
        model.compute_frames(buffer.as_slice(), &mut scratch.frames);
        let pair = &model.pairs[contact].1;
        let state = pair.state(&scratch.frames, &Damping::None);
        let episode = &mut episodes[contact];
        episode.touching = !episode.touching;
        let kind = if episode.touching {
            let approach = -state.gap_rate;
            scratch.dampings[contact] = pair.damping(approach);
            episode.slipping = state.sliding.abs() > pair.friction.transition_speed;
            EventKind::Begins { approach }
        } else {
            EventKind::Ends
        };
        events.push(Event { time, contact, kind });
        integrator.restart_from(time, buffer);
    }

    /// Puts the present state back onto the constraints.
    fn project(&mut self, within: f64) {
        let Self { motion: Motion { model, scratch, .. }, integrator, .. } = self;
        if model.rows == 0 {
            return;
        }
        let n = 3 * model.bodies();
        integrator.correct(|t, y| {
            let values = y.as_mut_slice();
            // Whether anything is out of place, and so whether there are factors.
            let mut factored = false;
            // Newton steps with the factors of the first: what they correct is tiny, so that these serve.
            for _ in 0..4 {
                model.compute_frames(values, &mut scratch.frames);
                model.compute_rows(t, &scratch.frames, &mut scratch.rows);
                if scratch.rows.iter().all(|row| row.violation.abs() <= within) {
                    break;
                }
                if !factored && model.factorise(scratch).is_err() {
                    return false;
                }
                factored = true;
                model.compute_correction(scratch, |row, _| row.violation);
                add(&mut values[..n], &scratch.accelerations);
            }
            for _ in 0..3 {
                if scratch.rows.iter().all(|row| violation_rate(row, &scratch.frames).abs() <= within) {
                    break;
                }
                if !factored && model.factorise(scratch).is_err() {
                    return false;
                }
                factored = true;
                model.compute_correction(scratch, violation_rate);
                add(&mut values[n..2 * n], &scratch.accelerations);
                for (frame, v) in scratch.frames.iter_mut().zip(values[n..2 * n].chunks_exact(3)) {
                    (frame.velocity.x, frame.velocity.y, frame.spin) = (v[0], v[1], v[2]);
                }
            }
            factored
        });
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
        model.compute_frames(self.integrator.state().as_slice(), &mut scratch.frames);
        let stiffness = |(name, pair): &'a (String, super::pair::Pair)| {
            (name, pair.state(&scratch.frames, &Damping::None).stiffness)
        };
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

fn add(values: &mut [f64], changes: &[[f64; 3]]) {
    for (value, change) in values.iter_mut().zip(changes.iter().flatten()) {
        *value += change;
    }
}
