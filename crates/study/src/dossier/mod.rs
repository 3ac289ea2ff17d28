//! The dossier of a study: why its answer may be believed, for which decision, and where it may not. The thirteen factors of
//! ASME V&V 40 [ASMEVV2018], with goals from the risk of relying on the model and evidence that is computed now, from this very
//! study.

mod change;
mod check;
mod compared;
mod factors;
mod input;
mod knobs;
mod page;
mod point;
mod propagate;
mod refine;
mod support;
mod tolerances;
mod uofa;

pub use check::check;
pub use compared::{Compared, Treated};
pub use factors::Factor;
pub use input::{Degree, DossierInput};
pub use page::render as render_page;
pub use propagate::Inputs;
pub use refine::{Refined, judge};
pub use support::{Extent, Support};
pub use tolerances::Limit;
pub use uofa::render as render_uofa;

use joints::Watch;
use results::{Outcome, Severity};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::StudyFile;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::run::RunError;
use crate::validation::Library;
use change::Written;

/// What is computed, in order: the names of the stages.
pub const STAGES: [&str; 6] =
    ["this study", "finer elements", "tighter tolerances", "other models", "uncertain inputs", "validation cases"];

/// Keeps what was computed, so that a dossier that was stopped goes on where it was.
pub trait Keep {
    /// What was kept under this name.
    fn get(&self, stage: &str) -> Option<String>;
    /// Keeps it.
    fn put(&self, stage: &str, text: &str);
}

/// Nothing is kept.
#[derive(Debug, Clone, Copy)]
pub struct Forgetful;

impl Keep for Forgetful {
    fn get(&self, _: &str) -> Option<String> {
        None
    }
    fn put(&self, _: &str, _: &str) {}
}

/// The program that computes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// The commit it was built from; empty where that is not known.
    pub commit: String,
    /// What decides its numbers, as a hash.
    pub build: String,
}

/// A number that answers the question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Its machine name.
    pub name: String,
    /// What a reader calls it.
    pub label: String,
    /// The study's value, in the SI unit of the name.
    pub value: f64,
    /// Uncertainty of the elements, in the same unit.
    pub discretisation: f64,
    /// Uncertainty of the solver.
    pub solver: f64,
    /// Half of the interval that holds 95 of 100 draws of the inputs.
    pub inputs: f64,
    /// How far the more complete models are from it, at most.
    pub model: Option<f64>,
}

impl Answer {
    /// Numerical and input uncertainty together.
    pub fn uncertainty(&self) -> f64 {
        self.discretisation.hypot(self.solver).hypot(self.inputs)
    }
}

/// Something that was refined, with what it did to every answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Refinement {
    /// The key.
    pub path: String,
    /// In words.
    pub what: String,
    /// Coarse, as it is, fine.
    pub settings: [String; 3],
    /// For every answer; none where it failed.
    pub answers: Vec<Refined>,
    /// Why it could not be refined.
    pub failed: Option<String>,
}

/// A tolerance that was changed tenfold: tightened, or loosened where a tenth would be refused.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tightening {
    /// The key.
    pub path: String,
    /// As it is, and the other.
    pub tolerances: [f64; 2],
    /// For every answer: as it is, and with the other tolerance; none where it failed.
    pub answers: Vec<[f64; 2]>,
    /// Why it could not be changed.
    pub failed: Option<String>,
}

/// Another model of the contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OtherModel {
    /// Its name in a study.
    pub name: String,
    /// Whether it is more complete than springs.
    pub complete: bool,
    /// For every answer; nothing where it failed or has no such number.
    pub answers: Vec<Option<f64>>,
    /// Why it could not be asked.
    pub failed: Option<String>,
}

/// The first run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Base {
    names: Vec<(String, String)>,
    values: Vec<f64>,
    warnings: Vec<(String, bool, String)>,
    /// Whether a second run gave the same bits.
    repeats: bool,
}

/// Everything that is known about the credibility of a study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dossier {
    /// What the study is called.
    pub title: String,
    /// What would run, in one line.
    pub outline: String,
    /// What computed it.
    pub program: Program,
    /// What is asked.
    pub input: DossierInput,
    /// The risk of relying on the model, 1 to 5.
    pub risk: u8,
    /// What each factor must reach, 1 to 3.
    pub goal: u8,
    /// What the study uses of the program.
    pub features: Vec<String>,
    /// The numbers that answer, with their uncertainties.
    pub answers: Vec<Answer>,
    /// Warnings of the run: code, whether a caution, text.
    pub warnings: Vec<(String, bool, String)>,
    /// Whether a second run gave the same bits.
    pub repeats: bool,
    /// What was refined.
    pub refinements: Vec<Refinement>,
    /// What was tightened.
    pub tightenings: Vec<Tightening>,
    /// What the solver ends at where no tolerance can be chosen.
    pub limit: Limit,
    /// What has an error of its elements that could not be refined.
    pub unseen: Option<String>,
    /// Other models beside it.
    pub models: Vec<OtherModel>,
    /// Inputs propagated.
    pub inputs: Option<Inputs>,
    /// Validation cases that judge what the study uses.
    pub support: Vec<Support>,
    /// Features that no case judges.
    pub unsupported: Vec<String>,
    /// The study's point against the validated range.
    pub extents: Vec<Extent>,
    /// The answer against its comparators, one by one.
    pub comparisons: Vec<Compared>,
    /// The thirteen factors.
    pub factors: Vec<Factor>,
    /// Whether the evidence reaches every goal.
    pub adequate: bool,
    /// The statement.
    pub statement: String,
    /// What weakens it, the worst first.
    pub weaknesses: Vec<String>,
}

