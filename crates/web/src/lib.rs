//! The workbench in the browser: a door of one page, served to this machine alone.
//!
//! The page asks for a study to be checked and answered, for runs in the background, for results and their differences.
//! What a study means, what is wrong with it and how results are written is said by the rooms and by [`Hands`].

mod answer;
mod api;
mod gate;
mod http;
mod jobs;
mod page;
mod ranges;
mod server;
mod settings;
mod shelf;
mod tickets;
mod workspace;

use std::path::{Path, PathBuf};

use joints::Watch;
use study::{Study, StudyFile};

pub use server::Server;
pub use settings::Settings;
pub use shelf::difference;

/// A run that has no result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Unfinished {
    /// Why, with a hint; nothing where somebody stopped it.
    pub why: Option<String>,
    /// Where what was computed until it failed is kept.
    pub part: Option<PathBuf>,
}

/// What the command line does for the workbench, so that results are written in one way.
pub trait Hands: Send + Sync {
    /// Runs a study and writes its result into a folder that is not there yet; a long run that was stopped goes on.
    ///
    /// # Errors
    /// Why there is no result, with what was computed before.
    fn run_one(&self, study: &Study, name: &str, target: &Path, watch: &dyn Watch) -> Result<(), Unfinished>;

    /// Runs a study of many into a store, which may be there already and then goes on.
    ///
    /// # Errors
    /// Why it is not whole, with a hint; `None` where it was stopped. Finished runs are kept.
    fn run_many(&self, file: StudyFile, name: &str, target: &Path, watch: &dyn Watch) -> Result<(), Option<String>>;

    /// Whether a run that did not come to its end has left something from which it goes on.
    fn has_kept(&self, target: &Path, many: bool) -> bool;

    /// What was computed before from the same inputs.
    fn recall(&self, key: &str) -> Option<Vec<u8>>;

    /// Keeps it.
    fn remember(&self, key: &str, about: &str, bytes: &[u8]);
}
