//! The progress bar on standard error, and Ctrl-C.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use joints::Watch;

use crate::failure::Failure;

/// The bar counts in thousandths.
const STEPS: f64 = 1000.0;

/// Shows how far a run is, and tells it when the user wants it to stop.
pub struct Onlooker {
    bar: ProgressBar,
    interrupted: Arc<AtomicBool>,
    checkpoint: Option<Checkpoint>,
}

/// Where a long run leaves what it needs to go on, and whose it is.
pub struct Checkpoint {
    /// The file, beside the result folder.
    pub path: PathBuf,
    /// Hash of the inputs, version and build of the program: another study, or another program, starts afresh.
    pub owner: String,
}

impl Checkpoint {
    fn read(&self) -> Option<String> {
        let text = std::fs::read_to_string(&self.path).ok()?;
        let (owner, rest) = text.split_once('\n')?;
        (owner == self.owner).then(|| rest.to_owned())
    }

    /// Written beside and renamed: a run that is killed meanwhile leaves the one before.
    fn write(&self, text: &str) -> std::io::Result<()> {
        let beside = self.path.with_extension("checkpoint-new");
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&beside, format!("{}\n{text}", self.owner))?;
        std::fs::rename(&beside, &self.path)
    }
}

impl Onlooker {
    /// Begins to listen for Ctrl-C. The bar hides itself where standard error is not a terminal.
    /// What a long run needs to go on is kept in the checkpoint.
    pub fn new(quiet: bool, checkpoint: Checkpoint) -> Result<Self, Failure> {
        Self::with_style(quiet, "{msg:20} {bar:40} {percent:>3} %  {elapsed}", Some(checkpoint))
    }

    /// For work that needs no checkpoint, as many runs, whose store is theirs: shows the time that is left.
    pub fn of_many(quiet: bool) -> Result<Self, Failure> {
        Self::with_style(quiet, "{msg:20} {bar:40} {percent:>3} %  {elapsed}, {eta} left", None)
    }

    fn with_style(quiet: bool, template: &str, checkpoint: Option<Checkpoint>) -> Result<Self, Failure> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
            .map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))?;
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(STEPS as u64) };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Ok(Self { bar, interrupted, checkpoint })
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
        self.interrupted.load(Ordering::Relaxed)
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
