//! The compliance of a surface: how the places that may touch give way to the tractions on any of them.

use crate::solid::{Solid, SolidError, Statics};
use nalgebra::DMatrix;

/// Columns of compliance solved at a time.
const BATCH: usize = 64;

/// A traction of unit size on the unknowns of a solid, and by the same weights the motion that it works on.
pub(super) type Row = Vec<(usize, f64)>;

/// A = B K⁻¹ Bᵀ of some rows B.
#[derive(Debug, Default)]
pub(super) struct Condensed {
    pub compliance: DMatrix<f64>,
}

impl Condensed {
    /// The compliance of these rows; that of the first of them is known, and only the columns of the others are computed.
    pub fn grow(&self, solid: &Solid, statics: &mut Statics<'_>, rows: &[Row]) -> Result<Self, SolidError> {
        let (n, m, old) = (solid.unknowns(), rows.len(), self.compliance.ncols());
        let mut compliance = self.compliance.clone().resize(m, m, 0.0);
        let mut columns = vec![0.0; n * BATCH.min(m - old)];
        for first in (old..m).step_by(BATCH) {
            let width = BATCH.min(m - first);
            let block = &mut columns[..n * width];
            block.fill(0.0);
            for (column, row) in block.chunks_exact_mut(n).zip(&rows[first..]) {
                row.iter().for_each(|&(u, b)| column[u] += b);
            }
            statics.solve_with_factor(block)?;
            for (k, column) in block.chunks_exact(n).enumerate() {
                for (i, row) in rows.iter().enumerate() {
                    compliance[(i, first + k)] = row.iter().map(|&(u, b)| b * column[u]).sum();
                }
            }
        }
        // The rows of the new ones follow by symmetry; among themselves they are symmetric but for rounding.
        for j in old..m {
            for i in 0..j {
                let mean = if i < old { compliance[(i, j)] } else { 0.5 * (compliance[(i, j)] + compliance[(j, i)]) };
                (compliance[(i, j)], compliance[(j, i)]) = (mean, mean);
            }
        }
        Ok(Self { compliance })
    }
}
