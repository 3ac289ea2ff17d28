//! What is different between two results: inputs, numbers, curves and maps, each on the places of the first.

mod inputs;
mod places;

use crate::{Curve, Field, Figure, Outcome, Plot, Severity, SurfaceRecord, Table};
pub use inputs::{InputChange, inputs_that_differ};
use places::Partner;

/// One of two results.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'a> {
    /// What to call it, short.
    pub name: &'a str,
    /// What came out.
    pub outcome: &'a Outcome,
    /// Its resolved study.
    pub study: &'a str,
}

/// A headline number of both.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Machine name.
    pub name: String,
    /// What a reader calls it.
    pub label: String,
    /// Values in SI; nothing where one does not have it.
    pub values: [Option<f64>; 2],
}

impl Change {
    /// Second less first.
    pub fn difference(&self) -> Option<f64> {
        Some(self.values[1]? - self.values[0]?)
    }

    /// The difference over the first.
    pub fn ratio(&self) -> Option<f64> {
        let first = self.values[0]?;
        self.difference().map(|difference| difference / first.abs()).filter(|ratio| ratio.is_finite())
    }
}

/// How far a curve or a map of the second is from the first at most.
#[derive(Debug, Clone, PartialEq)]
pub struct Departure {
    /// Machine name of the column or field.
    pub name: String,
    /// What a reader calls it.
    pub label: String,
    /// The largest difference in magnitude, with its sign, SI; and where: time in s.
    pub largest: (f64, f64),
    /// Root of the mean square of all differences.
    pub rms: f64,
    /// The largest magnitude of the first.
    pub size: f64,
}

/// Everything that differs.
#[derive(Debug, Clone)]
pub struct Difference {
    /// Inputs, by their path in the study.
    pub inputs: Vec<InputChange>,
    /// Headline numbers.
    pub numbers: Vec<Change>,
    /// Curves.
    pub curves: Vec<Departure>,
    /// Maps.
    pub maps: Vec<Departure>,
    /// Curves of both on one axis, maps on one scale and their difference; warnings say what was resampled or left out.
    pub outcome: Outcome,
}

/// Compares the second result with the first.
pub fn compare(first: &Compared<'_>, second: &Compared<'_>) -> Difference {
    let mut outcome = Outcome::default();
    let numbers = numbers(first.outcome, second.outcome);
    let curves = curves(first, second, &mut outcome);
    let maps = maps(first, second, &mut outcome);
    Difference { inputs: inputs_that_differ(first.study, second.study), numbers, curves, maps, outcome }
}

fn numbers(first: &Outcome, second: &Outcome) -> Vec<Change> {
    let of = |scalar: &crate::Scalar| Change {
        name: scalar.name.clone(),
        label: scalar.label.clone(),
        values: [first.value(&scalar.name), second.value(&scalar.name)],
    };
    let only_second = second.headline.iter().filter(|scalar| first.value(&scalar.name).is_none());
    first.headline.iter().chain(only_second).map(of).collect()
}

/// Up to so many charts are drawn where no figures tell which curves matter.
const FEW: usize = 12;

/// Charts of the first: titles, captions, pairs of columns.
fn charts(outcome: &Outcome) -> Vec<(String, Vec<Curve>, bool)> {
    let named: Vec<_> = outcome
        .figures
        .iter()
        .filter_map(|figure| match &figure.plot {
            Plot::Lines { curves, cycle, .. } => Some((figure.title.clone(), curves.clone(), *cycle)),
            _ => None,
        })
        .collect();
    if !named.is_empty() {
        return named;
    }
    let Some((x, others)) = outcome.series.columns().split_first() else { return Vec::new() };
    let chart = |column: &crate::Column| {
        (column.label.clone(), vec![Curve { x: x.name.clone(), y: column.name.clone() }], false)
    };
    others.iter().take(FEW).map(chart).collect()
}

fn curves(first: &Compared<'_>, second: &Compared<'_>, outcome: &mut Outcome) -> Vec<Departure> {
    let mut departures: Vec<Departure> = Vec::new();
    let mut table = Table::default();
    let rows = first.outcome.series.rows().max(second.outcome.series.rows());
    let mut add = |side: usize, of: &Compared<'_>, name: &str, plain: bool| -> Option<String> {
        let column = of.outcome.series.column(name)?;
        let known = format!("{}_{name}", ["a", "b"][side]);
        if table.column(&known).is_none() {
            let mut values = column.values.clone();
            values.resize(rows, f64::NAN);
            let label = if plain { column.label.clone() } else { format!("{}, {}", column.label, of.name) };
            table.push(&known, &label, values);
        }
        Some(known)
    };
    let mut figures = Vec::new();
    for (title, pairs, cycle) in charts(first.outcome) {
        let mut both = Vec::new();
        for pair in &pairs {
            for (side, of) in [first, second].into_iter().enumerate() {
                let (Some(x), Some(y)) = (add(side, of, &pair.x, true), add(side, of, &pair.y, false)) else {
                    continue;
                };
                both.push(Curve { x, y });
            }
            if !departures.iter().any(|known| known.name == pair.y) {
                departures.extend(departure_of_curve(first, second, pair));
            }
        }
        if !both.is_empty() {
            let caption = format!("{} beside {}.", first.name, second.name);
            let plot =
                Plot::Lines { ordinate: String::new(), curves: both, marks: Vec::new(), bands: Vec::new(), cycle };
            figures.push(Figure { title, caption, plot });
        }
    }
    outcome.series = table;
    outcome.figures = figures;
    departures
}

