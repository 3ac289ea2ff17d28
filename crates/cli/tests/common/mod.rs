//! What the end-to-end tests share.
#![allow(dead_code)] // Each of them uses a part of it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

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

/// Waits until something has happened, however busy the machine is. False when the program has ended without it.
pub fn wait_until(child: &mut Child, mut happened: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(300) {
        // Asked first: what a program has done stays done after its end.
        let ended = child.try_wait().is_ok_and(|status| status.is_some());
        if happened() {
            return true;
        }
        if ended {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    false
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
