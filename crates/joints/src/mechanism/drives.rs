//! Who moved the mechanism: the work of each force and guide, and of gravity.

use mechanics::rigid::{Model, RigidError, Simulation, State};

use super::record::Frame;

/// Work since the start, in J: on the bodies if positive.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Works {
    /// Of weight.
    pub gravity: f64,
    /// Of each force. A spring or ligament has done what it no longer stores; what its damper took counts as lost.
    pub forces: Vec<f64>,
    /// Of each guide.
    pub guides: Vec<f64>,
}

/// Inner points and weights of Lobatto's rule of four points over a step of length one; its ends weigh a twelfth.
const INNER: [f64; 2] = [0.276_393_202_250_021, 0.723_606_797_749_979];
const INNER_WEIGHT: f64 = 5.0 / 12.0;
const END_WEIGHT: f64 = 1.0 / 12.0;

/// Adds up works, step by step.
#[derive(Debug, Clone)]
pub(super) struct Drives {
    /// Of loads and guides: what elements store is known from the state.
    loads: Vec<f64>,
    guides: Vec<f64>,
    /// At the end of the last step.
    load_powers: Vec<f64>,
    guide_powers: Vec<f64>,
    first_guide: usize,
    gravity_at_start: f64,
    stored_at_start: Vec<f64>,
}

impl Drives {
    pub fn new(model: &Model, first_guide: usize, frame: &Frame) -> Self {
        let (load_powers, guide_powers) = (model.load_powers(&frame.state), guide_powers(frame, first_guide));
        Self {
            loads: vec![0.0; load_powers.len()],
            guides: vec![0.0; guide_powers.len()],
            load_powers,
            guide_powers,
            first_guide,
            gravity_at_start: frame.energy.gravity,
            stored_at_start: model.stored_energies(&frame.state),
        }
    }

    /// Nothing yet, of everything.
    pub fn start(&self) -> Works {
        Works { gravity: 0.0, forces: vec![0.0; self.loads.len()], guides: vec![0.0; self.guides.len()] }
    }

    /// Adds the last step of a simulation, which ends in a frame, and says what has been done up to there.
    pub fn add(&mut self, model: &Model, simulation: &mut Simulation<'_>, frame: &Frame) -> Result<Works, RigidError> {
        let (from, to) = (simulation.previous_time(), simulation.time());
        let length = to - from;
        let now = model.load_powers(&frame.state);
        add_ends(length, &mut self.loads, &self.load_powers, &now);
        self.load_powers = now;
        let now = guide_powers(frame, self.first_guide);
        add_ends(length, &mut self.guides, &self.guide_powers, &now);
        self.guide_powers = now;
        for share in INNER {
            let state: State = simulation.interpolate(from + share * length);
            for (work, power) in self.loads.iter_mut().zip(model.load_powers(&state)) {
                *work += INNER_WEIGHT * length * power;
            }
            if !self.guides.is_empty() {
                let instant = simulation.compute_instant_at(&state)?;
                for (work, reaction) in self.guides.iter_mut().zip(&instant.reactions[self.first_guide..]) {
                    *work += INNER_WEIGHT * length * reaction.power;
                }
            }
        }
        let stored = model.stored_energies(&frame.state);
        let given_back = self.stored_at_start.iter().zip(&stored).map(|(before, now)| before - now);
        Ok(Works {
            gravity: self.gravity_at_start - frame.energy.gravity,
            forces: self.loads.iter().zip(given_back).map(|(load, given_back)| load + given_back).collect(),
            guides: self.guides.clone(),
        })
    }
}

fn add_ends(length: f64, works: &mut [f64], before: &[f64], now: &[f64]) {
    for ((work, before), now) in works.iter_mut().zip(before).zip(now) {
        *work += END_WEIGHT * length * (before + now);
    }
}

fn guide_powers(frame: &Frame, first_guide: usize) -> Vec<f64> {
    frame.reactions[first_guide..].iter().map(|reaction| reaction.power).collect()
}
