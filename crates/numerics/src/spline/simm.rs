//! Cubic splines as musculoskeletal models mean them.

use super::SplineError;
use super::pieces::{Pieces, check_open};

/// The twice continuously differentiable, piecewise cubic curve through given points whose third derivative at either end is
/// that of the cubic through the four outermost points [Forsythe1977]; continued by straight lines. Joints and moving points
/// of SIMM and OpenSim (`SimmSpline`, also called `NaturalCubicSpline`, which it is not) are such curves.
///
/// (M₁ − M₀)/h₀ = 6 y\[t₀, t₁, t₂, t₃\], and likewise at the other end; inside, the equations for M are those of
/// [`NaturalCubic`](super::NaturalCubic). Three points make a parabola, two a line.
///
/// *Checked by*: cubics are reproduced; the values of OpenSim 4.6.
#[derive(Debug, Clone, PartialEq)]
pub struct SimmCubic(Pieces);

impl SimmCubic {
    /// The spline with `values[i]` at `knots[i]`, which increase strictly; at least two of them.
    pub fn new(knots: &[f64], values: &[f64]) -> Result<Self, SplineError> {
        check_open(knots, values, 2)?;
        let n = knots.len();
        let gap = |i: usize| knots[i + 1] - knots[i];
        let slope = |i: usize| (values[i + 1] - values[i]) / gap(i);
        let second = |i: usize| (slope(i + 1) - slope(i)) / (knots[i + 2] - knots[i]);
        let third = |i: usize| (second(i + 1) - second(i)) / (knots[i + 3] - knots[i]);
        let mut curvatures = vec![0.0; n];
        if n > 2 {
            let ends = if n > 3 { [third(0), third(n - 4)] } else { [0.0; 2] };
            // Rows a M₋ + b M + c M₊ = r; elimination from the first, M₀ = M₁ − 6 h₀ y[…].
            let (mut upper, mut right) = (vec![0.0; n], vec![0.0; n]);
            (upper[0], right[0]) = (-1.0, -6.0 * gap(0) * ends[0]);
            for i in 1..n - 1 {
                let diagonal = 2.0 * (gap(i - 1) + gap(i)) - gap(i - 1) * upper[i - 1];
                upper[i] = gap(i) / diagonal;
                right[i] = (6.0 * (slope(i) - slope(i - 1)) - gap(i - 1) * right[i - 1]) / diagonal;
            }
            // M₋ − M = −6 h y[…] in the last row.
            let last = n - 1;
            curvatures[last] = (6.0 * gap(n - 2) * ends[1] + right[last - 1]) / (1.0 + upper[last - 1]);
            for i in (0..last).rev() {
                curvatures[i] = right[i] - upper[i] * curvatures[i + 1];
            }
        }
        Ok(Self(Pieces { knots: knots.to_vec(), values: values.to_vec(), curvatures }))
    }

    /// Value, first and second derivative, for any finite t.
    pub fn evaluate(&self, t: f64) -> [f64; 3] {
        self.0.evaluate(t)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cubics_parabolas_and_lines_are_reproduced() {
        let knots = [-1.0, -0.3, 0.2, 0.9, 1.4, 2.0];
        let cubic = |t: f64| 1.0 - 2.0 * t + 0.5 * t * t + 3.0 * t * t * t;
        let spline = SimmCubic::new(&knots, &knots.map(cubic)).expect("valid");
        let parabola = SimmCubic::new(&knots[..3], &knots.map(|t| 2.0 * t * t - t)[..3]).expect("valid");
        let line = SimmCubic::new(&[0.0, 2.0], &[1.0, 5.0]).expect("valid");
        for t in [-0.9, -0.3, 0.0, 0.7, 1.1, 1.95] {
            let [value, first, second] = spline.evaluate(t);
            assert!((value - cubic(t)).abs() < 1e-13, "{t} {value}");
            assert!((first - (-2.0 + t + 9.0 * t * t)).abs() < 1e-12 && (second - (1.0 + 18.0 * t)).abs() < 1e-11);
            if t < 0.2 {
                assert!((parabola.evaluate(t)[0] - (2.0 * t * t - t)).abs() < 1e-14);
            }
            assert!((line.evaluate(t)[0] - (1.0 + 2.0 * t)).abs() < 1e-14);
        }
    }

    /// Numbers of `SimmSpline` of OpenSim 4.6, asked through its Python package.
    #[test]
    #[allow(clippy::approx_constant)]
    fn opensim_has_the_same_curve() {
        let knots = [-2.0944, -1.74533, -1.39626, -1.0472, -0.698132, -0.349066, -0.174533, 0.197344];
        let values = [-0.0032, 0.00179, 0.00411, 0.0041, 0.00212, -0.001, -0.0031, -0.005227];
        let spline = SimmCubic::new(&knots, &values).expect("valid");
        for (t, expected) in SIMM {
            let found = spline.evaluate(t);
            for (a, b) in found.iter().zip(expected) {
                assert!((a - b).abs() < 1e-12, "{t}: {found:?} {expected:?}");
            }
        }
    }

    const SIMM: [(f64, [f64; 3]); 7] = [
        (-2.5, [-0.010688838674079796, 0.018463606198421578, 0.0]),
        (-2.0, [-0.0015664753481483254, 0.016156838150528, -0.024058838966072686]),
        (-1.5, [0.0036758057487066126, 0.005183986577379313, -0.019593978032204057]),
        (-0.5, [0.0005309865664944796, -0.009020386058041828, -0.012813103812104935]),
        (-0.2, [-0.0027998242710763135, -0.01195960140830747, 0.011811029046458546]),
        (0.1, [-0.0052352787567550435, -0.0024942964791401095, 0.04919799436224913]),
        (0.5, [-0.0043646823985044325, 0.0028491673764787975, 0.0]),
    ];
}
