//! `synovia cache`, and what runs find in it.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use results::{CachePlace, Cached, DiskCache, NoCachePlace};
use serde_json::json;
use study::Words;

use crate::arguments::CacheAction;
use crate::bytes::in_words;
use crate::clock::rfc3339;
use crate::failure::{Failure, note, say};

static PLACE: OnceLock<Result<CachePlace, NoCachePlace>> = OnceLock::new();
static COMPLAINED: AtomicBool = AtomicBool::new(false);

/// Says where the cache of this process is.
pub fn choose(flag: Option<&Path>) {
    let _ = PLACE.set(CachePlace::find(flag));
}

fn place() -> Result<&'static CachePlace, Failure> {
    PLACE
        .get_or_init(|| CachePlace::find(None))
        .as_ref()
        .map_err(|none| Failure::other(none, none.hint().unwrap_or_default()))
}

/// The folder of the cache, where there is one.
pub(crate) fn folder() -> Option<&'static Path> {
    place().ok().map(|place| place.folder.as_path())
}

fn disk() -> Option<DiskCache> {
    place().ok().map(|place| DiskCache::new(&place.folder))
}

/// Another build may compute otherwise: what it kept is not taken, and goes when it was not used for the longest time.
fn own(key: &str) -> String {
    results::hash(&[crate::VERSION.as_bytes(), crate::BUILD.as_bytes(), key.as_bytes()])
}

/// What was computed before; a damaged entry is named, and computed again.
pub fn recall(key: &str) -> Option<Vec<u8>> {
    match disk()?.load(&own(key)) {
        Cached::Found(bytes) => Some(bytes),
        Cached::Missing => None,
        Cached::Damaged { path, why } => {
            note(&format!("the cache's {} was damaged ({why}): it is removed and computed again", path.display()));
            None
        }
    }
}

/// Keeps it. A disk that is full must not end a run that goes well: it is said once.
pub fn remember(key: &str, about: &str, bytes: &[u8]) {
    let Some(disk) = disk() else { return };
    if let Err(error) = disk.store(&own(key), about, bytes)
        && !COMPLAINED.swap(true, Ordering::Relaxed)
    {
        let folder = disk.folder().display();
        let hint = "`--cache FOLDER` moves it, `--cache off` leaves it";
        note(&Words::new(format!("nothing can be kept in the cache {folder}: {error}"), hint).to_string());
    }
}

/// Who only looks into the cache, and fills it.
#[derive(Debug, Clone, Copy)]
pub struct Keeper;

impl joints::Watch for Keeper {
    fn progress(&self, _: &str, _: f64) {}

    fn cancelled(&self) -> bool {
        false
    }

    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        recall(key)
    }

    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        remember(key, about, bytes);
    }
}

/// Shows or changes the cache.
pub fn cache(action: CacheAction) -> Result<(), Failure> {
    let place = place()?;
    let disk = DiskCache::new(&place.folder);
    let failed = |error: std::io::Error| {
        let folder = place.folder.display();
        Failure::other(
            format!("the cache {folder} cannot be used: {error}"),
            "`--cache FOLDER` or SYNOVIA_CACHE moves it",
        )
    };
    match action {
        CacheAction::Where => say(&format!("{}\n", place.folder.display())),
        CacheAction::List { json } => {
            let entries = disk.entries().map_err(failed)?;
            if json {
                let line = |entry: &results::CacheEntry| {
                    let used = rfc3339(entry.used);
                    format!("{}\n", json!({"key": entry.key, "about": entry.about, "bytes": entry.bytes, "used": used}))
                };
                return say(&entries.iter().map(line).collect::<String>());
            }
            let total = entries.iter().map(|entry| entry.bytes).sum();
            let line = |entry: &results::CacheEntry| {
                let (size, used, key) = (in_words(entry.bytes), rfc3339(entry.used), &entry.key[..12]);
                format!("  {key}  {size:>9}  {used}  {}\n", entry.about)
            };
            let list: String = entries.iter().map(line).collect();
            let (folder, because) = (place.folder.display(), place.because);
            let (count, total, limit) =
                (study::counted(entries.len() as u64, "compliance"), in_words(total), in_words(disk.limit()));
            say(&format!("{folder} (by {because})\n{count}, {total} of at most {limit}\n{list}"))
        }
        CacheAction::Clear => {
            let (count, bytes) = disk.clear().map_err(failed)?;
            say(&format!("removed {}, {}\n", study::counted(count as u64, "compliance"), in_words(bytes)))
        }
        CacheAction::Limit { size: None } => say(&format!("{}\n", in_words(disk.limit()))),
        CacheAction::Limit { size: Some(bytes) } => {
            let (count, gone) = disk.set_limit(bytes).map_err(failed)?;
            let gone = if count > 0 { format!("; removed {count}, {}", in_words(gone)) } else { String::new() };
            say(&format!("at most {}{gone}\n", in_words(bytes)))
        }
    }
}
