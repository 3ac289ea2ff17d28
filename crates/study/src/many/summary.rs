//! From a store to what it means: numbers, a table and figures.

use std::collections::BTreeMap;

use results::store::{Cell, Row, StoreContents, StoreError};
use results::{Axis, Outcome, Severity, Table};

use super::campaign::Campaign;
use super::charts;

/// So many outputs are drawn if the study does not name them.
const MOST_OUTPUTS: usize = 4;

/// Figures need no more rows than this; all of them are in the table on disk.
const MOST_ROWS: u64 = 50_000;

/// An output counts as constant below this relative change.
const STILL: f64 = 1e-9;

/// What a first look at all runs tells.
#[derive(Debug, Default)]
struct Survey {
    runs: u64,
    failed: u64,
    /// Errors without their numbers, how often they came, and one of them in full.
    errors: BTreeMap<String, (u64, String)>,
    /// Severities and codes of warnings, and how often they came.
    warnings: BTreeMap<String, u64>,
    /// Least and greatest value of each output.
    ranges: BTreeMap<String, (f64, f64)>,
}

impl Survey {
    fn add(&mut self, row: &Row) {
        self.runs += 1;
        if let Some(error) = &row.error {
            self.failed += 1;
            let kind: String = error.chars().filter(|letter| !letter.is_ascii_digit()).collect();
            self.errors.entry(kind).or_insert((0, error.clone())).0 += 1;
        }
        for code in &row.warnings {
            *self.warnings.entry(code.clone()).or_default() += 1;
        }
        for (name, value) in row.outputs.iter().filter(|(_, value)| value.is_finite()) {
            let range = self.ranges.entry(name.clone()).or_insert((*value, *value));
            *range = (range.0.min(*value), range.1.max(*value));
        }
    }

    fn varies(&self, name: &str) -> bool {
        self.ranges.get(name).is_some_and(|(low, high)| high - low > STILL * low.abs().max(high.abs()))
    }
}

/// The columns of the runs that ended well.
struct Collected {
    table: Table,
    axes: Vec<Axis>,
}

impl Campaign {
    /// What all runs together say: numbers, a table of the runs that ended well, and figures.
    ///
    /// # Errors
    /// A part of the store that has become unreadable.
    pub fn summarise(&self, contents: &StoreContents) -> Result<Outcome, StoreError> {
        let mut survey = Survey::default();
        contents.for_each_block(|rows| {
            rows.iter().for_each(|row| survey.add(row));
            Ok(())
        })?;
        let outputs = self.drawn_outputs(contents, &survey);
        let Collected { mut table, axes } = self.collect(contents, &outputs, survey.runs)?;
        let mut outcome = Outcome::default();
        outcome.push("runs_count", "Runs", survey.runs as f64);
        outcome.push("failed_runs_count", "Failed runs", survey.failed as f64);
        self.headline_of_search(contents, &mut outcome)?;
        for (name, label) in &outputs {
            spread(&mut outcome, &table, name, label);
        }
        tell(&survey, &mut outcome);
        let input_axes = self.searched_axes(&axes);
        self.judge_inputs(contents, &outputs, &mut outcome)?;
        if table.rows() > 1 {
            self.figures_of_search(contents, &mut table, &mut outcome)?;
            outcome.figures.extend(charts::figures(&table, &input_axes, &outputs));
        }
        outcome.series = table;
        Ok(outcome)
    }

    /// Names and labels of the outputs to draw: those that were asked for, or the first that differ between runs.
    fn drawn_outputs(&self, contents: &StoreContents, survey: &Survey) -> Vec<(String, String)> {
        let labels = &contents.header().outputs;
        let label = |name: &String| {
            let known = labels.iter().find(|(known, _)| known == name);
            (name.clone(), known.map_or_else(|| name.replace('_', " "), |(_, label)| label.clone()))
        };
        let asked: Vec<String> = self.named_outputs().into_iter().map(|(_, name)| name).collect();
        if !asked.is_empty() {
            let mut unique: Vec<String> = Vec::new();
            for name in asked {
                if !unique.contains(&name) {
                    unique.push(name);
                }
            }
            return unique.iter().map(label).collect();
        }
        labels.iter().filter(|(name, _)| survey.varies(name)).take(MOST_OUTPUTS).cloned().collect()
    }

