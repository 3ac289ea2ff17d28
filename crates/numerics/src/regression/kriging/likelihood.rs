//! The likelihood of correlation lengths, and its maximum.

use crate::bounded::{Bounds, minimise_with_gradient};
use crate::regression::dense::Cholesky;
use crate::regression::{RegressionError, Samples};

use super::{Kernel, KrigingSettings, Noise, Trend};

/// Samples prepared for one likelihood after the other.
pub(super) struct Likelihood<'a> {
    samples: &'a Samples,
    kernel: Kernel,
    /// Trend functions at the samples, function after function.
    trend: Vec<f64>,
    trends: usize,
    /// Which outputs say something about the lengths: not those that a constant or the trend explains to rounding. Each
    /// vote asks for −½ ln |R|, which long lengths make large; an output without a residual would ask for nothing else.
    votes: Vec<bool>,
}

/// What is left of an output beside constant and trend, as a share of it, is rounding below this.
const ROUNDING: f64 = 1e-12;

/// Everything that follows from lengths and noise.
pub(super) struct State {
    pub(super) factor: Cholesky,
    /// α = R⁻¹(y − Fβ), output after output.
    pub(super) weights: Vec<f64>,
    pub(super) trend_coefficients: Vec<f64>,
    pub(super) projected_trend: Vec<f64>,
    pub(super) trend_factor: Option<Cholesky>,
    pub(super) variances: Vec<f64>,
    pub(super) log_likelihood: f64,
}

impl<'a> Likelihood<'a> {
    pub(super) fn new(samples: &'a Samples, kernel: Kernel, trend: Trend, ranges: &[(f64, f64)]) -> Self {
        let (n, dimension) = (samples.len(), ranges.len());
        let trends = trend.count(dimension);
        let mut functions = vec![0.0; n * trends];
        for (row, point) in samples.points().rows().enumerate() {
            let t = |axis: usize| (point[axis] - ranges[axis].0) / ranges[axis].1;
            trend.for_each(t, dimension, |index, value, _| functions[index * n + row] = value);
        }
        let basis = orthonormal(std::iter::once(vec![1.0; n]).chain(functions.chunks_exact(n).map(<[f64]>::to_vec)));
        let votes = (0..samples.outputs().dimension())
            .map(|output| {
                let values: Vec<f64> = samples.output(output).collect();
                let size = dot(&values, &values).sqrt();
                let rest = without(&basis, values);
                dot(&rest, &rest).sqrt() > ROUNDING * size
            })
            .collect();
        Self { samples, kernel, trend: functions, trends, votes }
    }

    /// How many outputs vote.
    fn voters(&self) -> f64 {
        self.votes.iter().filter(|votes| **votes).count() as f64
    }

    fn square(&self, i: usize, j: usize, lengths: &[f64]) -> f64 {
        let points = self.samples.points();
        let part = |((a, b), l): ((&f64, &f64), &f64)| ((a - b) / l).powi(2);
        points.row(i).iter().zip(points.row(j)).zip(lengths).map(part).sum()
    }

