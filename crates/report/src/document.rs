//! The page: what the template is filled with.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Value as Safe};
use results::{Column, Figure, Outcome, Plot};
use serde::Serialize;

use crate::chart::{About, Chart, Published};
use crate::legend::Colours;
use crate::notices::{Notice, cautions, notices};
use crate::number::{Unit, readable};
use crate::packing::{Carriage, PackedSurface};
use crate::scene::Scene;
use crate::words::words;
use crate::{Page, ReportError, chart, compared, grid, many};

const TEMPLATE: &str = include_str!("page/page.html.j2");
pub(crate) const STYLE: &str = include_str!("page/style.css");
pub(crate) const CHART_STYLE: &str = include_str!("page/chart.css");
pub(crate) const SCRIPTS: [&str; 21] = [
    include_str!("page/start.js"),
    include_str!("page/svg.js"),
    include_str!("page/axis.js"),
    include_str!("page/figure.js"),
    include_str!("page/chart.js"),
    include_str!("page/pointer.js"),
    include_str!("page/kinds.js"),
    include_str!("page/table.js"),
    include_str!("page/export.js"),
    include_str!("page/surface.js"),
    include_str!("page/raster.js"),
    include_str!("page/shaders.js"),
    include_str!("page/painter.js"),
    include_str!("page/maps.js"),
    include_str!("page/moving.js"),
    include_str!("page/overlay.js"),
    include_str!("page/viewer.js"),
    include_str!("page/picking.js"),
    include_str!("page/renewing.js"),
    include_str!("page/film.js"),
    include_str!("page/build.js"),
];
/// Last: it draws.
pub(crate) const MAIN: &str = include_str!("page/main.js");

/// So many headline numbers become cards; all of them are in the table.
const CARDS: usize = 8;

#[derive(Serialize)]
pub(crate) struct Number<'a> {
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

/// What the scripts draw in the place of one figure.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Drawing {
    Charts { panels: Vec<Chart> },
    Bars(many::Bars),
    Parallel(many::Parallel),
    Heat(Box<grid::Heat>),
    Table(grid::Runs),
    Maps { surface: usize, field: usize, frames: Vec<usize> },
    Viewer { surface: usize },
    Finished { svg: String },
}

/// The picture beside the headline numbers.
#[derive(Serialize)]
#[serde(untagged)]
enum Lead {
    Map(Box<Drawing>),
    Figure { figure: usize },
}

/// Everything that the scripts draw: the surfaces that figures show, each once, and the figures in order.
#[derive(Serialize)]
pub(crate) struct Data {
    pub surfaces: Vec<PackedSurface>,
    figures: Vec<Drawing>,
    lead: Option<Lead>,
}

/// The heading of the picture beside the numbers, and the figure to which it leads.
#[derive(Serialize)]
struct LeadTitle {
    number: usize,
    title: String,
}

/// What the template may use.
#[derive(Serialize)]
struct Filling<'a> {
    title: &'a str,
    subtitle: &'a str,
    cautions: Option<String>,
    notices: Vec<Notice<'a>>,
    cards: &'a [Number<'a>],
    numbers: &'a [Number<'a>],
    lead: Option<LeadTitle>,
    figures: Vec<Drawn<'a>>,
    inputs: &'a [(String, Vec<(String, String)>)],
    study: &'a str,
    provenance: &'a [(String, String)],
    work: &'a [(String, u64)],
    style: &'a str,
    chart_style: &'a str,
    data: String,
    scripts: String,
}

