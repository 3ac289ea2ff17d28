//! Shares of the variance.

use super::{SensitivityError, bootstrap};
use crate::sampling::{Points, Random, draw_sobol_sequence};

/// Runs for variance-based indices: for each row two independent points a and b, and the points a with one coordinate
/// taken from b [Saltelli2010].
///
/// Rows come from a shifted Sobol sequence of twice the dimension; a power of two of them is best.
#[derive(Clone, Debug, PartialEq)]
pub struct SobolDesign {
    dimension: usize,
    points: Points,
    seed: u64,
}

/// How much of the variance of the output is due to one input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SobolIndex {
    /// S: the share that would go if this input alone were known.
    pub first: f64,
    /// Half of the 95 % confidence interval of the first-order index.
    pub first_confidence: f64,
    /// S_T: the share that would remain if every other input were known.
    pub total: f64,
    /// Half of the 95 % confidence interval of the total index.
    pub total_confidence: f64,
}

impl SobolDesign {
    /// Draws `rows` of `dimension + 2` points each.
    ///
    /// # Errors
    /// With fewer than two rows, without inputs, or with more than half of the sequence's coordinates.
    pub fn new(dimension: usize, rows: usize, seed: u64) -> Result<Self, SensitivityError> {
        if dimension == 0 {
            return Err(SensitivityError::TooFew { what: "inputs", count: 0, least: 1 });
        }
        if rows < 2 {
            return Err(SensitivityError::TooFew { what: "rows", count: rows, least: 2 });
        }
        let pairs = draw_sobol_sequence(rows, 2 * dimension, Some(&mut Random::new(seed)))?;
        let mut points = Points::new(dimension);
        for pair in pairs.rows() {
            let (a, b) = pair.split_at(dimension);
            points.push(a);
            points.push(b);
            let mut mixed = a.to_vec();
            for axis in 0..dimension {
                mixed[axis] = b[axis];
                points.push(&mixed);
                mixed[axis] = a[axis];
            }
        }
        Ok(Self { dimension, points, seed })
    }

    /// The points to run.
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// Indices of every input, from an output that has one value for each point, NaN where the run failed.
    ///
    /// With f_a, f_b and f_ab the outputs at a, at b and at a with one coordinate of b, over n rows:
    ///
    /// S = Σ f_b (f_ab − f_a) / (n V)  [Saltelli2010],  S_T = Σ (f_a − f_ab)² / (2 n V)  [Jansen1999]
    ///
    /// V is the variance of all f_a and f_b, from which the mean is taken first: the estimate of S would otherwise grow
    /// uncertain with the square of the mean. A row with a failed run is left out.
    ///
    /// # Errors
    /// When the number of outputs is wrong, fewer than two rows are complete, or the output does not vary.
    pub fn compute_indices(&self, outputs: &[f64]) -> Result<Vec<SobolIndex>, SensitivityError> {
        if outputs.len() != self.points.len() {
            return Err(SensitivityError::WrongCount { outputs: outputs.len(), points: self.points.len() });
        }
        let complete = |row: &&[f64]| row.iter().all(|value| value.is_finite());
        let rows: Vec<&[f64]> = outputs.chunks_exact(self.dimension + 2).filter(complete).collect();
        if rows.len() < 2 {
            return Err(SensitivityError::TooFew { what: "rows without a failed run", count: rows.len(), least: 2 });
        }
        let everything: Vec<usize> = (0..rows.len()).collect();
        let (mean, variance) = moments(&rows, &everything);
        if !(variance > f64::EPSILON.powi(2) * mean * mean) {
            return Err(SensitivityError::Constant { value: mean });
        }
        let index_of = |axis| {
            let mut random = Random::of_run(self.seed, u64::MAX - axis as u64);
            let mut confidence = |index: fn(&[&[f64]], &[usize], usize) -> f64| {
                bootstrap::half_width(rows.len(), 400, &mut random, |chosen| index(&rows, chosen, axis))
            };
            SobolIndex {
                first: first(&rows, &everything, axis),
                first_confidence: confidence(first),
                total: total(&rows, &everything, axis),
                total_confidence: confidence(total),
            }
        };
        Ok((0..self.dimension).map(index_of).collect())
    }
}

/// Mean and variance over both independent points of the chosen rows.
fn moments(rows: &[&[f64]], chosen: &[usize]) -> (f64, f64) {
    let n = 2.0 * chosen.len() as f64;
    let mean = chosen.iter().map(|&row| rows[row][0] + rows[row][1]).sum::<f64>() / n;
    let squares = |row: &[f64]| (row[0] - mean).powi(2) + (row[1] - mean).powi(2);
    (mean, chosen.iter().map(|&row| squares(rows[row])).sum::<f64>() / n)
}

fn first(rows: &[&[f64]], chosen: &[usize], axis: usize) -> f64 {
    let (mean, variance) = moments(rows, chosen);
    let sum: f64 = chosen.iter().map(|&row| (rows[row][1] - mean) * (rows[row][2 + axis] - rows[row][0])).sum();
    sum / (chosen.len() as f64 * variance)
}

fn total(rows: &[&[f64]], chosen: &[usize], axis: usize) -> f64 {
    let (_, variance) = moments(rows, chosen);
    let sum: f64 = chosen.iter().map(|&row| (rows[row][0] - rows[row][2 + axis]).powi(2)).sum();
    sum / (2.0 * chosen.len() as f64 * variance)
}
