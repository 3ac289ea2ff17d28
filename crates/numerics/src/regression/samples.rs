//! Inputs and outputs that belong together.

use serde::{Deserialize, Serialize};

use crate::sampling::Points;

/// Points and what was computed there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Samples {
    points: Points,
    outputs: Points,
}

/// How far a fit is from outputs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Accuracy {
    /// Root of the mean square error.
    pub rms: f64,
    /// Greatest error.
    pub greatest: f64,
    /// Standard deviation of the outputs themselves: an error of this size is no better than their mean.
    pub deviation: f64,
}

impl Accuracy {
    /// Share of the outputs' variance that is explained, R².
    pub fn explained(&self) -> f64 {
        1.0 - (self.rms / self.deviation).powi(2)
    }
}

/// Samples that cannot be fitted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RegressionError {
    /// Numbers that no fit has written.
    #[error("a stored fit is damaged")]
    Damaged,
    /// Inputs and outputs do not belong together.
    #[error("{points} points with {outputs} outputs")]
    Mismatch {
        /// Points there are.
        points: usize,
        /// Rows of outputs there are.
        outputs: usize,
    },
    /// Too few samples for what is asked.
    #[error("{samples} samples: at least {least} are needed")]
    TooFew {
        /// Samples there are.
        samples: usize,
        /// Samples needed.
        least: usize,
    },
    /// A number is missing.
    #[error("sample {index} has {value}: every input and output has to be a finite number")]
    NotFinite {
        /// Which sample.
        index: usize,
        /// What it has.
        value: f64,
    },
    /// An input that never changes.
    #[error("input {axis} is {value} in every sample")]
    ConstantInput {
        /// Which input.
        axis: usize,
        /// Its value.
        value: f64,
    },
    /// Settings for another number of inputs.
    #[error("settings for {settings} inputs, samples have {samples}")]
    WrongDimension {
        /// Inputs in the settings.
        settings: usize,
        /// Inputs of the samples.
        samples: usize,
    },
    /// Samples are so close, or the correlation so long, that the covariance matrix cannot be factorised.
    #[error("the covariance of {samples} samples is not positive definite, even with a noise of {nugget:.1e}")]
    NotPositiveDefinite {
        /// Samples there are.
        samples: usize,
        /// Noise ratio that was tried last.
        nugget: f64,
    },
}

impl RegressionError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::TooFew { .. } => "sample more points, or choose a simpler model".into(),
            Self::ConstantInput { .. } => "leave it out, or vary it".into(),
            Self::NotPositiveDefinite { .. } => "leave out repeated samples, or let the noise be fitted".into(),
            Self::Damaged => return None,
            Self::Mismatch { .. } => return None,
            Self::NotFinite { .. } => return None,
            Self::WrongDimension { .. } => return None,
        };
        Some(hint)
    }
}

impl Samples {
    /// Puts points and their outputs together.
    ///
    /// # Errors
    /// When their numbers differ, or one of them is not finite.
    pub fn new(points: Points, outputs: Points) -> Result<Self, RegressionError> {
        if points.len() != outputs.len() {
            return Err(RegressionError::Mismatch { points: points.len(), outputs: outputs.len() });
        }
        for (index, (point, output)) in points.rows().zip(outputs.rows()).enumerate() {
            if let Some(&value) = point.iter().chain(output).find(|value| !value.is_finite()) {
                return Err(RegressionError::NotFinite { index, value });
            }
        }
        Ok(Self { points, outputs })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// None at all.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The inputs.
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// The outputs.
    pub fn outputs(&self) -> &Points {
        &self.outputs
    }

    /// Inputs with their outputs.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (&[f64], &[f64])> {
        self.points.rows().zip(self.outputs.rows())
    }

    /// Every `step`-th sample, beginning with `first`.
    pub fn every(&self, first: usize, step: usize) -> Self {
        self.select((first..self.len()).step_by(step.max(1)))
    }

    /// The samples with these indices.
    pub fn select(&self, indices: impl IntoIterator<Item = usize>) -> Self {
        let (mut points, mut outputs) = (Points::new(self.points.dimension()), Points::new(self.outputs.dimension()));
        for index in indices {
            points.push(self.points.row(index));
            outputs.push(self.outputs.row(index));
        }
        Self { points, outputs }
    }

    /// One output of every sample.
    pub fn output(&self, index: usize) -> impl Iterator<Item = f64> {
        self.outputs.rows().map(move |row| row[index])
    }

    /// Middle and half width of the range of every input.
    ///
    /// # Errors
    /// When an input never changes.
    pub(super) fn ranges(&self) -> Result<Vec<(f64, f64)>, RegressionError> {
        let range = |axis: usize| {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for point in self.points.rows() {
                (low, high) = (point[axis].min(low), point[axis].max(high));
            }
            if low < high {
                return Ok((0.5 * (low + high), 0.5 * (high - low)));
            }
            Err(RegressionError::ConstantInput { axis, value: low })
        };
        (0..self.points.dimension()).map(range).collect()
    }

    /// Sums up the errors that a fit makes in one output.
    pub fn accuracy(&self, output: usize, errors: &[f64]) -> Accuracy {
        let n = errors.len().max(1) as f64;
        let mean = self.output(output).sum::<f64>() / n;
        Accuracy {
            rms: (errors.iter().map(|error| error * error).sum::<f64>() / n).sqrt(),
            greatest: errors.iter().fold(0.0, |greatest, error| error.abs().max(greatest)),
            deviation: (self.output(output).map(|value| (value - mean).powi(2)).sum::<f64>() / n).sqrt(),
        }
    }
}
