//! Files of a store: each is there completely or not at all, and none is written through a link that waits for it.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{HEADER, LOCK, PARTS, StoreError};
use crate::WriteError;
use crate::belongings::{Belongings, Stranger};
use crate::durable::{is_unfinished, write_file};

/// Writes a file beside its place, makes sure that it is on the disk, and puts it into place.
pub(super) fn put(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let needed = Some(bytes.len() as u64);
    let failed = |source| StoreError::Write(WriteError::Io { operation: "write", path: path.into(), source, needed });
    write_beside(path, |file| file.write_all(bytes).map_err(failed))
}

/// As [`put`], written by a function.
pub(super) fn write_beside(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let named = |failed: Failed| match failed {
        Failed::Store(error) => error,
        Failed::Disk(error) => StoreError::io("write", path, error),
    };
    write_file(path, |file| write(file).map_err(Failed::Store)).map_err(named)
}

/// What a file could not be written for.
enum Failed {
    Store(StoreError),
    Disk(io::Error),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self::Disk(error)
    }
}

/// Locks a store for this process.
pub(super) fn claim(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    if path.is_symlink() {
        let source = io::Error::new(ErrorKind::InvalidInput, "it is a link to something else");
        return Err(StoreError::io("lock", &path, source));
    }
    let opened = File::options().create(true).read(true).write(true).truncate(false).open(&path);
    let mut lock = opened.map_err(|e| StoreError::io("write", &path, e))?;
    if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
        let process = fs::read_to_string(&path).ok().and_then(|text| text.trim().parse().ok());
        return Err(StoreError::Locked { path: folder.into(), process });
    }
    // Only for the message to the second process.
    let _ = lock.set_len(0).and_then(|()| writeln!(lock, "{}", std::process::id()));
    Ok(lock)
}

/// A folder that is neither empty nor ours is never touched.
pub(super) fn refuse_foreign(folder: &Path, replace: bool) -> Result<(), StoreError> {
    let path = || folder.to_path_buf();
    if !folder.exists() {
        return Ok(());
    }
    if !folder.is_dir() {
        return Err(WriteError::NotAFolder { path: path() }.into());
    }
    if crate::folder::is_ours(folder) {
        return if replace { Ok(()) } else { Err(StoreError::SingleResult { path: path() }) };
    }
    let entries = fs::read_dir(folder).map_err(|e| StoreError::io("look into", folder, e))?;
    // What a process leaves that was killed while it made the store.
    let left_over = |name: &str| [LOCK, PARTS].contains(&name) || is_unfinished(name);
    match entries.flatten().find(|entry| !left_over(&entry.file_name().to_string_lossy())) {
        Some(_) => Err(WriteError::Foreign { path: path() }.into()),
        None => Ok(()),
    }
}

/// Deletes everything of ours but the lock, the header first, so that half a store is never taken for one. Says what is
/// the user's, and stays; where it would be in the way, under another name.
pub(super) fn clear(folder: &Path) -> Result<Vec<String>, StoreError> {
    let failed = |path: &Path, e| StoreError::io("replace", path, e);
    let theirs = Belongings::load(folder).strangers(folder).map_err(|e| failed(folder, e))?;
    if folder.join(HEADER).exists() {
        fs::remove_file(folder.join(HEADER)).map_err(|e| failed(&folder.join(HEADER), e))?;
    }
    let mut kept = Vec::new();
    for Stranger { path, edited } in &theirs {
        let mut name = path.to_string_lossy().into_owned();
        if *edited {
            let aside = set_aside(&folder.join(path), "kept")?;
            name = format!("{name} (as {})", aside.file_name().unwrap_or_default().to_string_lossy());
        }
        kept.push(name);
    }
    let stays = |path: &Path| theirs.iter().any(|one| one.path == path) || is_kept(path);
    remove_but(folder, Path::new(""), &stays).map_err(|(path, e)| failed(&path, e))?;
    Ok(kept)
}

/// Whether this is what [`clear`] has just moved out of the way.
fn is_kept(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default();
    ending == "kept" || ending.starts_with("kept-")
}

/// Removes all files but those that stay, and folders that are empty then.
fn remove_but(root: &Path, inside: &Path, stays: &dyn Fn(&Path) -> bool) -> Result<(), (PathBuf, io::Error)> {
    let here = root.join(inside);
    for entry in fs::read_dir(&here).map_err(|e| (here.clone(), e))?.flatten() {
        let (path, whole) = (inside.join(entry.file_name()), entry.path());
        if whole.is_dir() && !whole.is_symlink() {
            remove_but(root, &path, stays)?;
            // One that is not empty holds something that stays.
            let _ = fs::remove_dir(&whole);
        } else if path != Path::new(LOCK) && !stays(&path) {
            fs::remove_file(&whole).map_err(|e| (whole, e))?;
        }
    }
    Ok(())
}

/// Deletes what processes that were killed were writing.
pub(super) fn remove_unfinished(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_unfinished(&entry.file_name().to_string_lossy())) {
        // One that cannot be deleted is only in the way.
        let _ = fs::remove_file(entry.path());
    }
}

/// Moves a file aside under its name with an ending, and says where it is.
pub(super) fn set_aside(path: &Path, ending: &str) -> Result<PathBuf, StoreError> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let aside = (1..)
        .map(|attempt| if attempt == 1 { format!("{name}.{ending}") } else { format!("{name}.{ending}-{attempt}") })
        .map(|name| path.with_file_name(name))
        .find(|aside| !aside.exists() && !aside.is_symlink())
        .unwrap_or_else(|| path.to_owned());
    fs::rename(path, &aside).map_err(|e| StoreError::io("move aside", path, e))?;
    Ok(aside)
}