pub(crate) fn render(page: &Page<'_>) -> Result<String, ReportError> {
    let outcome = page.outcome;
    let mut data = page_data(outcome)?;
    let numbers: Vec<Number<'_>> = outcome.headline.iter().map(number).collect();
    let figures: Vec<Drawn<'_>> = outcome.figures.iter().enumerate().map(|(i, f)| drawn(outcome, i, f)).collect();
    let notices = notices(outcome);
    let lead = if numbers.is_empty() { None } else { choose_lead(outcome, &mut data) };
    let filling = Filling {
        title: page.title,
        subtitle: page.subtitle,
        cautions: cautions(&notices),
        notices,
        cards: &numbers[..numbers.len().min(CARDS)],
        numbers: &numbers,
        lead,
        figures,
        inputs: page.inputs,
        study: page.study_text,
        provenance: page.provenance,
        work: &outcome.work,
        style: STYLE,
        chart_style: CHART_STYLE,
        data: inline_json(&data)?,
        scripts: if outcome.surfaces.is_empty() { scripts_of_charts() } else { scripts() },
    };
    fill(TEMPLATE, filling)
}

/// All scripts in the order in which they need each other.
pub(crate) fn scripts() -> String {
    SCRIPTS.concat() + MAIN
}

/// What draws surfaces, the larger half of the scripts, and what stands for it on a page that has none.
const OF_SURFACES: [&str; 10] = [
    include_str!("page/raster.js"),
    include_str!("page/shaders.js"),
    include_str!("page/painter.js"),
    include_str!("page/maps.js"),
    include_str!("page/moving.js"),
    include_str!("page/overlay.js"),
    include_str!("page/viewer.js"),
    include_str!("page/picking.js"),
    include_str!("page/renewing.js"),
    include_str!("page/film.js"),
];
const NO_SURFACES: &str = "class Viewer {}\nclass Maps {}\n";

/// The scripts of a page without surfaces.
fn scripts_of_charts() -> String {
    let of_charts = SCRIPTS.iter().filter(|script| !OF_SURFACES.contains(script));
    NO_SURFACES.to_owned() + &of_charts.copied().collect::<String>() + MAIN
}

/// The first figure, or of a surface the map at the maximum of its first field.
fn choose_lead(outcome: &Outcome, data: &mut Data) -> Option<LeadTitle> {
    let first = data.figures.iter().position(|figure| !matches!(figure, Drawing::Table(_)))?;
    let figure = &outcome.figures[first];
    let (lead, title) = match &data.figures[first] {
        Drawing::Maps { surface, .. } | Drawing::Viewer { surface } => {
            let (frame, title) = data.surfaces[*surface].peak()?;
            (Lead::Map(Box::new(Drawing::Maps { surface: *surface, field: 0, frames: vec![frame] })), title)
        }
        _ => (Lead::Figure { figure: first }, figure.title.clone()),
    };
    data.lead = Some(lead);
    Some(LeadTitle { number: first + 1, title })
}

/// A template filled in; every text is escaped unless the template says `safe`.
pub(crate) fn fill(template: &str, filling: impl Serialize) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.add_filter("words", |text: &str| Safe::from_safe_string(words(text)));
    environment.add_template("page", template)?;
    Ok(environment.get_template("page")?.render(Serde(filling))?)
}

pub(crate) fn number(scalar: &results::Scalar) -> Number<'_> {
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
        Plot::Loops { .. } | Plot::Compared(_) => ("loops", None),
        Plot::Table { .. } => ("table", None),
        Plot::Maps { surface, .. } => ("maps", Some(surface)),
        Plot::Viewer { surface } => ("viewer", Some(surface)),
        _ => ("many", None),
    };
    let view = surface.and_then(|name| outcome.surfaces.iter().find(|s| s.name == *name)).map_or("", |s| &s.label);
    Drawn { number: index + 1, title: &figure.title, caption: &figure.caption, kind, view }
}

/// Checks and packs what the figures name, for a page that is kept.
pub(crate) fn page_data(outcome: &Outcome) -> Result<Data, ReportError> {
    pack(outcome, Carriage::Page)
}

