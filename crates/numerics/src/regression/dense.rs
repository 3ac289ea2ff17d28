//! Dense symmetric matrices of a few hundred rows.

use crate::dense::{Room, Target, View, factorise_ldlt, solve_unit_lower};

/// Columns of an inverse that are computed together.
const BLOCK: usize = 48;

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
        factorise_ldlt(&mut matrix, size, size, &mut Room::default());
        for k in 0..size {
            let (head, below) = matrix[k * size + k..(k + 1) * size].split_at_mut(1);
            if !(head[0] > 0.0 && head[0].is_finite()) {
                return None;
            }
            let root = head[0].sqrt();
            head[0] = root;
            below.iter_mut().for_each(|x| *x *= root);
        }
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
        let mut room = Room::default();
        let unit: Vec<f64> = (0..n * n).map(|k| self.lower[k] / self.lower[k / n * (n + 1)]).collect();
        let weights: Vec<f64> = (0..n).map(|k| -1.0 / self.lower[k * (n + 1)].powi(2)).collect();
        // A⁻¹ = Mᵀ D⁻¹ M with M = L⁻¹ of the unit lower factor; column j of M begins in row j.
        let mut m = vec![0.0; n * n];
        for first in (0..n).step_by(BLOCK) {
            let (rows, columns) = (n - first, BLOCK.min(n - first));
            let mut block = vec![0.0; rows * columns];
            (0..columns).for_each(|k| block[k * (rows + 1)] = 1.0);
            solve_unit_lower((&unit[first * n + first..], n), &mut block, rows, &mut room);
            for (k, column) in block.chunks_exact(rows).enumerate() {
                m[(first + k) * n + first..(first + k + 1) * n].copy_from_slice(column);
            }
        }
        let mut inverse = vec![0.0; n * n];
        for first in (0..n).step_by(BLOCK) {
            let (depth, width) = (n - first, BLOCK.min(n - first));
            // Rows first..first + width of the lower triangle, from what lies below in M.
            let left = View::by_columns(&m[first * n + first..], depth, width, n).transposed();
            let right = View::by_columns(&m[first..], depth, first + width, n);
            let mut target = Target { values: &mut inverse[first..], rows: width, step: n };
            room.subtract(&mut target, left, (right, Some(&weights[first..])));
        }
        inverse
    }
}
