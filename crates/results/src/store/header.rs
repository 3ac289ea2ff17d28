//! What a store holds, and whether it is what is expected.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{BLOCK, Cell, FORMAT, HEADER, Opening, Row, StoreError, malformed, seal};
use crate::{ReadError, WriteError};

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
    /// Builds of the program whose runs are in it, the last one last: two builds of one version may compute otherwise.
    pub builds: Vec<String>,
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

/// The file: the header, and a checksum of it.
#[derive(Serialize, Deserialize)]
struct Sealed {
    #[serde(flatten)]
    header: Header,
    check: String,
}

/// What every layout begins with.
#[derive(Deserialize)]
struct Beginning {
    format: u32,
    version: String,
}

impl Header {
    /// The header of a new store of a study: its hash, by this version of the program.
    pub fn new(version: &str, study: &str) -> Self {
        Self {
            format: FORMAT,
            version: version.to_owned(),
            builds: Vec::new(),
            study: study.to_owned(),
            shard: None,
            runs: None,
            inputs: Vec::new(),
            outputs: Vec::new(),
        }
    }

    /// Whether a run belongs to this shard.
    pub fn covers(&self, run: u64) -> bool {
        self.shard.is_none_or(|(index, count)| run % u64::from(count) == u64::from(index - 1))
    }

    /// Block of a run: shards count their own runs.
    pub(super) fn block(&self, run: u64) -> u64 {
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
    pub(super) fn block_size(&self, block: u64) -> u64 {
        self.planned().map_or(BLOCK, |all| all.saturating_sub(block * BLOCK).min(BLOCK))
    }

    /// Refuses a store that was made by another program version, build, study or shard.
    pub(super) fn check(&self, expected: &Self, path: &Path, opening: Opening) -> Result<(), StoreError> {
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
        if self.builds.last() != expected.builds.last() && opening != Opening::AcrossBuilds {
            let named = |header: &Self| header.builds.last().cloned().unwrap_or_default();
            return Err(StoreError::OtherBuild { path, found: named(self), expected: named(expected) });
        }
        Ok(())
    }

    /// What is wrong with a row that should be in this store, where something is.
    pub(super) fn fault(&self, row: &Row) -> Option<String> {
        let run = row.run;
        if self.runs.is_some_and(|all| run >= all) {
            return Some(format!("there is no run {run}: the study has {}", self.runs.unwrap_or_default()));
        }
        if !self.covers(run) {
            return Some(format!("run {run} belongs to another shard"));
        }
        if row.inputs.len() != self.inputs.len() {
            return Some(format!("run {run} has {} inputs, not {}", row.inputs.len(), self.inputs.len()));
        }
        let fits = |(cell, column): (&Cell, &InputColumn)| matches!(cell, Cell::Text(_)) == column.is_text;
        let (_, column) = row.inputs.iter().zip(&self.inputs).find(|pair| !fits(*pair))?;
        let (is, has) = if column.is_text { ("names", "a number") } else { ("numbers", "a name") };
        Some(format!("column `{}` holds {is}, run {run} has {has} there", column.name))
    }

    /// The text of its file.
    pub(super) fn to_text(&self) -> Result<String, WriteError> {
        let sealed = Sealed { header: self.clone(), check: self.checksum()? };
        Ok(serde_json::to_string_pretty(&sealed).map_err(|e| WriteError::encode(HEADER, e))? + "\n")
    }

    fn checksum(&self) -> Result<String, WriteError> {
        let bytes = serde_json::to_vec(self).map_err(|e| WriteError::encode(HEADER, e))?;
        Ok(seal::checksum(&[&bytes]))
    }

    /// Reads the header of a store.
    pub(super) fn load(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(HEADER);
        let text = fs::read_to_string(&path).map_err(|e| ReadError::io(&path, e))?;
        let damaged = |what: String| StoreError::DamagedHeader { path: path.clone(), what };
        let begins: Beginning = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if begins.format != FORMAT {
            let (found, expected) =
                (format!("{} (layout {})", begins.version, begins.format), format!("layout {FORMAT}"));
            return Err(StoreError::OtherVersion { path: folder.into(), found, expected });
        }
        let sealed: Sealed = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if sealed.header.checksum()? != sealed.check {
            return Err(damaged("its content is not what was written (another checksum)".into()));
        }
        match sealed.header.shard {
            Some((index, count)) if index == 0 || index > count => {
                Err(malformed(&path, format!("shard {index} of {count} does not exist")))
            }
            _ => Ok(sealed.header),
        }
    }
}
