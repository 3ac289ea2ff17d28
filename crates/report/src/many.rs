//! Figures of many runs: parallel coordinates, responses with their spread, sensitivity bars, fronts.

use results::{Axis, BarSet, Column, Outcome, Plot};
use serde_json::{Value, json};

use crate::chart::{self, PALETTE, axis, column, escape, extent};
use crate::colour;
use crate::number::{Unit, compact, readable};
use crate::{ReportError, chart::numbers};

/// More lines than this are a carpet.
const MOST_LINES: usize = 400;
/// More dots than this slow the browser down, and hide each other.
const MOST_DOTS: usize = 1500;
/// Colours of the lines.
const BINS: usize = 12;
/// Panels beside each other.
const PANELS: usize = 3;
/// Up to so many different values each has a median of its own; more are put into groups of equal size.
const MOST_VALUES: usize = 15;
const GROUPS: usize = 10;
/// The band holds this share of the runs of a group, less the same share at the top.
const TAIL: f64 = 0.05;

const QUIET: &str = "rgba(0,0,0,0)";
const GREY: &str = "#8a94a0";

/// What the scripts draw, with the height of its place.
pub(crate) fn draw(outcome: &Outcome, title: &str, plot: &Plot) -> Result<Value, ReportError> {
    let find = |name: &str| column(outcome, title, name);
    let (drawn, height) = match plot {
        Plot::Parallel { axes } => {
            let columns = axes.iter().map(|axis| find(&axis.column)).collect::<Result<Vec<_>, _>>()?;
            (parallel(axes, &columns), 430)
        }
        Plot::Response { output, inputs } => {
            let columns = inputs.iter().map(|axis| find(&axis.column)).collect::<Result<Vec<_>, _>>()?;
            let rows = inputs.len().div_ceil(PANELS);
            (response(find(output)?, inputs, &columns), 90 + 250 * rows.max(1))
        }
        Plot::Front { x, y, front } => (scatter(find(x)?, find(y)?, front), 430),
        Plot::Bars { measure, sets, logarithmic } => {
            let bars = sets.first().map_or(0, |set| set.bars.len());
            (bar_chart(measure, sets, *logarithmic), 110 + (16 + 22 * sets.len()) * bars)
        }
        _ => (Value::Null, 0),
    };
    Ok(json!({"kind": "many", "plot": drawn, "height": height}))
}

/// Every n-th of so many rows, so that at most `most` are left.
fn some(rows: usize, most: usize) -> impl Iterator<Item = usize> {
    (0..rows).step_by(rows.div_ceil(most).max(1))
}

/// The column's place between its extremes, for every row.
fn shares(column: &Column) -> Vec<f64> {
    let (low, high) = extent(column.values.iter().copied());
    column.values.iter().map(|value| (value - low) / (high - low)).collect()
}

