//! Charts of many runs in a picture that needs no scripts: on a shelf, in a book.

use results::{Outcome, Plot};

use crate::chart::{self, Chart, Line, Side, Stroke};
use crate::number::fixed;
use crate::scale::Ticks;
use crate::svg::{Anchor, Picture, Style};
use crate::{ReportError, grid, many};

/// So many stand beside each other.
const MOST: usize = 3;
/// Names of an axis' choices are cut to so many letters.
const LONGEST: usize = 14;

const INK: &str = "#18212c";
const SOFT: &str = "#5a6675";
const GRID: &str = "#e3e7ec";

const fn style(size: f64, colour: &'static str, anchor: Anchor) -> Style {
    Style { size, colour, bold: false, anchor }
}

/// The first charts of what many runs have in common, each with its title.
///
/// # Errors
/// A figure that names a column which is not there.
pub(crate) fn panels(outcome: &Outcome) -> Result<Vec<(String, Chart)>, ReportError> {
    let mut found = Vec::new();
    for figure in &outcome.figures {
        let find = |name: &str| chart::column(outcome, &figure.title, name);
        let charts = match &figure.plot {
            Plot::Response { output, inputs } => {
                let columns = inputs.iter().map(|axis| find(&axis.column)).collect::<Result<Vec<_>, _>>()?;
                many::response(find(output)?, inputs, &columns)
            }
            Plot::Family { x, y, by } => {
                vec![grid::family((x, find(&x.column)?), find(y)?, (by, find(&by.column)?))]
            }
            Plot::Front { x, y, front, further } => vec![many::front(find(x)?, find(y)?, (front, *further))],
            _ => continue,
        };
        found.extend(charts.into_iter().map(|chart| (figure.title.clone(), chart)));
    }
    found.truncate(MOST);
    Ok(found)
}

/// Draws them side by side into a box.
pub(crate) fn draw(picture: &mut Picture, panels: &[(String, Chart)], [x, y]: [f64; 2], [width, height]: [f64; 2]) {
    let step = width / panels.len().max(1) as f64;
    for (i, (title, chart)) in panels.iter().enumerate() {
        let left = x + i as f64 * step;
        picture.text([left, y - 4.0], 0.0, Style { bold: true, ..style(15.0, INK, Anchor::Start) }, &cut(title, step));
        let area =
            Area { chart, left: left + 62.0, right: left + step - 18.0, top: y + 22.0, bottom: y + height - 44.0 };
        area.axes(picture, left + 12.0);
        area.curves(picture);
    }
}

