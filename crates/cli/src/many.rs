//! Studies of many runs: `synovia run` on one, and `synovia merge`.

use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use joints::{Unwatched, Watch};
use report::Page;
use results::store::{Damage, Header, Opening, Store, StoreContents, merge_stores, write_csv, write_parquet};
use results::{Outcome, ResultFolder, Severity, Summary};
use study::{Campaign, CampaignError, StudyFile, counted};

use crate::arguments::{Merge, Run};
use crate::cache::Keeper;
use crate::failure::{Failure, note, say};
use crate::telling::{human_summary, provenance, provenance_rows, render_pages, tell_kept, words_on_kept};
use crate::watch::Onlooker;
use crate::{BUILD, VERSION};

/// What to do with a store that is there already.
fn opening(force: bool, accept_other_build: bool) -> Opening {
    match (force, accept_other_build) {
        (true, _) => Opening::Replace,
        (_, true) => Opening::AcrossBuilds,
        _ => Opening::Resume,
    }
}

/// Checks a study of many runs; its base case is run once, to know its outputs.
pub fn check(file: StudyFile) -> Result<(), Failure> {
    let asked = file.content().dossier.is_some();
    let campaign = file.check_many()?;
    let clock = Instant::now();
    campaign.header_watched(VERSION, &Keeper)?;
    // One run for each thread at a time; the base case has just been run.
    let need = campaign.need(clock.elapsed().as_secs_f64(), rayon::current_num_threads());
    say(&format!("ok\n{}\nneeds {}\n", campaign.outline(), need.words()))?;
    if asked {
        note("[dossier] is passed over: a dossier is about one study, and this one has many runs");
    }
    Ok(())
}

/// How to finish: the title where the study has none, and how much to say.
struct Manner<'a> {
    name: &'a str,
    json: bool,
    quiet: bool,
}

/// Runs what is not in the store yet, and reports on all of it.
pub fn run(file: StudyFile, name: &str, options: &Run) -> Result<(), Failure> {
    let campaign = file.check_many()?;
    let target = options.out.clone().unwrap_or_else(|| {
        let share = options.shard.map(|(index, count)| format!("-{index}-of-{count}")).unwrap_or_default();
        Path::new("results").join(format!("{name}{share}"))
    });
    if options.shard.is_some() && campaign.is_adaptive() {
        return Err(Failure::usage(
            "each run of a search depends on those before it: it cannot be divided",
            "leave out `--shard`",
        ));
    }
    let opening = opening(options.force, options.accept_other_build);
    let (mut store, said) = open(&campaign, &target, options.shard, opening)?;
    said.iter().for_each(|text| note(text));
    let header = store.contents().header().clone();
    let kept = format!("runs that had ended are kept in `{}`; the same command goes on", target.display());
    let onlooker = Onlooker::of_many(options.quiet, kept);
    let before = store.contents().finished();
    let executed = campaign.execute(&mut store, &onlooker);
    onlooker.finish();
    let all = header.planned();
    match executed {
        Ok(()) => {}
        Err(CampaignError::Interrupted) => {
            let kept = store.contents().finished();
            let folder = target.display();
            return Err(Failure::Paused(format!(
                "{} kept in `{folder}`; the same command goes on",
                runs_are(kept, all)
            )));
        }
        Err(CampaignError::Store(error)) => {
            let kept = store.contents().finished();
            return Err(Failure::other(
                &error,
                format!("{}; {} kept, the same command goes on", error.hint(), runs_are(kept, all)),
            ));
        }
        Err(CampaignError::Search(text)) => return Err(Failure::Other(text)),
    }
    store.close()?;
    if !options.quiet && before > 0 {
        let new = match store.contents().finished() - before {
            1 => "1 is".into(),
            new => format!("{new} are"),
        };
        note(&format!("{} there already, {new} new", runs_were(before)));
    }
    finish(&campaign, &store, &Manner { name, json: options.json, quiet: options.quiet }, &onlooker)
}