/// Checks and packs what the figures name.
pub(crate) fn pack(outcome: &Outcome, way: Carriage<'_>) -> Result<Data, ReportError> {
    let mut surfaces: Vec<(&str, PackedSurface)> = Vec::new();
    let mut figures = Vec::new();
    let colours = Colours::assign(outcome);
    for figure in &outcome.figures {
        figures.push(match &figure.plot {
            Plot::Maps { surface, field, frames } => {
                let field = position_of_field(outcome, figure, surface, field, frames)?;
                let surface = pack_once(outcome, figure, surface, (&mut surfaces, way))?;
                Drawing::Maps { surface, field, frames: frames.clone() }
            }
            Plot::Viewer { surface } => {
                Drawing::Viewer { surface: pack_once(outcome, figure, surface, (&mut surfaces, way))? }
            }
            _ => chart_of(outcome, figure, &colours)?,
        });
    }
    let surfaces = surfaces.into_iter().map(|(_, packed)| packed).collect();
    Ok(Data { surfaces, figures, lead: None })
}

/// A figure that needs no surface.
fn chart_of(outcome: &Outcome, figure: &Figure, colours: &Colours) -> Result<Drawing, ReportError> {
    let title = figure.title.as_str();
    let find = |name: &str| chart::column(outcome, title, name);
    let all = |axes: &[results::Axis]| axes.iter().map(|axis| find(&axis.column)).collect::<Result<Vec<&Column>, _>>();
    let one = |panel: Chart| Drawing::Charts { panels: vec![panel] };
    Ok(match &figure.plot {
        Plot::Lines { ordinate, curves, marks, bands, cycle } => {
            let about = About { title, abscissa: "", ordinate };
            let curves = chart::columns(outcome, title, curves)?;
            one(chart::lines(&curves, &about, Published { marks, bands }, *cycle, colours))
        }
        Plot::Loops { abscissa, ordinate, curves, guide, top, equal } => {
            let guide = chart::columns(outcome, title, guide.as_slice())?;
            let curves = chart::columns(outcome, title, curves)?;
            let about = About { title, abscissa, ordinate };
            one(Chart { equal: *equal, ..chart::loops(&curves, guide.first(), &about, *top, colours) })
        }
        Plot::Compared(spec) => {
            let (curves, points) = (&spec.curves, &spec.points);
            let pairs = [chart::columns(outcome, title, curves)?, chart::columns(outcome, title, points)?];
            one(compared::draw(spec, &pairs, title, colours))
        }
        Plot::Parallel { axes } => {
            Drawing::Parallel(many::parallel(axes, &all(axes)?, outcome.series.column("run_count")))
        }
        Plot::Response { output, inputs } => {
            Drawing::Charts { panels: many::response(find(output)?, inputs, &all(inputs)?) }
        }
        Plot::Family { x, y, by } => one(grid::family((x, find(&x.column)?), find(y)?, (by, find(&by.column)?))),
        Plot::Heat { x, y, z } => {
            Drawing::Heat(Box::new(grid::heat((x, find(&x.column)?), (y, find(&y.column)?), find(z)?)))
        }
        Plot::Table { columns } => Drawing::Table(grid::table(columns, &all(columns)?)),
        Plot::Front { x, y, front, further } => one(many::front(find(x)?, find(y)?, (front, *further))),
        Plot::Bars { measure, sets, logarithmic } => Drawing::Bars(many::bars(measure, sets, *logarithmic)),
        Plot::Drawing { svg } => Drawing::Finished { svg: svg.clone() },
        Plot::Maps { .. } | Plot::Viewer { .. } => Drawing::Charts { panels: Vec::new() },
    })
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
    (packed, way): (&mut Vec<(&'a str, PackedSurface)>, Carriage<'_>),
) -> Result<usize, ReportError> {
    if let Some(index) = packed.iter().position(|(known, _)| *known == name) {
        return Ok(index);
    }
    let record = find_surface(outcome, figure, name)?;
    packed.push((&record.name, PackedSurface::new(&Scene::new(record)?, way)?));
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
pub(crate) fn inline_json(data: &Data) -> Result<String, ReportError> {
    Ok(serde_json::to_string(data)?.replace('<', "\\u003c"))
}
