//! Series, surfaces and figures of several studies in one outcome: names begin with the study's.

use results::{Axis, Column, Compared, Curve, Figure, Outcome, Plot, SurfaceRecord, Table};

use super::description::FigureDescription;

/// What the studies of a page gave, by their names.
pub(super) type Ran = Vec<(String, Outcome)>;

/// Collects what figures need.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    columns: Vec<Column>,
    surfaces: Vec<SurfaceRecord>,
    figures: Vec<Figure>,
}

impl Gathered {
    /// Takes the columns and surfaces of a study.
    pub(super) fn add_study(&mut self, name: &str, outcome: &Outcome) {
        let renamed = |column: &Column| Column { name: prefixed(name, &column.name), ..column.clone() };
        self.columns.extend(outcome.series.columns().iter().map(renamed));
        let surfaces = outcome.surfaces.iter();
        self.surfaces.extend(surfaces.map(|s| SurfaceRecord { name: prefixed(name, &s.name), ..s.clone() }));
    }

    /// Adds a figure of a page.
    ///
    /// # Errors
    /// In words: a study, figure or column that is not there.
    pub(super) fn add_figure(&mut self, description: &FigureDescription, ran: &Ran) -> Result<(), String> {
        if let (Some(study), Some(title)) = (&description.study, &description.take) {
            let outcome = find(ran, study)?;
            let figure = outcome.figures.iter().find(|figure| figure.title == *title).ok_or_else(|| {
                let titles: Vec<&str> = outcome.figures.iter().map(|figure| figure.title.as_str()).collect();
                format!("study `{study}` has no figure `{title}`, but {}", titles.join(", "))
            })?;
            self.figures.push(Figure {
                title: description.title.clone().unwrap_or_else(|| figure.title.clone()),
                caption: description.caption.clone().unwrap_or_else(|| figure.caption.clone()),
                plot: rename(&figure.plot, study),
            });
            return Ok(());
        }
        let compared = self.compare(description, ran)?;
        self.figures.push(Figure {
            title: description.title.clone().unwrap_or_default(),
            caption: description.caption.clone().unwrap_or_default(),
            plot: Plot::Compared(compared),
        });
        Ok(())
    }

    fn compare(&mut self, description: &FigureDescription, ran: &Ran) -> Result<Compared, String> {
        let number = self.figures.len();
        let mut curves = Vec::new();
        let mut ordinate = description.ordinate.clone();
        for (index, curve) in description.curves.iter().enumerate() {
            let outcome = find(ran, &curve.study)?;
            let column = |name: &str| {
                outcome.series.column(name).cloned().ok_or_else(|| {
                    let known: Vec<&str> = outcome.series.columns().iter().map(|c| c.name.as_str()).collect();
                    format!("study `{}` has no column `{name}`, but {}", curve.study, known.join(", "))
                })
            };
            let (x, y) = (column(&curve.x)?, column(&curve.y)?);
            if ordinate.is_empty() {
                ordinate.clone_from(&y.label);
            }
            let label = curve.label.clone().unwrap_or_else(|| y.label.clone());
            let place = format!("figure {number} curve {index}");
            curves.push(self.push_curve(&place, x, Column { label, ..y }));
        }
        let mut points = Vec::new();
        let units = description.curves.first().map(|curve| (curve.x.clone(), curve.y.clone())).unwrap_or_default();
        for (index, printed) in description.points.iter().enumerate() {
            let place = format!("figure {number} points {index}");
            let column = |name: &str, label: &str, values: &[f64]| Column {
                name: name.into(),
                label: label.into(),
                values: values.to_vec(),
            };
            let x = column(&units.0, "", &printed.x);
            points.push(self.push_curve(&place, x, column(&units.1, &printed.label, &printed.y)));
        }
        let has = |axis: &str| description.logarithmic.iter().any(|name| name == axis);
        Ok(Compared {
            abscissa: description.abscissa.clone(),
            ordinate,
            curves,
            points,
            bands: description.bands.clone(),
            logarithmic: [has("x"), has("y")],
        })
    }

    fn push_curve(&mut self, place: &str, x: Column, y: Column) -> Curve {
        let curve = Curve { x: prefixed(&format!("{place} x"), &x.name), y: prefixed(&format!("{place} y"), &y.name) };
        self.columns.push(Column { name: curve.x.clone(), ..x });
        self.columns.push(Column { name: curve.y.clone(), ..y });
        curve
    }

    /// One outcome; shorter columns end without numbers.
    pub(super) fn finish(self) -> Outcome {
        let rows = self.columns.iter().map(|column| column.values.len()).max().unwrap_or_default();
        let mut series = Table::default();
        for mut column in self.columns {
            column.values.resize(rows, f64::NAN);
            series.push(&column.name, &column.label, column.values);
        }
        Outcome { series, surfaces: self.surfaces, figures: self.figures, ..Outcome::default() }
    }
}

/// What a study of the page gave.
pub(super) fn find<'a>(ran: &'a Ran, study: &str) -> Result<&'a Outcome, String> {
    ran.iter().find(|(name, _)| name == study).map(|(_, outcome)| outcome).ok_or_else(|| {
        let known: Vec<&str> = ran.iter().map(|(name, _)| name.as_str()).collect();
        format!("there is no study `{study}` on this page, but {}", known.join(", "))
    })
}

/// Ends in the unit, as the name itself does.
fn prefixed(study: &str, name: &str) -> String {
    format!("{study}/{name}")
}

/// The same plot with the names of a study's columns and surfaces.
fn rename(plot: &Plot, study: &str) -> Plot {
    let name = |name: &String| prefixed(study, name);
    let curve = |curve: &Curve| Curve { x: name(&curve.x), y: name(&curve.y) };
    let curves = |all: &[Curve]| all.iter().map(curve).collect::<Vec<_>>();
    let axis = |axis: &Axis| Axis { column: name(&axis.column), names: axis.names.clone() };
    let axes = |all: &[Axis]| all.iter().map(axis).collect::<Vec<_>>();
    let mut plot = plot.clone();
    match &mut plot {
        Plot::Lines { curves: all, .. } => *all = curves(all),
        Plot::Loops { curves: all, guide, .. } => {
            *all = curves(all);
            *guide = guide.as_ref().map(curve);
        }
        Plot::Compared(compared) => {
            compared.curves = curves(&compared.curves);
            compared.points = curves(&compared.points);
        }
        Plot::Maps { surface, .. } | Plot::Viewer { surface } => *surface = name(surface),
        Plot::Parallel { axes: all } | Plot::Table { columns: all } => *all = axes(all),
        Plot::Response { output, inputs } => (*output, *inputs) = (name(output), axes(inputs)),
        Plot::Family { x, y, by } => (*x, *y, *by) = (axis(x), name(y), axis(by)),
        Plot::Heat { x, y, z } => (*x, *y, *z) = (axis(x), axis(y), name(z)),
        Plot::Front { x, y, .. } => (*x, *y) = (name(x), name(y)),
        Plot::Bars { .. } | Plot::Drawing { .. } => {}
    }
    plot
}
