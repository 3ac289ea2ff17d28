//! The page: what the template is filled with.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment};
use results::{Figure, Outcome, Plot, Severity};
use serde::Serialize;
use serde_json::{Value, json};

use crate::number::{Unit, readable};
use crate::packing::PackedSurface;
use crate::scene::Scene;
use crate::{Page, ReportError, chart, many};

const TEMPLATE: &str = include_str!("page/page.html.j2");
pub(crate) const STYLE: &str = include_str!("page/style.css");
pub(crate) const SCRIPTS: [&str; 6] = [
    include_str!("page/start.js"),
    include_str!("page/surface.js"),
    include_str!("page/raster.js"),
    include_str!("page/maps.js"),
    include_str!("page/viewer.js"),
    include_str!("page/main.js"),
];

/// So many headline numbers become cards; all of them are in the table.
const CARDS: usize = 8;

#[derive(Serialize)]
struct Number<'a> {
    name: &'a str,
    label: &'a str,
    shown: String,
    unit: String,
    si: String,
}

#[derive(Serialize)]
pub(crate) struct Drawn<'a> {
    number: usize,
    title: &'a str,
    caption: &'a str,
    kind: &'static str,
    /// What the onlooker sees, for figures of a surface.
    view: &'a str,
}

#[derive(Serialize)]
struct Notice<'a> {
    kind: &'static str,
    word: &'static str,
    code: &'a str,
    text: &'a str,
}

/// What the template may use.
#[derive(Serialize)]
struct Filling<'a> {
    title: &'a str,
    subtitle: &'a str,
    notices: Vec<Notice<'a>>,
    cards: &'a [Number<'a>],
    numbers: &'a [Number<'a>],
    figures: Vec<Drawn<'a>>,
    inputs: &'a [(String, Vec<(String, String)>)],
    study: &'a str,
    provenance: &'a [(String, String)],
    work: &'a [(String, u64)],
    style: &'a str,
    plotly: String,
    data: String,
    scripts: String,
}

pub(crate) fn render(page: &Page<'_>) -> Result<String, ReportError> {
    let outcome = page.outcome;
    let (data, needs_plotly) = page_data(outcome)?;
    let numbers: Vec<Number<'_>> = outcome.headline.iter().map(number).collect();
    let figures: Vec<Drawn<'_>> = outcome.figures.iter().enumerate().map(|(i, f)| drawn(outcome, i, f)).collect();
    // Cautions first: they decide whether the rest is worth reading.
    let mut notices: Vec<_> = outcome.warnings.iter().collect();
    notices.sort_by_key(|w| w.severity != Severity::Caution);
    let notices: Vec<_> = notices
        .into_iter()
        .map(|w| {
            let (kind, word) = match w.severity {
                Severity::Caution => ("caution", "Caution"),
                Severity::Note => ("note", "Note"),
            };
            Notice { kind, word, code: &w.code, text: &w.text }
        })
        .collect();

    let filling = Filling {
        title: page.title,
        subtitle: page.subtitle,
        notices,
        cards: &numbers[..numbers.len().min(CARDS)],
        numbers: &numbers,
        figures,
        inputs: page.inputs,
        study: page.study_text,
        provenance: page.provenance,
        work: &outcome.work,
        style: STYLE,
        plotly: if needs_plotly { plotly_script() } else { String::new() },
        data: inline_json(&data)?,
        scripts: SCRIPTS.concat(),
    };
    fill(TEMPLATE, filling)
}

/// A template filled in; every text is escaped unless the template says `safe`.
pub(crate) fn fill(template: &str, filling: impl Serialize) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.add_template("page", template)?;
    Ok(environment.get_template("page")?.render(Serde(filling))?)
}

fn number(scalar: &results::Scalar) -> Number<'_> {
    let unit = Unit::of(&scalar.name);
    Number {
        name: &scalar.name,
        label: &scalar.label,
        shown: readable(scalar.value * unit.factor),
        unit: unit.symbol,
        si: if scalar.value.is_finite() { format!("{:.6e}", scalar.value) } else { "–".into() },
    }
}

