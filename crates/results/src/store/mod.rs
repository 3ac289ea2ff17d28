//! The runs of a study of many, on disk: it grows run by run, can be read while it grows, and survives its process.
//!
//! | file                  |                                                                                       |
//! |-----------------------|---------------------------------------------------------------------------------------|
//! | `store.json`          | which study, which version, which columns                                             |
//! | `journal.jsonl`       | finished runs that are in no part yet, one JSON object a line, appended as they finish |
//! | `parts/*.parquet`     | blocks of [`BLOCK`] runs, sorted, written once and never changed                      |
//! | `manifest.jsonl`      | the parts with their hashes, appended once a part is complete on the disk             |
//! | `lock`                | locked by the process that runs the study; the system unlocks it when it dies         |
//!
//! A part is complete before the manifest names it, and the journal forgets its runs only after that: whenever the
//! process ends, and however, every run that had finished is found again. Blocks are fixed ranges of run numbers, so
//! that the parts do not depend on the order in which threads finish.

mod contents;
mod error;
mod merge;
mod part;
mod row;
mod table;

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use contents::{Damage, Runs, StoreContents};
pub use error::StoreError;
pub use merge::merge_stores;
pub use row::{Cell, Row};
pub use table::{write_csv, write_parquet};

use crate::{ReadError, WriteError};

/// Runs in one part.
pub const BLOCK: u64 = 256;

/// How the files are laid out; another number is another layout.
const FORMAT: u32 = 1;

const HEADER: &str = "store.json";
const JOURNAL: &str = "journal.jsonl";
const MANIFEST: &str = "manifest.jsonl";
const PARTS: &str = "parts";
const LOCK: &str = "lock";

/// One varied input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputColumn {
    /// Machine name ending in the SI unit, e.g. `hip_implant_clearance_m`.
    pub name: String,
    /// What a reader calls it.
    pub label: String,
    /// Where it stands in the study, e.g. `hip.implant.clearance`.
    pub path: String,
    /// Whether its values are names rather than numbers.
    pub is_text: bool,
}

/// What a store holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Layout of the files.
    pub format: u32,
    /// Version of the program that made it.
    pub version: String,
    /// Hash of everything that decides the runs.
    pub study: String,
    /// Which share of the runs: index, counted from 1, and number of shares.
    pub shard: Option<(u32, u32)>,
    /// Number of runs of the whole study, where it is known in advance.
    pub runs: Option<u64>,
    /// The varied inputs.
    pub inputs: Vec<InputColumn>,
    /// Machine names and labels of the headline numbers.
    pub outputs: Vec<(String, String)>,
}

impl Header {
    /// The header of a new store of a study: its hash, by this version of the program.
    pub fn new(version: &str, study: &str) -> Self {
        let (version, study) = (version.to_owned(), study.to_owned());
        Self { format: FORMAT, version, study, shard: None, runs: None, inputs: Vec::new(), outputs: Vec::new() }
    }

    /// Whether a run belongs to this shard.
    pub fn covers(&self, run: u64) -> bool {
        self.shard.is_none_or(|(index, count)| run % u64::from(count) == u64::from(index - 1))
    }

    /// Block of a run: shards count their own runs.
    fn block(&self, run: u64) -> u64 {
        run / self.shard.map_or(1, |(_, count)| u64::from(count)) / BLOCK
    }

    /// How many runs of this shard there are; `None` where it is not known in advance.
    pub fn planned(&self) -> Option<u64> {
        let runs = self.runs?;
        let Some((index, count)) = self.shard.map(|(index, count)| (u64::from(index), u64::from(count))) else {
            return Some(runs);
        };
        Some((runs + count - index) / count)
    }

    /// How many runs a block has when it is complete.
    fn block_size(&self, block: u64) -> u64 {
        self.planned().map_or(BLOCK, |all| all.saturating_sub(block * BLOCK).min(BLOCK))
    }

