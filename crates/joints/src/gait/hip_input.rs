//! The three hips.

use quantity::{Length, Pressure, Velocity, Viscosity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::film::{Film, Fluid, ThinningFluid};

use crate::contact::{Coulomb, Dissipation, ElasticLaw, Friction, GivenMaterial, Hertz, Material, Restitution};

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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "GaitImplant")]
pub struct Implant {
    /// Radius of the head.
    pub radius: Length,
    /// Radius of the cup less that of the head.
    pub clearance: Length,
    /// What head and cup are made of.
    pub materials: [Material; 2],
    /// How head and cup push back where they touch.
    pub law: ElasticLaw,
    /// Which radius Hertz's law is made with, where it names none itself.
    pub hertz_radius: HertzRadius,
    /// What impacts lose.
    pub dissipation: Dissipation,
    /// Friction where head and cup touch; 0.01 where it gives no coefficient.
    pub friction: Friction,
    /// Where the head starts; when absent in contact, but in the centre if the film is so thick that the head cannot fall
    /// through it within 0.1 s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
}

impl Default for Implant {
    fn default() -> Self {
        let alumina =
            || Material::Given(GivenMaterial { modulus: Pressure::gigapascals(350.0), poisson: 0.3, density: None });
        Self {
            radius: Length::millimetres(32.0),
            clearance: Length::micrometres(20.0),
            materials: [alumina(), alumina()],
            law: ElasticLaw::Hertz(Hertz::default()),
            hertz_radius: HertzRadius::AsPrinted,
            dissipation: Dissipation::LankaraniNikravesh(Restitution {
                restitution: 0.9,
                slowest_impact: Velocity::from_si(1e-3),
            }),
            friction: Friction::Coulomb(Coulomb::default()),
            start: None,
        }
    }
}

/// Where the head starts in the cup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "HeadStart")]
pub enum Start {
    /// Where it carries what an ideal hip carries without falling, moving as that place moves.
    Contact,
    /// In the centre. A lubricated head moves as its film allows; a dry one moves with the cup, and then falls and bounces, as
    /// in Costa2016.
    Centre,
}

/// The effective radius of Hertz's law.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HertzRadius {
    /// Ri Rj/(Ri + Rj), as Eq. 18 of Costa2016 prints it: two balls beside each other, too soft for a ball in a socket.
    AsPrinted,
    /// Ri Rj/(Ri - Rj): a ball in a socket; beyond Hertz's assumptions for tight fits.
    Internal,
}

/// The film of a lubricated hip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Lubricated {
    /// What fills the clearance: a viscosity such as "500 Pa s", a fluid of `synovia list`, or a table; several make one run
    /// each. Costa2016 has 500 and 250 Pa s; synovial fluid has 0.001 to 40 Pa s.
    pub fluids: Vec<Fluid>,
    /// Length of the bearing along its axis; the diameter of the head when absent (not printed in Costa2016).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// How the film is computed.
    pub film: Film,
    /// Cells of a numerical film: once around, and (even) along the axis.
    pub cells: [usize; 2],
    /// Roughness of head and cup together, root mean square: the film does not become thinner, and below three times as much
    /// the surfaces begin to carry load themselves.
    pub roughness: Length,
}

impl Default for Lubricated {
    fn default() -> Self {
        Self {
            fluids: vec![Fluid::Viscosity(Viscosity::from_si(500.0))],
            length: None,
            film: Film::Numerical,
            cells: [48, 20],
            roughness: Length::micrometres(0.02),
        }
    }
}
