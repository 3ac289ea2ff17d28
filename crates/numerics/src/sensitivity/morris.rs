//! Elementary effects.

use super::{SensitivityError, bootstrap};
use crate::sampling::{Points, Random};

/// Trajectories through a grid of the unit cube on which one coordinate moves at a time [Morris1991].
///
/// Each trajectory starts at a random point of a grid of p levels and moves every coordinate once, in random order, by
/// Δ = p/(2(p − 1)) up or down: with an even p every level is equally likely.
#[derive(Clone, Debug, PartialEq)]
pub struct MorrisDesign {
    points: Points,
    /// The coordinate that moved, and by how much, for each move of each trajectory.
    moves: Vec<(usize, f64)>,
    seed: u64,
}

/// What one input does to the output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ElementaryEffect {
    /// μ: mean change of the output for a change of the input over its whole range; opposite effects cancel.
    pub mean: f64,
    /// μ*: mean of the magnitudes [Campolongo2007]: how much the input matters.
    pub mean_absolute: f64,
    /// σ: standard deviation: bent, or acting together with others, when comparable with μ*.
    pub deviation: f64,
    /// Half of the 95 % confidence interval of μ*.
    pub confidence: f64,
    /// Trajectories that count, those with failed runs left out.
    pub count: usize,
}

impl MorrisDesign {
    /// Draws `trajectories` of `dimension + 1` points each.
    ///
    /// # Errors
    /// With fewer than two trajectories, without inputs, or with an odd number of levels.
    pub fn new(dimension: usize, trajectories: usize, levels: usize, seed: u64) -> Result<Self, SensitivityError> {
        if dimension == 0 {
            return Err(SensitivityError::TooFew { what: "inputs", count: 0, least: 1 });
        }
        if trajectories < 2 {
            return Err(SensitivityError::TooFew { what: "trajectories", count: trajectories, least: 2 });
        }
        if levels < 2 || levels % 2 == 1 {
            return Err(SensitivityError::OddLevels { levels });
        }
        let half = levels / 2;
        let (step, unit) = (half as f64 / (levels - 1) as f64, 1.0 / (levels - 1) as f64);
        let mut points = Points::new(dimension);
        let mut moves = Vec::with_capacity(trajectories * dimension);
        let mut order: Vec<usize> = (0..dimension).collect();
        for trajectory in 0..trajectories {
            let mut random = Random::of_run(seed, trajectory as u64);
            let mut level: Vec<usize> = (0..dimension).map(|_| random.below(levels)).collect();
            let mut add = |level: &[usize]| {
                let point: Vec<f64> = level.iter().map(|&level| level as f64 * unit).collect();
                points.push(&point);
            };
            add(&level);
            random.shuffle(&mut order);
            for &axis in &order {
                // Exactly one of the two directions stays on the grid.
                let up = level[axis] < half;
                level[axis] = if up { level[axis] + half } else { level[axis] - half };
                moves.push((axis, if up { step } else { -step }));
                add(&level);
            }
            order.sort_unstable();
        }
        Ok(Self { points, moves, seed })
    }

    /// The points to run.
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// Effects of every input on an output that has one value for each point, NaN where the run failed.
    ///
    /// # Errors
    /// When the number of outputs is wrong, or failed runs leave fewer than two effects of an input.
    pub fn compute_effects(&self, outputs: &[f64]) -> Result<Vec<ElementaryEffect>, SensitivityError> {
        if outputs.len() != self.points.len() {
            return Err(SensitivityError::WrongCount { outputs: outputs.len(), points: self.points.len() });
        }
        let dimension = self.points.dimension();
        let mut effects = vec![Vec::new(); dimension];
        for (moves, values) in self.moves.chunks_exact(dimension).zip(outputs.chunks_exact(dimension + 1)) {
            for (&(axis, step), pair) in moves.iter().zip(values.windows(2)) {
                let effect = (pair[1] - pair[0]) / step;
                if effect.is_finite() {
                    effects[axis].push(effect);
                }
            }
        }
        effects.iter().enumerate().map(|(axis, effects)| self.summarise(axis, effects)).collect()
    }

    fn summarise(&self, axis: usize, effects: &[f64]) -> Result<ElementaryEffect, SensitivityError> {
        let count = effects.len();
        if count < 2 {
            return Err(SensitivityError::TooFew { what: "successful moves of an input", count, least: 2 });
        }
        let n = count as f64;
        let mean = effects.iter().sum::<f64>() / n;
        let mean_absolute = effects.iter().map(|effect| effect.abs()).sum::<f64>() / n;
        let deviation = (effects.iter().map(|effect| (effect - mean).powi(2)).sum::<f64>() / (n - 1.0)).sqrt();
        let mut random = Random::of_run(self.seed, u64::MAX - axis as u64);
        let confidence = bootstrap::half_width(count, 1000, &mut random, |chosen| {
            chosen.iter().map(|&index| effects[index].abs()).sum::<f64>() / n
        });
        Ok(ElementaryEffect { mean, mean_absolute, deviation, confidence, count })
    }
}
