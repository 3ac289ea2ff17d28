//! Single files that are there completely or not at all.

use std::path::Path;

use crate::failure::Failure;

/// Refuses a file that exists, unless it may be replaced, and one whose folder does not: before the work, not after it.
pub fn check_place(path: &Path, force: bool) -> Result<(), Failure> {
    if path.exists() && !force {
        let hint = "replace it with `--force`, or choose another file";
        return Err(Failure::other(format!("`{}` already exists", path.display()), hint));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => {
            let hint = "make it, or choose another file";
            let (file, folder) = (path.display(), folder.display());
            Err(Failure::other(format!("cannot write `{file}`: there is no folder `{folder}`"), hint))
        }
        _ => Ok(()),
    }
}

/// Writes a file beside its place, then moves it there.
pub fn put(path: &Path, content: &[u8]) -> Result<(), Failure> {
    results::put_file(path, content)
        .map_err(|error| Failure::other(format!("cannot write `{}`: {error}", path.display()), "choose another file"))
}