pub(crate) fn drawn<'a>(outcome: &'a Outcome, index: usize, figure: &'a Figure) -> Drawn<'a> {
    let (kind, surface) = match &figure.plot {
        Plot::Lines { .. } => ("lines", None),
        Plot::Loops { .. } => ("loops", None),
        Plot::Parallel { .. } | Plot::Response { .. } | Plot::Bars { .. } | Plot::Front { .. } => ("many", None),
        Plot::Maps { surface, .. } => ("maps", Some(surface)),
        Plot::Viewer { surface } => ("viewer", Some(surface)),
    };
    let view = surface.and_then(|name| outcome.surfaces.iter().find(|s| s.name == *name)).map_or("", |s| &s.label);
    Drawn { number: index + 1, title: &figure.title, caption: &figure.caption, kind, view }
}

/// What the scripts draw: the surfaces that figures show, each once, and the figures in order.
pub(crate) fn page_data(outcome: &Outcome) -> Result<(Value, bool), ReportError> {
    let mut surfaces: Vec<(&str, PackedSurface)> = Vec::new();
    let mut figures = Vec::new();
    let mut needs_plotly = false;
    for figure in &outcome.figures {
        figures.push(match &figure.plot {
            Plot::Lines { curves, marks } => {
                needs_plotly = true;
                json!({"kind": "lines", "plot": chart::plotly(&chart::columns(outcome, &figure.title, curves)?, marks)})
            }
            Plot::Loops { abscissa, ordinate, curves, guide, top } => {
                needs_plotly = true;
                let guide = chart::columns(outcome, &figure.title, guide.as_slice())?;
                let curves = chart::columns(outcome, &figure.title, curves)?;
                json!({"kind": "loops", "plot": chart::loops(&curves, guide.first(), [abscissa, ordinate], *top)})
            }
            Plot::Parallel { .. } | Plot::Response { .. } | Plot::Bars { .. } | Plot::Front { .. } => {
                needs_plotly = true;
                many::draw(outcome, &figure.title, &figure.plot)?
            }
            Plot::Maps { surface, field, frames } => {
                let position = position_of_field(outcome, figure, surface, field, frames)?;
                let index = pack_once(outcome, figure, surface, &mut surfaces)?;
                json!({"kind": "maps", "surface": index, "field": position, "frames": frames})
            }
            Plot::Viewer { surface } => {
                let index = pack_once(outcome, figure, surface, &mut surfaces)?;
                json!({"kind": "viewer", "surface": index})
            }
        });
    }
    let surfaces: Vec<_> = surfaces.into_iter().map(|(_, packed)| packed).collect();
    Ok((json!({"surfaces": surfaces, "figures": figures}), needs_plotly))
}

fn find_surface<'a>(
    outcome: &'a Outcome,
    figure: &Figure,
    name: &str,
) -> Result<&'a results::SurfaceRecord, ReportError> {
    outcome.surfaces.iter().find(|s| s.name == name).ok_or_else(|| {
        let known = outcome.surfaces.iter().map(|s| s.name.as_str()).collect::<Vec<_>>().join(", ");
        ReportError::Unknown { figure: figure.title.clone(), kind: "surface", name: name.into(), known }
    })
}

fn pack_once<'a>(
    outcome: &'a Outcome,
    figure: &Figure,
    name: &str,
    packed: &mut Vec<(&'a str, PackedSurface)>,
) -> Result<usize, ReportError> {
    if let Some(index) = packed.iter().position(|(known, _)| *known == name) {
        return Ok(index);
    }
    let record = find_surface(outcome, figure, name)?;
    packed.push((&record.name, PackedSurface::new(&Scene::new(record)?)?));
    Ok(packed.len() - 1)
}

fn position_of_field(
    outcome: &Outcome,
    figure: &Figure,
    surface: &str,
    field: &str,
    frames: &[usize],
) -> Result<usize, ReportError> {
    let record = find_surface(outcome, figure, surface)?;
    let available = record.times.len();
    if let Some(&frame) = frames.iter().find(|&&frame| frame >= available) {
        return Err(ReportError::Frame { figure: figure.title.clone(), frame, frames: available });
    }
    record.fields.iter().position(|f| f.name == field).ok_or_else(|| {
        let known = record.fields.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join(", ");
        ReportError::Unknown { figure: figure.title.clone(), kind: "field", name: field.into(), known }
    })
}

/// JSON that may stand inside a script element: no `<` can end it early.
pub(crate) fn inline_json(value: &Value) -> Result<String, ReportError> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}

/// Plotly's script element; the crate appends MathJax, which we do not use and which is another two megabytes.
pub(crate) fn plotly_script() -> String {
    let sources = plotly::Plot::offline_js_sources();
    let end = sources.find("</script>").map_or(sources.len(), |at| at + "</script>".len());
    sources[..end].into()
}