/// One chart and where it is drawn.
struct Area<'a> {
    chart: &'a Chart,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area<'_> {
    fn place(&self, u: f64, v: f64) -> [f64; 2] {
        let share = |side: &Side, value: f64| (value - side.low) / (side.high - side.low).max(f64::MIN_POSITIVE);
        [
            self.left + share(&self.chart.x, u) * (self.right - self.left),
            self.bottom - share(&self.chart.y, v) * (self.bottom - self.top),
        ]
    }

    fn axes(&self, picture: &mut Picture, title_at: f64) {
        let Self { chart, left, right, top, bottom } = *self;
        for (at, text) in ticks(&chart.y, 5) {
            let [_, y] = self.place(chart.x.low, at);
            picture.lines(&[[left, y], [right, y]], &format!(r#"stroke="{GRID}""#));
            picture.text([left - 7.0, y + 4.0], 0.0, style(12.0, SOFT, Anchor::End), &text);
        }
        picture.lines(&[[left, bottom], [right, bottom]], &format!(r#"stroke="{SOFT}""#));
        for (at, text) in ticks(&chart.x, 4) {
            let [x, _] = self.place(at, chart.y.low);
            picture.lines(&[[x, bottom], [x, bottom + 4.0]], &format!(r#"stroke="{SOFT}""#));
            picture.text([x, bottom + 17.0], 0.0, style(12.0, SOFT, Anchor::Middle), &text);
        }
        let middle = style(12.0, SOFT, Anchor::Middle);
        let upright = cut(&label(&chart.y), bottom - top);
        picture.text([title_at, 0.5 * (top + bottom)], -90.0, middle, &upright);
        picture.text([0.5 * (left + right), bottom + 36.0], 0.0, middle, &cut(&label(&chart.x), right - left));
    }

    fn curves(&self, picture: &mut Picture) {
        let named: Vec<&Line> = self.chart.curves.iter().filter(|curve| !curve.name.is_empty()).collect();
        for curve in &self.chart.curves {
            self.curve(picture, curve);
        }
        for (i, curve) in named.iter().enumerate().filter(|_| named.len() > 1) {
            let y = self.top + 6.0 + 15.0 * i as f64;
            let look = format!(r#"stroke="{}" stroke-width="2.2""#, curve.colour);
            picture.lines(&[[self.right - 14.0, y], [self.right, y]], &look);
            picture.text([self.right - 18.0, y + 4.0], 0.0, style(11.0, SOFT, Anchor::End), &cut(&curve.name, 190.0));
        }
    }

    fn curve(&self, picture: &mut Picture, curve: &Line) {
        let none: &[Option<f64>] = &[];
        let abscissas = self.chart.abscissas.get(curve.x).map_or(none, Vec::as_slice);
        let through = |values: &[Option<f64>]| -> Vec<[f64; 2]> {
            let point = |(u, v): (&Option<f64>, &Option<f64>)| self.place(u.unwrap_or(f64::NAN), v.unwrap_or(f64::NAN));
            abscissas.iter().zip(values).map(point).collect()
        };
        let points = through(&curve.y);
        let (colour, dash) = (curve.colour, curve.dash);
        let dots = |picture: &mut Picture, radius: f64, opacity: f64| {
            for [x, y] in points.iter().filter(|point| point.iter().all(|c| c.is_finite())) {
                picture.add(&format!(
                    r#"<circle cx="{x:.1}" cy="{y:.1}" r="{radius}" fill="{colour}" fill-opacity="{opacity}"/>"#
                ));
            }
        };
        match curve.style {
            Stroke::Dots => dots(picture, 2.2, 0.45),
            Stroke::Printed => dots(picture, 3.2, 1.0),
            Stroke::Band => {
                let back = through(&curve.low).into_iter().rev();
                let around = points.iter().copied().chain(back).filter(|point| point.iter().all(|c| c.is_finite()));
                let corners: Vec<String> = around.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
                picture
                    .add(&format!(r#"<polygon points="{}" fill="{colour}" fill-opacity="0.16"/>"#, corners.join(" ")));
            }
            Stroke::Line | Stroke::Guide | Stroke::Both | Stroke::Steps => {
                let dash = if dash.is_empty() { String::new() } else { format!(r#" stroke-dasharray="{dash}""#) };
                let look = format!(r#"stroke="{colour}" stroke-width="2.2" stroke-linejoin="round"{dash}"#);
                picture.lines(&points, &look);
                if matches!(curve.style, Stroke::Both | Stroke::Steps) {
                    dots(picture, 3.4, 1.0);
                }
            }
        }
    }
}

/// Where an axis has a tick, and what stands there.
fn ticks(side: &Side, most: usize) -> Vec<(f64, String)> {
    if !side.names.is_empty() {
        return side.names.iter().enumerate().map(|(i, name)| (i as f64, cut(name, 7.0 * LONGEST as f64))).collect();
    }
    let Ticks { at, decimals } = Ticks::enclosing(side.low, side.high, most);
    let slack = 1e-9 * (side.high - side.low);
    let within = |value: &f64| (side.low - slack..=side.high + slack).contains(value);
    at.into_iter().filter(within).map(|value| (value, fixed(value, decimals))).collect()
}

fn label(side: &Side) -> String {
    if side.unit.is_empty() { side.title.clone() } else { format!("{} ({})", side.title, side.unit) }
}

/// A text cut to a width, with an ellipsis if it was longer.
fn cut(text: &str, width: f64) -> String {
    let most = (width / 6.8).max(2.0) as usize;
    if text.chars().count() <= most { text.into() } else { text.chars().take(most - 1).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use results::{Axis, Figure};

    use super::*;

    #[test]
    fn a_sweep_is_drawn_with_a_dot_for_every_value_and_its_axes_named() {
        let mut outcome = Outcome::default();
        outcome.series.push("hip_implant_clearance_m", "Clearance", vec![3e-5, 8e-5, 2e-4]);
        outcome.series.push("peak_pressure_Pa", "Peak pressure", vec![6.1e6, 8.6e6, 12.9e6]);
        let inputs = vec![Axis { column: "hip_implant_clearance_m".into(), names: Vec::new() }];
        let plot = Plot::Response { output: "peak_pressure_Pa".into(), inputs };
        outcome.figures.push(Figure { title: "Peak <pressure>".into(), caption: String::new(), plot });
        let panels = panels(&outcome).unwrap();
        let mut picture = Picture::new(1200, 560);
        draw(&mut picture, &panels, [32.0, 108.0], [1136.0, 374.0]);
        let text = picture.finish("sweep");
        assert_eq!((panels.len(), text.matches("<circle").count()), (1, 3));
        assert!(text.contains("Peak pressure (MPa)") && text.contains("Clearance (µm)"), "{text}");
        assert!(text.contains("Peak &lt;pressure&gt;"), "titles are text");
    }

    #[test]
    fn choices_have_their_names_at_the_axis() {
        let side = Side {
            names: vec!["a".into(), "a name that is too long".into()],
            ..Side::new("x", &crate::number::Unit::of("n_count"), [0.0, 1.0])
        };
        let found = ticks(&side, 4);
        assert_eq!((found[0].clone(), found[1].0), ((0.0, "a".to_owned()), 1.0));
        assert!(found[1].1.ends_with('…'));
    }
}