fn parallel(axes: &[Axis], columns: &[&Column]) -> Value {
    let heights: Vec<Vec<f64>> = columns.iter().map(|column| shares(column)).collect();
    let rows = columns.first().map_or(0, |column| column.values.len());
    let mut lines = vec![(Vec::new(), Vec::new()); BINS];
    for row in some(rows, MOST_LINES) {
        let Some(share) = heights.last().map(|last| last[row]).filter(|share| share.is_finite()) else { continue };
        let (xs, ys): &mut (Vec<Value>, Vec<Value>) = &mut lines[((share * BINS as f64) as usize).min(BINS - 1)];
        for (place, height) in heights.iter().enumerate() {
            xs.push(json!(place));
            ys.push(if height[row].is_finite() { json!(compact(height[row])) } else { Value::Null });
        }
        xs.push(Value::Null);
        ys.push(Value::Null);
    }
    let tint = |bin: usize| colour::hex(colour::map((bin as f64 + 0.5) / BINS as f64));
    let data: Vec<Value> = lines
        .into_iter()
        .enumerate()
        .map(|(bin, (x, y))| {
            json!({
                "type": "scatter", "mode": "lines", "x": x, "y": y, "hoverinfo": "skip", "showlegend": false,
                "line": {"color": tint(bin), "width": 1.1}, "opacity": 0.75,
            })
        })
        .collect();
    let mut notes = Vec::new();
    let mut shapes = Vec::new();
    for (place, (axis, column)) in axes.iter().zip(columns).enumerate() {
        shapes.push(json!({
            "type": "line", "x0": place, "x1": place, "y0": 0, "y1": 1, "line": {"width": 1.4, "color": GREY},
        }));
        let unit = Unit::of(&column.name);
        let mut note = |y: f64, text: &str, anchor: &str, size: f64| {
            notes.push(json!({
                "x": place, "y": y, "text": text, "showarrow": false, "yanchor": anchor, "font": {"size": size},
            }));
        };
        note(1.13, &wrapped(&unit.label(&column.label), 17), "bottom", 12.0);
        if axis.names.is_empty() {
            let (low, high) = extent(column.values.iter().map(|value| value * unit.factor));
            note(1.02, &readable(high), "bottom", 11.0);
            note(-0.02, &readable(low), "top", 11.0);
        } else {
            let last = (axis.names.len() - 1).max(1) as f64;
            for (index, name) in axis.names.iter().enumerate() {
                note(index as f64 / last, &escape(name), "middle", 11.0);
            }
        }
    }
    let end = columns.len().saturating_sub(1) as f64;
    let layout = json!({
        "xaxis": {"visible": false, "range": [-0.35, end + 0.35], "fixedrange": true},
        "yaxis": {"visible": false, "range": [-0.1, 1.32], "fixedrange": true},
        "annotations": notes, "shapes": shapes, "hovermode": false, "showlegend": false,
        "margin": {"l": 24, "r": 24, "t": 10, "b": 10},
    });
    json!({"data": data, "layout": layout})
}

/// A long label in several lines of so many characters.
fn wrapped(label: &str, most: usize) -> String {
    let mut lines = vec![String::new()];
    for word in label.split(' ') {
        let line = lines.len() - 1;
        if !lines[line].is_empty() && lines[line].chars().count() + word.chars().count() >= most {
            lines.push(word.into());
        } else {
            lines[line] = format!("{} {word}", lines[line]).trim().into();
        }
    }
    lines.iter().map(|line| escape(line)).collect::<Vec<_>>().join("<br>")
}

/// Median and spread of the ordinates in one group of rows.
struct Group {
    at: f64,
    low: f64,
    middle: f64,
    high: f64,
}

/// Rows with the same abscissa, or with about the same.
fn groups(x: &[f64], y: &[f64]) -> Vec<Group> {
    let mut rows: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let mut values: Vec<f64> = rows.iter().map(|row| row.0).collect();
    values.dedup();
    let parts: Vec<&[(f64, f64)]> = if values.len() <= MOST_VALUES {
        rows.chunk_by(|a, b| a.0 == b.0).collect()
    } else {
        rows.chunks(rows.len().div_ceil(GROUPS).max(1)).collect()
    };
    let group = |part: &[(f64, f64)]| {
        let mut heights: Vec<f64> = part.iter().map(|row| row.1).collect();
        heights.sort_by(f64::total_cmp);
        let at = part.iter().map(|row| row.0).sum::<f64>() / part.len() as f64;
        let quantile = |share: f64| quantile(&heights, share);
        Group { at, low: quantile(TAIL), middle: quantile(0.5), high: quantile(1.0 - TAIL) }
    };
    parts.into_iter().filter(|part| !part.is_empty()).map(group).collect()
}

/// Between the two nearest of sorted values.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (at - at.floor()) * (above - below)
}

