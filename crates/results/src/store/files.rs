//! Files of a store: each is there completely or not at all, and none is written through a link that waits for it.

use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::{HEADER, LOCK, PARTS, StoreError};
use crate::WriteError;

/// Ends the names of files and folders that are being written; they begin with a point.
const UNFINISHED: &str = ".part";

/// Whether a name is that of a file that was being written.
pub(super) fn is_unfinished(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(UNFINISHED)
}

/// A name beside a path that nobody can foresee.
pub(super) fn beside(path: &Path) -> PathBuf {
    // The seed of a hash table is random.
    let number = RandomState::new().build_hasher().finish();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{number:016x}{UNFINISHED}"))
}

/// A new file beside its place: never one that is there already, nor what a link points to.
pub(super) fn create_beside(path: &Path) -> std::io::Result<(File, PathBuf)> {
    loop {
        let beside = beside(path);
        match File::options().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (file, beside)),
        }
    }
}

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
    let failed = |error| StoreError::io("write", path, error);
    let (mut file, beside) = create_beside(path).map_err(failed)?;
    let _unfinished = crate::ending::Unfinished::new(&beside);
    let written =
        write(&mut file).and_then(|()| file.sync_all().and_then(|()| fs::rename(&beside, path)).map_err(failed));
    if written.is_err() {
        // If it was written at all, it is in the way now.
        let _ = fs::remove_file(&beside);
    }
    written?;
    sync_folder(path);
    Ok(())
}

/// Makes sure that the folder of a file knows it, where the system can.
pub(super) fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent().and_then(|folder| File::open(folder).ok()) {
        let _ = folder.sync_all();
    }
}

/// Locks a store for this process.
pub(super) fn claim(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    if path.is_symlink() {
        let source = std::io::Error::new(ErrorKind::InvalidInput, "it is a link to something else");
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

/// Deletes everything but the lock; the header first, so that half a store is never taken for one.
pub(super) fn clear(folder: &Path) -> Result<(), StoreError> {
    let remove = |path: &Path| {
        let is_folder = path.is_dir() && !path.is_symlink();
        let removed = if is_folder { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        removed.map_err(|e| StoreError::io("replace", path, e))
    };
    if folder.join(HEADER).exists() {
        remove(&folder.join(HEADER))?;
    }
    let entries = fs::read_dir(folder).map_err(|e| StoreError::io("look into", folder, e))?;
    for entry in entries.flatten().filter(|entry| entry.file_name() != LOCK) {
        remove(&entry.path())?;
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
