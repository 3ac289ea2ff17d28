//! A published paper, item by item, with what was computed beside it.

use results::Outcome;
use serde::Serialize;

use crate::ReportError;
use crate::document::{self, CHART_STYLE, Drawn, STYLE};
use crate::number::{Unit, readable};

const TEMPLATE: &str = include_str!("page/paper.html.j2");
const OWN_STYLE: &str = include_str!("page/paper.css");

/// Everything that goes onto the page of a paper.
#[derive(Debug, Clone, Copy)]
pub struct Paper<'a> {
    /// Heading of the page and of the browser's tab.
    pub title: &'a str,
    /// The paper's full reference.
    pub reference: &'a str,
    /// Paragraphs before the items.
    pub introduction: &'a [String],
    /// Series, surfaces and all figures, in the order of the items.
    pub outcome: &'a Outcome,
    /// Tables, figures, equations and claims in the order of the paper.
    pub items: &'a [PaperItem],
    /// Where the numbers come from.
    pub provenance: &'a [(String, String)],
}

/// One table, figure, equation or claim of a paper.
#[derive(Debug, Clone, Default)]
pub struct PaperItem {
    /// As the paper calls it: `Table 2`.
    pub number: String,
    /// What it is.
    pub title: String,
    /// How it came out in a word or two, and a class for its colour: `good`, `differs` or `absent`.
    pub verdict: (String, &'static str),
    /// Paragraphs: what is shown here, or why it is not.
    pub text: Vec<String>,
    /// Where the printed text is wrong.
    pub errata: Vec<String>,
    /// Numbers beside each other.
    pub rows: Vec<PaperRow>,
    /// How many of the outcome's figures belong to it, in order.
    pub figures: usize,
}

/// A printed number beside a computed one.
#[derive(Debug, Clone, Default)]
pub struct PaperRow {
    /// What it is.
    pub label: String,
    /// Machine name, which ends in its SI unit.
    pub quantity: String,
    /// What is printed, or should come out: one number, or the ends of a band; in SI.
    pub expected: Vec<f64>,
    /// Of a parameter: as printed, and as the study has it, with their own units. They are shown instead of the numbers.
    pub texts: Option<[String; 2]>,
    /// A sign before it: `≤`, `<` or nothing.
    pub sign: &'static str,
    /// What came out, in SI.
    pub computed: Option<f64>,
    /// Relative difference, where there is one.
    pub error: Option<f64>,
    /// Whether it passes; nothing where it is only shown.
    pub pass: Option<bool>,
    /// Whether the tolerance is the known error rounded up, which promises no accuracy.
    pub guard: bool,
    /// Where the expected number comes from, and what is to be said about it.
    pub note: String,
}

#[derive(Serialize)]
struct Cells<'a> {
    label: &'a str,
    expected: String,
    computed: String,
    unit: String,
    error: String,
    word: &'static str,
    note: String,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: String,
    number: &'a str,
    title: &'a str,
    word: &'a str,
    class: &'static str,
    text: &'a [String],
    errata: &'a [String],
    rows: Vec<Cells<'a>>,
    figures: Vec<Drawn<'a>>,
}

#[derive(Serialize)]
struct Filling<'a> {
    title: &'a str,
    reference: &'a str,
    introduction: &'a [String],
    tally: String,
    entries: Vec<Entry<'a>>,
    provenance: &'a [(String, String)],
    style: String,
    chart_style: &'a str,
    data: String,
    scripts: String,
}

pub(crate) fn render(paper: &Paper<'_>) -> Result<String, ReportError> {
    let data = document::page_data(paper.outcome)?;
    let mut first = 0;
    let mut entries = Vec::new();
    for (place, item) in paper.items.iter().enumerate() {
        let last = (first + item.figures).min(paper.outcome.figures.len());
        let drawn = |i: usize| document::drawn(paper.outcome, i, &paper.outcome.figures[i]);
        entries.push(Entry {
            id: format!("item-{}", place + 1),
            number: &item.number,
            title: &item.title,
            word: &item.verdict.0,
            class: item.verdict.1,
            text: &item.text,
            errata: &item.errata,
            rows: table(&item.rows),
            figures: (first..last).map(drawn).collect(),
        });
        first = last;
    }
    let filling = Filling {
        title: paper.title,
        reference: paper.reference,
        introduction: paper.introduction,
        tally: tally(paper.items),
        entries,
        provenance: paper.provenance,
        style: [STYLE, OWN_STYLE].concat(),
        chart_style: CHART_STYLE,
        data: document::inline_json(&data)?,
        scripts: document::scripts(),
    };
    document::fill(TEMPLATE, filling)
}

