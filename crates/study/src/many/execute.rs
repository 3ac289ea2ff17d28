//! Runs on all cores, into the store.

use std::sync::Mutex;

use joints::Watch;
use results::store::{Store, StoreError};

use super::campaign::Campaign;
use super::vary::Setting;
use crate::diagnostic::Words;

/// Why a campaign stopped before its end. What had finished is in the store.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The store cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The search cannot go on.
    #[error("{0}")]
    Search(Words),
}

/// What a run sees of the onlooker: whether to stop, and what was computed before.
pub(super) struct Quiet<'a>(pub &'a dyn Watch);

impl Watch for Quiet<'_> {
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

/// A run to be computed.
pub(super) struct Task {
    pub run: u64,
    pub settings: Vec<Setting>,
}

/// What the threads share: the next task, the store, and what went wrong.
struct Desk<'a, I> {
    tasks: I,
    store: &'a mut Store,
    failure: Option<CampaignError>,
}

impl Campaign {
    /// Runs everything that is not in the store yet, on all cores, each run on one. Rows, and the parts they become,
    /// depend on the study alone, not on the number of threads or on interruptions.
    ///
    /// # Errors
    /// An interruption, or a store that cannot be written; finished runs are kept.
    pub fn execute(&self, store: &mut Store, watch: &dyn Watch) -> Result<(), CampaignError> {
        match self.runs() {
            Some(runs) => {
                let header = store.contents().header().clone();
                let total = header.planned().unwrap_or(runs);
                let finished = store.contents().finished_runs().clone();
                let todo = (0..runs).filter(move |run| header.covers(*run) && !finished.contains(*run));
                let tasks = todo.map(|run| Task { run, settings: self.plan.point(&self.variables, run) });
                self.compute_all(tasks, store, total, watch)
            }
            None => self.search(store, watch),
        }
    }

    /// Computes tasks on all cores; each is in the store as soon as it is done.
    pub(super) fn compute_all(
        &self,
        tasks: impl Iterator<Item = Task> + Send,
        store: &mut Store,
        total: u64,
        watch: &dyn Watch,
    ) -> Result<(), CampaignError> {
        let show = |done: u64| watch.progress("runs", done as f64 / total.max(1) as f64);
        show(store.contents().finished());
        let desk = Mutex::new(Desk { tasks, store, failure: None });
        let lock = || desk.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        rayon::scope(|scope| {
            for _ in 0..rayon::current_num_threads() {
                scope.spawn(|_| {
                    loop {
                        if watch.cancelled() {
                            return;
                        }
                        let task = {
                            let mut desk = lock();
                            if desk.failure.is_some() {
                                return;
                            }
                            desk.tasks.next()
                        };
                        let Some(Task { run, settings }) = task else { return };
                        let Some(row) = self.compute(run, settings, &Quiet(watch)) else { return };
                        let mut desk = lock();
                        match desk.store.append(row) {
                            Ok(()) => show(desk.store.contents().finished()),
                            Err(error) => {
                                desk.failure.get_or_insert(error.into());
                                return;
                            }
                        }
                    }
                });
            }
        });
        let failure = lock().failure.take();
        match failure {
            Some(error) => Err(error),
            None if watch.cancelled() => Err(CampaignError::Interrupted),
            None => Ok(()),
        }
    }
}
