//! What a result means: one self-contained page with figures, tables and an interactive map, and one picture.
//!
//! The page carries its data, its styles and its scripts inside, and a content policy that forbids every request:
//! it opens without a network, years later, and tells nobody that it was opened.
//! Charts and maps are drawn by our own small scripts: charts as SVG, maps on a plain canvas, which needs no WebGL and so
//! works on a remote desktop too.

mod bibliography;
mod chart;
mod colour;
mod compared;
mod difference;
mod document;
mod error;
mod glance;
mod grid;
mod groups;
mod handbook;
mod lambert;
mod legend;
mod live;
mod many;
mod notices;
mod number;
mod overview;
mod packing;
mod paper;
mod raster;
mod scale;
mod scene;
mod squeeze;
mod svg;
mod typeset;
mod words;

pub use bibliography::Bibliography;
pub use difference::Compare;
pub use error::ReportError;
pub use handbook::{Article, Chapter, Handbook};
pub use live::render_live;
pub use paper::{Paper, PaperItem, PaperRow};

/// Everything that goes onto the page.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// Heading of the page and of the browser's tab.
    pub title: &'a str,
    /// One line under it: what was run.
    pub subtitle: &'a str,
    /// What came out.
    pub outcome: &'a results::Outcome,
    /// What went in: sections of names and values.
    pub inputs: &'a [(String, Vec<(String, String)>)],
    /// The resolved study, as a file to copy.
    pub study_text: &'a str,
    /// Where the numbers come from: version, commit, hash, threads.
    pub provenance: &'a [(String, String)],
}

/// The page as one HTML file.
///
/// # Errors
/// A figure that names a column, surface, field or frame that the outcome does not have, or a surface whose arrays do
/// not fit together.
pub fn render_html(page: &Page<'_>) -> Result<String, ReportError> {
    document::render(page)
}

/// A handbook as one HTML file: models described in words, compared in a table and in figures.
///
/// # Errors
/// As [`render_html`], and a picture of an article that names a column that the outcome does not have.
pub fn render_handbook(handbook: &Handbook<'_>) -> Result<String, ReportError> {
    handbook::render(handbook)
}

/// A published paper, item by item, beside what was computed, as one HTML file.
///
/// # Errors
/// As [`render_html`].
pub fn render_paper(paper: &Paper<'_>) -> Result<String, ReportError> {
    paper::render(paper)
}

/// Two results beside each other as one HTML file.
///
/// # Errors
/// As [`render_html`].
pub fn render_difference(compare: &Compare<'_>) -> Result<String, ReportError> {
    difference::render(compare)
}

/// The scripts of a report's page, in their order, without the one that draws it: for other pages with the same figures.
pub fn scripts() -> String {
    document::SCRIPTS.concat()
}

/// The style sheets of a report's page: of the page, and of its charts.
pub const STYLES: [&str; 2] = [document::STYLE, document::CHART_STYLE];

/// The picture of the run as SVG text: the map of the first field at its maximum, and the first line figures.
///
/// # Errors
/// As [`render_html`].
pub fn render_overview(page: &Page<'_>) -> Result<String, ReportError> {
    overview::render(page)
}
