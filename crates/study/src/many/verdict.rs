//! Whether the best run of a search is an optimum: not where the objective is flat or noisy about it, nor at a bound.

use numerics::optimise::Evaluation;
use numerics::regression::{Expansion, ExpansionSettings, Kriging, KrigingSettings, Noise, Samples};
use numerics::sampling::Points;
use results::store::Row;
use results::{Outcome, Severity};

use super::campaign::Campaign;
use super::vary::Spec;
use super::words::{counted, readable, shown};

/// Objectives within this share of the best are as good.
const AS_GOOD: f64 = 1e-3;

/// Runs that are as good as the best make it flat or noisy where they reach over this share of the range of an input.
const WIDE: f64 = 0.2;

/// An objective that changes by less than this share between all runs does not change.
const STILL: f64 = 1e-9;

/// Within this share of its range of an end, an input is there.
const AT_AN_END: f64 = 0.005;

/// A run as a search sees it: the inputs as shares of their ranges, and what it was told.
pub(super) struct Trial {
    pub(super) shares: Vec<f64>,
    pub(super) evaluation: Evaluation,
}

/// What the runs say about the best of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Verdict {
    /// Whether the objective is the same in all runs.
    pub(super) still: bool,
    /// How much the objective scatters between neighbours of the best run, where that can be told.
    pub(super) scatter: Option<f64>,
    /// How far from the best an objective is as good.
    pub(super) tolerance: f64,
    /// Whether that is because of the scatter.
    pub(super) noisy: bool,
    /// Which runs are as good as the best.
    pub(super) alike: Vec<usize>,
    /// Inputs over much of whose range they reach.
    pub(super) wide: Vec<usize>,
    /// Other inputs of the best run that are at an end of their range, and whether at the upper one.
    pub(super) at_ends: Vec<(usize, bool)>,
}

impl Verdict {
    /// Judges the run `best` of a search for one objective, all runs of which succeeded.
    pub(super) fn new(trials: &[Trial], best: usize) -> Self {
        let objective = |index: usize| trials[index].evaluation.objectives[0];
        let values = || (0..trials.len()).map(objective);
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        let still = high - low <= STILL * high.abs().max(low.abs());
        let scatter = if still { None } else { scatter_about(trials, best) };
        let (of_size, of_scatter) = (AS_GOOD * objective(best).abs(), 2.0 * scatter.unwrap_or(0.0));
        let tolerance = of_size.max(of_scatter);
        let allowed = |index: usize| trials[index].evaluation.constraints.iter().all(|limit| *limit <= 0.0);
        let good = |index: &usize| allowed(*index) && objective(*index) <= objective(best) + tolerance;
        let alike: Vec<usize> = (0..trials.len()).filter(good).collect();
        let inputs = 0..trials[best].shares.len();
        let reach = |input: usize| {
            let shares = || alike.iter().map(|index| trials[*index].shares[input]);
            shares().fold(f64::NEG_INFINITY, f64::max) - shares().fold(f64::INFINITY, f64::min)
        };
        let wide: Vec<usize> = inputs.clone().filter(|input| reach(*input) >= WIDE).collect();
        let at_ends = inputs
            .filter(|input| !still && !wide.contains(input))
            .filter_map(|input| {
                let share = trials[best].shares[input];
                (!(AT_AN_END..=1.0 - AT_AN_END).contains(&share)).then_some((input, share > 0.5))
            })
            .collect();
        Self { still, scatter, tolerance, noisy: of_scatter > of_size, alike, wide, at_ends }
    }

    /// Whether another design would be as good.
    pub(super) fn is_an_optimum(&self) -> bool {
        !self.still && self.wide.is_empty()
    }
}

