//! How the insert pushes back, place by place.

use mechanics::contact::surfaces::{Body, SurfacePair};
use mechanics::contact::{Layer, ModifiedFoundation, PressureLaw};
use mechanics::geometry::QuadraturePoint;
use mechanics::material::Elastic;
use nalgebra::Vector3;
use quantity::Length;

use super::parameters::{Contact, Implant, Material, Modified, RegionInput};
use crate::Problem;

/// An insert thinner than this is a wrong underside, in m.
const THINNEST: f64 = 1e-4;

/// The lining of the parts.
pub(super) struct Lining<'a> {
    implant: &'a Implant,
    contact: Contact,
    material: Elastic,
    femoral: Option<Layer>,
    /// Materials of the regions that have their own.
    regions: Vec<(&'a RegionInput, Elastic)>,
}

impl<'a> Lining<'a> {
    pub fn new(implant: &'a Implant, contact: Contact) -> Result<Self, Problem> {
        let elastic = |path: String, material: &Material| {
            material.elastic().ok_or_else(|| Problem::new(path, "the material is not known", "see `synovia list`"))
        };
        let femoral = match &implant.femoral_layer {
            Some(layer) => Some(Layer {
                thickness: layer.thickness.si(),
                material: elastic("implant.femoral-layer.material".into(), &layer.material)?,
            }),
            None => None,
        };
        let mut regions = Vec::new();
        for (i, region) in implant.regions.iter().enumerate() {
            if let Some(material) = &region.material {
                regions.push((region, elastic(format!("implant.regions.{i}.material"), material)?));
            }
        }
        let material = elastic("implant.material".into(), &implant.material)?;
        Ok(Self { implant, contact, material, femoral, regions })
    }

    /// The law of the insert where its thickness is the same everywhere and its material the usual one.
    pub fn uniform(&self) -> Result<PressureLaw, Problem> {
        self.law(self.implant.uniform_thickness(), self.material)
    }

    fn law(&self, thickness: f64, material: Elastic) -> Result<PressureLaw, Problem> {
        let insert = Layer { thickness, material };
        let law = match (self.contact, self.femoral) {
            // Under finite elements springs say how thick the insert is, and where a search begins.
            (Contact::Linear | Contact::FiniteElements(_), None) => PressureLaw::linear(&[insert]),
            (Contact::Linear | Contact::FiniteElements(_), Some(femoral)) => PressureLaw::linear(&[insert, femoral]),
            (Contact::Logarithmic, femoral) => PressureLaw::logarithmic(insert, femoral),
            (Contact::Modified(given), _) => {
                modified(&given, insert).map(|law| PressureLaw::Modified { law, thickness })
            }
        };
        law.map_err(|error| Problem::new("implant", error.to_string(), "check thickness and material of the insert"))
    }

    /// Gives every point of the pair its own law where thickness or material vary; also says how thin the insert is at its
    /// thinnest, in m.
    pub fn apply(&self, pair: SurfacePair, refuse: impl Fn(String) -> Problem) -> Result<(SurfacePair, f64), Problem> {
        let uniform = self.implant.uniform_thickness();
        let underside = self.implant.underside_height();
        if underside.is_none() && self.regions.is_empty() {
            return Ok((pair, uniform));
        }
        let thickness = |point: &QuadraturePoint| underside.map_or(uniform, |height| point.point.y - height);
        let thinnest = pair.points(0).iter().filter(|p| p.area > 0.0).map(thickness).fold(f64::INFINITY, f64::min);
        if !(thinnest > THINNEST) {
            return Err(Problem::new(
                "implant.underside",
                format!("the insert would be {:.3} mm thick at its lowest place", thinnest * 1e3),
                "the underside is a height in the insert's own axes, below its bearing surface",
            ));
        }
        // One law of each material is tried here: none can then fail for another positive thickness.
        let fallback = self.law(thinnest, self.material)?;
        for (_, material) in &self.regions {
            self.law(thinnest, *material)?;
        }
        let law = |_: Body, point: &QuadraturePoint| {
            self.law(thickness(point), self.material_at(&point.point)).unwrap_or(fallback)
        };
        let pair = pair.with_laws(law).map_err(|error| refuse(error.to_string()))?;
        Ok((pair, thinnest))
    }

    /// That of the first region which holds the point, or that of the insert.
    fn material_at(&self, at: &Vector3<f64>) -> Elastic {
        let own = self.regions.iter().find(|(region, _)| region.extent().contains(at));
        own.map_or(self.material, |(_, material)| *material)
    }
}

/// What is not given follows from the radius; where everything is given, the radius does not matter.
fn modified(given: &Modified, layer: Layer) -> Result<ModifiedFoundation, mechanics::contact::FoundationError> {
    let Modified { threshold_factor, exponent, reference, effective_radius } = *given;
    if let (Some(threshold_factor), Some(exponent), Some(reference)) = (threshold_factor, exponent, reference) {
        return ModifiedFoundation::new(layer, threshold_factor, exponent, reference.si());
    }
    // The replacement has found the radius where none was given.
    let usual = ModifiedFoundation::on_flat_layer(layer, effective_radius.map_or(f64::NAN, Length::si))?;
    ModifiedFoundation::new(
        layer,
        threshold_factor.unwrap_or(usual.threshold_factor),
        exponent.unwrap_or(usual.exponent),
        reference.map_or(usual.reference, Length::si),
    )
}
