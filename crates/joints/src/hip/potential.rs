//! The energy of a head in a liner of finite elements, tabulated once for equations of motion, which ask ten thousand times.

use std::sync::Arc;

use mechanics::contact::Reaction;
use mechanics::solid::revolution::{BallAndCup, CupCompliance, CupPotential, ElasticCup, Profile, Resolution};
use nalgebra::Vector3;
use numerics::complementarity::ComplementarityError;

use crate::{Keepable, Shelf, Watch};

/// As many as a sweep over clearances may need at once; some ten kilobytes each.
static POTENTIALS: Shelf<CupPotential> = Shelf::new(256);

impl Keepable for CupPotential {
    const NAME: &'static str = "cup-potential";
    const VERSION: u32 = 1;

    fn to_bytes(&self) -> Vec<u8> {
        self.to_numbers().iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if !bytes.len().is_multiple_of(8) {
            return None;
        }
        let number = |chunk: &[u8]| f64::from_le_bytes(chunk.try_into().unwrap_or_default());
        Self::from_numbers(&bytes.chunks_exact(8).map(number).collect::<Vec<_>>())
    }
}

/// What a potential follows from.
pub(super) struct Source<'a> {
    pub profile: &'a Profile,
    pub resolution: &'a Resolution,
    pub compliance: &'a Arc<CupCompliance>,
    pub sizes: &'a BallAndCup,
    /// Depth to be covered, in m.
    pub deepest: f64,
}

/// A potential with the size and stiffness of a hip.
#[derive(Debug, Clone)]
pub(super) struct Potential {
    table: Arc<CupPotential>,
    radius: f64,
    modulus: f64,
}

impl Potential {
    /// Computed for a cup of radius and modulus one, so that hips of one shape share it, or taken from where it is kept.
    pub fn obtain(source: &Source<'_>, watch: &dyn Watch) -> Result<Self, ComplementarityError> {
        let Source { profile, resolution, compliance, sizes, deepest } = source;
        let &&BallAndCup { radius, ball_radius, modulus, ball } = sizes;
        let clearance = radius - ball_radius;
        let span = CupPotential::span(resolution.cells, profile.rim_angle, deepest / clearance);
        let unit = BallAndCup { radius: 1.0, ball_radius: ball_radius / radius, modulus: 1.0, ball };
        let inputs = format!("{profile:?} {resolution:?} {unit:?} {span:?}");
        // A compliance between others differs from one that was computed in its last digits.
        let of = compliance.to_bytes();
        let about =
            format!("energy of a head in a cup, clearance {:.5} radii, {} cells", clearance / radius, resolution.cells);
        let table = POTENTIALS.obtain(watch, &[inputs.as_bytes(), &of], &about, || {
            CupPotential::compute(&ElasticCup::new(Arc::clone(compliance), &unit), profile.rim_angle, span)
        })?;
        Ok(Self { table, radius, modulus })
    }

    /// Whether every number of it is one.
    pub fn is_whole(&self) -> bool {
        CupPotential::from_numbers(&self.table.to_numbers()).is_some()
    }

    /// Force on the head in the cup's axes and its derivative; nothing where the table ends.
    pub fn reaction(&self, eccentricity: &Vector3<f64>) -> Option<Reaction> {
        let (_, Reaction { force, tangent }) = self.table.evaluate(&(eccentricity / self.radius))?;
        let scale = self.modulus * self.radius;
        Some(Reaction { force: force * (scale * self.radius), tangent: tangent * scale })
    }

    /// About the highest pressure, in Pa.
    pub fn estimate_peak(&self, eccentricity: &Vector3<f64>) -> Option<f64> {
        Some(self.modulus * self.table.estimate_peak(&(eccentricity / self.radius))?)
    }

    /// Largest error of a force that the table was not made from, as a share.
    pub fn error(&self) -> f64 {
        self.table.error()
    }

    /// Places that were computed.
    pub fn places(&self) -> usize {
        self.table.places()
    }
}
