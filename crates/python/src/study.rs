//! A study with one run.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use pyo3::prelude::*;
use results::{Provenance, ResultFolder, Severity};
use study::StudyFile;
use synovia::checkpoint::Checkpoint;
use synovia::failure::Failure;
use synovia::run::{Labels, TakeUp, fill, take_up};
use synovia::telling::{provenance, render_pages, words_on_kept};

use crate::error::{failed, failed_run, warn, wrong_study};
use crate::job;
use crate::outcome::Outcome;

/// Files from memory, by the names with which a study asks for them.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A study as it was written; `name` says where errors are, and in which folder files are looked for.
pub fn study_file(text: &str, name: &str, files: Files) -> StudyFile {
    StudyFile::from_text(name, text).with_files(files)
}

/// Whether a study asks for many runs.
#[pyfunction]
pub fn is_many(text: &str) -> bool {
    StudyFile::from_text("study.toml", text).is_many()
}

/// A study with one run, checked.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct Study {
    pub inner: Arc<study::Study>,
}

impl Study {
    fn provenance(&self, outcome: &Outcome) -> Provenance {
        let made = provenance(results::hash(&self.inner.inputs()), outcome.started, Instant::now());
        Provenance { wall_time_s: outcome.seconds, ..made }
    }
}

#[pymethods]
impl Study {
    /// Checks a study: its text, the name of its file, and files from memory.
    #[new]
    fn new(py: Python<'_>, text: &str, name: &str, files: Files) -> PyResult<Self> {
        let study = py.detach(|| study_file(text, name, files).check());
        Ok(Self { inner: Arc::new(study.map_err(|wrong| wrong_study(&wrong))?) })
    }

    /// What it is called, where it says so.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.inner.title()
    }

    /// What would run, in one line.
    #[getter]
    fn outline(&self) -> String {
        self.inner.outline()
    }

    /// The complete study with every default written out.
    #[getter]
    fn resolved(&self) -> &str {
        self.inner.resolved_text()
    }

    /// The files that it uses, by the names with which the complete study asks for them.
    #[getter]
    fn data_files(&self) -> Files {
        self.inner.data_files().iter().map(|file| (file.name.clone(), file.bytes.clone())).collect()
    }

    /// What went in, in sections of names and values.
    fn describe(&self) -> Vec<(String, Vec<(String, String)>)> {
        self.inner.describe()
    }

    /// What a run needs of the machine.
    #[getter]
    fn need(&self) -> String {
        self.inner.need().words()
    }

    /// Runs it, without the global lock; headline numbers alone where the rest is not asked for.
    #[pyo3(signature = (show=None, headline=false, checkpoint=None, accept_other_build=false))]
    fn run(
        &self,
        py: Python<'_>,
        show: Option<Py<PyAny>>,
        headline: bool,
        checkpoint: Option<PathBuf>,
        accept_other_build: bool,
    ) -> PyResult<Outcome> {
        let started = SystemTime::now();
        let study = self.inner.clone();
        let checkpoint = checkpoint.map(|path| Checkpoint::of(path, &results::hash(&study.inputs())));
        let kept = checkpoint.clone().map(|checkpoint| begin(py, checkpoint, accept_other_build)).transpose()?;
        let done =
            job::run(py, show, kept, move |watch| if headline { study.run_headline(watch) } else { study.run(watch) })?;
        let outcome = done.map_err(failed_run)?;
        if let Some(checkpoint) = checkpoint {
            checkpoint.forget();
        }
        Ok(Outcome::new(outcome, started))
    }

    /// The page and the picture of a result.
    fn pages(&self, py: Python<'_>, outcome: &Outcome, title: &str) -> PyResult<(String, String)> {
        let provenance = self.provenance(outcome);
        let pages = py.detach(|| render_pages(&self.inner, &outcome.inner, title, &provenance));
        let [(_, html), (_, picture)] = pages.map_err(|failure| failed(&failure))?;
        Ok((html, picture))
    }

    /// Writes a result as `synovia run` does; there completely or not at all. What of the user's is kept is a warning.
    #[pyo3(signature = (outcome, folder, title, force=false, vtk=true))]
    fn save(
        &self,
        py: Python<'_>,
        outcome: &Outcome,
        folder: PathBuf,
        title: &str,
        force: bool,
        vtk: bool,
    ) -> PyResult<()> {
        let provenance = self.provenance(outcome);
        let written = py.detach(|| -> Result<Option<String>, Failure> {
            let mut pending = ResultFolder::create(&folder, force)?;
            fill(&mut pending, &self.inner, &outcome.inner, &Labels { title, provenance: &provenance, vtk })?;
            Ok(words_on_kept(&folder, &pending.commit()?.kept))
        });
        let kept = written.map_err(|failure| failed(&failure))?;
        kept.iter().try_for_each(|text| warn(py, text))
    }
}

/// Looks for what an earlier run has left; what there is to say about it is a warning.
fn begin(py: Python<'_>, checkpoint: Checkpoint, accept_other_build: bool) -> PyResult<job::Kept> {
    let mut said = Vec::new();
    let manner = TakeUp { force: false, accept_other_build };
    let state = take_up(&checkpoint, &manner, |severity, text| {
        if severity == Severity::Caution {
            said.push(text.to_owned());
        }
    });
    let state = state.map_err(|failure| failed(&failure))?;
    said.iter().try_for_each(|text| warn(py, text))?;
    Ok(job::Kept { checkpoint, state })
}
