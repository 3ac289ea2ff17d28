//! Which model to take: errors, costs and weights.

use super::lehtoranta::CRITERIA;
use super::{Family, Measured};

/// How far a model is from the truth, as shares of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Errors {
    /// Of the peak pressure.
    pub peak_pressure: f64,
    /// Of the area.
    pub area: f64,
    /// Of the force at the indentation of the truth.
    pub force: f64,
    /// Of the indentation under the load.
    pub indentation: f64,
}

impl Errors {
    /// Mean size of the four.
    pub fn mean(&self) -> f64 {
        0.25 * (self.peak_pressure.abs() + self.area.abs() + self.force.abs() + self.indentation.abs())
    }
}

/// A model with its errors, its scores and its total.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// What was measured.
    pub measured: Measured,
    /// Errors against the truth.
    pub errors: Errors,
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

/// Ranks models, the best first. `truth` is one of them; `memory` has one value per model in bytes, NaN where unknown.
///
/// The scores that can be measured are: accuracy, one less the mean error; speed, set-up and memory, one for the cheapest
/// and a tenth less for every factor of ten. The others are Lehtoranta's, by family.
pub fn rank(measured: &[Measured], truth: usize, memory: &[f64], weights: Weights) -> Vec<Ranked> {
    let Some(exact) = measured.get(truth) else { return Vec::new() };
    let least = |values: &dyn Fn(usize) -> f64| (0..measured.len()).map(values).fold(f64::INFINITY, f64::min);
    // A byte more or less says nothing: below a page all are alike.
    let bytes = |i: usize| memory.get(i).copied().unwrap_or(f64::NAN).max(4096.0);
    let costs: [&dyn Fn(usize) -> f64; 3] = [&|i| measured[i].solve, &|i| measured[i].set_up.max(1e-6), &bytes];
    let [fastest, quickest, smallest] = costs.map(least);
    let frugal = |cost: f64, least: f64| (1.0 - 0.1 * (cost / least).log10()).clamp(0.0, 1.0);
    let share = |value: f64, exact: f64| value / exact - 1.0;
    let mut ranked: Vec<Ranked> = measured
        .iter()
        .enumerate()
        .map(|(i, one)| {
            let errors = Errors {
                peak_pressure: share(one.answer.peak_pressure, exact.answer.peak_pressure),
                area: share(one.answer.area, exact.answer.area),
                force: share(one.force, exact.force),
                indentation: share(one.answer.indentation, exact.answer.indentation),
            };
            let family = match one.model.family() {
                Family::Analytic => 0,
                Family::Foundation => 1,
                Family::FiniteElements => 2,
                Family::Surrogate => 3,
            };
            let scores: [f64; 9] = std::array::from_fn(|criterion| match criterion {
                0 => (1.0 - errors.mean()).max(0.0),
                1 => frugal(one.solve, fastest),
                3 => frugal(one.set_up.max(1e-6), quickest),
                8 => frugal(bytes(i), smallest),
                other => CRITERIA[other].scores[family],
            });
            let weight: f64 = weights.0.iter().sum();
            let total = 100.0 * scores.iter().zip(weights.0).map(|(score, w)| score * w).sum::<f64>() / weight;
            Ranked { measured: one.clone(), errors, scores, total }
        })
        .collect();
    ranked.sort_by(|a, b| b.total.total_cmp(&a.total));
    ranked
}

#[cfg(test)]
mod tests {
    use super::super::{Answer, Model};
    use super::*;

    fn one(model: Model, pressure: f64, solve: f64) -> Measured {
        let answer = Answer { peak_pressure: pressure, area: 1.0, indentation: 1.0 };
        Measured { model, answer, force: 1.0, set_up: 1e-6, solve }
    }

    #[test]
    fn errors_and_costs_become_scores() {
        let models = [one(Model::Hertz, 0.6, 1e-6), one(Model::FiniteElements, 1.0, 1e-1)];
        let memory = [f64::NAN, 4096e3];
        let ranked = rank(&models, 1, &memory, Weights::of(&[("accuracy".into(), 1.0)]).expect("weights"));
        assert_eq!(ranked[0].measured.model, Model::FiniteElements);
        assert!((ranked[0].total - 100.0).abs() < 1e-9);
        // A quarter of the 40 % in pressure; five factors of ten in time; three in memory.
        assert!((ranked[1].total - 90.0).abs() < 1e-9 && (ranked[1].errors.peak_pressure + 0.4).abs() < 1e-12);
        assert!((ranked[0].scores[1] - 0.5).abs() < 1e-9 && (ranked[0].scores[8] - 0.7).abs() < 1e-9);
        let ranked = rank(&models, 1, &memory, Weights::of(&[("speed".into(), 2.0)]).expect("weights"));
        assert_eq!(ranked[0].measured.model, Model::Hertz);
    }

    #[test]
    fn weights_that_are_none_are_refused() {
        assert_eq!(Weights::of(&[("beauty".into(), 1.0)]), Err("beauty".into()));
        assert!(Weights::of(&[("speed".into(), -1.0)]).is_err());
        assert!(Weights::of(&[]).is_err());
        assert!((Weights::default().0.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
