//! Natural frequencies, by subspace iteration.

use super::{Assembly, Solid, SolidError};
use nalgebra::{DMatrix, SymmetricEigen};
use numerics::sparse::Factor;

impl Solid {
    /// The lowest natural frequencies of the undeformed solid, in Hz, ascending: K φ = ω² M φ.
    ///
    /// Subspace iteration with the inverse of K on somewhat more vectors than asked for, until the frequencies stand to
    /// ten digits [Bathe1996].
    pub fn compute_frequencies(&self, count: usize) -> Result<Vec<f64>, SolidError> {
        let mut assembly = Assembly::new(self);
        assembly.compute_stiffness(self, &self.state(), None)?;
        let factor = Factor::new(self.symbolic()?, &assembly.stiffness).map_err(|cause| self.singular(cause))?;
        let mass = self.compute_mass();
        let n = self.unknowns();
        let width = (2 * count).min(count + 8).min(n);
        // Any start will do that is not orthogonal to the modes sought; this one is the same on every machine.
        let mut basis = DMatrix::from_fn(n, width, |i, j| ((i * (j + 1)) as f64 * 0.618_033_988).fract() - 0.5);
        let mut weighted = DMatrix::zeros(n, width);
        let mut last = vec![f64::INFINITY; count.min(width)];
        for _ in 0..200 {
            for (x, y) in basis.as_slice().chunks(n).zip(weighted.as_mut_slice().chunks_mut(n)) {
                mass.multiply(x, y);
            }
            let mut next = weighted.clone();
            factor.solve(next.as_mut_slice());
            // Rayleigh–Ritz in the new space: A = Xᵀ K X = Xᵀ M X_old, B = Xᵀ M X.
            let a = next.tr_mul(&weighted);
            for (x, y) in next.as_slice().chunks(n).zip(weighted.as_mut_slice().chunks_mut(n)) {
                mass.multiply(x, y);
            }
            let b = next.tr_mul(&weighted);
            let Some(cholesky) = ((&b + b.transpose()) * 0.5).cholesky() else { break };
            let lower = cholesky.l();
            let half = lower.solve_lower_triangular(&((&a + a.transpose()) * 0.5)).unwrap_or_else(|| a.clone());
            let reduced = lower.solve_lower_triangular(&half.transpose()).unwrap_or_else(|| a.clone());
            let eigen = SymmetricEigen::new((&reduced + reduced.transpose()) * 0.5);
            let mut order: Vec<usize> = (0..width).collect();
            order.sort_by(|&i, &j| eigen.eigenvalues[i].total_cmp(&eigen.eigenvalues[j]));
            let vectors = DMatrix::from_fn(width, width, |i, j| eigen.eigenvectors[(i, order[j])]);
            let turned = lower.tr_solve_lower_triangular(&vectors).unwrap_or(vectors);
            basis = next * turned;
            let values: Vec<f64> = order[..last.len()].iter().map(|&i| eigen.eigenvalues[i]).collect();
            let settled = values.iter().zip(&last).all(|(new, old)| (new - old).abs() <= 1e-10 * new.abs());
            last = values;
            if settled {
                break;
            }
        }
        Ok(last.iter().map(|omega2| omega2.max(0.0).sqrt() / (2.0 * std::f64::consts::PI)).collect())
    }
}
