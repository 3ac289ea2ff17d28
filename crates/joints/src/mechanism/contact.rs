//! Surfaces that may touch, as a user writes them.

use quantity::{Angle, Length};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parameters::{no_angle, origin};
use crate::contact::{Dissipation, ElasticLaw, Friction, Outline};

/// Two surfaces that may touch.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Contact {
    /// Its name.
    pub name: String,
    /// One surface.
    pub first: Surface,
    /// The other one.
    pub second: Surface,
    /// How it pushes back.
    pub law: ElasticLaw,
    /// How impacts lose energy.
    #[serde(default = "nothing_lost")]
    pub dissipation: Dissipation,
    /// Friction.
    #[serde(default)]
    pub friction: Friction,
    /// A mechanism that starts with a deeper overlap is refused.
    #[serde(default = "one_millimetre")]
    pub deepest_start: Length,
}

/// A surface of a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "ContactSurface")]
pub struct Surface {
    /// Name of the body, or `ground`.
    pub body: String,
    /// Its outline, in the axes of the body.
    pub shape: Shape,
}

/// The outline of a surface, in the axes of its body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A disc.
    Circle(Disc),
    /// A round socket: material outside of the circle.
    Socket(Disc),
    /// A straight edge without ends.
    Line(Edge),
    /// A smooth curve y(x) in a frame of its own.
    Profile(Profile),
}

impl From<&Shape> for Outline {
    fn from(shape: &Shape) -> Self {
        match shape {
            Shape::Circle(disc) => Self::Ball(disc.radius.si()),
            Shape::Socket(disc) => Self::Socket(disc.radius.si()),
            Shape::Line(_) => Self::Flat,
            Shape::Profile(_) => Self::Varying,
        }
    }
}

/// A circle.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Disc {
    /// Its centre.
    #[serde(default = "origin")]
    pub centre: [Length; 2],
    /// Its radius.
    pub radius: Length,
}

/// A straight edge.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Edge {
    /// A point on it.
    #[serde(default = "origin")]
    pub point: [Length; 2],
    /// Out of the material, e.g. [0, 1]; its length does not matter.
    pub normal: [f64; 2],
}

/// A smooth curve y(x) in a frame of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Profile {
    /// Origin of the frame.
    #[serde(default = "origin")]
    pub origin: [Length; 2],
    /// How the frame is turned.
    #[serde(default = "no_angle")]
    pub angle: Angle,
    /// y(x).
    pub curve: ProfileCurve,
    /// Smallest and largest x.
    pub range: [Length; 2],
    /// Whether the material lies above the curve rather than below.
    #[serde(default)]
    pub material_above: bool,
}

/// y(x) of a profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ProfileCurve {
    /// A sum of powers of x.
    Polynomial(CurvePolynomial),
    /// The cubic spline through points.
    Spline(CurveSpline),
}

/// c₀ + c₁ (x/over) + c₂ (x/over)² + …
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CurvePolynomial {
    /// c₀, c₁, c₂, …
    pub coefficients: Vec<Length>,
    /// The length over which each term changes by its coefficient.
    #[serde(default = "one_metre")]
    pub over: Length,
}

/// The cubic spline through points.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CurveSpline {
    /// Increasing.
    pub x: Vec<Length>,
    /// One for each x.
    pub y: Vec<Length>,
}

fn nothing_lost() -> Dissipation {
    Dissipation::None
}

fn one_millimetre() -> Length {
    Length::from_si(1e-3)
}

fn one_metre() -> Length {
    Length::from_si(1.0)
}
