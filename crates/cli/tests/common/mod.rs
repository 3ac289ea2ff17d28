//! What the end-to-end tests share.
#![allow(dead_code)] // Each of them uses a part of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program, to be run in a folder.
pub fn synovia(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_synovia"));
    command.current_dir(folder).env("NO_COLOR", "1");
    command
}

/// The studies that we ship.
pub fn studies() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies")
}

/// Standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What is in a folder, hidden files too.
pub fn entries(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