    /// Solves for the trend and the weights; none when the correlations are not positive definite.
    pub(super) fn factorise(&self, lengths: &[f64], noise_ratio: f64) -> Option<State> {
        let n = self.samples.len();
        let mut matrix = vec![0.0; n * n];
        for j in 0..n {
            matrix[j * n + j] = 1.0 + noise_ratio;
            for i in j + 1..n {
                matrix[j * n + i] = self.kernel.value(self.square(i, j, lengths));
            }
        }
        let factor = Cholesky::new(matrix, n)?;
        let mut projected_trend = self.trend.clone();
        projected_trend.chunks_exact_mut(n).for_each(|column| factor.solve(column));
        let trend_factor = if self.trends > 0 {
            let mut gram = vec![0.0; self.trends * self.trends];
            for (row, f) in self.trend.chunks_exact(n).enumerate() {
                for (column, p) in projected_trend.chunks_exact(n).enumerate() {
                    gram[column * self.trends + row] = dot(f, p);
                }
            }
            Some(Cholesky::new(gram, self.trends)?)
        } else {
            None
        };
        let outputs = self.samples.outputs().dimension();
        let mut weights = Vec::with_capacity(n * outputs);
        let mut trend_coefficients = vec![0.0; self.trends * outputs];
        let mut variances = Vec::with_capacity(outputs);
        for output in 0..outputs {
            let mut residual: Vec<f64> = self.samples.output(output).collect();
            if let Some(trend_factor) = &trend_factor {
                let mut beta: Vec<f64> = projected_trend.chunks_exact(n).map(|p| dot(p, &residual)).collect();
                trend_factor.solve(&mut beta);
                for (index, (beta, f)) in beta.iter().zip(self.trend.chunks_exact(n)).enumerate() {
                    residual.iter_mut().zip(f).for_each(|(residual, f)| *residual -= beta * f);
                    trend_coefficients[index * outputs + output] = *beta;
                }
            }
            let mut alpha = residual.clone();
            factor.solve(&mut alpha);
            variances.push(dot(&residual, &alpha) / n as f64);
            weights.extend(alpha);
        }
        let count = n as f64;
        let voting = variances.iter().zip(&self.votes).filter(|(_, votes)| **votes);
        let spread: f64 = voting.map(|(v, _)| (std::f64::consts::TAU * v.max(f64::MIN_POSITIVE)).ln() + 1.0).sum();
        let log_likelihood = -0.5 * (count * spread + self.voters() * factor.log_determinant());
        Some(State { factor, weights, trend_coefficients, projected_trend, trend_factor, variances, log_likelihood })
    }

    /// Derivatives of the logarithm of the likelihood by ln ℓ of every input and, last, by ln g:
    ///
    /// ½ Σ (αᵀ R′ α/σ² − tr(R⁻¹ R′)) over the outputs that vote
    fn slopes(&self, state: &State, lengths: &[f64], noise_ratio: f64) -> Vec<f64> {
        let n = self.samples.len();
        let inverse = state.factor.inverse();
        let voters = self.voters();
        let points = self.samples.points();
        let mut slopes = vec![0.0; lengths.len() + 1];
        let weight = |i: usize, j: usize| {
            let likely: f64 = state
                .weights
                .chunks_exact(n)
                .zip(&state.variances)
                .zip(&self.votes)
                .filter(|(_, votes)| **votes)
                .map(|((alpha, variance), _)| alpha[i] * alpha[j] / variance.max(f64::MIN_POSITIVE))
                .sum();
            likely - voters * inverse[j * n + i]
        };
        for j in 0..n {
            slopes[lengths.len()] += 0.5 * noise_ratio * weight(j, j);
            for i in j + 1..n {
                let (_, slope) = self.kernel.value_and_slope(self.square(i, j, lengths));
                // Twice the half: the matrix is symmetric.
                let both = slope * weight(i, j);
                let (a, b) = (points.row(i), points.row(j));
                for (axis, slope) in slopes[..lengths.len()].iter_mut().enumerate() {
                    *slope += both * ((a[axis] - b[axis]) / lengths[axis]).powi(2);
                }
            }
        }
        slopes
    }

    /// Errors at every sample of a process without it, output after output.
    pub(super) fn leave_one_out(&self, state: &State) -> Vec<Vec<f64>> {
        let n = self.samples.len();
        let inverse = state.factor.inverse();
        let mut row = vec![0.0; self.trends];
        let mut diagonal = Vec::with_capacity(n);
        for i in 0..n {
            // Qᵢᵢ: the part that the estimated trend takes away from the inverse.
            let mut taken = 0.0;
            if let Some(factor) = &state.trend_factor {
                row.iter_mut().enumerate().for_each(|(k, row)| *row = state.projected_trend[k * n + i]);
                factor.solve_lower(&mut row);
                taken = dot(&row, &row);
            }
            diagonal.push(inverse[i * n + i] - taken);
        }
        // Q y = α; the sign is that of prediction minus output.
        let errors = |alpha: &[f64]| alpha.iter().zip(&diagonal).map(|(alpha, q)| -alpha / q).collect();
        state.weights.chunks_exact(n).map(errors).collect()
    }
}

