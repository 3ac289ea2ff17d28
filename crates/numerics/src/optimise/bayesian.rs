//! Evaluations that are thought about.

use super::{Bounds, Evaluation, OptimiseError, Search, Trials};
use crate::regression::{Kriging, KrigingSettings, Noise, Prediction, Samples};
use crate::sampling::{
    Points, Random, draw_latin_hypercube, draw_maximin_latin_hypercube, normal_cumulative, normal_density,
};

/// Efficient global optimisation [Jones1998]: a Gaussian process of everything known so far says where the expected
/// improvement is greatest.
///
/// EI(x) = (f* − ŷ) Φ(z) + s φ(z), z = (f* − ŷ)/s, times the probability that every constraint holds [Schonlau1998].
/// While no allowed point is known, that probability alone is maximised. A batch is chosen point by point, each time
/// believing what the process expects at the points before [Ginsbourger2010].
#[derive(Clone, Debug)]
pub struct Bayesian {
    bounds: Bounds,
    initial: usize,
    batch: usize,
    evaluations: usize,
    seed: u64,
    asked: Vec<Vec<f64>>,
    /// The trials' parameters in the unit cube.
    units: Points,
    trials: Trials,
}

impl Bayesian {
    /// A maximin Latin hypercube of `initial` points, then batches of `batch` points until `evaluations`.
    ///
    /// # Errors
    /// When the initial points are fewer than the parameters plus two, or more than the evaluations.
    pub fn new(
        bounds: Bounds,
        initial: usize,
        batch: usize,
        evaluations: usize,
        seed: u64,
    ) -> Result<Self, OptimiseError> {
        let (parameters, least) = (bounds.dimension(), bounds.dimension() + 3);
        if initial < least || evaluations < initial {
            let evaluations = initial.min(evaluations);
            return Err(OptimiseError::TooFewEvaluations { evaluations, least, parameters });
        }
        let (asked, units, trials) = (Vec::new(), Points::new(parameters), Trials::default());
        Ok(Self { bounds, initial, batch: batch.max(1), evaluations, seed, asked, units, trials })
    }

    fn choose(&self) -> Vec<Vec<f64>> {
        let count = self.batch.min(self.evaluations - self.trials.len());
        let mut random = Random::of_run(self.seed, self.trials.len() as u64 + 1);
        let mut chosen = Vec::with_capacity(count);
        let mut belief = Belief::new(&self.units, &self.trials);
        while chosen.len() < count {
            let next = match &belief {
                Some(belief) => belief.most_promising(&mut random),
                // Too little is known to believe anything: look around.
                None => draw_latin_hypercube(1, self.bounds.dimension(), &mut random).row(0).to_vec(),
            };
            if let Some(belief) = &mut belief {
                belief.believe(&next);
            }
            chosen.push(next);
        }
        chosen
    }
}

impl Search for Bayesian {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        if self.asked.is_empty() && self.trials.len() < self.evaluations {
            self.asked = if self.trials.is_empty() {
                let mut random = Random::of_run(self.seed, 0);
                let exchanges = 100 * self.initial;
                let dimension = self.bounds.dimension();
                let points = draw_maximin_latin_hypercube(self.initial, dimension, exchanges, &mut random);
                points.rows().map(<[f64]>::to_vec).collect()
            } else {
                self.choose()
            };
        }
        self.asked.iter().map(|unit| self.bounds.from_unit(unit)).collect()
    }

    fn tell(&mut self, evaluations: &[Evaluation]) {
        if self.asked.is_empty() || evaluations.len() != self.asked.len() {
            return;
        }
        for (unit, evaluation) in std::mem::take(&mut self.asked).into_iter().zip(evaluations) {
            self.trials.push(self.bounds.from_unit(&unit), evaluation.clone());
            self.units.push(&unit);
        }
    }

    fn trials(&self) -> &Trials {
        &self.trials
    }
}

/// What is believed about the objective and each constraint.
struct Belief {
    objective: Kriging,
    constraints: Vec<Kriging>,
    /// The best allowed objective and where it is, if any point is allowed.
    best: Option<(f64, Vec<f64>)>,
    settings: KrigingSettings,
}

