//! From a store to what it means: numbers, a table and figures.

use std::collections::BTreeMap;

use results::store::{Cell, Row, StoreContents, StoreError};
use results::{Axis, Outcome, Severity, Table};

use super::campaign::Campaign;
use super::charts;
use super::words::counted;

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
            spread(&mut outcome, &table, (name, label), survey.ranges.get(name).copied());
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

    /// Names and labels of the outputs to draw: those that were asked for, or those that differ between runs, pressure,
    /// wear and sliding before others.
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
        let varied: Vec<(String, String)> = labels.iter().filter(|(name, _)| survey.varies(name)).cloned().collect();
        choose(&varied)
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
        sections.extend(self.used.sections.iter().cloned());
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

/// What a reader looks for first, by a word of its name.
const SOUGHT: [&str; 3] = ["pressure", "wear", "sliding"];

/// The outputs to draw, in their order: one of each kind that is sought, and the first of the others.
fn choose(varied: &[(String, String)]) -> Vec<(String, String)> {
    let mut chosen: Vec<usize> = Vec::new();
    for word in SOUGHT {
        chosen.extend(varied.iter().position(|(name, _)| name.contains(word)).filter(|place| !chosen.contains(place)));
    }
    for place in 0..varied.len() {
        if chosen.len() < MOST_OUTPUTS && !chosen.contains(&place) {
            chosen.push(place);
        }
    }
    chosen.sort_unstable();
    chosen.into_iter().map(|place| varied[place].clone()).collect()
}

/// Least, median and greatest value; the first and the last are those of all runs.
fn spread(outcome: &mut Outcome, table: &Table, (name, label): (&str, &str), range: Option<(f64, f64)>) {
    let (Some(column), Some((least, greatest))) = (table.column(name), range) else { return };
    let mut values: Vec<f64> = column.values.iter().copied().filter(|value| value.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    outcome.push(&format!("least_{name}"), &format!("{label}, least"), least);
    if let Some(median) = median(&values) {
        outcome.push(&format!("median_{name}"), &format!("{label}, median"), median);
    }
    outcome.push(&format!("greatest_{name}"), &format!("{label}, greatest"), greatest);
}

/// The middle of sorted values; of an even number, the mean of the middle two.
fn median(sorted: &[f64]) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    Some(0.5 * (sorted[last / 2] + sorted[last.div_ceil(2)]))
}

/// Errors and warnings of the runs, each kind once.
fn tell(survey: &Survey, outcome: &mut Outcome) {
    for (count, example) in survey.errors.values() {
        let text = format!("{count} of {} failed like this: {example}", counted(survey.runs, "run"));
        outcome.warn(Severity::Caution, "failed-runs", text);
    }
    for (token, count) in &survey.warnings {
        let (word, code) = token.split_once(':').unwrap_or(("note", token));
        let severity = if word == "caution" { Severity::Caution } else { Severity::Note };
        let (runs, say) = (counted(survey.runs, "run"), if *count == 1 { "says" } else { "say" });
        let text = format!("{count} of {runs} {say} {code}: see the column `warnings` of the table.");
        outcome.warn(severity, code, text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_even_number_is_the_mean_of_the_middle_two() {
        assert_eq!(median(&[1.0, 2.0, 4.0, 100.0]), Some(3.0));
        assert_eq!(median(&[1.0, 2.0, 100.0]), Some(2.0));
        assert_eq!((median(&[5.0]), median(&[])), (Some(5.0), None));
    }

    #[test]
    fn wear_is_drawn_where_the_joint_wears() {
        let names = ["peak_pressure_Pa", "peak_force_N", "contact_radius_m", "contact_area_m2", "indentation_m"];
        let labelled =
            |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), String::new())).collect::<Vec<_>>();
        let drawn = |names: &[&str]| choose(&labelled(names)).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(drawn(&names), names[..4], "nothing wears");
        let wearing = [&names[..], &["sliding_distance_m", "wear_volume_m3", "wear_depth_m"]].concat();
        assert_eq!(drawn(&wearing), ["peak_pressure_Pa", "peak_force_N", "sliding_distance_m", "wear_volume_m3"]);
        assert_eq!(drawn(&["wear_depth_m"]), ["wear_depth_m"]);
    }
}
