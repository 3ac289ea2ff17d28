//! Long work without the global lock: on a thread of its own, while the caller's thread looks for Ctrl-C and shows how far
//! it is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use joints::Watch;
use pyo3::prelude::*;
use study::Words;
use synovia::checkpoint::Checkpoint;

use crate::error::raise;

/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// How long work may take to stop by itself; what does not look up, as a factorisation, is then left to itself.
const GRACE: Duration = Duration::from_millis(1500);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the thread that works and the thread that waits share.
#[derive(Default)]
pub struct Progress {
    cancelled: AtomicBool,
    state: Mutex<(String, f64)>,
    kept: Option<Kept>,
}

/// What a long run keeps, and what an earlier one has left.
pub struct Kept {
    pub checkpoint: Checkpoint,
    pub state: Option<String>,
}

impl Watch for Progress {
    fn progress(&self, stage: &str, done: f64) {
        let mut state = lock(&self.state);
        if state.0 != stage {
            stage.clone_into(&mut state.0);
        }
        state.1 = done;
    }

    fn cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn keep(&self, state: &str) {
        if let Some(Kept { checkpoint, .. }) = &self.kept {
            // A disk that is full must not end a run that goes well.
            let _ = checkpoint.write(state);
        }
    }

    fn kept(&self) -> Option<String> {
        self.kept.as_ref()?.state.clone()
    }

    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        synovia::cache::recall(key)
    }

    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        synovia::cache::remember(key, about, bytes);
    }
}

type Job = Box<dyn FnOnce() + Send>;

/// Threads that wait for work, of this process: a child that was forked has none of them.
static IDLE: Mutex<(u32, Vec<Sender<Job>>)> = Mutex::new((0, Vec::new()));

fn submit(job: Job) {
    let waiting = {
        let mut idle = lock(&IDLE);
        if idle.0 != std::process::id() {
            // Their threads are in the parent: dropping the channels would wait for them.
            std::mem::forget(std::mem::take(&mut idle.1));
            idle.0 = std::process::id();
        }
        idle.1.pop()
    };
    let job = match waiting {
        Some(thread) => match thread.send(job) {
            Ok(()) => return,
            Err(back) => back.0,
        },
        None => job,
    };
    std::thread::spawn(move || {
        let (sender, receiver) = channel::<Job>();
        let mut job = job;
        loop {
            job();
            lock(&IDLE).1.push(sender.clone());
            match receiver.recv() {
                Ok(next) => job = next,
                Err(_) => return,
            }
        }
    });
}

static FIRST_PROCESS: AtomicU32 = AtomicU32::new(0);

/// Called where the package is loaded.
pub fn remember_process() {
    FIRST_PROCESS.store(std::process::id(), Ordering::Relaxed);
}

/// The threads of a process that was forked: those of rayon stayed in its parent.
static FORKED: Mutex<Option<(u32, Arc<rayon::ThreadPool>)>> = Mutex::new(None);

/// Computes where parallel parts find threads, in a forked process too.
fn with_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let process = std::process::id();
    if FIRST_PROCESS.load(Ordering::Relaxed) == process {
        return work();
    }
    let pool = {
        let mut forked = lock(&FORKED);
        match &*forked {
            Some((whose, pool)) if *whose == process => Some(pool.clone()),
            _ => {
                std::mem::forget(forked.take());
                let pool = rayon::ThreadPoolBuilder::new().build().ok().map(Arc::new);
                *forked = pool.clone().map(|pool| (process, pool));
                pool
            }
        }
    };
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Works on another thread without the global lock. `show`, if given, is called now and then with the stage and how far it
/// is. Ctrl-C ends it within two seconds.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    show: Option<Py<PyAny>>,
    kept: Option<Kept>,
    work: impl FnOnce(&Progress) -> T + Send + 'static,
) -> PyResult<T> {
    let progress = Arc::new(Progress { kept, ..Progress::default() });
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    let seen = progress.clone();
    submit(Box::new(move || {
        let done = catch_unwind(AssertUnwindSafe(|| with_threads(|| work(&seen))));
        // Nobody waits any more after Ctrl-C.
        let _ = sender.send(done);
    }));
    let mut stopped: Option<(PyErr, Instant)> = None;
    loop {
        let come = py.detach(|| lock(&receiver).recv_timeout(LOOK));
        match (come, stopped.take()) {
            (Ok(Ok(done)), None) => return Ok(done),
            (Ok(Err(panic)), _) => return Err(defect(&*panic)),
            (Err(RecvTimeoutError::Disconnected), None) => return Err(defect(&"the thread has ended")),
            (Err(RecvTimeoutError::Timeout), Some((error, since))) if since.elapsed() < GRACE => {
                stopped = Some((error, since));
            }
            (_, Some((error, _))) => return Err(error),
            (Err(RecvTimeoutError::Timeout), None) => {
                if let Err(error) = look_up(py, show.as_ref(), &progress) {
                    progress.cancelled.store(true, Ordering::Relaxed);
                    stopped = Some((error, Instant::now()));
                }
            }
        }
    }
}

fn look_up(py: Python<'_>, show: Option<&Py<PyAny>>, progress: &Progress) -> PyResult<()> {
    py.check_signals()?;
    let Some(show) = show else { return Ok(()) };
    let (stage, done) = lock(&progress.state).clone();
    if !stage.is_empty() {
        show.call1(py, (stage, done))?;
    }
    Ok(())
}

fn defect(panic: &(dyn std::any::Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    let words = Words::new(format!("a defect of the program: {text}"), "please report it with the study");
    raise("SynoviaError", &words.to_string(), &[])
}
