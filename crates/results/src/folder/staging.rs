//! The hidden sibling in which a result grows: `.<name>.tmp-<a number that nobody can foresee>`. It also says that the
//! place is taken: one process at a time writes to a target.
//!
//! | inside     |                                                                              |
//! |------------|------------------------------------------------------------------------------|
//! | `lock`     | locked by the process that uses the folder; the system unlocks it when it dies |
//! | `result`   | the result, until it is renamed to the target                                |
//! | `replaced` | the old result, where it cannot change places with the new one in one step   |
//!
//! A lock rather than the process id says whether the owner lives: ids are reused, and containers that share a folder
//! do not see each other's processes. File systems without locks keep their left-overs.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::WriteError;
use crate::durable::random;
use crate::ending::{Begun, aside, give_up, remove_if_empty, settle, writing};

/// Names that are tried for a new folder.
const ATTEMPTS: usize = 100;

/// How long a process that is taking a place in the same folder is waited for: long, since without a turn of its own a process
/// might take a place beside another, and a place is taken in milliseconds where the disk is not busy.
const PATIENCE: Duration = Duration::from_secs(20);

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
        // Two processes that begin at once look one after the other.
        let turn = take_turn(parent);
        let claimed = clear_stale(parent, name, target)
            .and_then(|()| claim(parent, name).map_err(|error| WriteError::io("write into", parent, error)));
        drop(turn);
        match claimed {
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
                Err(error)
            }
        }
    }

    pub(super) fn content(&self) -> PathBuf {
        self.root.join("result")
    }

    pub(super) fn aside(&self) -> PathBuf {
        aside(&self.root)
    }

    /// A mount point, for example, can be written to but not be replaced: it shows before hours of computation, and
    /// nothing moves. Asked to remove a folder that is not empty, systems say first whether it could be removed at all.
    pub(super) fn check_that_target_can_move(&self, empty: bool) -> Result<(), WriteError> {
        let tried = if empty { lies_on_the_disk_of_its_parent(&self.target) } else { fs::remove_dir(&self.target) };
        match tried {
            Err(e) if !matches!(e.kind(), ErrorKind::DirectoryNotEmpty | ErrorKind::NotFound) => {
                Err(WriteError::io("replace", &self.target, e))
            }
            _ => Ok(()),
        }
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

/// An error where another disk is mounted there.
fn lies_on_the_disk_of_its_parent(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(parent) = folder.parent() {
        use std::os::unix::fs::MetadataExt;
        if fs::metadata(folder)?.dev() != fs::metadata(parent)?.dev() {
            return Err(io::Error::new(ErrorKind::ResourceBusy, "another disk is mounted there"));
        }
    }
    let _ = folder;
    Ok(())
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

fn prefix(name: &OsStr) -> OsString {
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".tmp-");
    prefix
}

/// Makes a staging folder of our own and locks it.
fn claim(parent: &Path, name: &OsStr) -> io::Result<(PathBuf, File)> {
    for _ in 0..ATTEMPTS {
        let mut file_name = prefix(name);
        file_name.push(random().to_string());
        let root = parent.join(file_name);
        match fs::create_dir(&root) {
            Err(e) if e.kind() == ErrorKind::AlreadyExists => continue,
            made => made?,
        }
        let path = root.join("lock");
        let mut lock = match File::create_new(&path) {
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
            // Only for the message to a second process.
            let _ = writeln!(lock, "{}", std::process::id());
            return Ok((root, lock));
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, "no name is free beside it"))
}

/// Holds others back that take a place in the same folder. Where a folder cannot be locked, nobody is held back.
fn take_turn(parent: &Path) -> Option<File> {
    let folder = File::open(parent).ok()?;
    let begun = Instant::now();
    loop {
        match folder.try_lock() {
            Ok(()) => return Some(folder),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(1)),
            Err(_) => return None,
        }
    }
}

/// Clears away the staging folders of this target whose process has died; one that lives has taken the place.
fn clear_stale(parent: &Path, name: &OsStr, target: &Path) -> Result<(), WriteError> {
    // Only a courtesy: a parent that cannot be read is no reason to fail.
    let Ok(entries) = fs::read_dir(parent) else { return Ok(()) };
    for entry in entries.flatten().filter(|e| is_staging(&e.file_name(), name)) {
        let root = entry.path();
        match File::options().write(true).open(root.join("lock")) {
            Ok(lock) => match lock.try_lock() {
                Ok(()) => settle(&root, target),
                Err(TryLockError::WouldBlock) => {
                    let process = fs::read_to_string(root.join("lock")).ok().and_then(|text| text.trim().parse().ok());
                    return Err(WriteError::InUse { path: target.into(), process });
                }
                // Nobody can tell whether it lives.
                Err(TryLockError::Error(_)) => {}
            },
            Err(e) if e.kind() == ErrorKind::NotFound => {
                let _ = fs::remove_dir(&root);
            }
            Err(_) => {}
        }
    }
    Ok(())
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
