//! Ending the process while files are being made: never in the middle of one, and without leaving anything behind.
//!
//! Some steps, as the factorisation of a large matrix, cannot be stopped. A user who wants to stop ends the process then;
//! whoever makes files here says so, and what has been begun is removed first.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// What has been begun and is not finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Begun {
    /// A file under another name than its own.
    File(PathBuf),
    /// A folder in which a result grows, the place of the result, and the parents that were made for it.
    Staging { root: PathBuf, target: PathBuf, made: Vec<PathBuf> },
}

static BEGUN: Mutex<Vec<Begun>> = Mutex::new(Vec::new());

/// The process does not [end](abandon) while this is held; not to be held for longer than a file takes.
#[derive(Debug)]
pub struct Writing(MutexGuard<'static, Vec<Begun>>);

/// Says that a file is being made now.
pub fn writing() -> Writing {
    Writing(BEGUN.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Writing {
    pub(crate) fn begin(&mut self, begun: Begun) {
        self.0.push(begun);
    }

    pub(crate) fn finish(&mut self, begun: &Begun) {
        self.0.retain(|other| other != begun);
    }
}

/// Removes everything that has been begun, for a process that ends now: whoever wants to write afterwards waits until it
/// has. A file that is being made is waited for, but not for longer than `patience`; then the next run clears up.
pub fn abandon(patience: Duration) {
    let clock = Instant::now();
    let begun = loop {
        match BEGUN.try_lock() {
            Ok(begun) => break begun,
            Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if clock.elapsed() >= patience => return,
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    for one in begun.iter() {
        match one {
            Begun::File(path) => {
                let _ = fs::remove_file(path);
            }
            Begun::Staging { root, target, made } => give_up(root, target, made),
        }
    }
    // Nothing is written any more.
    std::mem::forget(begun);
}

/// Removes a staging folder and the parents that were made for it. After a commit the parents are not empty, and stay.
pub(crate) fn give_up(root: &Path, target: &Path, made: &[PathBuf]) {
    settle(root, target);
    remove_if_empty(made);
}

/// Where a result that is being replaced waits, in a staging folder.
pub(crate) fn aside(root: &Path) -> PathBuf {
    root.join("replaced")
}

/// Removes a staging folder. An old result in it is put back unless something has taken its place.
pub(crate) fn settle(root: &Path, target: &Path) {
    let aside = aside(root);
    if aside.exists() && fs::symlink_metadata(target).is_err() && fs::rename(&aside, target).is_err() {
        // Better a hidden folder too many than a lost result.
        return;
    }
    // The lock goes last, so that a folder without it is always empty. Errors: the next run tries again.
    let _ = fs::remove_dir_all(aside);
    let _ = fs::remove_dir_all(root.join("result"));
    let _ = fs::remove_file(root.join("lock"));
    let _ = fs::remove_dir(root);
}

/// Removes folders as far as nothing is in them, the last one first.
pub(crate) fn remove_if_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}
