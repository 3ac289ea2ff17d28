//! What happened, instant by instant, before it is made into results.

use mechanics::fluid::{Regime, RegimeLimits};
use mechanics::rigid::{ContactState, Energy, Event, EventKind, Instant, Model, Reaction, Scratch, State};

use super::bearing_state::Carried;
use super::creep::Creep;
use super::drives::Works;
use super::swing::Swings;

/// Everything about one instant.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub state: State,
    /// ẍ, ÿ, φ̈ of each body.
    pub accelerations: Vec<[f64; 3]>,
    /// Of each joint, then of each guide.
    pub reactions: Vec<Reaction>,
    /// Of each force; zero for loads.
    pub tensions: Vec<f64>,
    pub contacts: Vec<ContactState>,
    pub bearings: Vec<Carried>,
    pub energy: Energy,
    /// Largest violation of a constraint, in m or rad.
    pub drift: f64,
    /// What has been done since the start, where that was followed.
    pub works: Works,
}

impl Frame {
    pub fn new(
        model: &Model,
        instant: Instant,
        (contacts, bearings): (Vec<ContactState>, Vec<Carried>),
        scratch: &mut Scratch,
    ) -> Self {
        let Instant { state, accelerations, reactions } = instant;
        let (tensions, energy) = (model.tensions(&state), model.energy(&state));
        let (drift, _) = model.drift(&state, scratch);
        Self { state, accelerations, reactions, tensions, contacts, bearings, energy, drift, works: Works::default() }
    }

    /// Energy that came from nowhere since the first frame.
    pub fn imbalance(&self, first: &Self) -> f64 {
        self.energy.total() - first.energy.total() - self.state.work() + self.state.lost()
    }
}

/// Largest values over every step, frames or not.
#[derive(Debug, Clone, Default)]
pub(super) struct Peaks {
    /// Of each joint and guide.
    pub forces: Vec<f64>,
    pub moments: Vec<f64>,
    /// Of each force.
    pub tensions: Vec<f64>,
    /// Of each contact.
    pub pushes: Vec<f64>,
    pub pulls: Vec<f64>,
    pub frictions: Vec<f64>,
    pub depths: Vec<f64>,
    /// Of each bearing; of films the largest −h.
    pub bearing_forces: Vec<f64>,
    pub eccentricities: Vec<f64>,
    pub thinnest: Vec<f64>,
    /// Of each body.
    pub speeds: Vec<f64>,
    pub drift: f64,
    /// Largest energy that came from nowhere, and with which sign.
    pub imbalance: f64,
    /// The largest amount that an energy changed by: what an imbalance is compared with.
    pub exchanged: f64,
}

fn raise(most: &mut Vec<f64>, values: impl Iterator<Item = f64>) {
    for (i, value) in values.enumerate() {
        match most.get_mut(i) {
            Some(most) => *most = most.max(value),
            None => most.push(value.max(0.0)),
        }
    }
}

impl Peaks {
    pub fn add(&mut self, frame: &Frame, first: &Frame) {
        raise(&mut self.forces, frame.reactions.iter().map(|r| r.force.norm()));
        raise(&mut self.moments, frame.reactions.iter().map(|r| r.moment.abs()));
        raise(&mut self.tensions, frame.tensions.iter().copied());
        raise(&mut self.pushes, frame.contacts.iter().map(|c| c.push));
        raise(&mut self.frictions, frame.contacts.iter().map(|c| c.friction.abs()));
        raise(&mut self.pulls, frame.contacts.iter().map(|c| -c.push));
        raise(&mut self.depths, frame.contacts.iter().map(|c| -c.touch.gap));
        raise(&mut self.bearing_forces, frame.bearings.iter().map(|b| b.force.norm()));
        raise(&mut self.eccentricities, frame.bearings.iter().map(|b| b.eccentricity.norm()));
        for (i, bearing) in frame.bearings.iter().enumerate() {
            let thin = bearing.film.map_or(f64::NEG_INFINITY, |film| -film.thickness);
            match self.thinnest.get_mut(i) {
                Some(most) => *most = most.max(thin),
                None => self.thinnest.push(thin),
            }
        }
        let bodies = frame.accelerations.len();
        raise(&mut self.speeds, (0..bodies).map(|body| frame.state.frame(body).velocity.norm()));
        self.drift = self.drift.max(frame.drift);
        let imbalance = frame.imbalance(first);
        if imbalance.abs() > self.imbalance.abs() {
            self.imbalance = imbalance;
        }
        let (now, then) = (&frame.energy, &first.energy);
        let changes =
            [now.kinetic, now.gravity - then.gravity, now.stored - then.stored, frame.state.work(), frame.state.lost()];
        self.exchanged = changes.iter().fold(self.exchanged.max(then.kinetic), |most, change| most.max(change.abs()));
    }

    /// The imbalance by what was exchanged.
    pub fn imbalance_ratio(&self) -> f64 {
        if self.exchanged > 0.0 { self.imbalance.abs() / self.exchanged } else { 0.0 }
    }
}

/// What happened over the run.
#[derive(Debug, Clone)]
pub(super) struct History {
    pub frames: Vec<Frame>,
    pub peaks: Peaks,
    pub events: Vec<Event>,
    pub swings: Option<Swings>,
    pub work: Vec<(String, u64)>,
    /// Of each contact with Coulomb friction.
    pub creeps: Vec<Creep>,
    /// When the mechanism was at a dead point, apart from the start.
    pub dead_points: Vec<f64>,
}

impl History {
    /// From frames alone, whose energy budget is not followed.
    pub fn of_frames(frames: Vec<Frame>) -> Self {
        let mut peaks = Peaks::default();
        for frame in &frames {
            peaks.add(frame, &frames[0]);
        }
        Self {
            frames,
            peaks,
            events: Vec::new(),
            swings: None,
            work: Vec::new(),
            creeps: Vec::new(),
            dead_points: Vec::new(),
        }
    }

    /// How often a contact began.
    pub fn episodes(&self, contact: usize) -> usize {
        let begins = |event: &&Event| event.contact == contact && matches!(event.kind, EventKind::Begins { .. });
        self.events.iter().filter(begins).count()
    }

    /// Share of the frames in which a contact pushes, or pulls where surfaces stick.
    pub fn touching(&self, contact: usize) -> f64 {
        let touching = self.frames.iter().filter(|frame| frame.contacts[contact].push != 0.0).count();
        touching as f64 / self.frames.len().max(1) as f64
    }

    /// Share of the frames in which the film of a bearing is in a regime.
    pub fn share_of(&self, bearing: usize, regime: Regime) -> f64 {
        let limits = RegimeLimits::default();
        let fits =
            |frame: &&Frame| frame.bearings[bearing].film.is_some_and(|film| limits.classify(film.lambda) == regime);
        self.frames.iter().filter(fits).count() as f64 / self.frames.len().max(1) as f64
    }

    /// How often a contact began to slip.
    pub fn slips(&self, contact: usize) -> usize {
        self.events.iter().filter(|event| event.contact == contact && event.kind == EventKind::Slips).count()
    }
}
