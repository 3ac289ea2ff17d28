//! The runs of a study of many, on disk: it grows run by run, can be read while it grows, and survives its process.
//!
//! ```
//! use results::store::{Header, Opening, Row, Store};
//!
//! let folder = tempfile::tempdir()?;
//! let header = Header::new("0.1.0", "hash of the study");
//! let (mut store, damage) = Store::open(&folder.path().join("runs"), &header, Opening::Resume)?;
//! let outputs = vec![("peak_pressure_Pa".into(), 7e6)];
//! store.append(Row { run: 0, inputs: Vec::new(), outputs, warnings: Vec::new(), error: None })?;
//! store.close()?;
//! assert!(damage.is_empty() && store.contents().is_finished(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file                  |                                                                                       |
//! |-----------------------|---------------------------------------------------------------------------------------|
//! | `store.json`          | which study, which version and builds, which columns                                  |
//! | `journal.jsonl`       | finished runs that are in no part yet, one JSON object a line, appended as they finish |
//! | `parts/*.parquet`     | blocks of [`BLOCK`] runs, sorted, written once and never changed                      |
//! | `manifest.jsonl`      | the parts with their hashes, appended once a part is complete on the disk             |
//! | `checksums.b3`        | the files beside the runs (study, tables, report), for `b3sum --check`                |
//! | `lock`                | locked by the process that runs the study; the system unlocks it when it dies         |
//!
//! Header, lines and parts have checksums, and what they say must fit each other: run and block numbers, columns. What does
//! not is damage; it is named, its runs are done again, and a part that is damaged is moved aside (`*.damaged`).
//!
//! A part is complete before the manifest names it, and the journal forgets its runs only after that: whenever the
//! process ends, and however, every run that had finished is found again. Blocks are fixed ranges of run numbers, so
//! that the parts do not depend on the order in which threads finish.

mod contents;
mod error;
mod files;
mod header;
mod merge;
mod part;
mod row;
mod runs;
mod seal;
mod table;

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

pub use contents::{Damage, StoreContents};
pub use error::StoreError;
pub use header::{Header, InputColumn};
pub use merge::merge_stores;
pub use row::{Cell, Row};
pub use runs::Runs;
pub use table::{write_csv, write_parquet};

use crate::belongings::{Belongings, LIST, hash_of_file};
use crate::{ReadError, WriteError};
use files::{claim, clear, put, refuse_foreign};

/// Runs in one part.
pub const BLOCK: u64 = 256;

/// How the files are laid out; another number is another layout.
const FORMAT: u32 = 2;

/// Runs that ended longer ago than this are on the disk when another one ends.
const UNSYNCED: Duration = Duration::from_secs(1);

const HEADER: &str = "store.json";
const JOURNAL: &str = "journal.jsonl";
const MANIFEST: &str = "manifest.jsonl";
const PARTS: &str = "parts";
const LOCK: &str = "lock";

/// What to do with what is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// Go on with it; refuse what another version or build of the program, study or shard made.
    Resume,
    /// Go on with it, also where another build of this version made it.
    AcrossBuilds,
    /// Delete it, if it is ours.
    Replace,
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
    /// When the journal was brought to the disk.
    synced: Instant,
    /// Files beside the runs that this program wrote.
    belongings: RefCell<Belongings>,
    /// Files of the user's in what it replaced.
    kept: Vec<String>,
    /// Held as long as the store is open.
    _lock: File,
}

impl Store {
    /// Opens the store in this folder, or makes it. What is damaged is named, and its runs count as not done; what a
    /// process left that was killed is removed.
    ///
    /// # Errors
    /// A store of another study, version, build or shard, one that is in use, a folder that is somebody else's; then
    /// nothing has been touched.
    pub fn open(folder: &Path, expected: &Header, opening: Opening) -> Result<(Self, Vec<Damage>), StoreError> {
        let is_store = folder.join(HEADER).is_file();
        let replace = opening == Opening::Replace;
        if is_store && !replace {
            Header::load(folder)?.check(expected, folder, opening)?;
        } else if !is_store {
            refuse_foreign(folder, replace)?;
        }
        fs::create_dir_all(folder).map_err(|e| StoreError::io("make the folder", folder, e))?;
        let lock = claim(folder)?;
        let kept = if replace { clear(folder)? } else { Vec::new() };
        if !folder.join(HEADER).is_file() {
            fs::create_dir_all(folder.join(PARTS)).map_err(|e| StoreError::io("make the folder", folder, e))?;
            put(&folder.join(HEADER), expected.to_text()?.as_bytes())?;
            put(&folder.join(LIST), b"")?;
        }
        let (mut contents, mut damage) = StoreContents::load(folder)?;
        contents.header().check(expected, folder, opening)?;
        if contents.join_build(expected) {
            put(&folder.join(HEADER), contents.header().to_text()?.as_bytes())?;
        }
        contents.tidy(&mut damage)?;
        let manifest = rewrite_manifest(folder, &contents)?;
        let journal = rewrite_journal(folder, &contents)?;
        let belongings = RefCell::new(Belongings::load(folder));
        let synced = Instant::now();
        let folder = folder.into();
        Ok((Self { folder, contents, journal, manifest, synced, belongings, kept, _lock: lock }, damage))
    }