impl Campaign {
    /// Says where the best run of a search for one objective is no optimum, and what holds it where it is.
    pub(super) fn tell_verdict(&self, evaluated: &[(Row, Evaluation)], best: usize, outcome: &mut Outcome) {
        let trial = |(row, evaluation): &(Row, Evaluation)| {
            let shares = self.variables.iter().zip(&row.inputs).map(|(variable, cell)| variable.share_of(cell));
            Some(Trial { shares: shares.collect::<Option<_>>()?, evaluation: evaluation.clone() })
        };
        let Some(trials) = evaluated.iter().map(trial).collect::<Option<Vec<_>>>() else { return };
        let verdict = Verdict::new(&trials, best);
        let runs = counted(trials.len() as u64, "run");
        let name = self.goal.objective_names().next().unwrap_or_default();
        let value = evaluated[best].0.output(name).unwrap_or(f64::NAN);
        if verdict.still {
            let text = format!(
                "The objective is flat: {name} is {} in all of {runs}. No input that varies moves it, and no design is \
                 better than another.",
                shown(name, value)
            );
            outcome.warn(Severity::Caution, "flat-optimum", text);
        } else if !verdict.is_an_optimum() {
            let reach = verdict.wide.iter().map(|input| self.reach(*input, evaluated, &verdict.alike));
            let reach = reach.collect::<Vec<_>>().join(" and ");
            let alike = verdict.alike.len();
            let percent = |part: f64| format!("{} %", readable(100.0 * part / value.abs()));
            let (code, text) = if verdict.noisy {
                let scatter = verdict.scatter.unwrap_or_default();
                let text = format!(
                    "The objective is noisy: {name} scatters by {} ({}) between neighbouring runs, so that {alike} of \
                     {runs}, with {reach}, cannot be told from the best. Compute each run more finely, or choose among \
                     them by something else.",
                    shown(name, scatter),
                    percent(scatter)
                );
                ("noisy-optimum", text)
            } else {
                let text = format!(
                    "The objective is flat about the best run: {alike} of {runs}, with {reach}, are within {} of it. \
                     Choose among them by something else.",
                    percent(verdict.tolerance)
                );
                ("flat-optimum", text)
            };
            outcome.warn(Severity::Caution, code, text);
        }
        for (input, upper) in &verdict.at_ends {
            let variable = &self.variables[*input];
            let Spec::Range { low, high, .. } = variable.spec else { continue };
            let (word, end) = if *upper { ("greatest", high) } else { ("least", low) };
            let text = format!(
                "{} ends at the {word} value of its range, {}: better designs may lie beyond. Widen the range where \
                 that can be built.",
                self.label(variable),
                shown(&variable.column(), end)
            );
            outcome.warn(Severity::Caution, "at-the-edge", text);
        }
        for limit in self.goal.reached(&evaluated[best].0) {
            let text = format!("The best design is held by the limit `{limit}`.");
            outcome.warn(Severity::Note, "at-a-limit", text);
        }
    }

    /// `clearance from 50 µm to 90 µm`.
    fn reach(&self, input: usize, evaluated: &[(Row, Evaluation)], alike: &[usize]) -> String {
        let variable = &self.variables[input];
        let label = self.label(variable).to_lowercase();
        if variable.extremes().is_none() {
            return format!("several values of {label}");
        }
        let values = || alike.iter().map(|index| evaluated[*index].0.inputs[input].number());
        let [least, greatest] = [values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max)]
            .map(|value| shown(&variable.column(), value));
        format!("{label} from {least} to {greatest}")
    }
}

/// How much the objective scatters between the runs nearest to one: the noise of a Gaussian process, or what a quadratic
/// surface leaves unexplained, whichever is less; none where the runs are too few.
fn scatter_about(trials: &[Trial], best: usize) -> Option<f64> {
    let dimension = trials[best].shares.len();
    let distance = |index: &usize| -> f64 {
        trials[*index].shares.iter().zip(&trials[best].shares).map(|(a, b)| (a - b).powi(2)).sum()
    };
    let mut near: Vec<usize> = (0..trials.len()).collect();
    near.sort_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.cmp(b)));
    near.truncate(20 + 10 * dimension);
    if near.len() < 5 + 5 * dimension {
        return None;
    }
    // An input that never moved there has no length.
    let moves = |input: &usize| near.iter().any(|i| trials[*i].shares[*input] != trials[best].shares[*input]);
    let moved: Vec<usize> = (0..dimension).filter(moves).collect();
    let points: Vec<Vec<f64>> =
        near.iter().map(|i| moved.iter().map(|input| trials[*i].shares[*input]).collect()).collect();
    let outputs: Vec<[f64; 1]> = near.iter().map(|i| [trials[*i].evaluation.objectives[0]]).collect();
    let samples = Samples::new(Points::from_rows(&points), Points::from_rows(&outputs)).ok()?;
    let settings = KrigingSettings { noise: Noise::Fitted, ..KrigingSettings::default() };
    let process = Kriging::fit(&samples, &settings).ok().map(|fit| {
        if nearest_neighbour(&samples, fit.lengths()) > 1.0 {
            // Neighbours say nothing about each other: to such a process noise is signal.
            fit.leave_one_out()[0].rms
        } else {
            (fit.noise_ratio() * fit.process_variances()[0]).sqrt()
        }
    });
    // What is rough to a process may still be a valley.
    let valley = ExpansionSettings::response_surface(moved.len(), 2);
    let valley = Expansion::fit(&samples, &valley).ok().map(|fit| fit.leave_one_out()[0].rms);
    process.into_iter().chain(valley).reduce(f64::min)
}

