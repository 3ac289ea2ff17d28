//! Where to search.

/// A search that cannot begin.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum OptimiseError {
    /// No parameter to vary.
    #[error("there is no parameter to vary")]
    NoParameters,
    /// A parameter without an interval.
    #[error("parameter {index} goes from {low} to {high}: that is no interval")]
    EmptyInterval {
        /// Which parameter.
        index: usize,
        /// Lower bound.
        low: f64,
        /// Upper bound.
        high: f64,
    },
    /// A start with the wrong number of parameters, or outside of the bounds.
    #[error("parameter {index} starts at {value}, outside of {low} to {high}")]
    StartOutside {
        /// Which parameter.
        index: usize,
        /// Where it starts.
        value: f64,
        /// Lower bound.
        low: f64,
        /// Upper bound.
        high: f64,
    },
    /// A start for another number of parameters.
    #[error("the start has {start} parameters, the bounds {bounds}")]
    WrongStart {
        /// Parameters of the start.
        start: usize,
        /// Parameters of the bounds.
        bounds: usize,
    },
    /// Too few evaluations to do anything.
    #[error("{evaluations} evaluations: this method needs at least {least} for {parameters} parameters")]
    TooFewEvaluations {
        /// What was allowed.
        evaluations: usize,
        /// What is needed.
        least: usize,
        /// How many parameters vary.
        parameters: usize,
    },
}

impl OptimiseError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::EmptyInterval { .. } => "the lower bound comes first".into(),
            Self::NoParameters => return None,
            Self::StartOutside { .. } => return None,
            Self::WrongStart { .. } => return None,
            Self::TooFewEvaluations { .. } => return None,
        };
        Some(hint)
    }
}

/// Lower and upper bound of every parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounds {
    intervals: Vec<(f64, f64)>,
}

impl Bounds {
    /// Bounds from pairs of lower and upper values.
    ///
    /// # Errors
    /// When there is none, or one is empty or infinite.
    pub fn new(intervals: Vec<(f64, f64)>) -> Result<Self, OptimiseError> {
        if intervals.is_empty() {
            return Err(OptimiseError::NoParameters);
        }
        for (index, &(low, high)) in intervals.iter().enumerate() {
            if !(low < high && low.is_finite() && high.is_finite()) {
                return Err(OptimiseError::EmptyInterval { index, low, high });
            }
        }
        Ok(Self { intervals })
    }

    /// How many parameters there are.
    pub fn dimension(&self) -> usize {
        self.intervals.len()
    }

    /// The pairs.
    pub fn intervals(&self) -> &[(f64, f64)] {
        &self.intervals
    }

    /// The point of the box at a point of the unit cube.
    pub fn from_unit(&self, unit: &[f64]) -> Vec<f64> {
        let place = |(u, (low, high)): (&f64, &(f64, f64))| (low + u * (high - low)).clamp(*low, *high);
        unit.iter().zip(&self.intervals).map(place).collect()
    }

    /// The point of the unit cube at a point of the box.
    pub fn to_unit(&self, point: &[f64]) -> Vec<f64> {
        point.iter().zip(&self.intervals).map(|(x, (low, high))| (x - low) / (high - low)).collect()
    }

    /// The middle of the box, as a point of the unit cube, or the start in it.
    ///
    /// # Errors
    /// When the start is outside, or has another number of parameters.
    pub(crate) fn start(&self, start: Option<&[f64]>) -> Result<Vec<f64>, OptimiseError> {
        let Some(start) = start else { return Ok(vec![0.5; self.dimension()]) };
        if start.len() != self.dimension() {
            return Err(OptimiseError::WrongStart { start: start.len(), bounds: self.dimension() });
        }
        for (index, (&value, &(low, high))) in start.iter().zip(&self.intervals).enumerate() {
            if !(low..=high).contains(&value) {
                return Err(OptimiseError::StartOutside { index, value, low, high });
            }
        }
        Ok(self.to_unit(start))
    }
}
