//! Cubic splines with free ends.

use super::SplineError;
use super::pieces::{Pieces, check_open};

/// The twice continuously differentiable, piecewise cubic curve through given points with y″ = 0 at both ends, continued
/// by straight lines.
///
/// With gaps hᵢ, values yᵢ and curvatures Mᵢ (M₀ = Mₙ = 0):
/// hᵢ₋₁ Mᵢ₋₁ + 2(hᵢ₋₁ + hᵢ) Mᵢ + hᵢ Mᵢ₊₁ = 6((yᵢ₊₁ − yᵢ)/hᵢ − (yᵢ − yᵢ₋₁)/hᵢ₋₁).
#[derive(Debug, Clone, PartialEq)]
pub struct NaturalCubic(Pieces);

impl NaturalCubic {
    /// The spline with `values[i]` at `knots[i]`, which increase strictly.
    pub fn new(knots: &[f64], values: &[f64]) -> Result<Self, SplineError> {
        check_open(knots, values, 3)?;
        let n = knots.len();
        let gap = |i: usize| knots[i + 1] - knots[i];
        let slope = |i: usize| (values[i + 1] - values[i]) / gap(i);
        let (mut upper, mut curvatures) = (vec![0.0; n], vec![0.0; n]);
        for i in 1..n - 1 {
            let diagonal = 2.0 * (gap(i - 1) + gap(i)) - gap(i - 1) * upper[i - 1];
            upper[i] = gap(i) / diagonal;
            curvatures[i] = (6.0 * (slope(i) - slope(i - 1)) - gap(i - 1) * curvatures[i - 1]) / diagonal;
        }
        for i in (1..n - 1).rev() {
            curvatures[i] -= upper[i] * curvatures[i + 1];
        }
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
    fn straight_lines_are_reproduced_and_continued() {
        let spline = NaturalCubic::new(&[0.0, 0.4, 1.0, 3.0], &[1.0, 1.8, 3.0, 7.0]).expect("valid");
        for t in [-2.0, 0.0, 0.2, 0.9, 3.0, 5.0] {
            let [value, first, second] = spline.evaluate(t);
            assert!((value - (1.0 + 2.0 * t)).abs() < 1e-14 && (first - 2.0).abs() < 1e-14 && second.abs() < 1e-13);
        }
    }

    /// A sine over whole half waves has y″ = 0 at both ends, so that nothing is lost there: fourth order.
    #[test]
    fn a_sine_is_approached_with_fourth_order() {
        let error = |n: u32| {
            let knots: Vec<f64> = (0..=n).map(|i| std::f64::consts::TAU * f64::from(i) / f64::from(n)).collect();
            let values: Vec<f64> = knots.iter().map(|t| t.sin()).collect();
            let spline = NaturalCubic::new(&knots, &values).expect("valid");
            let at = (0..1000).map(|i| std::f64::consts::TAU * f64::from(i) / 1000.0);
            at.map(|t| (spline.evaluate(t)[0] - t.sin()).abs()).fold(0.0, f64::max)
        };
        let order = (error(20) / error(40)).log2();
        assert!((3.8..4.2).contains(&order), "{order}");
    }

    #[test]
    fn bad_knots_are_refused() {
        assert!(matches!(
            NaturalCubic::new(&[0.0, 1.0], &[0.0, 1.0]),
            Err(SplineError::TooFew { count: 2, fewest: 3 })
        ));
        assert!(matches!(NaturalCubic::new(&[0.0, 1.0, 1.0], &[0.0; 3]), Err(SplineError::Unsorted { index: 2, .. })));
        assert!(matches!(NaturalCubic::new(&[0.0, 1.0, 2.0], &[0.0; 2]), Err(SplineError::Mismatch { .. })));
    }
}
