//! Line figures as Plotly reads them.

use results::{Column, Curve, Outcome};
use serde_json::{Value, json};

use crate::ReportError;
use crate::number::{Unit, compact, readable};

/// Colours of curves that hold on white and on black.
pub(crate) const PALETTE: [&str; 6] = ["#0f7fa3", "#d4692a", "#7d5fc0", "#3f9a5a", "#c2477f", "#8a7a2f"];

/// The column of a figure.
pub(crate) fn column<'a>(outcome: &'a Outcome, figure: &str, name: &str) -> Result<&'a Column, ReportError> {
    outcome.series.column(name).ok_or_else(|| {
        let known: Vec<_> = outcome.series.columns().iter().map(|c| c.name.as_str()).collect();
        ReportError::Unknown { figure: figure.into(), kind: "column", name: name.into(), known: known.join(", ") }
    })
}

/// The columns of the curves of a figure.
pub(crate) fn columns<'a>(
    outcome: &'a Outcome,
    figure: &str,
    curves: &[Curve],
) -> Result<Vec<(&'a Column, &'a Column)>, ReportError> {
    let find = |name: &str| column(outcome, figure, name);
    let mut found = Vec::new();
    for Curve { x, y } in curves {
        let (x, y) = (find(x)?, find(y)?);
        if x.values.len() != y.values.len() {
            let place = y.name.clone();
            return Err(ReportError::Length { place, found: y.values.len(), expected: x.values.len() });
        }
        found.push((x, y));
    }
    Ok(found)
}

/// The title of an axis shared by columns: the label of a single one, or the unit if all agree on it.
pub(crate) fn axis_title(columns: &[&Column]) -> String {
    let Some(first) = columns.first() else { return String::new() };
    let unit = Unit::of(&first.name);
    if columns.iter().all(|c| c.name == first.name) {
        unit.label(&first.label)
    } else if columns.iter().all(|c| Unit::of(&c.name) == unit) {
        unit.symbol
    } else {
        String::new()
    }
}

/// Data and layout of a line figure.
pub(crate) fn plotly(curves: &[(&Column, &Column)], marks: &[(String, f64)]) -> Value {
    let (xs, ys): (Vec<&Column>, Vec<&Column>) = curves.iter().copied().unzip();
    let y_title = axis_title(&ys);
    let mut data: Vec<Value> = curves.iter().enumerate().map(|(i, (x, y))| curve(i, x, y, &y_title)).collect();
    if let Some((x, y)) = curves.first() {
        data.extend(percent_of_cycle(x, y));
    }
    let marks = display_marks(&ys, marks);
    let (low, high) = ordinates(&ys, &marks);
    let x_suffix = xs.first().map_or(String::new(), |x| format!(" {}", Unit::of(&x.name).symbol));
    let layout = json!({
        "xaxis": {
            "title": axis(&axis_title(&xs)), "zeroline": false, "hoverformat": ".4~g",
            // Only the last tick and the read-out carry the unit.
            "ticksuffix": x_suffix, "showticksuffix": "last", "ticks": "outside", "tickcolor": "rgba(0,0,0,0)",
        },
        "yaxis": {
            "title": axis(&y_title), "zeroline": false, "automargin": true,
            "ticks": "outside", "tickcolor": "rgba(0,0,0,0)",
            // Room above for the label of a mark.
            "range": [low, high + 0.1 * (high - low)],
        },
        "shapes": marks.iter().map(mark).collect::<Vec<_>>(),
        "hovermode": "x unified",
        "showlegend": curves.len() > 1,
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom"},
        "margin": {"l": 64, "r": 24, "t": if curves.len() > 1 { 36 } else { 16 }, "b": 52},
    });
    json!({"data": data, "layout": layout})
}

/// Strokes that tell curves of the same colour apart.
const DASHES: [&str; 4] = ["solid", "7px,3px", "2px,3px", "9px,3px,2px,3px"];

