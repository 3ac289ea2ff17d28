//! What a chart with two axes is made of: plain data that the page's scripts draw.

use results::{Column, Curve, Outcome};
use serde::Serialize;

use crate::ReportError;
use crate::legend::{Colours, Names};
use crate::number::{Unit, readable, smooth};

/// One axis.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Side {
    /// What it is called, without its unit.
    pub title: String,
    /// Its unit.
    pub unit: String,
    /// Where it begins, in display units.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    /// Whether equal lengths are equal factors.
    pub log: bool,
    /// Names of the whole numbers, where they stand for choices.
    pub names: Vec<String>,
}

impl Side {
    /// An axis of numbers.
    pub fn new(title: &str, unit: &Unit, [low, high]: [f64; 2]) -> Self {
        Self { title: title.into(), unit: unit.symbol.clone(), low, high, log: false, names: Vec::new() }
    }
}

/// How a curve is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stroke {
    /// A line.
    Line,
    /// A line with a dot at each of its points.
    Both,
    /// Faint dots.
    Dots,
    /// Dots alone, to be seen beside curves: what others printed.
    Printed,
    /// Steps with dots at their corners.
    Steps,
    /// A thin dashed line to compare with.
    Guide,
    /// The area between two curves.
    Band,
}

/// One curve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Line {
    /// For the legend.
    pub name: String,
    /// Unit of its ordinates.
    pub unit: String,
    /// Which of the chart's abscissas it has.
    pub x: usize,
    /// Ordinates; `None` interrupts the curve.
    pub y: Vec<Option<f64>>,
    /// The lower edge of a band.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub low: Vec<Option<f64>>,
    /// Its colour.
    pub colour: &'static str,
    /// Its dashes as SVG writes them.
    pub dash: &'static str,
    /// How it is drawn.
    pub style: Stroke,
}

/// A chart with two axes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Chart {
    /// Horizontal.
    pub x: Side,
    /// Upright.
    pub y: Side,
    /// Abscissas, each once.
    pub abscissas: Vec<Vec<Option<f64>>>,
    /// The curves, from back to front.
    pub curves: Vec<Line>,
    /// Published values.
    pub marks: Vec<Mark>,
    /// First and last abscissa of a cycle, of which percents are shown as well.
    pub cycle: Option<[f64; 2]>,
    /// Whether lengths are the same in both directions.
    pub equal: bool,
    /// Whether one read-out tells all curves at one abscissa, instead of the nearest point.
    pub shared: bool,
    /// Whether it deserves more height.
    pub tall: bool,
    /// Whether there is a legend.
    pub legend: bool,
}

/// The column of a figure.
pub(crate) fn column<'a>(outcome: &'a Outcome, figure: &str, name: &str) -> Result<&'a Column, ReportError> {
    outcome.series.column(name).ok_or_else(|| {
        let known: Vec<_> = outcome.series.columns().iter().map(|c| c.name.as_str()).collect();
        ReportError::Unknown { figure: figure.into(), kind: "column", name: name.into(), known: known.join(", ") }
    })
}

/// Abscissa and ordinate of a curve.
pub(crate) type Pair<'a> = (&'a Column, &'a Column);

/// The columns of the curves of a figure.
pub(crate) fn columns<'a>(outcome: &'a Outcome, figure: &str, curves: &[Curve]) -> Result<Vec<Pair<'a>>, ReportError> {
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

/// What the joint says about a line figure beside its curves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About<'a> {
    /// Title of the figure.
    pub title: &'a str,
    /// Name of the horizontal axis; empty for that of the first abscissa.
    pub abscissa: &'a str,
    /// Name of the upright axis; empty for what the curves have in common.
    pub ordinate: &'a str,
}

/// What was published or measured, behind the curves: ordinates and ranges of them, in SI.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Published<'a> {
    /// Thin lines.
    pub marks: &'a [(String, f64)],
    /// Bands.
    pub bands: &'a [(String, [f64; 2])],
}

