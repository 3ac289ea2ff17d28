//! What a Gaussian process says at a point.

use super::{Kriging, Prediction};
use crate::regression::Regressor;

/// Samples that are worked on at once, so that the compiler uses the machine's vectors.
pub(super) const LANES: usize = 8;

impl Kriging {
    /// Expected value and variance of every output.
    pub fn predict(&self, point: &[f64]) -> Vec<Prediction> {
        let n = self.record.samples.len();
        let mut means = vec![0.0; self.variances.len()];
        self.evaluate(point, &mut means, &mut vec![0.0; self.scratch_length()]);
        let mut correlations = Vec::with_capacity(n);
        for index in 0..n {
            let part = |axis: usize| {
                let t = (point[axis] - self.ranges[axis].0) / self.record.lengths[axis];
                (t - self.scaled[axis * self.padded + index]).powi(2)
            };
            correlations.push(self.record.kernel.value((0..point.len()).map(part).sum()));
        }
        let mut unsure = 1.0;
        if let Some(trend_factor) = &self.trend_factor {
            let mut u: Vec<f64> = self
                .projected_trend
                .chunks_exact(n)
                .map(|p| p.iter().zip(&correlations).map(|(p, r)| p * r).sum())
                .collect();
            let t = |axis: usize| (point[axis] - self.ranges[axis].0) / self.ranges[axis].1;
            self.record.trend.for_each(t, point.len(), |index, value, _| u[index] -= value);
            trend_factor.solve_lower(&mut u);
            unsure += u.iter().map(|u| u * u).sum::<f64>();
        }
        self.factor.solve_lower(&mut correlations);
        unsure -= correlations.iter().map(|z| z * z).sum::<f64>();
        // Rounding may leave a small negative number at a sample.
        let unsure = unsure.max(0.0);
        means.iter().zip(&self.variances).map(|(&mean, s)| Prediction { mean, variance: s * unsure }).collect()
    }

    /// Coordinates in units of the lengths.
    fn scale(&self, point: &[f64], scaled: &mut [f64]) {
        for (axis, (scaled, x)) in scaled.iter_mut().zip(point).enumerate() {
            *scaled = (x - self.ranges[axis].0) / self.record.lengths[axis];
        }
    }

    /// Squares of the distances to the samples of one group of lanes.
    #[inline(always)]
    fn squares(&self, scaled: &[f64], first: usize) -> [f64; LANES] {
        let mut squares = [0.0; LANES];
        for (t, samples) in scaled.iter().zip(self.scaled.chunks_exact(self.padded)) {
            let samples: &[f64; LANES] = samples[first..first + LANES].try_into().expect("a full group");
            for (square, sample) in squares.iter_mut().zip(samples) {
                *square += (t - sample) * (t - sample);
            }
        }
        squares
    }

    fn add_trend(&self, point: &[f64], values: &mut [f64], mut slopes: Option<&mut [f64]>) {
        let (outputs, dimension) = (values.len(), point.len());
        let t = |axis: usize| (point[axis] - self.ranges[axis].0) / self.ranges[axis].1;
        self.record.trend.for_each(t, dimension, |index, value, inputs| {
            for (output, beta) in self.trend_coefficients[index * outputs..(index + 1) * outputs].iter().enumerate() {
                values[output] += beta * value;
                let Some(slopes) = slopes.as_deref_mut() else { continue };
                for (place, &axis) in inputs.iter().enumerate() {
                    let other = if inputs.len() == 2 { t(inputs[1 - place]) } else { 1.0 };
                    slopes[output * dimension + axis] += beta * other / self.ranges[axis].1;
                }
            }
        });
    }
}

impl Regressor for Kriging {
    fn dimension(&self) -> usize {
        self.ranges.len()
    }

    fn outputs(&self) -> usize {
        self.variances.len()
    }

    fn scratch_length(&self) -> usize {
        self.ranges.len() + 3 * self.padded
    }

    fn evaluate(&self, point: &[f64], values: &mut [f64], scratch: &mut [f64]) {
        let (scaled, rest) = scratch.split_at_mut(point.len());
        let correlations = &mut rest[..self.padded];
        self.scale(point, scaled);
        for (group, correlations) in correlations.chunks_exact_mut(LANES).enumerate() {
            let squares = self.squares(scaled, group * LANES);
            for (correlation, square) in correlations.iter_mut().zip(squares) {
                *correlation = self.record.kernel.value(square);
            }
        }
        for (value, weights) in values.iter_mut().zip(self.weights.chunks_exact(self.padded)) {
            *value = dot(weights, correlations);
        }
        self.add_trend(point, values, None);
    }

    /// dŷ/dxⱼ = −Σᵢ αᵢ wᵢ (tⱼ − tᵢⱼ)/ℓⱼ with t = x/ℓ, summed as tⱼ Σ αw and Σ αw tᵢⱼ.
    fn evaluate_with_slopes(&self, point: &[f64], values: &mut [f64], slopes: &mut [f64], scratch: &mut [f64]) {
        let (dimension, padded) = (point.len(), self.padded);
        let (scaled, rest) = scratch.split_at_mut(dimension);
        let (correlations, rest) = rest.split_at_mut(padded);
        let (rates, products) = rest.split_at_mut(padded);
        let products = &mut products[..padded];
        self.scale(point, scaled);
        let groups = correlations.chunks_exact_mut(LANES).zip(rates.chunks_exact_mut(LANES));
        for (group, (correlations, rates)) in groups.enumerate() {
            let squares = self.squares(scaled, group * LANES);
            for ((correlation, rate), square) in correlations.iter_mut().zip(rates).zip(squares) {
                (*correlation, *rate) = self.record.kernel.value_and_slope(square);
            }
        }
        let outputs = values.iter_mut().zip(slopes.chunks_exact_mut(dimension));
        for ((value, slopes), weights) in outputs.zip(self.weights.chunks_exact(padded)) {
            *value = dot(weights, correlations);
            for ((product, weight), rate) in products.iter_mut().zip(weights).zip(&*rates) {
                *product = weight * rate;
            }
            let sum = dot(weights, rates);
            for (axis, (slope, samples)) in slopes.iter_mut().zip(self.scaled.chunks_exact(padded)).enumerate() {
                *slope = (dot(products, samples) - scaled[axis] * sum) / self.record.lengths[axis];
            }
        }
        self.add_trend(point, values, Some(slopes));
    }
}

/// Σ aᵢbᵢ in as many sums as there are lanes: one sum would wait for itself.
#[inline]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}