/// Data and layout of curves that each have their own abscissa; the axes' names are without their units.
pub(crate) fn loops(
    curves: &[(&Column, &Column)],
    guide: Option<&(&Column, &Column)>,
    [abscissa, ordinate]: [&str; 2],
    top: Option<f64>,
) -> Value {
    let (xs, ys): (Vec<&Column>, Vec<&Column>) = curves.iter().chain(guide).copied().unzip();
    let unit = |columns: &[&Column]| columns.first().map_or(Unit::of(""), |c| Unit::of(&c.name));
    let (x_unit, y_unit) = (unit(&xs), unit(&ys));
    let (low, high) = ordinates(&ys, &[]);
    let high = top.map_or(high, |top| top * y_unit.factor);
    let (left, right) = extent(xs.iter().flat_map(|x| x.values.iter().map(|v| v * x_unit.factor)));
    // A curve that runs along the edge of the picture is not seen.
    let padded = |low: f64, high: f64| [low - 0.02 * (high - low), high + 0.03 * (high - low)];
    let read_out =
        format!("%{{x:.4~g}} {}, %{{y:.4~g}} {}", escape(&x_unit.symbol), escape(&y_unit.symbol)).replace(" ,", ",");
    let trace = |(x, y): &(&Column, &Column), line: Value| {
        let (px, py) = numbers(x, y);
        json!({
            "type": "scatter", "mode": "lines", "name": escape(&y.label), "x": px, "y": py, "line": line,
            "hovertemplate": read_out.trim_end(),
        })
    };
    let behind = guide.map(|pair| trace(pair, json!({"color": "#8a94a0", "width": 1.5, "dash": "4px,4px"})));
    let curve = |(index, pair)| {
        let (colour, dash) = (PALETTE[index % PALETTE.len()], DASHES[index / PALETTE.len() % DASHES.len()]);
        trace(pair, json!({"color": colour, "width": 2.2, "dash": dash}))
    };
    let data: Vec<Value> = behind.into_iter().chain(curves.iter().enumerate().map(curve)).collect();
    let layout = json!({
        "xaxis": {
            "title": axis(&x_unit.label(abscissa)), "zeroline": false, "hoverformat": ".4~g",
            "ticks": "outside", "tickcolor": "rgba(0,0,0,0)", "range": padded(left, right),
        },
        "yaxis": {
            "title": axis(&y_unit.label(ordinate)), "zeroline": false, "automargin": true,
            "ticks": "outside", "tickcolor": "rgba(0,0,0,0)", "range": padded(low, high),
        },
        "hovermode": "closest",
        "showlegend": data.len() > 1,
        "legend": {"x": 1.01, "y": 1, "font": {"size": 12}},
        "margin": {"l": 64, "r": 24, "t": 34, "b": 52},
    });
    json!({"data": data, "layout": layout})
}

/// The rows in which both columns have numbers, in display units.
pub(crate) fn numbers(x: &Column, y: &Column) -> (Vec<f64>, Vec<f64>) {
    let (fx, fy) = (Unit::of(&x.name).factor, Unit::of(&y.name).factor);
    let rows = x.values.iter().zip(&y.values).filter(|(x, y)| x.is_finite() && y.is_finite());
    rows.map(|(x, y)| (compact(x * fx), compact(y * fy))).unzip()
}

pub(crate) fn axis(title: &str) -> Value {
    json!({"text": escape(title), "standoff": 8, "font": {"size": 13}})
}

/// A published value in display units, and where its label disturbs least.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mark {
    /// Name, value and unit.
    pub label: String,
    /// Ordinate in display units.
    pub at: f64,
    /// At the left end of the line, because the curves are nearer to it at the right end.
    pub left: bool,
    /// Under the line, because another mark is close above.
    pub below: bool,
}

/// The marks of a figure in display units.
pub(crate) fn display_marks(ys: &[&Column], marks: &[(String, f64)]) -> Vec<Mark> {
    let unit = ys.first().map_or(Unit::of(""), |y| Unit::of(&y.name));
    let values = || ys.iter().flat_map(|y| &y.values).chain(marks.iter().map(|(_, at)| at));
    let (low, high) = extent(values().copied());
    let distance = |value: Option<&f64>, at: f64| value.map_or(0.0, |v| (v - at).abs());
    let nearest = |end: fn(&[f64]) -> Option<&f64>, at: f64| {
        ys.iter().map(|y| distance(end(&y.values), at)).fold(f64::INFINITY, f64::min)
    };
    let placed = marks.iter().map(|(label, at)| {
        let shown = compact(at * unit.factor);
        Mark {
            label: format!("{label}: {} {}", readable(shown), unit.symbol).trim_end().into(),
            at: shown,
            left: nearest(<[f64]>::first, *at) > nearest(<[f64]>::last, *at),
            below: marks.iter().any(|(_, other)| other > at && other - at < 0.2 * (high - low)),
        }
    });
    placed.collect()
}

