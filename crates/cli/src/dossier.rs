//! `synovia dossier`: why the answer of a study may be believed, as a page, as JSON, and in the form that `uofa` checks.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use study::StudyFile;
use study::dossier::{Asked, Dossier, Keep, Program, render_page, render_uofa};
use study::validation::Library;

use crate::arguments::DossierOptions;
use crate::checkpoint::{Checkpoint, Found};
use crate::clock::rfc3339;
use crate::failure::{Failure, note, say};
use crate::put::put;
use crate::watch::Onlooker;
use crate::{BUILD, COMMIT, VERSION};

/// Computes it, writes it, tells.
pub fn dossier(options: &DossierOptions) -> Result<(), Failure> {
    let file = StudyFile::load_file(&options.study)?;
    // Whatever is wrong in the study is said before anything is computed or written.
    let study = if file.is_many() { None } else { Some(file.clone().check()?) };
    let mut input = file.content().dossier.clone().unwrap_or_default();
    input.question = options.question.clone().or(input.question);
    input.context = options.context.clone().or(input.context);
    input.influence = options.influence.map_or(input.influence, Into::into);
    input.consequence = options.consequence.map_or(input.consequence, Into::into);
    input.samples = options.samples.unwrap_or(input.samples);
    if !options.quantity.is_empty() {
        input.quantities.clone_from(&options.quantity);
    }
    study::dossier::check(&file, &input)?;
    let name = options.study.file_stem().map_or_else(|| "study".into(), |stem| stem.to_string_lossy().into_owned());
    let out = options.out.clone().unwrap_or_else(|| Path::new("dossiers").join(&name));
    let page = out.join("dossier.html");
    if page.exists() && !options.force {
        let hint = "replace it with `--force`, or choose another folder with `--out`";
        return Err(Failure::other(format!("`{}` already exists", page.display()), hint));
    }
    std::fs::create_dir_all(&out).map_err(|error| {
        Failure::other(format!("cannot make `{}`: {error}", out.display()), "choose another folder with `--out`")
    })?;
    let library = options.validation.as_deref().map_or_else(|| Ok(Library::embedded()), Library::load_folder)?;
    let asked_for = serde_json::to_string(&input).unwrap_or_default();
    let whence = format!("{:?} {}", options.validation, options.all);
    // The files that the study reads, too: what was computed from others is not gone on with.
    let mut whole = study.as_ref().map(study::Study::inputs).unwrap_or_default();
    whole.extend([asked_for.as_bytes(), whence.as_bytes(), BUILD.as_bytes()]);
    let hash = results::hash(&whole);
    let parts = Parts::open(Checkpoint::of(out.join("unfinished.json"), &hash), note);
    let commit = if COMMIT == "unknown" { String::new() } else { COMMIT.to_owned() };
    let program = Program { version: VERSION.into(), commit, build: BUILD.into() };
    let asked = Asked { input, program, library: &library, all: options.all };
    let onlooker =
        Onlooker::of_many(options.json, "what was computed is kept: the same command goes on from it".into());
    let found = Dossier::compute(&file, &asked, &onlooker, &parts);
    onlooker.finish();
    let dossier = found?;
    put(&page, render_page(&dossier).as_bytes())?;
    put(&out.join("dossier.json"), dossier.to_json().as_bytes())?;
    put(&out.join("dossier.uofa.jsonld"), render_uofa(&dossier, &hash, &rfc3339(SystemTime::now())).as_bytes())?;
    parts.checkpoint.forget();
    if options.json {
        return say(&dossier.to_json());
    }
    say(&in_words(&dossier, &page))
}

fn in_words(dossier: &Dossier, page: &Path) -> String {
    let mut text = format!("{}\n{}\n\n", dossier.title, dossier.outline);
    for answer in &dossier.answers {
        let value = crate::number::with_unit(&answer.name, answer.value);
        let share = 100.0 * answer.uncertainty() / answer.value.abs().max(f64::MIN_POSITIVE);
        text += &format!("  {}  {value} ± {share:.1} %\n", answer.label);
    }
    text.push('\n');
    for factor in &dossier.factors {
        let mark = if factor.meets() { " " } else { "!" };
        text += &format!("{mark} {} of {}  {}\n", factor.achieved, factor.goal, factor.name);
    }
    text + &format!("\n{}\n\ndossier: {}\n", dossier.statement, page.display())
}

