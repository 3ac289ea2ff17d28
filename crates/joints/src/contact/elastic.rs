//! Every elastic law of the catalogue that acts at a point.

use quantity::{HertzStiffness, Length, Stiffness, SurfaceEnergy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Material;

/// The elastic part of a contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ElasticLaw {
    /// k δ.
    Linear(Linear),
    /// K δ^1.5, round patch: by its stiffness, or by materials and radius.
    Hertz(Hertz),
    /// K δ^1.5, elliptic patch, with exact elliptic integrals.
    EllipticHertz(EllipticHertz),
    /// K₁ δ^1.5 until the first layer is used up, then K₂ (δ - h)^1.5 more (Machado2011, Eqs. 20 and 21).
    DoubleLayer(Box<DoubleLayer>),
    /// Layers as independent springs all over the patch: Eq. 25 of Askari2018 for a ball in a socket, its planar counterpart
    /// for a pin in a hole (`length`), π k R δ² for others.
    ElasticFoundation(ElasticFoundation),
    /// Thin layers by simplified elasticity (Eberhardt 1990, Li 1997): springs, and the flow of the material aside, up to layers
    /// that keep their volume (Poisson's ratio of 0.5).
    ThinLayer(ThinLayer),
    /// Soft balls that stick together (Johnson, Kendall and Roberts 1971): surfaces attach where they touch, pull, and part
    /// beyond that; in mechanisms.
    Jkr(Adhesion),
    /// Hard balls that stick together (Derjaguin, Muller and Toporov 1975): Hertz's patch under the load and the attraction
    /// around it; in mechanisms.
    Dmt(Adhesion),
}

/// A linear law.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "LinearLaw")]
pub struct Linear {
    /// k.
    pub stiffness: Stiffness,
}

/// Hertz's law. Give the stiffness, or materials and radius, as far as the joint does not say them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "HertzLaw")]
pub struct Hertz {
    /// K, instead of materials and radius.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<HertzStiffness>,
    /// What the first and the second surface are made of; those of the joint when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub materials: Option<[Material; 2]>,
    /// Relative radius R, 1/R = 1/R₁ + 1/R₂ (a socket counts negative); that of the outlines, as spheres, when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Length>,
}

/// Surfaces that stick together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "AdhesionLaw")]
pub struct Adhesion {
    /// Work of adhesion: what it takes to make both surfaces anew, 0.05 J/m^2 between clean soft bodies.
    pub work: SurfaceEnergy,
    /// What the first and the second surface are made of; those of the joint when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub materials: Option<[Material; 2]>,
    /// Relative radius; that of the outlines, as spheres, when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Length>,
}

/// Hertz's law for bodies that are curved differently along the plane and across it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "EllipticHertzLaw")]
pub struct EllipticHertz {
    /// Relative radius across the plane of motion.
    pub radius_across: Length,
    /// Relative radius in the plane of motion; that of the outlines when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Length>,
    /// What the first and the second surface are made of; those of the joint when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub materials: Option<[Material; 2]>,
}

/// A layer over another one, both after Hertz.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "DoubleLayerLaw")]
pub struct DoubleLayer {
    /// Indentation h at which the first layer is used up.
    pub thickness: Length,
    /// The layer that is touched first.
    #[serde(default)]
    pub first: Hertz,
    /// The layer beneath it.
    pub second: Hertz,
}

/// Layers as independent springs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "ElasticFoundationLaw")]
pub struct ElasticFoundation {
    /// The layers, in series.
    pub layers: Vec<Layer>,
    /// Relative radius of a small patch; that of the outlines when left out. A ball in a socket that are given as outlines
    /// needs no small patch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Length>,
    /// Length of a pin in its hole: a circle in a socket is then a cylinder, not a ball.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
}

/// Thin layers by simplified elasticity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "ThinLayerLaw")]
pub struct ThinLayer {
    /// The layers of both bodies; what they give way adds up.
    pub layers: Vec<BondedLayer>,
    /// Relative radius; that of the outlines when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<Length>,
}

/// A layer that is bonded to bone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BondedLayer {
    /// Its thickness.
    pub thickness: Length,
    /// What it is made of; when left out, the first layer is of the material of the first surface, the second of that of
    /// the second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<Material>,
}

