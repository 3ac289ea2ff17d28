//! L D Lᵀ within an envelope.

use super::{BadPivot, Envelope, dot, subtract};

/// A symmetric definite matrix by its lower rows, then its factors `A = L D Lᵀ` in the same place.
///
/// Use: [`Self::reset`] with the first column of every row, [`Self::add`] the entries, [`Self::factorise`], [`Self::solve`].
#[derive(Debug, Clone, Default)]
pub struct SymmetricSkyline {
    envelope: Envelope,
    lower: Vec<f64>,
    diagonal: Vec<f64>,
    /// One row of L D while it is eliminated.
    row: Vec<f64>,
}

impl SymmetricSkyline {
    /// A matrix of zeros whose row i has entries from column `first[i]` ≤ i on. Storage is kept between calls.
    pub fn reset(&mut self, first: impl IntoIterator<Item = usize>) {
        self.envelope.reset(first);
        self.lower.clear();
        self.lower.resize(self.envelope.stored(), 0.0);
        self.diagonal.clear();
        self.diagonal.resize(self.envelope.size(), 0.0);
    }

    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.diagonal.len()
    }

    /// Adds to the entry (row, column) and to its mirror image.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        if row == column {
            self.diagonal[row] += value;
        } else {
            self.lower[self.envelope.entry(row.max(column), row.min(column))] += value;
        }
    }

    /// Replaces the matrix by its factors.
    pub fn factorise(&mut self) -> Result<(), BadPivot> {
        let Self { envelope, lower, diagonal, row } = self;
        for i in 0..envelope.size() {
            let first = envelope.first[i];
            let (above, below) = lower.split_at_mut(envelope.start[i]);
            let entries = &mut below[..i - first];
            // g = row of L D: g_ij = a_ij − Σ_k g_ik l_jk
            row.clear();
            row.extend_from_slice(entries);
            let columns = envelope.first[first..i].iter().zip(envelope.start[first..=i].windows(2));
            for (j, (&other, bounds)) in columns.enumerate() {
                // Column first + j; its row begins `skip` entries after this one.
                let skip = other.saturating_sub(first);
                let (done, rest) = row.split_at_mut(j);
                if let Some(own) = done.get(skip..) {
                    let entries = &above[bounds[0]..bounds[1]];
                    rest[0] -= dot(own, &entries[entries.len() - own.len()..]);
                }
            }
            let mut pivot = diagonal[i];
            for ((entry, &g), &d) in entries.iter_mut().zip(row.iter()).zip(&diagonal[first..i]) {
                *entry = g / d;
                pivot -= g * *entry;
            }
            if pivot == 0.0 || !pivot.is_finite() {
                return Err(BadPivot { row: i, pivot });
            }
            diagonal[i] = pivot;
        }
        Ok(())
    }

    /// The x of A x = b for K right-hand sides, in place; after [`Self::factorise`].
    pub fn solve<const K: usize>(&self, b: &mut [[f64; K]]) {
        let Self { envelope, lower, diagonal, .. } = self;
        for i in 0..envelope.size() {
            let (known, rest) = b.split_at_mut(i);
            for (l, x) in lower[envelope.row(i)].iter().zip(&known[envelope.first[i]..]) {
                subtract(&mut rest[0], *l, x);
            }
        }
        for (x, d) in b.iter_mut().zip(diagonal) {
            x.iter_mut().for_each(|x| *x /= d);
        }
        for i in (0..envelope.size()).rev() {
            let (rest, known) = b.split_at_mut(i);
            for (l, x) in lower[envelope.row(i)].iter().zip(&mut rest[envelope.first[i]..]) {
                subtract(x, *l, &known[0]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};
    use proptest::prelude::*;

    /// A ring of `n` unknowns: neighbours coupled, the last one to the first.
    fn ring(n: usize, couplings: &[f64]) -> (SymmetricSkyline, DMatrix<f64>) {
        let mut skyline = SymmetricSkyline::default();
        skyline.reset((0..n).map(|i: usize| if i + 1 == n { 0 } else { i.saturating_sub(1) }));
        let mut dense = DMatrix::zeros(n, n);
        for (a, &k) in couplings.iter().enumerate() {
            let b = (a + 1) % n;
            for (row, column, value) in [(a, a, k + 0.1), (b, b, k), (a, b, -k)] {
                skyline.add(row, column, value);
                dense[(row, column)] += value;
                if row != column {
                    dense[(column, row)] += value;
                }
            }
        }
        (skyline, dense)
    }

    proptest! {
        #[test]
        fn the_solution_satisfies_the_equations(couplings in prop::collection::vec(0.5..2.0f64, 9), x in prop::collection::vec(-1.0..1.0f64, 18)) {
            let (mut skyline, dense) = ring(9, &couplings);
            let wanted = [DVector::from_row_slice(&x[..9]), DVector::from_row_slice(&x[9..])];
            let loads = [&dense * &wanted[0], &dense * &wanted[1]];
            let mut b: Vec<[f64; 2]> = (0..9).map(|i| [loads[0][i], loads[1][i]]).collect();
            skyline.factorise().expect("definite");
            skyline.solve(&mut b);
            for i in 0..9 {
                for k in 0..2 {
                    prop_assert!((b[i][k] - wanted[k][i]).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_regular_is_refused() {
        let mut skyline = SymmetricSkyline::default();
        skyline.reset([0, 0]);
        for (row, column, value) in [(0, 0, 1.0), (1, 0, -1.0), (1, 1, 1.0)] {
            skyline.add(row, column, value);
        }
        assert_eq!(skyline.factorise(), Err(BadPivot { row: 1, pivot: 0.0 }));
        skyline.reset([0]);
        skyline.add(0, 0, f64::NAN);
        assert!(skyline.factorise().is_err());
    }

    #[test]
    fn storage_is_reused() {
        let (mut skyline, _) = ring(9, &[1.0; 9]);
        let before = skyline.lower.capacity();
        skyline.reset((0..5).map(|i: usize| i.saturating_sub(1)));
        assert_eq!((skyline.size(), skyline.lower.capacity()), (5, before));
        assert!(skyline.lower.iter().all(|&entry| entry == 0.0));
    }
}
