//! Runs in the background, one after the other: each may use all cores.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use joints::Watch;
use serde_json::{Value, json};
use study::Words;

use crate::answer::{mistakes, read};
use crate::workspace::Workspace;
use crate::{Hands, Unfinished};

/// Bytes of the studies of all runs that are remembered.
const MOST_TEXT: usize = 64 * 1024 * 1024;
/// So many may wait, and so many that have ended are remembered.
const MOST_WAITING: usize = 200;
const MOST_ENDED: usize = 60;
/// So many places are tried for a result while others take them.
const MOST_PLACES: usize = 20;

/// What became of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fate {
    Waiting,
    Running,
    Done,
    Stopped,
    Failed(String),
}

/// How far it is.
#[derive(Debug, Clone)]
struct Progress {
    fate: Fate,
    stage: String,
    done: f64,
    /// When this stage began, and how far it was then: what was done before says nothing about the speed.
    since: Option<(Instant, f64)>,
    seconds: f64,
    /// Whether something is left from which it can go on.
    kept: bool,
    /// Where what was computed until it failed is.
    part: Option<String>,
}

/// A run that was asked for.
#[derive(Debug)]
pub(crate) struct Job {
    pub id: u64,
    /// The name of the study's file.
    pub name: String,
    pub text: String,
    /// Where the result goes, inside of the workspace.
    target: Mutex<String>,
    pub many: bool,
    stop: AtomicBool,
    progress: Mutex<Progress>,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    all: Mutex<Vec<Arc<Job>>>,
    wake: Condvar,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct JobWatch<'a> {
    job: &'a Job,
    hands: &'a dyn Hands,
}

impl Watch for JobWatch<'_> {
    fn progress(&self, stage: &str, done: f64) {
        let mut progress = lock(&self.job.progress);
        let done = done.clamp(0.0, 1.0);
        if progress.stage != stage {
            progress.stage = stage.into();
            progress.since = Some((Instant::now(), done));
        }
        progress.done = done;
    }

    fn cancelled(&self) -> bool {
        self.job.stop.load(Ordering::Relaxed)
    }

    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        self.hands.recall(key)
    }

    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        self.hands.remember(key, about, bytes);
    }
}

impl Job {
    fn told(&self) -> Value {
        let progress = lock(&self.progress).clone();
        let left = progress.since.filter(|_| progress.fate == Fate::Running).and_then(|(since, from)| {
            let made = progress.done - from;
            (made > 0.02).then(|| since.elapsed().as_secs_f64() * (1.0 - progress.done) / made)
        });
        let (fate, error) = match &progress.fate {
            Fate::Waiting => ("waiting", None),
            Fate::Running => ("running", None),
            Fate::Done => ("done", None),
            Fate::Stopped => ("stopped", None),
            Fate::Failed(error) => ("failed", Some(error.clone())),
        };
        json!({
            "id": self.id, "name": self.name, "target": self.target(), "many": self.many, "fate": fate, "error": error,
            "stage": progress.stage, "done": progress.done, "left": left, "seconds": progress.seconds,
            "kept": progress.kept, "part": progress.part,
        })
    }

    fn target(&self) -> String {
        lock(&self.target).clone()
    }

    fn fate(&self) -> Fate {
        lock(&self.progress).fate.clone()
    }

    fn set(&self, fate: Fate) {
        lock(&self.progress).fate = fate;
    }
}

impl Jobs {
    /// Puts a run at the end of the queue.
    pub fn ask(&self, name: &str, text: &str, target: &str, many: bool) -> Result<u64, String> {
        let mut all = lock(&self.all);
        let waits = |job: &Arc<Job>| matches!(job.fate(), Fate::Waiting | Fate::Running);
        if all.iter().filter(|job| waits(job)).count() >= MOST_WAITING {
            return Err("too many runs are waiting: stop some of them first".into());
        }
        if all.iter().map(|job| job.text.len()).sum::<usize>() + text.len() > MOST_TEXT {
            return Err("the runs that are remembered have too much text: close the workbench and open it again".into());
        }
        if all.iter().any(|job| waits(job) && job.target() == target) {
            return Err(format!("`{target}` is being written already"));
        }
        let ended = all.iter().filter(|job| !waits(job)).count();
        if ended >= MOST_ENDED
            && let Some(oldest) = all.iter().position(|job| !waits(job))
        {
            all.remove(oldest);
        }
        let id = all.last().map_or(1, |job| job.id + 1);
        let begin = Progress {
            fate: Fate::Waiting,
            stage: String::new(),
            done: 0.0,
            since: None,
            seconds: 0.0,
            kept: false,
            part: None,
        };
        all.push(Arc::new(Job {
            id,
            name: name.into(),
            text: text.into(),
            target: Mutex::new(target.into()),
            many,
            stop: AtomicBool::new(false),
            progress: Mutex::new(begin),
        }));
        self.wake.notify_all();
        Ok(id)
    }

    /// Queues a run that has ended again, for the same place: where something was kept of it, it goes on.
    pub fn again(&self, id: u64) -> Result<u64, String> {
        let found = lock(&self.all).iter().find(|job| job.id == id).map(Arc::clone);
        let job = found.ok_or("this run is not remembered any more: open its study and run it")?;
        if !matches!(job.fate(), Fate::Stopped | Fate::Failed(_)) {
            return Err(format!("`{}` has not been stopped", job.target()));
        }
        self.ask(&job.name, &job.text, &job.target(), job.many)
    }

