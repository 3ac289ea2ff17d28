//! Runs on a grid of inputs: one line per value of a second input, colours over two of them, and the table.

use results::{Axis, Column};
use serde::Serialize;

use crate::chart::{Chart, Line, Side, Stroke, extent, numbers, ordinates};
use crate::colour::hex;
use crate::groups::{distinct, groups, median};
use crate::legend::look;
use crate::many::side;
use crate::number::{Unit, fixed, readable, smooth};
use crate::scale::Bands;

/// More rows than this are read in the file, not on a page.
const MOST_ROWS: usize = 1000;

/// A value of an input for a reader.
fn named(axis: &Axis, unit: &Unit, value: f64) -> String {
    let choice = (value >= 0.0).then(|| axis.names.get(value as usize)).flatten();
    choice.cloned().unwrap_or_else(|| readable(value * unit.factor))
}

/// One line per value of `by`: medians of the runs that agree in both inputs.
pub(crate) fn family(x: (&Axis, &Column), y: &Column, by: (&Axis, &Column)) -> Chart {
    let (unit, by_unit) = (Unit::of(&y.name), Unit::of(&by.1.name));
    let (low, high) = ordinates(&[y], &[], &[]);
    let (mut abscissas, mut curves) = (Vec::new(), Vec::new());
    for (index, value) in distinct(&by.1.values).into_iter().enumerate() {
        let rows: Vec<usize> = (0..by.1.values.len()).filter(|row| by.1.values[*row] == value).collect();
        let part =
            |column: &Column| Column { values: rows.iter().map(|row| column.values[*row]).collect(), ..column.clone() };
        let (xs, ys) = numbers(&part(x.1), &part(y));
        let found = groups(&xs, &ys);
        let name = format!("{} {}", named(by.0, &by_unit, value), by_unit.symbol);
        abscissas.push(smooth(found.iter().map(|group| group.at)));
        let (colour, dash) = look(index);
        curves.push(Line {
            name: if by.0.names.is_empty() {
                format!("{} {}", by.1.label, name.trim_end())
            } else {
                name.trim_end().into()
            },
            unit: unit.symbol.clone(),
            x: index,
            y: smooth(found.iter().map(|group| group.middle)),
            low: Vec::new(),
            colour,
            dash,
            style: Stroke::Both,
        });
    }
    let abscissa = side(x.0, x.1);
    let room = 0.03 * (abscissa.high - abscissa.low);
    Chart {
        x: Side { low: abscissa.low - room, high: abscissa.high + room, ..abscissa },
        y: Side::new(&y.label, &unit, [low, high + 0.05 * (high - low)]),
        abscissas,
        shared: true,
        legend: true,
        curves,
        marks: Vec::new(),
        cycle: None,
        equal: false,
        tall: true,
    }
}

/// Colours over two inputs.
#[derive(Debug, Serialize)]
pub(crate) struct Heat {
    x: Side,
    y: Side,
    z: Side,
    /// Rows from the lowest value of y, each from the lowest of x; `None` where there is no run.
    cells: Vec<Vec<Option<f64>>>,
    bands: Scale,
}

#[derive(Debug, Serialize)]
struct Scale {
    bounds: Vec<f64>,
    ticks: Vec<String>,
    colours: Vec<String>,
}

/// The median of z in every cell of the grid of x and y.
pub(crate) fn heat(x: (&Axis, &Column), y: (&Axis, &Column), z: &Column) -> Heat {
    let unit = Unit::of(&z.name);
    let (across, along) = (distinct(&x.1.values), distinct(&y.1.values));
    let cell = |u: f64, v: f64| {
        let rows = (0..z.values.len()).filter(|row| x.1.values[*row] == u && y.1.values[*row] == v);
        median(rows.map(|row| z.values[row] * unit.factor).collect())
    };
    let cells: Vec<Vec<Option<f64>>> =
        along.iter().map(|v| smooth(across.iter().map(|u| cell(*u, *v).unwrap_or(f64::NAN)))).collect();
    let (low, high) = extent(cells.iter().flatten().filter_map(|value| *value));
    let bands = Bands::over(low, high);
    let names = |(axis, column): (&Axis, &Column), values: &[f64]| {
        let unit = Unit::of(&column.name);
        let names = values.iter().map(|value| named(axis, &unit, *value)).collect();
        Side { names, ..side(axis, column) }
    };
    Heat {
        x: names(x, &across),
        y: names(y, &along),
        z: Side::new(&z.label, &unit, [low, high]),
        cells,
        bands: Scale {
            ticks: bands.bounds.at.iter().map(|value| fixed(*value, bands.bounds.decimals)).collect(),
            bounds: bands.bounds.at,
            colours: bands.colours.into_iter().map(hex).collect(),
        },
    }
}

