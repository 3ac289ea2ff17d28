//! A result is a folder. It is there complete or not at all.
//!
//! Everything is written into a hidden sibling of the target, brought to the disk, and takes the target's place in one
//! step, so that a crash, a full disk or Ctrl-C never leaves half a result, and an older result stays until the newer one
//! has taken its place. What the user put into the older one is carried over.

mod staging;
mod stored;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use rayon::prelude::*;

use crate::belongings::{self, Belongings, carry_over};
use crate::durable::{exchange, sync_folder, sync_folder_of};
use crate::{Outcome, Provenance, ReadError, Summary, Table, WriteError, series, vtk, writing};
use staging::Staging;
use stored::{SKETCH, sketch};

const SUMMARY: &str = "summary.json";
const PROVENANCE: &str = "provenance.json";
const STUDY: &str = "study.toml";

/// A result read back from disk.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultFolder {
    /// Where it is.
    pub path: PathBuf,
    /// The headline numbers.
    pub summary: Summary,
    /// Where they came from.
    pub provenance: Provenance,
    /// The resolved study.
    pub study: String,
    /// What every file held when it was written.
    list: Belongings,
}

impl ResultFolder {
    /// Starts a result at `target`. To be called before the computation: it fails at once where writing would fail at
    /// the end (the place is taken, another process is writing to it, it cannot be written to, or cannot be replaced).
    ///
    /// An empty folder is a free place; a result of ours is replaced if `overwrite`; anything else is never touched.
    pub fn create(target: &Path, overwrite: bool) -> Result<PendingFolder, WriteError> {
        if target.file_name().is_none() {
            return Err(WriteError::NoName { path: target.into() });
        }
        let mut target = std::path::absolute(target).map_err(|e| WriteError::io("find", target, e))?;
        if target.is_symlink() {
            // The folder behind the link is replaced, not the link.
            target = target.canonicalize().map_err(|_| WriteError::NotAFolder { path: target.clone() })?;
        }
        inspect(&target, overwrite)?;
        let staging = Staging::open(&target)?;
        // Opening may have brought back what an interrupted run had moved aside.
        match inspect(&target, overwrite)? {
            Place::Free => {}
            place => staging.check_that_target_can_move(place == Place::EmptyFolder)?,
        }
        Ok(PendingFolder { staging, target, overwrite, files: Belongings::new() })
    }

    /// Reads a result's summary, provenance and study. Here as in everything that is read of it later, a file whose content is
    /// not what was written is damaged: no number is silently another one.
    pub fn load(path: &Path) -> Result<Self, ReadError> {
        let list = Belongings::load(path);
        let text = |name: &str| {
            let file = path.join(name);
            String::from_utf8(read_listed(path, name, &list)?).map_err(|e| ReadError::malformed(&file, e))
        };
        let malformed = |name: &str, error: serde_json::Error| ReadError::malformed(&path.join(name), error);
        Ok(Self {
            path: path.into(),
            summary: Summary::from_json(&text(SUMMARY)?).map_err(|e| malformed(SUMMARY, e))?,
            provenance: serde_json::from_str(&text(PROVENANCE)?).map_err(|e| malformed(PROVENANCE, e))?,
            study: text(STUDY)?,
            list,
        })
    }

    /// The content of one of its files, as it was written.
    pub(crate) fn read(&self, name: &str) -> Result<Vec<u8>, ReadError> {
        read_listed(&self.path, name, &self.list)
    }

    /// Reads the time series, which is empty if the run was static and wrote none.
    pub fn load_series(&self) -> Result<Table, ReadError> {
        let (parquet, csv) = (self.path.join(series::PARQUET), self.path.join(series::CSV));
        if !parquet.exists() && !csv.exists() {
            return Ok(Table::default());
        }
        self.read(series::PARQUET)?;
        series::load_parquet(&parquet)
    }
}

/// The content of a file in a folder with this list.
fn read_listed(folder: &Path, name: &str, list: &Belongings) -> Result<Vec<u8>, ReadError> {
    let file = folder.join(name);
    let bytes = fs::read(&file).map_err(|e| ReadError::io(&file, e))?;
    match list.fault_of(name, &belongings::hash_of(&bytes)) {
        Some(fault) => Err(ReadError::malformed(&file, fault)),
        None => Ok(bytes),
    }
}

/// What stands at the target.
#[derive(Debug, PartialEq)]
enum Place {
    Free,
    EmptyFolder,
    OldResult,
}

fn inspect(target: &Path, overwrite: bool) -> Result<Place, WriteError> {
    let path = || target.into();
    match fs::symlink_metadata(target) {
        // Whatever else is wrong with the path shows when the staging folder is made beside it.
        Err(_) => return Ok(Place::Free),
        Ok(metadata) if !metadata.is_dir() => return Err(WriteError::NotAFolder { path: path() }),
        Ok(_) => {}
    }
    let mut entries = fs::read_dir(target).map_err(|e| WriteError::io("look into", target, e))?;
    if entries.next().is_none() {
        Ok(Place::EmptyFolder)
    } else if !is_ours(target) {
        Err(WriteError::Foreign { path: path() })
    } else if overwrite {
        Ok(Place::OldResult)
    } else {
        Err(WriteError::Exists { path: path() })
    }
}

/// Other programs write a `summary.json`, too: only the provenance beside it makes a folder ours to replace.
pub(crate) fn is_ours(folder: &Path) -> bool {
    let provenance = fs::read(folder.join(PROVENANCE)).ok();
    let provenance = provenance.and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
    folder.join(SUMMARY).is_file()
        && provenance.is_some_and(|p| p["program"].is_string() && p["input_hash"].is_string())
}

