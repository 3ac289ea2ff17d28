//! What was asked and told.

use super::Bounds;
use nalgebra::DVector;

/// What came out at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// What is to be small: one number, several, or the residuals of a calibration. NaN when the run failed.
    pub objectives: Vec<f64>,
    /// What may not be positive.
    pub constraints: Vec<f64>,
}

impl Evaluation {
    /// One objective without constraints.
    pub fn of(objective: f64) -> Self {
        Self { objectives: vec![objective], constraints: Vec::new() }
    }

    /// Objectives and constraints.
    pub fn new(objectives: Vec<f64>, constraints: Vec<f64>) -> Self {
        Self { objectives, constraints }
    }

    /// Every number is there.
    pub fn succeeded(&self) -> bool {
        self.objectives.iter().chain(&self.constraints).all(|value| value.is_finite())
    }
}

/// A point and what came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The parameters.
    pub point: Vec<f64>,
    /// What came out.
    pub evaluation: Evaluation,
}

/// All trials of a search, in the order in which they were asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trials {
    trials: Vec<Trial>,
}

impl Trials {
    pub(super) fn push(&mut self, point: Vec<f64>, evaluation: Evaluation) {
        self.trials.push(Trial { point, evaluation });
    }

    /// Records the answers to points of the unit cube.
    pub(super) fn record(&mut self, bounds: &Bounds, asked: &[DVector<f64>], evaluations: &[Evaluation]) {
        for (x, evaluation) in asked.iter().zip(evaluations) {
            self.push(bounds.from_unit(x.as_slice()), evaluation.clone());
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.trials.len()
    }

    /// None yet.
    pub fn is_empty(&self) -> bool {
        self.trials.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Trial> + ExactSizeIterator {
        self.trials.iter()
    }

    /// The allowed trial with the least first objective; where none is allowed, the one that is closest to it.
    pub fn best(&self) -> Option<&Trial> {
        let scales = self.constraint_scales();
        let succeeded = self.trials.iter().filter(|trial| trial.evaluation.succeeded());
        succeeded.min_by(|a, b| compare(&a.evaluation, &b.evaluation, &scales))
    }

    /// Typical size of each constraint, by which violations are made comparable: its mean magnitude.
    pub(super) fn constraint_scales(&self) -> Vec<f64> {
        let mut sums: Vec<f64> = Vec::new();
        let mut count = 0.0;
        for trial in self.trials.iter().filter(|trial| trial.evaluation.succeeded()) {
            sums.resize(trial.evaluation.constraints.len(), 0.0);
            sums.iter_mut().zip(&trial.evaluation.constraints).for_each(|(sum, c)| *sum += c.abs());
            count += 1.0;
        }
        sums.iter().map(|&sum| if sum > 0.0 { sum / count } else { 1.0 }).collect()
    }
}

/// Sum of the positive constraints in units of their scales; infinite for a run that failed.
pub(super) fn violation(evaluation: &Evaluation, scales: &[f64]) -> f64 {
    if !evaluation.succeeded() {
        return f64::INFINITY;
    }
    evaluation.constraints.iter().zip(scales).map(|(c, scale)| c.max(0.0) / scale).sum()
}

/// The better first: allowed before not allowed, then the smaller objective, or the smaller violation [Deb2000].
pub(super) fn compare(a: &Evaluation, b: &Evaluation, scales: &[f64]) -> std::cmp::Ordering {
    let (va, vb) = (violation(a, scales), violation(b, scales));
    va.total_cmp(&vb).then_with(|| a.objectives[0].total_cmp(&b.objectives[0]))
}
