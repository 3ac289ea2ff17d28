//! A planar mechanism as a user writes it: names, and numbers with their units.
//!
//! ```
//! use joints::mechanism::Parameters;
//!
//! // All has a default, and what is not known is refused.
//! assert_eq!(serde_json::from_str::<Parameters>("{}").expect("nothing is missing"), Parameters::default());
//! assert!(serde_json::from_str::<Parameters>(r#"{ "body": [] }"#).is_err());
//! ```
//!
//! Bodies are named; the fixed world is the body called `ground`. A point of a body is given in the body's own axes, from
//! its centre of mass.

use quantity::{
    Acceleration, Angle, AngularVelocity, DampingCoefficient, Force as ForceSize, Length, Mass, Moment,
    MomentOfInertia, QuadraticStiffness, Stiffness, TorsionalDamping, TorsionalStiffness, Velocity,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::bearing::{Bearing, BearingKind, DryBearing, JournalStart, LubricatedBearing};
pub use super::contact::{Contact, CurvePolynomial, CurveSpline, Disc, Edge, Profile, ProfileCurve, Shape, Surface};
pub use super::experiment::{
    BaumgarteInput, Equilibrium, Experiment, Forward, Guided, ProjectionInput, SchemeName, StabilisationInput,
};
pub use super::function::{ColumnFile, Function, Polynomial, Pulse, Rows, Sine, Spline, Value};

/// A planar mechanism and what to do with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Parameters {
    /// Acceleration of gravity along x and y, for instance ["0 m/s^2", "-9.81 m/s^2"]; none when absent.
    pub gravity: [Acceleration; 2],
    /// The bodies that move.
    pub bodies: Vec<Body>,
    /// What connects them.
    pub joints: Vec<Joint>,
    /// What is driven along a prescribed motion.
    pub guides: Vec<Guide>,
    /// Springs, ligaments, loads and moments.
    pub forces: Vec<Force>,
    /// Pairs of surfaces that may touch.
    pub contacts: Vec<Contact>,
    /// Pins in holes: without clearance, dry or lubricated.
    pub bearings: Vec<Bearing>,
    /// Points whose paths are recorded.
    pub markers: Vec<Marker>,
    /// What to compute.
    pub experiment: Experiment,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            gravity: [Acceleration::from_si(0.0); 2],
            bodies: Vec::new(),
            joints: Vec::new(),
            guides: Vec::new(),
            forces: Vec::new(),
            contacts: Vec::new(),
            bearings: Vec::new(),
            markers: Vec::new(),
            experiment: Experiment::default(),
        }
    }
}

/// A rigid body, and where it starts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Body {
    /// Its name, under which its motion is reported.
    pub name: String,
    /// Mass, more than zero.
    pub mass: Mass,
    /// Moment of inertia about the centre of mass, more than zero.
    pub inertia: MomentOfInertia,
    /// Where the centre of mass starts; a guess, if joints decide otherwise.
    #[serde(default = "origin")]
    pub position: [Length; 2],
    /// How the body is turned at first; a guess, if joints decide otherwise.
    #[serde(default = "no_angle")]
    pub angle: Angle,
    /// Velocity of the centre of mass at first; a guess, if joints decide otherwise.
    #[serde(default = "at_rest")]
    pub velocity: [Velocity; 2],
    /// Angular velocity at first; a guess, if joints decide otherwise.
    #[serde(default = "no_spin")]
    pub spin: AngularVelocity,
}

/// A point of a body, in the body's own axes from its centre of mass (of the ground: from the origin).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attachment {
    /// Name of the body, or `ground`.
    pub body: String,
    /// The point.
    #[serde(default = "origin")]
    pub point: [Length; 2],
}

/// A connection of two bodies without clearance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Joint {
    /// Its name, under which its reaction is reported: the force on the first body, in the axes of space, and the moment
    /// about the first point.
    pub name: String,
    /// What it connects …
    pub first: Attachment,
    /// … to what.
    pub second: Attachment,
    /// What it leaves free.
    #[serde(default)]
    pub kind: JointKind,
}

/// What a joint leaves free.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JointKind {
    /// The two points coincide: a hinge.
    #[default]
    Revolute,
    /// The second point slides along an axis of the first body that passes through the first point.
    Translational(Translational),
    /// The two points coincide, and the angle between the bodies is held.
    Fixed(FixedAngle),
}

/// A slide.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Translational {
    /// Direction of the axis in the first body, e.g. [1, 0]; its length does not matter.
    pub axis: [f64; 2],
    /// Angle of the second body less that of the first.
    #[serde(default = "no_angle")]
    pub angle: Angle,
}

/// A weld.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FixedAngle {
    /// Angle of the second body less that of the first.
    #[serde(default = "no_angle")]
    pub angle: Angle,
}

/// A motion that is prescribed. The force or moment that it takes is reported under its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Guide {
    /// Its name.
    pub name: String,
    /// What follows which function of time.
    pub kind: GuideKind,
}

/// What is guided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GuideKind {
    /// A point, measured from the origin along a direction in space.
    Coordinate(CoordinateGuide),
    /// A point in both coordinates.
    Point(PointGuide),
    /// The angle of a body.
    Angle(AngleGuide),
}