/// Opens or makes the store of a study of many runs, with the study beside the runs; what there is to say about
/// it: what of the user's is kept, what is damaged.
///
/// # Errors
/// A base case that fails, a folder that is not this study's.
pub fn open(
    campaign: &Campaign,
    target: &Path,
    shard: Option<(u32, u32)>,
    opening: Opening,
) -> Result<(Store, Vec<String>), Failure> {
    open_watched(campaign, target, shard, opening, &Keeper)
}

/// As [`open`], while somebody watches the base case.
///
/// # Errors
/// As there, or an interruption.
pub fn open_watched(
    campaign: &Campaign,
    target: &Path,
    shard: Option<(u32, u32)>,
    opening: Opening,
    watch: &dyn Watch,
) -> Result<(Store, Vec<String>), Failure> {
    let header = Header { shard, builds: vec![BUILD.into()], ..campaign.header_watched(VERSION, watch)? };
    let (store, damage) = Store::open(target, &header, opening)?;
    keep_study(campaign, &store)?;
    let said = words_on_kept(target, store.kept()).into_iter().chain(tell_damage(&damage, &store)).collect();
    Ok((store, said))
}

/// Joins shards; if they are all there, reports on them.
pub fn merge(options: &Merge) -> Result<(), Failure> {
    if options.shards.is_empty() {
        return Ok(());
    }
    let opening = opening(options.force, options.accept_other_build);
    let (campaign, mut store, said) = join(&options.shards, &options.out, opening)?;
    said.iter().for_each(|text| note(text));
    let finished = store.contents().finished();
    if let Some(all) = campaign.runs().filter(|all| *all > finished) {
        return say(&format!(
            "{} in `{out}`; merge the missing shards, or go on with\n  synovia run {out}/study.toml --out {out}\n",
            runs_are(finished, Some(all)),
            out = options.out.display()
        ));
    }
    store.close()?;
    let name = options.out.file_name().map_or_else(|| "study".into(), |name| name.to_string_lossy().into_owned());
    finish(&campaign, &store, &Manner { name: &name, json: false, quiet: options.quiet }, &Unwatched)
}

/// The runs of shards in one store, with their study, and what there is to say about them.
///
/// # Errors
/// Shards that do not belong together, or cannot be read.
pub fn join(shards: &[PathBuf], out: &Path, opening: Opening) -> Result<(Campaign, Store, Vec<String>), Failure> {
    let Some(first) = shards.first() else {
        return Err(Failure::usage("there is nothing to join", "name the folders of the shards"));
    };
    // Before anything is replaced.
    let campaign = StudyFile::load_file(&first.join("study.toml"))?.check_many()?;
    let (store, damage) = merge_stores(shards, out, opening)?;
    let said = words_on_kept(out, store.kept()).into_iter().chain(tell_damage(&damage, &store)).collect();
    keep_study(&campaign, &store)?;
    Ok((campaign, store, said))
}

/// The study and its files beside the runs, so that they explain themselves.
fn keep_study(campaign: &Campaign, store: &Store) -> Result<(), Failure> {
    store.add_file("study.toml", campaign.resolved_text().as_bytes())?;
    for file in campaign.data_files() {
        store.add_file(&file.name, &file.bytes)?;
    }
    Ok(())
}

/// `3 of 40 runs are`, `1 run is`.
fn runs_are(count: u64, all: Option<u64>) -> String {
    match all {
        Some(all) => format!("{count} of {} {}", counted(all, "run"), if count == 1 { "is" } else { "are" }),
        None => format!("{} {}", counted(count, "run"), if count == 1 { "is" } else { "are" }),
    }
}

fn runs_were(count: u64) -> String {
    format!("{} {}", counted(count, "run"), if count == 1 { "was" } else { "were" })
}

/// What is damaged, and what is still good.
fn tell_damage(damage: &[Damage], store: &Store) -> Vec<String> {
    let mut cautions = Vec::new();
    for Damage { path, what, runs } in damage {
        let lost = match runs {
            0 => "what it held is done again".to_owned(),
            1 => "its run is done again".to_owned(),
            many => format!("its {many} runs are done again"),
        };
        cautions.push(format!("caution: `{}` is damaged: {what}; {lost}, the rest is used", path.display()));
    }
    if !damage.is_empty() {
        let contents = store.contents();
        let sound = runs_are(contents.finished(), contents.header().planned());
        cautions.push(format!("caution: {sound} sound, each by its checksum"));
    }
    cautions
}

