//! Curves that do not overshoot.

use super::SplineError;
use super::pieces::check_open;

/// The once continuously differentiable, piecewise cubic curve through given points that rises only where they rise and is
/// level where they turn [FritschButland1984]; constant beyond its ends.
///
/// For quantities that begin and end suddenly, such as the force under a foot: a cubic spline would ring before and after.
///
/// With slopes sᵢ between the points, the slope at a point where sᵢ₋₁ sᵢ > 0 is the weighted harmonic mean
/// (w₁ + w₂)/(w₁/sᵢ₋₁ + w₂/sᵢ), w₁ = 2hᵢ + hᵢ₋₁, w₂ = hᵢ + 2hᵢ₋₁; otherwise, and at the ends, it is zero.
///
/// *Pitfalls*: the second derivative jumps at the knots.
#[derive(Debug, Clone, PartialEq)]
pub struct MonotoneCubic {
    knots: Vec<f64>,
    values: Vec<f64>,
    slopes: Vec<f64>,
}

impl MonotoneCubic {
    /// The curve with `values[i]` at `knots[i]`, which increase strictly; at least two of them.
    pub fn new(knots: &[f64], values: &[f64]) -> Result<Self, SplineError> {
        check_open(knots, values, 2)?;
        let n = knots.len();
        let gap = |i: usize| knots[i + 1] - knots[i];
        let secant = |i: usize| (values[i + 1] - values[i]) / gap(i);
        let slope = |i: usize| {
            if i == 0 || i == n - 1 {
                return 0.0;
            }
            let (left, right) = (secant(i - 1), secant(i));
            if left * right <= 0.0 {
                return 0.0;
            }
            let (w1, w2) = (2.0 * gap(i) + gap(i - 1), gap(i) + 2.0 * gap(i - 1));
            (w1 + w2) / (w1 / left + w2 / right)
        };
        let slopes = (0..n).map(slope).collect();
        Ok(Self { knots: knots.to_vec(), values: values.to_vec(), slopes })
    }

    /// Value, first and second derivative, for any finite t.
    pub fn evaluate(&self, t: f64) -> [f64; 3] {
        let n = self.knots.len();
        if t <= self.knots[0] {
            return [self.values[0], 0.0, 0.0];
        }
        if t >= self.knots[n - 1] {
            return [self.values[n - 1], 0.0, 0.0];
        }
        let (i, [m0, c2, c3]) = self.piece(t);
        let u = t - self.knots[i];
        [self.values[i] + u * (m0 + u * (c2 + u * c3)), m0 + u * (2.0 * c2 + 3.0 * u * c3), 2.0 * c2 + 6.0 * u * c3]
    }

    /// Third derivative, for any finite t; at a knot that of the piece after it.
    pub fn third_derivative(&self, t: f64) -> f64 {
        let inside = t >= self.knots[0] && t < self.knots[self.knots.len() - 1];
        if inside { 6.0 * self.piece(t).1[2] } else { 0.0 }
    }

    /// The piece at a place within the knots, and its coefficients of the first, second and third power.
    fn piece(&self, t: f64) -> (usize, [f64; 3]) {
        let i = self.knots[1..self.knots.len() - 1].partition_point(|knot| *knot <= t);
        let h = self.knots[i + 1] - self.knots[i];
        let (m0, m1, s) = (self.slopes[i], self.slopes[i + 1], (self.values[i + 1] - self.values[i]) / h);
        (i, [m0, (3.0 * s - 2.0 * m0 - m1) / h, (m0 + m1 - 2.0 * s) / (h * h)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_climbed_without_overshoot() {
        let knots: Vec<f64> = (0..10).map(f64::from).collect();
        let values = [0.0, 0.0, 0.0, 40.0, 600.0, 700.0, 650.0, 0.0, 0.0, 0.0];
        let curve = MonotoneCubic::new(&knots, &values).expect("valid");
        for i in 0..=9000 {
            let t = f64::from(i) / 1000.0;
            let (i, y) = ((t as usize).min(8), curve.evaluate(t)[0]);
            let (low, high) = (values[i].min(values[i + 1]), values[i].max(values[i + 1]));
            assert!((low - 1e-9..=high + 1e-9).contains(&y), "{t}: {y} is not between {low} and {high}");
        }
    }

    /// Where data are monotone the slopes are first-order means, and the curve is off by O(h²) to O(h³).
    #[test]
    fn an_exponential_is_approached() {
        let error = |n: u32| {
            let knots: Vec<f64> = (0..=n).map(|i| f64::from(i) / f64::from(n)).collect();
            let values: Vec<f64> = knots.iter().map(|t| t.exp()).collect();
            let curve = MonotoneCubic::new(&knots, &values).expect("valid");
            (100..900)
                .map(|i| f64::from(i) / 1000.0)
                .map(|t| (curve.evaluate(t)[0] - t.exp()).abs())
                .fold(0.0, f64::max)
        };
        let order = (error(20) / error(40)).log2();
        assert!((2.5..4.2).contains(&order), "{order}");
    }
}
