//! A material by name or by its properties.

use mechanics::material::{self, Elastic};
use quantity::{Density, Pressure};
use results::{Outcome, Severity};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::Problem;

/// A material: a name from the library (`synovia list`), or its properties.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Material {
    /// A name from the library.
    Named(String),
    /// Measured properties.
    Given(GivenMaterial),
}

/// By hand, because a derived untagged enum would hide which property is wrong.
impl<'de> Deserialize<'de> for Material {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Choice;
        impl<'de> Visitor<'de> for Choice {
            type Value = Material;
            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(
                    "a material: a name such as \"UHMWPE\", or { modulus = \"0.8 GPa\", poisson = 0.46, density = \"940 kg/m^3\" }",
                )
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Material, E> {
                Ok(Material::Named(name.into()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Material, A::Error> {
                GivenMaterial::deserialize(MapAccessDeserializer::new(map)).map(Material::Given)
            }
        }
        deserializer.deserialize_any(Choice)
    }
}

/// Properties of an isotropic linear elastic material.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GivenMaterial {
    /// Young's modulus.
    pub modulus: Pressure,
    /// Poisson's ratio, from 0 to 0.5; a layer of a foundation needs it below 0.5.
    pub poisson: f64,
    /// Density; needed where it gives a body its mass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub density: Option<Density>,
}

impl Material {
    /// The properties; a name that is not in the library has none. A density that was not given counts as zero.
    pub fn elastic(&self) -> Option<Elastic> {
        match self {
            Self::Named(name) => material::find(name).map(|m| m.elastic),
            Self::Given(given) => Some(Elastic {
                modulus: given.modulus.si(),
                poisson: given.poisson,
                density: given.density.map_or(0.0, |d| d.si()),
            }),
        }
    }

    /// The material in words.
    pub fn describe(&self) -> String {
        match self {
            Self::Named(name) => name.clone(),
            Self::Given(given) => format!("a material of {}, ν {}", given.modulus, given.poisson),
        }
    }
}

/// Name and yield strength, in Pa, where it is known.
pub(crate) fn find_yield(choice: &Material) -> Option<(&str, f64)> {
    let Material::Named(name) = choice else { return None };
    Some((name, material::find(name)?.yield_strength?))
}

/// Warns of a pressure beyond what a named material withstands; nothing is known about measured ones.
pub(crate) fn warn_beyond_yield(choice: &Material, peak: f64, outcome: &mut Outcome) {
    if let Some((name, limit)) = find_yield(choice)
        && peak > limit
    {
        let text = format!(
            "The peak pressure of {:.1} MPa is beyond the yield strength of {name}, about {:.0} MPa: it would flow, and the elastic \
             numbers are upper bounds.",
            peak * 1e-6,
            limit * 1e-6
        );
        outcome.warn(Severity::Caution, "beyond-yield", text);
    }
}

/// Moduli, in Pa, and densities, in kg/m³, that somebody can mean.
const MODULUS: std::ops::RangeInclusive<f64> = 1e2..=1e13;
const DENSITY: std::ops::RangeInclusive<f64> = 0.1..=1e5;

/// What a material is needed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// A half-space, which may be incompressible.
    HalfSpace,
    /// A layer that cannot expand sideways, which may not.
    Layer,
    /// A body, whose mass it gives.
    Body,
}

/// What is wrong with a material.
pub fn check_material(path: &str, choice: &Material, purpose: Use, found: &mut Vec<Problem>) {
    let mut add = |below: &str, message: String, hint: &str| {
        found.push(Problem::new(format!("{path}{below}"), message, hint));
    };
    let given = match choice {
        Material::Named(name) => {
            if material::find(name).is_none() {
                let known: Vec<&str> = material::LIBRARY.iter().map(|m| m.name).collect();
                let hint =
                    format!("known are {}; or give {{ modulus = \"0.8 GPa\", poisson = 0.46 }}", known.join(", "));
                add("", format!("no material is called \"{name}\""), &hint);
            }
            return;
        }
        Material::Given(given) => given,
    };
    if !(given.modulus.si() > 0.0 && given.modulus.si().is_finite()) {
        let message = format!("the modulus is {}, it must be positive", given.modulus);
        add(".modulus", message, "cartilage has 24 MPa, polyethylene 0.5 to 1 GPa, bone 17 GPa");
    } else if !MODULUS.contains(&given.modulus.si()) {
        let message = format!("a modulus of {} cannot be meant", given.modulus);
        add(
            ".modulus",
            message,
            "check the unit: a gel has 10 kPa, cartilage 24 MPa, polyethylene 1 GPa, diamond 1.2 TPa",
        );
    }
    if purpose == Use::Layer && !(0.0..0.5).contains(&given.poisson) {
        add(
            ".poisson",
            format!("Poisson's ratio is {}, it must be at least 0 and below 0.5", given.poisson),
            "polyethylene has 0.4 to 0.46; an incompressible layer (0.5) would be infinitely stiff as a foundation",
        );
    } else if !(0.0..=0.5).contains(&given.poisson) {
        let message = format!("Poisson's ratio is {}, it must lie between 0 and 0.5", given.poisson);
        add(".poisson", message, "cartilage has 0.38 in Machado2011, polyethylene 0.4 to 0.46");
    }
    match given.density {
        Some(density) if !(density.si() > 0.0 && density.si().is_finite()) => {
            add(".density", format!("the density is {density}, it must be positive"), "CoCr has 8330 kg/m^3");
        }
        Some(density) if !DENSITY.contains(&density.si()) => {
            let message = format!("a density of {density} cannot be meant");
            add(".density", message, "check the unit: water has 1000 kg/m^3, CoCr 8330, osmium 22600");
        }
        None if purpose == Use::Body => {
            let message = "the material has no density, which gives the body its mass".into();
            add("", message, "add density = \"8330 kg/m^3\"");
        }
        _ => {}
    }
}
