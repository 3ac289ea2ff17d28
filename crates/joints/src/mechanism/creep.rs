//! Contacts that should stick, and creep.
//!
//! Coulomb friction that is regularised in velocity holds nothing: below its transition speed v_t a contact creeps, and
//! it leaves the top of its characteristic as slowly as it came. A block that is carried along with a speed V then sticks
//! and slips with a period that is too long by about v_t/V: 8 % where a belt runs ten times as fast as v_t.

use mechanics::rigid::Model;

use super::parameters::{Contact, Parameters};
use super::record::Frame;
use crate::contact::Friction;

/// Friction that is less than this share of its limit holds nothing that matters, as of a ball that rolls.
const HOLDS: f64 = 0.1;

/// What a contact did below its transition speed, under a friction that matters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Creep {
    /// Which contact.
    pub contact: usize,
    /// v_t.
    pub transition_speed: f64,
    /// How long, how far the faster one of its bodies went, and how far it slid.
    pub held: f64,
    pub carried: f64,
    pub crept: f64,
    bodies: [Option<usize>; 2],
    coefficient: f64,
    /// Rates of the three at the end of the last step.
    last: [f64; 3],
}

impl Creep {
    /// One for each contact with Coulomb friction.
    pub fn list(parameters: &Parameters, model: &Model, first: &Frame) -> Vec<Self> {
        let creep = |(contact, given): (usize, &Contact)| {
            let Friction::Coulomb(law) = given.friction else { return None };
            let mut creep = Self {
                contact,
                transition_speed: law.transition_speed.si(),
                held: 0.0,
                carried: 0.0,
                crept: 0.0,
                bodies: [&given.first, &given.second].map(|surface| model.body(&surface.body)),
                coefficient: law.coefficients(0.0).0,
                last: [0.0; 3],
            };
            creep.last = creep.rates(first);
            Some(creep)
        };
        parameters.contacts.iter().enumerate().filter_map(creep).collect()
    }

    fn rates(&self, frame: &Frame) -> [f64; 3] {
        let state = &frame.contacts[self.contact];
        let sliding = state.sliding.abs();
        let holds = state.friction.abs() > HOLDS * self.coefficient * state.push;
        if !(state.push > 0.0 && sliding < self.transition_speed && holds) {
            return [0.0; 3];
        }
        let speed = |body: &Option<usize>| body.map_or(0.0, |body| frame.state.frame(body).velocity.norm());
        [1.0, self.bodies.iter().map(speed).fold(0.0, f64::max), sliding]
    }

    /// Adds a step of this length that ends in a frame.
    pub fn add(&mut self, length: f64, frame: &Frame) {
        let now = self.rates(frame);
        let half = 0.5 * length;
        self.held += half * (self.last[0] + now[0]);
        self.carried += half * (self.last[1] + now[1]);
        self.crept += half * (self.last[2] + now[2]);
        self.last = now;
    }

    /// The speed V at which it was carried along.
    pub fn speed(&self) -> f64 {
        if self.held > 0.0 { self.carried / self.held } else { 0.0 }
    }
}
