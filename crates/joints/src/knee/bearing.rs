//! What a knee is made of, as a user writes it.

use quantity::Length;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::materials::TABLE_3;
use crate::contact::Material;

/// What a knee is made of: one of the six knees of Machado2011 (`synovia list`), or materials of your own.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "KneeMaterials")]
pub enum Bearing {
    /// A knee of Table 3.
    Named(String),
    /// Your own.
    Given(Box<GivenBearing>),
}

/// By hand, because a derived untagged enum would hide which property is wrong.
impl<'de> Deserialize<'de> for Bearing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Choice;
        impl<'de> Visitor<'de> for Choice {
            type Value = Bearing;
            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(
                    "a knee: a name such as \"healthy\", or { name = \"mine\", femur = { modulus = \"24 MPa\", poisson = 0.38 }, tibia = \"UHMWPE\" }",
                )
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Bearing, E> {
                Ok(Bearing::Named(name.into()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Bearing, A::Error> {
                GivenBearing::deserialize(MapAccessDeserializer::new(map)).map(|given| Bearing::Given(Box::new(given)))
            }
        }
        deserializer.deserialize_any(Choice)
    }
}

/// A knee of your own: one layer, or a second one under it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "GivenKneeMaterials")]
pub struct GivenBearing {
    /// What to call it in the results: small letters, digits and dashes.
    pub name: String,
    /// Surface of the condyle.
    pub femur: Material,
    /// Surface of the plateau.
    pub tibia: Material,
    /// What begins where the surface layer is used up (Machado2011, Eq. 21).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beneath: Option<Beneath>,
}

/// A second layer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Beneath {
    /// Indentation at which it begins.
    pub depth: Length,
    /// Of the condyle.
    pub femur: Material,
    /// Of the plateau.
    pub tibia: Material,
}

impl Bearing {
    /// The name used in study files and results.
    pub fn name(&self) -> &str {
        match self {
            Self::Named(name) => name,
            Self::Given(given) => &given.name,
        }
    }

    /// What a reader calls it.
    pub fn label(&self) -> &str {
        TABLE_3.iter().find(|knee| knee.name == self.name()).map_or(self.name(), |knee| knee.label)
    }
}