/// A result that is being written. Dropped without [`commit`](Self::commit), it leaves nothing behind.
#[derive(Debug)]
pub struct PendingFolder {
    staging: Staging,
    target: PathBuf,
    overwrite: bool,
    files: Belongings,
}

/// A result that is in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed {
    /// Where it is.
    pub path: PathBuf,
    /// Files of the user's in the result that it replaced, which are in it now.
    pub kept: Vec<String>,
}

impl PendingFolder {
    /// Writes everything this room knows how to write: summary, provenance, resolved study, series, surfaces and solids.
    pub fn write_outcome(
        &mut self,
        title: Option<&str>,
        outcome: &Outcome,
        provenance: &Provenance,
        study_text: &str,
    ) -> Result<(), WriteError> {
        self.write_numbers(title, outcome, provenance, study_text)?;
        self.write_fields(outcome)
    }

    /// Of an outcome summary, provenance, resolved study and series.
    pub fn write_numbers(
        &mut self,
        title: Option<&str>,
        outcome: &Outcome,
        provenance: &Provenance,
        study_text: &str,
    ) -> Result<(), WriteError> {
        self.add_file(SUMMARY, Summary::new(title, outcome).to_json()?.as_bytes())?;
        let provenance =
            serde_json::to_string_pretty(provenance).map_err(|e| WriteError::encode(PROVENANCE, e))? + "\n";
        self.add_file(PROVENANCE, provenance.as_bytes())?;
        self.add_file(STUDY, study_text.as_bytes())?;
        self.add_file(SKETCH, sketch(outcome)?.as_bytes())?;
        if !outcome.series.columns().is_empty() {
            self.add_file(series::CSV, &series::to_csv(&outcome.series)?)?;
            self.add_file(series::PARQUET, &series::to_parquet(&outcome.series)?)?;
        }
        Ok(())
    }

    /// Of an outcome surfaces and solids.
    pub fn write_fields(&mut self, outcome: &Outcome) -> Result<(), WriteError> {
        for record in &outcome.surfaces {
            vtk::write_surface(record, |name, bytes| self.add_file(name, bytes))?;
        }
        for record in &outcome.volumes {
            vtk::write_volume(record, |name, bytes| self.add_file(name, bytes))?;
        }
        Ok(())
    }

    /// Adds a file; `name` may contain folders, separated by `/`.
    pub fn add_file(&mut self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let relative = Path::new(name);
        let inside = relative.components().all(|c| matches!(c, Component::Normal(_)));
        if !inside || name.is_empty() || name.ends_with('/') {
            return Err(WriteError::FileName { name: name.into() });
        }
        if self.files.names().any(|known| known == name) {
            return Err(WriteError::Twice { name: name.into() });
        }
        self.files.add(name, belongings::hash_of(bytes));
        let path = self.staging.content().join(relative);
        // The error names the place where the user will look for the file, not the hidden one.
        let shown = self.target.join(relative);
        let _writing = writing();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|e| WriteError::io("make the folder of", &shown, e))?;
        }
        let needed = Some(bytes.len() as u64);
        fs::write(&path, bytes).map_err(|source| WriteError::Io { operation: "write", path: shown, source, needed })
    }

    /// Brings the result to the disk, puts it into its place and says where that is.
    pub fn commit(self) -> Result<Placed, WriteError> {
        if !self.files.names().any(|name| name == SUMMARY) {
            return Err(WriteError::Incomplete { path: self.target });
        }
        let content = self.staging.content();
        self.sync(&content)?;
        let _writing = writing();
        // A run may take hours: the place may have been taken meanwhile.
        let place = inspect(&self.target, self.overwrite)?;
        let mut kept = Vec::new();
        if place == Place::OldResult {
            let mine = Belongings::load(&self.target).strangers(&self.target);
            let carried = mine.and_then(|mine| carry_over(&mine, &self.target, &content));
            kept = carried.map_err(|e| WriteError::io("keep what is yours in", &self.target, e))?;
            if exchange(&content, &self.target) {
                sync_folder_of(&self.target);
                return Ok(Placed { path: self.target, kept });
            }
            let moved = fs::rename(&self.target, self.staging.aside());
            moved.map_err(|e| WriteError::io("replace", &self.target, e))?;
        } else if place == Place::EmptyFolder && cfg!(windows) {
            // Elsewhere a rename replaces an empty folder in one step.
            fs::remove_dir(&self.target).map_err(|e| WriteError::io("replace", &self.target, e))?;
        }
        match fs::rename(&content, &self.target) {
            Ok(()) => {
                sync_folder_of(&self.target);
                Ok(Placed { path: self.target, kept })
            }
            Err(e) if e.kind() == ErrorKind::DirectoryNotEmpty => Err(WriteError::Exists { path: self.target }),
            // The staging folder puts the old result back when it is dropped.
            Err(e) => Err(WriteError::io("put into place", &self.target, e)),
        }
    }

    /// Writes the list of files, and brings all of them and their folders to the disk.
    fn sync(&self, content: &Path) -> Result<(), WriteError> {
        let failed = |name: &str, e| WriteError::io("write", &self.target.join(name), e);
        let list = content.join(belongings::LIST);
        fs::write(&list, self.files.to_text()).map_err(|e| failed(belongings::LIST, e))?;
        let names: Vec<&str> = self.files.names().chain([belongings::LIST]).collect();
        // Many at a time: each waits for the disk.
        names.par_iter().try_for_each(|name| {
            File::open(content.join(name)).and_then(|f| f.sync_all()).map_err(|e| failed(name, e))
        })?;
        let folders: BTreeSet<&Path> = names.iter().flat_map(|name| Path::new(name).ancestors().skip(1)).collect();
        folders.iter().for_each(|folder| sync_folder(&content.join(folder)));
        Ok(())
    }
}