fn response(output: &Column, axes: &[Axis], inputs: &[&Column]) -> Value {
    let unit = Unit::of(&output.name);
    // A panel is lower than a long label is long.
    let title = wrapped(&unit.label(&output.label), 28);
    let mut data = Vec::new();
    let mut layout = json!({
        "grid": {"rows": inputs.len().div_ceil(PANELS), "columns": inputs.len().clamp(1, PANELS), "pattern": "independent", "xgap": 0.12, "ygap": 0.3},
        "hovermode": "closest", "showlegend": false,
        "margin": {"l": if title.contains("<br>") { 82 } else { 64 }, "r": 18, "t": 16, "b": 52},
    });
    let (low, high) = chart::ordinates(&[output], &[]);
    for (panel, (input, names)) in inputs.iter().zip(axes).enumerate() {
        let number = if panel == 0 { String::new() } else { (panel + 1).to_string() };
        let (x, y) = numbers(input, output);
        let x_unit = Unit::of(&input.name);
        let read = format!("%{{x:.4~g}} {}, %{{y:.4~g}} {}", escape(&x_unit.symbol), escape(&unit.symbol));
        let on = |mut trace: Value| {
            trace["xaxis"] = json!(format!("x{number}"));
            trace["yaxis"] = json!(format!("y{number}"));
            trace
        };
        let dots: Vec<usize> = some(x.len(), MOST_DOTS).collect();
        data.push(on(json!({
            "type": "scatter", "mode": "markers", "hovertemplate": format!("{}<extra></extra>", read.trim_end()),
            "x": dots.iter().map(|row| x[*row]).collect::<Vec<_>>(), "y": dots.iter().map(|row| y[*row]).collect::<Vec<_>>(),
            "marker": {"size": 4, "color": GREY, "opacity": 0.45},
        })));
        let groups = groups(&x, &y);
        let at: Vec<f64> = groups.iter().map(|group| compact(group.at)).collect();
        let edge = |values: Vec<f64>, fill: &str| {
            json!({
                "type": "scatter", "mode": "lines", "x": at, "y": values, "line": {"width": 0, "color": QUIET}, "fill": fill,
                "fillcolor": "rgba(15,127,163,0.18)", "hoverinfo": "skip",
            })
        };
        data.push(on(edge(groups.iter().map(|group| group.low).collect(), "none")));
        data.push(on(edge(groups.iter().map(|group| group.high).collect(), "tonexty")));
        data.push(on(json!({
            "type": "scatter", "mode": "lines+markers", "x": at, "y": groups.iter().map(|group| compact(group.middle)).collect::<Vec<_>>(),
            "line": {"color": PALETTE[0], "width": 2.2}, "marker": {"size": 5}, "hovertemplate": format!("median at {}<extra></extra>", read.trim_end()),
        })));
        let mut x_axis = json!({"title": axis(&x_unit.label(&input.label)), "zeroline": false, "ticks": "outside", "tickcolor": QUIET});
        if !names.names.is_empty() {
            x_axis["tickvals"] = json!((0..names.names.len()).collect::<Vec<_>>());
            x_axis["ticktext"] = json!(names.names.iter().map(|name| escape(name)).collect::<Vec<_>>());
        }
        layout[format!("xaxis{number}")] = x_axis;
        let mut named = axis("");
        if panel % PANELS == 0 {
            named["text"] = json!(title);
        }
        layout[format!("yaxis{number}")] = json!({"title": named, "zeroline": false, "range": [low, high + 0.05 * (high - low)], "ticks": "outside", "tickcolor": QUIET});
    }
    json!({"data": data, "layout": layout})
}

