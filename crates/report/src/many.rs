//! Figures of many runs: upright axes side by side, responses with their spread, fronts, bars.

use results::{Axis, BarSet, Column};
use serde::Serialize;

use crate::chart::{Chart, GREY, Line, Side, Stroke, display, extent, numbers, ordinates};
use crate::colour;
use crate::groups::groups;
use crate::legend::{PALETTE, look};
use crate::number::{Unit, smooth};

/// More lines than this are a carpet.
const MOST_LINES: usize = 400;
/// More dots than this slow the browser down, and hide each other.
const MOST_DOTS: usize = 1500;

/// Every n-th of so many rows, so that at most `most` are left.
fn some(rows: usize, most: usize) -> impl Iterator<Item = usize> {
    (0..rows).step_by(rows.div_ceil(most).max(1))
}

/// An axis for a column, with the names of its choices.
pub(crate) fn side(axis: &Axis, column: &Column) -> Side {
    let unit = Unit::of(&column.name);
    let (low, high) = extent(column.values.iter().map(|value| value * unit.factor));
    Side { names: axis.names.clone(), ..Side::new(&column.label, &unit, [low, high]) }
}

/// A little room on both sides.
fn padded(side: Side) -> Side {
    let room = 0.03 * (side.high - side.low);
    Side { low: side.low - room, high: side.high + room, ..side }
}

/// Every run as a line.
#[derive(Debug, Serialize)]
pub(crate) struct Parallel {
    axes: Vec<Side>,
    /// The place of each run on each axis, 0 … 1.
    rows: Vec<Vec<Option<f64>>>,
    colours: Vec<String>,
    numbers: Vec<usize>,
}

