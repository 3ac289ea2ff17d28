//! A cache on disk of what is costly to compute and follows from its inputs alone, as the compliance of a liner.
//!
//! An entry is one file, named by the hash of its inputs. It is written under a random name and renamed, so that two processes
//! may compute the same at once: both write the same bytes, and the later one replaces the earlier. It carries a checksum of
//! everything in it, which is verified whenever it is read; an entry that is damaged is removed and named. What was not
//! used for the longest time goes first when the limit is exceeded.

mod entry;
mod place;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::durable::put_file;

pub use entry::CacheEntry;
pub use place::{CachePlace, NoCachePlace};

/// How many bytes may be kept when nobody said otherwise.
pub const USUAL_CACHE_LIMIT: u64 = 1 << 30;

const ENDING: &str = "compliance";
/// Of files that are being written (`durable`).
const BEGUN: &str = "part";
const LIMIT_FILE: &str = "limit";
/// A file that was begun so long ago is nobody's any more.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A folder of entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiskCache {
    folder: PathBuf,
}

/// What the cache has under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cached {
    /// The bytes that were stored.
    Found(Vec<u8>),
    /// Nothing.
    Missing,
    /// A file that is not what was stored: it has been removed.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was wrong with it.
        why: String,
    },
}

impl DiskCache {
    /// The cache of this folder, which is made when something is stored.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.{ENDING}"))
    }

    /// What is kept under a key. Reading it counts as using it.
    pub fn load(&self, key: &str) -> Cached {
        if !entry::is_key(key) {
            return Cached::Missing;
        }
        let path = self.path(key);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(_) => return Cached::Missing,
        };
        match entry::unpack(key, &bytes) {
            Ok(payload) => {
                // A cache that can only be read is still a cache.
                if let Ok(file) = fs::File::options().append(true).open(&path) {
                    let _ = file.set_modified(SystemTime::now());
                }
                Cached::Found(payload.to_vec())
            }
            Err(why) => {
                let _ = fs::remove_file(&path);
                Cached::Damaged { path, why }
            }
        }
    }

    /// Keeps bytes under a key (64 hexadecimal digits), with a line that says what they are; then the least recently used
    /// entries go until all fit into the limit. What does not fit alone is not kept.
    pub fn store(&self, key: &str, about: &str, payload: &[u8]) -> io::Result<()> {
        if !entry::is_key(key) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{key}` is not a hash")));
        }
        let packed = entry::pack(key, about, payload);
        let limit = self.limit();
        if packed.len() as u64 > limit {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        put_file(&self.path(key), &packed)?;
        self.shrink(limit).map(|_| ())
    }

    /// All entries, the most recently used first. A file that cannot be read is not one.
    pub fn entries(&self) -> io::Result<Vec<CacheEntry>> {
        let mut found: Vec<CacheEntry> = self
            .files()?
            .iter()
            .filter(|path| has_ending(path, ENDING))
            .filter_map(|path| CacheEntry::read(path))
            .collect();
        found.sort_by(|a, b| b.used.cmp(&a.used).then_with(|| a.key.cmp(&b.key)));
        Ok(found)
    }

    /// Removes everything; how many entries and bytes went.
    pub fn clear(&self) -> io::Result<(usize, u64)> {
        let entries = self.entries()?;
        for path in self.files()? {
            if has_ending(&path, ENDING) || has_ending(&path, BEGUN) {
                remove(&path)?;
            }
        }
        Ok((entries.len(), entries.iter().map(|entry| entry.bytes).sum()))
    }

    /// How many bytes may be kept.
    pub fn limit(&self) -> u64 {
        let text = fs::read_to_string(self.folder.join(LIMIT_FILE)).ok();
        text.and_then(|text| text.trim().parse().ok()).unwrap_or(USUAL_CACHE_LIMIT)
    }

    /// Says how many bytes may be kept from now on, and makes room; how many entries and bytes went.
    pub fn set_limit(&self, bytes: u64) -> io::Result<(usize, u64)> {
        fs::create_dir_all(&self.folder)?;
        put_file(&self.folder.join(LIMIT_FILE), format!("{bytes}\n").as_bytes())?;
        self.shrink(bytes)
    }

    /// Removes what was not used for the longest time until the rest fits, and what was begun and left.
    fn shrink(&self, limit: u64) -> io::Result<(usize, u64)> {
        for path in self.files()?.iter().filter(|path| has_ending(path, BEGUN)) {
            let age =
                fs::metadata(path).and_then(|about| about.modified()).map(|time| time.elapsed().unwrap_or_default());
            if age.is_ok_and(|age| age > ABANDONED) {
                remove(path)?;
            }
        }
        let entries = self.entries()?;
        let (mut total, mut count, mut gone) = (entries.iter().map(|entry| entry.bytes).sum::<u64>(), 0, 0);
        for entry in entries.iter().rev() {
            if total <= limit {
                break;
            }
            remove(&self.path(&entry.key))?;
            total -= entry.bytes;
            (count, gone) = (count + 1, gone + entry.bytes);
        }
        Ok((count, gone))
    }

    fn files(&self) -> io::Result<Vec<PathBuf>> {
        match fs::read_dir(&self.folder) {
            Ok(listing) => listing.map(|item| item.map(|item| item.path())).collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

/// Another process may have been faster.
fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