impl Belief {
    fn new(units: &Points, trials: &Trials) -> Option<Self> {
        let settings = KrigingSettings { noise: Noise::Fixed(1e-8), ..KrigingSettings::default() };
        let succeeded: Vec<usize> = trials
            .iter()
            .enumerate()
            .filter(|(_, trial)| trial.evaluation.succeeded())
            .map(|(index, _)| index)
            .collect();
        let all: Vec<&Evaluation> = trials.iter().map(|trial| &trial.evaluation).collect();
        let mut points = Points::new(units.dimension());
        succeeded.iter().for_each(|&index| points.push(units.row(index)));
        let fit = |value: &dyn Fn(&Evaluation) -> f64| {
            let mut outputs = Points::new(1);
            succeeded.iter().for_each(|&index| outputs.push(&[value(all[index])]));
            Kriging::fit(&Samples::new(points.clone(), outputs).ok()?, &settings).ok()
        };
        let objective = fit(&|evaluation| evaluation.objectives[0])?;
        let count = succeeded.first().map_or(0, |&index| all[index].constraints.len());
        let constraints =
            (0..count).map(|k| fit(&|evaluation| evaluation.constraints[k])).collect::<Option<Vec<_>>>()?;
        let allowed = succeeded.iter().filter(|&&index| all[index].constraints.iter().all(|&c| c <= 0.0));
        let best = allowed
            .min_by(|&&a, &&b| all[a].objectives[0].total_cmp(&all[b].objectives[0]))
            .map(|&index| (all[index].objectives[0], units.row(index).to_vec()));
        Some(Self { objective, constraints, best, settings })
    }

    fn promise(&self, point: &[f64]) -> f64 {
        let holds = |kriging: &Kriging| {
            let Prediction { mean, variance } = kriging.predict(point)[0];
            normal_cumulative(-mean / variance.sqrt().max(f64::MIN_POSITIVE))
        };
        let allowed: f64 = self.constraints.iter().map(holds).product();
        let Some((best, _)) = &self.best else { return allowed };
        let Prediction { mean, variance } = self.objective.predict(point)[0];
        let s = variance.sqrt();
        if !(s > 0.0) {
            return 0.0;
        }
        let z = (best - mean) / s;
        ((best - mean) * normal_cumulative(z) + s * normal_density(z)) * allowed
    }

    /// The point with the greatest promise: many looked at, the best of them followed uphill along the axes.
    fn most_promising(&self, random: &mut Random) -> Vec<f64> {
        let dimension = self.objective.samples().points().dimension();
        let mut candidates: Vec<Vec<f64>> =
            draw_latin_hypercube(100 * dimension, dimension, random).rows().map(<[f64]>::to_vec).collect();
        if let Some((_, best)) = &self.best {
            for index in 0..40 * dimension {
                let spread = [0.1, 0.02, 0.003][index % 3];
                candidates.push(best.iter().map(|x| (x + spread * random.normal()).clamp(0.0, 1.0)).collect());
            }
        }
        let mut ranked: Vec<(f64, Vec<f64>)> =
            candidates.into_iter().map(|point| (self.promise(&point), point)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut best = (f64::NEG_INFINITY, Vec::new());
        for (promise, point) in ranked.into_iter().take(4) {
            let climbed = self.climb(promise, point);
            if climbed.0 > best.0 {
                best = climbed;
            }
        }
        best.1
    }

    fn climb(&self, mut promise: f64, mut point: Vec<f64>) -> (f64, Vec<f64>) {
        let mut step = 0.05;
        while step > 1e-4 {
            let mut better = false;
            for axis in 0..point.len() {
                for direction in [step, -step] {
                    let kept = point[axis];
                    point[axis] = (kept + direction).clamp(0.0, 1.0);
                    let there = self.promise(&point);
                    if there > promise {
                        (promise, better) = (there, true);
                    } else {
                        point[axis] = kept;
                    }
                }
            }
            if !better {
                step *= 0.4;
            }
        }
        (promise, point)
    }

    /// Takes what is expected at a point for a fact.
    fn believe(&mut self, point: &[f64]) {
        let settings = self.settings;
        let learn = |kriging: &mut Kriging| {
            let mean = kriging.predict(point)[0].mean;
            let (mut points, mut outputs) = (kriging.samples().points().clone(), kriging.samples().outputs().clone());
            points.push(point);
            outputs.push(&[mean]);
            let Ok(samples) = Samples::new(points, outputs) else { return };
            let lengths = kriging.lengths().to_vec();
            if let Ok(more) = Kriging::with_lengths(&samples, &settings, &lengths, kriging.noise_ratio()) {
                *kriging = more;
            }
        };
        learn(&mut self.objective);
        self.constraints.iter_mut().for_each(learn);
    }
}
