//! Cubic splines of measured stretches.

use super::SplineError;
use super::pieces::{Pieces, check_open};

/// The twice continuously differentiable, piecewise cubic curve through given points whose first two pieces are one cubic,
/// and whose last two are ("not a knot"); continued by straight lines.
///
/// A measured stretch rarely begins without acceleration: here the curvature at an end is what the nearest points say,
/// (M₁ − M₀)/h₀ = (M₂ − M₁)/h₁, not zero as in [`NaturalCubic`](super::NaturalCubic). Inside, the equations for M are the same.
///
/// *Checked by*: cubics are reproduced; second derivatives converge with second order up to the ends.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenCubic(Pieces);

impl OpenCubic {
    /// The spline with `values[i]` at `knots[i]`, which increase strictly; at least four of them.
    pub fn new(knots: &[f64], values: &[f64]) -> Result<Self, SplineError> {
        check_open(knots, values, 4)?;
        let n = knots.len();
        let gap = |i: usize| knots[i + 1] - knots[i];
        let slope = |i: usize| (values[i + 1] - values[i]) / gap(i);
        // M at the ends is eliminated: M₀ = (1 + r) M₁ − r M₂ with r = h₀/h₁, and likewise at the other end.
        let (before, after) = (gap(0) / gap(1), gap(n - 2) / gap(n - 3));
        let (mut upper, mut curvatures) = (vec![0.0; n], vec![0.0; n]);
        for i in 1..n - 1 {
            let (mut lower, mut diagonal, mut higher) = (gap(i - 1), 2.0 * (gap(i - 1) + gap(i)), gap(i));
            if i == 1 {
                diagonal += lower * (1.0 + before);
                higher -= lower * before;
                lower = 0.0;
            }
            if i == n - 2 {
                let last = gap(i);
                diagonal += last * (1.0 + after);
                lower -= last * after;
                higher = 0.0;
            }
            diagonal -= lower * upper[i - 1];
            upper[i] = higher / diagonal;
            curvatures[i] = (6.0 * (slope(i) - slope(i - 1)) - lower * curvatures[i - 1]) / diagonal;
        }
        for i in (1..n - 2).rev() {
            curvatures[i] -= upper[i] * curvatures[i + 1];
        }
        curvatures[0] = (1.0 + before) * curvatures[1] - before * curvatures[2];
        curvatures[n - 1] = (1.0 + after) * curvatures[n - 2] - after * curvatures[n - 3];
        Ok(Self(Pieces { knots: knots.to_vec(), values: values.to_vec(), curvatures }))
    }

    /// Value, first and second derivative, for any finite t.
    pub fn evaluate(&self, t: f64) -> [f64; 3] {
        self.0.evaluate(t)
    }

    /// Third derivative, for any finite t; at a knot that of the piece after it.
    pub fn third_derivative(&self, t: f64) -> f64 {
        self.0.third_derivative(t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubics_are_reproduced_between_uneven_knots() {
        let y = |t: f64| [1.0 - 2.0 * t + 0.5 * t * t + 3.0 * t * t * t, -2.0 + t + 9.0 * t * t, 1.0 + 18.0 * t];
        for knots in [vec![0.0, 0.3, 0.5, 1.1], vec![-1.0, 0.3, 0.5, 1.1, 1.3, 2.0]] {
            let values: Vec<f64> = knots.iter().map(|t| y(*t)[0]).collect();
            let spline = OpenCubic::new(&knots, &values).expect("valid");
            for i in 0..=20 {
                let t = knots[0] + (knots[knots.len() - 1] - knots[0]) * f64::from(i) / 20.0;
                let off = spline.evaluate(t).iter().zip(y(t)).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(off < 1e-11, "{t}: {off}");
            }
        }
    }

    /// sin t from 0.3 on has curvature at both ends, which a natural spline would miss.
    #[test]
    fn curvature_converges_with_second_order_up_to_the_ends() {
        let error = |n: u32| {
            let knots: Vec<f64> = (0..=n).map(|i| 0.3 + 4.0 * f64::from(i) / f64::from(n)).collect();
            let values: Vec<f64> = knots.iter().map(|t| t.sin()).collect();
            let spline = OpenCubic::new(&knots, &values).expect("valid");
            let at = (0..=997).map(|i| 0.3 + 4.0 * f64::from(i) / 997.0);
            at.map(|t| (spline.evaluate(t)[2] + t.sin()).abs()).fold(0.0, f64::max)
        };
        let order = (error(40) / error(80)).log2();
        assert!((1.9..2.2).contains(&order), "{order}");
    }

    #[test]
    fn beyond_its_ends_the_curve_is_straight() {
        let knots = [0.0, 1.0, 2.0, 3.0];
        let spline = OpenCubic::new(&knots, &[0.0, 1.0, 4.0, 9.0]).expect("valid");
        assert_eq!(spline.evaluate(5.0), [9.0 + 2.0 * 6.0, 6.0, 0.0]);
        assert!(matches!(OpenCubic::new(&knots[..3], &[0.0; 3]), Err(SplineError::TooFew { count: 3, fewest: 4 })));
    }
}
