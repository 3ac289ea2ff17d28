//! A handbook: models described in words, compared in a table and in figures, with their references.

use results::{Column, Comparison, Curve, Outcome};
use serde::Serialize;

use crate::document::{self, CHART_STYLE, Drawn, STYLE};
use crate::number::readable;
use crate::typeset::typeset;
use crate::{Bibliography, ReportError, chart};

const TEMPLATE: &str = include_str!("page/handbook.html.j2");
const OWN_STYLE: &str = include_str!("page/handbook.css");

/// Everything that goes into a handbook.
#[derive(Debug, Clone, Copy)]
pub struct Handbook<'a> {
    /// Heading of the page and of the browser's tab.
    pub title: &'a str,
    /// One line under it.
    pub subtitle: &'a str,
    /// Paragraphs before the table.
    pub introduction: &'a [String],
    /// Series and figures.
    pub outcome: &'a Outcome,
    /// The models beside each other.
    pub comparison: &'a Comparison,
    /// What an evaluation costs on this machine: the one thing that differs between machines.
    pub costs: &'a Comparison,
    /// The models in words.
    pub chapters: &'a [Chapter<'a>],
    /// The references that their sources name.
    pub bibliography: &'a Bibliography,
    /// Where the numbers come from.
    pub provenance: &'a [(String, String)],
}

/// Articles under one heading.
#[derive(Debug, Clone)]
pub struct Chapter<'a> {
    /// The heading.
    pub title: &'a str,
    /// The articles.
    pub articles: Vec<Article<'a>>,
}

/// One model in words. Texts and equations are Unicode with `^{…}` and `_x`; equations are separated by `,` or `;` and
/// two spaces.
#[derive(Debug, Clone)]
pub struct Article<'a> {
    /// Its name; a model of the comparison with this name links here.
    pub name: &'a str,
    /// The law.
    pub equation: &'a str,
    /// Symbols and their meaning.
    pub symbols: &'a [(&'a str, &'a str)],
    /// What it does.
    pub about: &'a str,
    /// Headings and texts: what it assumes, where it fails.
    pub remarks: Vec<(&'a str, &'a str)>,
    /// A few words each on how it did.
    pub facts: Vec<String>,
    /// Citation keys.
    pub sources: &'a [&'a str],
    /// A small picture: the last curve in colour, the ones before it faint.
    pub picture: Vec<Curve>,
}

#[derive(Serialize)]
struct Cell {
    shown: String,
    /// Width of a bar, in percent.
    bar: Option<f64>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    id: String,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Grid<'a> {
    /// Labels and units.
    heads: Vec<(&'a str, &'a str)>,
    rows: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Source {
    key: String,
    short: String,
    full: String,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: String,
    name: &'a str,
    equations: Vec<String>,
    symbols: Vec<(String, String)>,
    about: String,
    remarks: Vec<(&'a str, String)>,
    facts: &'a [String],
    sources: Vec<Source>,
    picture: String,
}

#[derive(Serialize)]
struct Part<'a> {
    id: String,
    title: &'a str,
    entries: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Filling<'a> {
    title: &'a str,
    subtitle: &'a str,
    introduction: Vec<String>,
    comparison: Grid<'a>,
    costs: Grid<'a>,
    figures: Vec<Drawn<'a>>,
    parts: Vec<Part<'a>>,
    references: Vec<Source>,
    provenance: &'a [(String, String)],
    style: String,
    chart_style: &'a str,
    data: String,
    scripts: String,
}

pub(crate) fn render(handbook: &Handbook<'_>) -> Result<String, ReportError> {
    let outcome = handbook.outcome;
    let data = document::page_data(outcome)?;
    let mut parts = Vec::new();
    for chapter in handbook.chapters {
        let entries: Result<_, _> = chapter.articles.iter().map(|article| entry(handbook, article)).collect();
        parts.push(Part { id: identifier(chapter.title), title: chapter.title, entries: entries? });
    }
    let filling = Filling {
        title: handbook.title,
        subtitle: handbook.subtitle,
        introduction: handbook.introduction.iter().map(|text| typeset(text)).collect(),
        comparison: grid(handbook, handbook.comparison),
        costs: grid(handbook, handbook.costs),
        figures: outcome.figures.iter().enumerate().map(|(i, f)| document::drawn(outcome, i, f)).collect(),
        references: references(handbook),
        parts,
        provenance: handbook.provenance,
        style: [STYLE, OWN_STYLE].concat(),
        chart_style: CHART_STYLE,
        data: document::inline_json(&data)?,
        scripts: document::scripts(),
    };
    document::fill(TEMPLATE, filling)
}

/// Letters and digits of a heading, for links.
fn identifier(text: &str) -> String {
    let words = text.to_lowercase();
    let words = words.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn grid<'a>(handbook: &Handbook<'a>, comparison: &'a Comparison) -> Grid<'a> {
    let known = |name: &str| handbook.chapters.iter().flat_map(|c| &c.articles).any(|article| article.name == name);
    let row = |(index, name): (usize, &'a String)| {
        let cells = comparison.measures.iter().map(|measure| {
            let value = measure.values.get(index).copied().unwrap_or(f64::NAN);
            let share = |full: f64| (100.0 * value / full).clamp(0.0, 100.0);
            Cell { shown: three_digits(value), bar: measure.bar_to.filter(|_| value.is_finite()).map(share) }
        });
        Row { name, id: if known(name) { identifier(name) } else { String::new() }, cells: cells.collect() }
    };
    Grid {
        heads: comparison.measures.iter().map(|measure| (measure.label.as_str(), measure.unit.as_str())).collect(),
        rows: comparison.models.iter().enumerate().map(row).collect(),
    }
}

/// Enough to compare; trailing zeros stay, so that columns line up.
fn three_digits(value: f64) -> String {
    match value.abs() {
        size if !size.is_finite() => "–".into(),
        size if !(1e-3..1e4).contains(&size) => readable(value),
        size => format!("{value:.*}", (2 - size.log10().floor() as i32).max(0) as usize),
    }
}

fn entry<'a>(handbook: &Handbook<'a>, article: &'a Article<'a>) -> Result<Entry<'a>, ReportError> {
    let parts = article.equation.replace(";  ", ",  ");
    Ok(Entry {
        id: identifier(article.name),
        name: article.name,
        equations: parts.split(",  ").map(|part| typeset(part.trim())).collect(),
        symbols: article.symbols.iter().map(|(symbol, text)| (typeset(symbol), typeset(text))).collect(),
        about: typeset(article.about),
        remarks: article.remarks.iter().map(|(head, text)| (*head, typeset(text))).collect(),
        facts: &article.facts,
        sources: article.sources.iter().map(|key| source(handbook.bibliography, key)).collect(),
        picture: picture(&chart::columns(handbook.outcome, article.name, &article.picture)?),
    })
}

