//! Whether the facets are fine enough for surfaces that nearly fit.

use serde::Serialize;

use super::CurvedSurface;
use super::report::Percentiles;

/// How far flat facets stand off the surface that they approximate.
///
/// The sagitta is averaged over a facet; on a part of curvature κ with sides a, b, c it is `κ(a² + b² + c²)/24`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fineness {
    /// Percentiles over the area.
    #[serde(rename = "sagitta_m")]
    pub sagitta: Percentiles,
    /// Share of the curved area where the body is hollow: there facets push too early, elsewhere too late.
    #[serde(rename = "hollow_ratio")]
    pub hollow: f64,
}

/// What the facets do to the force of a contact, as a share of the force.
///
/// A gap that opens with the square of the distance, between balls and cups as between a ball and a plane, carries on an
/// elastic foundation a force that grows with δ². Facets change the indentation by their mean sagitta s:
///
/// `ΔF/F = (1 ± s/δ)² − 1`, + where the body is hollow, − where it is convex
///
/// *Assumes* one body of facets and the other smooth, a patch of many facets. *Pitfalls*: for δ beyond the clearance of a
/// conformal pair the force grows more slowly than δ², and the error is at most this. *Checked by*
/// `geometry_reconstruction::the_error_of_a_faceted_cup_is_foretold`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ForceError {
    /// The indentation for which it holds.
    #[serde(rename = "indentation_m")]
    pub indentation: f64,
    /// Half of the area does not do more harm than this.
    #[serde(rename = "typical_ratio")]
    pub typical: f64,
    /// Nineteen of twenty parts of the area do not do more harm than this.
    #[serde(rename = "worst_ratio")]
    pub worst: f64,
    /// By how many times as many triangles the worst error would fall to one hundredth.
    #[serde(rename = "triangles_for_one_percent_ratio")]
    pub refinement: f64,
}

/// An error of the force that is worth a warning.
const TOLERABLE: f64 = 0.01;

/// In a hip the indentation is about a third of the clearance: 27 µm of 80 µm at 500 N in the base case of [Askari2018].
const INDENTATION_PER_CLEARANCE: f64 = 1.0 / 3.0;

impl ForceError {
    /// Whether the facets cost less than one hundredth of the force.
    pub fn is_tolerable(&self) -> bool {
        self.worst.abs() < TOLERABLE
    }
}

impl Fineness {
    /// Compares the flat facets with the curved ones.
    pub fn compute(surface: &CurvedSurface) -> Self {
        let mesh = surface.mesh();
        let mut samples = Vec::with_capacity(mesh.triangles().len());
        let (mut hollow, mut curved) = (0.0, 0.0);
        for t in 0..mesh.triangles().len() {
            let (sagitta, area) = (surface.sagitta(t as u32), 0.5 * mesh.double_area(t).norm());
            samples.push((sagitta.abs(), area));
            curved += area * sagitta.abs();
            hollow += area * (-sagitta).max(0.0);
        }
        Self { sagitta: Percentiles::of(samples), hollow: if curved > 0.0 { hollow / curved } else { 0.0 } }
    }

    /// The error to be expected at an indentation, or, if only the clearance of the pair is known, at a third of it.
    pub fn force_error(&self, clearance: Option<f64>, indentation: Option<f64>) -> Option<ForceError> {
        let indentation =
            indentation.or_else(|| clearance.map(|c| c * INDENTATION_PER_CLEARANCE)).filter(|d| *d > 0.0)?;
        let error = |sagitta: f64| {
            let s = sagitta / indentation;
            if self.hollow >= 0.5 { (1.0 + s).powi(2) - 1.0 } else { (1.0 - s).max(0.0).powi(2) - 1.0 }
        };
        // A small error is 2 s/δ, and the sagitta of a facet is in proportion to its area.
        let refinement = (2.0 * self.sagitta.high / indentation / TOLERABLE).max(1.0);
        Some(ForceError {
            indentation,
            typical: error(self.sagitta.median),
            worst: error(self.sagitta.high),
            refinement,
        })
    }
}