/// Lengths as shares of the half ranges of the inputs, between which they are sought.
const LENGTHS: (f64, f64) = (0.02, 100.0);

/// Noise ratios between which the most likely is sought.
const NOISE: (f64, f64) = (1e-10, 10.0);

/// The most likely lengths and noise ratio.
pub(super) fn maximise(
    samples: &Samples,
    settings: &KrigingSettings,
    ranges: &[(f64, f64)],
) -> Result<(Vec<f64>, f64), RegressionError> {
    let likelihood = Likelihood::new(samples, settings.kernel, settings.trend, ranges);
    let dimension = ranges.len();
    let fixed = match settings.noise {
        Noise::Fixed(ratio) => Some(ratio),
        Noise::Fitted => None,
    };
    let unpack = |logs: &[f64]| {
        let lengths: Vec<f64> = logs.iter().zip(ranges).map(|(log, (_, half))| half * log.exp()).collect();
        (lengths, fixed.unwrap_or_else(|| logs[dimension].exp()))
    };
    let mut bounds = vec![(LENGTHS.0.ln(), LENGTHS.1.ln()); dimension];
    if fixed.is_none() {
        bounds.push((NOISE.0.ln(), NOISE.1.ln()));
    }
    let bounds = Bounds::new(bounds).map_err(|_| RegressionError::TooFew { samples: samples.len(), least: 3 })?;
    let mut objective = |logs: &[f64], gradient: &mut [f64]| {
        let (lengths, noise) = unpack(logs);
        let Some(state) = likelihood.factorise(&lengths, noise) else { return f64::INFINITY };
        let slopes = likelihood.slopes(&state, &lengths, noise);
        gradient.iter_mut().zip(&slopes).for_each(|(gradient, slope)| *gradient = -slope);
        -state.log_likelihood
    };
    // In many dimensions points are far from each other: starts grow with the diagonal of the cube.
    let mut starts = Vec::new();
    for share in [0.15, 0.5, 1.5] {
        for noise in if fixed.is_some() { &[1e-6_f64][..] } else { &[1e-6, 1e-2][..] } {
            let mut start = vec![(share * (dimension as f64).sqrt()).ln(); dimension];
            if fixed.is_none() {
                start.push(noise.ln());
            }
            let value = objective(&start, &mut vec![0.0; start.len()]);
            starts.push((value, start));
        }
    }
    starts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut best: Option<(f64, Vec<f64>)> = None;
    for (_, start) in starts.iter().filter(|start| start.0.is_finite()).take(2) {
        let minimum = minimise_with_gradient(&mut objective, start, &bounds, 60);
        if best.as_ref().is_none_or(|(value, _)| minimum.value < *value) {
            best = Some((minimum.value, minimum.point));
        }
    }
    match best {
        Some((_, logs)) => Ok(unpack(&logs)),
        None => Err(RegressionError::NotPositiveDefinite { samples: samples.len(), nugget: fixed.unwrap_or(NOISE.1) }),
    }
}

/// Orthonormal vectors that span the columns; those that the ones before span already are left out.
fn orthonormal(columns: impl Iterator<Item = Vec<f64>>) -> Vec<Vec<f64>> {
    let mut basis: Vec<Vec<f64>> = Vec::new();
    for column in columns {
        let size = dot(&column, &column).sqrt();
        let mut rest = without(&basis, column);
        let norm = dot(&rest, &rest).sqrt();
        if norm > ROUNDING * size {
            rest.iter_mut().for_each(|x| *x /= norm);
            basis.push(rest);
        }
    }
    basis
}

/// What is left of a vector beside an orthonormal basis; taken away twice, as the first time leaves rounding.
fn without(basis: &[Vec<f64>], mut vector: Vec<f64>) -> Vec<f64> {
    for q in basis.iter().chain(basis) {
        let share = dot(q, &vector);
        vector.iter_mut().zip(q).for_each(|(x, q)| *x -= share * q);
    }
    vector
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
