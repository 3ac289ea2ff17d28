//! One picture of a run, for the README and the result folder: map, charts, headline numbers.

use results::{Column, Plot};

use crate::chart;
use crate::colour::hex;
use crate::legend::{Colours, Names};
use crate::number::{Unit, fixed, readable};
use crate::scale::Ticks;
use crate::scene::{Range, Scene};
use crate::svg::{Anchor, Picture, Style};
use crate::{Page, ReportError, glance, raster};

const INK: &str = "#18212c";
const SOFT: &str = "#5a6675";
const GRID: &str = "#e3e7ec";

const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 560.0;
const LEFT: f64 = 32.0;
/// Top and bottom of the map and of the charts.
const TOP: f64 = 108.0;
const BOTTOM: f64 = 462.0;
/// Width of the map on the page, and how much finer its pixels are.
const MAP: f64 = 330.0;
const FINENESS: f64 = 2.0;
const CHARTS: usize = 2;
const NUMBERS: usize = 5;

const fn style(size: f64, colour: &'static str, bold: bool, anchor: Anchor) -> Style {
    Style { size, colour, bold, anchor }
}

/// One chart: its heading, its curves, and what was published beside them.
struct Chart<'a> {
    title: &'a str,
    ordinate: &'a str,
    curves: Vec<(&'a Column, &'a Column)>,
    marks: &'a [(String, f64)],
    bands: &'a [(String, [f64; 2])],
}

pub(crate) fn render(page: &Page<'_>) -> Result<String, ReportError> {
    let mut picture = Picture::new(WIDTH as u32, HEIGHT as u32);
    picture.text([LEFT, 40.0], 0.0, style(22.0, INK, true, Anchor::Start), page.title);
    picture.text([LEFT, 63.0], 0.0, style(14.5, SOFT, false, Anchor::Start), page.subtitle);

    let mut free = LEFT;
    if let Some(record) = page.outcome.surfaces.first() {
        draw_map(&mut picture, &Scene::new(record)?)?;
        free = 556.0;
    }
    let mut charts = Vec::new();
    for figure in &page.outcome.figures {
        if let Plot::Lines { ordinate, curves, marks, bands, .. } = &figure.plot {
            let curves = chart::columns(page.outcome, &figure.title, curves)?;
            charts.push(Chart { title: &figure.title, ordinate, curves, marks, bands });
        }
    }
    charts.truncate(CHARTS);
    let colours = Colours::assign(page.outcome);
    let step = (BOTTOM + 20.0 - TOP) / charts.len().max(1) as f64;
    for (i, chart) in charts.iter().enumerate() {
        let top = TOP + i as f64 * step;
        draw_chart(&mut picture, chart, &colours, [free, top], [WIDTH - 32.0 - free, step - 26.0]);
    }
    let panels = if charts.is_empty() { glance::panels(page.outcome)? } else { Vec::new() };
    if !panels.is_empty() {
        glance::draw(&mut picture, &panels, [free, TOP], [WIDTH - 32.0 - free, BOTTOM + 20.0 - TOP]);
        strip_of_numbers(&mut picture, page);
    } else if charts.is_empty() {
        list_numbers(&mut picture, page, free + 30.0);
    } else {
        strip_of_numbers(&mut picture, page);
    }
    Ok(picture.finish(page.title))
}

