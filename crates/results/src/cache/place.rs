//! Where the cache of a user is, by the convention of the platform.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The variable that moves the cache, or turns it off.
const VARIABLE: &str = "SYNOVIA_CACHE";
/// What turns it off.
const OFF: &str = "off";

/// Where the cache is, and who says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CachePlace {
    /// Its folder.
    pub folder: PathBuf,
    /// The flag, the variable, or the convention that names it.
    pub because: &'static str,
}

/// Why there is no cache.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoCachePlace {
    /// Somebody turned it off.
    #[error("the cache is turned off by {0}")]
    TurnedOff(&'static str),
    /// The platform names no place.
    #[error("there is no cache: neither SYNOVIA_CACHE nor the folder of the user is known")]
    Unknown,
}

impl NoCachePlace {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Unknown => "set SYNOVIA_CACHE=FOLDER".into(),
            Self::TurnedOff(..) => return None,
        };
        Some(hint)
    }
}

impl CachePlace {
    /// What the flag says, else `SYNOVIA_CACHE`, else the convention of the platform: `$XDG_CACHE_HOME/synovia` or
    /// `~/.cache/synovia`, `~/Library/Caches/synovia`, `%LOCALAPPDATA%\synovia\cache`.
    pub fn find(flag: Option<&Path>) -> Result<Self, NoCachePlace> {
        Self::find_with(flag, &|name| std::env::var_os(name).filter(|value| !value.is_empty()))
    }

    pub(super) fn find_with(
        flag: Option<&Path>,
        variable: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<Self, NoCachePlace> {
        let said = |folder: PathBuf, because| {
            if folder.as_os_str() == OFF { Err(NoCachePlace::TurnedOff(because)) } else { Ok(Self { folder, because }) }
        };
        if let Some(folder) = flag {
            return said(folder.into(), "--cache");
        }
        if let Some(folder) = variable(VARIABLE) {
            return said(folder.into(), VARIABLE);
        }
        // A relative one is to be ignored, says the convention.
        let absolute = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let found = if cfg!(windows) {
            absolute("LOCALAPPDATA").map(|path| (path.join("synovia").join("cache"), "LOCALAPPDATA"))
        } else if cfg!(target_os = "macos") {
            absolute("HOME").map(|path| (path.join("Library/Caches/synovia"), "the convention of macOS"))
        } else {
            let home = || absolute("HOME").map(|path| (path.join(".cache/synovia"), "the convention of XDG"));
            absolute("XDG_CACHE_HOME").map(|path| (path.join("synovia"), "XDG_CACHE_HOME")).or_else(home)
        };
        found.map(|(folder, because)| Self { folder, because }).ok_or(NoCachePlace::Unknown)
    }
}
