//! A planar mechanism as plain data: what a study file or a Rust program writes down.
//!
//! Lengths are in metres, angles in radians, masses in kilograms, everything else in the SI units that follow. Bodies
//! and attachments are named; the fixed world is the body called [`GROUND`].

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bearing::Bearing;
use super::contact::Contact;
use super::function::Function;

/// Name of the fixed world.
pub const GROUND: &str = "ground";

/// A vector in the plane, [x, y].
pub type Vector = [f64; 2];

/// A planar mechanism.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Mechanism {
    /// Acceleration of gravity, for instance [0, −9.81].
    pub gravity: Vector,
    /// The moving bodies.
    pub bodies: Vec<Body>,
    /// What connects them.
    pub joints: Vec<Joint>,
    /// What is driven along a prescribed motion.
    pub guides: Vec<Guide>,
    /// Springs, ligaments and loads.
    pub forces: Vec<Force>,
    /// Pairs of surfaces that may touch.
    pub contacts: Vec<Contact>,
    /// Journals in lubricated bearings.
    pub bearings: Vec<Bearing>,
}

/// A rigid body, and where it starts.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// Its name.
    pub name: String,
    /// Mass, more than zero.
    pub mass: f64,
    /// Moment of inertia about the centre of mass, more than zero.
    pub inertia: f64,
    /// Where the centre of mass is; a guess, if joints decide otherwise.
    #[serde(default)]
    pub position: Vector,
    /// How the body is turned; a guess, if joints decide otherwise.
    #[serde(default)]
    pub angle: f64,
    /// Velocity of the centre of mass; a guess, if joints decide otherwise.
    #[serde(default)]
    pub velocity: Vector,
    /// Angular velocity; a guess, if joints decide otherwise.
    #[serde(default)]
    pub spin: f64,
}

/// A point of a body, in the body's own axes from its centre of mass (of the ground: from the origin).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attachment {
    /// Name of the body, or `ground`.
    pub body: String,
    /// The point.
    #[serde(default)]
    pub point: Vector,
}

impl Attachment {
    /// A point of a body.
    pub fn new(body: &str, point: Vector) -> Self {
        Self { body: body.into(), point }
    }
}

/// A connection of two bodies without clearance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Joint {
    /// Its name: reactions are reported under it.
    pub name: String,
    /// What it connects. Reactions are those that act on the first body.
    pub first: Attachment,
    /// … to what.
    pub second: Attachment,
    /// What it leaves free.
    pub kind: JointKind,
}

/// What a joint leaves free.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum JointKind {
    /// The two points coincide.
    Revolute,
    /// The second point slides along an axis of the first body that passes through the first point.
    Translational {
        /// Direction of the axis in the first body.
        axis: Vector,
        /// Angle of the second body less that of the first.
        #[serde(default)]
        angle: f64,
    },
    /// The two points coincide, and the angle between the bodies is held.
    Fixed {
        /// Angle of the second body less that of the first.
        #[serde(default)]
        angle: f64,
    },
}

/// A motion that is prescribed. The force that it takes is reported as a reaction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// Its name: the driving force is reported under it.
    pub name: String,
    /// What follows which function of time.
    pub kind: GuideKind,
}

/// What is guided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum GuideKind {
    /// A point, measured from the origin along a direction in space.
    Coordinate {
        /// The point.
        of: Attachment,
        /// The direction; its length does not matter.
        along: Vector,
        /// Where it is.
        follows: Function,
    },
    /// A point in both coordinates.
    Point {
        /// The point.
        of: Attachment,
        /// Its x.
        x: Function,
        /// Its y.
        y: Function,
    },
    /// The angle of a body less that of another.
    Angle {
        /// The body.
        of: String,
        /// The other one, or `ground`.
        relative_to: String,
        /// The angle.
        follows: Function,
    },
}

/// A force between or on bodies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// Its name.
    pub name: String,
    /// What acts.
    pub kind: ForceKind,
}

/// What acts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum ForceKind {
    /// Spring and damper in parallel between two points: pull k (l − l₀) + c l̇.
    Spring {
        /// One end.
        first: Attachment,
        /// The other end.
        second: Attachment,
        /// k, in N/m.
        stiffness: f64,
        /// l₀.
        length: f64,
        /// c, in N·s/m.
        #[serde(default)]
        damping: f64,
    },
    /// Spring and damper in parallel between two angles: moment k (θ − θ₀) + c θ̇ with θ = φ₂ − φ₁.
    TorsionSpring {
        /// One body.
        first: String,
        /// The other one.
        second: String,
        /// k, in N·m/rad.
        stiffness: f64,
        /// θ₀.
        angle: f64,
        /// c, in N·m·s/rad.
        #[serde(default)]
        damping: f64,
    },
    /// A fibre that only pulls.
    Ligament {
        /// Its origin.
        first: Attachment,
        /// Its insertion.
        second: Attachment,
        /// How it pulls.
        law: LigamentLaw,
    },
    /// A line that pulls with a given tension whatever its length: a muscle.
    Muscle {
        /// Its origin.
        first: Attachment,
        /// Its insertion.
        second: Attachment,
        /// Tension over time, in N.
        tension: Function,
    },
    /// A force at a point.
    Load {
        /// Where it acts: this point of the body, or the point of space below, as seen from the body.
        at: Attachment,
        /// Component along x, or along the body's own x.
        x: Function,
        /// Component along y, or along the body's own y.
        y: Function,
        /// Whose axes these are.
        axes: Axes,
        /// A point of space at which it acts instead, such as a moving centre of pressure.
        #[serde(default)]
        moving_point: Option<[Function; 2]>,
    },
    /// A moment.
    Moment {
        /// On this body.
        body: String,
        /// Counter-clockwise.
        moment: Function,
    },
}

/// Whose axes a load is given in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Axes {
    /// Those of space.
    #[default]
    Global,
    /// Those of the loaded body, which turn with it.
    Body,
}

/// How a ligament pulls at a length l.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum LigamentLaw {
    /// k (l − l₀), taut above l₀ [Lehtoranta2011, Eq. 45].
    Linear {
        /// k, in N/m.
        stiffness: f64,
        /// l₀.
        slack_length: f64,
    },
    /// k (l − l₀)², taut above l₀ [Moeinzadeh1983].
    Quadratic {
        /// k, in N/m².
        stiffness: f64,
        /// l₀.
        slack_length: f64,
    },
    /// k ε²/(4 ε₁) up to 2 ε₁, then k (ε − ε₁), with the strain ε = (l − l₀)/l₀ [Blankevoort1991].
    Toe {
        /// k, in newtons per unit of strain.
        stiffness: f64,
        /// l₀.
        slack_length: f64,
        /// ε₁: half of the strain at which the fibres are straight.
        toe_strain: f64,
    },
}
