//! A study of many runs, and its store.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

use joints::Watch as _;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::prelude::*;
use results::store::{Header, Opening, Row, Store};
use study::{Ask, Asking, CampaignError, Words};
use synovia::failure::Failure;
use synovia::many::{join, open_watched, write_pages};

use crate::error::{failed, failed_run, failed_store, misuse, warn, wrong_study};
use crate::job;
use crate::outcome::Outcome;
use crate::study::{Files, study_file};
use crate::table::Table;
use crate::wire;

/// A study of many runs, checked.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct Campaign {
    inner: Arc<study::Campaign>,
    /// What another machine computed for it before, by its key.
    brought: Arc<Files>,
}

fn stopped(error: CampaignError) -> PyErr {
    match error {
        CampaignError::Interrupted => pyo3::exceptions::PyKeyboardInterrupt::new_err(()),
        CampaignError::Store(error) => failed_store(&error),
        CampaignError::Search(words) => crate::error::raise("RunError", &words.to_string(), &[]),
    }
}

#[pymethods]
impl Campaign {
    /// Checks a study of many runs: its text, the name of its file, files from memory, and what a `Runner` of the same build
    /// carries.
    #[new]
    #[pyo3(signature = (text, name, files, carried=Files::new()))]
    fn new(py: Python<'_>, text: &str, name: &str, files: Files, carried: Files) -> PyResult<Self> {
        let campaign = py.detach(|| study_file(text, name, files).check_many());
        let inner = Arc::new(campaign.map_err(|wrong| wrong_study(&wrong))?);
        Ok(Self { inner, brought: Arc::new(carried) })
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
        self.inner.data_files().map(|file| (file.name.clone(), file.bytes.clone())).collect()
    }

    /// Hash of everything that decides the runs.
    #[getter]
    fn hash(&self) -> &str {
        self.inner.hash()
    }

    /// How many runs there are, where that is known in advance.
    #[getter]
    fn runs(&self) -> Option<u64> {
        self.inner.runs()
    }

    /// Whether each run depends on those before it.
    #[getter]
    fn adaptive(&self) -> bool {
        self.inner.is_adaptive()
    }

