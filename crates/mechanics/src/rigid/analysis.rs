//! Questions about a mechanism at an instant: accelerations, reactions, energy, contacts; and its guided motion.

use nalgebra::Vector2;

use super::error::RigidError;
use super::frame::{Frame, cross};
use super::model::Model;
use super::motion::{Scratch, violation_rate};
use super::pair::{ContactState, Held};
use super::state::{State, first_deformation};
use crate::contact::Damping;

/// What a joint or guide does to its first body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reaction {
    /// Force, in newtons, in the axes of space.
    pub force: Vector2<f64>,
    /// Moment about the attachment on the first body, in N·m.
    pub moment: f64,
    /// Power that a guide puts in, in W; zero for joints.
    pub power: f64,
}

/// Energy of a mechanism at an instant.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Energy {
    /// ½ Σ m v² + I ω².
    pub kinetic: f64,
    /// −Σ m g·r.
    pub gravity: f64,
    /// In springs, ligaments and contacts, sideways too where friction is compliant.
    pub stored: f64,
}

impl Energy {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.kinetic + self.gravity + self.stored
    }
}

/// A mechanism at an instant, with everything that follows from its state.
#[derive(Debug, Clone, PartialEq)]
pub struct Instant {
    /// Positions and velocities.
    pub state: State,
    /// ẍ, ÿ, φ̈ of each body.
    pub accelerations: Vec<[f64; 3]>,
    /// Of each joint, then of each guide.
    pub reactions: Vec<Reaction>,
}

impl Model {
    /// Accelerations and reactions at a state. Contacts push without damping here; a
    /// [`Simulation`](super::Simulation) knows the damping of its present contact episodes.
    pub fn compute_instant(&self, state: &State, scratch: &mut Scratch) -> Result<Instant, RigidError> {
        scratch.held.fill(Held::NOTHING);
        self.instant(state, scratch)
    }

    pub(super) fn instant(&self, state: &State, scratch: &mut Scratch) -> Result<Instant, RigidError> {
        self.place(state.values.as_slice(), scratch);
        self.compute_motion(state.time, None, scratch).map_err(|row| self.singular(row, state.time))?;
        let accelerations = scratch.accelerations[..self.bodies()].to_vec();
        Ok(Instant { state: state.clone(), accelerations, reactions: self.reactions(scratch) })
    }

    /// Forces of the constraints on their first bodies, from the multipliers of the scratch.
    pub(super) fn reactions(&self, scratch: &Scratch) -> Vec<Reaction> {
        let mut row = 0;
        let of = |(_, constraint): &(String, super::constraint::Constraint)| {
            let (mut force, mut about_centre, mut power) = (Vector2::zeros(), 0.0, 0.0);
            for i in row..row + constraint.count() {
                let [x, y, turn] = scratch.rows[i].slopes[0];
                force += Vector2::new(x, y) * scratch.multipliers[i];
                about_centre += turn * scratch.multipliers[i];
                power += scratch.rows[i].speed * scratch.multipliers[i];
            }
            row += constraint.count();
            let arm = scratch.frames[constraint.bodies[0]].turn(&constraint.points[0]);
            Reaction { force, moment: about_centre - cross(&arm, &force), power }
        };
        self.constraints.iter().map(of).collect()
    }

    /// Energy at a state.
    pub fn energy(&self, state: &State) -> Energy {
        let frames = self.frames(state);
        let mut energy = Energy::default();
        for (frame, [mass, _, inertia]) in frames.iter().zip(&self.masses) {
            energy.kinetic += 0.5 * (mass * frame.velocity.norm_squared() + inertia * frame.spin * frame.spin);
            energy.gravity -= mass * self.gravity.dot(&frame.position);
        }
        let deformations = &state.values.as_slice()[first_deformation(self.bodies())..];
        for (_, element) in &self.elements {
            energy.stored += element.energy(element.bodies().map(|body| &frames[body]));
        }
        for (_, pair) in &self.pairs {
            energy.stored += pair.energy(pair.frames(&frames), pair.inner(deformations));
        }
        energy
    }

