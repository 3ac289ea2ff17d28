//! Single files that are there completely or not at all, also after the power has failed: written beside their place under
//! a name that nobody can foresee, never through a link that waits for it, brought to the disk, then moved into place.

use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::ending::{Begun, writing};

/// Ends the names of files and folders that are being written; they begin with a point.
const UNFINISHED: &str = ".part";

/// A number that nobody can foresee.
pub(crate) fn random() -> u64 {
    // The seed of a hash table is random.
    RandomState::new().build_hasher().finish()
}

/// Whether a name is that of a file that was being written.
pub(crate) fn is_unfinished(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(UNFINISHED)
}

/// A name beside a path that nobody can foresee.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name(format!(".{name}.{:016x}{UNFINISHED}", random()))
}

/// Writes a file: it is there completely, and on the disk, or it is what it was.
///
/// # Errors
/// What the system says; nothing is left then.
pub fn put_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_file(path, |file| file.write_all(bytes))
}

/// As [`put_file`], written by a function.
pub(crate) fn write_file<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let (mut file, beside) = create_beside(path)?;
    let unfinished = Unfinished::new(&beside);
    let written = write(&mut file).and_then(|()| {
        file.sync_all()?;
        Ok(fs::rename(&beside, path)?)
    });
    if written.is_err() {
        // If it was written at all, it is in the way now.
        let _ = fs::remove_file(&beside);
    }
    drop(unfinished);
    written?;
    sync_folder_of(path);
    Ok(())
}

/// A new file beside its place: never one that is there already, nor what a link points to.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    loop {
        let beside = beside(path);
        match File::options().write(true).create_new(true).open(&beside) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return opened.map(|file| (file, beside)),
        }
    }
}

/// Makes sure that the folder of a file knows it, where the system can.
pub(crate) fn sync_folder_of(path: &Path) {
    if let Some(folder) = path.parent() {
        sync_folder(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    }
}

/// Makes sure that a folder knows its files, where the system can.
pub(crate) fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Two folders take each other's names in one step: at no instant is there nothing under either. False where the system
/// or the disk cannot do that.
pub(crate) fn exchange(one: &Path, other: &Path) -> bool {
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok()
    }
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    {
        let _ = (one, other);
        false
    }
}

/// A file that is written under another name first; it is removed if the process ends before it has its own.
#[derive(Debug)]
struct Unfinished(Begun);

impl Unfinished {
    fn new(path: &Path) -> Self {
        let begun = Begun::File(path.into());
        writing().begin(begun.clone());
        Self(begun)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        writing().finish(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a");
        put_file(&path, b"one").expect("written");
        let failed = write_file(&path, |file| {
            file.write_all(b"tw")?;
            Err(io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).expect("the file"), b"one");
        put_file(&path, b"two").expect("written");
        assert_eq!(fs::read(&path).expect("the file"), b"two");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn folders_take_each_other_s_names() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        fs::create_dir(&one).and_then(|()| fs::create_dir(&two)).expect("folders");
        fs::write(one.join("x"), "").expect("a file");
        if exchange(&one, &two) {
            assert!(two.join("x").exists() && !one.join("x").exists() && one.exists());
        }
        assert!(!exchange(&one, &folder.path().join("three")));
    }
}