/// Rows to be read.
#[derive(Debug, Serialize)]
pub(crate) struct Runs {
    columns: Vec<Listed>,
    /// What was left out; empty for nothing.
    more: String,
}

#[derive(Debug, Serialize)]
struct Listed {
    title: String,
    unit: String,
    values: Vec<Option<f64>>,
    names: Vec<String>,
}

/// The rows of the columns.
pub(crate) fn table(axes: &[Axis], columns: &[&Column]) -> Runs {
    let rows = columns.first().map_or(0, |column| column.values.len());
    let listed = |(axis, column): (&Axis, &&Column)| {
        let unit = Unit::of(&column.name);
        Listed {
            title: column.label.clone(),
            values: column.values.iter().take(MOST_ROWS).map(|v| six_digits(v * unit.factor)).collect(),
            unit: unit.symbol,
            names: axis.names.clone(),
        }
    };
    let more = if rows > MOST_ROWS {
        format!("The first {MOST_ROWS} of {rows} runs; all of them are in table.csv and table.parquet.")
    } else {
        String::new()
    };
    Runs { columns: axes.iter().zip(columns).map(listed).collect(), more }
}

fn six_digits(value: f64) -> Option<f64> {
    value.is_finite().then(|| format!("{value:.5e}").parse().unwrap_or(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, values: &[f64]) -> Column {
        Column { name: name.into(), label: name.into(), values: values.into() }
    }

    fn axis(column: &Column) -> Axis {
        Axis { column: column.name.clone(), names: Vec::new() }
    }

    /// z = 10 a + b on a grid of 2 × 3, of which one cell is missing and one has two runs.
    fn grid() -> [Column; 3] {
        let rows = [
            (1.0, 1.0, 11.0),
            (1.0, 2.0, 12.0),
            (1.0, 3.0, 13.0),
            (2.0, 1.0, 21.0),
            (2.0, 3.0, 23.0),
            (2.0, 3.0, 25.0),
        ];
        let of = |value: fn(&(f64, f64, f64)) -> f64| rows.iter().map(value).collect::<Vec<f64>>();
        [column("a_ratio", &of(|r| r.0)), column("b_ratio", &of(|r| r.1)), column("z_ratio", &of(|r| r.2))]
    }

    #[test]
    fn a_family_has_one_line_per_value() {
        let [a, b, z] = grid();
        let drawn = family((&axis(&b), &b), &z, (&axis(&a), &a));
        assert_eq!(drawn.curves.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(), ["a_ratio 1", "a_ratio 2"]);
        assert_eq!(drawn.abscissas, [vec![Some(1.0), Some(2.0), Some(3.0)], vec![Some(1.0), Some(3.0)]]);
        assert_eq!(drawn.curves[1].y, [Some(21.0), Some(24.0)]);
    }

    #[test]
    fn a_heat_map_has_the_median_of_each_cell_and_gaps_without_runs() {
        let [a, b, z] = grid();
        let drawn = heat((&axis(&b), &b), (&axis(&a), &a), &z);
        assert_eq!(drawn.cells, [vec![Some(11.0), Some(12.0), Some(13.0)], vec![Some(21.0), None, Some(24.0)]]);
        assert_eq!((drawn.x.names.join(" "), drawn.y.names.join(" ")), ("1 2 3".into(), "1 2".into()));
        assert!(drawn.bands.bounds[0] <= 11.0 && *drawn.bands.bounds.last().expect("bounds") >= 24.0);
    }

    #[test]
    fn a_table_says_what_it_leaves_out() {
        let long = column("a_ratio", &vec![1.0; 1001]);
        assert!(table(&[axis(&long)], &[&long]).more.contains("1000 of 1001"));
        let [a, ..] = grid();
        assert_eq!(table(&[axis(&a)], &[&a]).more, "");
    }
}
