//! The page of two results beside each other.

use results::{Change, Departure, Difference};
use serde::Serialize;

use crate::ReportError;
use crate::document::{self, CHART_STYLE, Drawn, STYLE};
use crate::notices::{Notice, notices};
use crate::number::{Unit, readable};

const TEMPLATE: &str = include_str!("page/difference.html.j2");

/// Two results and what differs.
#[derive(Debug, Clone, Copy)]
pub struct Compare<'a> {
    /// What the first and the second are called.
    pub names: [&'a str; 2],
    /// Where they lie.
    pub places: [&'a str; 2],
    /// What differs.
    pub difference: &'a Difference,
}

#[derive(Serialize)]
struct Row {
    label: String,
    name: String,
    first: String,
    second: String,
    change: String,
    percent: String,
    /// `more`, `less` or nothing.
    way: &'static str,
}

#[derive(Serialize)]
struct Away {
    label: String,
    largest: String,
    at: String,
    rms: String,
    part: String,
}

#[derive(Serialize)]
struct Filling<'a> {
    names: [&'a str; 2],
    places: [&'a str; 2],
    inputs: Vec<(&'a str, &'a str, &'a str)>,
    numbers: Vec<Row>,
    curves: Vec<Away>,
    maps: Vec<Away>,
    notices: Vec<Notice<'a>>,
    figures: Vec<Drawn<'a>>,
    style: &'a str,
    chart_style: &'a str,
    data: String,
    scripts: String,
}

pub(crate) fn render(compare: &Compare<'_>) -> Result<String, ReportError> {
    let Difference { inputs, numbers, curves, maps, outcome } = compare.difference;
    let data = document::page_data(outcome)?;
    let filling = Filling {
        names: compare.names,
        places: compare.places,
        inputs: inputs
            .iter()
            .map(|input| {
                let [first, second] = &input.values;
                (input.path.as_str(), first.as_deref().unwrap_or("–"), second.as_deref().unwrap_or("–"))
            })
            .collect(),
        numbers: numbers.iter().map(row).collect(),
        curves: curves.iter().map(away).collect(),
        maps: maps.iter().map(away).collect(),
        notices: notices(outcome),
        figures: outcome.figures.iter().enumerate().map(|(i, f)| document::drawn(outcome, i, f)).collect(),
        style: STYLE,
        chart_style: CHART_STYLE,
        data: document::inline_json(&data)?,
        scripts: document::scripts(),
    };
    document::fill(TEMPLATE, filling)
}

/// A change by a smaller share is not seen in the digits that are shown.
const UNSEEN: f64 = 1e-6;
/// By less than this share two sums of the same numbers differ in another order.
const ROUNDING: f64 = 1e-12;

fn row(change: &Change) -> Row {
    let unit = Unit::of(&change.name);
    let shown = |value: Option<f64>| match value {
        Some(value) => format!("{} {}", readable(value * unit.factor), unit.symbol).trim_end().to_owned(),
        None => "–".into(),
    };
    let signed = |value: f64, text: String| if value > 0.0 { format!("+{text}") } else { text };
    let difference = change.difference();
    let rounded = change.ratio().is_some_and(|ratio| ratio != 0.0 && ratio.abs() < ROUNDING);
    Row {
        label: change.label.clone(),
        name: change.name.clone(),
        first: shown(change.values[0]),
        second: shown(change.values[1]),
        change: match difference {
            None => "–".into(),
            Some(0.0) => "none".into(),
            Some(_) if rounded => "rounding".into(),
            Some(d) => signed(d, shown(Some(d))),
        },
        percent: change
            .ratio()
            .filter(|ratio| *ratio != 0.0 && !rounded)
            .map_or(String::new(), |ratio| signed(ratio, format!("{} %", readable(100.0 * ratio)))),
        // What tolerances leave is told, and not coloured.
        way: match difference.filter(|_| change.ratio().is_none_or(|ratio| ratio.abs() > UNSEEN)) {
            Some(d) if d > 0.0 => "more",
            Some(d) if d < 0.0 => "less",
            _ => "",
        },
    }
}

fn away(departure: &Departure) -> Away {
    let unit = Unit::of(&departure.name);
    let shown = |value: f64| format!("{} {}", readable(value * unit.factor), unit.symbol).trim_end().to_owned();
    let part = 100.0 * departure.largest.0.abs() / departure.size;
    Away {
        label: departure.label.clone(),
        largest: shown(departure.largest.0),
        at: format!("{} s", readable(departure.largest.1)),
        rms: shown(departure.rms),
        part: if part.is_finite() { format!("{} %", readable(part)) } else { "–".into() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rounding_is_called_so_and_what_is_small_is_told() {
        let shown = |second: f64| {
            let (name, label) = ("peak_force_N".into(), "Peak force".into());
            let row = row(&Change { name, label, values: [Some(2000.0), Some(second)] });
            (row.change, row.percent, row.way)
        };
        assert_eq!(shown(2000.0), ("none".into(), String::new(), ""));
        assert_eq!(shown(2000.0 + 4e-13), ("rounding".into(), String::new(), ""));
        let (change, percent, way) = shown(2000.0 + 2e-6);
        assert!(change.starts_with('+') && percent.ends_with(" %") && way.is_empty(), "{change} {percent}");
        assert_eq!(shown(2100.0), ("+100 N".into(), "+5 %".into(), "more"));
    }
}
