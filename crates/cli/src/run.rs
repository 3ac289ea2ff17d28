//! `synovia run`: check, claim the place of the result, compute, write, tell.

use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use joints::Watch;
use results::{Outcome, PendingFolder, Provenance, ResultFolder, Severity, Summary};
use study::{RunError, Study, StudyFile};

use crate::arguments::Run;
use crate::checkpoint::{Checkpoint, Found};
use crate::failure::{Failure, note, say};
use crate::telling::{human_summary, provenance, render_pages, tell_kept};
use crate::watch::{KEPT, Onlooker};

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
        return Err(Failure::usage("this study has one run only, which cannot be divided", "leave out `--shard`"));
    }
    let study = file.check()?;
    let target = options.out.clone().unwrap_or_else(|| Path::new("results").join(&name));
    let input_hash = results::hash(&study.inputs());
    let mut path = target.clone().into_os_string();
    path.push(".checkpoint");
    let checkpoint = Checkpoint::of(path.into(), &input_hash);
    let mut folder = ResultFolder::create(&target, options.force)?;
    let manner = TakeUp { force: options.force, accept_other_build: options.accept_other_build };
    let kept = take_up(&checkpoint, &manner, |severity, text| {
        if severity == Severity::Caution || !options.quiet {
            note(text);
        }
    })?;
    let onlooker = Onlooker::new(options.quiet, checkpoint, kept);
    let outcome = study.run(&onlooker);
    onlooker.finish();
    if outcome.is_err() && onlooker.cancelled() && onlooker.has_checkpoint() {
        note(KEPT);
    }
    if let Err(RunError::Failed { reached: Some(part), .. }) = &outcome {
        let title = study.title().unwrap_or(&name);
        let provenance = provenance(input_hash.clone(), started, clock);
        let labels = Labels { title, provenance: &provenance, vtk: !options.no_vtk };
        match keep_part(&target, &study, part, &labels) {
            Ok(place) => note(&format!("note: what was computed until it failed is kept in `{}`", place.display())),
            Err(failure) => note(&format!(
                "note: what was computed until it failed could not be kept: {}",
                failure.words().unwrap_or_default()
            )),
        }
    }
    let outcome = outcome?;
    let go_on = || if onlooker.cancelled() { Err(Failure::Interrupted) } else { Ok(()) };
    go_on()?;

    let title = study.title().unwrap_or(&name).to_owned();
    let provenance = provenance(input_hash, started, clock);
    fill(&mut folder, &study, &outcome, &Labels { title: &title, provenance: &provenance, vtk: !options.no_vtk })?;
    go_on()?;
    tell_kept(&target, &folder.commit()?.kept);
    onlooker.forget_checkpoint();
    tell(options, &study, &outcome, &title, &target)
}

/// What a result is called, where it comes from, and whether surface fields are written for ParaView.
#[derive(Debug, Clone, Copy)]
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

/// So many places are tried for what a run that failed has left.
const MOST_PLACES: usize = 100;

/// Writes what was computed before a run failed, beside the place of its result, which stays free; where that is.
///
/// # Errors
/// A disk that is full.
pub fn keep_part(target: &Path, study: &Study, part: &Outcome, labels: &Labels<'_>) -> Result<PathBuf, Failure> {
    let place = |attempt: usize| {
        let mut path = target.as_os_str().to_owned();
        path.push("-until-it-failed");
        if attempt > 1 {
            path.push(format!("-{attempt}"));
        }
        PathBuf::from(path)
    };
    let free = (1..MOST_PLACES).map(place).find(|path| !path.exists()).unwrap_or_else(|| place(MOST_PLACES));
    let mut folder = ResultFolder::create(&free, false)?;
    let title = format!("{}, until it failed", labels.title);
    fill(&mut folder, study, part, &Labels { title: &title, ..*labels })?;
    folder.commit()?;
    Ok(free)
}

/// What to do with a checkpoint of another build.
#[derive(Debug)]
pub struct TakeUp {
    /// Begin anew.
    pub force: bool,
    /// Go on from it all the same.
    pub accept_other_build: bool,
}

/// The state to go on from, where a run was stopped. What cannot be used is named and kept aside.
///
/// # Errors
/// A file that is there and cannot be read, or one of another build, where nobody said what to do with it.
pub fn take_up(
    checkpoint: &Checkpoint,
    manner: &TakeUp,
    mut tell: impl FnMut(Severity, &str),
) -> Result<Option<String>, Failure> {
    let name = checkpoint.path.display();
    let unreadable = |error| {
        Failure::other(format!("cannot use `{name}`: {error}"), "remove it, or choose another folder with `--out`")
    };
    let mut aside = |why: &str, ending: &str| -> Result<Option<String>, Failure> {
        let aside = checkpoint.set_aside(ending).map_err(unreadable)?;
        let text = format!("caution: `{name}` {why}; the run begins anew, and it is kept as `{}`", aside.display());
        tell(Severity::Caution, &text);
        Ok(None)
    };
    match checkpoint.look().map_err(unreadable)? {
        Found::Nothing => Ok(None),
        Found::State(state) => {
            tell(Severity::Note, "going on from the checkpoint of a run that was stopped");
            Ok(Some(state))
        }
        Found::OtherBuild { state, build } if manner.accept_other_build => {
            let text =
                format!("caution: going on from a checkpoint of another build ({build}), whose numbers may differ");
            tell(Severity::Caution, &text);
            Ok(Some(state))
        }
        Found::OtherBuild { .. } if manner.force => aside("is of another build of the program", "other-build"),
        Found::OtherBuild { build, .. } => Err(Failure::other(
            format!("`{name}` was left by another build of this version: {build}, this is {}", checkpoint.build),
            "its numbers may differ in their last digits or more: go on from it all the same with `--accept-other-build`, or begin anew with `--force`",
        )),
        Found::OtherStudy => aside("is of another study, or of another version of the program", "other"),
        Found::Damaged(what) => aside(&format!("is damaged: {what}"), "damaged"),
    }
}

/// Starts as many threads as were asked for.
fn set_threads(options: &Run) -> Result<(), Failure> {
    let Some(threads) = options.threads else { return Ok(()) };
    let built = rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global();
    built.map_err(|error| {
        Failure::other(format!("cannot start {threads} threads: {error}"), "ask for fewer with `--threads`")
    })
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
