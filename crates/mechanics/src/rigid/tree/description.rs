//! A tree of bodies as plain data.

use nalgebra::{Matrix3, Vector3};

use super::dependence::Dependence;
use super::joint::Joint;

/// The gravity that OpenSim's models have, m/s².
pub const STANDARD_GRAVITY: f64 = 9.80665;

/// A coordinate of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Coordinate {
    /// Its name.
    pub name: String,
    /// Where it is unless said otherwise, rad or m.
    pub default: f64,
    /// Between which values the model is meant to be used.
    pub range: [f64; 2],
    /// Whether it stays where it is.
    pub locked: bool,
    /// Whether it follows another.
    pub coupling: Option<Coupling>,
}

impl Coordinate {
    /// A free coordinate without bounds, at zero.
    pub fn new(name: &str) -> Self {
        let range = [f64::NEG_INFINITY, f64::INFINITY];
        Self { name: name.into(), default: 0.0, range, locked: false, coupling: None }
    }
}

/// A coordinate that is a function of another.
#[derive(Debug, Clone, PartialEq)]
pub struct Coupling {
    /// The other one.
    pub of: usize,
    /// What follows from it.
    pub function: Dependence,
}

/// A rigid body and the joint by which it hangs.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// Its mass, kg; may be zero.
    pub mass: f64,
    /// Its centre of mass, in its own axes, m.
    pub centre: Vector3<f64>,
    /// Its moments of inertia about the centre of mass, in its own axes, kg m².
    pub inertia: Matrix3<f64>,
    /// The joint to its parent.
    pub joint: Joint,
}

impl Body {
    /// A point mass at the origin of its axes.
    pub fn new(name: &str, mass: f64, joint: Joint) -> Self {
        Self { name: name.into(), mass, centre: Vector3::zeros(), inertia: Matrix3::zeros(), joint }
    }
}

/// Bodies, each behind its parent, and the coordinates of their joints.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// Acceleration of gravity, m/s².
    pub gravity: Vector3<f64>,
    /// All coordinates.
    pub coordinates: Vec<Coordinate>,
    /// All bodies but the ground.
    pub bodies: Vec<Body>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { gravity: Vector3::new(0.0, -STANDARD_GRAVITY, 0.0), coordinates: Vec::new(), bodies: Vec::new() }
    }
}
