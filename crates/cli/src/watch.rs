//! The progress bar on standard error, and what happens when the user wants to stop: Ctrl-C, or `kill`.
//!
//! A run that is watched is asked to stop, and has a moment to do so. Whatever does not look up in time, as the
//! factorisation of a large matrix, is not waited for: what has been begun is removed, and the process ends. Asked a
//! second time, or where nobody watches, it ends at once.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use joints::Watch;

use crate::checkpoint::Checkpoint;
use crate::failure::{Failure, INTERRUPTED, note};

/// The bar counts in thousandths.
const STEPS: f64 = 1000.0;

/// How long a run may take to stop by itself.
const GRACE: Duration = Duration::from_millis(1400);

/// How long a file that is being written is waited for.
const PATIENCE: Duration = Duration::from_millis(400);

static ASKED: AtomicBool = AtomicBool::new(false);
static WATCHED: AtomicBool = AtomicBool::new(false);
static FAREWELL: Mutex<Option<Farewell>> = Mutex::new(None);

/// What is to be done on the screen before the process ends.
struct Farewell {
    bar: ProgressBar,
    checkpoint: Option<PathBuf>,
    words: String,
}

fn farewell() -> MutexGuard<'static, Option<Farewell>> {
    FAREWELL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins to listen for Ctrl-C and `kill`.
pub fn listen() -> Result<(), Failure> {
    let asked = || {
        if ASKED.swap(true, Ordering::Relaxed) || !WATCHED.load(Ordering::Relaxed) {
            end();
        }
        std::thread::spawn(|| {
            std::thread::sleep(GRACE);
            end();
        });
    };
    ctrlc::set_handler(asked).map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}").into()))
}

/// Ends the process, whatever it is doing.
fn end() -> ! {
    results::abandon(PATIENCE);
    let mut words = "nothing was written".to_owned();
    if let Ok(mut said) = FAREWELL.try_lock()
        && let Some(farewell) = said.take()
    {
        farewell.bar.finish_and_clear();
        words = farewell.words;
        if farewell.checkpoint.is_some_and(|path| path.exists()) {
            let _ = writeln!(std::io::stderr(), "{KEPT}");
        }
    }
    let _ = writeln!(std::io::stderr(), "interrupted: {words}");
    std::process::exit(INTERRUPTED.into());
}

/// What is said where a checkpoint waits.
pub const KEPT: &str = "a checkpoint is kept: the same command goes on from it";

/// Shows how far a run is, and tells it when the user wants it to stop.
#[derive(Debug)]
pub struct Onlooker {
    bar: ProgressBar,
    checkpoint: Option<Checkpoint>,
    /// The state to go on from.
    kept: Option<String>,
    /// Whether a checkpoint could not be written, and the user knows.
    warned: AtomicBool,
}

impl Onlooker {
    /// For one run. The bar hides itself where standard error is not a terminal.
    /// What a long run needs to go on is kept in the checkpoint; `kept` is what an earlier one left there.
    pub fn new(quiet: bool, checkpoint: Checkpoint, kept: Option<String>) -> Self {
        let words = "nothing was written".into();
        let template = "{msg:20} {bar:40} {percent:>3} %  {elapsed}";
        Self { kept, ..Self::with_style(quiet, template, Some(checkpoint), words) }
    }

    /// For work that needs no checkpoint: shows the time that is left. `kept` says what is kept of it when it is stopped.
    pub fn of_many(quiet: bool, kept: String) -> Self {
        Self::with_style(quiet, "{msg:20} {bar:40} {percent:>3} %  {elapsed}, {eta} left", None, kept)
    }

    fn with_style(quiet: bool, template: &str, checkpoint: Option<Checkpoint>, words: String) -> Self {
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(STEPS as u64) };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let path = checkpoint.as_ref().map(|checkpoint| checkpoint.path.clone());
        *farewell() = Some(Farewell { bar: bar.clone(), checkpoint: path, words });
        WATCHED.store(true, Ordering::Relaxed);
        Self { bar, checkpoint, kept: None, warned: AtomicBool::new(false) }
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Whether a checkpoint of this very run waits.
    pub fn has_checkpoint(&self) -> bool {
        self.checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.path.exists())
    }

    /// The run is over: nothing is left to go on with.
    pub fn forget_checkpoint(&self) {
        if let Some(checkpoint) = &self.checkpoint {
            checkpoint.forget();
        }
    }
}

impl Watch for Onlooker {
    fn progress(&self, stage: &str, done: f64) {
        if self.bar.message() != stage {
            self.bar.set_message(stage.to_owned());
            // What was done before this process began says nothing about its speed.
            self.bar.set_position((done.clamp(0.0, 1.0) * STEPS) as u64);
            self.bar.reset_eta();
        }
        self.bar.set_position((done.clamp(0.0, 1.0) * STEPS) as u64);
    }

    fn cancelled(&self) -> bool {
        ASKED.load(Ordering::Relaxed)
    }

    fn keep(&self, state: &str) {
        let Some(checkpoint) = &self.checkpoint else { return };
        // A disk that is full must not end a run that goes well, but whoever relies on the checkpoint must know.
        if let Err(error) = checkpoint.write(state)
            && !self.warned.swap(true, Ordering::Relaxed)
        {
            let older = if self.has_checkpoint() { "an older one is there" } else { "if it is stopped, it is lost" };
            let text = format!(
                "caution: no checkpoint can be written to `{}`: {error}; the run goes on, but {older}",
                checkpoint.path.display()
            );
            self.bar.suspend(|| note(&text));
        }
    }

    fn kept(&self) -> Option<String> {
        self.kept.clone()
    }

    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        crate::cache::recall(key)
    }

    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        crate::cache::remember(key, about, bytes);
    }
}
