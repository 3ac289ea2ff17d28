//! The figures of many runs: each output by its inputs, and the table.

use results::{Axis, Figure, Plot, Table};

/// An input with more values than this is not a grid, but a sample.
const MOST_VALUES: usize = 24;

/// More lines than this in one figure cannot be told apart.
const MOST_LINES: usize = 8;

/// A map of colours with fewer values along either side says less than lines do.
const LEAST_SIDE: usize = 3;

/// Caption of an output against the inputs.
const RESPONSE: &str = "Each dot is a run; the line is the median of runs with about the same value of the input, the \
                        band holds 90 % of them.";

/// What the runs of the table say about each output (name and label), by the inputs that were varied.
pub(super) fn figures(table: &Table, inputs: &[Axis], outputs: &[(String, String)]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (name, label) in outputs {
        match Grid::find(table, inputs) {
            Some(grid) => grid.draw(name, label, inputs.len(), &mut figures),
            None => figures.push(response(name, label, inputs)),
        }
        if inputs.len() > 2 && Grid::find(table, inputs).is_some() {
            figures.push(response(name, label, inputs));
        }
    }
    figures.push(all_runs(inputs, outputs));
    let listed = [plain("run_count")].into_iter().chain(inputs.iter().cloned());
    let listed = listed.chain(outputs.iter().map(|(name, _)| plain(name)));
    figures.push(Figure {
        title: "Table of runs".into(),
        caption: "Press the head of a column to sort by it. All outputs are in `table.csv` and `table.parquet`.".into(),
        plot: Plot::Table { columns: listed.collect() },
    });
    figures
}

fn plain(column: &str) -> Axis {
    Axis { column: column.to_owned(), names: Vec::new() }
}

fn response(name: &str, label: &str, inputs: &[Axis]) -> Figure {
    let caption =
        if inputs.len() == 1 { "Each dot is a run, or the median of runs that agree in the input." } else { RESPONSE };
    Figure {
        title: format!("{label}, by input"),
        caption: caption.into(),
        plot: Plot::Response { output: name.to_owned(), inputs: inputs.to_vec() },
    }
}

/// Every run as a line; the last axis, that of the first output, colours them.
fn all_runs(inputs: &[Axis], outputs: &[(String, String)]) -> Figure {
    let mut axes = inputs.to_vec();
    axes.extend(outputs.iter().skip(1).chain(outputs.first()).map(|(name, _)| plain(name)));
    let colour = outputs.first().map(|(_, label)| label.as_str()).unwrap_or_default();
    Figure {
        title: "All runs".into(),
        caption: format!(
            "Each line is a run, from input to output; light lines have a high value on the last axis ({colour})."
        ),
        plot: Plot::Parallel { axes },
    }
}

/// Two inputs of which all combinations were run: along the axis the one with more values, as lines the other.
struct Grid<'a> {
    along: &'a Axis,
    lines: &'a Axis,
    counts: [usize; 2],
}

impl<'a> Grid<'a> {
    /// The first two inputs, if their values make a grid.
    fn find(table: &Table, inputs: &'a [Axis]) -> Option<Self> {
        let [first, second, ..] = inputs else { return None };
        let values = |axis: &Axis| table.column(&axis.column).map(|column| column.values.as_slice());
        let (a, b) = (values(first)?, values(second)?);
        let counts = [distinct(a.iter().copied()), distinct(b.iter().copied())];
        let pairs = a.iter().zip(b).map(|(a, b)| (a.to_bits(), b.to_bits())).collect::<std::collections::BTreeSet<_>>();
        let complete = pairs.len() == counts[0] * counts[1];
        if !complete || counts.iter().any(|count| !(2..=MOST_VALUES).contains(count)) {
            return None;
        }
        // Choices have no order along an axis: they are lines.
        let turned = second.names.is_empty() && (counts[1] > counts[0] || !first.names.is_empty());
        let (along, lines, counts) =
            if turned { (second, first, [counts[1], counts[0]]) } else { (first, second, counts) };
        Some(Self { along, lines, counts })
    }

    fn draw(&self, name: &str, label: &str, inputs: usize, figures: &mut Vec<Figure>) {
        let many = inputs > 2;
        let more = if many { " Runs that differ in other inputs are shown by their median." } else { "" };
        if self.counts[1] <= MOST_LINES {
            figures.push(Figure {
                title: label.to_owned(),
                caption: format!("One line per value of the second input.{more}"),
                plot: Plot::Family { x: self.along.clone(), y: name.to_owned(), by: self.lines.clone() },
            });
        }
        if self.counts.iter().all(|count| *count >= LEAST_SIDE) {
            figures.push(Figure {
                title: format!("{label}, over {} inputs", if many { "the first two" } else { "both" }),
                caption: if many {
                    "Each field is the median of the runs that agree in both inputs.".into()
                } else {
                    "Each field is a run.".into()
                },
                plot: Plot::Heat { x: self.along.clone(), y: self.lines.clone(), z: name.to_owned() },
            });
        } else if self.counts[1] > MOST_LINES {
            figures.push(response(name, label, &[self.along.clone(), self.lines.clone()]));
        }
    }
}

fn distinct(values: impl Iterator<Item = f64>) -> usize {
    values.map(f64::to_bits).collect::<std::collections::BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[(f64, f64)]) -> (Table, Vec<Axis>, Vec<(String, String)>) {
        let mut table = Table::default();
        table.push("run_count", "Run", (0..rows.len()).map(|i| i as f64).collect());
        table.push("head_m", "Head", rows.iter().map(|row| row.0).collect());
        table.push("gap_m", "Gap", rows.iter().map(|row| row.1).collect());
        table.push("wear_m3", "Wear", rows.iter().map(|row| row.0 + row.1).collect());
        (table, vec![plain("head_m"), plain("gap_m")], vec![("wear_m3".into(), "Wear".into())])
    }

    fn kinds(rows: &[(f64, f64)]) -> Vec<&'static str> {
        let (table, inputs, outputs) = table(rows);
        let kind = |figure: Figure| match figure.plot {
            Plot::Family { x, by, .. } if x.column == "head_m" && by.column == "gap_m" => "family",
            Plot::Heat { .. } => "heat",
            Plot::Response { .. } => "response",
            Plot::Parallel { .. } => "parallel",
            Plot::Table { .. } => "table",
            _ => "other",
        };
        figures(&table, &inputs, &outputs).into_iter().map(kind).collect()
    }

    #[test]
    fn a_grid_of_two_inputs_is_lines_and_a_map_of_colours() {
        let grid = |a: usize, b: usize| -> Vec<(f64, f64)> {
            (0..a).flat_map(|i| (0..b).map(move |j| (i as f64, j as f64))).collect()
        };
        assert_eq!(kinds(&grid(4, 3)), ["family", "heat", "parallel", "table"]);
        assert_eq!(kinds(&grid(4, 2)), ["family", "parallel", "table"]);
        assert_eq!(kinds(&grid(12, 12)), ["heat", "parallel", "table"]);
    }

    #[test]
    fn a_sample_is_dots_with_a_median() {
        let sample: Vec<(f64, f64)> = (0..40).map(|i| (f64::from(i), f64::from(i * 7 % 40))).collect();
        assert_eq!(kinds(&sample), ["response", "parallel", "table"]);
    }
}