    /// Files of the user's in what this store replaced: they are still there.
    pub fn kept(&self) -> &[String] {
        &self.kept
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What is in it.
    pub fn contents(&self) -> &StoreContents {
        &self.contents
    }

    /// Adds a finished run: when this returns, it outlives the process, and the machine at most a moment later.
    pub fn append(&mut self, row: Row) -> Result<(), StoreError> {
        let study = &self.contents.header().study;
        let line = seal::seal(study, &row).map_err(|e| WriteError::encode(JOURNAL, e))?;
        let path = self.folder.join(JOURNAL);
        self.journal.write_all(&line).map_err(|e| StoreError::io("write", &path, e))?;
        if self.synced.elapsed() > UNSYNCED {
            self.sync()?;
            self.synced = Instant::now();
        }
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
        // Parts are named in the order in which they became complete: other numbers of workers, another order.
        self.manifest = rewrite_manifest(&self.folder, &self.contents)?;
        Ok(())
    }

    /// Makes sure that every run is on the disk.
    fn sync(&self) -> Result<(), StoreError> {
        self.journal.sync_all().map_err(|e| StoreError::io("write", &self.folder.join(JOURNAL), e))
    }

    /// The folder has got another name.
    fn move_to(&mut self, folder: &Path) {
        self.folder = folder.into();
        self.contents.move_to(folder);
    }

    /// Puts a file beside the parts, completely or not at all; `name` may contain folders, separated by `/`.
    pub fn add_file(&self, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
        let path = self.folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|e| StoreError::io("make the folder", parent, e))?;
        }
        put(&path, bytes)?;
        self.list(name, crate::belongings::hash_of(bytes))
    }

    fn list(&self, name: &str, hash: String) -> Result<(), StoreError> {
        let mut belongings = self.belongings.borrow_mut();
        belongings.add(name, hash);
        put(&self.folder.join(LIST), belongings.to_text().as_bytes())
    }

    /// As [`add_file`](Self::add_file), written by a function as it goes.
    pub fn stream_file(
        &self,
        name: &str,
        write: impl FnOnce(&mut File) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let path = self.folder.join(name);
        files::write_beside(&path, write)?;
        let hash = hash_of_file(&path).map_err(|e| StoreError::io("read", &path, e))?;
        self.list(name, hash)
    }

    fn write_part(&mut self, block: u64) -> Result<(), StoreError> {
        let rows = self.contents.sorted_open_rows(block)?;
        let earlier = self.contents.part_of(block).map(|part| self.folder.join(PARTS).join(&part.part));
        // An earlier part stays until the manifest names its successor.
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
        let study = &self.contents.header().study;
        let line = seal::seal(study, &part).map_err(|e| WriteError::encode(MANIFEST, e))?;
        let manifest = self.folder.join(MANIFEST);
        let written = self.manifest.write_all(&line).and_then(|()| self.manifest.sync_data());
        written.map_err(|e| StoreError::io("write", &manifest, e))?;
        self.contents.settle(part);
        if let Some(earlier) = earlier {
            // If it cannot be removed now, the next opening does it.
            let _ = fs::remove_file(earlier);
        }
        Ok(())
    }
}

/// The journal with the rows of open blocks and nothing else, ready to be appended to.
fn rewrite_journal(folder: &Path, contents: &StoreContents) -> Result<File, StoreError> {
    let blocks = contents.open_blocks();
    let rows = blocks.iter().flat_map(|block| contents.open_rows(*block));
    rewrite(folder, JOURNAL, &contents.header().study, rows)
}

/// The manifest with the parts that are sound and nothing else, ready to be appended to.
fn rewrite_manifest(folder: &Path, contents: &StoreContents) -> Result<File, StoreError> {
    rewrite(folder, MANIFEST, &contents.header().study, contents.parts())
}

fn rewrite<'a, T: Serialize + 'a>(
    folder: &Path,
    name: &str,
    study: &str,
    values: impl Iterator<Item = &'a T>,
) -> Result<File, StoreError> {
    let mut bytes = Vec::new();
    for value in values {
        bytes.extend(seal::seal(study, value).map_err(|e| WriteError::encode(name, e))?);
    }
    let path = folder.join(name);
    put(&path, &bytes)?;
    File::options().append(true).open(&path).map_err(|e| StoreError::io("write", &path, e))
}

fn malformed(path: &Path, what: impl ToString) -> StoreError {
    StoreError::Read(ReadError::malformed(path, what))
}
