//! How an angle or a length follows from a coordinate.

use numerics::spline::{SimmCubic, SplineError};

/// A function of one number, with its first two derivatives.
#[derive(Debug, Clone, PartialEq)]
pub enum Dependence {
    /// Always the same.
    Constant(f64),
    /// `slope · x + intercept`.
    Linear {
        /// First derivative.
        slope: f64,
        /// Value at zero.
        intercept: f64,
    },
    /// Coefficients of 1, x, x², …
    Polynomial(Vec<f64>),
    /// A cubic spline as SIMM makes it, straight beyond its ends.
    Spline(SimmCubic),
    /// Straight between points, and beyond the outermost with the slope of the outermost piece.
    Broken {
        /// Where the points are, increasing.
        knots: Vec<f64>,
        /// Their values.
        values: Vec<f64>,
    },
    /// Another function, times a factor.
    Scaled(f64, Box<Self>),
}

impl Dependence {
    /// The coordinate itself.
    pub const IDENTITY: Self = Self::Linear { slope: 1.0, intercept: 0.0 };

    /// The spline through points.
    pub fn spline(knots: &[f64], values: &[f64]) -> Result<Self, SplineError> {
        SimmCubic::new(knots, values).map(Self::Spline)
    }

    /// Value, first and second derivative.
    pub fn evaluate(&self, x: f64) -> [f64; 3] {
        match self {
            Self::Constant(value) => [*value, 0.0, 0.0],
            Self::Linear { slope, intercept } => [slope * x + intercept, *slope, 0.0],
            Self::Polynomial(coefficients) => {
                coefficients.iter().rev().fold([0.0; 3], |[p, d, s], c| [p * x + c, d * x + p, s * x + 2.0 * d])
            }
            Self::Spline(spline) => spline.evaluate(x),
            Self::Broken { knots, values } => match knots.len() {
                0 => [0.0; 3],
                1 => [values[0], 0.0, 0.0],
                n => {
                    let i = knots[1..n - 1].partition_point(|knot| *knot <= x);
                    let slope = (values[i + 1] - values[i]) / (knots[i + 1] - knots[i]);
                    [values[i] + slope * (x - knots[i]), slope, 0.0]
                }
            },
            Self::Scaled(factor, inner) => inner.evaluate(x).map(|value| factor * value),
        }
    }

    /// Whether all of its numbers are finite, and the points of a broken line increase.
    pub(super) fn is_sound(&self) -> bool {
        match self {
            Self::Constant(value) => value.is_finite(),
            Self::Linear { slope, intercept } => slope.is_finite() && intercept.is_finite(),
            Self::Polynomial(coefficients) => coefficients.iter().all(|c| c.is_finite()),
            Self::Spline(_) => true,
            Self::Broken { knots, values } => {
                !knots.is_empty()
                    && knots.len() == values.len()
                    && knots.windows(2).all(|pair| pair[0] < pair[1])
                    && knots.iter().chain(values).all(|value| value.is_finite())
            }
            Self::Scaled(factor, inner) => factor.is_finite() && inner.is_sound(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_have_their_derivatives() {
        let [value, first, second] = Dependence::Polynomial(vec![1.0, -2.0, 0.5, 3.0]).evaluate(0.7);
        assert!((value - (1.0 - 1.4 + 0.245 + 1.029)).abs() < 1e-14, "{value}");
        assert!((first - (-2.0 + 0.7 + 4.41)).abs() < 1e-14 && (second - (1.0 + 12.6)).abs() < 1e-14);
    }

    #[test]
    fn a_broken_line_goes_through_its_points_and_on() {
        let line = Dependence::Broken { knots: vec![0.0, 1.0, 3.0], values: vec![1.0, 2.0, 0.0] };
        for (x, value, slope) in [(-1.0, 0.0, 1.0), (0.5, 1.5, 1.0), (2.0, 1.0, -1.0), (4.0, -1.0, -1.0)] {
            assert_eq!(line.evaluate(x), [value, slope, 0.0]);
        }
        assert_eq!(Dependence::Scaled(-2.0, Box::new(line)).evaluate(2.0), [-2.0, 2.0, 0.0]);
    }
}
