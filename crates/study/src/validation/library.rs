//! The cases: where they come from, and how they are run.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};

use joints::Unwatched;
use serde::Serialize;

use super::evidence::{Evidence, evidence, of_row};
use super::expected::Expected;
use super::{Comparison, Form, Reference, ValidationError, builtin};
use crate::StudyFile;
use crate::complaint::suggest;

static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/validation.rs"));

/// One case, without its numbers.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Case {
    /// What to ask for.
    pub name: String,
    /// The claim in one sentence.
    pub claim: String,
    /// The text of its README; empty for a case in Rust.
    pub readme: String,
    /// Whether it runs only when asked for.
    pub slow: bool,
    /// What its expected numbers are.
    pub reference: Reference,
    /// How uncertain they are themselves, as a share of their size.
    pub uncertainty: Option<f64>,
    /// Where that is known from.
    pub uncertainty_of: String,
    /// Whether that is our estimate.
    pub estimated: bool,
}

/// Cases, by the files that make them.
#[derive(Debug, Clone, Default)]
pub struct Library {
    /// Content by `case/file`.
    files: BTreeMap<String, Vec<u8>>,
    /// Whether the cases in Rust belong to it.
    with_builtin: bool,
    /// Cases that were taken away.
    without: BTreeSet<String>,
}

/// What a study gave: headline numbers by name, or why it failed.
type Ran = Result<Vec<(String, f64)>, String>;

impl Library {
    /// The cases that come with the program.
    pub fn embedded() -> Self {
        let files = EMBEDDED.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect();
        Self { files, with_builtin: true, without: BTreeSet::new() }
    }

    /// The cases of a folder, each a folder of its own.
    pub fn load_folder(folder: &Path) -> Result<Self, ValidationError> {
        let mut library = Self::default();
        let unreadable = |cause| ValidationError::Unreadable { path: folder.display().to_string(), cause };
        library.add(folder, "").map_err(unreadable)?;
        Ok(library)
    }

    /// With the cases that are written in Rust: a page of a paper may show them, wherever it comes from.
    #[must_use]
    pub fn with_builtin(self) -> Self {
        Self { with_builtin: true, ..self }
    }