/// Stages that are done, in a checkpoint beside the dossier until it is whole.
struct Parts {
    checkpoint: Checkpoint,
    stages: Mutex<BTreeMap<String, String>>,
}

impl Parts {
    /// Those of a dossier that was stopped, if they are of this very one, and as they were written.
    fn open(checkpoint: Checkpoint, mut tell: impl FnMut(&str)) -> Self {
        let kept = match checkpoint.look() {
            Ok(Found::State(text)) => {
                serde_json::from_str(&text).map_err(|_| "its stages are not what was written".into())
            }
            Ok(Found::Damaged(what)) => Err(what),
            Err(error) => Err(error.to_string()),
            // Of other inputs, or of another build, whose numbers may differ: it is computed again.
            Ok(Found::Nothing | Found::OtherBuild { .. } | Found::OtherStudy) => Ok(BTreeMap::new()),
        };
        let stages = kept.unwrap_or_else(|what| {
            let aside = checkpoint.set_aside("damaged");
            let place =
                aside.map_or_else(|_| String::new(), |path| format!(", and it is kept as `{}`", path.display()));
            let name = checkpoint.path.display();
            tell(&format!("caution: `{name}` is damaged: {what}; the dossier begins anew{place}"));
            BTreeMap::new()
        });
        Self { checkpoint, stages: Mutex::new(stages) }
    }
}

impl Keep for Parts {
    fn get(&self, stage: &str) -> Option<String> {
        self.stages.lock().unwrap_or_else(PoisonError::into_inner).get(stage).cloned()
    }

    fn put(&self, stage: &str, text: &str) {
        let mut stages = self.stages.lock().unwrap_or_else(PoisonError::into_inner);
        stages.insert(stage.into(), text.into());
        if let Ok(text) = serde_json::to_string(&*stages) {
            // Where it cannot be kept, it is computed again.
            let _ = self.checkpoint.write(&text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Opens what is there, and says what was told.
    fn open(path: &Path, hash: &str) -> (Parts, Vec<String>) {
        let mut told = Vec::new();
        let parts = Parts::open(Checkpoint::of(path.into(), hash), |text| told.push(text.to_owned()));
        (parts, told)
    }

    #[test]
    fn a_changed_digit_in_a_dossier_that_was_stopped_is_named_and_nothing_of_it_is_believed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("unfinished.json");
        let (parts, told) = open(&path, "inputs");
        assert!(told.is_empty() && parts.get("base").is_none());
        parts.put("base", "{\"peak_pressure_Pa\": 3413000.0}");
        parts.put("samples", "[1, 2]");
        let (whole, told) = open(&path, "inputs");
        assert_eq!(whole.get("base").as_deref(), Some("{\"peak_pressure_Pa\": 3413000.0}"));
        assert!(whole.get("samples").is_some() && told.is_empty());
        // What is of other inputs is no damage: the next stage that is done takes its place.
        let (other, told) = open(&path, "other inputs");
        assert!(other.get("base").is_none() && told.is_empty() && path.exists());

        let text = std::fs::read_to_string(&path).expect("read");
        let digit = text.find("3413").expect("the number");
        let damages =
            [text.replacen("3413", "3431", 1), text[..digit].to_owned(), text.replacen("samples", "samplez", 1)];
        for (i, damaged) in damages.iter().enumerate() {
            std::fs::write(&path, damaged).expect("written");
            let (parts, told) = open(&path, "inputs");
            assert!(["base", "samples", "samplez"].iter().all(|stage| parts.get(stage).is_none()), "damage {i}");
            assert!(told.len() == 1 && told[0].contains("unfinished.json` is damaged: "), "{told:?}");
            assert!(told[0].contains("begins anew, and it is kept as"), "{told:?}");
            assert!(!path.exists() && folder.path().read_dir().expect("a folder").count() == i + 1);
        }
    }
}
