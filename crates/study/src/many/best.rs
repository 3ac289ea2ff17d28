//! What a search has found: the best design, or the front of the best compromises.

use numerics::optimise::{Evaluation, compute_fronts};
use results::store::{Row, StoreContents, StoreError};
use results::{Axis, Curve, Figure, Outcome, Plot, Severity, Table};

use super::campaign::Campaign;
use super::method::Method;
use super::vary::Setting;
use crate::run::Study;

/// Fronts are sought among so many runs, the best ones: comparing all with all takes the square of their number.
const MOST_COMPARED: usize = 3000;
/// Of more objectives no more pairs are drawn.
const MOST_PAIRS: usize = 6;

/// What a column holds, in the middle of a sentence.
fn label(table: &Table, name: &str) -> String {
    let Some(column) = table.column(name) else { return name.into() };
    let mut letters = column.label.chars();
    let first = letters.next().map_or(String::new(), |first| first.to_lowercase().to_string());
    first + letters.as_str()
}

impl Campaign {
    /// The study of the best design, where the study looks for one.
    ///
    /// # Errors
    /// A part of the store that has become unreadable.
    pub fn best_study(&self, contents: &StoreContents) -> Result<Option<Study>, StoreError> {
        let settings = match &self.method {
            Method::Optimise(_) => {
                let Some(best) = self.best_row(contents)? else { return Ok(None) };
                let values = self.variables.iter().zip(&best.inputs);
                values.map(|(variable, cell)| variable.setting_of(cell)).collect()
            }
            Method::Calibrate(_) => match self.replay_calibration(contents)?.and_then(|search| search.calibration()) {
                Some(found) => self.calibrated(&found.parameters),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(self.template.build(&self.variables[..settings.len()], &settings).ok())
    }

    fn calibrated(&self, shares: &[f64]) -> Vec<Setting> {
        self.searched().iter().zip(shares).map(|(variable, share)| variable.at(*share)).collect()
    }

    /// Every run that ended well, with what the search was told.
    fn evaluated(&self, contents: &StoreContents) -> Result<Vec<(Row, Evaluation)>, StoreError> {
        let mut found = Vec::new();
        contents.for_each_block(|rows| {
            let good = rows.iter().map(|row| (row.clone(), self.goal.evaluate(row)));
            found.extend(good.filter(|(_, evaluation)| evaluation.succeeded()));
            Ok(())
        })?;
        Ok(found)
    }

    /// The best run: of one objective the least, of several the one on the front that is nearest to the best of each.
    fn best_row(&self, contents: &StoreContents) -> Result<Option<Row>, StoreError> {
        let evaluated = self.evaluated(contents)?;
        Ok(best_of(&evaluated).map(|index| evaluated[index].0.clone()))
    }

    /// Headline numbers of what was found.
    pub(super) fn headline_of_search(&self, contents: &StoreContents, outcome: &mut Outcome) -> Result<(), StoreError> {
        match &self.method {
            Method::Optimise(_) => {
                let evaluated = self.evaluated(contents)?;
                let Some(index) = best_of(&evaluated) else {
                    outcome.warn(
                        Severity::Caution,
                        "nothing-found",
                        "No run ended well: there is no best design.".into(),
                    );
                    return Ok(());
                };
                let (best, evaluation) = &evaluated[index];
                if evaluation.constraints.iter().any(|limit| *limit > 0.0) {
                    let text = "No run fulfils every constraint: the best design is the one that violates them least.";
                    outcome.warn(Severity::Caution, "not-allowed", text.into());
                } else if self.goal.objectives() == 1 {
                    self.tell_verdict(&evaluated, index, outcome);
                }
                outcome.push("best_run_count", "Number of the best run", best.run as f64);
                for (variable, cell) in self.variables.iter().zip(&best.inputs) {
                    outcome.push(
                        &format!("best_{}", variable.column()),
                        &format!("Best {}", self.label(variable).to_lowercase()),
                        cell.number(),
                    );
                }
                let labels = &contents.header().outputs;
                let named: Vec<String> = self.goal.named_outputs().into_iter().map(|(_, name)| name).collect();
                for (name, label) in labels.iter().filter(|(name, _)| named.contains(name)) {
                    outcome.push(
                        &format!("best_{name}"),
                        &format!("{label} of the best design"),
                        best.output(name).unwrap_or(f64::NAN),
                    );
                }
                outcome.headline.retain(|scalar| scalar.value.is_finite());
            }
            Method::Calibrate(_) => self.headline_of_calibration(contents, outcome)?,
            _ => {}
        }
        Ok(())
    }

    fn headline_of_calibration(&self, contents: &StoreContents, outcome: &mut Outcome) -> Result<(), StoreError> {
        let Some(found) = self.replay_calibration(contents)?.and_then(|search| search.calibration()) else {
            outcome.warn(Severity::Caution, "nothing-found", "Too few runs ended well to calibrate anything.".into());
            return Ok(());
        };
        let settings = self.calibrated(&found.parameters);
        for ((variable, setting), (share, error)) in
            self.searched().iter().zip(&settings).zip(found.parameters.iter().zip(&found.standard_errors))
        {
            let label = self.label(variable);
            outcome.push(
                &format!("calibrated_{}", variable.column()),
                &format!("{label}, calibrated"),
                setting.cell.number(),
            );
            // The error is known in the unit cube: what it is here follows from the ends of the interval.
            let [low, high] = [share - error, share + error].map(|end| variable.at(end.clamp(0.0, 1.0)).cell.number());
            if error.is_finite() {
                let name = format!("standard_error_of_{}", variable.column());
                outcome.push(&name, &format!("{label}, standard error"), 0.5 * (high - low));
            }
            if !(0.005..=0.995).contains(share) {
                let text = format!("{label} ends at the edge of its range: widen it.");
                outcome.warn(Severity::Caution, "at-the-edge", text);
            }
        }
        let count = self.experiments.as_ref().map_or(1, |e| e.len() * e.names().count()) as f64;
        let error = (found.sum_of_squares / count).sqrt();
        outcome.push("remaining_error_ratio", "Remaining error (root mean square, relative)", error);
        Ok(())
    }

    /// Figures of what was found: the way to the best run, and the front.
    pub(super) fn figures_of_search(
        &self,
        contents: &StoreContents,
        table: &mut Table,
        outcome: &mut Outcome,
    ) -> Result<(), StoreError> {
        match &self.method {
            Method::Optimise(_) if self.goal.objectives() > 1 => {
                self.figure_of_front(table, outcome);
                self.figures_of_corners(contents, table, outcome)?;
            }
            Method::Optimise(_) => self.figure_of_progress(contents, table, outcome)?,
            Method::Calibrate(_) => self.figure_of_fit(contents, table, outcome)?,
            _ => {}
        }
        Ok(())
    }

    fn figure_of_front(&self, table: &Table, outcome: &mut Outcome) {
        let names: Vec<&str> = self.goal.objective_names().collect();
        if names.len() < 2 {
            return;
        }
        let rows: Vec<Row> = (0..table.rows()).map(|row| row_of(table, row)).collect();
        let evaluations: Vec<Evaluation> = rows.iter().map(|row| self.goal.evaluate(row)).collect();
        let best = front(&evaluations);
        // All pairs of a few objectives, each in a figure of its own.
        let pairs = (0..names.len()).flat_map(|i| (i + 1..names.len()).map(move |j| (i, j))).take(MOST_PAIRS);
        for (i, j) in pairs {
            let mut front = best.clone();
            if let Some(column) = table.column(names[i]) {
                front.sort_by(|a, b| column.values[*a].total_cmp(&column.values[*b]));
            }
            let further = names.len() > 2;
            let caption = if further {
                format!(
                    "Every run, and the {} of the Pareto front in {} objectives, of which two are drawn: what looks beaten here is \
                     better in another.",
                    front.len(),
                    names.len()
                )
            } else {
                format!("Every run, and the {} that no other run beats in every objective (Pareto front).", front.len())
            };
            let title = match i + j {
                1 => "The best compromises".into(),
                _ => format!("The best compromises: {} and {}", label(table, names[i]), label(table, names[j])),
            };
            let plot = Plot::Front { x: names[i].into(), y: names[j].into(), front, further };
            outcome.figures.push(Figure { title, caption, plot });
        }
    }

    /// Drawings of the designs that are best in one objective each, and of the one between them.
    fn figures_of_corners(
        &self,
        contents: &StoreContents,
        table: &Table,
        outcome: &mut Outcome,
    ) -> Result<(), StoreError> {
        let evaluated = self.evaluated(contents)?;
        let mut corners: Vec<(usize, Vec<String>)> = Vec::new();
        let mut add = |row: Option<usize>, words: String| {
            let Some(row) = row else { return };
            match corners.iter_mut().find(|(known, _)| *known == row) {
                Some((_, names)) => names.push(words),
                None => corners.push((row, vec![words])),
            }
        };
        for (k, name) in self.goal.objective_names().enumerate() {
            let by = |a: &usize, b: &usize| {
                evaluated[*a].1.objectives[k].total_cmp(&evaluated[*b].1.objectives[k]).then(a.cmp(b))
            };
            add((0..evaluated.len()).min_by(by), format!("the best in {}", label(table, name)));
        }
        add(best_of(&evaluated), "the nearest to all of these".into());
        for (row, names) in corners {
            let cells = &evaluated[row].0.inputs;
            let settings: Vec<Setting> =
                self.variables.iter().zip(cells).map(|(variable, cell)| variable.setting_of(cell)).collect();
            let built = self.template.build(&self.variables[..settings.len()], &settings).ok();
            let drawn = built.and_then(|study| study.drawing());
            if let Some(svg) = drawn {
                outcome.figures.push(Figure {
                    title: format!("A corner of the front: run {}", evaluated[row].0.run),
                    caption: format!("The design that is {}, with its measures in mm.", names.join(", and ")),
                    plot: Plot::Drawing { svg },
                });
            }
        }
        Ok(())
    }

    fn figure_of_progress(
        &self,
        contents: &StoreContents,
        table: &mut Table,
        outcome: &mut Outcome,
    ) -> Result<(), StoreError> {
        let Some(name) = self.goal.objective_names().next().map(str::to_owned) else { return Ok(()) };
        let evaluated = self.evaluated(contents)?;
        let mut best_so_far = vec![f64::NAN; table.rows()];
        let Some(runs) = table.column("run_count").map(|column| column.values.clone()) else { return Ok(()) };
        let mut leader: Option<usize> = None;
        for (index, (row, evaluation)) in evaluated.iter().enumerate() {
            let better = leader.is_none_or(|known| best(&[evaluated[known].1.clone(), evaluation.clone()]) == Some(1));
            if better {
                leader = Some(index);
            }
            if let (Some(place), Some(leader)) = (runs.iter().position(|run| *run == row.run as f64), leader) {
                best_so_far[place] = evaluated[leader].0.output(&name).unwrap_or(f64::NAN);
            }
        }
        let label = table.column(&name).map_or_else(|| name.clone(), |column| column.label.clone());
        let column = format!("best_so_far_{name}");
        table.push(&column, &format!("{label}, best so far"), best_so_far);
        outcome.figures.push(Figure {
            title: "The way to the best design".into(),
            caption:
                "The objective of every run, and of the best so far: an allowed run is better than any that is not."
                    .into(),
            plot: Plot::Loops {
                abscissa: "Run".into(),
                ordinate: label,
                curves: vec![Curve { x: "run_count".into(), y: column }, Curve { x: "run_count".into(), y: name }],
                guide: None,
                top: None,
                equal: false,
            },
        });
        Ok(())
    }

    fn figure_of_fit(
        &self,
        contents: &StoreContents,
        table: &mut Table,
        outcome: &mut Outcome,
    ) -> Result<(), StoreError> {
        let (Some(experiments), Some(search)) = (&self.experiments, self.replay_calibration(contents)?) else {
            return Ok(());
        };
        let Some(point) = search.calibration().map(|found| self.calibrated(&found.parameters)) else { return Ok(()) };
        // The runs of the best parameters: the last ones with these inputs.
        let mut fitted = vec![None; experiments.len()];
        contents.for_each_block(|rows| {
            for row in rows {
                if row.inputs.iter().zip(&point).all(|(cell, setting)| *cell == setting.cell) {
                    fitted[(row.run % experiments.len() as u64) as usize] = Some(row.clone());
                }
            }
            Ok(())
        })?;
        let rows = table.rows();
        let pad = |mut values: Vec<f64>| {
            values.resize(rows, f64::NAN);
            values
        };
        let number = (0..experiments.len()).map(|i| (i + 1) as f64).collect();
        table.push("experiment_count", "Experiment", pad(number));
        for name in experiments.names() {
            let label =
                contents.header().outputs.iter().find(|(known, _)| known == name).map_or(name, |(_, label)| label);
            let computed = fitted.iter().map(|row| row.as_ref().and_then(|row| row.output(name)).unwrap_or(f64::NAN));
            let x = "experiment_count".to_owned();
            let (y, z) = (format!("measured_{name}"), format!("computed_{name}"));
            table.push(&y, &format!("{label}, measured"), pad(experiments.measured(name).to_vec()));
            table.push(&z, &format!("{label}, computed"), pad(computed.collect()));
            outcome.figures.push(Figure {
                title: format!("{label}: measured and computed"),
                caption: "One point per row of the table of measurements, with the calibrated inputs.".into(),
                plot: Plot::Loops {
                    abscissa: "Experiment".into(),
                    ordinate: label.to_owned(),
                    curves: vec![Curve { x: x.clone(), y }, Curve { x, y: z }],
                    guide: None,
                    top: None,
                    equal: false,
                },
            });
        }
        Ok(())
    }

    /// Adds the maps of the best design to the report of the search.
    pub fn show_best(&self, outcome: &mut Outcome, best: Outcome) {
        let maps = best.figures.into_iter().filter(|figure| matches!(figure.plot, Plot::Maps { .. }));
        let Some(mut figure) = maps.into_iter().next() else { return };
        figure.title = format!("The best design: {}", figure.title.to_lowercase());
        figure.caption += " Its own report is in the folder `best`.";
        let position = outcome.figures.len().min(1);
        outcome.figures.insert(position, figure);
        outcome.surfaces = best.surfaces;
    }

    /// The axes of the inputs that a search chooses.
    pub(super) fn searched_axes(&self, axes: &[Axis]) -> Vec<Axis> {
        axes[..self.searched().len().min(axes.len())].to_vec()
    }
}

/// A row of the table, with its outputs alone.
fn row_of(table: &Table, row: usize) -> Row {
    let outputs = table.columns().iter().map(|column| (column.name.clone(), column.values[row])).collect();
    Row { run: row as u64, inputs: Vec::new(), outputs, warnings: Vec::new(), error: None }
}

/// The best of runs and what they say.
fn best_of(evaluated: &[(Row, Evaluation)]) -> Option<usize> {
    best(&evaluated.iter().map(|(_, evaluation)| evaluation.clone()).collect::<Vec<_>>())
}

/// Positions of the evaluations that none beats.
fn front(evaluations: &[Evaluation]) -> Vec<usize> {
    let constraints = evaluations.first().map_or(0, |evaluation| evaluation.constraints.len());
    let mut chosen: Vec<usize> = (0..evaluations.len()).filter(|i| evaluations[*i].succeeded()).collect();
    if chosen.len() > MOST_COMPARED {
        // A run on the front is best in some sum of the objectives: the worst of the plain sum can go.
        let sum = |i: &usize| evaluations[*i].objectives.iter().sum::<f64>();
        chosen.sort_by(|a, b| sum(a).total_cmp(&sum(b)));
        chosen.truncate(MOST_COMPARED);
    }
    let compared: Vec<Evaluation> = chosen.iter().map(|i| evaluations[*i].clone()).collect();
    let fronts = compute_fronts(&compared, &scales(&compared, constraints));
    fronts.into_iter().next().unwrap_or_default().into_iter().map(|i| chosen[i]).collect()
}

/// Mean size of each constraint, by which violations are made comparable.
fn scales(evaluations: &[Evaluation], constraints: usize) -> Vec<f64> {
    let mean =
        |index: usize| evaluations.iter().map(|e| e.constraints[index].abs()).sum::<f64>() / evaluations.len() as f64;
    (0..constraints).map(mean).map(|mean| if mean > 0.0 { mean } else { 1.0 }).collect()
}

/// The best of the evaluations: on the front, the nearest to the best of each objective.
fn best(evaluations: &[Evaluation]) -> Option<usize> {
    let front = front(evaluations);
    let objectives = evaluations.first()?.objectives.len();
    let range = |index: usize| {
        let values = || front.iter().map(|i| evaluations[*i].objectives[index]);
        let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
        (low, if high > low { high - low } else { 1.0 })
    };
    let ranges: Vec<(f64, f64)> = (0..objectives).map(range).collect();
    let distance = |i: &usize| -> f64 {
        evaluations[*i]
            .objectives
            .iter()
            .zip(&ranges)
            .map(|(value, (low, width))| ((value - low) / width).powi(2))
            .sum()
    };
    front.iter().copied().min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_allowed_and_least() {
        let run = |objective, limit| Evaluation::new(vec![objective], vec![limit]);
        assert_eq!(best(&[run(1.0, 0.5), run(3.0, -1.0), run(2.0, 0.0)]), Some(2));
        assert_eq!(best(&[run(1.0, 2.0), run(3.0, 1.0)]), Some(1), "nothing is allowed: the least violation");
        assert_eq!(best(&[]), None);
    }

    #[test]
    fn of_several_objectives_the_best_is_the_knee_of_the_front() {
        let runs = [[0.0, 1.0], [0.1, 0.1], [1.0, 0.0], [0.5, 0.5]].map(|both| Evaluation::new(both.into(), vec![]));
        assert_eq!(front(&runs), [0, 1, 2]);
        assert_eq!(best(&runs), Some(1));
    }
}
