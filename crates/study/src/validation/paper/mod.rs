//! One page a paper: its tables, figures and equations in order, ours beside them, errata marked, and a sentence for what
//! is not there. The page is a file, `validation/papers/<name>.toml`; every number and curve on it is computed when it is made.

mod description;
mod gather;
mod inputs;
mod numbers;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::Path;

use joints::Watch;
use joints::catalogue::{Catalogue, Impact};
use results::Outcome;
use serde::Deserialize;
use toml::{Table, Value};

use self::description::{Description, Item, Selection, StudySource};
use self::gather::{Gathered, Ran};
use super::{Comparison, Library, ValidationError};
use crate::complaint::suggest;
use crate::{Diagnostics, RunError, Study, StudyFile, template};

/// How an item of a paper came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is here, and as printed.
    Present,
    /// It is here and differs; the text says why.
    Different,
    /// It is not here; the text says why.
    Absent,
}

/// A paper beside what was computed.
#[derive(Debug, Clone)]
pub struct Paper {
    /// Heading of the page.
    pub title: String,
    /// Key of the paper in the bibliography.
    pub source: String,
    /// Paragraphs before the items.
    pub introduction: Vec<String>,
    /// Its items in order.
    pub items: Vec<PaperItem>,
    /// Series, surfaces and figures of all items in order.
    pub outcome: Outcome,
}

/// One table, figure, equation or claim.
#[derive(Debug, Clone)]
pub struct PaperItem {
    /// As the paper calls it: `Table 2`.
    pub number: String,
    /// What it is.
    pub title: String,
    /// How it came out.
    pub verdict: Verdict,
    /// What is shown, or why it is not.
    pub text: Vec<String>,
    /// Where the printed text is wrong.
    pub errata: Vec<String>,
    /// Rows of validation cases.
    pub comparisons: Vec<Comparison>,
    /// Headline numbers of studies.
    pub shown: Vec<Shown>,
    /// How many figures of the outcome belong to it.
    pub figures: usize,
    /// Shipped studies whose models are to be measured and ranked here.
    pub ranking: Vec<String>,
}

/// A headline number beside a printed one.
#[derive(Debug, Clone)]
pub struct Shown {
    /// What it is.
    pub label: String,
    /// Machine name.
    pub quantity: String,
    /// What is printed: nothing, a number, or the ends of a band; in SI.
    pub printed: Vec<f64>,
    /// A sign before it, where it is a bound: `≤` or `≥`.
    pub sign: &'static str,
    /// What came out, in SI.
    pub computed: f64,
    /// Where it is printed, or what to make of it.
    pub note: String,
    /// Of a parameter: whether it is that of the study. Of a number with a bound: whether it keeps it.
    pub agrees: Option<bool>,
    /// Of a parameter: as printed, and as the study has it.
    pub texts: Option<[String; 2]>,
}

impl Library {
    /// Names of the papers that have a page.
    pub fn papers(&self) -> Vec<&str> {
        self.files_in("papers")
            .filter_map(|name| name.strip_suffix(".toml"))
            .filter(|name| !name.contains('/'))
            .collect()
    }

    /// Runs everything that the page of a paper shows.
    ///
    /// # Errors
    /// A paper without a page, a page that names what is not there, or a study of it that fails.
    pub fn compute_paper(&self, name: &str, watch: &dyn Watch) -> Result<Paper, ValidationError> {
        self.make_paper(name, Pace::Full, watch)
    }

    /// Runs the studies of a page cheaply, and no whole cases: whether all that it names is there. Its numbers mean nothing.
    ///
    /// # Errors
    /// As of the page itself.
    pub fn check_paper(&self, name: &str, watch: &dyn Watch) -> Result<Paper, ValidationError> {
        self.make_paper(name, Pace::Quick, watch)
    }

    fn make_paper(&self, name: &str, pace: Pace, watch: &dyn Watch) -> Result<Paper, ValidationError> {
        let text = self.text(&format!("papers/{name}.toml")).ok_or_else(|| ValidationError::UnknownPaper {
            name: name.into(),
            hint: suggest(name, &self.papers(), "papers"),
        })?;
        let description = Description::read(name, &text)?;
        let malformed = |what: String| ValidationError::MalformedPaper {
            paper: name.into(),
            what,
            hint: "correct the page, or the study that it names".into(),
        };
        let quick = (pace == Pace::Quick).then_some(&description.quick);
        let steps = description.studies.len() + description.items.len();
        let mut ran = Ran::new();
        let mut complete: BTreeMap<String, String> = BTreeMap::new();
        let mut gathered = Gathered::default();
        for (study, source) in &description.studies {
            watch.progress(&format!("{name}: {study}"), ran.len() as f64 / steps as f64);
            let (outcome, text) = self.run_source(source, quick, watch).map_err(|failure| match failure {
                Failure::Interrupted => ValidationError::Interrupted,
                Failure::Said(what) => malformed(format!("study `{study}`: {what}")),
            })?;
            gathered.add_study(study, &outcome);
            complete.insert(study.clone(), text);
            ran.push((study.clone(), outcome));
        }
        let mut items = Vec::new();
        for item in description.items {
            let what = format!("{name}: {}", item.number);
            watch.progress(&what, (ran.len() + items.len()) as f64 / steps as f64);
            if watch.cancelled() {
                return Err(ValidationError::Interrupted);
            }
            for figure in &item.figure {
                gathered.add_figure(figure, &ran).map_err(|what| malformed(format!("{}: {what}", item.number)))?;
            }
            let inputs = item.inputs.iter().flat_map(|inputs| inputs.rows.iter().map(move |row| (inputs, row)));
            let given = inputs.map(|(inputs, row)| {
                let text = complete.get(&inputs.study).map_or("", String::as_str);
                inputs::show(row, &inputs.source, text)
            });
            let numbers = item.shown.iter().map(|shown| numbers::show(shown, &ran));
            let shown: Result<_, String> = given.chain(numbers).collect();
            let shown = shown.map_err(|what| malformed(format!("{}: {what}", item.number)))?;
            items.push(self.finish_item(item, shown, pace, &malformed)?);
        }
        let Description { title, source, introduction, .. } = description;
        Ok(Paper { title, source, introduction, items, outcome: gathered.finish() })
    }

