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

use crate::failure::{Failure, INTERRUPTED};

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
    ctrlc::set_handler(asked).map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))
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
}

/// Where a long run leaves what it needs to go on, and whose it is.
#[derive(Debug)]
pub struct Checkpoint {
    /// The file, beside the result folder.
    pub path: PathBuf,
    /// Hash of the inputs, version and build of the program: another study, or another program, starts afresh.
    pub owner: String,
}

impl Checkpoint {
    /// What was kept, if it is ours.
    pub fn read(&self) -> Option<String> {
        let text = std::fs::read_to_string(&self.path).ok()?;
        let (owner, rest) = text.split_once('\n')?;
        (owner == self.owner).then(|| rest.to_owned())
    }

    /// Written beside and renamed: a run that is killed meanwhile leaves the one before.
    ///
    /// # Errors
    /// A disk that is full, or a folder that may not be written to.
    pub fn write(&self, text: &str) -> std::io::Result<()> {
        let _writing = results::writing();
        let beside = self.path.with_extension("checkpoint-new");
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&beside, format!("{}\n{text}", self.owner))?;
        std::fs::rename(&beside, &self.path)
    }
}

impl Onlooker {
    /// For one run. The bar hides itself where standard error is not a terminal.
    /// What a long run needs to go on is kept in the checkpoint.
    pub fn new(quiet: bool, checkpoint: Checkpoint) -> Self {
        let words = "nothing was written".into();
        Self::with_style(quiet, "{msg:20} {bar:40} {percent:>3} %  {elapsed}", Some(checkpoint), words)
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
        Self { bar, checkpoint }
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    /// Whether a checkpoint of this very run waits.
    pub fn has_checkpoint(&self) -> bool {
        self.kept().is_some()
    }

    /// The run is over: nothing is left to go on with.
    pub fn forget_checkpoint(&self) {
        if let Some(checkpoint) = &self.checkpoint {
            let _ = std::fs::remove_file(&checkpoint.path);
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
        if let Some(checkpoint) = &self.checkpoint {
            // A disk that is full must not end a run that goes well.
            let _ = checkpoint.write(state);
        }
    }

    fn kept(&self) -> Option<String> {
        self.checkpoint.as_ref()?.read()
    }
}