/// Mean distance of a sample from its nearest neighbour, in units of lengths.
fn nearest_neighbour(samples: &Samples, lengths: &[f64]) -> f64 {
    let square = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).zip(lengths).map(|((a, b), length)| ((a - b) / length).powi(2)).sum()
    };
    let points: Vec<&[f64]> = samples.points().rows().collect();
    let nearest = |i: usize| {
        let others = (0..points.len()).filter(|j| *j != i);
        others.map(|j| square(points[i], points[j])).fold(f64::INFINITY, f64::min).sqrt()
    };
    (0..points.len()).map(nearest).sum::<f64>() / points.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use numerics::sampling::{Random, draw_sobol_sequence};

    /// 64 points of the square, and what an objective is there.
    fn trials(objective: impl Fn(&[f64], &mut Random) -> f64) -> (Vec<Trial>, usize) {
        let mut random = Random::new(3);
        let points = draw_sobol_sequence(64, 2, Some(&mut Random::new(1))).expect("points");
        let trials: Vec<Trial> = points
            .rows()
            .map(|x| Trial { shares: x.to_vec(), evaluation: Evaluation::of(objective(x, &mut random)) })
            .collect();
        let value = |index: &usize| trials[*index].evaluation.objectives[0];
        let best = (0..trials.len()).min_by(|a, b| value(a).total_cmp(&value(b))).expect("one");
        (trials, best)
    }

    fn verdict(objective: impl Fn(&[f64], &mut Random) -> f64) -> Verdict {
        let (trials, best) = trials(objective);
        Verdict::new(&trials, best)
    }

    #[test]
    fn a_valley_is_an_optimum() {
        let valley = |x: &[f64]| 1.0 + (x[0] - 0.4).powi(2) + 3.0 * (x[1] - 0.6).powi(2);
        let found = verdict(|x, _| valley(x));
        assert!(found.is_an_optimum() && found.at_ends.is_empty() && found.alike.len() < 4, "{found:?}");
        assert!(found.scatter.is_some_and(|scatter| scatter < 1e-3), "{found:?}");
    }

    #[test]
    fn nothing_is_best_where_nothing_changes() {
        let found = verdict(|_, _| 7.0);
        assert!(found.still && found.alike.len() == 64 && !found.is_an_optimum(), "{found:?}");
    }

    /// The second input moves the objective by a tenth of what is as good.
    #[test]
    fn an_input_that_hardly_matters_makes_it_flat() {
        let found = verdict(|x, _| 1.0 + (x[0] - 0.4).powi(2) + 1e-4 * x[1]);
        assert!(found.wide.contains(&1) && !found.noisy, "{found:?}");
    }

    /// The scatter is that which was put in; a valley shallower than it is none.
    #[test]
    fn a_valley_in_noise_is_noisy() {
        let noisy = |depth: f64| {
            verdict(move |x, random| {
                1.0 + depth * ((x[0] - 0.4).powi(2) + (x[1] - 0.6).powi(2)) + 0.05 * random.normal()
            })
        };
        let found = noisy(0.1);
        assert!(found.noisy && found.wide == [0, 1] && found.alike.len() > 5, "{found:?}");
        // Of 40 points: a standard error of 0.05/√80, three times.
        assert!(found.scatter.is_some_and(|scatter| (scatter - 0.05).abs() < 0.017), "{found:?}");
        assert!(noisy(100.0).is_an_optimum(), "{:?}", noisy(100.0));
    }

    #[test]
    fn an_objective_that_falls_to_the_edge_ends_there() {
        let mut runs: Vec<Trial> = trials(|x, _| 2.0 - x[0]).0;
        runs.push(Trial { shares: vec![0.0, 0.5], evaluation: Evaluation::of(2.0) });
        runs.push(Trial { shares: vec![1.0, 0.5], evaluation: Evaluation::of(1.0) });
        let found = Verdict::new(&runs, runs.len() - 1);
        assert_eq!(found.at_ends, [(0, true)], "{found:?}");
    }
}