    /// Inputs and chosen outputs of the runs that ended well; every n-th of them where there are very many.
    fn collect(
        &self,
        contents: &StoreContents,
        outputs: &[(String, String)],
        runs: u64,
    ) -> Result<Collected, StoreError> {
        let inputs = &contents.header().inputs;
        let stride = runs.div_ceil(MOST_ROWS).max(1);
        let mut numbers = vec![Vec::new(); inputs.len()];
        let mut names: Vec<Vec<String>> = vec![Vec::new(); inputs.len()];
        let mut values = vec![Vec::new(); outputs.len()];
        let mut run_numbers = Vec::new();
        contents.for_each_block(|rows| {
            for row in rows.iter().filter(|row| row.error.is_none() && row.run % stride == 0) {
                run_numbers.push(row.run as f64);
                for ((column, names), cell) in numbers.iter_mut().zip(&mut names).zip(&row.inputs) {
                    column.push(match cell {
                        Cell::Number(value) => *value,
                        Cell::Text(word) => position(names, word) as f64,
                    });
                }
                for (column, (name, _)) in values.iter_mut().zip(outputs) {
                    column.push(row.output(name).unwrap_or(f64::NAN));
                }
            }
            Ok(())
        })?;
        let mut table = Table::default();
        table.push("run_count", "Run", run_numbers);
        let mut axes = Vec::new();
        for ((input, column), names) in inputs.iter().zip(numbers).zip(names) {
            table.push(&input.name, &input.label, column);
            axes.push(Axis { column: input.name.clone(), names });
        }
        for ((name, label), column) in outputs.iter().zip(values) {
            table.push(name, label, column);
        }
        Ok(Collected { table, axes })
    }

    /// What went in, in sections of names and values, for the report.
    pub fn describe(&self) -> Vec<(String, Vec<(String, String)>)> {
        let varied = self.variables.iter().map(|variable| (variable.path.join("."), variable.describe()));
        let mut sections = vec![("What varies".to_owned(), varied.collect())];
        let method = toml::to_string(&self.method).unwrap_or_default();
        let settings = method.lines().filter_map(|line| line.split_once(" = "));
        let mut rows = vec![("method".to_owned(), self.method.name().to_owned())];
        rows.extend(settings.map(|(key, value)| (key.to_owned(), value.to_owned())));
        sections.push(("How the runs are chosen".to_owned(), rows));
        sections.extend(self.base.describe());
        sections
    }
}

/// Position of a word in a list, to which it is added if it is new.
fn position(words: &mut Vec<String>, word: &str) -> usize {
    words.iter().position(|known| known == word).unwrap_or_else(|| {
        words.push(word.to_owned());
        words.len() - 1
    })
}

/// Least, median and greatest value.
fn spread(outcome: &mut Outcome, table: &Table, name: &str, label: &str) {
    let Some(column) = table.column(name) else { return };
    let mut values: Vec<f64> = column.values.iter().copied().filter(|value| value.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    if values.is_empty() {
        return;
    }
    let at = |share: f64| values[(share * (values.len() - 1) as f64).round() as usize];
    outcome.push(&format!("least_{name}"), &format!("{label}, least"), at(0.0));
    outcome.push(&format!("median_{name}"), &format!("{label}, median"), at(0.5));
    outcome.push(&format!("greatest_{name}"), &format!("{label}, greatest"), at(1.0));
}

/// Errors and warnings of the runs, each kind once.
fn tell(survey: &Survey, outcome: &mut Outcome) {
    for (count, example) in survey.errors.values() {
        let text = format!("{count} of {} runs failed like this: {example}", survey.runs);
        outcome.warn(Severity::Caution, "failed-runs", text);
    }
    for (token, count) in &survey.warnings {
        let (word, code) = token.split_once(':').unwrap_or(("note", token));
        let severity = if word == "caution" { Severity::Caution } else { Severity::Note };
        let text = format!("{count} of {} runs say {code}: see the column `warnings` of the table.", survey.runs);
        outcome.warn(severity, code, text);
    }
}