/// What is asked for beside the study.
#[derive(Debug)]
pub struct Asked<'a> {
    /// What is asked; in place of the study's own table.
    pub input: DossierInput,
    /// What computes.
    pub program: Program,
    /// Cases to rest on.
    pub library: &'a Library,
    /// Slow cases, too.
    pub all: bool,
}

/// One stage: taken up where it was kept, computed and kept otherwise.
fn stage<T: Serialize + DeserializeOwned>(
    (keep, watch): (&dyn Keep, &dyn Watch),
    index: usize,
    compute: impl FnOnce() -> Result<T, RunError>,
) -> Result<T, RunError> {
    let name = STAGES[index];
    watch.progress(name, index as f64 / STAGES.len() as f64);
    if let Some(kept) = keep.get(name).and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(kept);
    }
    if watch.cancelled() {
        return Err(RunError::Interrupted);
    }
    let found = compute()?;
    if let Ok(text) = serde_json::to_string(&found) {
        keep.put(name, &text);
    }
    Ok(found)
}

/// A run within a dossier shows no progress of its own.
struct Within<'a>(&'a dyn Watch);

impl Watch for Within<'_> {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        self.0.recall(key)
    }
    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        self.0.remember(key, about, bytes);
    }
}

impl Dossier {
    /// Computes it.
    ///
    /// # Errors
    /// A study or a question that is wrong, a study that fails, a quantity that it does not have, or an interruption.
    pub fn compute(file: &StudyFile, asked: &Asked<'_>, watch: &dyn Watch, keep: &dyn Keep) -> Result<Self, RunError> {
        check(file, &asked.input).map_err(RunError::Input)?;
        let written = Written::new(file);
        let study = written.with(&[]).map_err(RunError::Input)?;
        let resolved = StudyFile::from_text("resolved.toml", study.resolved_text());
        let content = resolved.content();
        let quiet = Within(watch);
        let input = asked.input.clone();
        let both = (keep, watch);

        let base: Base = stage(both, 0, || {
            let outcome = study.run_headline(&quiet)?;
            let again = study.run_headline(&quiet)?;
            let names = quantities(file, &input, &outcome)?;
            let values = read(&outcome, &names);
            let warning = |w: &results::Warning| (w.code.clone(), w.severity == Severity::Caution, w.text.clone());
            let warnings = outcome.warnings.iter().map(warning).collect();
            Ok(Base { names, values, warnings, repeats: outcome.headline == again.headline })
        })?;
        let run = |changes: &[(String, toml::Value)]| -> Result<Vec<f64>, RunError> {
            let study = written.with(changes).map_err(RunError::Input)?;
            Ok(read(&study.run_headline(&quiet)?, &base.names))
        };
        // A run beside the study's own may fail: then that is what is known.
        let attempt = |changes: &[(String, toml::Value)]| match run(changes) {
            Ok(values) => Ok(Ok(values)),
            Err(RunError::Interrupted) => Err(RunError::Interrupted),
            Err(why) => Ok(Err(why.to_string().lines().next().unwrap_or_default().to_owned())),
        };
        let refinements: Vec<Refinement> = stage(both, 1, || {
            let mut found = Vec::new();
            for knob in knobs::knobs(content, knobs::hip_cells(&study)) {
                let settings = knob.values.clone().map(|value| value.to_string().trim_matches('"').to_owned());
                let (mut columns, mut failed) = (Vec::new(), None);
                for (value, setting) in knob.values.iter().zip(&settings) {
                    match attempt(&[(knob.path.clone(), value.clone())])? {
                        Ok(values) => columns.push(values),
                        Err(why) => failed = Some(format!("{setting}: {why}")),
                    }
                }
                let answer = |i: usize| judge([columns[0][i], columns[1][i], columns[2][i]], knob.ratios);
                let answers = if failed.is_none() { (0..base.names.len()).map(answer).collect() } else { Vec::new() };
                found.push(Refinement { path: knob.path, what: knob.what.into(), settings, answers, failed });
            }
            Ok(found)
        })?;
        let tightenings: Vec<Tightening> = stage(both, 2, || {
            let mut found = Vec::new();
            for tolerance in tolerances::tolerances(content) {
                let (path, tolerances) = (tolerance.path, tolerance.values);
                let (answers, failed) = match attempt(&[(path.clone(), tolerance.other)])? {
                    Ok(other) => (base.values.iter().zip(other).map(|(as_is, other)| [*as_is, other]).collect(), None),
                    Err(why) => (Vec::new(), Some(why)),
                };
                found.push(Tightening { path, tolerances, answers, failed });
            }
            Ok(found)
        })?;
        let models: Vec<OtherModel> = stage(both, 3, || {
            let mut found = Vec::new();
            for (name, changes, complete) in knobs::models(content, &written) {
                let (answers, failed) = match attempt(&changes)? {
                    Ok(values) => (values.into_iter().map(|value| value.is_finite().then_some(value)).collect(), None),
                    Err(why) => (vec![None; base.names.len()], Some(why)),
                };
                found.push(OtherModel { name, complete, answers, failed });
            }
            Ok(found)
        })?;
        let inputs = stage(both, 4, || propagate::propagate(file, content, &input, &base.names, &quiet))?;
        let features = knobs::features(content);
        let (support, unsupported, extents, compared) = stage(both, 5, || {
            support::gather(asked.library, &features, &point::point(&study), &base.names, asked.all).map_err(|error| {
                let hint = error.hint().unwrap_or_else(|| "the library of cases must be readable".into());
                let wrong = Diagnostic::new(crate::Place::file("validation"), error.to_string(), hint).into();
                RunError::Failed { wrong, reached: None }
            })
        })?;
        watch.progress("done", 1.0);

        let spread = |i: usize| {
            let complete = models.iter().filter(|model| model.complete).filter_map(|model| model.answers[i]);
            complete.map(|value| (value - base.values[i]).abs()).reduce(f64::max)
        };
        let answer = |(i, (name, label)): (usize, &(String, String))| Answer {
            name: name.clone(),
            label: label.clone(),
            value: base.values[i],
            discretisation: root_of_squares(refinements.iter().filter_map(|r| Some(r.answers.get(i)?.uncertainty))),
            // Where the error is in proportion to the tolerance, a tenth of it leaves a tenth: the change alone would be too little.
            solver: refine::SAFETY
                * root_of_squares(tightenings.iter().filter_map(|t| t.answers.get(i)).map(|[a, b]| a - b)),
            inputs: inputs.as_ref().map_or(0.0, |inputs: &Inputs| inputs.half_width(i)),
            model: spread(i),
        };
        let answers: Vec<Answer> = base.names.iter().enumerate().map(answer).collect();
        let comparisons = Vec::from_iter(compared.into_iter().map(|row: Compared| row.beside(&answers)));
        let risk = input::risk(input.influence, input.consequence);
        let mut dossier = Self {
            title: study.title().unwrap_or("This study").to_owned(),
            outline: study.outline(),
            program: asked.program.clone(),
            goal: input::goal(risk),
            risk,
            input,
            features,
            answers,
            warnings: base.warnings,
            repeats: base.repeats,
            refinements,
            tightenings,
            limit: tolerances::limit(content),
            unseen: knobs::unseen(content),
            models,
            inputs,
            support,
            unsupported,
            extents,
            comparisons,
            factors: Vec::new(),
            adequate: false,
            statement: String::new(),
            weaknesses: Vec::new(),
        };
        factors::conclude(&mut dossier);
        Ok(dossier)
    }

