//! The progress bar on standard error, and Ctrl-C.

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
}

impl Onlooker {
    /// Begins to listen for Ctrl-C. The bar hides itself where standard error is not a terminal.
    pub fn new(quiet: bool) -> Result<Self, Failure> {
        Self::with_style(quiet, "{msg:20} {bar:40} {percent:>3} %  {elapsed}")
    }

    /// As [`new`](Self::new), with the time that is left.
    pub fn of_many(quiet: bool) -> Result<Self, Failure> {
        Self::with_style(quiet, "{msg:20} {bar:40} {percent:>3} %  {elapsed}, {eta} left")
    }

    fn with_style(quiet: bool, template: &str) -> Result<Self, Failure> {
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
            .map_err(|error| Failure::Other(format!("cannot listen for Ctrl-C: {error}")))?;
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(STEPS as u64) };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        Ok(Self { bar, interrupted })
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
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
}
