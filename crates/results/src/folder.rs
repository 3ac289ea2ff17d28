//! A result is a folder. It is there complete or not at all.
//!
//! Everything is written into a hidden sibling of the target and renamed into place at the end, so that a crash, a full
//! disk or Ctrl-C never leaves half a result, and an older result stays until the newer one has taken its place.

mod staging;

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use staging::Staging;
pub(crate) use staging::give_up;

use crate::{Outcome, Provenance, ReadError, Summary, Table, WriteError, series, vtk, writing};

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
}

impl ResultFolder {
    /// Starts a result at `target`. To be called before the computation: it fails at once where writing would fail at
    /// the end (the place is taken, cannot be written to, or cannot be replaced).
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
        if inspect(&target, overwrite)? != Place::Free {
            staging.check_that_target_can_move()?;
        }
        Ok(PendingFolder { staging, target, overwrite, files: BTreeSet::new() })
    }

    /// Reads a result's summary, provenance and study.
    pub fn load(path: &Path) -> Result<Self, ReadError> {
        let text = |name: &str| {
            let file = path.join(name);
            fs::read_to_string(&file).map_err(|e| ReadError::io(&file, e))
        };
        let malformed = |name: &str, error: serde_json::Error| ReadError::malformed(&path.join(name), error);
        Ok(Self {
            path: path.into(),
            summary: Summary::from_json(&text(SUMMARY)?).map_err(|e| malformed(SUMMARY, e))?,
            provenance: serde_json::from_str(&text(PROVENANCE)?).map_err(|e| malformed(PROVENANCE, e))?,
            study: text(STUDY)?,
        })
    }

    /// Reads the time series, which is empty if the run was static and wrote none.
    pub fn load_series(&self) -> Result<Table, ReadError> {
        let (parquet, csv) = (self.path.join(series::PARQUET), self.path.join(series::CSV));
        if !parquet.exists() && !csv.exists() { Ok(Table::default()) } else { series::load_parquet(&parquet) }
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
    files: BTreeSet<String>,
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
        if !self.files.insert(name.into()) {
            return Err(WriteError::Twice { name: name.into() });
        }
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

    /// Puts the result into its place and says where that is.
    pub fn commit(self) -> Result<PathBuf, WriteError> {
        if !self.files.contains(SUMMARY) {
            return Err(WriteError::Incomplete { path: self.target });
        }
        let _writing = writing();
        // A run may take hours: the place may have been taken meanwhile.
        let place = inspect(&self.target, self.overwrite)?;
        if place == Place::OldResult {
            let moved = fs::rename(&self.target, self.staging.aside());
            moved.map_err(|e| WriteError::io("replace", &self.target, e))?;
        } else if place == Place::EmptyFolder && cfg!(windows) {
            // Elsewhere a rename replaces an empty folder in one step.
            fs::remove_dir(&self.target).map_err(|e| WriteError::io("replace", &self.target, e))?;
        }
        match fs::rename(self.staging.content(), &self.target) {
            Ok(()) => Ok(self.target),
            Err(e) if e.kind() == ErrorKind::DirectoryNotEmpty => Err(WriteError::Exists { path: self.target }),
            // The staging folder puts the old result back when it is dropped.
            Err(e) => Err(WriteError::io("put into place", &self.target, e)),
        }
    }
}
