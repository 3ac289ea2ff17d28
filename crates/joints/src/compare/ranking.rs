//! Which model to take: errors, costs and weights.

use super::lehtoranta::CRITERIA;
use super::{Measured, Said};

/// How far a model is from the truth, as shares of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Errors {
    /// Of the peak pressure.
    pub peak_pressure: f64,
    /// Of the area.
    pub area: f64,
    /// Of the force where the truth comes to rest.
    pub force: f64,
    /// Of the indentation under the load.
    pub indentation: f64,
}

impl Errors {
    fn between(said: &Said, exact: &Said) -> Self {
        let share = |value: f64, exact: f64| value / exact - 1.0;
        Self {
            peak_pressure: share(said.answer.peak_pressure, exact.answer.peak_pressure),
            area: share(said.answer.area, exact.answer.area),
            force: share(said.force, exact.force),
            indentation: share(said.answer.indentation, exact.answer.indentation),
        }
    }

    /// Mean size of the four.
    pub fn mean(&self) -> f64 {
        0.25 * (self.peak_pressure.abs() + self.area.abs() + self.force.abs() + self.indentation.abs())
    }
}

impl Measured {
    /// Seconds of processor time for one answer, on average over the cases.
    pub fn mean_solve(&self) -> f64 {
        self.said.iter().map(|said| said.solve).sum::<f64>() / self.said.len() as f64
    }
}

/// A model with its errors, its scores and its total.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// What was measured.
    pub measured: Measured,
    /// Errors against the truth, case by case.
    pub errors: Vec<Errors>,
    /// Scores between 0 and 1, in the order of [`CRITERIA`], then memory.
    pub scores: [f64; 9],
    /// Weighted mean of the scores, in percent.
    pub total: f64,
}

/// Weights of the criteria of [`CRITERIA`], then of memory; they need not add up to one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights(pub [f64; 9]);

impl Default for Weights {
    /// Those of [Lehtoranta2011]; memory is not among them.
    fn default() -> Self {
        Self(std::array::from_fn(|i| CRITERIA.get(i).map_or(0.0, |criterion| criterion.weight)))
    }
}

impl Weights {
    /// Names that weights can have.
    pub fn names() -> impl Iterator<Item = &'static str> {
        CRITERIA.iter().map(|criterion| criterion.name).chain(["memory"])
    }

    /// These weights and no others.
    ///
    /// # Errors
    /// The first name that is no criterion, or weights that are all zero or not numbers.
    pub fn of(given: &[(String, f64)]) -> Result<Self, String> {
        let mut weights = [0.0; 9];
        for (name, weight) in given {
            let place = Self::names().position(|known| known == name).ok_or_else(|| name.clone())?;
            if !(*weight >= 0.0 && weight.is_finite()) {
                return Err(format!("{name}={weight}"));
            }
            weights[place] = *weight;
        }
        if weights.iter().sum::<f64>() > 0.0 { Ok(Self(weights)) } else { Err("all are zero".into()) }
    }
}

/// Ranks models, the best first. `truth` is one of them; all have been asked about the same cases.
///
/// The scores that can be measured are: accuracy, one less the mean error; speed, set-up and memory, one for the cheapest
/// and a tenth less for every factor of ten. The others are Lehtoranta's, by family.
pub fn rank(measured: &[Measured], truth: usize, weights: Weights) -> Vec<Ranked> {
    let Some(exact) = measured.get(truth) else { return Vec::new() };
    // A byte more or less says nothing: below a page all are alike. So are set-ups below a microsecond.
    let costs = |one: &Measured| [one.mean_solve(), one.set_up.max(1e-6), one.memory.max(4096.0)];
    let least = |k: usize| measured.iter().map(|one| costs(one)[k]).fold(f64::INFINITY, f64::min);
    let least = [0, 1, 2].map(least);
    let weight: f64 = weights.0.iter().sum();
    let ranked = measured.iter().map(|one| {
        let errors: Vec<Errors> =
            one.said.iter().zip(&exact.said).map(|(said, exact)| Errors::between(said, exact)).collect();
        let accuracy = 1.0 - errors.iter().map(Errors::mean).sum::<f64>() / errors.len() as f64;
        let costs = costs(one);
        let frugal = |k: usize| (1.0 - 0.1 * (costs[k] / least[k]).log10()).clamp(0.0, 1.0);
        let scores: [f64; 9] = std::array::from_fn(|criterion| match criterion {
            0 => accuracy.max(0.0),
            1 => frugal(0),
            3 => frugal(1),
            8 => frugal(2),
            other => CRITERIA[other].scores[one.model.family as usize],
        });
        let total = 100.0 * scores.iter().zip(weights.0).map(|(score, w)| score * w).sum::<f64>() / weight;
        Ranked { measured: one.clone(), errors, scores, total }
    });
    let mut ranked: Vec<Ranked> = ranked.collect();
    ranked.sort_by(|a, b| b.total.total_cmp(&a.total));
    ranked
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, Family, Model};
    use super::*;

    fn one(family: Family, pressure: f64, solve: f64, memory: f64) -> Measured {
        let answer = Answer { peak_pressure: pressure, area: 1.0, indentation: 1.0, place: [0.0; 6] };
        let said = vec![Said { answer, force: 1.0, solve }, Said { answer, force: 1.0, solve }];
        Measured { model: Model { name: "one", about: "one".into(), family }, said, set_up: 1e-6, memory }
    }

    #[test]
    fn errors_and_costs_become_scores() {
        let models = [one(Family::Analytic, 0.6, 1e-6, f64::NAN), one(Family::FiniteElements, 1.0, 1e-1, 4096e3)];
        let ranked = rank(&models, 1, Weights::of(&[("accuracy".into(), 1.0)]).expect("weights"));
        assert_eq!(ranked[0].measured.model.family, Family::FiniteElements);
        assert!((ranked[0].total - 100.0).abs() < 1e-9);
        // A quarter of the 40 % in pressure; five factors of ten in time; three in memory.
        assert!((ranked[1].total - 90.0).abs() < 1e-9 && (ranked[1].errors[1].peak_pressure + 0.4).abs() < 1e-12);
        assert!((ranked[0].scores[1] - 0.5).abs() < 1e-9 && (ranked[0].scores[8] - 0.7).abs() < 1e-9);
        let ranked = rank(&models, 1, Weights::of(&[("speed".into(), 2.0)]).expect("weights"));
        assert_eq!(ranked[0].measured.model.family, Family::Analytic);
    }

    #[test]
    fn an_error_is_averaged_over_the_cases() {
        let mut half = one(Family::Analytic, 1.0, 1e-6, f64::NAN);
        half.said[1].answer.area = 1.4;
        let models = [half, one(Family::FiniteElements, 1.0, 1e-1, 4096e3)];
        let ranked = rank(&models, 1, Weights::of(&[("accuracy".into(), 1.0)]).expect("weights"));
        assert!((ranked[1].total - 95.0).abs() < 1e-9, "{}", ranked[1].total);
    }

    #[test]
    fn weights_that_are_none_are_refused() {
        assert_eq!(Weights::of(&[("beauty".into(), 1.0)]), Err("beauty".into()));
        assert!(Weights::of(&[("speed".into(), -1.0)]).is_err());
        assert!(Weights::of(&[]).is_err());
        assert!((Weights::default().0.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
