//! `synovia diff`: what differs between two results, as text, as JSON, as a page.

use report::Compare;
use results::{Departure, Difference};
use serde_json::json;

use crate::arguments::Diff;
use crate::failure::{Failure, say};
use crate::number::{readable, with_unit};
use crate::put::{check_place, put};

/// Compares and tells.
pub fn diff(options: &Diff) -> Result<(), Failure> {
    if let Some(page) = &options.page {
        check_place(page, options.force)?;
    }
    let (difference, names) = web::difference([&options.first, &options.second]).map_err(Failure::Other)?;
    if let Some(page) = &options.page {
        let places = [options.first.display().to_string(), options.second.display().to_string()];
        put(page, render(&difference, &names, &places)?.as_bytes())?;
    }
    if options.json {
        return say(&format!("{:#}\n", as_json(&difference)));
    }
    let page = options.page.as_ref().map_or(String::new(), |page| format!("\npage: {}\n", page.display()));
    say(&(as_text(&difference, &names) + &page))
}

/// The page: curves on one axis, maps on one scale.
///
/// # Errors
/// A defect of a template.
pub fn render(difference: &Difference, names: &[String; 2], places: &[String; 2]) -> Result<String, Failure> {
    let (names, places) = ([&*names[0], &*names[1]], [&*places[0], &*places[1]]);
    Ok(report::render_difference(&Compare { names, places, difference })?)
}

/// Rows in columns as wide as their widest cells; all but the first to the right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let wide = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| wide(column).unwrap_or_default()).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
            if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

fn as_text(difference: &Difference, names: &[String; 2]) -> String {
    let Difference { inputs, numbers, curves, maps, outcome } = difference;
    let mut text = format!("{} and {}\n", names[0], names[1]);
    if inputs.is_empty() {
        text += "\nInputs: all the same\n";
    } else {
        let none = || "–".to_owned();
        let row = |input: &results::InputChange| {
            let [a, b] = input.values.clone();
            vec![input.path.clone(), a.unwrap_or_else(none), b.unwrap_or_else(none)]
        };
        text += &format!("\nInputs that differ\n{}", table(&inputs.iter().map(row).collect::<Vec<_>>()));
    }
    let row = |change: &results::Change| {
        let shown = |value: Option<f64>| value.map_or("–".to_owned(), |value| with_unit(&change.name, value));
        let percent = change.ratio().map_or(String::new(), |ratio| match ratio {
            0.0 => "same".into(),
            ratio => format!("{:+.3} %", 100.0 * ratio),
        });
        vec![change.label.clone(), shown(change.values[0]), shown(change.values[1]), percent]
    };
    text += &format!("\nNumbers\n{}", table(&numbers.iter().map(row).collect::<Vec<_>>()));
    for (title, all) in [("Curves", curves), ("Maps", maps)] {
        if !all.is_empty() {
            let rows: Vec<Vec<String>> = all.iter().map(departure).collect();
            text += &format!(
                "\n{title}: largest difference, its part of the first's largest, when; root mean square\n{}",
                table(&rows)
            );
        }
    }
    for warning in &outcome.warnings {
        text += &format!("\nnote: {}\n", warning.text);
    }
    text
}

fn departure(of: &Departure) -> Vec<String> {
    let part = 100.0 * of.largest.0.abs() / of.size;
    let part = if part.is_finite() { format!("{} %", readable(part)) } else { "–".into() };
    let (largest, rms) = (with_unit(&of.name, of.largest.0), with_unit(&of.name, of.rms));
    vec![of.label.clone(), largest, part, format!("at {:.3} s", of.largest.1), rms]
}

/// Inputs, numbers, curves and maps that differ, and what there is to say about it.
pub fn as_json(difference: &Difference) -> serde_json::Value {
    let departures = |all: &[Departure]| {
        let one = |d: &Departure| json!({ "name": d.name, "largest": d.largest.0, "time_s": d.largest.1, "rms": d.rms, "size": d.size });
        all.iter().map(one).collect::<Vec<_>>()
    };
    let inputs: Vec<_> = difference
        .inputs
        .iter()
        .map(|i| json!({ "path": i.path, "first": i.values[0], "second": i.values[1] }))
        .collect();
    let numbers: Vec<_> = difference
        .numbers
        .iter()
        .map(|n| json!({ "name": n.name, "first": n.values[0], "second": n.values[1], "ratio": n.ratio() }))
        .collect();
    let notes: Vec<_> = difference.outcome.warnings.iter().map(|w| w.text.as_str()).collect();
    json!({
        "inputs": inputs, "numbers": numbers, "curves": departures(&difference.curves),
        "maps": departures(&difference.maps), "notes": notes,
    })
}
