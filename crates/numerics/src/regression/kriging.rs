//! Gaussian processes.

mod evaluate;
mod kernel;
mod likelihood;
mod trend;

use serde::{Deserialize, Serialize};

pub use kernel::Kernel;
pub use trend::Trend;

use super::dense::Cholesky;
use super::sound::are_points;
use super::{Accuracy, Functions, RegressionError, Samples};
use crate::sampling::Points;
use likelihood::Likelihood;

/// How a Gaussian process is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct KrigingSettings {
    /// How the correlation falls with the distance.
    pub kernel: Kernel,
    /// What the process scatters about.
    pub trend: Trend,
    /// How much of the outputs is noise.
    pub noise: Noise,
    /// Samples that the likelihood sees at most when lengths are sought (evenly thinned): its cost grows with their cube.
    pub likelihood_samples: usize,
}

impl Default for KrigingSettings {
    fn default() -> Self {
        Self { kernel: Kernel::Matern52, trend: Trend::Constant, noise: Noise::Fixed(1e-10), likelihood_samples: 300 }
    }
}

/// Noise of the outputs, as a ratio of its variance to that of the process.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Noise {
    /// A given ratio. About 1e-10 interpolates: it is what rounding needs; when that is too little, the least power of ten
    /// that is enough is taken.
    Fixed(f64),
    /// The ratio that is most likely.
    Fitted,
}

/// y(x) = f(x)ᵀβ + Z(x), Z Gaussian with covariance σ² (c(x, x′) + g δ_{xx′}): universal Kriging [Santner2003].
///
/// With the correlations R = C + g I of the samples, F their trend functions, r(x) the correlations with x:
///
/// ŷ = fᵀβ + rᵀα,  α = R⁻¹(y − Fβ),  β = (FᵀR⁻¹F)⁻¹FᵀR⁻¹y,  σ² = (y − Fβ)ᵀα/n
///
/// s² = σ² (1 − rᵀR⁻¹r + uᵀ(FᵀR⁻¹F)⁻¹u),  u = FᵀR⁻¹r − f
///
/// leave-one-out: eᵢ = [Q y]ᵢ/Qᵢᵢ with Q = R⁻¹ − R⁻¹F(FᵀR⁻¹F)⁻¹FᵀR⁻¹ [Dubrule1983]
///
/// | symbol | is | here |
/// |---|---|---|
/// | ℓⱼ | correlation length of input j | [`Self::lengths`] |
/// | g | noise ratio | [`Self::noise_ratio`] |
/// | σ² | variance of the process, per output | [`Self::process_variances`] |
///
/// Lengths (and g) maximise the likelihood with β and σ² in their best values; all outputs share them, so that an
/// evaluation computes the correlations once. An output that is constant, or a sum of trend functions, does not vote.
///
/// *Checked by*: scikit-learn, leave-one-out against refits, slopes against differences.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct Kriging {
    record: Record,
    factor: Cholesky,
    /// Middle and half width of the range of every input.
    ranges: Vec<(f64, f64)>,
    /// Samples in units of the lengths, input after input; padded to full lanes.
    scaled: Vec<f64>,
    /// α of each output, padded to full lanes.
    weights: Vec<f64>,
    padded: usize,
    /// β, all outputs of a trend function together.
    trend_coefficients: Vec<f64>,
    /// R⁻¹F, trend function after trend function.
    projected_trend: Vec<f64>,
    /// Factors of FᵀR⁻¹F.
    trend_factor: Option<Cholesky>,
    variances: Vec<f64>,
    leave_one_out: Vec<Accuracy>,
    log_likelihood: f64,
}

/// What is stored: from it everything else follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    kernel: Kernel,
    trend: Trend,
    lengths: Vec<f64>,
    noise_ratio: f64,
    samples: Samples,
}

/// A value and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Expected value.
    pub mean: f64,
    /// Variance about it.
    pub variance: f64,
}

impl TryFrom<Record> for Kriging {
    type Error = RegressionError;

    fn try_from(record: Record) -> Result<Self, RegressionError> {
        let Record { lengths, noise_ratio, samples, .. } = &record;
        let sound = are_points(samples.points(), lengths.len())
            && are_points(samples.outputs(), samples.outputs().dimension())
            && samples.points().len() == samples.outputs().len()
            && lengths.iter().all(|length| *length > 0.0 && length.is_finite())
            && *noise_ratio >= 0.0
            && noise_ratio.is_finite();
        if !sound {
            return Err(RegressionError::Damaged);
        }
        Self::build(record)
    }
}

impl From<Kriging> for Record {
    fn from(kriging: Kriging) -> Self {
        kriging.record
    }
}

impl Kriging {
    /// Finds the most likely lengths and factorises the correlations.
    ///
    /// # Errors
    /// When the samples are too few, repeated, or an input never changes.
    pub fn fit(samples: &Samples, settings: &KrigingSettings) -> Result<Self, RegressionError> {
        let ranges = samples.ranges()?;
        let least = settings.trend.count(ranges.len()) + 2;
        if samples.len() < least {
            return Err(RegressionError::TooFew { samples: samples.len(), least });
        }
        let thinned;
        let seen = if samples.len() > settings.likelihood_samples.max(least) {
            // Evenly over all, whatever order they came in.
            let (count, keep) = (samples.len(), settings.likelihood_samples.max(least));
            thinned = samples.select((0..keep).map(|index| index * count / keep));
            &thinned
        } else {
            samples
        };
        let (lengths, noise_ratio) = likelihood::maximise(seen, settings, &ranges)?;
        Self::with_lengths(samples, settings, &lengths, noise_ratio)
    }

