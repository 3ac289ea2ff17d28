//! How a long computation tells how far it is, is told to stop, and finds what was computed before.

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
    /// What is costly to compute and follows from its inputs alone, as the compliance of a liner: the bytes that were
    /// computed from these inputs before, if they are still there.
    fn recall(&self, _key: &str) -> Option<Vec<u8>> {
        None
    }
    /// Keeps such bytes for later runs under a [key](compute_key), with a line that says what they are.
    fn remember(&self, _key: &str, _about: &str, _bytes: &[u8]) {}
    /// A run uses such bytes, computed now or before: for whoever takes them to another machine. `bytes` costs a copy.
    fn used(&self, _key: &str, _bytes: &dyn Fn() -> Vec<u8>) {}
}

/// The key of something that is computed from inputs: its name and the version of its computation and layout, which changes
/// whenever the same inputs give other numbers, then everything that decides them.
pub fn compute_key(what: &str, version: u32, inputs: &[&[u8]]) -> String {
    let version = version.to_le_bytes();
    let parts: Vec<&[u8]> = [what.as_bytes(), &version].into_iter().chain(inputs.iter().copied()).collect();
    results::hash(&parts)
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