    /// Refuses a store that was made by another program version, study or shard.
    fn check(&self, expected: &Self, path: &Path) -> Result<(), StoreError> {
        let path = path.to_owned();
        if self.format != expected.format || self.version != expected.version {
            let named = |header: &Self| format!("{} (layout {})", header.version, header.format);
            return Err(StoreError::OtherVersion { path, found: named(self), expected: named(expected) });
        }
        if self.study != expected.study {
            let (found, expected) = (self.study.clone(), expected.study.clone());
            return Err(StoreError::OtherStudy { path, found, expected });
        }
        if self.shard != expected.shard {
            return Err(StoreError::OtherShard { path, found: self.shard, expected: expected.shard });
        }
        Ok(())
    }
}

/// One line of the manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    part: String,
    block: u64,
    rows: u64,
    hash: String,
}

/// A store that this process may add to.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    contents: StoreContents,
    journal: File,
    manifest: File,
    /// Held as long as the store is open.
    _lock: File,
}

impl Store {
    /// Opens the store in this folder, or makes it. What is damaged is named, and its runs count as not done.
    ///
    /// # Errors
    /// A store of another study, version or shard, one that is in use, a folder that is somebody else's; then nothing
    /// has been touched. With `replace`, a store or result of ours is deleted first.
    pub fn open(folder: &Path, expected: &Header, replace: bool) -> Result<(Self, Vec<Damage>), StoreError> {
        let is_store = folder.join(HEADER).is_file();
        if is_store && !replace {
            contents::load_header(folder)?.check(expected, folder)?;
        } else if !is_store {
            refuse_foreign(folder, replace)?;
        }
        fs::create_dir_all(folder).map_err(|e| StoreError::io("make the folder", folder, e))?;
        let lock = claim(folder)?;
        if replace {
            clear(folder)?;
        }
        if !folder.join(HEADER).is_file() {
            let text = serde_json::to_string_pretty(expected).map_err(|e| WriteError::encode(HEADER, e))? + "\n";
            fs::create_dir_all(folder.join(PARTS)).map_err(|e| StoreError::io("make the folder", folder, e))?;
            put(&folder.join(HEADER), text.as_bytes())?;
        }
        let (contents, damage) = StoreContents::load(folder)?;
        contents.header().check(expected, folder)?;
        let journal = rewrite_journal(folder, &contents)?;
        let path = folder.join(MANIFEST);
        let manifest = File::options().create(true).append(true).open(&path);
        let manifest = manifest.map_err(|e| StoreError::io("write", &path, e))?;
        Ok((Self { folder: folder.into(), contents, journal, manifest, _lock: lock }, damage))
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is in it.
    pub fn contents(&self) -> &StoreContents {
        &self.contents
    }

    /// Adds a finished run: when this returns, it outlives the process.
    pub fn append(&mut self, row: Row) -> Result<(), StoreError> {
        let mut line = serde_json::to_vec(&row).map_err(|e| WriteError::encode(JOURNAL, e))?;
        line.push(b'\n');
        let path = self.folder.join(JOURNAL);
        self.journal.write_all(&line).map_err(|e| StoreError::io("write", &path, e))?;
        let block = self.contents.add(row);
        let size = self.contents.header().block_size(block);
        if self.contents.open_rows(block).len() as u64 >= size {
            self.write_part(block)?;
            self.journal = rewrite_journal(&self.folder, &self.contents)?;
        }
        Ok(())
    }

    /// Writes what is left in the journal as parts, when no more runs will come.
    pub fn close(&mut self) -> Result<(), StoreError> {
        for block in self.contents.open_blocks() {
            self.write_part(block)?;
        }
        self.journal = rewrite_journal(&self.folder, &self.contents)?;
        Ok(())
    }

    /// Puts a file beside the parts, completely or not at all; `name` may contain folders, separated by `/`.
    pub fn add_file(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|e| StoreError::io("make the folder", parent, e))?;
        }
        put(&path, bytes)
    }

    /// As [`add_file`](Self::add_file), written by a function as it goes.
    pub fn stream_file(
        &self,
        name: &str,
        write: impl FnOnce(&mut File) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let path = self.folder.join(name);
        let beside = path.with_extension("part");
        let _unfinished = crate::ending::Unfinished::new(&beside);
        let mut file = File::create(&beside).map_err(|e| StoreError::io("write", &path, e))?;
        write(&mut file)?;
        fs::rename(&beside, &path).map_err(|e| StoreError::io("put into place", &path, e))
    }

    fn write_part(&mut self, block: u64) -> Result<(), StoreError> {
        let rows = self.contents.sorted_open_rows(block);
        // A damaged part stays where it is: the new one gets another name.
        let name = (1..)
            .map(
                |attempt| {
                    if attempt == 1 { format!("{block:06}.parquet") } else { format!("{block:06}-{attempt}.parquet") }
                },
            )
            .find(|name| !self.folder.join(PARTS).join(name).exists())
            .unwrap_or_default();
        let path = self.folder.join(PARTS).join(&name);
        let encode = |error| WriteError::encode(&name, error);
        let columns = part::Columns::new(self.contents.header(), &rows);
        let mut writer = part::PartWriter::new(Vec::new(), columns).map_err(encode)?;
        writer.write(&rows).map_err(encode)?;
        let bytes = writer.finish().map_err(encode)?;
        put(&path, &bytes)?;
        let part = Part { part: name, block, rows: rows.len() as u64, hash: crate::hash(&[&bytes]) };
        let mut line = serde_json::to_vec(&part).map_err(|e| WriteError::encode(MANIFEST, e))?;
        line.push(b'\n');
        let manifest = self.folder.join(MANIFEST);
        let written = self.manifest.write_all(&line).and_then(|()| self.manifest.sync_data());
        written.map_err(|e| StoreError::io("write", &manifest, e))?;
        self.contents.settle(part);
        Ok(())
    }
}

