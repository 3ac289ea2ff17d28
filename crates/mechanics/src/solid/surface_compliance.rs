//! How a surface gives way to pressures on it: `A = N K⁻¹ Nᵀ`, computed once and used for every pose, load and run.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | N | a row for each point: its node's displacement along its normal | – |
//! | K | stiffness of the solid | N/m |
//! | Aᵢⱼ | how far point i gives way to a unit force at point j, both along their normals | m/N |
//!
//! *Assumes* small strains and a linear material; forces along the solid's own normals. Against an obstacle whose normal
//! leans by θ the force is off by a share of order θ², some 10⁻³ where a condyle indents an insert by a tenth of a
//! millimetre.
//!
//! *Checked by* Hertz, a bonded layer's exact solution and CalculiX (`docs/inserts-fe`).

use super::{Solid, SolidError, Statics};
use nalgebra::Vector3;
use numerics::sparse::{NO_UNKNOWN, SparseRow};

const MAGIC: &[u8; 8] = b"SYNCOMP1";

/// A dense symmetric compliance.
#[derive(Debug, Clone, PartialEq)]
pub struct SurfaceCompliance {
    size: usize,
    /// Column after column.
    values: Vec<f64>,
    /// How far a unit force at each point can raise any other point.
    rises: Vec<f64>,
}

/// Why bytes are no compliance.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("these bytes hold no surface compliance: {0}")]
pub struct NoCompliance(&'static str);

impl SurfaceCompliance {
    /// Bytes that the matrix of so many points takes while it is made: the product beside its symmetric copy.
    pub fn bytes_of(points: f64) -> f64 {
        17.6 * points * points
    }

    /// Bytes that its computation holds at most, with the factor of the solid.
    pub fn estimate_bytes(solid: &Solid, points: usize) -> Result<f64, SolidError> {
        let factor = solid.symbolic()?.factor_entries() as f64;
        // The stiffness beside its factor.
        Ok(10.4 * factor + Self::bytes_of(points as f64))
    }

    /// Refuses what would take more than `most` bytes.
    ///
    /// # Errors
    /// When it does, or the order of elimination cannot be found.
    pub fn check_bytes(solid: &Solid, points: usize, most: f64) -> Result<(), SolidError> {
        let mut bytes = Self::bytes_of(points as f64);
        if !(bytes > most) {
            bytes = Self::estimate_bytes(solid, points)?;
        }
        if bytes > most {
            return Err(SolidError::TooLarge { bytes, most, points, unknowns: solid.unknowns() });
        }
        Ok(())
    }

    /// Computes it for some nodes of a linear solid and the directions in which they are pushed. More than `most_bytes` is
    /// refused before it is begun.
    pub fn compute(
        solid: &Solid,
        nodes: &[usize],
        directions: &[Vector3<f64>],
        most_bytes: f64,
    ) -> Result<Self, SolidError> {
        Self::check_bytes(solid, nodes.len(), most_bytes)?;
        let unknown = solid.unknown_of();
        let row = |(&node, direction): (&usize, &Vector3<f64>)| -> SparseRow {
            (0..3).map(|axis| (unknown[3 * node + axis], direction[axis])).filter(|(u, _)| *u != NO_UNKNOWN).collect()
        };
        let rows: Vec<SparseRow> = nodes.iter().zip(directions).map(row).collect();
        let matrix = Statics::new(solid).compute_compliance(&rows)?;
        Ok(Self::new(nodes.len(), matrix.as_slice().to_vec()))
    }

    fn new(size: usize, values: Vec<f64>) -> Self {
        let rise = |column: &[f64]| column.iter().fold(0.0_f64, |rise, a| rise.max(-a));
        let rises = if size == 0 { Vec::new() } else { values.chunks_exact(size).map(rise).collect() };
        Self { size, values, rises }
    }

    /// Number of points.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Column after column, in m/N.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How far a unit force at each point can raise any other one, in m/N: nearly incompressible layers bulge beside it.
    pub fn rises(&self) -> &[f64] {
        &self.rises
    }

    /// The same solid of a material that is so many times as stiff.
    pub fn stiffened(&self, times: f64) -> Self {
        Self::new(self.size, self.values.iter().map(|a| a / times).collect())
    }

    /// A header, a checksum and the lower half of the matrix, little endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut half = Vec::with_capacity(4 * self.size * (self.size + 1));
        for j in 0..self.size {
            self.values[j * self.size + j..(j + 1) * self.size]
                .iter()
                .for_each(|a| half.extend_from_slice(&a.to_le_bytes()));
        }
        let mut bytes = Vec::with_capacity(half.len() + 48);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&(self.size as u64).to_le_bytes());
        bytes.extend_from_slice(blake3::hash(&half).as_bytes());
        bytes.append(&mut half);
        bytes
    }

    /// What [`Self::to_bytes`] has written.
    ///
    /// # Errors
    /// When the bytes are something else, cut off or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NoCompliance> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(NoCompliance("they do not begin as one"))?;
        let (size, rest) = rest.split_first_chunk::<8>().ok_or(NoCompliance("they end early"))?;
        let (sum, half) = rest.split_first_chunk::<32>().ok_or(NoCompliance("they end early"))?;
        let size = u64::from_le_bytes(*size) as usize;
        let expected = size.checked_add(1).and_then(|n| size.checked_mul(n)).and_then(|n| n.checked_mul(4));
        if expected != Some(half.len()) {
            return Err(NoCompliance("their number does not fit the number of points"));
        }
        if blake3::hash(half).as_bytes() != sum {
            return Err(NoCompliance("they are damaged"));
        }
        let mut values = vec![0.0; size * size];
        let mut next = half.chunks_exact(8);
        for j in 0..size {
            for i in j..size {
                let value = next.next().and_then(|b| b.try_into().ok()).map_or(f64::NAN, f64::from_le_bytes);
                (values[j * size + i], values[i * size + j]) = (value, value);
            }
        }
        Ok(Self::new(size, values))
    }
}
