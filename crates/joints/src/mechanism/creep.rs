//! How far contacts crept where they should have stuck.
//!
//! Coulomb friction that is regularised in velocity holds nothing: below its transition speed v_t a contact creeps. What it
//! creeps is missing in what a belt carries along, so that its share of the way is about the share by which periods of
//! stick–slip are off: 7 % where a belt runs ten times as fast as v_t.

use mechanics::rigid::Model;

use super::parameters::Parameters;
use super::record::Frame;
use crate::contact::Friction;

/// Creeping and the whole way of one contact, in m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Creep {
    /// Which contact.
    pub contact: usize,
    /// v_t.
    pub transition_speed: f64,
    /// Slid below the transition speed, in contact.
    pub crept: f64,
    /// The longest of what was slid and of the ways of both bodies.
    pub way: f64,
    bodies: [Option<usize>; 2],
    /// Creeping speed and speed of the way at the end of the last step.
    last: [f64; 2],
}

impl Creep {
    /// One for each contact with Coulomb friction.
    pub fn list(parameters: &Parameters, model: &Model, first: &Frame) -> Vec<Self> {
        let creep = |(contact, given): (usize, &super::parameters::Contact)| {
            let Friction::Coulomb(law) = given.friction else { return None };
            let bodies = [&given.first, &given.second].map(|surface| model.body(&surface.body));
            let transition_speed = law.transition_speed.si();
            let mut creep = Self { contact, transition_speed, crept: 0.0, way: 0.0, bodies, last: [0.0; 2] };
            creep.last = creep.speeds(first);
            Some(creep)
        };
        parameters.contacts.iter().enumerate().filter_map(creep).collect()
    }

    fn speeds(&self, frame: &Frame) -> [f64; 2] {
        let state = &frame.contacts[self.contact];
        let sliding = if state.push > 0.0 { state.sliding.abs() } else { 0.0 };
        let creeping = if sliding < self.transition_speed { sliding } else { 0.0 };
        let speed = |body: &Option<usize>| body.map_or(0.0, |body| frame.state.frame(body).velocity.norm());
        [creeping, self.bodies.iter().map(speed).fold(sliding, f64::max)]
    }

    /// Adds a step of this length that ends in a frame.
    pub fn add(&mut self, length: f64, frame: &Frame) {
        let now = self.speeds(frame);
        self.crept += 0.5 * length * (self.last[0] + now[0]);
        self.way += 0.5 * length * (self.last[1] + now[1]);
        self.last = now;
    }

    /// The share of the way that was crept.
    pub fn share(&self) -> f64 {
        if self.way > 0.0 { self.crept / self.way } else { 0.0 }
    }
}