    /// As JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

/// The numbers that answer: those that were asked for, or the first of the result.
fn quantities(file: &StudyFile, input: &DossierInput, outcome: &Outcome) -> Result<Vec<(String, String)>, RunError> {
    if input.quantities.is_empty() {
        return Ok(outcome.headline.iter().take(1).map(|scalar| (scalar.name.clone(), scalar.label.clone())).collect());
    }
    let mut names = Vec::new();
    for wanted in &input.quantities {
        match outcome.headline.iter().find(|scalar| scalar.name == *wanted) {
            Some(scalar) => names.push((scalar.name.clone(), scalar.label.clone())),
            None => {
                let known: Vec<&str> = outcome.headline.iter().map(|scalar| scalar.name.as_str()).collect();
                let hint = format!("it gives {}", known.join(", "));
                let message = format!("the study gives no `{wanted}`");
                let wrong: Diagnostics = Diagnostic::new(file.place("dossier.quantities"), message, hint).into();
                return Err(RunError::Input(wrong));
            }
        }
    }
    Ok(names)
}

fn read(outcome: &Outcome, names: &[(String, String)]) -> Vec<f64> {
    names.iter().map(|(name, _)| outcome.value(name).unwrap_or(f64::NAN)).collect()
}

/// √Σx². The sum of nothing is −0 in Rust, and would be shown as such.
fn root_of_squares(parts: impl Iterator<Item = f64>) -> f64 {
    parts.fold(0.0, |sum, part| sum + part * part).sqrt()
}