    /// Computes runs that a `Runner` asked for, one after the other: what `Runner.add` takes, and how many they are. Where
    /// they take longer than so many seconds the rest is left to whoever asks again; one is always computed.
    fn answer<'py>(&self, py: Python<'py>, asked: &str, seconds: f64) -> PyResult<(Bound<'py, PyBytes>, usize)> {
        let asked: Vec<Ask> = serde_json::from_str(asked).map_err(misuse)?;
        let (campaign, brought) = (self.inner.clone(), self.brought.clone());
        let rows = job::run(py, None, None, move |watch| {
            let watch = &Quiet { inner: watch, brought: &brought, used: None };
            let begun = Instant::now();
            // A worker has as many tasks at once as it has threads: each of them keeps to one.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
            let compute = || {
                let in_time = |(i, ask)| (i == 0 || begun.elapsed().as_secs_f64() < seconds).then_some(ask);
                let asked = asked.into_iter().enumerate().map_while(in_time);
                let rows: Vec<Row> = asked.map_while(|ask| campaign.answer(ask, watch)).collect();
                let count = rows.len();
                wire::pack(rows).map(|bytes| (bytes, count))
            };
            match pool {
                Ok(pool) => pool.install(compute),
                Err(_) => compute(),
            }
        })?;
        let (bytes, count) = rows.map_err(misuse)?;
        Ok((PyBytes::new(py, &bytes), count))
    }

    /// Computes all runs on all cores, without a store.
    #[pyo3(signature = (show=None))]
    fn evaluate(&self, py: Python<'_>, show: Option<Py<PyAny>>) -> PyResult<Table> {
        let campaign = self.inner.clone();
        let done = job::run(py, show, None, move |watch| {
            let quiet = Quiet::of(watch);
            let header = campaign.header_watched(synovia::VERSION, &quiet)?;
            let total = campaign.runs().unwrap_or_default();
            let finished = std::sync::atomic::AtomicU64::new(0);
            let rows: Vec<Option<Row>> = (0..total)
                .into_par_iter()
                .map(|run| {
                    if watch.cancelled() {
                        return None;
                    }
                    let row = campaign.answer(Ask { run, point: None }, &quiet);
                    let done = 1 + finished.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    watch.progress("runs", done as f64 / total.max(1) as f64);
                    row
                })
                .collect();
            let rows: Vec<Row> = rows.into_iter().flatten().collect();
            Ok(Table::of_rows(&header, &rows))
        })?;
        done.map_err(failed_run)
    }

    /// Opens or makes the store in a folder. What is damaged in it, and what of the user's is kept, is a warning.
    #[pyo3(signature = (folder, force=false, accept_other_build=false, shard=None))]
    fn open(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        force: bool,
        accept_other_build: bool,
        shard: Option<(u32, u32)>,
    ) -> PyResult<Runner> {
        if let Some((index, count)) = shard.filter(|(index, count)| !(1..=*count).contains(index)) {
            return Err(misuse(Words::new(format!("shard {index} of {count}"), "write (3, 16): the third of sixteen")));
        }
        if shard.is_some() && self.inner.is_adaptive() {
            let message = "each run of a search depends on those before it: it cannot be divided";
            return Err(misuse(Words::new(message, "leave out `--shard`")));
        }
        let how = opening(force, accept_other_build);
        let campaign = self.inner.clone();
        let opened = job::run(py, None, None, move |watch| {
            let used = Mutex::default();
            let quiet = Quiet { used: Some(&used), ..Quiet::of(watch) };
            let opened = open_watched(&campaign, &folder, shard, how, &quiet)?;
            Ok::<_, Failure>((opened, used.into_inner().unwrap_or_else(PoisonError::into_inner)))
        })?;
        let ((store, said), carried) = opened.map_err(|failure| failed(&failure))?;
        said.iter().try_for_each(|text| warn(py, text))?;
        let asking = self.inner.begin().map_err(stopped)?;
        let campaign = self.inner.clone();
        Ok(Runner { campaign, carried, state: Arc::new(Mutex::new(Some(State { store, asking }))) })
    }
}

/// Joins the stores of shards into one, and reports on it where all runs are there: how many are, and of how many.
#[pyfunction]
#[pyo3(signature = (shards, out, name, force=false, accept_other_build=false))]
pub fn merge(
    py: Python<'_>,
    shards: Vec<PathBuf>,
    out: PathBuf,
    name: String,
    force: bool,
    accept_other_build: bool,
) -> PyResult<(u64, u64)> {
    let how = opening(force, accept_other_build);
    let done = job::run(py, None, None, move |watch| {
        let (campaign, mut store, said) = join(&shards, &out, how)?;
        let finished = store.contents().finished();
        let all = campaign.runs().unwrap_or(finished);
        if finished >= all {
            store.close()?;
            write_pages(&campaign, &store, &name, &Quiet::of(watch))?;
        }
        Ok::<_, Failure>((said, finished, all))
    })?;
    let (said, finished, all) = done.map_err(|failure| failed(&failure))?;
    said.iter().try_for_each(|text| warn(py, text))?;
    Ok((finished, all))
}

/// What to do with a store that is there already.
fn opening(force: bool, accept_other_build: bool) -> Opening {
    match (force, accept_other_build) {
        (true, _) => Opening::Replace,
        (_, true) => Opening::AcrossBuilds,
        _ => Opening::Resume,
    }
}

struct State {
    store: Store,
    asking: Asking,
}

/// What a run sees of the onlooker: whether to stop, and what was computed before, here or where the study comes from.
struct Quiet<'a> {
    inner: &'a job::Progress,
    brought: &'a Files,
    /// Where what is used is written down, for other machines.
    used: Option<&'a Mutex<Files>>,
}

static NOTHING: Files = BTreeMap::new();

impl<'a> Quiet<'a> {
    fn of(inner: &'a job::Progress) -> Self {
        Self { inner, brought: &NOTHING, used: None }
    }
}