/// The map of the first field at its maximum, with rim, tracks, compass and colour bar.
fn draw_map(picture: &mut Picture, scene: &Scene<'_>) -> Result<(), ReportError> {
    let field = scene.record.fields.first().filter(|f| !f.values.is_empty());
    let range = field.map(|field| scene.range(field));
    let shown = field.zip(range.as_ref());
    let (x, y) = (LEFT + 26.0, TOP + 26.0);
    let scale = MAP / 2.0 / scene.reach();
    let place = |[u, v]: [f64; 2]| [x + MAP / 2.0 + scale * u, y + MAP / 2.0 - scale * v];

    let heading = shown.map_or_else(
        || scene.record.label.clone(),
        |(field, range)| match scene.instant(range.peak_frame) {
            instant if instant.is_empty() => field.label.clone(),
            instant => format!("{} at its maximum, {instant}", field.label),
        },
    );
    picture.text([LEFT, TOP - 4.0], 0.0, style(15.0, INK, true, Anchor::Start), &heading);
    let image = raster::picture(scene, shown, (MAP * FINENESS) as u32)?;
    picture.add(&format!(r#"<image x="{x}" y="{y}" width="{MAP}" height="{MAP}" href="{image}"/>"#));
    for edge in &scene.rim {
        let ends = edge.map(|point| place(scene.flat[point as usize]));
        picture.lines(&ends, r##"stroke="#5a6675" stroke-width="1" stroke-linecap="round""##);
    }
    for track in &scene.record.tracks {
        let points: Vec<_> = scene.flat_track(track).into_iter().map(place).collect();
        picture
            .lines(&points, r##"stroke="#0f1620" stroke-opacity="0.45" stroke-width="2.2" stroke-linejoin="round""##);
        picture.lines(&points, r##"stroke="#ffffff" stroke-opacity="0.8" stroke-width="1" stroke-linejoin="round""##);
        let now = range.as_ref().and_then(|range| points.get(range.peak_frame));
        if let Some([u, v]) = now.filter(|p| p.iter().all(|c| c.is_finite())) {
            picture.add(&format!(
                r##"<circle cx="{u:.1}" cy="{v:.1}" r="5" fill="none" stroke="#ffffff" stroke-width="3.6"/><circle cx="{u:.1}" cy="{v:.1}" r="5" fill="none" stroke="#e5322d" stroke-width="2"/>"##
            ));
        }
    }
    let [left, right, bottom, top] = &scene.record.compass;
    let word = style(12.5, SOFT, false, Anchor::Middle);
    picture.text([x - 10.0, y + MAP / 2.0], -90.0, word, left);
    picture.text([x + MAP + 10.0, y + MAP / 2.0], 90.0, word, right);
    picture.text([x + MAP / 2.0, y + MAP + 17.0], 0.0, word, bottom);
    picture.text([x + MAP / 2.0, y - 8.0], 0.0, word, top);
    if let Some(range) = &range {
        draw_colour_bar(picture, range, [x + MAP + 48.0, y + 20.0], MAP - 30.0);
    }
    Ok(())
}

fn draw_colour_bar(picture: &mut Picture, range: &Range, [x, y]: [f64; 2], height: f64) {
    let count = range.bands.colours.len();
    let unit = if count == 0 { "zero everywhere" } else { &range.unit.symbol };
    picture.text([x, y - 12.0], 0.0, style(13.0, INK, false, Anchor::Start), unit);
    let band = height / count.max(1) as f64;
    for (i, &colour) in range.bands.colours.iter().enumerate() {
        picture.rectangle([x, y + height - (i + 1) as f64 * band], [15.0, band + 0.3], &hex(colour));
    }
    let every = if count > 9 { 2 } else { 1 };
    for (i, &value) in range.bands.bounds.at.iter().enumerate().step_by(every) {
        let text = fixed(value, range.bands.bounds.decimals);
        let at = [x + 21.0, y + height - i as f64 * band + 4.0];
        picture.text(at, 0.0, style(12.0, SOFT, false, Anchor::Start), &text);
    }
}

fn draw_chart(
    picture: &mut Picture,
    chart: &Chart<'_>,
    colours: &Colours,
    [x, y]: [f64; 2],
    [width, height]: [f64; 2],
) {
    let (xs, ys): (Vec<&Column>, Vec<&Column>) = chart.curves.iter().copied().unzip();
    // Bold and larger than the other words: a title ends where the next chart begins.
    picture.text([x, y - 4.0], 0.0, style(15.0, INK, true, Anchor::Start), &shortened(chart.title, 0.78 * width));
    let names = Names::of(&ys);
    let unit = ys.first().map_or(Unit::of(""), |c| Unit::of(&c.name));
    let common =
        [chart.ordinate, &names.common, chart.title].into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let (left, right, top, bottom) = (x + 58.0, x + width, y + 24.0, y + height - 30.0);
    let y_title = unit.label(&shortened(common, bottom - top));
    picture.text([x + 10.0, (top + bottom) / 2.0], -90.0, style(12.0, SOFT, false, Anchor::Middle), &y_title);

    let marks = chart::display_marks(&ys, chart.marks);
    let (low, high) = chart::ordinates(&ys, &marks, chart.bands);
    let y_ticks = Ticks::enclosing(low, high, 4);
    let (Some(&y0), Some(&y1)) = (y_ticks.at.first(), y_ticks.at.last()) else { return };
    let (x0, x1) = chart::extent(xs.iter().flat_map(|c| {
        let factor = Unit::of(&c.name).factor;
        c.values.iter().map(move |v| v * factor)
    }));
    let x_ticks = Ticks::enclosing(x0, x1, 8);
    let slack = 1e-9 * (x1 - x0);
    let place =
        |u: f64, v: f64| [left + (u - x0) / (x1 - x0) * (right - left), bottom - (v - y0) / (y1 - y0) * (bottom - top)];
    for (label, band) in chart.bands {
        let [[_, low], [_, high]] = band.map(|end| place(x0, end * unit.factor));
        picture.rectangle([left, high], [right - left, low - high], "#e3e6ea");
        picture.text([right - 4.0, (low + high) / 2.0 + 4.0], 0.0, style(11.0, SOFT, false, Anchor::End), label);
    }
    for &v in &y_ticks.at {
        let at = place(x0, v)[1];
        picture.lines(&[[left, at], [right, at]], &format!(r#"stroke="{GRID}""#));
        let text = fixed(v, y_ticks.decimals);
        picture.text([left - 7.0, at + 4.0], 0.0, style(12.0, SOFT, false, Anchor::End), &text);
    }
    for &u in x_ticks.at.iter().filter(|&&u| u >= x0 - slack && u <= x1 + slack) {
        let at = place(u, y0)[0];
        picture.lines(&[[at, bottom], [at, bottom + 4.0]], &format!(r#"stroke="{SOFT}""#));
        picture.text([at, bottom + 17.0], 0.0, style(12.0, SOFT, false, Anchor::Middle), &fixed(u, x_ticks.decimals));
    }
    let x_title = xs.first().map_or_else(String::new, |x| Unit::of(&x.name).label(&x.label));
    picture.text([(left + right) / 2.0, bottom + 33.0], 0.0, style(12.0, SOFT, false, Anchor::Middle), &x_title);
    // A glance: of marks so close that their words would overlap, or be crossed by a line, the first has words.
    let mut written: Vec<(bool, f64)> = Vec::new();
    let heights: Vec<f64> = marks.iter().map(|mark| place(x0, mark.at)[1]).collect();
    for (mark, &at) in marks.iter().zip(&heights) {
        picture.lines(&[[left, at], [right, at]], r##"stroke="#8a94a0" stroke-dasharray="4 4""##);
        let (x, anchor) = if mark.left { (left + 4.0, Anchor::Start) } else { (right - 4.0, Anchor::End) };
        let y = if mark.below { at + 12.0 } else { at - 4.0 };
        let is_crossed = heights.iter().any(|line| (y - 9.0..y + 2.0).contains(line));
        if !is_crossed && written.iter().all(|(side, other)| *side != mark.left || (y - other).abs() > 12.0) {
            picture.text([x, y], 0.0, style(11.0, SOFT, false, anchor), &mark.label);
            written.push((mark.left, y));
        }
    }
    let looks = colours.within(&names.short);
    let shown = distinct(&names.short, right - left);
    let count = shown.len();
    for (place_of, (i, label)) in shown.into_iter().enumerate() {
        let (cx, cy) = chart.curves[i];
        let (fx, fy) = (Unit::of(&cx.name).factor, Unit::of(&cy.name).factor);
        let points: Vec<_> = cx.values.iter().zip(&cy.values).map(|(u, v)| place(u * fx, v * fy)).collect();
        // The first wide, the others dashed on top of it: curves that coincide are all seen.
        let (colour, dash) = (looks[i].0, if i > 0 { r#" stroke-dasharray="6 4""# } else { "" });
        let wide = if i == 0 && count > 1 { 3.6 } else { 2.2 };
        picture.lines(&points, &format!(r#"stroke="{colour}" stroke-width="{wide}" stroke-linejoin="round"{dash}"#));
        if count > 1 {
            let at = left + place_of as f64 * (right - left) / count as f64;
            picture.lines(
                &[[at, y + 11.0], [at + 20.0, y + 11.0]],
                &format!(r#"stroke="{colour}" stroke-width="2.2"{dash}"#),
            );
            picture.text([at + 26.0, y + 15.0], 0.0, style(12.0, SOFT, false, Anchor::Start), &label);
        }
    }
}

fn strip_of_numbers(picture: &mut Picture, page: &Page<'_>) {
    let count = page.outcome.headline.len().min(NUMBERS);
    picture.lines(&[[LEFT, 492.0], [WIDTH - LEFT, 492.0]], &format!(r#"stroke="{GRID}""#));
    let step = (WIDTH - 2.0 * LEFT) / count.max(1) as f64;
    for (i, scalar) in page.outcome.headline.iter().take(count).enumerate() {
        let x = LEFT + i as f64 * step;
        picture.text([x, 515.0], 0.0, style(12.5, SOFT, false, Anchor::Start), &shortened(&scalar.label, step - 8.0));
        picture.text([x, 540.0], 0.0, style(19.0, INK, true, Anchor::Start), &with_unit(scalar));
    }
}

/// Which curves a legend of this width can tell apart, with their names as they fit: of those that would read the same, the
/// first.
fn distinct(names: &[String], width: f64) -> Vec<(usize, String)> {
    let mut shown: Vec<usize> = (0..names.len()).collect();
    loop {
        let step = width / shown.len().max(1) as f64;
        let mut labels: Vec<(usize, String)> = Vec::new();
        for &i in &shown {
            let label = shortened(&names[i], step - 26.0);
            if labels.iter().all(|(_, known)| *known != label) {
                labels.push((i, label));
            }
        }
        if labels.len() == shown.len() {
            return labels;
        }
        shown = labels.into_iter().map(|(i, _)| i).collect();
    }
}

/// A text of 12.5 pixels cut to a width, with an ellipsis if it was longer.
fn shortened(text: &str, width: f64) -> String {
    let most = (width / 6.4).max(1.0) as usize;
    if text.chars().count() <= most { text.into() } else { text.chars().take(most - 1).chain(['…']).collect() }
}

fn list_numbers(picture: &mut Picture, page: &Page<'_>, x: f64) {
    for (i, scalar) in page.outcome.headline.iter().take(7).enumerate() {
        let y = TOP + 24.0 + 56.0 * i as f64;
        picture.text([x, y], 0.0, style(14.0, SOFT, false, Anchor::Start), &scalar.label);
        picture.text([x, y + 26.0], 0.0, style(22.0, INK, true, Anchor::Start), &with_unit(scalar));
    }
}

fn with_unit(scalar: &results::Scalar) -> String {
    let unit = Unit::of(&scalar.name);
    format!("{} {}", readable(scalar.value * unit.factor), unit.symbol).trim_end().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_ends_where_the_next_chart_begins() {
        assert_eq!(shortened("Peak pressure, by input", 0.78 * 280.0), "Peak pressure, by input");
        let long = shortened("Model error of the peak pressure, estimated, by input", 0.78 * 280.0);
        assert!(long.ends_with('…') && long.chars().count() <= 34, "{long}");
    }

    #[test]
    fn a_legend_shows_curves_that_it_can_tell_apart() {
        let names = [
            "Sliding distance at the contact point",
            "Sliding distance by rotations",
            "Sliding distance by rotations, backwards",
        ];
        let names = names.map(String::from);
        let wide = distinct(&names, 3000.0);
        assert_eq!(wide.iter().map(|(i, _)| *i).collect::<Vec<_>>(), [0, 1, 2]);
        let narrow = distinct(&names, 520.0);
        assert_eq!(narrow.iter().map(|(i, _)| *i).collect::<Vec<_>>(), [0, 1], "{narrow:?}");
        assert!(narrow[1].1.starts_with("Sliding distance by r"), "{narrow:?}");
    }
}
