//! Dense symmetric matrices of a few hundred rows.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt;
use faer::{MatMut, MatRef, Par};

/// A = L Lᵀ, column by column.
#[derive(Clone, Debug)]
pub(super) struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factorises a matrix (column by column; its lower triangle counts); none when it is not positive definite.
    ///
    /// On one thread, so that a fit is the same on every machine, and studies may fit in parallel.
    pub(super) fn new(mut matrix: Vec<f64>, size: usize) -> Option<Self> {
        let request = llt::factor::cholesky_in_place_scratch::<f64>(size, Par::Seq, Default::default());
        let mut buffer = MemBuffer::new(request);
        let view = MatMut::from_column_major_slice_mut(&mut matrix, size, size);
        let stack = MemStack::new(&mut buffer);
        llt::factor::cholesky_in_place(view, Default::default(), Par::Seq, stack, Default::default()).ok()?;
        Some(Self { size, lower: matrix })
    }

    fn column(&self, index: usize) -> &[f64] {
        &self.lower[index * self.size + index..(index + 1) * self.size]
    }

    /// L⁻¹ b in place of b.
    pub(super) fn solve_lower(&self, b: &mut [f64]) {
        for index in 0..self.size {
            let column = self.column(index);
            let x = b[index] / column[0];
            b[index] = x;
            for (b, l) in b[index + 1..].iter_mut().zip(&column[1..]) {
                *b -= l * x;
            }
        }
    }

    /// L⁻ᵀ b in place of b.
    fn solve_upper(&self, b: &mut [f64]) {
        for index in (0..self.size).rev() {
            let column = self.column(index);
            let sum: f64 = b[index + 1..].iter().zip(&column[1..]).map(|(b, l)| b * l).sum();
            b[index] = (b[index] - sum) / column[0];
        }
    }

    /// A⁻¹ b in place of b.
    pub(super) fn solve(&self, b: &mut [f64]) {
        self.solve_lower(b);
        self.solve_upper(b);
    }

    /// ln det A.
    pub(super) fn log_determinant(&self) -> f64 {
        (0..self.size).map(|index| 2.0 * self.column(index)[0].ln()).sum()
    }

    /// A⁻¹, column by column; only its lower triangle is filled in.
    pub(super) fn inverse(&self) -> Vec<f64> {
        let n = self.size;
        let mut inverse = vec![0.0; n * n];
        let mut buffer = MemBuffer::new(llt::inverse::inverse_scratch::<f64>(n, Par::Seq));
        let lower = MatRef::from_column_major_slice(&self.lower, n, n);
        let out = MatMut::from_column_major_slice_mut(&mut inverse, n, n);
        llt::inverse::inverse(out, lower, Par::Seq, MemStack::new(&mut buffer));
        inverse
    }
}
