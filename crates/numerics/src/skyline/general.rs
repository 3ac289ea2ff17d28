//! L U within an envelope.

use super::{BadPivot, Envelope, dot, subtract};

/// A matrix with a symmetric pattern by its lower rows and upper columns, then its factors `A = L U` in the same place
/// (L with unit diagonal).
///
/// Use: [`Self::reset`] with the first column of every row, [`Self::add`] the entries, [`Self::factorise`], [`Self::solve`].
#[derive(Debug, Clone, Default)]
pub struct Skyline {
    envelope: Envelope,
    /// Rows of L left of the diagonal.
    lower: Vec<f64>,
    /// Columns of U above the diagonal.
    upper: Vec<f64>,
    diagonal: Vec<f64>,
}

impl Skyline {
    /// A matrix of zeros whose row i, and whose column i, has entries from `first[i]` ≤ i to the diagonal. Storage is
    /// kept between calls.
    pub fn reset(&mut self, first: impl IntoIterator<Item = usize>) {
        self.envelope.reset(first);
        for storage in [&mut self.lower, &mut self.upper] {
            storage.clear();
            storage.resize(self.envelope.stored(), 0.0);
        }
        self.diagonal.clear();
        self.diagonal.resize(self.envelope.size(), 0.0);
    }

    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.diagonal.len()
    }

    /// Adds to the entry (row, column).
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        use std::cmp::Ordering::{Equal, Greater, Less};
        match row.cmp(&column) {
            Equal => self.diagonal[row] += value,
            Greater => self.lower[self.envelope.entry(row, column)] += value,
            Less => self.upper[self.envelope.entry(column, row)] += value,
        }
    }

    /// Replaces the matrix by its factors.
    pub fn factorise(&mut self) -> Result<(), BadPivot> {
        let Self { envelope, lower, upper, diagonal } = self;
        for i in 0..envelope.size() {
            let (first, start) = (envelope.first[i], envelope.start[i]);
            let (lower_above, lower_row) = lower.split_at_mut(start);
            let (upper_above, upper_column) = upper.split_at_mut(start);
            for j in first..i {
                let from = first.max(envelope.first[j]);
                let (own, other) =
                    (from - first..j - first, envelope.start[j] + from - envelope.first[j]..envelope.start[j + 1]);
                let left = dot(&lower_row[own.clone()], &upper_above[other.clone()]);
                let above = dot(&upper_column[own], &lower_above[other]);
                lower_row[j - first] = (lower_row[j - first] - left) / diagonal[j];
                upper_column[j - first] -= above;
            }
            let pivot = diagonal[i] - dot(&lower_row[..i - first], &upper_column[..i - first]);
            if pivot == 0.0 || !pivot.is_finite() {
                return Err(BadPivot { row: i, pivot });
            }
            diagonal[i] = pivot;
        }
        Ok(())
    }

    /// The x of A x = b for K right-hand sides, in place; after [`Self::factorise`].
    pub fn solve<const K: usize>(&self, b: &mut [[f64; K]]) {
        let Self { envelope, lower, upper, diagonal } = self;
        for i in 0..envelope.size() {
            let (known, rest) = b.split_at_mut(i);
            for (l, x) in lower[envelope.row(i)].iter().zip(&known[envelope.first[i]..]) {
                subtract(&mut rest[0], *l, x);
            }
        }
        for i in (0..envelope.size()).rev() {
            let (rest, known) = b.split_at_mut(i);
            known[0].iter_mut().for_each(|x| *x /= diagonal[i]);
            for (u, x) in upper[envelope.row(i)].iter().zip(&mut rest[envelope.first[i]..]) {
                subtract(x, *u, &known[0]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::{DMatrix, DVector};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_solution_satisfies_the_equations(couplings in prop::collection::vec(0.0..2.0f64, 18), x in prop::collection::vec(-1.0..1.0f64, 9)) {
            // What flows round a ring, against the stream as well: columns sum to a small positive number.
            let n = 9;
            let mut skyline = Skyline::default();
            skyline.reset((0..n).map(|i: usize| if i + 1 == n { 0 } else { i.saturating_sub(1) }));
            let mut dense = DMatrix::zeros(n, n);
            for i in 0..n {
                let (a, b) = (i, (i + 1) % n);
                for (from, to, k) in [(a, b, couplings[i]), (b, a, couplings[n + i])] {
                    for (row, column, value) in [(from, from, k + 0.1), (to, from, -k)] {
                        skyline.add(row, column, value);
                        dense[(row, column)] += value;
                    }
                }
            }
            let wanted = DVector::from_row_slice(&x);
            let mut b: Vec<[f64; 1]> = (&dense * &wanted).iter().map(|&b| [b]).collect();
            skyline.factorise().expect("dominant");
            skyline.solve(&mut b);
            for i in 0..n {
                prop_assert!((b[i][0] - wanted[i]).abs() < 1e-11, "{} {}", b[i][0], wanted[i]);
            }
        }
    }

    #[test]
    fn a_matrix_that_is_not_regular_is_refused() {
        let mut skyline = Skyline::default();
        skyline.reset([0, 0]);
        for (row, column, value) in [(0, 0, 1.0), (0, 1, 2.0), (1, 0, 1.0), (1, 1, 2.0)] {
            skyline.add(row, column, value);
        }
        assert_eq!(skyline.factorise(), Err(BadPivot { row: 1, pivot: 0.0 }));
        assert!(!skyline.factorise().expect_err("still").hint().is_empty());
    }
}
