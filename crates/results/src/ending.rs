//! Ending the process while files are being made: never in the middle of one, and without leaving anything behind.
//!
//! Some steps, as the factorisation of a large matrix, cannot be stopped. A user who wants to stop ends the process then;
//! whoever makes files here says so, and what has been begun is removed first.

use std::fs;
use std::path::PathBuf;
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
            Begun::Staging { root, target, made } => crate::folder::give_up(root, target, made),
        }
    }
    // Nothing is written any more.
    std::mem::forget(begun);
}