fn departure_of_curve(first: &Compared<'_>, second: &Compared<'_>, pair: &Curve) -> Option<Departure> {
    let column = |of: &Compared<'_>, name: &str| of.outcome.series.column(name).cloned();
    let (xa, ya, xb, yb) =
        (column(first, &pair.x)?, column(first, &pair.y)?, column(second, &pair.x)?, column(second, &pair.y)?);
    let differences = xa.values.iter().zip(&ya.values).filter_map(|(x, y)| {
        let other = places::at(&xb.values, &yb.values, *x)?;
        (y.is_finite() && other.is_finite()).then_some((*x, other - y, *y))
    });
    departure(&pair.y, &ya.label, differences)
}

/// Sums up differences: abscissa or time, difference, value of the first.
fn departure(name: &str, label: &str, all: impl Iterator<Item = (f64, f64, f64)>) -> Option<Departure> {
    let (mut count, mut squares, mut size, mut largest) = (0u64, 0.0, 0.0f64, (0.0f64, 0.0));
    for (at, difference, value) in all {
        count += 1;
        squares += difference * difference;
        size = size.max(value.abs());
        if difference.abs() > largest.0.abs() {
            largest = (difference, at);
        }
    }
    let rms = (squares / count.max(1) as f64).sqrt();
    (count > 0).then(|| Departure { name: name.into(), label: label.into(), largest, rms, size })
}

fn maps(first: &Compared<'_>, second: &Compared<'_>, outcome: &mut Outcome) -> Vec<Departure> {
    let mut departures = Vec::new();
    for record in &first.outcome.surfaces {
        let Some(other) = second.outcome.surfaces.iter().find(|s| s.name == record.name) else { continue };
        let partner = Partner::of(record, other);
        partner.warn(first.name, second.name, outcome);
        let mut fields = Vec::new();
        for field in &record.fields {
            let Some(twin) = other.fields.iter().find(|f| f.name == field.name) else { continue };
            let there = partner.carry(field, twin);
            let differences: Vec<f32> = field.values.iter().zip(&there).map(|(a, b)| b - a).collect();
            let count = field.count(&record.surface).max(1);
            let each = differences.iter().enumerate().filter(|(_, d)| d.is_finite()).map(|(i, difference)| {
                let time = record.times.get(i / count).copied().unwrap_or(0.0);
                (time, f64::from(*difference), f64::from(field.values[i]))
            });
            departures.extend(departure(&field.name, &field.label, each));
            let ends = |values: &[f32]| {
                let finite = values.iter().copied().filter(|v| v.is_finite());
                finite.fold([0.0f32, 0.0], |[low, high], v| [low.min(v), high.max(v)])
            };
            let ([a, b], [c, d]) = (ends(&field.values), ends(&there));
            let scale = [a.min(c), b.max(d)];
            let [low, high] = ends(&differences);
            let most = (-low).max(high);
            let made = |side: &str, name: &str, values: Vec<f32>, scale: [f32; 2]| Field {
                name: format!("{side}_{}", field.name),
                label: format!("{}, {name}", field.label),
                values,
                scale: Some(scale),
                ..field.clone()
            };
            fields.push(made("a", first.name, field.values.clone(), scale));
            fields.push(made("b", second.name, there, scale));
            fields.push(made("difference", "difference", differences, [-most, most]));
        }
        if fields.is_empty() {
            continue;
        }
        // Two parts moved over it, each in its own way: neither is shown.
        outcome.surfaces.push(SurfaceRecord { fields, counterpart: None, ..record.clone() });
        outcome.figures.extend(figures_of(record, first.name, second.name));
    }
    departures
}

/// Each field of a surface beside that of the other, and their difference, at the instant at which it is greatest; then all
/// of them in space.
fn figures_of(record: &SurfaceRecord, first: &str, second: &str) -> Vec<Figure> {
    let mut figures = Vec::new();
    for field in &record.fields {
        let count = field.count(&record.surface).max(1);
        let greatest = field.values.iter().enumerate().filter(|(_, v)| v.is_finite());
        let frame = greatest.max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(i, _)| i / count);
        for (side, what) in [("a", first), ("b", second), ("difference", "difference")] {
            figures.push(Figure {
                title: format!("{}, {what}", field.label),
                caption: match side {
                    "difference" => format!("{second} less {first}, where {first} is greatest."),
                    _ => "Both results have one colour scale.".into(),
                },
                plot: Plot::Maps {
                    surface: record.name.clone(),
                    field: format!("{side}_{}", field.name),
                    frames: vec![frame],
                },
            });
        }
    }
    figures.push(Figure {
        title: format!("{first} and {second} in three dimensions"),
        caption: "Choose a result or the difference as field; both results have one colour scale.".into(),
        plot: Plot::Viewer { surface: record.name.clone() },
    });
    figures
}

/// Says what had to be done to compare.
pub(crate) fn note(outcome: &mut Outcome, code: &str, text: String) {
    outcome.warn(Severity::Note, code, text);
}

#[cfg(test)]
mod tests;