/// A line figure: curves that share their axes.
pub(crate) fn lines(
    curves: &[Pair<'_>],
    about: &About<'_>,
    published: Published<'_>,
    cycle: bool,
    colours: &Colours,
) -> Chart {
    let (xs, ys): (Vec<&Column>, Vec<&Column>) = curves.iter().copied().unzip();
    let marks = display_marks(&ys, published.marks);
    let (low, high) = ordinates(&ys, &marks, published.bands);
    // Room above for the label of a mark.
    let above = if marks.is_empty() { 0.04 } else { 0.1 };
    let below = if low == 0.0 { 0.0 } else { 0.04 };
    let mut chart = assemble(curves, about, colours);
    chart.y.low = low - below * (high - low);
    chart.y.high = high + above * (high - low);
    chart.marks = marks;
    chart.cycle = xs.first().filter(|_| cycle).and_then(|x| span_of_cycle(x));
    if !published.bands.is_empty() {
        chart.put_bands(published.bands, &unit_of(&ys));
        chart.legend = true;
    }
    chart
}

impl Chart {
    /// Puts bands from end to end of the horizontal axis behind the curves.
    pub(crate) fn put_bands(&mut self, bands: &[(String, [f64; 2])], unit: &Unit) {
        for (name, band) in bands.iter().rev() {
            let [low, high] = band.map(|end| smooth(vec![end * unit.factor; 2].into_iter()));
            self.abscissas.push(vec![Some(self.x.low), Some(self.x.high)]);
            let (unit, x) = (unit.symbol.clone(), self.abscissas.len() - 1);
            let band = Line { name: name.clone(), unit, x, y: high, low, colour: GREY, dash: "", style: Stroke::Band };
            self.curves.insert(0, band);
        }
    }
}

/// Curves that each have their own abscissa.
pub(crate) fn loops(
    curves: &[Pair<'_>],
    guide: Option<&Pair<'_>>,
    about: &About<'_>,
    top: Option<f64>,
    colours: &Colours,
) -> Chart {
    let mut chart = assemble(curves, about, colours);
    let (xs, ys): (Vec<&Column>, Vec<&Column>) = curves.iter().chain(guide).copied().unzip();
    let (x_unit, y_unit) = (unit_of(&xs), unit_of(&ys));
    let (low, high) = ordinates(&ys, &[], &[]);
    let high = top.map_or(high, |top| top * y_unit.factor);
    let (left, right) = extent(xs.iter().flat_map(|x| x.values.iter().map(|v| v * x_unit.factor)));
    // A curve that runs along the edge of the picture is not seen.
    let padded = |low: f64, high: f64| [low - 0.02 * (high - low), high + 0.03 * (high - low)];
    [chart.x.low, chart.x.high] = padded(left, right);
    [chart.y.low, chart.y.high] = padded(low, high);
    if let Some((x, y)) = guide {
        chart.abscissas.push(display_in(x, &x_unit));
        let line = Line {
            // `Clearance` of `Clearance, upwards`.
            name: y.label.split(", ").next().unwrap_or_default().to_owned(),
            unit: y_unit.symbol.clone(),
            x: chart.abscissas.len() - 1,
            y: display_in(y, &y_unit),
            low: Vec::new(),
            colour: GREY,
            dash: "",
            style: Stroke::Guide,
        };
        // Behind the others.
        chart.curves.insert(0, line);
        chart.legend = true;
    }
    chart.tall = true;
    chart
}

/// Grey that holds on white and on black.
pub(crate) const GREY: &str = "#8a94a0";

/// Up to so many curves a shared read-out is legible.
const MOST_SHARED: usize = 8;

/// Up to so many points each of them gets a dot.
const FEW: usize = 12;

pub(crate) fn assemble(curves: &[Pair<'_>], about: &About<'_>, colours: &Colours) -> Chart {
    let (xs, ys): (Vec<&Column>, Vec<&Column>) = curves.iter().copied().unzip();
    let names = Names::of(&ys);
    let units: Vec<Unit> = ys.iter().map(|y| Unit::of(&y.name)).collect();
    let one_unit = units.windows(2).all(|pair| pair[0] == pair[1]);
    let looks = colours.within(&names.short);
    // Indentations are small and shown in micrometres, unless the axis is in millimetres: one axis, one unit.
    let x_unit = unit_of(&xs);
    let (mut abscissas, mut known): (Vec<Vec<Option<f64>>>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut lines = Vec::new();
    for (i, (x, y)) in curves.iter().enumerate() {
        let place = known.iter().position(|name| *name == x.name).unwrap_or_else(|| {
            known.push(&x.name);
            abscissas.push(display_in(x, &x_unit));
            known.len() - 1
        });
        let short = &names.short[i];
        lines.push(Line {
            // Where no unit fits the axis, the legend carries it.
            name: if one_unit { short.clone() } else { units[i].label(short) },
            unit: units[i].symbol.clone(),
            x: place,
            y: display(y),
            low: Vec::new(),
            colour: looks[i].0,
            dash: looks[i].1,
            style: if y.values.iter().filter(|v| v.is_finite()).count() <= FEW { Stroke::Both } else { Stroke::Line },
        });
    }
    let (left, right) = extent(xs.iter().flat_map(|x| x.values.iter().map(|v| v * x_unit.factor)));
    let named = |given: &str, else_: &str| if given.is_empty() { else_.to_owned() } else { given.to_owned() };
    let common = if names.common.is_empty() { about.title } else { &names.common };
    let y_unit = if one_unit { unit_of(&ys) } else { Unit::of("") };
    Chart {
        x: Side::new(&named(about.abscissa, xs.first().map_or("", |x| &x.label)), &x_unit, [left, right]),
        y: Side::new(&named(about.ordinate, common), &y_unit, [0.0, 1.0]),
        abscissas,
        legend: curves.len() > 1,
        curves: lines,
        marks: Vec::new(),
        cycle: None,
        equal: false,
        shared: curves.len() <= MOST_SHARED && xs.iter().all(|x| rises(&x.values)),
        tall: false,
    }
}

fn rises(values: &[f64]) -> bool {
    let finite: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
    finite.len() > 1 && finite.windows(2).all(|pair| pair[0] <= pair[1])
}

pub(crate) fn unit_of(columns: &[&Column]) -> Unit {
    columns.first().map_or(Unit::of(""), |c| Unit::of(&c.name))
}

fn span_of_cycle(x: &Column) -> Option<[f64; 2]> {
    // Columns of shorter runs end without numbers.
    let mut finite = x.values.iter().copied().filter(|value| value.is_finite());
    let first = finite.next()?;
    let last = finite.next_back()?;
    let factor = Unit::of(&x.name).factor;
    (last > first && (last - first).is_finite()).then_some([first * factor, last * factor])
}

/// The values of a column in display units; `None` where there is no number.
pub(crate) fn display(column: &Column) -> Vec<Option<f64>> {
    display_in(column, &Unit::of(&column.name))
}

/// The values of a column in the unit of an axis.
fn display_in(column: &Column, unit: &Unit) -> Vec<Option<f64>> {
    smooth(column.values.iter().map(|v| v * unit.factor))
}

/// The rows in which both columns have numbers, in display units.
pub(crate) fn numbers(x: &Column, y: &Column) -> (Vec<f64>, Vec<f64>) {
    let (fx, fy) = (Unit::of(&x.name).factor, Unit::of(&y.name).factor);
    let rows = x.values.iter().zip(&y.values).filter(|(x, y)| x.is_finite() && y.is_finite());
    rows.map(|(x, y)| (x * fx, y * fy)).unzip()
}

/// A published value in display units, and where its label disturbs least.
#[derive(Debug, Clone, PartialEq, Serialize)]
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

/// The last number of a column; those of several studies end in what is none.
fn last_number(values: &[f64]) -> Option<&f64> {
    values.iter().rfind(|value| value.is_finite())
}

/// The marks of a figure in display units.
pub(crate) fn display_marks(ys: &[&Column], marks: &[(String, f64)]) -> Vec<Mark> {
    let unit = unit_of(ys);
    let values = || ys.iter().flat_map(|y| &y.values).chain(marks.iter().map(|(_, at)| at));
    let (low, high) = extent(values().copied());
    let distance = |value: Option<&f64>, at: f64| value.map_or(0.0, |v| (v - at).abs());
    let nearest = |end: fn(&[f64]) -> Option<&f64>, at: f64| {
        ys.iter().map(|y| distance(end(&y.values), at)).fold(f64::INFINITY, f64::min)
    };
    let placed = marks.iter().map(|(label, at)| {
        let shown = at * unit.factor;
        Mark {
            label: format!("{label}: {} {}", readable(shown), unit.symbol).trim_end().into(),
            at: shown,
            left: nearest(<[f64]>::first, *at) > nearest(last_number, *at),
            below: marks.iter().any(|(_, other)| other > at && other - at < 0.2 * (high - low)),
        }
    });
    placed.collect()
}

/// Least and largest finite value; 0 … 1 where there is none.
pub(crate) fn extent(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|v| v.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    // A constant curve, or one whose changes are rounding errors, gets an axis around it.
    match (low.is_finite(), high - low > 1e-9 * low.abs().max(high.abs())) {
        (true, true) => (low, high),
        (true, false) if low == 0.0 => (-1.0, 1.0),
        (true, false) => (low - 0.5 * low.abs(), high + 0.5 * high.abs()),
        _ => (0.0, 1.0),
    }
}

/// The ordinates to show: all curves, marks and bands, from zero unless that would press the curves into a corner.
pub(crate) fn ordinates(ys: &[&Column], marks: &[Mark], bands: &[(String, [f64; 2])]) -> (f64, f64) {
    let factor = unit_of(ys).factor;
    let ends = bands.iter().flat_map(|(_, ends)| ends.map(|end| end * factor));
    let shown = ys.iter().flat_map(|y| {
        let factor = Unit::of(&y.name).factor;
        y.values.iter().map(move |v| v * factor)
    });
    let (low, high) = extent(shown.chain(marks.iter().map(|m| m.at)).chain(ends));
    match (low, high) {
        (low, high) if low > 0.0 && low < 0.6 * high => (0.0, high),
        (low, high) if high < 0.0 && high > 0.6 * low => (low, 0.0),
        both => both,
    }
}

#[cfg(test)]
mod tests {
    use results::Outcome;

    use super::*;

    #[test]
    fn measured_bands_lie_behind_the_curves_and_inside_of_the_axis() {
        let column = |name: &str, values: Vec<f64>| Column { name: name.into(), label: name.into(), values };
        let (x, y) = (column("time_s", vec![0.0, 1.0]), column("force_N", vec![100.0, 900.0]));
        let bands = [("telemetry".to_string(), [1800.0, 2000.0])];
        let about = About { title: "Force", abscissa: "", ordinate: "Force" };
        let published = Published { marks: &[], bands: &bands };
        let chart = lines(&[(&x, &y)], &about, published, true, &Colours::assign(&Outcome::default()));
        let styles: Vec<Stroke> = chart.curves.iter().map(|line| line.style).collect();
        assert_eq!(styles[0], Stroke::Band);
        assert_eq!(chart.curves.len(), 2);
        let factor = unit_of(&[&y]).factor;
        assert_eq!(chart.curves[0].low, vec![Some(1800.0 * factor); 2]);
        assert_eq!(chart.curves[0].y, vec![Some(2000.0 * factor); 2]);
        assert!(chart.y.high > 2000.0 * factor && chart.legend);
    }

    #[test]
    fn a_guide_is_drawn_in_the_units_of_the_axes() {
        let column = |name: &str, values: Vec<f64>| Column { name: name.into(), label: name.into(), values };
        let (x, y) = (column("indentation_hertz_m", vec![0.0, 1e-3]), column("force_N", vec![0.0, 100.0]));
        let upright = column("worn_layer_indentation_m", vec![0.415e-3; 2]);
        let about = About { title: "", abscissa: "", ordinate: "" };
        let chart = loops(&[(&x, &y)], Some(&(&upright, &y)), &about, None, &Colours::assign(&Outcome::default()));
        assert_eq!(chart.x.unit, "mm");
        assert_eq!(chart.abscissas[1], [Some(0.415); 2]);
    }
}
