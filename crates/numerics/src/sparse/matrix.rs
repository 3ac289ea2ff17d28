//! A symmetric matrix with a shared pattern.

use super::{NO_UNKNOWN, SymmetricPattern};
use std::sync::Arc;

/// A sparse symmetric matrix; the lower triangle is stored.
#[derive(Debug, Clone)]
pub struct SymmetricMatrix {
    pattern: Arc<SymmetricPattern>,
    values: Vec<f64>,
}

impl SymmetricMatrix {
    /// The zero matrix of a pattern.
    pub fn zero(pattern: &Arc<SymmetricPattern>) -> Self {
        Self { pattern: Arc::clone(pattern), values: vec![0.0; pattern.entries()] }
    }

    /// The pattern.
    pub fn pattern(&self) -> &Arc<SymmetricPattern> {
        &self.pattern
    }

    /// The stored entries, by columns of the lower triangle.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Sets every entry to zero; the pattern stays.
    pub fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// `self += factor · other`; both must share one pattern.
    pub fn add_scaled(&mut self, factor: f64, other: &Self) {
        debug_assert!(Arc::ptr_eq(&self.pattern, &other.pattern) || self.pattern == other.pattern);
        self.values.iter_mut().zip(&other.values).for_each(|(a, b)| *a += factor * b);
    }

    /// Adds the dense symmetric matrix of a clique.
    ///
    /// `unknowns` has the same number of rows for each group of the clique, [`NO_UNKNOWN`] where a row is not an unknown;
    /// `local` is the matrix over these rows, of which only the part of the lower triangle of the *whole* is read.
    ///
    /// *Pitfall*: the groups must be a clique of the pattern.
    pub fn add_clique(&mut self, groups: &[usize], unknowns: &[usize], local: &[f64]) {
        let n = unknowns.len();
        let width = n / groups.len();
        let Self { pattern, values } = self;
        for (b, &column_group) in groups.iter().enumerate() {
            let end = pattern.unknowns_of(column_group).end;
            for (a, &row_group) in groups.iter().enumerate() {
                if row_group < column_group {
                    continue;
                }
                let start = pattern.unknowns_of(row_group).start;
                let offset = pattern.block_offset(row_group, column_group);
                for j in 0..width {
                    let column = unknowns[b * width + j];
                    if column == NO_UNKNOWN {
                        continue;
                    }
                    let base = pattern.column_start()[column];
                    for i in 0..width {
                        let row = unknowns[a * width + i];
                        if row == NO_UNKNOWN || row < column {
                            continue;
                        }
                        let value = local[(b * width + j) * n + a * width + i];
                        match offset {
                            Some(offset) => values[base + (end - column) + offset + (row - start)] += value,
                            None => values[base + (row - column)] += value,
                        }
                    }
                }
            }
        }
    }

    /// `result = self · vector`.
    pub fn multiply(&self, vector: &[f64], result: &mut [f64]) {
        result.fill(0.0);
        let (start, rows) = (self.pattern.column_start(), self.pattern.rows());
        for column in 0..vector.len() {
            let x = vector[column];
            let mut sum = 0.0;
            let range = start[column]..start[column + 1];
            for (&row, &value) in rows[range.clone()].iter().zip(&self.values[range]) {
                if row == column {
                    sum += value * x;
                } else {
                    result[row] += value * x;
                    sum += value * vector[row];
                }
            }
            result[column] += sum;
        }
    }

    /// The diagonal entry of an unknown.
    pub fn diagonal(&self, unknown: usize) -> f64 {
        self.values[self.pattern.column_start()[unknown]]
    }
}
