//! `synovia validate --paper`: one paper, item by item, with what was computed beside it.

use std::path::Path;
use std::time::SystemTime;

use report::{Bibliography, PaperItem, PaperRow};
use study::validation::{Comparison, Form, Library, Shown, ValidationError, Verdict};

use crate::clock::rfc3339;
use crate::failure::{Failure, say};
use crate::put::{check_place, put};
use crate::watch::Onlooker;

/// Every reference of the project.
const REFERENCES: &str = include_str!("../../references.bib");

/// Runs what the page shows and writes it.
pub fn write(library: &Library, name: &str, target: Option<&Path>) -> Result<(), Failure> {
    let Some(target) = target else {
        let papers = library.papers().join(", ");
        return Err(Failure::usage(
            "the page of a paper needs a place",
            format!("add `--page {name}.html`; there are pages for {papers}"),
        ));
    };
    check_place(target, true)?;
    let onlooker = Onlooker::of_many(false, "nothing was written".into());
    let paper = library.compute_paper(name, &onlooker);
    onlooker.finish();
    let paper = paper.map_err(|error| match error {
        ValidationError::Interrupted => Failure::Interrupted,
        other => Failure::from(other),
    })?;
    let mut items: Vec<PaperItem> = paper.items.iter().map(item).collect();
    for (item, asked) in items.iter_mut().zip(&paper.items) {
        for kind in &asked.ranking {
            let ranking = crate::compare::rank_template(library, kind)?;
            item.rows.extend(ranking.rows);
            item.text.extend(ranking.remarks);
        }
    }
    let failed: Vec<&PaperRow> =
        items.iter().flat_map(|item| &item.rows).filter(|row| row.pass == Some(false)).collect();
    let rows = [
        ("Program", format!("synovia {}", env!("CARGO_PKG_VERSION"))),
        ("Commit", env!("SYNOVIA_COMMIT").into()),
        ("Made", rfc3339(SystemTime::now())),
    ];
    let page = report::render_paper(&report::Paper {
        title: &paper.title,
        reference: &Bibliography::parse(REFERENCES).full(&paper.source).unwrap_or_else(|| paper.source.clone()),
        introduction: &paper.introduction,
        outcome: &paper.outcome,
        items: &items,
        provenance: &rows.map(|(name, value)| (name.to_owned(), value)),
    })?;
    put(target, page.as_bytes())?;
    say(&format!("{} items of {} on one page: {}\n", items.len(), paper.source, target.display()))?;
    for row in &failed {
        say(&format!("FAIL {}: {}\n", row.label, row.note))?;
    }
    if failed.is_empty() { Ok(()) } else { Err(Failure::Judged) }
}

fn item(item: &study::validation::PaperItem) -> PaperItem {
    let (word, class) = match item.verdict {
        Verdict::Present => ("present", "good"),
        Verdict::Different => ("present, different", "differs"),
        Verdict::Absent => ("not there", "absent"),
    };
    PaperItem {
        number: item.number.clone(),
        title: item.title.clone(),
        verdict: (word.into(), class),
        text: item.text.clone(),
        errata: item.errata.clone(),
        rows: item.shown.iter().map(shown).chain(item.comparisons.iter().map(compared)).collect(),
        figures: item.figures,
    }
}

fn shown(number: &Shown) -> PaperRow {
    let error = match number.printed[..] {
        [printed] if printed != 0.0 && number.sign.is_empty() => {
            Some((number.computed - printed).abs() / printed.abs())
        }
        _ => None,
    };
    PaperRow {
        label: number.label.clone(),
        quantity: number.quantity.clone(),
        expected: number.printed.clone(),
        computed: Some(number.computed),
        error,
        sign: number.sign,
        pass: number.agrees,
        texts: number.texts.clone(),
        note: number.note.clone(),
        ..PaperRow::default()
    }
}

fn compared(row: &Comparison) -> PaperRow {
    let (sign, expected) = match row.form {
        Form::Within | Form::Shown => ("", vec![row.expected]),
        Form::Band { low, high } => ("", vec![low, high]),
        Form::AtMost => ("≤", vec![row.expected]),
        Form::AtLeast => ("≥", vec![row.expected]),
        Form::LessThan => ("<", vec![row.expected]),
    };
    let plain = || row.quantity.trim_end_matches("_N_per_m^1.5").replace('_', " ");
    let words = quantity::describe_si(&row.quantity).map_or_else(plain, |found| found.label);
    let note: Vec<&str> = [row.source.as_str(), row.why.as_str()].into_iter().filter(|text| !text.is_empty()).collect();
    PaperRow {
        label: if row.label.is_empty() { words } else { format!("{}: {words}", row.label) },
        quantity: row.quantity.clone(),
        expected,
        texts: None,
        sign,
        computed: row.computed,
        error: row.error()[0],
        pass: row.pass,
        guard: row.guard,
        note: note.join("; "),
    }
}
