//! `synovia validate`: runs the cases and shows the table.

mod paper;

use study::validation::{Comparison, Library, render_page, render_summary};

use crate::arguments::Validate;
use crate::failure::{Failure, note, say};
use crate::put::{check_place, put};

/// Runs the cases that were asked for.
pub fn validate(options: &Validate) -> Result<(), Failure> {
    let library = options.dir.as_deref().map_or_else(|| Ok(Library::embedded()), Library::load_folder)?;
    if let Some(name) = &options.paper {
        return paper::write(&library.with_builtin(), name, options.page.as_deref());
    }
    let cases = library.cases()?;
    if options.list && options.json {
        let lines = cases.iter().map(|case| serde_json::to_string(case).unwrap_or_default() + "\n");
        return say(&lines.collect::<String>());
    }
    if options.list {
        let rows: Vec<(&str, &str)> = cases.iter().map(|case| (case.name.as_str(), case.claim.as_str())).collect();
        say(&crate::columns(&rows))?;
        if let papers @ [_, ..] = &library.papers()[..] {
            note(&format!("pages of papers, `synovia validate --paper NAME --page FILE`: {}", papers.join(", ")));
        }
        return Ok(());
    }
    if let Some(path) = &options.page {
        check_place(path, true)?;
    }
    let width = cases.iter().map(|case| case.name.len()).max().unwrap_or_default();
    let mut trouble = None;
    let mut show = |comparison: &Comparison| {
        if options.markdown {
            // The table only counts: what does not pass is named.
            if comparison.pass == Some(false) {
                note(as_row(comparison, width).trim_end());
            }
            return;
        }
        let line = if options.json { as_json(comparison) } else { as_row(comparison, width) };
        if let Err(failure) = say(&line) {
            trouble.get_or_insert(failure);
        }
    };
    if !options.json && !options.markdown {
        say(&format!(
            "{:<6} {:<width$}  {:>22} {:>13} {:>9} {:>9}  quantity, inputs, source\n",
            "", "case", "expected", "computed", "error", "tolerance"
        ))?;
    }
    let comparisons = library.run(&options.cases, options.all, &mut show)?;
    if let Some(failure) = trouble {
        return Err(failure);
    }
    if let Some(path) = &options.page {
        put(path, render_page(&cases, &comparisons).as_bytes())?;
    }
    if options.markdown {
        say(&render_summary(&cases, &comparisons))?;
    }
    conclude(options, &comparisons)
}

fn conclude(options: &Validate, comparisons: &[Comparison]) -> Result<(), Failure> {
    let judged = comparisons.iter().filter(|comparison| comparison.pass.is_some()).count();
    let passed = comparisons.iter().filter(|comparison| comparison.pass == Some(true)).count();
    if comparisons.is_empty() {
        return Err(Failure::other("there is no case to run", "`synovia validate --list` names them"));
    }
    let skipped = comparisons.iter().filter(|comparison| comparison.skipped).count();
    if !options.json && !options.markdown {
        let left_out = if skipped > 0 { format!("; {skipped} were skipped") } else { String::new() };
        say(&format!(
            "\n{passed} of {judged} comparisons pass; {} more are shown without judgement{left_out}\n",
            comparisons.len() - judged - skipped
        ))?;
    }
    if passed == judged { Ok(()) } else { Err(Failure::Judged) }
}

fn as_json(comparison: &Comparison) -> String {
    serde_json::to_string(comparison).unwrap_or_default() + "\n"
}

fn as_row(comparison: &Comparison, width: usize) -> String {
    let Comparison { case, quantity, label, source, .. } = comparison;
    let word = match comparison.pass {
        Some(true) => "pass",
        Some(false) => "FAIL",
        None if comparison.skipped => "skip",
        None => "shown",
    };
    let number =
        |value: Option<f64>, digits: usize| value.map_or_else(|| "-".into(), |value| format!("{value:.digits$e}"));
    let what: Vec<&str> =
        [quantity, label, source].into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    let [error, tolerance] = comparison.error();
    let mut row = format!(
        "{word:<6} {case:<width$}  {:>22} {:>13} {:>9} {:>9}  {}\n",
        comparison.expectation(6),
        number(comparison.computed, 5),
        number(error, 1),
        number(tolerance, 1),
        what.join(" · ")
    );
    if comparison.computed.is_none() {
        let why = comparison.why.lines().map(|line| format!("       {line}\n"));
        row.extend(why);
    }
    row
}
