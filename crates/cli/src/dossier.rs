//! `synovia dossier`: why the answer of a study may be believed, as a page, as JSON, and in the form that `uofa` checks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use study::StudyFile;
use study::dossier::{Asked, Dossier, Keep, Program, render_page, render_uofa};
use study::validation::Library;

use crate::arguments::DossierOptions;
use crate::clock::rfc3339;
use crate::failure::{Failure, say};
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
    let parts = Parts::open(out.join("unfinished.json"), &hash);
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
    parts.forget();
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

/// Stages that are done, in a file beside the dossier until it is whole.
struct Parts {
    path: PathBuf,
    hash: String,
    stages: Mutex<BTreeMap<String, String>>,
}

impl Parts {
    /// Those of a dossier that was stopped, if they are of this very one.
    fn open(path: PathBuf, hash: &str) -> Self {
        let kept = std::fs::read_to_string(&path).ok();
        let kept = kept.and_then(|text| serde_json::from_str::<(String, BTreeMap<String, String>)>(&text).ok());
        let stages = kept.filter(|(of, _)| of == hash).map(|(_, stages)| stages).unwrap_or_default();
        Self { path, hash: hash.into(), stages: Mutex::new(stages) }
    }

    fn forget(&self) {
        // A file that is left behind is of another dossier next time, and passed over.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Keep for Parts {
    fn get(&self, stage: &str) -> Option<String> {
        self.stages.lock().unwrap_or_else(PoisonError::into_inner).get(stage).cloned()
    }

    fn put(&self, stage: &str, text: &str) {
        let mut stages = self.stages.lock().unwrap_or_else(PoisonError::into_inner);
        stages.insert(stage.into(), text.into());
        if let Ok(text) = serde_json::to_string(&(&self.hash, &*stages)) {
            // Where it cannot be kept, it is computed again.
            let _ = put(&self.path, text.as_bytes());
        }
    }
}