    /// A process with given correlation lengths (one per input) and noise ratio, of which nothing is sought.
    ///
    /// # Errors
    /// When the correlations are not positive definite.
    pub fn with_lengths(
        samples: &Samples,
        settings: &KrigingSettings,
        lengths: &[f64],
        noise_ratio: f64,
    ) -> Result<Self, RegressionError> {
        if lengths.len() != samples.points().dimension() {
            return Err(RegressionError::WrongDimension {
                settings: lengths.len(),
                samples: samples.points().dimension(),
            });
        }
        let &KrigingSettings { kernel, trend, .. } = settings;
        let mut record = Record { kernel, trend, lengths: lengths.to_vec(), noise_ratio, samples: samples.clone() };
        loop {
            match Self::build(record) {
                Err(RegressionError::NotPositiveDefinite { nugget, .. }) if nugget < 1e-7 => {
                    let noise_ratio = (10.0 * nugget).max(1e-14);
                    record = Record { kernel, trend, lengths: lengths.to_vec(), noise_ratio, samples: samples.clone() };
                }
                done => return done,
            }
        }
    }

    fn build(record: Record) -> Result<Self, RegressionError> {
        let ranges = record.samples.ranges()?;
        let least = record.trend.count(ranges.len()) + 2;
        if record.samples.len() < least {
            return Err(RegressionError::TooFew { samples: record.samples.len(), least });
        }
        let likelihood = Likelihood::new(&record.samples, record.kernel, record.trend, &ranges);
        let Some(state) = likelihood.factorise(&record.lengths, record.noise_ratio) else {
            let (samples, nugget) = (record.samples.len(), record.noise_ratio);
            return Err(RegressionError::NotPositiveDefinite { samples, nugget });
        };
        let leave_one_out = likelihood.leave_one_out(&state);
        let n = record.samples.len();
        let padded = n.next_multiple_of(evaluate::LANES);
        let mut scaled = vec![0.0; padded * ranges.len()];
        let mut weights = vec![0.0; padded * state.variances.len()];
        for (index, point) in record.samples.points().rows().enumerate() {
            for (axis, x) in point.iter().enumerate() {
                scaled[axis * padded + index] = (x - ranges[axis].0) / record.lengths[axis];
            }
        }
        for (padded, weights) in weights.chunks_exact_mut(padded).zip(state.weights.chunks_exact(n)) {
            padded[..n].copy_from_slice(weights);
        }
        Ok(Self {
            ranges,
            scaled,
            weights,
            padded,
            leave_one_out: leave_one_out
                .iter()
                .enumerate()
                .map(|(output, errors)| record.samples.accuracy(output, errors))
                .collect(),
            log_likelihood: state.log_likelihood,
            factor: state.factor,
            trend_coefficients: state.trend_coefficients,
            projected_trend: state.projected_trend,
            trend_factor: state.trend_factor,
            variances: state.variances,
            record,
        })
    }

    /// What the coefficients are multiplied with.
    pub fn functions_apart(&self) -> Functions {
        let Record { kernel, trend, lengths, samples, .. } = &self.record;
        let scale = |point: &[f64]| -> Vec<f64> {
            point.iter().enumerate().map(|(axis, x)| (x - self.ranges[axis].0) / lengths[axis]).collect()
        };
        let rows: Vec<Vec<f64>> = samples.points().rows().map(scale).collect();
        let (ranges, lengths) = (self.ranges.clone(), lengths.clone());
        Functions::Correlations { kernel: *kernel, trend: *trend, ranges, lengths, scaled: Points::from_rows(&rows) }
    }

    /// Coefficients of one output, in the order of [`Self::functions_apart`].
    pub fn coefficients_of(&self, output: usize) -> impl Iterator<Item = f64> + '_ {
        let outputs = self.variances.len();
        let weights = &self.weights[output * self.padded..][..self.record.samples.len()];
        self.trend_coefficients.iter().skip(output).step_by(outputs).chain(weights).copied()
    }

    /// Correlation length of every input, in its unit.
    pub fn lengths(&self) -> &[f64] {
        &self.record.lengths
    }

    /// Variance of the noise over that of the process.
    pub fn noise_ratio(&self) -> f64 {
        self.record.noise_ratio
    }

    /// Variance of the process, per output.
    pub fn process_variances(&self) -> &[f64] {
        &self.variances
    }

    /// Logarithm of the likelihood of all outputs that a constant and the trend do not explain.
    pub fn log_likelihood(&self) -> f64 {
        self.log_likelihood
    }

    /// How well every output would have been predicted at each sample without it (lengths and noise kept).
    pub fn leave_one_out(&self) -> &[Accuracy] {
        &self.leave_one_out
    }

    /// The samples it was fitted to.
    pub fn samples(&self) -> &Samples {
        &self.record.samples
    }
}