/// Least and largest finite value; 0 … 1 where there is none.
pub(crate) fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|v| v.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    match (low.is_finite(), high > low) {
        (true, true) => (low, high),
        // A constant curve gets an axis around it.
        (true, false) => (low - 0.5 * low.abs().max(1.0), high + 0.5 * high.abs().max(1.0)),
        _ => (0.0, 1.0),
    }
}

/// The ordinates to show: all curves and marks, from zero unless that would press the curves into a corner.
pub(crate) fn ordinates(ys: &[&Column], marks: &[Mark]) -> (f64, f64) {
    let shown = ys.iter().flat_map(|y| {
        let factor = Unit::of(&y.name).factor;
        y.values.iter().map(move |v| v * factor)
    });
    let (low, high) = extent(shown.chain(marks.iter().map(|m| m.at)));
    match (low, high) {
        (low, high) if low > 0.0 && low < 0.6 * high => (0.0, high),
        (low, high) if high < 0.0 && high > 0.6 * low => (low, 0.0),
        both => both,
    }
}

fn curve(index: usize, x: &Column, y: &Column, y_title: &str) -> Value {
    let (x_unit, y_unit) = (Unit::of(&x.name), Unit::of(&y.name));
    json!({
        "type": "scatter",
        "mode": if x.values.len() > 1 { "lines" } else { "markers" },
        // Where no unit fits the axis, the legend carries it.
        "name": escape(&if y_title.is_empty() { y_unit.label(&y.label) } else { y.label.clone() }),
        "x": display(&x.values, x_unit.factor),
        "y": display(&y.values, y_unit.factor),
        "line": {
            "color": PALETTE[index % PALETTE.len()], "width": 2.2,
            "dash": if index % 2 == 1 { "6px,3px" } else { "solid" },
        },
        "hovertemplate": format!("%{{y:.4~g}} {}", escape(&y_unit.symbol)),
    })
}

/// An invisible curve that adds `Cycle 42 %` to the read-out where the abscissa is time.
fn percent_of_cycle(x: &Column, y: &Column) -> Option<Value> {
    let (first, last) = (*x.values.first()?, *x.values.last()?);
    if !x.name.ends_with("_s") || last <= first || !(last - first).is_finite() {
        return None;
    }
    let percent: Vec<f64> = x.values.iter().map(|t| compact(100.0 * (t - first) / (last - first))).collect();
    Some(json!({
        "type": "scatter", "mode": "lines", "name": "Cycle", "showlegend": false,
        "x": display(&x.values, Unit::of(&x.name).factor),
        "y": display(&y.values, Unit::of(&y.name).factor),
        "customdata": percent,
        "line": {"width": 0, "color": "rgba(0,0,0,0)"},
        "hovertemplate": "%{customdata:.0f} %",
    }))
}

fn mark(mark: &Mark) -> Value {
    json!({
        "type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": mark.at, "y1": mark.at,
        "line": {"width": 1.2, "dash": "4px,4px", "color": "#8a94a0"},
        "label": {
            "text": escape(&mark.label),
            "textposition": if mark.left { "start" } else { "end" },
            "yanchor": if mark.below { "top" } else { "bottom" },
            "padding": 3,
            "font": {"size": 11.5},
        },
    })
}

/// Plotly reads a little HTML in its texts; ours has none.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Values in display units; `null` (a gap in the curve) where there is no number.
fn display(values: &[f64], factor: f64) -> Vec<Value> {
    let shown = |v: f64| if v.is_finite() { json!(compact(v * factor)) } else { Value::Null };
    values.iter().map(|&v| shown(v)).collect()
}
