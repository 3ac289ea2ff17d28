//! Several objectives at once.

use super::pareto::{compute_crowding, compute_fronts};
use super::{Bounds, Evaluation, OptimiseError, Search, Trial, Trials};
use crate::sampling::{Random, draw_latin_hypercube};

/// NSGA-II [Deb2002]: a population that keeps what nothing beats, and of that what stands alone; children by simulated
/// binary crossover and polynomial mutation.
#[derive(Clone, Debug)]
pub struct Genetic {
    bounds: Bounds,
    population: usize,
    generations: usize,
    generation: usize,
    seed: u64,
    parents: Vec<(Vec<f64>, Evaluation)>,
    /// Rank and loneliness of each parent.
    ranks: Vec<(usize, f64)>,
    asked: Vec<Vec<f64>>,
    trials: Trials,
}

/// How near children stay to their parents: crossover and mutation.
const CROSSOVER: f64 = 15.0;
const MUTATION: f64 = 20.0;

impl Genetic {
    /// `generations` populations, the first of them a Latin hypercube.
    ///
    /// # Errors
    /// With fewer than four in a population.
    pub fn new(bounds: Bounds, population: usize, generations: usize, seed: u64) -> Result<Self, OptimiseError> {
        if population < 4 {
            let parameters = bounds.dimension();
            return Err(OptimiseError::TooFewEvaluations { evaluations: population, least: 4, parameters });
        }
        let (parents, ranks, asked) = (Vec::new(), Vec::new(), Vec::new());
        let trials = Trials::default();
        Ok(Self { bounds, population, generations, generation: 0, seed, parents, ranks, asked, trials })
    }

    /// The trials that none of all beats.
    pub fn front(&self) -> Vec<&Trial> {
        let trials: Vec<&Trial> = self.trials.iter().filter(|trial| trial.evaluation.succeeded()).collect();
        let evaluations: Vec<Evaluation> = trials.iter().map(|trial| trial.evaluation.clone()).collect();
        let fronts = compute_fronts(&evaluations, &self.trials.constraint_scales());
        fronts.first().map_or(Vec::new(), |front| front.iter().map(|&index| trials[index]).collect())
    }

    /// The parents that none of them beats.
    pub fn population_front(&self) -> Vec<&Evaluation> {
        self.parents.iter().zip(&self.ranks).filter(|(_, rank)| rank.0 == 0).map(|(parent, _)| &parent.1).collect()
    }

    fn breed(&self) -> Vec<Vec<f64>> {
        let n = self.bounds.dimension();
        let mut children = Vec::with_capacity(self.population);
        let mut random = Random::of_run(self.seed, self.generation as u64);
        while children.len() < self.population {
            let (a, b) = (self.winner(&mut random), self.winner(&mut random));
            let (mut first, mut second) = (self.parents[a].0.clone(), self.parents[b].0.clone());
            if random.uniform() < 0.9 {
                for axis in 0..n {
                    if random.uniform() < 0.5 {
                        (first[axis], second[axis]) = cross(first[axis], second[axis], &mut random);
                    }
                }
            }
            for mut child in [first, second] {
                for x in &mut child {
                    if random.uniform() < 1.0 / n as f64 {
                        *x = mutate(*x, &mut random);
                    }
                }
                children.push(child);
            }
        }
        children.truncate(self.population);
        children
    }

    /// The better of two parents drawn at random.
    fn winner(&self, random: &mut Random) -> usize {
        let (a, b) = (random.below(self.parents.len()), random.below(self.parents.len()));
        let ((rank_a, lonely_a), (rank_b, lonely_b)) = (self.ranks[a], self.ranks[b]);
        if rank_b < rank_a || (rank_a == rank_b && lonely_b > lonely_a) { b } else { a }
    }

    /// The best of parents and children together become the parents.
    fn survive(&mut self, all: Vec<(Vec<f64>, Evaluation)>) {
        let evaluations: Vec<Evaluation> = all.iter().map(|member| member.1.clone()).collect();
        let fronts = compute_fronts(&evaluations, &self.trials.constraint_scales());
        let (mut chosen, mut ranks) = (Vec::new(), Vec::new());
        for (rank, front) in fronts.iter().enumerate() {
            let crowding = compute_crowding(front, &evaluations);
            let mut order: Vec<usize> = (0..front.len()).collect();
            order.sort_by(|&a, &b| crowding[b].total_cmp(&crowding[a]));
            for place in order.into_iter().take(self.population - chosen.len()) {
                chosen.push(all[front[place]].clone());
                ranks.push((rank, crowding[place]));
            }
        }
        (self.parents, self.ranks) = (chosen, ranks);
    }
}

impl Search for Genetic {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        if self.asked.is_empty() && self.generation < self.generations {
            self.asked = if self.generation == 0 {
                let mut random = Random::of_run(self.seed, 0);
                let points = draw_latin_hypercube(self.population, self.bounds.dimension(), &mut random);
                points.rows().map(<[f64]>::to_vec).collect()
            } else {
                self.breed()
            };
        }
        self.asked.iter().map(|unit| self.bounds.from_unit(unit)).collect()
    }

    fn tell(&mut self, evaluations: &[Evaluation]) {
        if self.asked.is_empty() || evaluations.len() != self.asked.len() {
            return;
        }
        let asked = std::mem::take(&mut self.asked);
        let mut all = std::mem::take(&mut self.parents);
        for (unit, evaluation) in asked.into_iter().zip(evaluations) {
            self.trials.push(self.bounds.from_unit(&unit), evaluation.clone());
            all.push((unit, evaluation.clone()));
        }
        self.survive(all);
        self.generation += 1;
    }

    fn trials(&self) -> &Trials {
        &self.trials
    }
}

/// Two children as far from each other as their parents, on average, within 0 and 1.
fn cross(a: f64, b: f64, random: &mut Random) -> (f64, f64) {
    let (low, high) = (a.min(b), a.max(b));
    let width = high - low;
    if width < 1e-14 {
        return (a, b);
    }
    let u = random.uniform();
    let spread = |room: f64| {
        // The distribution is cut off at the nearest bound.
        let beta = 1.0 + 2.0 * room / width;
        let alpha = 2.0 - beta.powf(-(CROSSOVER + 1.0));
        let inner = if u <= 1.0 / alpha { u * alpha } else { 1.0 / (2.0 - u * alpha) };
        inner.powf(1.0 / (CROSSOVER + 1.0))
    };
    let first = 0.5 * (low + high - spread(low) * width);
    let second = 0.5 * (low + high + spread(1.0 - high) * width);
    let (first, second) = (first.clamp(0.0, 1.0), second.clamp(0.0, 1.0));
    if random.uniform() < 0.5 { (second, first) } else { (first, second) }
}

/// A coordinate moved a little, mostly, within 0 and 1.
fn mutate(x: f64, random: &mut Random) -> f64 {
    let (u, power) = (random.uniform(), MUTATION + 1.0);
    let moved = if u < 0.5 {
        (2.0 * u + (1.0 - 2.0 * u) * (1.0 - x).powf(power)).powf(1.0 / power) - 1.0
    } else {
        1.0 - (2.0 * (1.0 - u) + (2.0 * u - 1.0) * x.powf(power)).powf(1.0 / power)
    };
    (x + moved).clamp(0.0, 1.0)
}
