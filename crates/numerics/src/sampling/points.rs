//! A list of points.

use serde::{Deserialize, Serialize};

/// Points of one dimension, stored row by row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Points {
    dimension: usize,
    values: Vec<f64>,
}

impl Points {
    /// No points yet.
    pub fn new(dimension: usize) -> Self {
        Self { dimension, values: Vec::new() }
    }

    /// `count` points at the origin.
    pub fn zeros(count: usize, dimension: usize) -> Self {
        Self { dimension, values: vec![0.0; count * dimension] }
    }

    /// Points from rows of equal length.
    pub fn from_rows<R: AsRef<[f64]>>(rows: &[R]) -> Self {
        let dimension = rows.first().map_or(0, |row| row.as_ref().len());
        debug_assert!(rows.iter().all(|row| row.as_ref().len() == dimension));
        Self { dimension, values: rows.iter().flat_map(|row| row.as_ref().iter().copied()).collect() }
    }

    /// Whether the numbers make whole points: false for what was stored and then damaged.
    pub(crate) fn is_whole(&self) -> bool {
        self.dimension > 0 && self.values.len().is_multiple_of(self.dimension)
    }

    /// Coordinates a point has.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.values.len().checked_div(self.dimension).unwrap_or(0)
    }

    /// No point at all.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// One point.
    pub fn row(&self, index: usize) -> &[f64] {
        &self.values[index * self.dimension..(index + 1) * self.dimension]
    }

    /// One point, to change.
    pub fn row_mut(&mut self, index: usize) -> &mut [f64] {
        &mut self.values[index * self.dimension..(index + 1) * self.dimension]
    }

    /// All points, in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        // A dimension of zero has no points, and `chunks_exact` refuses it.
        self.values.chunks_exact(self.dimension.max(1))
    }

    /// Adds a point.
    pub fn push(&mut self, point: &[f64]) {
        debug_assert_eq!(point.len(), self.dimension);
        self.values.extend_from_slice(point);
    }

    /// All coordinates, point after point.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
}

/// Square of the Euclidean distance.
pub(crate) fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}
