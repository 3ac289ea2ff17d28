//! The contact laws of a knee, as a user writes them.

use mechanics::contact::Hysteresis;
use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::parameters::Contact;
use crate::contact::{
    Dissipation, ElasticLaw, Hertz, KelvinVoigt, Restitution, ScaledUnloading, StandardLinearSolid, also_called,
};

/// A contact law: by name, or any elastic law with any dissipation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "KneeLaw")]
pub enum Law {
    /// By name.
    Named(LawName),
    /// Your own.
    Given(Box<GivenLaw>),
}

/// By hand, because a derived untagged enum would hide which value is wrong.
impl<'de> Deserialize<'de> for Law {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Choice;
        impl<'de> Visitor<'de> for Choice {
            type Value = Law;
            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(
                    "a contact law: a name such as \"hertz\", or { name = \"mine\", elastic.linear.stiffness = \"100 N/mm\", dissipation.flores = {} }",
                )
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Law, E> {
                LawName::deserialize(StrDeserializer::new(name)).map(Law::Named)
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Law, A::Error> {
                GivenLaw::deserialize(MapAccessDeserializer::new(map)).map(|given| Law::Given(Box::new(given)))
            }
        }
        deserializer.deserialize_any(Choice)
    }
}

/// A contact law by name: Hertz with the material's layers, and a loss. For `F = K d^1.5 (1 + x v)`, v the speed of
/// indentation, x is one of the factors of the literature (c is the restitution, u the speed of the impact).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "KneeLawName", transform = also_called)]
pub enum LawName {
    /// No loss.
    Hertz,
    /// x = 3(1-c)/(2u).
    #[serde(alias = "marhefka-orin")]
    HuntCrossley,
    /// x = 6(1-c)/((2c-1)^2+3)/u.
    HerbertMcwhannell,
    /// x = 3(1-c)/(4u).
    LeeWang,
    /// x = 3(1-c^2)/(4u).
    LankaraniNikravesh,
    /// x = (1-c^2)/(c u).
    #[serde(alias = "zhang-sharf")]
    Gonthier,
    /// x = 3(1-c^2)exp(2(1-c))/(4u).
    ZhiyingQishao,
    /// x = 8(1-c)/(5c u).
    Flores,
    /// x = 1/(c u).
    GharibHurmuzlu,
    /// The factor that returns exactly the restitution asked for.
    Exact,
    /// F = K d^1.5 + D v.
    KelvinVoigt,
    /// F = c K d^1.5 on the way out.
    ScaledUnloading,
    /// F = K d^1.5 less what has relaxed: `relaxed-share` and `relaxation-time` of the contact.
    StandardLinearSolid,
}

/// A contact law of your own. What its tables leave out comes from the geometry and the materials of each run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "GivenKneeLaw")]
pub struct GivenLaw {
    /// What to call it in the results: small letters, digits and dashes.
    pub name: String,
    /// How it pushes back; Hertz when left out.
    #[serde(default = "hertz")]
    pub elastic: ElasticLaw,
    /// What it loses; nothing when left out.
    #[serde(default = "nothing")]
    pub dissipation: Dissipation,
}

fn hertz() -> ElasticLaw {
    ElasticLaw::Hertz(Hertz::default())
}

fn nothing() -> Dissipation {
    Dissipation::None
}

impl LawName {
    /// Every name.
    pub const ALL: [Self; 13] = [
        Self::Hertz,
        Self::HuntCrossley,
        Self::HerbertMcwhannell,
        Self::LeeWang,
        Self::LankaraniNikravesh,
        Self::Gonthier,
        Self::ZhiyingQishao,
        Self::Flores,
        Self::GharibHurmuzlu,
        Self::Exact,
        Self::KelvinVoigt,
        Self::ScaledUnloading,
        Self::StandardLinearSolid,
    ];

    fn hysteresis(self) -> Option<Hysteresis> {
        match self {
            Self::Hertz | Self::KelvinVoigt | Self::ScaledUnloading | Self::StandardLinearSolid => None,
            Self::HuntCrossley => Some(Hysteresis::HuntCrossley),
            Self::HerbertMcwhannell => Some(Hysteresis::HerbertMcWhannell),
            Self::LeeWang => Some(Hysteresis::LeeWang),
            Self::LankaraniNikravesh => Some(Hysteresis::LankaraniNikravesh),
            Self::Gonthier => Some(Hysteresis::Gonthier),
            Self::ZhiyingQishao => Some(Hysteresis::ZhiyingQishao),
            Self::Flores => Some(Hysteresis::Flores),
            Self::GharibHurmuzlu => Some(Hysteresis::GharibHurmuzlu),
            Self::Exact => Some(Hysteresis::Exact),
        }
    }

    /// What it loses, with the numbers of the contact.
    fn dissipation(self, contact: &Contact) -> Dissipation {
        let &Contact { restitution, slowest_impact, damping, relaxed_share, relaxation_time: time, .. } = contact;
        match (self, self.hysteresis()) {
            (_, Some(factor)) => Dissipation::hysteretic(factor, Restitution { restitution, slowest_impact }),
            (Self::KelvinVoigt, _) => Dissipation::KelvinVoigt(KelvinVoigt { coefficient: damping }),
            (Self::ScaledUnloading, _) => {
                Dissipation::ScaledUnloading(ScaledUnloading { restitution, ..ScaledUnloading::default() })
            }
            (Self::StandardLinearSolid, _) => {
                Dissipation::StandardLinearSolid(StandardLinearSolid { relaxed_share, time })
            }
            _ => Dissipation::None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Hertz => "hertz",
            Self::KelvinVoigt => "kelvin-voigt",
            Self::ScaledUnloading => "scaled-unloading",
            Self::StandardLinearSolid => "standard-linear-solid",
            _ => self.hysteresis().map_or("", Hysteresis::name),
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Hertz => "Hertz",
            Self::KelvinVoigt => "Kelvin–Voigt",
            Self::ScaledUnloading => "scaled unloading",
            Self::StandardLinearSolid => "standard linear solid",
            Self::Gonthier => "Gonthier",
            Self::Exact => "exact restitution",
            _ => self.hysteresis().map_or("", |factor| factor.description().name),
        }
    }
}

impl From<LawName> for Law {
    fn from(name: LawName) -> Self {
        Self::Named(name)
    }
}

impl Law {
    /// The name used in study files and results.
    pub fn name(&self) -> &str {
        match self {
            Self::Named(name) => name.name(),
            Self::Given(given) => &given.name,
        }
    }

    /// What a reader calls it.
    pub fn label(&self) -> &str {
        match self {
            Self::Named(name) => name.label(),
            Self::Given(given) => &given.name,
        }
    }

    /// How it pushes back.
    pub fn elastic(&self) -> ElasticLaw {
        match self {
            Self::Named(_) => hertz(),
            Self::Given(given) => given.elastic.clone(),
        }
    }

    /// What it loses, with the numbers of the contact where it has none of its own.
    pub fn dissipation(&self, contact: &Contact) -> Dissipation {
        match self {
            Self::Named(name) => name.dissipation(contact),
            Self::Given(given) => given.dissipation,
        }
    }
}
