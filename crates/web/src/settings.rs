//! What whoever opens a workbench says.

use std::path::PathBuf;
use std::time::Duration;

/// What is served, and where.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The folder with studies and results.
    pub folder: PathBuf,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The token that open pages know from before, where there is one.
    pub token: Option<String>,
    /// Version of the program.
    pub version: &'static str,
    /// How long an answer may take; what needs longer is run in the background.
    pub patience: Duration,
}
