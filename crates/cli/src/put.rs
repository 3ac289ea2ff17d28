//! Single files that are there completely or not at all.

use std::fs;
use std::path::Path;

use crate::failure::Failure;

/// Refuses a file that exists, unless it may be replaced, and one whose folder does not: before the work, not after it.
pub fn check_place(path: &Path, force: bool) -> Result<(), Failure> {
    if path.exists() && !force {
        let hint = "replace it with `--force`, or choose another file";
        return Err(Failure::Other(format!("`{}` already exists\n hint: {hint}", path.display())));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => {
            let hint = "make it, or choose another file";
            let (file, folder) = (path.display(), folder.display());
            Err(Failure::Other(format!("cannot write `{file}`: there is no folder `{folder}`\n hint: {hint}")))
        }
        _ => Ok(()),
    }
}

/// Writes a file beside its place, then moves it there.
pub fn put(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let beside = path.with_file_name(name);
    let _writing = results::writing();
    fs::write(&beside, content).and_then(|()| fs::rename(&beside, path)).map_err(|error| {
        // If it was written at all, it is in the way now.
        let _ = fs::remove_file(&beside);
        Failure::Other(format!("cannot write `{}`: {error}\n hint: choose another file", path.display()))
    })
}
