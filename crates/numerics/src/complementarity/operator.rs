//! A compliance that is known by what it does, not by its entries.

use nalgebra::DMatrix;

/// A symmetric, positive definite operator between forces on points and displacements of points.
///
/// Vectors have one value for every point; lists of points are sorted. What is not in a list need not be touched, and may be:
/// an operator that is fastest on all points at once may ignore the lists, apart from taking values outside `from` as zero.
pub trait Compliance {
    /// Number of points.
    fn len(&self) -> usize;

    /// Whether there are no points at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `yᵢ = Σⱼ Cᵢⱼ xⱼ` for i in `to` and j in `from`.
    fn apply(&mut self, x: (&[f64], &[usize]), y: (&mut [f64], &[usize]));

    /// `z ≈ C⁻¹ r` within `set`, symmetric and positive definite there.
    fn precondition(&mut self, r: &[f64], z: &mut [f64], set: &[usize]);
}

/// A compliance with its entries, preconditioned by its diagonal.
#[derive(Debug, Clone)]
pub struct DenseCompliance<'a>(pub &'a DMatrix<f64>);

impl Compliance for DenseCompliance<'_> {
    fn len(&self) -> usize {
        self.0.nrows()
    }

    fn apply(&mut self, (x, from): (&[f64], &[usize]), (y, to): (&mut [f64], &[usize])) {
        for &i in to {
            let column = self.0.column(i);
            y[i] = from.iter().map(|&j| column[j] * x[j]).sum();
        }
    }

    fn precondition(&mut self, r: &[f64], z: &mut [f64], set: &[usize]) {
        set.iter().for_each(|&i| z[i] = r[i] / self.0[(i, i)]);
    }
}
