//! A compliance as bytes, for whoever keeps it.

use super::kernel::{ComplianceError, CupCompliance};
use super::rings::Ring;
use nalgebra::DMatrix;

/// What the bytes begin with; the last digit counts changes of the layout.
const MARK: &[u8; 8] = b"SYNCUP01";

impl CupCompliance {
    /// The compliance as bytes: a mark, sizes, rings, harmonics, then one square matrix a harmonic; all numbers little-endian
    /// `f64`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MARK.to_vec();
        let mut put = |value: f64| bytes.extend_from_slice(&value.to_le_bytes());
        let per_ring = self.rings.first().map_or(0, |ring| ring.places.len());
        [self.rings.len(), self.around, self.harmonics.len(), per_ring].iter().for_each(|n| put(*n as f64));
        for ring in &self.rings {
            ring.places.iter().flatten().for_each(|value| put(*value));
            let Ring { middle, normal, width, area, points, first, .. } = ring;
            [middle[0], middle[1], normal[0], normal[1], *width, *area, *points as f64, *first as f64]
                .iter()
                .for_each(|value| put(*value));
        }
        self.harmonics.iter().for_each(|n| put(*n as f64));
        self.works.iter().flat_map(|work| work.iter()).for_each(|value| put(*value));
        bytes
    }

    /// The compliance of such bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ComplianceError> {
        let rest = bytes.strip_prefix(MARK).ok_or(ComplianceError::Bytes("they begin with another mark"))?;
        let mut numbers = rest.chunks_exact(8).map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        let cut = ComplianceError::Bytes("they end too early");
        let mut take = || numbers.next().ok_or(ComplianceError::Bytes("they end too early"));
        let (count, around, harmonic_count, per_ring) =
            (take()? as usize, take()? as usize, take()? as usize, take()? as usize);
        let expected = 4 + count * (8 + 3 * per_ring) + harmonic_count + harmonic_count * count * count;
        if rest.len() != 8 * expected {
            return Err(cut);
        }
        let mut rings = Vec::with_capacity(count);
        for _ in 0..count {
            let mut places = Vec::with_capacity(per_ring);
            for _ in 0..per_ring {
                places.push([take()?, take()?, take()?]);
            }
            rings.push(Ring {
                places,
                middle: [take()?, take()?],
                normal: [take()?, take()?],
                width: take()?,
                area: take()?,
                points: take()? as usize,
                first: take()? as usize,
            });
        }
        let mut harmonics = Vec::with_capacity(harmonic_count);
        for _ in 0..harmonic_count {
            harmonics.push(take()? as usize);
        }
        let mut works = Vec::with_capacity(harmonic_count);
        for _ in 0..harmonic_count {
            let values: Result<Vec<f64>, _> = (0..count * count).map(|_| take()).collect();
            works.push(DMatrix::from_vec(count, count, values?));
        }
        let mut next = 0;
        for ring in &rings {
            if ring.first != next || ring.points == 0 || !around.is_multiple_of(ring.points) {
                return Err(ComplianceError::Bytes("their rings do not fit each other"));
            }
            next += ring.points;
        }
        Ok(Self { rings, around, harmonics, works })
    }
}
