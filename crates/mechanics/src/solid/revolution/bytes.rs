//! A compliance as bytes, for whoever keeps it.

use super::kernel::{ComplianceError, CupCompliance, chosen};
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
    ///
    /// # Errors
    /// What is wrong with them: sizes that do not fit their number, numbers that are none, rings or harmonics that no cup has.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ComplianceError> {
        let rest = bytes.strip_prefix(MARK).ok_or(ComplianceError::Bytes("they begin with another mark"))?;
        if !rest.len().is_multiple_of(8) {
            return Err(ComplianceError::Bytes("they end within a number"));
        }
        let mut numbers = rest.chunks_exact(8).map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap_or_default()));
        let mut take = || match numbers.next() {
            Some(number) if number.is_finite() => Ok(number),
            Some(_) => Err(ComplianceError::Bytes("one of them is not a number")),
            None => Err(ComplianceError::Bytes("they end too early")),
        };
        let (count, around, harmonic_count, per_ring) =
            (whole(take()?)?, whole(take()?)?, whole(take()?)?, whole(take()?)?);
        // Sizes are below 2¹⁶: no product of them is too large for a number of 64 bits.
        let expected = 4 + count * (8 + 3 * per_ring) + harmonic_count + harmonic_count * count * count;
        if rest.len() / 8 != expected {
            return Err(ComplianceError::Bytes("their number is not what their sizes say"));
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
                points: whole(take()?)?,
                first: whole(take()?)?,
            });
        }
        let mut harmonics = Vec::with_capacity(harmonic_count);
        for _ in 0..harmonic_count {
            harmonics.push(whole(take()?)?);
        }
        let mut works = Vec::with_capacity(harmonic_count);
        for _ in 0..harmonic_count {
            let values: Result<Vec<f64>, _> = (0..count * count).map(|_| take()).collect();
            works.push(DMatrix::from_vec(count, count, values?));
        }
        let mut next = 0;
        for ring in &rings {
            let fits = ring.first == next && ring.points > 0 && around.is_multiple_of(ring.points);
            // The width of the first decides how finely a ball is resolved.
            let least = if next == 0 { 1e-3 } else { 1e-12 };
            let sized = ring.width >= least && ring.width <= 10.0 && ring.area > 0.0 && ring.area <= 100.0;
            if !(fits && sized) {
                return Err(ComplianceError::Bytes("their rings do not fit each other"));
            }
            next += ring.points;
        }
        if rings.is_empty() || per_ring == 0 || harmonics != chosen(around / 2) {
            return Err(ComplianceError::Bytes("their harmonics are not those of a cup"));
        }
        Ok(Self { rings, around, harmonics, works })
    }
}

/// A size: a whole number that a cup can have.
fn whole(number: f64) -> Result<usize, ComplianceError> {
    const MOST: f64 = 65535.0;
    if (0.0..=MOST).contains(&number) && number.fract() == 0.0 {
        Ok(number as usize)
    } else {
        Err(ComplianceError::Bytes("one of their sizes is none"))
    }
}