    fn finish_item(
        &self,
        item: Item,
        shown: Vec<Shown>,
        pace: Pace,
        malformed: &dyn Fn(String) -> ValidationError,
    ) -> Result<PaperItem, ValidationError> {
        let mut comparisons = Vec::new();
        for selection in &item.compare {
            // All rows of a case are there whenever the case is: it has a test of its own.
            if pace == Pace::Quick && selection.is_all() {
                continue;
            }
            let rows = self.run(std::slice::from_ref(&selection.case), false, &mut |_| ())?;
            let before = comparisons.len();
            let called = |row: Comparison| match &selection.called {
                Some(words) => Comparison { label: format!("{words}, {}", row.label), ..row },
                None => row,
            };
            comparisons.extend(rows.into_iter().filter(|row| selection.has(row)).map(called));
            if comparisons.len() == before {
                return Err(malformed(format!("{}: nothing of case `{}` is selected", item.number, selection.case)));
            }
        }
        let Item { number, title, verdict, text, errata, figure, ranking, .. } = item;
        Ok(PaperItem { number, title, verdict, text, errata, comparisons, shown, figures: figure.len(), ranking })
    }

    /// A shipped study with the files that it reads, checked; nothing if there is none of that name.
    pub fn check_template(&self, kind: &str) -> Option<Result<Study, Diagnostics>> {
        let found = template(kind)?;
        let files = |path: &Path| {
            let beside = found.data.iter().find(|(name, _)| Path::new(name) == path);
            beside.map_or_else(|| self.read(path), |(_, bytes)| Ok(bytes.to_vec()))
        };
        Some(StudyFile::from_text(&format!("{}.toml", found.file), found.text).check_with(&files))
    }

    /// Runs a study; one of many runs becomes a series with a row a run. With it, the study with everything written out.
    fn run_source(
        &self,
        source: &StudySource,
        quick: Option<&BTreeMap<String, Value>>,
        watch: &dyn Watch,
    ) -> Result<(Outcome, String), Failure> {
        if source.catalogue {
            let catalogue = Catalogue::compute(Impact::STANDARD).map_err(|failure| failure.to_string())?;
            return Ok((catalogue.outcome(), String::new()));
        }
        let (name, text, data): (String, String, &[(&str, &[u8])]) = match (&source.template, &source.file) {
            (Some(kind), _) => {
                let found = template(kind).ok_or_else(|| format!("no shipped study is called `{kind}`"))?;
                (format!("{}.toml", found.file), found.text.to_owned(), found.data)
            }
            (_, Some(file)) => {
                let text = self.text(file).ok_or_else(|| format!("there is no file `{file}`"))?;
                (file.clone(), text, &[])
            }
            _ => return Err(Failure::Said("it has neither a template nor a file".into())),
        };
        let text = super::expected::change(&text, &source.set)?;
        let text = match quick {
            Some(changes) => super::expected::change(&text, &of_its_joint(&text, changes)?)?,
            None => text,
        };
        let file = StudyFile::from_text(&name, &text);
        if file.is_many() {
            let campaign = file.check_many().map_err(|wrong| wrong.to_string())?;
            return Ok((campaign.compute_series(watch)?, campaign.resolved_text().to_owned()));
        }
        let files = |path: &Path| {
            let beside = data.iter().find(|(name, _)| Path::new(name) == path);
            beside.map_or_else(|| self.read(path), |(_, bytes)| Ok(bytes.to_vec()))
        };
        let study = file.check_with(&files).map_err(|wrong| wrong.to_string())?;
        Ok((study.run(watch)?, study.resolved_text().to_owned()))
    }
}

/// The changes of the joint that a study is about: `liner.mesh.layers` of a study with a table `liner`.
fn of_its_joint(text: &str, changes: &BTreeMap<String, Value>) -> Result<BTreeMap<String, Value>, String> {
    let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    let its = changes.iter().filter(|(path, _)| path.split('.').next().is_some_and(|joint| table.contains_key(joint)));
    Ok(its.map(|(path, value)| (path.clone(), value.clone())).collect())
}

/// How a page is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// As people see it.
    Full,
    /// From cheap runs of its studies, and without whole cases: whether all that it names is there.
    Quick,
}

/// Why a study of a page gave nothing.
enum Failure {
    Interrupted,
    Said(String),
}

impl From<String> for Failure {
    fn from(what: String) -> Self {
        Self::Said(what)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Interrupted => Self::Interrupted,
            other => Self::Said(other.to_string()),
        }
    }
}

impl Selection {
    fn is_all(&self) -> bool {
        self.labels.is_none() && self.quantities.is_none() && self.source.is_none()
    }

    fn has(&self, row: &Comparison) -> bool {
        let named =
            |names: &Option<Vec<String>>, name: &String| names.as_ref().is_none_or(|names| names.contains(name));
        let from = self.source.as_ref().is_none_or(|words| row.source.contains(words.as_str()));
        named(&self.labels, &row.label) && named(&self.quantities, &row.quantity) && from
    }
}
