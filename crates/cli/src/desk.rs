//! Where a folder's workbench was last time: port and token, for this user alone, so that a page that is still open finds
//! the program again after it was ended and started anew.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// An older one is forgotten: a token should not live for ever.
const LIFE: Duration = Duration::from_secs(24 * 3600);

/// The file that remembers.
#[derive(Debug)]
pub(crate) struct Desk {
    file: PathBuf,
}

impl Desk {
    /// In the user's cache, by the folder's name; nothing where there is no cache.
    pub fn of(folder: &Path) -> Option<Self> {
        let cache = crate::cache::folder()?;
        let name = results::hash(&[folder.canonicalize().ok()?.as_os_str().as_encoded_bytes()]);
        Some(Self { file: cache.join(format!("{}.workbench", &name[..16])) })
    }

    /// Port and token of last time.
    pub fn load(&self) -> Option<(u16, String)> {
        let age = fs::metadata(&self.file).ok()?.modified().ok()?.elapsed().unwrap_or_default();
        let text = fs::read_to_string(&self.file).ok().filter(|_| age < LIFE)?;
        let (port, token) = text.trim().split_once(' ')?;
        Some((port.parse().ok()?, token.to_owned()))
    }

    /// Remembers them, readable for this user alone. Without a place for it pages must be opened again, and that is all.
    pub fn keep(&self, port: u16, token: &str) {
        let _ = self.write(port, token);
    }

    fn write(&self, port: u16, token: &str) -> std::io::Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        // Made anew, so that nobody who holds the old one open can read the new one.
        let _ = fs::remove_file(&self.file);
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&self.file)?.write_all(format!("{port} {token}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_token_is_kept_for_this_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        let desk = Desk { file: folder.path().join("sub/x.workbench") };
        assert_eq!(desk.load(), None);
        desk.keep(4242, "abc");
        desk.keep(4243, "def");
        assert_eq!(desk.load(), Some((4243, "def".into())));
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::MetadataExt::mode(&fs::metadata(&desk.file).unwrap()) & 0o777, 0o600);
        fs::write(&desk.file, "nonsense").unwrap();
        assert_eq!(desk.load(), None);
    }
}