    fn add(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let (path, name) = (entry.as_ref().map(|e| e.path()), entry.as_ref().map(|e| e.file_name()));
            let (Ok(path), Ok(name)) = (path, name) else { continue };
            let name = format!("{prefix}{}", name.to_string_lossy());
            if path.is_dir() {
                self.add(&path, &format!("{name}/"))?;
            } else {
                self.files.insert(name, std::fs::read(&path)?);
            }
        }
        Ok(())
    }

    /// Names of the files in a folder of the library.
    pub(super) fn files_in<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = &'a str> {
        self.files.keys().filter_map(move |name| name.strip_prefix(folder)?.strip_prefix('/'))
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.files.get(name).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// Every case, those of folders first.
    pub fn cases(&self) -> Result<Vec<Case>, ValidationError> {
        let mut cases = Vec::new();
        for file in self.files.keys() {
            let Some(name) = file.strip_suffix("/expected.toml") else { continue };
            let expected = self.expected(name)?;
            let readme = self.text(&format!("{name}/README.md")).unwrap_or_default();
            let Expected { claim, slow, reference, uncertainty, uncertainty_of, estimated, .. } = expected;
            let name = name.into();
            cases.push(Case { name, claim, readme, slow, reference, uncertainty, uncertainty_of, estimated });
        }
        for (name, claim, _) in self.builtin() {
            let readme = self.text(&format!("{name}/README.md")).unwrap_or_default();
            let Evidence { reference, uncertainty, of, .. } = evidence(name);
            let (claim, uncertainty_of) = (claim.into(), of.into());
            let uncertainty = Some(uncertainty);
            let (name, slow, estimated) = (name.into(), false, false);
            cases.push(Case { name, claim, readme, slow, reference, uncertainty, uncertainty_of, estimated });
        }
        Ok(cases)
    }

    fn builtin(&self) -> Vec<super::Builtin> {
        let mut cases = if self.with_builtin { builtin() } else { Vec::new() };
        cases.retain(|(name, ..)| !self.without.contains(*name));
        cases
    }

    /// The same library without a case: what rests on it alone is then without support.
    #[must_use]
    pub fn without(mut self, case: &str) -> Self {
        self.files.retain(|name, _| name.split('/').next() != Some(case));
        self.without.insert(case.to_owned());
        self
    }

    /// The studies of a case as they are run, each with the quantities that are judged in it; none for a case in Rust.
    pub(crate) fn studies(&self, case: &str) -> BTreeMap<String, Vec<String>> {
        let mut studies: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let Ok(expected) = self.expected(case) else { return studies };
        for compare in &expected.compare {
            let text = self.text(&format!("{case}/{}", compare.study));
            if let Some(text) = text.and_then(|text| compare.changed(&text).ok()) {
                let judged = studies.entry(text).or_default();
                judged.extend(compare.is_judged().then(|| compare.quantity.clone()));
            }
        }
        studies
    }

    fn expected(&self, case: &str) -> Result<Expected, ValidationError> {
        Expected::read(case, &self.text(&format!("{case}/expected.toml")).unwrap_or_default())
    }

    /// Runs the cases of these names, or every case that is not slow, or every case if `all`.
    pub fn run(
        &self,
        cases: &[String],
        all: bool,
        on_result: &mut dyn FnMut(&Comparison),
    ) -> Result<Vec<Comparison>, ValidationError> {
        let known = self.cases()?;
        let names: Vec<&str> = known.iter().map(|case| case.name.as_str()).collect();
        if let Some(unknown) = cases.iter().find(|name| !names.contains(&name.as_str())) {
            return Err(ValidationError::UnknownCase {
                name: unknown.clone(),
                hint: suggest(unknown, &names, "cases"),
            });
        }
        let wanted =
            |case: &&Case| if cases.is_empty() { all || !case.slow } else { all || cases.contains(&case.name) };
        let mut comparisons = Vec::new();
        for case in known.iter().filter(wanted) {
            let mut hand_over = |comparison: Comparison| {
                // An ordering holds two numbers of ours against each other.
                let ordering = comparison.form == Form::LessThan;
                let mut comparison = Comparison { case: case.name.clone(), ..comparison };
                if let Some((share, of)) = of_row(&case.name, &comparison.source) {
                    (comparison.uncertainty, comparison.uncertainty_of) = (Some(share), of.into());
                }
                if comparison.uncertainty.is_none() && !ordering {
                    comparison.uncertainty = case.uncertainty;
                    comparison.uncertainty_of.clone_from(&case.uncertainty_of);
                    comparison.estimated = case.estimated;
                }
                on_result(&comparison);
                comparisons.push(comparison);
            };
            match self.builtin().iter().find(|(name, ..)| *name == case.name) {
                Some((_, _, compute)) => compute().into_iter().for_each(&mut hand_over),
                None => self.run_folder(&case.name, &mut hand_over)?,
            }
        }
        Ok(comparisons)
    }

    fn run_folder(&self, case: &str, hand_over: &mut dyn FnMut(Comparison)) -> Result<(), ValidationError> {
        let expected = self.expected(case)?;
        if let Some(why) = missing(&expected.needs) {
            expected.compare.iter().for_each(|compare| hand_over(compare.skip(&why)));
            return Ok(());
        }
        let mut ran: HashMap<String, Ran> = HashMap::new();
        for compare in &expected.compare {
            let name = format!("{case}/{}", compare.study);
            let text = self.text(&name).ok_or_else(|| format!("there is no study `{name}`"));
            let computed = text.and_then(|text| compare.changed(&text)).and_then(|text| {
                let values = ran.entry(format!("{name}\n{text}")).or_insert_with(|| self.run_study(&name, &text));
                pick(values, &compare.quantity)
            });
            hand_over(compare.judge(computed));
        }
        Ok(())
    }

    /// A file of the library, as a study beside it names it; or one of others, `../../../shared/data/…`.
    pub(super) fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let name = path.to_string_lossy().replace('\\', "/");
        if let Some((_, of_others)) = name.split_once("/../../../shared/data/") {
            let folder = find_shared().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
            return std::fs::read(folder.join(of_others));
        }
        self.files.get(&name).cloned().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn run_study(&self, name: &str, text: &str) -> Ran {
        let files = |path: &Path| self.read(path);
        let study = StudyFile::from_text(name, text).check_with(&files).map_err(|wrong| wrong.to_string())?;
        let outcome = study.run(&Unwatched).map_err(|error| error.to_string())?;
        let work = outcome.work.iter().map(|(name, count)| (name.clone(), *count as f64));
        Ok(outcome.headline.iter().map(|s| (s.name.clone(), s.value)).chain(work).collect())
    }
}

/// The folder `shared/data` beside the project: beside the folder in which the program runs, or beside one above it.
fn find_shared() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().skip(1).map(|above| above.join("shared/data")).find(|folder| folder.is_dir())
}

/// Why a case that needs files of others cannot be run here.
fn missing(needs: &[String]) -> Option<String> {
    let folder = find_shared();
    let absent = |name: &&String| !folder.as_ref().is_some_and(|folder| folder.join(name).is_file());
    let name = needs.iter().find(absent)?;
    Some(format!("skipped: the project does not contain the files of others; put {name} into ../shared/data"))
}

fn pick(ran: &Ran, quantity: &str) -> Result<f64, String> {
    let values = ran.as_ref().map_err(Clone::clone)?;
    let found = values.iter().find(|(name, _)| name == quantity).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|(name, _)| name.as_str()).collect();
        format!("the run gave no `{quantity}`; {}", suggest(quantity, &names, "quantities"))
    })
}
