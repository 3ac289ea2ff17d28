//! Where a mechanism is and how it moves.

use nalgebra::DVector;

use super::frame::Frame;

/// Positions and velocities of every body at a time, and the energy that has passed so far.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// When.
    pub time: f64,
    /// x, y, φ of each body; their rates; work put in; energy lost; tangential deformation of each compliant contact, and
    /// relaxed force of each that relaxes, or 1 while the surfaces of one that sticks are attached.
    pub(super) values: DVector<f64>,
    pub(super) bodies: usize,
}

impl State {
    pub(super) fn new(time: f64, bodies: usize, inner_states: usize) -> Self {
        Self { time, values: DVector::zeros(first_deformation(bodies) + inner_states), bodies }
    }

    /// A body by its index, see [`Model::body`](super::Model::body).
    pub fn frame(&self, body: usize) -> Frame {
        let n = self.bodies;
        let values = self.values.as_slice();
        Frame::new(&values[3 * body..3 * body + 3], &values[3 * (n + body)..3 * (n + body) + 3])
    }

    /// Puts a body somewhere.
    pub fn set_position(&mut self, body: usize, [x, y, angle]: [f64; 3]) {
        self.values.as_mut_slice()[3 * body..3 * body + 3].copy_from_slice(&[x, y, angle]);
    }

    /// Sets a body in motion.
    pub fn set_velocity(&mut self, body: usize, [x, y, spin]: [f64; 3]) {
        let at = 3 * (self.bodies + body);
        self.values.as_mut_slice()[at..at + 3].copy_from_slice(&[x, y, spin]);
    }

    /// Work done by loads and guides since the start.
    pub fn work(&self) -> f64 {
        self.values[6 * self.bodies]
    }

    /// Energy lost in dampers and contacts since the start.
    pub fn lost(&self) -> f64 {
        self.values[6 * self.bodies + 1]
    }
}

/// Where the deformations begin in a state of so many bodies.
pub(super) fn first_deformation(bodies: usize) -> usize {
    6 * bodies + 2
}