/// Writes tables and pages of a store that is complete; what they say, for whoever tells the user.
///
/// # Errors
/// A disk that is full, or a best design that fails.
pub fn write_pages(
    campaign: &Campaign,
    store: &Store,
    name: &str,
    watch: &dyn Watch,
) -> Result<(Outcome, String), Failure> {
    let (started, clock) = (SystemTime::now(), Instant::now());
    let contents = store.contents();
    store.stream_file("table.csv", |file| write_csv(contents, std::io::BufWriter::new(file)))?;
    store.stream_file("table.parquet", |file| write_parquet(contents, std::io::BufWriter::new(file)))?;
    let mut outcome = campaign.summarise(contents)?;
    tell_builds(contents, &mut outcome);
    let title = campaign.title().unwrap_or(name).to_owned();
    if let Some(best) = write_best(campaign, contents, store.folder(), &title, watch)? {
        campaign.show_best(&mut outcome, best);
    }
    let provenance = provenance(campaign.hash().to_owned(), started, clock);
    let inputs = campaign.describe();
    let page = Page {
        title: &title,
        subtitle: &campaign.outline(),
        outcome: &outcome,
        inputs: &inputs,
        study_text: campaign.resolved_text(),
        provenance: &provenance_rows(&provenance),
    };
    store.add_file("report.html", report::render_html(&page)?.as_bytes())?;
    store.add_file("overview.svg", report::render_overview(&page)?.as_bytes())?;
    let summary = Summary::new(campaign.title(), &outcome).to_json()?;
    store.add_file("summary.json", summary.as_bytes())?;
    let origin = serde_json::to_string_pretty(&provenance).unwrap_or_default() + "\n";
    store.add_file("provenance.json", origin.as_bytes())?;
    Ok((outcome, summary))
}

/// Writes tables and pages, and tells.
fn finish(campaign: &Campaign, store: &Store, manner: &Manner<'_>, watch: &dyn Watch) -> Result<(), Failure> {
    let (outcome, summary) = write_pages(campaign, store, manner.name, watch)?;
    let title = campaign.title().unwrap_or(manner.name);
    if manner.json {
        say(&summary)?;
    }
    if manner.quiet {
        return Ok(());
    }
    let text = human_summary(title, &campaign.outline(), &outcome, &store.folder().join("report.html"));
    if manner.json {
        note(text.trim_end());
        return Ok(());
    }
    say(&text)
}

/// Runs of several builds are compared with each other as if they were of one.
fn tell_builds(contents: &StoreContents, outcome: &mut Outcome) {
    let builds = &contents.header().builds;
    if builds.len() > 1 {
        let text = format!(
            "The runs were computed by {} builds of the program ({}), whose numbers may differ.",
            builds.len(),
            builds.join(", ")
        );
        outcome.warn(Severity::Caution, "several-builds", text);
    }
}

/// Runs the best design once more, with everything a single run has, into the folder `best`.
fn write_best(
    campaign: &Campaign,
    contents: &StoreContents,
    folder: &Path,
    title: &str,
    watch: &dyn Watch,
) -> Result<Option<Outcome>, Failure> {
    let Some(study) = campaign.best_study(contents)? else { return Ok(None) };
    let (started, clock) = (SystemTime::now(), Instant::now());
    let target: PathBuf = folder.join("best");
    let mut result = ResultFolder::create(&target, true)?;
    let outcome = study.run(watch)?;
    let provenance = provenance(results::hash(&[study.resolved_text().as_bytes()]), started, clock);
    for (name, page) in render_pages(&study, &outcome, &format!("{title}: the best design"), &provenance)? {
        result.add_file(name, page.as_bytes())?;
    }
    result.write_outcome(study.title(), &outcome, &provenance, study.resolved_text())?;
    for file in study.data_files() {
        result.add_file(&file.name, &file.bytes)?;
    }
    tell_kept(&target, &result.commit()?.kept);
    Ok(Some(outcome))
}