fn tally(items: &[PaperItem]) -> String {
    let with = |class: &str| items.iter().filter(|item| item.verdict.1 == class).count();
    let rows: Vec<&PaperRow> = items.iter().flat_map(|item| &item.rows).collect();
    let judged = rows.iter().filter(|row| row.pass.is_some()).count();
    let passed = rows.iter().filter(|row| row.pass == Some(true)).count();
    let guards = match rows.iter().filter(|row| row.guard).count() {
        0 => String::new(),
        count => {
            format!(" {count} of the judged are guards: they keep a known error from growing, and promise no accuracy.")
        }
    };
    format!(
        "{} items: {} present, {} present and different, {} not there, each with a reason. \
         {passed} of {judged} numbers that are judged pass; {} more are shown beside ours.{guards}",
        items.len(),
        with("good"),
        with("differs"),
        with("absent"),
        rows.len() - judged
    )
}

/// The rows of a table; a note that stands above already is not repeated.
fn table(rows: &[PaperRow]) -> Vec<Cells<'_>> {
    let mut all: Vec<Cells<'_>> = rows.iter().map(cells).collect();
    for (i, row) in rows.iter().enumerate().skip(1) {
        let first = rows[..i].iter().position(|above| !row.note.is_empty() && above.note == row.note);
        if let Some(first) = first {
            let directly = rows[i - 1].note == row.note;
            all[i].note = if directly { "″".into() } else { format!("as for {}", rows[first].label) };
        }
    }
    all
}

fn cells(row: &PaperRow) -> Cells<'_> {
    let unit = unit(&row.quantity);
    let shown = |value: &f64| readable(value * unit.factor);
    let expected: Vec<String> = row.expected.iter().map(shown).collect();
    let numbers = [
        format!("{} {}", row.sign, expected.join(" to ")).trim().to_owned(),
        row.computed.as_ref().map_or_else(|| "–".into(), shown),
    ];
    let ([expected, computed], symbol) =
        row.texts.as_ref().map_or((numbers, unit.symbol), |texts| (texts.clone(), String::new()));
    Cells {
        label: &row.label,
        expected,
        computed,
        unit: symbol,
        error: row.error.map_or_else(String::new, difference),
        word: match row.pass {
            Some(true) if row.guard => "guard",
            Some(true) => "pass",
            Some(false) => "FAIL",
            None => "shown",
        },
        note: row.note.clone(),
    }
}

/// A relative difference; of what is tenfold and more, how many times.
fn difference(error: f64) -> String {
    if error < 10.0 { format!("{:.1} %", 100.0 * error) } else { format!("× {}", readable(error)) }
}

/// The unit of a machine name; stiffnesses of Hertz's law have one that ends in no word.
fn unit(quantity: &str) -> Unit {
    if quantity.ends_with("_N_per_m^1.5") {
        return Unit { symbol: "N/m^1.5".into(), factor: 1.0 };
    }
    Unit::of(quantity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_in_readable_units_and_are_counted() {
        let row = PaperRow {
            label: "1500 N".into(),
            quantity: "peak_pressure_Pa".into(),
            expected: vec![7.10e6],
            computed: Some(7.099e6),
            error: Some(1.4e-4),
            pass: Some(true),
            ..PaperRow::default()
        };
        let band = PaperRow { expected: vec![20.3e-3, 23.4e-3], quantity: "sliding_m".into(), ..PaperRow::default() };
        let input = PaperRow {
            texts: Some(["35 N/mm^2".into(), "0.035 N/um^2".into()]),
            note: "Table 1".into(),
            ..PaperRow::default()
        };
        let known = PaperRow { pass: Some(true), guard: true, ..PaperRow::default() };
        let same =
            PaperRow { quantity: "x_m".into(), note: "Table 1".into(), error: Some(14.08), ..PaperRow::default() };
        let item = PaperItem {
            number: "Table 2".into(),
            title: "a < b".into(),
            verdict: ("present".into(), "good"),
            rows: vec![row, known, band, input, same],
            ..PaperItem::default()
        };
        let paper = Paper {
            title: "Paper",
            reference: "Somebody 2018",
            introduction: &[],
            outcome: &Outcome::default(),
            items: &[item],
            provenance: &[],
        };
        let page = render(&paper).unwrap_or_default();
        for text in [
            ">7.1<",
            "7.099",
            "MPa",
            "20.3 to 23.4",
            "mm",
            "a &lt; b",
            "2 of 2 numbers that are judged pass; 3 more",
            "1 of the judged are guards",
            ">guard<",
            "0.035 N&#x2f;um^2",
            ">Table 1<",
            ">″<",
            "× 14.08",
        ] {
            assert!(page.contains(text), "{text} is not in {page}");
        }
    }
}