/// Rows of the columns, coloured by the last; `runs` numbers them.
pub(crate) fn parallel(axes: &[Axis], columns: &[&Column], runs: Option<&Column>) -> Parallel {
    let sides: Vec<Side> = axes.iter().zip(columns).map(|(axis, column)| side(axis, column)).collect();
    let rows = columns.first().map_or(0, |column| column.values.len());
    let (mut lines, mut colours, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for row in some(rows, MOST_LINES) {
        let share = |(column, side): (&&Column, &Side)| {
            let shown = column.values[row] * Unit::of(&column.name).factor;
            if side.names.is_empty() { (shown - side.low) / (side.high - side.low) } else { at_choice(shown, side) }
        };
        let shares: Vec<f64> = columns.iter().zip(&sides).map(share).collect();
        let Some(last) = shares.last().copied().filter(|share| share.is_finite()) else { continue };
        colours.push(colour::hex(colour::map(0.12 + 0.75 * last)));
        lines.push(shares.into_iter().map(|share| share.is_finite().then(|| (1e4 * share).round() / 1e4)).collect());
        numbers.push(runs.and_then(|column| column.values.get(row)).map_or(row, |run| *run as usize));
    }
    Parallel { axes: sides, rows: lines, colours, numbers }
}

fn at_choice(number: f64, side: &Side) -> f64 {
    number / (side.names.len() - 1).max(1) as f64
}

fn line(name: &str, unit: &Unit, y: Vec<Option<f64>>, style: Stroke) -> Line {
    let colour = if style == Stroke::Dots { GREY } else { PALETTE[0] };
    Line { name: name.into(), unit: unit.symbol.clone(), x: 0, y, low: Vec::new(), colour, dash: "", style }
}

/// One output against each of the inputs.
pub(crate) fn response(output: &Column, axes: &[Axis], inputs: &[&Column]) -> Vec<Chart> {
    let unit = Unit::of(&output.name);
    let (low, high) = ordinates(&[output], &[], &[]);
    let panel = |(input, axis): (&&Column, &Axis)| {
        let (x, y) = numbers(input, output);
        let dots: Vec<usize> = some(x.len(), MOST_DOTS).collect();
        let found = groups(&x, &y);
        let spread = found.iter().any(|group| group.high > group.low);
        let of = |value: fn(&crate::groups::Group) -> f64| smooth(found.iter().map(value));
        let mut curves = Vec::new();
        if spread {
            curves.push(line("", &unit, smooth(dots.iter().map(|row| y[*row])), Stroke::Dots));
            let band =
                Line { x: 1, low: of(|group| group.low), ..line("", &unit, of(|group| group.high), Stroke::Band) };
            curves.push(band);
        }
        curves.push(Line { x: 1, ..line(if spread { "median" } else { "" }, &unit, of(|g| g.middle), Stroke::Both) });
        Chart {
            x: padded(side(axis, input)),
            y: Side::new(&output.label, &unit, [low, high + 0.05 * (high - low)]),
            abscissas: vec![smooth(dots.iter().map(|row| x[*row])), of(|group| group.at)],
            curves,
            marks: Vec::new(),
            cycle: None,
            equal: false,
            shared: false,
            tall: inputs.len() == 1,
            legend: false,
        }
    };
    inputs.iter().zip(axes).map(panel).collect()
}

/// Two columns against each other, with the best compromises, between these two or with further ones.
pub(crate) fn front(x: &Column, y: &Column, (front, further): (&[usize], bool)) -> Chart {
    let (x_unit, y_unit) = (Unit::of(&x.name), Unit::of(&y.name));
    let (xs, ys) = (display(x), display(y));
    let dots: Vec<usize> = some(xs.len(), MOST_DOTS).collect();
    let of = |values: &[Option<f64>], rows: &[usize]| rows.iter().filter_map(|row| values.get(*row).copied()).collect();
    let plain = |column: &Column| padded(side(&Axis { column: String::new(), names: Vec::new() }, column));
    let (name, style) = if further {
        ("no run is better in all objectives", Stroke::Printed)
    } else {
        ("no run is better in both", Stroke::Steps)
    };
    let best = Line { x: 1, colour: PALETTE[1], ..line(name, &y_unit, of(&ys, front), style) };
    Chart {
        x: Side { unit: x_unit.symbol, ..plain(x) },
        y: plain(y),
        abscissas: vec![of(&xs, &dots), of(&xs, front)],
        curves: vec![line("all runs", &y_unit, of(&ys, &dots), Stroke::Dots), best],
        marks: Vec::new(),
        cycle: None,
        equal: false,
        shared: false,
        tall: true,
        legend: true,
    }
}

/// Bars in groups.
#[derive(Debug, Serialize)]
pub(crate) struct Bars {
    axis: Side,
    sets: Vec<Set>,
}

#[derive(Debug, Serialize)]
struct Set {
    name: String,
    colour: &'static str,
    bars: Vec<Bar>,
}

#[derive(Debug, Serialize)]
struct Bar {
    name: String,
    value: Option<f64>,
    /// Half of its confidence interval.
    spread: f64,
}

/// Bars of each set beside each other; `measure` has the unit in brackets.
pub(crate) fn bars(measure: &str, sets: &[BarSet], logarithmic: bool) -> Bars {
    let ends = sets.iter().flat_map(|set| set.bars.iter().flat_map(|bar| [bar.1 - bar.2, bar.1 + bar.2, bar.1]));
    let (low, high) = if logarithmic { decades(ends) } else { extent(ends.chain([0.0])) };
    // Past the end of the longest bar.
    let (low, high) = match (logarithmic, low < 0.0) {
        (true, _) => (low, high),
        (false, true) => (low - 0.03 * (high - low), high + 0.03 * (high - low)),
        (false, false) => (0.0, 1.03 * high),
    };
    let (title, symbol) = match measure.rsplit_once(" (") {
        Some((title, unit)) => (title, unit.trim_end_matches(')')),
        None => (measure, ""),
    };
    let axis = Side { title: title.into(), unit: symbol.into(), low, high, log: logarithmic, names: Vec::new() };
    let set = |(index, set): (usize, &BarSet)| Set {
        name: set.label.clone(),
        colour: look(index).0,
        bars: set
            .bars
            .iter()
            .map(|(name, value, spread)| Bar {
                name: name.clone(),
                value: value.is_finite().then_some(*value),
                spread: if spread.is_finite() { *spread } else { 0.0 },
            })
            .collect(),
    };
    Bars { axis, sets: sets.iter().enumerate().map(set).collect() }
}

/// Whole powers of ten around positive values.
fn decades(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = extent(values.filter(|value| *value > 0.0).map(f64::log10));
    // The shortest bar must still be seen.
    (10f64.powf((low - 0.05).floor()), 10f64.powf(high.ceil()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, values: &[f64]) -> Column {
        Column { name: name.into(), label: name.into(), values: values.into() }
    }

    #[test]
    fn logarithmic_bars_begin_a_decade_below_the_shortest() {
        let set = BarSet { label: "error".into(), bars: vec![("a".into(), 0.03, 0.0), ("b".into(), 100.0, 0.0)] };
        let drawn = bars("Size of the error (%)", &[set], true);
        assert_eq!((drawn.axis.low, drawn.axis.high, drawn.axis.unit.as_str()), (0.01, 100.0, "%"));
        assert_eq!(drawn.axis.title, "Size of the error");
    }

    #[test]
    fn runs_without_the_last_value_are_left_out_and_keep_their_numbers() {
        let axis = |name: &str| Axis { column: name.into(), names: Vec::new() };
        let (a, b) = (column("a_m", &[1.0, 2.0, 3.0]), column("b_m", &[5.0, f64::NAN, 7.0]));
        let runs = column("run_count", &[10.0, 11.0, 12.0]);
        let drawn = parallel(&[axis("a_m"), axis("b_m")], &[&a, &b], Some(&runs));
        assert_eq!(drawn.numbers, [10, 12]);
        assert_eq!(drawn.rows, [[Some(0.0), Some(0.0)], [Some(1.0), Some(1.0)]]);
    }
}