fn scatter(x: &Column, y: &Column, front: &[usize]) -> Value {
    let (x_unit, y_unit) = (Unit::of(&x.name), Unit::of(&y.name));
    let read = format!("%{{x:.4~g}} {}, %{{y:.4~g}} {}", escape(&x_unit.symbol), escape(&y_unit.symbol));
    let read = format!("{}<extra></extra>", read.trim_end());
    let (xs, ys) = numbers(x, y);
    let dots: Vec<usize> = some(xs.len(), MOST_DOTS).collect();
    let on_front = |column: &Column, factor: f64| -> Vec<f64> {
        front.iter().filter_map(|row| column.values.get(*row)).map(|value| compact(value * factor)).collect()
    };
    let data = json!([
        {
            "type": "scatter", "mode": "markers", "name": "all runs", "hovertemplate": read,
            "x": dots.iter().map(|row| xs[*row]).collect::<Vec<_>>(), "y": dots.iter().map(|row| ys[*row]).collect::<Vec<_>>(),
            "marker": {"size": 5, "color": GREY, "opacity": 0.5},
        },
        {
            "type": "scatter", "mode": "lines+markers", "name": "no run is better in both", "hovertemplate": read,
            "x": on_front(x, x_unit.factor), "y": on_front(y, y_unit.factor),
            "line": {"color": PALETTE[1], "width": 1.6, "shape": "hv"}, "marker": {"size": 7, "color": PALETTE[1]},
        },
    ]);
    let side = |column: &Column| json!({"title": axis(&Unit::of(&column.name).label(&column.label)), "zeroline": false, "ticks": "outside", "tickcolor": QUIET, "automargin": true});
    let layout = json!({
        "xaxis": side(x), "yaxis": side(y), "hovermode": "closest", "showlegend": true,
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        "margin": {"l": 64, "r": 24, "t": 36, "b": 52},
    });
    json!({"data": data, "layout": layout})
}

fn bar_chart(measure: &str, sets: &[BarSet], logarithmic: bool) -> Value {
    let data: Vec<Value> = sets
        .iter()
        .enumerate()
        .map(|(index, set)| {
            // The first bar is drawn lowest: turn them round.
            let bars: Vec<_> = set.bars.iter().rev().collect();
            let certain = bars.iter().all(|bar| bar.2 == 0.0);
            json!({
                "type": "bar", "orientation": "h", "name": escape(&set.label),
                "y": bars.iter().map(|bar| escape(&bar.0)).collect::<Vec<_>>(),
                "x": bars.iter().map(|bar| compact(bar.1)).collect::<Vec<_>>(),
                "error_x": {"type": "data", "array": bars.iter().map(|bar| compact(bar.2)).collect::<Vec<_>>(), "thickness": 1.3, "width": 4, "color": GREY, "visible": !certain},
                "marker": {"color": PALETTE[index % PALETTE.len()]},
                "hovertemplate": "%{y}: %{x:.4~g}<extra></extra>",
            })
        })
        .collect();
    let layout = json!({
        "barmode": "group", "bargap": 0.3,
        "xaxis": {"title": axis(measure), "type": if logarithmic { "log" } else { "linear" }, "zeroline": true, "zerolinecolor": GREY, "ticks": "outside", "tickcolor": QUIET},
        "yaxis": {"automargin": true, "ticks": "outside", "tickcolor": QUIET},
        "hovermode": "closest", "showlegend": sets.len() > 1,
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "traceorder": "normal"},
        "margin": {"l": 120, "r": 24, "t": if sets.len() > 1 { 36 } else { 14 }, "b": 52},
    });
    json!({"data": data, "layout": layout})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_has_the_median_and_the_spread_of_its_rows() {
        let x: Vec<f64> = (0..21).map(|_| 1.0).chain((0..21).map(|_| 2.0)).collect();
        let y: Vec<f64> = (0..21).map(f64::from).chain((0..21).map(|i| 100.0 + f64::from(i))).collect();
        let found = groups(&x, &y);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].at, found[0].low, found[0].middle, found[0].high), (1.0, 1.0, 10.0, 19.0));
        assert_eq!((found[1].at, found[1].middle), (2.0, 110.0));
        let many: Vec<f64> = (0..1000).map(f64::from).collect();
        let found = groups(&many, &many);
        assert_eq!(found.len(), GROUPS);
        assert!((found[0].middle - 49.5).abs() < 1e-12);
    }

    #[test]
    fn quantiles_lie_between_the_nearest_values() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), 3.0);
        assert_eq!(quantile(&[7.0], 0.05), 7.0);
    }

    #[test]
    fn no_more_rows_are_drawn_than_asked_for() {
        assert_eq!(some(10, 20).count(), 10);
        assert!(some(10_001, 400).count() <= 400);
        assert_eq!(some(0, 400).count(), 0);
    }
}
