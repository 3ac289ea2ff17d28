//! Where bodies are and how they move, as one vector.

use nalgebra::{DVector, Quaternion, UnitQuaternion, Vector3};

use super::placement::Placement;

/// Numbers per body: position, quaternion (w, x, y, z), velocity, spin.
pub(super) const PER_BODY: usize = 13;
/// Numbers behind the bodies: work of loads and drives, loss in dampers, work of contacts on bodies.
pub(super) const BUDGET: usize = 3;

/// Positions, orientations and velocities of every body at a time, and the energy that has passed so far.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// When.
    pub time: f64,
    pub(super) values: DVector<f64>,
}

impl State {
    pub(super) fn new(time: f64, bodies: usize) -> Self {
        Self { time, values: DVector::zeros(PER_BODY * bodies + BUDGET) }
    }

    /// How many bodies there are.
    pub fn bodies(&self) -> usize {
        (self.values.len() - BUDGET) / PER_BODY
    }

    /// A body by its index.
    pub fn placement(&self, body: usize) -> Placement {
        placement(&self.values.as_slice()[PER_BODY * body..])
    }

    /// Puts a body somewhere, with a velocity.
    pub fn set_placement(&mut self, body: usize, placement: &Placement) {
        put(&mut self.values.as_mut_slice()[PER_BODY * body..], placement);
    }

    /// Work done by loads and by what drives prescribed coordinates, since the start.
    pub fn work(&self) -> f64 {
        self.budget(0)
    }

    fn budget(&self, index: usize) -> f64 {
        self.values[self.values.len() - BUDGET + index]
    }
}

/// A body from its numbers; the quaternion may have any length.
pub(super) fn placement(y: &[f64]) -> Placement {
    let vector = |first: usize| Vector3::new(y[first], y[first + 1], y[first + 2]);
    let turn = UnitQuaternion::from_quaternion(Quaternion::new(y[3], y[4], y[5], y[6]));
    Placement {
        position: vector(0),
        rotation: *turn.to_rotation_matrix().matrix(),
        velocity: vector(7),
        spin: vector(10),
    }
}

/// Numbers of a body.
pub(super) fn put(y: &mut [f64], place: &Placement) {
    let turn = place.pose().rotation;
    // Of the two quaternions of a rotation the one that is near to what was there, so that nothing jumps.
    let before = Quaternion::new(y[3], y[4], y[5], y[6]);
    let sign = if before.dot(turn.quaternion()) < 0.0 { -1.0 } else { 1.0 };
    y[..3].copy_from_slice(place.position.as_slice());
    (y[3], y[4], y[5], y[6]) = (sign * turn.w, sign * turn.i, sign * turn.j, sign * turn.k);
    y[7..10].copy_from_slice(place.velocity.as_slice());
    y[10..13].copy_from_slice(place.spin.as_slice());
}
