//! The three hips.

use quantity::{Length, Pressure, Velocity, Viscosity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the hip is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "HipKind")]
pub enum Kind {
    /// A revolute joint without clearance: inverse dynamics.
    Ideal,
    /// A head in a cup with clearance: contact and friction.
    Dry,
    /// A head in a cup with a film of fluid between them.
    Lubricated,
}

impl Kind {
    /// The word in study files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ideal => "ideal",
            Self::Dry => "dry",
            Self::Lubricated => "lubricated",
        }
    }
}

/// One hip, or several to compare.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "\"ideal\", \"dry\" or \"lubricated\", or a list of them")]
pub enum Hips {
    /// One.
    One(Kind),
    /// Several, side by side.
    Several(Vec<Kind>),
}

impl Default for Hips {
    fn default() -> Self {
        Self::One(Kind::Ideal)
    }
}

impl Hips {
    /// As a list.
    pub fn list(&self) -> &[Kind] {
        match self {
            Self::One(kind) => std::slice::from_ref(kind),
            Self::Several(kinds) => kinds,
        }
    }
}

/// Head and cup of a hip that is not ideal (Costa2016, Table 2).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "GaitImplant")]
pub struct Implant {
    /// Radius of the head.
    pub radius: Length,
    /// Radius of the cup less that of the head.
    pub clearance: Length,
    /// Young's modulus of head and cup.
    pub modulus: Pressure,
    /// Poisson's ratio of head and cup, from 0 to 0.5.
    pub poisson: f64,
    /// Coefficient of friction where head and cup touch.
    pub friction: f64,
    /// Sliding speed at which friction is fully there.
    pub transition_speed: Velocity,
}

impl Default for Implant {
    fn default() -> Self {
        Self {
            radius: Length::millimetres(32.0),
            clearance: Length::micrometres(20.0),
            modulus: Pressure::gigapascals(350.0),
            poisson: 0.3,
            friction: 0.01,
            transition_speed: Velocity::from_si(1e-3),
        }
    }
}

/// A hip without fluid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Dry {
    /// Which radius Hertz's stiffness is made with.
    pub stiffness: Stiffness,
    /// Coefficient of restitution, above 0 and at most 1.
    pub restitution: f64,
    /// Impact speed below which the loss no longer grows; also that of a contact present from the start.
    pub slowest_impact: Velocity,
}

impl Default for Dry {
    fn default() -> Self {
        Self { stiffness: Stiffness::AsPrinted, restitution: 0.9, slowest_impact: Velocity::from_si(1e-3) }
    }
}

/// The effective radius of Hertz's law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "EffectiveRadius")]
pub enum Stiffness {
    /// Ri Rj/(Ri + Rj), as Eq. 18 of Costa2016 prints it: two balls beside each other, too soft for a ball in a socket.
    AsPrinted,
    /// Ri Rj/(Ri - Rj): a ball in a socket; beyond Hertz's assumptions for tight fits.
    Internal,
}

/// A hip with a film of fluid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Lubricated {
    /// Viscosity of the fluid; several make one run each. Costa2016 has 500 and 250 Pa s; synovial fluid has 0.001 to
    /// 40 Pa s.
    pub viscosities: Vec<Viscosity>,
    /// Length of the bearing along its axis; the diameter of the head when absent (not printed in Costa2016).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// How the film is computed.
    pub film: Film,
}

impl Default for Lubricated {
    fn default() -> Self {
        Self { viscosities: vec![Viscosity::from_si(500.0)], length: None, film: Film::Long }
    }
}

/// How the film is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "GaitFilm")]
pub enum Film {
    /// Closed form of an infinitely long bearing (Costa2016, Eqs. 28 to 32).
    Long,
    /// Closed form of an infinitely short bearing (Ocvirk).
    Short,
}