    /// Asks a run to stop; one that waits is not begun.
    pub fn stop(&self, id: u64) {
        let all = lock(&self.all);
        if let Some(job) = all.iter().find(|job| job.id == id) {
            job.stop.store(true, Ordering::Relaxed);
            if job.fate() == Fate::Waiting {
                job.set(Fate::Stopped);
            }
        }
    }

    /// All of them, the latest first.
    pub fn told(&self) -> Value {
        Value::Array(lock(&self.all).iter().rev().map(|job| job.told()).collect())
    }

    /// Places that waiting and running jobs will write to.
    pub fn targets(&self) -> Vec<String> {
        let all = lock(&self.all);
        let waits = |job: &&Arc<Job>| matches!(job.fate(), Fate::Waiting | Fate::Running);
        all.iter().filter(waits).map(|job| job.target()).collect()
    }

    /// Works off the queue for ever.
    pub fn work(&self, space: &Workspace, hands: &dyn Hands) {
        let root = space.root.as_path();
        loop {
            let job = {
                let mut all = lock(&self.all);
                loop {
                    if let Some(job) = all.iter().find(|job| job.fate() == Fate::Waiting) {
                        break Arc::clone(job);
                    }
                    all = self.wake.wait(all).unwrap_or_else(PoisonError::into_inner);
                }
            };
            let begun = Instant::now();
            {
                let mut progress = lock(&job.progress);
                progress.fate = Fate::Running;
                progress.since = Some((begun, 0.0));
            }
            let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&job, space, hands)));
            let defect = || "a defect of the program: see the terminal, and report it please".to_owned();
            let ended = ran.unwrap_or_else(|_| Err(Unfinished { why: Some(defect()), part: None }));
            let part = ended.as_ref().err().and_then(|left| space.named(left.part.as_deref()?));
            let fate = match ended {
                Ok(()) => Fate::Done,
                Err(Unfinished { why: None, .. }) => Fate::Stopped,
                Err(Unfinished { why: Some(error), .. }) => {
                    Fate::Failed(error.replace(&format!("{}/", root.display()), ""))
                }
            };
            let mut progress = lock(&job.progress);
            progress.seconds = begun.elapsed().as_secs_f64();
            progress.part = part;
            progress.kept = fate != Fate::Done && hands.has_kept(&root.join(job.target()), job.many);
            progress.fate = fate;
        }
    }
}

fn run(job: &Job, space: &Workspace, hands: &dyn Hands) -> Result<(), Unfinished> {
    let failed = |why: String| Unfinished { why: Some(why), part: None };
    let root = space.root.as_path();
    let file = read(root, &job.name, &job.text);
    let watch = JobWatch { job, hands };
    let stem = Path::new(&job.name).file_stem().map_or("study".into(), |stem| stem.to_string_lossy());
    if job.many {
        let ended = hands.run_many(file, &stem, &root.join(job.target()), &watch);
        return ended.map_err(|why| Unfinished { why, part: None });
    }
    let study = file.check().map_err(|wrong| {
        let first = mistakes(&wrong, root);
        let text = |key: &str| first[0][key].as_str().unwrap_or_default().to_owned();
        failed(Words::new(text("message"), text("hint")).to_string())
    })?;
    // Another workbench, or a terminal, may have taken the place while this one waited, or may take it at this moment.
    let is_taken = || space.is_taken(&job.target()).unwrap_or_default();
    for _ in 0..MOST_PLACES {
        if is_taken()
            && let Ok(free) = space.free_place(&stem)
        {
            *lock(&job.target) = free;
        }
        match hands.run_one(&study, &stem, &root.join(job.target()), &watch) {
            // Whoever fails holds no place: this one is somebody else's.
            Err(Unfinished { why: Some(_), part: None }) if is_taken() => {}
            ended => return ended,
        }
    }
    let message = format!("`{}` and other places were taken again and again", job.target());
    Err(failed(Words::new(message, "run it again").to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn one_place_is_written_by_one_run() {
        let jobs = Jobs::default();
        let first = jobs.ask("a.toml", "", "results/a", false).unwrap();
        assert!(jobs.ask("a.toml", "", "results/a", false).is_err());
        jobs.stop(first);
        assert_eq!(jobs.told()[0]["fate"], "stopped");
        assert!(jobs.ask("a.toml", "", "results/a", false).unwrap() > first);
        assert_eq!(jobs.targets(), ["results/a"]);
        // What waits is not queued twice; what was stopped is, for the same place.
        assert!(jobs.again(2).is_err() && jobs.again(first).is_err() && jobs.again(99).is_err());
        jobs.stop(2);
        assert_eq!((jobs.again(first), jobs.targets()), (Ok(3), vec!["results/a".to_owned()]));
    }

    #[test]
    fn only_so_many_runs_wait() {
        let jobs = Jobs::default();
        let asked = (0..MOST_WAITING + 1).map(|i| jobs.ask("a", "", &format!("results/{i}"), false));
        assert_eq!(asked.filter(Result::is_err).count(), 1);
    }
}