    /// Linear momentum, and angular momentum about the origin.
    pub fn momentum(&self, state: &State) -> (Vector2<f64>, f64) {
        let (mut linear, mut angular) = (Vector2::zeros(), 0.0);
        for (frame, [mass, _, inertia]) in self.frames(state).iter().zip(&self.masses) {
            linear += frame.velocity * *mass;
            angular += mass * cross(&frame.position, &frame.velocity) + inertia * frame.spin;
        }
        (linear, angular)
    }

    /// Pull of each spring and ligament (N) and moment of each torsion spring (N·m), with their dampers; zero for loads.
    pub fn tensions(&self, state: &State) -> Vec<f64> {
        let frames = self.frames(state);
        self.elements.iter().map(|(_, element)| element.effort(element.bodies().map(|body| &frames[body]))).collect()
    }

    /// Energy stored in each spring, ligament and bearing, in the order of [`Model::force_names`]; zero for loads.
    pub fn stored_energies(&self, state: &State) -> Vec<f64> {
        let frames = self.frames(state);
        self.elements.iter().map(|(_, element)| element.energy(element.bodies().map(|body| &frames[body]))).collect()
    }

    /// Power that each load, moment or muscle puts in, in the order of [`Model::force_names`]; zero for what acts between bodies.
    pub fn load_powers(&self, state: &State) -> Vec<f64> {
        let frames = self.frames(state);
        let power = |(_, element): &(String, super::force::Element)| match element {
            super::force::Element::Load(_)
            | super::force::Element::Moment { .. }
            | super::force::Element::Muscle { .. } => {
                element.act(state.time, element.bodies().map(|body| &frames[body])).power
            }
            _ => 0.0,
        };
        self.elements.iter().map(power).collect()
    }

    /// A contact at a state, with a given damping.
    pub fn contact_state(&self, contact: usize, state: &State, damping: &Damping) -> ContactState {
        let (pair, frames) = (&self.pairs[contact].1, self.frames(state));
        let inner = pair.inner(&state.values.as_slice()[first_deformation(self.bodies())..]);
        pair.state(pair.frames(&frames), &Held::with(*damping), inner)
    }

    /// Largest violation of the constraints (m, rad) and of their rates.
    pub fn drift(&self, state: &State, scratch: &mut Scratch) -> (f64, f64) {
        let violation = self.compute_violation(state, scratch);
        let rates = scratch.rows.iter().map(|row| violation_rate(row, &scratch.frames).abs());
        (violation, rates.fold(0.0, f64::max))
    }

    pub(super) fn frames(&self, state: &State) -> Vec<Frame> {
        let mut frames = vec![Frame::GROUND; self.bodies() + 1];
        self.compute_frames(state.values.as_slice(), &mut frames);
        frames
    }

    /// Positions, velocities, accelerations and reactions of a fully guided mechanism at each of the times: kinematic
    /// analysis and inverse dynamics in one. The reaction of a guide is the force or moment that drives it.
    pub fn solve_guided_motion(&self, times: &[f64]) -> Result<Vec<Instant>, RigidError> {
        self.solve_guided_motion_while(times, |_| true)
    }

    /// The same, with a look at every instant as it is found: where `go_on` returns false, that one is the last.
    pub fn solve_guided_motion_while(
        &self,
        times: &[f64],
        mut go_on: impl FnMut(&Instant) -> bool,
    ) -> Result<Vec<Instant>, RigidError> {
        if self.freedom() > 0 {
            return Err(RigidError::NotGuided { free: self.freedom() });
        }
        let mut scratch = Scratch::new(self);
        let mut state = self.described_state();
        let mut instants = Vec::with_capacity(times.len());
        for &time in times {
            // The last velocities say where to look next.
            if !instants.is_empty() {
                let (n, ahead) = (3 * self.bodies(), time - state.time);
                for i in 0..n {
                    state.values[i] += ahead * state.values[n + i];
                }
            }
            state.time = time;
            self.assemble_from(&mut state, &mut scratch)?;
            if instants.is_empty() && scratch.softened {
                let free = self.freedom_at(&state, &mut scratch);
                if free > 0 {
                    return Err(RigidError::NotGuided { free });
                }
            }
            let instant = self.compute_instant(&state, &mut scratch)?;
            let goes_on = go_on(&instant);
            instants.push(instant);
            if !goes_on {
                break;
            }
        }
        Ok(instants)
    }
}
