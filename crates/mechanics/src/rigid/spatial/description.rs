//! A mechanism in space as plain data.

use std::fmt;
use std::sync::Arc;

use super::coordinates::{Coordinate, Sequence};
use crate::contact::surfaces::SurfacePair;
use crate::contact::surrogate::BoundPair;
use crate::rigid::{Axes, Function, LigamentLaw};

/// Bodies in space and what acts on them.
#[derive(Debug, Clone, Default)]
pub struct Mechanism {
    /// Acceleration of free fall.
    pub gravity: [f64; 3],
    /// The bodies.
    pub bodies: Vec<Body>,
    /// Ligaments, springs, loads and restraints.
    pub forces: Vec<Force>,
    /// Surfaces that may touch.
    pub contacts: Vec<Contact>,
}

/// A rigid body.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// Mass, in kg.
    pub mass: f64,
    /// Moments of inertia about the centre of mass, in the body's axes, in kg·m².
    pub inertia: [[f64; 3]; 3],
    /// Centre of mass in the body's axes.
    pub centre_of_mass: [f64; 3],
    /// Where it is and how it may move.
    pub movement: Movement,
}

impl Body {
    /// A free body at the origin, of the shape of a ball with a radius of gyration of 0.1 m.
    pub fn new(name: &str, mass: f64) -> Self {
        let i = 0.01 * mass;
        Self {
            name: name.into(),
            mass,
            inertia: [[i, 0.0, 0.0], [0.0, i, 0.0], [0.0, 0.0, i]],
            centre_of_mass: [0.0; 3],
            movement: Movement::default(),
        }
    }
}

/// Where a body is and how it may move.
#[derive(Debug, Clone, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "a description is written once, and nothing copies it in a loop")]
pub enum Movement {
    /// Six degrees of freedom; no orientation is special.
    Free {
        /// Where its origin starts.
        position: [f64; 3],
        /// Orientation at the start: a quaternion w, x, y, z of any length.
        orientation: [f64; 4],
        /// Velocity of its origin at the start.
        velocity: [f64; 3],
        /// Angular velocity at the start, in the axes of space.
        spin: [f64; 3],
    },
    /// Joint coordinates against the ground, each prescribed or free.
    Guided {
        /// How the angles follow one another.
        sequence: Sequence,
        /// Flexion, adduction, rotation, anterior, superior, lateral: see [`Coordinate`].
        drives: [Drive; 6],
    },
}

impl Default for Movement {
    fn default() -> Self {
        Self::Free { position: [0.0; 3], orientation: [1.0, 0.0, 0.0, 0.0], velocity: [0.0; 3], spin: [0.0; 3] }
    }
}

/// How one coordinate moves.
#[derive(Debug, Clone, PartialEq)]
pub enum Drive {
    /// As the forces want.
    Free {
        /// Its value at the start.
        start: f64,
        /// Its rate at the start.
        speed: f64,
    },
    /// As a function of time.
    Prescribed(Function),
}

/// A point of a body, in the body's own axes from its origin.
#[derive(Debug, Clone, PartialEq)]
pub struct Attachment {
    /// Name of the body, or `ground`.
    pub body: String,
    /// The point.
    pub point: [f64; 3],
}

impl Attachment {
    /// A point of a body.
    pub fn new(body: &str, point: [f64; 3]) -> Self {
        Self { body: body.into(), point }
    }
}

/// A named force.
#[derive(Debug, Clone, PartialEq)]
pub struct Force {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: ForceKind,
}

/// What can act.
#[derive(Debug, Clone, PartialEq)]
pub enum ForceKind {
    /// A spring with a damper along the line between two points.
    Spring {
        /// One end.
        first: Attachment,
        /// The other end.
        second: Attachment,
        /// In N/m.
        stiffness: f64,
        /// Length without force.
        length: f64,
        /// In N·s/m.
        damping: f64,
    },
    /// A ligament, which pulls but never pushes. A reference strain ε at a reference length L is a slack length L/(1 + ε).
    Ligament {
        /// One end.
        first: Attachment,
        /// The other end.
        second: Attachment,
        /// Its law.
        law: LigamentLaw,
    },
    /// A force at a point of a body.
    Load {
        /// Where.
        at: Attachment,
        /// Its components.
        force: [Function; 3],
        /// Whose axes these are.
        axes: Axes,
    },
    /// A moment on a body.
    Moment {
        /// Which body.
        body: String,
        /// Its components.
        moment: [Function; 3],
        /// Whose axes these are.
        axes: Axes,
    },
    /// A force (or moment) along one coordinate of a guided body, as an actuator of a simulator applies it.
    Actuator {
        /// Which body.
        body: String,
        /// Along which coordinate.
        coordinate: Coordinate,
        /// In N, or N·m for an angle.
        force: Function,
    },
    /// A spring with a damper along one coordinate of a guided body, as the restraints of a simulator.
    Restraint {
        /// Which body.
        body: String,
        /// Along which coordinate.
        coordinate: Coordinate,
        /// In N/m, or N·m/rad for an angle.
        stiffness: f64,
        /// Where it is at rest, in m or rad.
        rest: f64,
        /// In N·s/m, or N·m·s/rad.
        damping: f64,
    },
}

/// Two surfaces that may touch.
#[derive(Clone)]
pub struct Contact {
    /// Its name.
    pub name: String,
    /// The body that carries the base of the pair, in whose frame its surface is given.
    pub base: String,
    /// The body that carries the follower.
    pub follower: String,
    /// The surfaces and their law.
    pub pair: Arc<SurfacePair>,
    /// What stands for them inside of its domain; [`Contact::new`] has none.
    pub surrogate: Option<Arc<BoundPair>>,
}

impl Contact {
    /// A contact without a surrogate.
    pub fn new(name: &str, base: &str, follower: &str, pair: Arc<SurfacePair>) -> Self {
        Self { name: name.into(), base: base.into(), follower: follower.into(), pair, surrogate: None }
    }
}

impl fmt::Debug for Contact {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, base, follower, .. } = self;
        formatter.debug_struct("Contact").field("name", name).field("base", base).field("follower", follower).finish()
    }
}