/// A layer of a foundation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "FoundationLayer")]
pub struct Layer {
    /// Its thickness.
    pub thickness: Length,
    /// What it is made of; when left out, the first layer is of the material of the first surface, the second of that of
    /// the second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<Material>,
    /// How stiff it is.
    #[serde(default)]
    pub stiffness: LayerStiffness,
}

/// How stiff a layer is per unit of area.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LayerStiffness {
    /// A layer that cannot expand sideways, E_w/h (Askari2018, Eqs. 16-18).
    #[default]
    Confined,
    /// A spherical shell held at its outer surface (Bartel 1985): better for thick liners of a socket.
    SphericalShell,
}

impl ElasticLaw {
    /// The name used in study files.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Linear(_) => "linear",
            Self::Hertz(_) => "hertz",
            Self::EllipticHertz(_) => "elliptic-hertz",
            Self::DoubleLayer(_) => "double-layer",
            Self::ElasticFoundation(_) => "elastic-foundation",
            Self::ThinLayer(_) => "thin-layer",
            Self::Jkr(_) => "jkr",
            Self::Dmt(_) => "dmt",
        }
    }

    /// The work of adhesion of surfaces that stick together.
    pub fn adhesion(&self) -> Option<&Adhesion> {
        match self {
            Self::Jkr(law) | Self::Dmt(law) => Some(law),
            _ => None,
        }
    }

    /// The law in words, with its numbers.
    pub fn describe(&self) -> String {
        match self {
            Self::Jkr(law) => format!("adhesion after Johnson, Kendall and Roberts{}", law.details()),
            Self::Dmt(law) => format!("adhesion after Derjaguin, Muller and Toporov{}", law.details()),
            Self::Linear(law) => format!("linear, {}", law.stiffness),
            Self::Hertz(law) => format!("Hertz{}", law.details()),
            Self::EllipticHertz(law) => {
                let in_plane = law.radius.map_or_else(String::new, |radius| format!(", radius {radius}"));
                format!("elliptic Hertz{in_plane}, {} across{}", law.radius_across, pair(law.materials.as_ref()))
            }
            Self::DoubleLayer(law) => {
                let (first, second) = (law.first.details(), law.second.details());
                format!("double layer: Hertz{first}, up to {}, then Hertz{second}", law.thickness)
            }
            Self::ThinLayer(law) => {
                let layer = |layer: &BondedLayer| {
                    let of = layer.material.as_ref().map_or_else(String::new, |m| format!(" of {}", m.describe()));
                    format!("{}{of}", layer.thickness)
                };
                let layers: Vec<String> = law.layers.iter().map(layer).collect();
                format!("thin layers, {}", layers.join(" and "))
            }
            Self::ElasticFoundation(law) => {
                let layer = |layer: &Layer| {
                    let of = layer.material.as_ref().map_or_else(String::new, |m| format!(" of {}", m.describe()));
                    let shell = if layer.stiffness == LayerStiffness::SphericalShell { " as a shell" } else { "" };
                    format!("{}{of}{shell}", layer.thickness)
                };
                let layers: Vec<String> = law.layers.iter().map(layer).collect();
                let pin = law.length.map_or_else(String::new, |length| format!(", around a pin of {length}"));
                format!("elastic foundation, {}{pin}", layers.join(" and "))
            }
        }
    }
}

impl Hertz {
    fn details(&self) -> String {
        let stiffness = self.stiffness.map_or_else(String::new, |k| format!(", {k}"));
        let radius = self.radius.map_or_else(String::new, |radius| format!(", radius {radius}"));
        format!("{stiffness}{radius}{}", pair(self.materials.as_ref()))
    }
}

impl Adhesion {
    fn details(&self) -> String {
        let radius = self.radius.map_or_else(String::new, |radius| format!(", radius {radius}"));
        format!(", {}{radius}{}", self.work, pair(self.materials.as_ref()))
    }
}

fn pair(materials: Option<&[Material; 2]>) -> String {
    materials.map_or_else(String::new, |[first, second]| format!(", {} on {}", first.describe(), second.describe()))
}
