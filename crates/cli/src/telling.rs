//! What one run and many are told with: where a result comes from, its pages, its numbers, what was kept.

use std::path::Path;
use std::time::{Instant, SystemTime};

use report::Page;
use results::{Outcome, Provenance, Severity};
use study::Study;

use crate::clock::rfc3339;
use crate::failure::{Failure, note};
use crate::number::with_unit;
use crate::{COMMIT, VERSION};

/// What is the user's in a folder that was replaced.
pub fn tell_kept(folder: &Path, kept: &[String]) {
    words_on_kept(folder, kept).iter().for_each(|text| note(text));
}

/// The same, for whoever tells it.
pub fn words_on_kept(folder: &Path, kept: &[String]) -> Option<String> {
    let words =
        || format!("note: kept in `{}`, because not this program wrote it: {}", folder.display(), kept.join(", "));
    (!kept.is_empty()).then(words)
}

/// Where a result of these inputs comes from.
pub fn provenance(input_hash: String, started: SystemTime, clock: Instant) -> Provenance {
    Provenance {
        program: "synovia".into(),
        version: VERSION.into(),
        commit: Some(COMMIT).filter(|commit| *commit != "unknown").map(Into::into),
        input_hash,
        threads: rayon::current_num_threads(),
        started: rfc3339(started),
        wall_time_s: clock.elapsed().as_secs_f64(),
        command: std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect(),
    }
}

/// The provenance as the page shows it.
pub fn provenance_rows(provenance: &Provenance) -> Vec<(String, String)> {
    let rows = [
        ("Program", format!("{} {}", provenance.program, provenance.version)),
        ("Commit", provenance.commit.clone().unwrap_or_else(|| "unknown".into())),
        ("Hash of the inputs", provenance.input_hash.clone()),
        ("Threads", provenance.threads.to_string()),
        ("Started", provenance.started.clone()),
    ];
    rows.map(|(name, value)| (name.to_owned(), value)).into()
}

/// The page and the picture of a run, with the names of their files.
pub fn render_pages(
    study: &Study,
    outcome: &Outcome,
    title: &str,
    provenance: &Provenance,
) -> Result<[(&'static str, String); 2], Failure> {
    let page = Page {
        title,
        subtitle: &study.outline(),
        outcome,
        inputs: &study.describe(),
        study_text: study.resolved_text(),
        provenance: &provenance_rows(provenance),
    };
    let (html, overview) = rayon::join(|| report::render_html(&page), || report::render_overview(&page));
    Ok([("report.html", html?), ("overview.svg", overview?)])
}

/// Headline numbers and warnings for a person.
pub fn human_summary(title: &str, outline: &str, outcome: &Outcome, report: &Path) -> String {
    let width = outcome.headline.iter().map(|scalar| scalar.label.chars().count()).max().unwrap_or_default();
    let mut text = format!("{title}\n{outline}\n\n");
    for scalar in &outcome.headline {
        text += &format!("  {:<width$}  {}\n", scalar.label, with_unit(&scalar.name, scalar.value));
    }
    for warning in &outcome.warnings {
        let word = if warning.severity == Severity::Caution { "caution" } else { "note" };
        text += &format!("\n{word}: {}", warning.text);
    }
    if !outcome.warnings.is_empty() {
        text.push('\n');
    }
    text + &format!("\nreport: {}\n", report.display())
}
