//! `synovia run`: check, claim the place of the result, compute, write, tell.

use std::path::Path;
use std::time::{Instant, SystemTime};

use joints::Watch;
use report::Page;
use results::{Outcome, PendingFolder, Provenance, ResultFolder, Severity, Summary};
use study::{Study, StudyFile};

use crate::arguments::Run;
use crate::clock::rfc3339;
use crate::failure::{Failure, note, say};
use crate::number::with_unit;
use crate::watch::{Checkpoint, KEPT, Onlooker};

/// Runs a study.
pub fn run(options: &Run) -> Result<(), Failure> {
    let (started, clock) = (SystemTime::now(), Instant::now());
    // Before the study: checking one already makes its surfaces on all threads.
    set_threads(options)?;
    let file = StudyFile::load_file(&options.study)?;
    let name = options.study.file_stem().map_or_else(|| "study".into(), |stem| stem.to_string_lossy().into_owned());
    if file.is_many() {
        return crate::many::run(file, &name, options);
    }
    if options.shard.is_some() {
        return Err(Failure::Usage(
            "this study has one run only, which cannot be divided\n hint: leave out `--shard`".into(),
        ));
    }
    let study = file.check()?;
    let target = options.out.clone().unwrap_or_else(|| Path::new("results").join(&name));
    let input_hash = results::hash(&study.inputs());
    // Another build may compute otherwise: it begins afresh.
    let owner = format!("synovia {} {} {input_hash}", env!("CARGO_PKG_VERSION"), env!("SYNOVIA_BUILD"));
    let mut path = target.clone().into_os_string();
    path.push(".checkpoint");
    let onlooker = Onlooker::new(options.quiet, Checkpoint { path: path.into(), owner });
    let mut folder = ResultFolder::create(&target, options.force)?;
    if onlooker.has_checkpoint() && !options.quiet {
        note("going on from the checkpoint of a run that was stopped");
    }
    let outcome = study.run(&onlooker);
    onlooker.finish();
    if outcome.is_err() && onlooker.cancelled() && onlooker.has_checkpoint() {
        note(KEPT);
    }
    let outcome = outcome?;
    let go_on = || if onlooker.cancelled() { Err(Failure::Interrupted) } else { Ok(()) };
    go_on()?;

    let title = study.title().unwrap_or(&name).to_owned();
    let provenance = provenance(input_hash, started, clock);
    fill(&mut folder, &study, &outcome, &Labels { title: &title, provenance: &provenance, vtk: !options.no_vtk })?;
    go_on()?;
    folder.commit()?;
    onlooker.forget_checkpoint();
    tell(options, &study, &outcome, &title, &target)
}

/// What a result is called, where it comes from, and whether surface fields are written for ParaView.
#[derive(Debug)]
pub struct Labels<'a> {
    /// Above the page.
    pub title: &'a str,
    /// Where it comes from.
    pub provenance: &'a Provenance,
    /// Whether to write fields.
    pub vtk: bool,
}

/// Writes everything that a result has into its folder.
///
/// # Errors
/// A disk that is full.
pub fn fill(folder: &mut PendingFolder, study: &Study, outcome: &Outcome, labels: &Labels<'_>) -> Result<(), Failure> {
    folder.write_numbers(study.title(), outcome, labels.provenance, study.resolved_text())?;
    // Both take the time of compressing the fields.
    let (pages, written) = rayon::join(
        || render_pages(study, outcome, labels.title, labels.provenance),
        || if labels.vtk { folder.write_fields(outcome) } else { Ok(()) },
    );
    written?;
    for (name, page) in pages? {
        folder.add_file(name, page.as_bytes())?;
    }
    for file in study.data_files() {
        folder.add_file(&file.name, &file.bytes)?;
    }
    Ok(())
}

/// Where a result of these inputs comes from.
pub fn provenance(input_hash: String, started: SystemTime, clock: Instant) -> Provenance {
    Provenance {
        program: "synovia".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        commit: Some(env!("SYNOVIA_COMMIT")).filter(|commit| *commit != "unknown").map(Into::into),
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

/// Starts as many threads as were asked for.
fn set_threads(options: &Run) -> Result<(), Failure> {
    let Some(threads) = options.threads else { return Ok(()) };
    let built = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
    built.map_err(|error| {
        Failure::Other(format!("cannot start {threads} threads: {error}\n hint: ask for fewer with `--threads`"))
    })
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

/// What the user sees at the end.
fn tell(options: &Run, study: &Study, outcome: &Outcome, title: &str, target: &Path) -> Result<(), Failure> {
    if options.json {
        say(&Summary::new(study.title(), outcome).to_json()?)?;
    }
    if options.quiet {
        // What must be known before the numbers are trusted is said even so.
        for warning in outcome.warnings.iter().filter(|warning| warning.severity == Severity::Caution) {
            note(&format!("caution: {}", warning.text));
        }
        return Ok(());
    }
    let text = human_summary(title, &study.outline(), outcome, &target.join("report.html"));
    if options.json {
        // Standard output belongs to the JSON object.
        note(text.trim_end());
        return Ok(());
    }
    say(&text)
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