impl joints::Watch for Quiet<'_> {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        self.inner.cancelled()
    }
    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        self.brought.get(key).cloned().or_else(|| self.inner.recall(key))
    }
    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        self.inner.remember(key, about, bytes);
    }
    fn used(&self, key: &str, bytes: &dyn Fn() -> Vec<u8>) {
        if let Some(used) = self.used {
            used.lock().unwrap_or_else(PoisonError::into_inner).entry(key.to_owned()).or_insert_with(bytes);
        }
    }
}

/// A study of many runs with its store: runs are asked for, computed somewhere, and added.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct Runner {
    campaign: Arc<study::Campaign>,
    carried: Files,
    state: Arc<Mutex<Option<State>>>,
}

fn lock(state: &Mutex<Option<State>>) -> MutexGuard<'_, Option<State>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn released() -> PyErr {
    misuse("the store has been released")
}

impl Runner {
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut State) -> PyResult<T> + Send) -> PyResult<T> {
        py.detach(|| work(lock(&self.state).as_mut().ok_or_else(released)?))
    }
}

#[pymethods]
impl Runner {
    /// How many runs are done.
    #[getter]
    fn finished(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |state| Ok(state.store.contents().finished()))
    }

    /// What the base case needed of the cache, by its key: workers then need not compute it.
    #[getter]
    fn carried(&self) -> Files {
        self.carried.clone()
    }

    /// How many there are, or may be.
    #[getter]
    fn most(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |state| {
            Ok(state.store.contents().header().planned().unwrap_or_else(|| self.campaign.most_runs()))
        })
    }

    /// The next runs to compute, as JSON: at most so many of a plan, a whole round of a search; an empty list where a round
    /// is not complete. None when there are no more.
    fn ask(&self, py: Python<'_>, most: usize) -> PyResult<Option<Vec<String>>> {
        self.with(py, |state| {
            let asked = state.asking.ask(&self.campaign, state.store.contents(), most).map_err(stopped)?;
            let text = |ask: &Ask| serde_json::to_string(ask).map_err(misuse);
            asked.map(|asked| asked.iter().map(text).collect()).transpose()
        })
    }

    /// Adds finished runs: when this returns, they outlive the process. Runs that are there already are passed over.
    fn add(&self, py: Python<'_>, answered: &[u8]) -> PyResult<()> {
        self.with(py, |state| {
            for row in wire::unpack(answered).map_err(misuse)? {
                if !state.store.contents().is_finished(row.run) {
                    state.store.append(row).map_err(|error| failed_store(&error))?;
                }
            }
            Ok(())
        })
    }

    /// Computes everything that is not done, on all cores of this machine.
    #[pyo3(signature = (show=None))]
    fn execute(&self, py: Python<'_>, show: Option<Py<PyAny>>) -> PyResult<()> {
        let (campaign, state) = (self.campaign.clone(), self.state.clone());
        let done = job::run(py, show, None, move |watch| match lock(&state).as_mut() {
            Some(state) => campaign.execute(&mut state.store, watch),
            None => Ok(()),
        })?;
        done.map_err(stopped)
    }

    /// Writes tables and pages when all runs are done; what the page says.
    #[pyo3(signature = (name, show=None))]
    fn finish(&self, py: Python<'_>, name: String, show: Option<Py<PyAny>>) -> PyResult<Outcome> {
        let started = SystemTime::now();
        let (campaign, state) = (self.campaign.clone(), self.state.clone());
        let done = job::run(py, show, None, move |watch| match lock(&state).as_mut() {
            Some(State { store, .. }) => {
                store.close()?;
                write_pages(&campaign, store, &name, watch).map(|(outcome, _)| Some(outcome))
            }
            None => Ok(None),
        })?;
        let outcome = done.map_err(|failure| failed(&failure))?.ok_or_else(released)?;
        Ok(Outcome::new(outcome, started))
    }

    /// The header of the store, as JSON.
    #[getter]
    fn header(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |state| serde_json::to_string::<Header>(state.store.contents().header()).map_err(misuse))
    }

    /// Closes the store, so that others may open it. Work that did not stop in time keeps it for as long as it takes.
    fn release(&self) {
        if let Ok(mut state) = self.state.try_lock() {
            drop(state.take());
        }
    }
}
