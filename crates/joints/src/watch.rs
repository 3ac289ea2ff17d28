//! How a long computation tells how far it is, and is told to stop.

/// Somebody who watches a run.
pub trait Watch: Sync {
    /// The run has come this far (0 to 1) in the stage of this name.
    fn progress(&self, stage: &str, done: f64);
    /// Whether the run should stop as soon as possible.
    fn cancelled(&self) -> bool;
    /// Keeps what a long run needs to go on later. A run hands over a checkpoint now and then, and when it is stopped.
    fn keep(&self, _checkpoint: &str) {}
    /// What was kept of this very run, if it was stopped before.
    fn kept(&self) -> Option<String> {
        None
    }
}

/// Nobody watches.
#[derive(Debug, Clone, Copy)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        false
    }
}
