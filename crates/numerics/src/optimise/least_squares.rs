//! Calibration: parameters that make residuals small.

use nalgebra::{DMatrix, DVector};

use super::{Bounds, Evaluation, OptimiseError, Search, Trials};

/// Levenberg and Marquardt's method [Marquardt1963] within bounds: the objectives of an evaluation are residuals.
///
/// The Jacobian comes from central differences, all of them in one batch; then several damped steps are tried at once:
/// (JᵀJ + λ diag JᵀJ) d = −Jᵀr. A parameter at a bound that wants to leave it stays there.
#[derive(Clone, Debug)]
pub struct LeastSquares {
    bounds: Bounds,
    difference: f64,
    tolerance: f64,
    evaluations: usize,
    stage: Stage,
    point: DVector<f64>,
    residuals: DVector<f64>,
    jacobian: DMatrix<f64>,
    damping: f64,
    asked: Vec<DVector<f64>>,
    trials: Trials,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Start,
    Jacobian,
    Steps,
    Ended,
}

/// What a calibration found.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Best parameters.
    pub parameters: Vec<f64>,
    /// Sum of the squares of the residuals.
    pub sum_of_squares: f64,
    /// Standard error of every parameter, √(s² (JᵀJ)⁻¹) with s² the sum of squares over the degrees of freedom; NaN when
    /// the residuals do not determine it.
    pub standard_errors: Vec<f64>,
}

/// Multiples of the damping that are tried at once.
const DAMPINGS: [f64; 3] = [0.1, 1.0, 10.0];

impl LeastSquares {
    /// Starts at a point (or the middle of the box). `difference` is the half width of the differences as a share of the
    /// box: large enough to stand out of the noise of a computation, 1e-4 is usual. Ends when a step would lessen the sum
    /// of squares by less than a share of `tolerance`, or after `evaluations`.
    ///
    /// # Errors
    /// When the start is outside, or the evaluations do not suffice for one Jacobian and one step.
    pub fn new(
        bounds: Bounds,
        start: Option<&[f64]>,
        difference: f64,
        tolerance: f64,
        evaluations: usize,
    ) -> Result<Self, OptimiseError> {
        let point = DVector::from_vec(bounds.start(start)?);
        let (parameters, least) = (point.len(), 2 * point.len() + 1 + DAMPINGS.len());
        if evaluations < least {
            return Err(OptimiseError::TooFewEvaluations { evaluations, least, parameters });
        }
        Ok(Self {
            bounds,
            difference,
            tolerance,
            evaluations,
            stage: Stage::Start,
            point,
            residuals: DVector::zeros(0),
            jacobian: DMatrix::zeros(0, parameters),
            damping: 1e-3,
            asked: Vec::new(),
            trials: Trials::default(),
        })
    }

    /// The best parameters with their standard errors, once a first Jacobian is known.
    pub fn calibration(&self) -> Option<Calibration> {
        if self.jacobian.nrows() == 0 || self.residuals.is_empty() {
            return None;
        }
        let (rows, columns) = self.jacobian.shape();
        let sum_of_squares = self.residuals.norm_squared();
        let variance = sum_of_squares / rows.saturating_sub(columns) as f64;
        let inverse = (self.jacobian.transpose() * &self.jacobian).try_inverse();
        let error = |(index, (low, high)): (usize, &(f64, f64))| {
            inverse.as_ref().map_or(f64::NAN, |inverse| (variance * inverse[(index, index)]).sqrt() * (high - low))
        };
        Some(Calibration {
            parameters: self.bounds.from_unit(self.point.as_slice()),
            sum_of_squares,
            standard_errors: self.bounds.intervals().iter().enumerate().map(error).collect(),
        })
    }

    /// Both ends of the difference in each parameter; at a bound the outer one is the bound.
    fn differences(&self) -> Vec<DVector<f64>> {
        let mut points = Vec::with_capacity(2 * self.point.len());
        for axis in 0..self.point.len() {
            for direction in [self.difference, -self.difference] {
                let mut point = self.point.clone();
                point[axis] = (point[axis] + direction).clamp(0.0, 1.0);
                points.push(point);
            }
        }
        points
    }

    fn steps(&self) -> Vec<DVector<f64>> {
        DAMPINGS.iter().filter_map(|factor| self.step(factor * self.damping)).collect()
    }

