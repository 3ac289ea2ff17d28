//! How a long computation tells how far it is, and is told to stop.

/// Somebody who watches a run.
pub trait Watch: Sync {
    /// The run has come this far (0 to 1) in the stage of this name.
    fn progress(&self, stage: &str, done: f64);
    /// Whether the run should stop as soon as possible.
    fn cancelled(&self) -> bool;
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
