//! How the bearing surface of a cup gives way to pressure, harmonic by harmonic: computed once, kept, shared.

use super::body::Body;
use super::mesh::{MeridianMesh, Resolution};
use super::profile::{Profile, ProfileError};
use super::rings::Ring;
use nalgebra::DMatrix;
use numerics::sparse::FactorError;

/// Compliance of a cup's bearing surface: displacement into the material by force, both as means over cells, for every
/// harmonic of the azimuth. Lengths are radii of the bearing surface, forces are E R²; multiplied by 1/(E R) it is that of a cup.
///
/// Low harmonics are computed one by one; further up, where the compliance is a smooth function of n, some, and those in
/// between follow by cubic interpolation.
///
/// *Checked by*: exact solutions of spheres under pressure, manufactured displacements of every harmonic with their observed
/// order, and CalculiX.
#[derive(Debug, Clone, PartialEq)]
pub struct CupCompliance {
    pub(super) rings: Vec<Ring>,
    /// Points on the finest ring.
    pub(super) around: usize,
    /// Harmonics that were computed.
    pub(super) harmonics: Vec<usize>,
    /// For each, displacement of every ring by force on every other, for an amplitude of one.
    pub(super) works: Vec<DMatrix<f64>>,
}

/// Why there is no compliance.
#[derive(Debug, thiserror::Error)]
pub enum ComplianceError {
    /// The profile.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// The stiffness.
    #[error(transparent)]
    Factor(#[from] FactorError),
    /// Bytes that are not those of a compliance.
    #[error("these bytes are not a cup's compliance: {0}")]
    Bytes(&'static str),
}

/// All up to here; beyond, each is a seventh above the one before.
const ALL_UP_TO: usize = 8;

/// Harmonics to compute so that all up to `most` follow.
pub(super) fn chosen(most: usize) -> Vec<usize> {
    let mut harmonics: Vec<usize> = (0..=most.min(ALL_UP_TO)).collect();
    while let Some(&last) = harmonics.last().filter(|last| **last < most) {
        harmonics.push((last + last.div_ceil(6)).min(most));
    }
    harmonics
}

impl CupCompliance {
    /// Whether it can be computed, without doing so.
    ///
    /// # Errors
    /// What is wrong with the profile.
    pub fn check(profile: &Profile, resolution: &Resolution) -> Result<(), ComplianceError> {
        MeridianMesh::new(profile, resolution)?;
        Ok(())
    }

    /// Computes it.
    pub fn compute(profile: &Profile, resolution: &Resolution) -> Result<Self, ComplianceError> {
        let mesh = MeridianMesh::new(profile, resolution)?;
        let (rings, around) = Ring::all(&mesh, resolution.around);
        let body = Body::new(&mesh)?;
        let harmonics = chosen(around / 2);
        let mut works = Vec::with_capacity(harmonics.len());
        for &harmonic in &harmonics {
            let mut work = body.compute_normal(harmonic)?;
            // Areas of rings have the azimuth in them, work has not.
            for (i, ring) in rings.iter().enumerate() {
                for (j, other) in rings.iter().enumerate() {
                    work[(i, j)] *= std::f64::consts::TAU / (ring.area * other.area);
                }
            }
            works.push(work);
        }
        Ok(Self { rings, around, harmonics, works })
    }

    /// The rings of points, from the pole to the rim face.
    pub fn rings(&self) -> &[Ring] {
        &self.rings
    }

    /// All points.
    pub fn points(&self) -> usize {
        self.rings.last().map_or(0, |ring| ring.first + ring.points)
    }

    /// Harmonics among those computed, with factors, that give one.
    pub(super) fn interpolation(&self, harmonic: usize) -> [(usize, f64); 4] {
        if let Ok(exact) = self.harmonics.binary_search(&harmonic) {
            return [(exact, 1.0), (exact, 0.0), (exact, 0.0), (exact, 0.0)];
        }
        let above = self.harmonics.partition_point(|n| *n < harmonic);
        let first = above.saturating_sub(2).min(self.harmonics.len().saturating_sub(4));
        std::array::from_fn(|k| {
            let own = self.harmonics[first + k] as f64;
            let others = (0..4).filter(|m| *m != k).map(|m| self.harmonics[first + m] as f64);
            (first + k, others.map(|other| (harmonic as f64 - other) / (own - other)).product())
        })
    }
}
