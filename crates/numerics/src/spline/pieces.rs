//! Piecewise cubic curves given by values and curvatures at their knots, straight beyond their ends.

use super::SplineError;

/// Values and second derivatives at increasing knots.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Pieces {
    pub knots: Vec<f64>,
    pub values: Vec<f64>,
    pub curvatures: Vec<f64>,
}

impl Pieces {
    /// The piece at a place within the knots.
    fn piece(&self, inside: f64) -> usize {
        self.knots[1..self.knots.len() - 1].partition_point(|knot| *knot <= inside)
    }

    /// Third derivative, for any finite t; at a knot that of the piece after it.
    pub fn third_derivative(&self, t: f64) -> f64 {
        if t < self.knots[0] || t >= self.knots[self.knots.len() - 1] {
            return 0.0;
        }
        let i = self.piece(t);
        (self.curvatures[i + 1] - self.curvatures[i]) / (self.knots[i + 1] - self.knots[i])
    }

    /// Value, first and second derivative, for any finite t; beyond the ends the curvature is zero.
    pub fn evaluate(&self, t: f64) -> [f64; 3] {
        let inside = t.clamp(self.knots[0], self.knots[self.knots.len() - 1]);
        let i = self.piece(inside);
        let h = self.knots[i + 1] - self.knots[i];
        let (u, v) = (inside - self.knots[i], self.knots[i + 1] - inside);
        let (y0, y1, m0, m1) = (self.values[i], self.values[i + 1], self.curvatures[i], self.curvatures[i + 1]);
        let slope = (y1 - y0) / h;
        let value = y0 + u * (slope - v * ((h + v) * m0 + (h + u) * m1) / (6.0 * h));
        let first = slope + (m1 * (3.0 * u * u - h * h) - m0 * (3.0 * v * v - h * h)) / (6.0 * h);
        let second = if inside == t { (m0 * v + m1 * u) / h } else { 0.0 };
        [value + first * (t - inside), first, second]
    }
}

/// Whether a curve can go through these points.
pub(super) fn check_open(knots: &[f64], values: &[f64], fewest: usize) -> Result<(), SplineError> {
    let n = knots.len();
    if n < fewest {
        return Err(SplineError::TooFew { count: n, fewest });
    }
    if n != values.len() {
        return Err(SplineError::Mismatch { knots: n, values: values.len() });
    }
    if let Some(index) = (0..n).find(|&i| !(values[i].is_finite() && knots[i].is_finite())) {
        return Err(SplineError::NotFinite { index, component: 0, value: values[index] });
    }
    if let Some(index) = (1..n).find(|&i| knots[i] <= knots[i - 1]) {
        return Err(SplineError::Unsorted { index, knot: knots[index], before: knots[index - 1] });
    }
    Ok(())
}
