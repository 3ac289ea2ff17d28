//! The hidden sibling in which a result grows: `.<name>.tmp-<pid>`.
//!
//! | inside     |                                                                              |
//! |------------|------------------------------------------------------------------------------|
//! | `lock`     | locked by the process that uses the folder; the system unlocks it when it dies |
//! | `result`   | the result, until it is renamed to the target                                |
//! | `replaced` | the old result, between being moved aside and being deleted                  |
//!
//! A lock rather than the process id says whether the owner lives: ids are reused, and containers that share a folder
//! do not see each other's processes. File systems without locks keep their left-overs.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::WriteError;
use crate::ending::{Begun, writing};

/// Runs in one process that write to one target at a time.
const MOST_SIBLINGS: usize = 100;

#[derive(Debug)]
pub(super) struct Staging {
    root: PathBuf,
    target: PathBuf,
    /// Parents of the target that did not exist before.
    made: Vec<PathBuf>,
    /// Held until the folder is gone.
    _lock: File,
}

impl Staging {
    /// Makes the folder and whatever parents it needs, and clears away what dead processes left beside it.
    pub(super) fn open(target: &Path) -> Result<Self, WriteError> {
        let (Some(parent), Some(name)) = (target.parent(), target.file_name()) else {
            return Err(WriteError::NoName { path: target.into() });
        };
        let mut writing = writing();
        let made = make_parents(parent)?;
        clear_stale(parent, name, target);
        match claim(parent, name) {
            Ok((root, lock)) => {
                writing.begin(Begun::Staging { root: root.clone(), target: target.into(), made: made.clone() });
                // Dropped before its folder is there, it takes the lock, too.
                drop(writing);
                let staging = Self { root, target: target.into(), made, _lock: lock };
                fs::create_dir(staging.content()).map_err(|e| WriteError::io("write into", parent, e))?;
                Ok(staging)
            }
            Err(error) => {
                remove_if_empty(&made);
                Err(WriteError::io("write into", parent, error))
            }
        }
    }

    pub(super) fn content(&self) -> PathBuf {
        self.root.join("result")
    }

    pub(super) fn aside(&self) -> PathBuf {
        aside(&self.root)
    }

    /// A mount point, for example, can be written to but not be replaced: moving the folder there and back shows it
    /// before hours of computation. Interrupted in between, the next run puts it back.
    pub(super) fn check_that_target_can_move(&self) -> Result<(), WriteError> {
        let (target, aside) = (&self.target, self.aside());
        let moved = fs::rename(target, &aside).and_then(|()| fs::rename(&aside, target));
        moved.map_err(|e| WriteError::io("replace", target, e))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let Self { root, target, made, .. } = self;
        let mut writing = writing();
        give_up(root, target, made);
        writing.finish(&Begun::Staging { root: root.clone(), target: target.clone(), made: made.clone() });
    }
}

/// Removes a staging folder and the parents that were made for it. After a commit the parents are not empty, and stay.
pub(crate) fn give_up(root: &Path, target: &Path, made: &[PathBuf]) {
    settle(root, target);
    remove_if_empty(made);
}

fn aside(root: &Path) -> PathBuf {
    root.join("replaced")
}

/// Removes a staging folder. An old result in it is put back unless something has taken its place.
fn settle(root: &Path, target: &Path) {
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

fn make_parents(parent: &Path) -> Result<Vec<PathBuf>, WriteError> {
    let mut missing: Vec<&Path> = parent.ancestors().take_while(|p| fs::metadata(p).is_err()).collect();
    missing.reverse();
    let mut made = Vec::new();
    for folder in missing {
        match fs::create_dir(folder) {
            Ok(()) => made.push(folder.into()),
            // Another run was faster.
            Err(e) if e.kind() == ErrorKind::AlreadyExists && folder.is_dir() => {}
            Err(e) => {
                remove_if_empty(&made);
                return Err(WriteError::io("make the folder", folder, e));
            }
        }
    }
    Ok(made)
}

fn remove_if_empty(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}

fn prefix(name: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".tmp-");
    prefix
}

/// Makes a staging folder of our own and locks it.
fn claim(parent: &Path, name: &OsStr) -> io::Result<(PathBuf, File)> {
    for attempt in 0..MOST_SIBLINGS {
        let mut file_name = prefix(name);
        file_name.push(std::process::id().to_string());
        if attempt > 0 {
            file_name.push(format!("-{attempt}"));
        }
        let root = parent.join(file_name);
        match fs::create_dir(&root) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => continue,
            made => made?,
        }
        let path = root.join("lock");
        let lock = match File::create_new(&path) {
            // Another run took the folder, not yet locked, for a left-over.
            Err(e) if e.kind() == ErrorKind::NotFound => continue,
            Err(e) => {
                let _ = fs::remove_dir(&root);
                return Err(e);
            }
            Ok(lock) => lock,
        };
        let taken = matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
        if !taken && path.exists() {
            return Ok((root, lock));
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, format!("{MOST_SIBLINGS} runs are writing to it")))
}

/// Clears away the staging folders of this target whose process has died.
fn clear_stale(parent: &Path, name: &OsStr, target: &Path) {
    // Only a courtesy: a parent that cannot be read is no reason to fail.
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten().filter(|e| is_staging(&e.file_name(), name)) {
        let root = entry.path();
        match File::options().write(true).open(root.join("lock")) {
            Ok(lock) => {
                if lock.try_lock().is_ok() {
                    settle(&root, target);
                }
            }
            Err(e) if e.kind() == ErrorKind::NotFound => {
                let _ = fs::remove_dir(&root);
            }
            Err(_) => {}
        }
    }
}

/// Whether a file name is `.<name>.tmp-` with one or two numbers behind.
fn is_staging(file_name: &OsStr, name: &OsStr) -> bool {
    let number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let rest = file_name.as_encoded_bytes().strip_prefix(prefix(name).as_encoded_bytes());
    rest.is_some_and(|rest| rest.splitn(2, |b| *b == b'-').all(number))
}

#[cfg(test)]
mod tests {
    use super::is_staging;

    #[test]
    fn only_our_left_overs_are_recognised() {
        let ours = |file: &str| is_staging(file.as_ref(), "hip".as_ref());
        assert!(ours(".hip.tmp-17") && ours(".hip.tmp-17-2"));
        for other in ["hip", ".hip", ".hip.tmp-", ".hip.tmp-17.tmp-3", ".hip.tmp-17-", ".hip.tmp-a", ".knee.tmp-17"] {
            assert!(!ours(other), "{other}");
        }
    }
}