/// Writes a file beside its place, makes sure that it is on the disk, and puts it into place.
fn put(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let beside = path.with_extension("part");
    let _unfinished = crate::ending::Unfinished::new(&beside);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).map_err(|source| {
        // If it was written at all, it is in the way now.
        let _ = fs::remove_file(&beside);
        let needed = Some(bytes.len() as u64);
        StoreError::Write(WriteError::Io { operation: "write", path: path.into(), source, needed })
    })
}

/// The journal with the rows of open blocks and nothing else, ready to be appended to.
fn rewrite_journal(folder: &Path, contents: &StoreContents) -> Result<File, StoreError> {
    let mut bytes = Vec::new();
    for block in contents.open_blocks() {
        for row in contents.open_rows(block) {
            serde_json::to_writer(&mut bytes, row).map_err(|e| WriteError::encode(JOURNAL, e))?;
            bytes.push(b'\n');
        }
    }
    let path = folder.join(JOURNAL);
    put(&path, &bytes)?;
    File::options().append(true).open(&path).map_err(|e| StoreError::io("write", &path, e))
}

/// Locks a store for this process.
fn claim(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
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
fn refuse_foreign(folder: &Path, replace: bool) -> Result<(), StoreError> {
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
    let left_over = |name: &str| [LOCK, PARTS, "store.part"].contains(&name);
    match entries.flatten().find(|entry| !left_over(&entry.file_name().to_string_lossy())) {
        Some(_) => Err(WriteError::Foreign { path: path() }.into()),
        None => Ok(()),
    }
}

/// Deletes everything but the lock; the header first, so that half a store is never taken for one.
fn clear(folder: &Path) -> Result<(), StoreError> {
    let remove = |path: &Path| {
        let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
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

fn malformed(path: &Path, what: impl ToString) -> StoreError {
    StoreError::Read(ReadError::malformed(path, what))
}