fn source(bibliography: &Bibliography, key: &str) -> Source {
    Source {
        key: key.into(),
        short: bibliography.short(key).unwrap_or_else(|| key.into()),
        full: bibliography.full(key).unwrap_or_default(),
    }
}

/// Every reference that an article names, once, by its key.
fn references(handbook: &Handbook<'_>) -> Vec<Source> {
    let mut keys: Vec<&str> =
        handbook.chapters.iter().flat_map(|c| &c.articles).flat_map(|a| a.sources).copied().collect();
    keys.sort_unstable();
    keys.dedup();
    keys.into_iter().map(|key| source(handbook.bibliography, key)).filter(|source| !source.full.is_empty()).collect()
}

/// Width and height of the small pictures, and the room around their curves.
const SIZE: [f64; 2] = [220.0, 150.0];
const ROOM: f64 = 9.0;

/// Curves without axes: a shape to recognise the law by.
fn picture(curves: &[(&Column, &Column)]) -> String {
    if curves.is_empty() {
        return String::new();
    }
    let points: Vec<_> = curves.iter().map(|(x, y)| chart::numbers(x, y)).collect();
    let (x0, x1) = chart::extent(points.iter().flat_map(|(x, _)| x.iter().copied()));
    let (y0, y1) = chart::extent(points.iter().flat_map(|(_, y)| y.iter().copied()));
    let place = |x: f64, y: f64| {
        let u = ROOM + (x - x0) / (x1 - x0) * (SIZE[0] - 2.0 * ROOM);
        let v = SIZE[1] - ROOM - (y - y0) / (y1 - y0) * (SIZE[1] - 2.0 * ROOM);
        format!("{u:.1} {v:.1}")
    };
    let [width, height] = SIZE;
    let mut svg = format!(r#"<svg class="shape" viewBox="0 0 {width} {height}" aria-hidden="true">"#);
    let (left, zero) = (x0.max(0.0f64.min(x1)), y0.max(0.0f64.min(y1)));
    svg += &format!(
        r#"<path class="axis" d="M{}L{}M{}L{}"/>"#,
        place(x0, zero),
        place(x1, zero),
        place(left, y0),
        place(left, y1)
    );
    for (index, (xs, ys)) in points.iter().enumerate() {
        let class = if index + 1 == points.len() { "curve" } else { "ghost" };
        let path: Vec<String> = xs.iter().zip(ys).map(|(x, y)| place(*x, *y)).collect();
        svg += &format!(r#"<path class="{class}" d="M{}"/>"#, path.join("L"));
    }
    svg + "</svg>"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_become_links() {
        assert_eq!(identifier("Hertz, elliptic patch"), "hertz-elliptic-patch");
        assert_eq!(identifier("Kelvin–Voigt (spring and dashpot)"), "kelvin-voigt-spring-and-dashpot");
    }

    #[test]
    fn cells_have_three_digits() {
        for (value, text) in
            [(0.0, "0"), (48.26, "48.3"), (100.0, "100"), (0.616, "0.616"), (81.0, "81.0"), (f64::NAN, "–")]
        {
            assert_eq!(three_digits(value), text);
        }
    }

    #[test]
    fn a_picture_spans_its_frame_and_skips_what_is_no_number() {
        let column =
            |name: &str, values: &[f64]| Column { name: name.into(), label: String::new(), values: values.into() };
        let (x, y) = (column("a_ratio", &[0.0, 1.0, f64::NAN]), column("b_ratio", &[0.0, 2.0, 3.0]));
        let svg = picture(&[(&x, &y)]);
        assert!(svg.contains(r#"class="curve" d="M9.0 141.0L211.0 9.0""#), "{svg}");
        assert_eq!(picture(&[]), "");
    }
}