/// A guided coordinate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CoordinateGuide {
    /// The point.
    pub of: Attachment,
    /// The direction, e.g. [1, 0]; its length does not matter.
    pub along: [f64; 2],
    /// Where it is.
    pub follows: Function<Length>,
}

/// A guided point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PointGuide {
    /// The point.
    pub of: Attachment,
    /// Its x.
    pub x: Function<Length>,
    /// Its y.
    pub y: Function<Length>,
}

/// A guided angle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AngleGuide {
    /// Name of the body.
    pub of: String,
    /// The body from which its angle is measured.
    #[serde(default = "ground")]
    pub relative_to: String,
    /// The angle, counter-clockwise.
    pub follows: Function<Angle>,
}

/// A force between or on bodies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Force {
    /// Its name.
    pub name: String,
    /// What acts.
    pub kind: ForceKind,
}

/// What acts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ForceKind {
    /// Spring and damper in parallel between two points: pull k (l − l₀) + c dl/dt.
    Spring(LineSpring),
    /// Spring and damper in parallel between two angles.
    TorsionSpring(TorsionSpring),
    /// A fibre that only pulls.
    Ligament(Ligament),
    /// A force at a point.
    Load(Box<Load>),
    /// A moment on a body.
    Moment(MomentLoad),
}

/// Spring and damper between two points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LineSpring {
    /// One end.
    pub first: Attachment,
    /// The other end.
    pub second: Attachment,
    /// Stiffness.
    pub stiffness: Stiffness,
    /// Length at which it does not pull.
    pub length: Length,
    /// Damping.
    #[serde(default = "no_damping")]
    pub damping: DampingCoefficient,
}

/// Spring and damper between two angles: moment k (θ − θ₀) + c dθ/dt, θ the angle of the second body less the first's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TorsionSpring {
    /// Name of one body.
    pub first: String,
    /// Name of the other one.
    pub second: String,
    /// Stiffness.
    pub stiffness: TorsionalStiffness,
    /// Angle of the second body less that of the first at which it is at rest.
    #[serde(default = "no_angle")]
    pub angle: Angle,
    /// Damping.
    #[serde(default = "no_torsional_damping")]
    pub damping: TorsionalDamping,
}

/// A fibre that only pulls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ligament {
    /// Its origin.
    pub first: Attachment,
    /// Its insertion.
    pub second: Attachment,
    /// How it pulls.
    pub law: LigamentLaw,
}

/// How a ligament pulls.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LigamentLaw {
    /// k (l − l₀) above the slack length l₀ (Lehtoranta2011, Eq. 45).
    Linear(LinearLigament),
    /// k (l − l₀)² above the slack length l₀.
    Quadratic(QuadraticLigament),
    /// k ε²/(4 ε₁) up to the strain 2 ε₁, then k (ε − ε₁), with ε = (l − l₀)/l₀.
    Toe(ToeLigament),
}

/// A ligament that is a spring when taut.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LinearLigament {
    /// k.
    pub stiffness: Stiffness,
    /// l₀.
    pub slack_length: Length,
}

/// A ligament that stiffens with the square of its elongation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct QuadraticLigament {
    /// k.
    pub stiffness: QuadraticStiffness,
    /// l₀.
    pub slack_length: Length,
}

/// A ligament whose fibres straighten before they stretch.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ToeLigament {
    /// k: force per unit of strain.
    pub stiffness: ForceSize,
    /// l₀.
    pub slack_length: Length,
    /// ε₁: half of the strain at which the fibres are straight.
    #[serde(default = "usual_toe")]
    pub toe_strain: f64,
}

/// A force at a point.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Load {
    /// Where it acts: on this body, at this point of it.
    pub at: Attachment,
    /// Component along x.
    pub x: Function<ForceSize>,
    /// Component along y.
    pub y: Function<ForceSize>,
    /// Whose axes these are: those of space, or those of the body, which turn with it.
    #[serde(default)]
    pub axes: Axes,
    /// A point of space at which it acts instead, such as a moving centre of pressure: its x and y.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moving_point: Option<[Function<Length>; 2]>,
}

/// Whose axes a load is given in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Axes {
    /// Those of space.
    #[default]
    Global,
    /// Those of the loaded body.
    Body,
}

/// A moment on a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MomentLoad {
    /// Name of the body.
    pub body: String,
    /// Counter-clockwise.
    pub moment: Function<Moment>,
}

/// A point whose path is recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Marker {
    /// Its name.
    pub name: String,
    /// The point.
    pub of: Attachment,
}

pub(super) fn origin() -> [Length; 2] {
    [Length::from_si(0.0); 2]
}

pub(super) fn no_angle() -> Angle {
    Angle::from_si(0.0)
}

fn at_rest() -> [Velocity; 2] {
    [Velocity::from_si(0.0); 2]
}

fn no_spin() -> AngularVelocity {
    AngularVelocity::from_si(0.0)
}

fn no_damping() -> DampingCoefficient {
    DampingCoefficient::from_si(0.0)
}

fn no_torsional_damping() -> TorsionalDamping {
    TorsionalDamping::from_si(0.0)
}

fn ground() -> String {
    mechanics::rigid::GROUND.into()
}

/// 3 %, as in [Blankevoort1991].
fn usual_toe() -> f64 {
    0.03
}
