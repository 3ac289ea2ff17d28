//! One page a paper: its tables, figures and equations in order, ours beside them, errata marked, and a sentence for what
//! is not there. The page is a file, `validation/papers/<name>.toml`; every number and curve on it is computed when it is made.

mod description;
mod gather;
mod inputs;

use std::collections::BTreeMap;
use std::path::Path;

use joints::Watch;
use joints::catalogue::{Catalogue, Impact};
use results::{Outcome, Scalar};
use serde::Deserialize;

use self::description::{Description, Item, Selection, ShownNumber, StudySource};
use self::gather::{Gathered, Ran, find};
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
    /// What came out, in SI.
    pub computed: f64,
    /// Where it is printed, or what to make of it.
    pub note: String,
    /// Of a parameter: whether it is that of the study.
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
        let steps = description.studies.len() + description.items.len();
        let mut ran = Ran::new();
        let mut complete: BTreeMap<String, String> = BTreeMap::new();
        let mut gathered = Gathered::default();
        for (study, source) in &description.studies {
            watch.progress(&format!("{name}: {study}"), ran.len() as f64 / steps as f64);
            let (outcome, text) = self.run_source(source, watch).map_err(|failure| match failure {
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
            let numbers = item.shown.iter().map(|shown| show(shown, &ran));
            let shown: Result<_, String> = given.chain(numbers).collect();
            let shown = shown.map_err(|what| malformed(format!("{}: {what}", item.number)))?;
            items.push(self.finish_item(item, shown, &malformed)?);
        }
        let Description { title, source, introduction, .. } = description;
        Ok(Paper { title, source, introduction, items, outcome: gathered.finish() })
    }

    fn finish_item(
        &self,
        item: Item,
        shown: Vec<Shown>,
        malformed: &dyn Fn(String) -> ValidationError,
    ) -> Result<PaperItem, ValidationError> {
        let mut comparisons = Vec::new();
        for selection in &item.compare {
            let rows = self.run(std::slice::from_ref(&selection.case), false, &mut |_| ())?;
            let before = comparisons.len();
            comparisons.extend(rows.into_iter().filter(|row| selection.has(row)));
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
    fn run_source(&self, source: &StudySource, watch: &dyn Watch) -> Result<(Outcome, String), Failure> {
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
    fn has(&self, row: &Comparison) -> bool {
        let named =
            |names: &Option<Vec<String>>, name: &String| names.as_ref().is_none_or(|names| names.contains(name));
        let from = self.source.as_ref().is_none_or(|words| row.source.contains(words.as_str()));
        named(&self.labels, &row.label) && named(&self.quantities, &row.quantity) && from
    }
}

/// A headline number, or a counter of the work that was done.
fn show(number: &ShownNumber, ran: &Ran) -> Result<Shown, String> {
    let ShownNumber { study, quantity, label, printed, beside, note } = number;
    let Scalar { name, label: own, value } = find_number(ran, study, quantity)?;
    let printed = match beside {
        Some(_) if !printed.is_empty() => return Err(format!("`{quantity}` of `{study}` has `printed` and `beside`")),
        Some(other) => vec![find_number(ran, other, quantity)?.value],
        None => printed.clone(),
    };
    Ok(Shown {
        label: label.clone().unwrap_or(own),
        quantity: name,
        printed,
        computed: value,
        note: note.clone(),
        agrees: None,
        texts: None,
    })
}

/// A headline number of a study, or one of its counts.
fn find_number(ran: &Ran, study: &str, quantity: &str) -> Result<Scalar, String> {
    let outcome = find(ran, study)?;
    let scalar = outcome.headline.iter().find(|scalar| scalar.name == quantity).cloned();
    let counted = || {
        let (name, count) = outcome.work.iter().find(|(name, _)| name == quantity)?;
        let (words, count) = (name.replace('_', " "), u32::try_from(*count).ok()?);
        Some(Scalar::new(&format!("{name}_count"), &words, f64::from(count)))
    };
    scalar.or_else(counted).ok_or_else(|| {
        let headline = outcome.headline.iter().map(|scalar| scalar.name.as_str());
        let known: Vec<&str> = headline.chain(outcome.work.iter().map(|(name, _)| name.as_str())).collect();
        format!("study `{study}` gives no `{quantity}`, but {}", known.join(", "))
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use joints::Unwatched;

    use super::*;

    #[test]
    fn every_page_reads_and_names_cases_and_templates_that_exist() {
        let library = Library::embedded();
        let cases: Vec<String> = library.cases().unwrap().into_iter().map(|case| case.name).collect();
        assert!(!library.papers().is_empty());
        for paper in library.papers() {
            let text = library.text(&format!("papers/{paper}.toml")).unwrap();
            let description = Description::read(paper, &text).unwrap();
            for selection in description.items.iter().flat_map(|item| &item.compare) {
                assert!(cases.contains(&selection.case), "{paper}: there is no case {}", selection.case);
            }
            let known = |study: &String| description.studies.contains_key(study);
            for item in &description.items {
                let curves = item.figure.iter().flat_map(|figure| figure.curves.iter().map(|curve| &curve.study));
                let taken = item.figure.iter().filter_map(|figure| figure.study.as_ref());
                let mut named = curves
                    .chain(taken)
                    .chain(item.shown.iter().map(|shown| &shown.study))
                    .chain(item.inputs.iter().map(|inputs| &inputs.study));
                assert!(named.all(known), "{paper}, {}: a study is not declared", item.number);
            }
            for source in description.studies.values() {
                let there = match (&source.template, &source.file) {
                    (Some(kind), _) => template(kind).is_some(),
                    (_, Some(file)) => library.text(file).is_some(),
                    _ => source.catalogue,
                };
                assert!(there, "{paper}: {source:?}");
            }
        }
    }

    #[test]
    fn an_unknown_paper_gets_the_nearest_name() {
        let error = Library::embedded().compute_paper("askari2081", &Unwatched).unwrap_err();
        assert_eq!(error.hint().as_deref(), Some("did you mean `askari2018`?"), "{error}");
    }

    #[test]
    fn what_is_not_there_needs_a_reason() {
        let text = "title = \"P\"\nsource = \"P2000\"\n[[item]]\nnumber = \"Fig. 1\"\ntitle = \"A photograph\"\nverdict = \"absent\"\n";
        let error = Description::read("p", text).unwrap_err().to_string();
        assert!(error.contains("Fig. 1 differs or is not there, and nothing says why"), "{error}");
        assert!(Description::read("p", &format!("{text}text = [\"it is a photograph\"]\n")).is_ok());
    }
}