    fn step(&self, damping: f64) -> Option<DVector<f64>> {
        let gradient = self.jacobian.transpose() * &self.residuals;
        let mut normal = self.jacobian.transpose() * &self.jacobian;
        let mut right = -&gradient;
        for axis in 0..self.point.len() {
            let held =
                (self.point[axis] <= 0.0 && gradient[axis] > 0.0) || (self.point[axis] >= 1.0 && gradient[axis] < 0.0);
            if held || normal[(axis, axis)] == 0.0 {
                normal.row_mut(axis).fill(0.0);
                normal.column_mut(axis).fill(0.0);
                normal[(axis, axis)] = 1.0;
                right[axis] = 0.0;
            } else {
                normal[(axis, axis)] *= 1.0 + damping;
            }
        }
        let step = normal.cholesky()?.solve(&right);
        Some((&self.point + step).map(|x| x.clamp(0.0, 1.0)))
    }

    /// What is left to gain, by the linear model, as a share of the sum of squares: the best of steps of any length, as a
    /// long one may bend at a bound.
    fn promise(&self) -> f64 {
        let gain = |damping: f64| {
            let next = self.step(damping)?;
            let expected = &self.residuals + &self.jacobian * (next - &self.point);
            Some(1.0 - expected.norm_squared() / self.residuals.norm_squared().max(f64::MIN_POSITIVE))
        };
        [0.0, self.damping, 1.0, 100.0].into_iter().filter_map(gain).fold(0.0, f64::max)
    }

    fn learn_jacobian(&mut self, evaluations: &[Evaluation], asked: &[DVector<f64>]) {
        let rows = self.residuals.len();
        self.jacobian = DMatrix::zeros(rows, self.point.len());
        for axis in 0..self.point.len() {
            let (above, below) = (&evaluations[2 * axis], &evaluations[2 * axis + 1]);
            let (mut high, mut low) = (asked[2 * axis][axis], asked[2 * axis + 1][axis]);
            // A failed run: the difference to the point itself.
            let side = |evaluation: &Evaluation, place: &mut f64| {
                if evaluation.succeeded() && evaluation.objectives.len() == rows {
                    return DVector::from_column_slice(&evaluation.objectives);
                }
                *place = self.point[axis];
                self.residuals.clone()
            };
            let change = side(above, &mut high) - side(below, &mut low);
            if high > low {
                self.jacobian.set_column(axis, &(change / (high - low)));
            }
        }
    }
}

impl Search for LeastSquares {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        if self.asked.is_empty() {
            self.asked = match self.stage {
                Stage::Start => vec![self.point.clone()],
                Stage::Jacobian => self.differences(),
                Stage::Steps => self.steps(),
                Stage::Ended => Vec::new(),
            };
            if self.trials.len() + self.asked.len() > self.evaluations {
                self.stage = Stage::Ended;
                self.asked.clear();
            }
        }
        self.asked.iter().map(|x| self.bounds.from_unit(x.as_slice())).collect()
    }

    fn tell(&mut self, evaluations: &[Evaluation]) {
        if self.asked.is_empty() || evaluations.len() != self.asked.len() {
            return;
        }
        let asked = std::mem::take(&mut self.asked);
        self.trials.record(&self.bounds, &asked, evaluations);
        match self.stage {
            Stage::Start => {
                self.residuals = DVector::from_column_slice(&evaluations[0].objectives);
                self.stage = if evaluations[0].succeeded() { Stage::Jacobian } else { Stage::Ended };
            }
            Stage::Jacobian => {
                self.learn_jacobian(evaluations, &asked);
                self.stage = if self.promise() > self.tolerance { Stage::Steps } else { Stage::Ended };
            }
            Stage::Steps => {
                let sum = |index: usize| {
                    let failed = !evaluations[index].succeeded();
                    let squares = evaluations[index].objectives.iter().map(|r| r * r).sum::<f64>();
                    if failed { f64::INFINITY } else { squares }
                };
                let best = (0..asked.len()).min_by(|&a, &b| sum(a).total_cmp(&sum(b))).unwrap_or(0);
                if sum(best) < self.residuals.norm_squared() {
                    self.damping = (DAMPINGS[best] * self.damping).max(1e-12);
                    self.point = asked[best].clone();
                    self.residuals = DVector::from_column_slice(&evaluations[best].objectives);
                    self.stage = Stage::Jacobian;
                } else {
                    self.damping *= 100.0;
                    if self.damping > 1e12 {
                        self.stage = Stage::Ended;
                    }
                }
            }
            Stage::Ended => {}
        }
    }

    fn trials(&self) -> &Trials {
        &self.trials
    }
}
