//! Evolution strategy with covariance matrix adaptation.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use super::trials::compare;
use super::{Bounds, Evaluation, OptimiseError, Search, Trials};
use crate::sampling::Random;

/// CMA-ES [Hansen2016]: a population drawn from a normal distribution that learns where better points are.
///
/// Points outside of the box are mirrored into it. Constraints only enter the ranking (allowed points first
/// [Deb2000]): near an active constraint [`Cobyla`](super::Cobyla) is more precise.
#[derive(Clone, Debug)]
pub struct EvolutionStrategy {
    bounds: Bounds,
    weights: Vec<f64>,
    /// 1/Σw²: how many points effectively count.
    effective: f64,
    population: usize,
    mean: DVector<f64>,
    step: f64,
    covariance: DMatrix<f64>,
    path: DVector<f64>,
    step_path: DVector<f64>,
    generation: usize,
    seed: u64,
    tolerance: f64,
    evaluations: usize,
    asked: Vec<DVector<f64>>,
    axes: DMatrix<f64>,
    lengths: DVector<f64>,
    trials: Trials,
}

impl EvolutionStrategy {
    /// Starts at a point (or the middle of the box) with a standard deviation of 0.3 of the box; ends when it has shrunk to
    /// `tolerance` (share of the box), or with the last population within `evaluations`.
    ///
    /// # Errors
    /// When the start is outside, or the evaluations do not suffice for one population.
    pub fn new(
        bounds: Bounds,
        start: Option<&[f64]>,
        tolerance: f64,
        evaluations: usize,
        seed: u64,
    ) -> Result<Self, OptimiseError> {
        let mean = DVector::from_vec(bounds.start(start)?);
        let n = bounds.dimension();
        let population = 4 + (3.0 * (n as f64).ln()).floor() as usize;
        if evaluations < population {
            let (least, parameters) = (population, n);
            return Err(OptimiseError::TooFewEvaluations { evaluations, least, parameters });
        }
        let parents = population / 2;
        let raw: Vec<f64> =
            (1..=parents).map(|rank| (population as f64 / 2.0 + 0.5).ln() - (rank as f64).ln()).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        Ok(Self {
            effective: 1.0 / weights.iter().map(|w| w * w).sum::<f64>(),
            weights,
            population,
            mean,
            step: 0.3,
            covariance: DMatrix::identity(n, n),
            path: DVector::zeros(n),
            step_path: DVector::zeros(n),
            generation: 0,
            seed,
            tolerance,
            evaluations,
            asked: Vec::new(),
            axes: DMatrix::identity(n, n),
            lengths: DVector::repeat(n, 1.0),
            bounds,
            trials: Trials::default(),
        })
    }

    fn adapt(&mut self, ranked: &[&DVector<f64>]) {
        let (n, mu) = (self.mean.len() as f64, self.effective);
        let step_rate = (mu + 2.0) / (n + mu + 5.0);
        let damping = 1.0 + 2.0 * (((mu - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + step_rate;
        let path_rate = (4.0 + mu / n) / (n + 4.0 + 2.0 * mu / n);
        let one_rate = 2.0 / ((n + 1.3).powi(2) + mu);
        let many_rate = (1.0 - one_rate).min(2.0 * (mu - 2.0 + 1.0 / mu) / ((n + 2.0).powi(2) + mu));
        let typical = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        let moves: Vec<DVector<f64>> = ranked.iter().map(|x| (*x - &self.mean) / self.step).collect();
        let mean_move = moves.iter().zip(&self.weights).map(|(y, &w)| y * w).sum::<DVector<f64>>();
        self.mean += self.step * &mean_move;
        let whitened = &self.axes * (self.axes.transpose() * &mean_move).component_div(&self.lengths);
        self.step_path = (1.0 - step_rate) * &self.step_path + (step_rate * (2.0 - step_rate) * mu).sqrt() * whitened;
        let generations = (self.generation + 1) as i32;
        let expected = (1.0 - (1.0 - step_rate).powi(2 * generations)).sqrt();
        let steady = self.step_path.norm() / expected < (1.4 + 2.0 / (n + 1.0)) * typical;
        let kept = if steady { 1.0 } else { 0.0 };
        self.path = (1.0 - path_rate) * &self.path + kept * (path_rate * (2.0 - path_rate) * mu).sqrt() * mean_move;
        let stalled = (1.0 - kept) * path_rate * (2.0 - path_rate);
        self.covariance *= 1.0 - one_rate - many_rate + one_rate * stalled;
        self.covariance += one_rate * &self.path * self.path.transpose();
        for (y, &weight) in moves.iter().zip(&self.weights) {
            self.covariance += many_rate * weight * y * y.transpose();
        }
        self.step *= ((step_rate / damping) * (self.step_path.norm() / typical - 1.0)).exp();
        let eigen = SymmetricEigen::new(self.covariance.clone());
        self.lengths = eigen.eigenvalues.map(|value| value.max(1e-30).sqrt());
        self.axes = eigen.eigenvectors;
    }
}

impl Search for EvolutionStrategy {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        let spread = self.step * self.lengths.max();
        let finished = spread < self.tolerance || self.trials.len() + self.population > self.evaluations;
        if self.asked.is_empty() && !finished {
            let n = self.mean.len();
            for index in 0..self.population {
                let mut random = Random::of_run(self.seed, (self.generation * self.population + index) as u64);
                let normal = DVector::from_fn(n, |_, _| random.normal());
                let x = &self.mean + self.step * &self.axes * normal.component_mul(&self.lengths);
                self.asked.push(x.map(mirror));
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
        let scales = self.trials.constraint_scales();
        let mut order: Vec<usize> = (0..asked.len()).collect();
        order.sort_by(|&a, &b| compare(&evaluations[a], &evaluations[b], &scales));
        let ranked: Vec<&DVector<f64>> = order[..self.weights.len()].iter().map(|&index| &asked[index]).collect();
        self.adapt(&ranked);
        self.generation += 1;
    }

    fn trials(&self) -> &Trials {
        &self.trials
    }
}

/// A coordinate mirrored at 0 and 1 until it is between them.
fn mirror(x: f64) -> f64 {
    let folded = x.rem_euclid(2.0);
    if folded > 1.0 { 2.0 - folded } else { folded }
}
