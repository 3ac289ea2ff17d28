//! What is in a store: read without the lock, while another process may be adding to it.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{HEADER, Header, JOURNAL, MANIFEST, PARTS, Part, Row, StoreError, malformed, part};
use crate::ReadError;

/// A file of a store that cannot be used. The rest can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub what: String,
    /// How many runs are lost with it, where that is known.
    pub runs: u64,
}

/// What is in a store.
#[derive(Debug, Clone)]
pub struct StoreContents {
    folder: PathBuf,
    header: Header,
    parts: BTreeMap<u64, Part>,
    /// Rows that are in no part yet, by their block.
    open: BTreeMap<u64, Vec<Row>>,
    finished: Runs,
}

impl StoreContents {
    /// Reads a store; what is damaged is named, and its runs count as not done.
    ///
    /// # Errors
    /// No store, or one whose header cannot be read.
    pub fn load(folder: &Path) -> Result<(Self, Vec<Damage>), StoreError> {
        let header = load_header(folder)?;
        let mut contents = Self {
            folder: folder.into(),
            header,
            parts: BTreeMap::new(),
            open: BTreeMap::new(),
            finished: Runs::default(),
        };
        let mut damage = Vec::new();
        // The journal first: a part that appears meanwhile is then seen in at least one of them.
        let journal = read_lines::<Row>(&folder.join(JOURNAL), &mut damage)?;
        for part in read_lines::<Part>(&folder.join(MANIFEST), &mut damage)? {
            contents.parts.insert(part.block, part);
        }
        let parts: Vec<Part> = contents.parts.values().cloned().collect();
        for part in parts {
            match contents.load_part(&part) {
                Ok(rows) => rows.iter().for_each(|row| contents.finished.insert(row.run)),
                Err(what) => {
                    contents.parts.remove(&part.block);
                    damage.push(Damage { path: folder.join(PARTS).join(&part.part), what, runs: part.rows });
                }
            }
        }
        for row in journal {
            if !contents.finished.contains(row.run) {
                contents.add(row);
            }
        }
        Ok((contents, damage))
    }

    /// Which study, which version, which columns.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Whether a run is done.
    pub fn is_finished(&self, run: u64) -> bool {
        self.finished.contains(run)
    }

    /// How many runs are done.
    pub fn finished(&self) -> u64 {
        self.finished.count
    }

    /// Which runs are done.
    pub fn finished_runs(&self) -> &Runs {
        &self.finished
    }

    /// Hands over every finished run, in the order of their numbers, block by block.
    ///
    /// # Errors
    /// A part that has become unreadable, or what the function says.
    pub fn for_each_block(&self, mut each: impl FnMut(&[Row]) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let mut blocks: Vec<u64> = self.parts.keys().chain(self.open.keys()).copied().collect();
        blocks.sort_unstable();
        blocks.dedup();
        for block in blocks {
            let mut rows = match self.parts.get(&block) {
                Some(part) => {
                    let path = self.folder.join(PARTS).join(&part.part);
                    part::load(&path).map_err(|error| malformed(&path, error))?
                }
                None => Vec::new(),
            };
            rows.extend(self.open.get(&block).into_iter().flatten().cloned());
            rows.sort_by_key(|row| row.run);
            each(&rows)?;
        }
        Ok(())
    }

    /// The rows of successive runs, in order; `None` where one of them is not done. Each part is read once.
    ///
    /// # Errors
    /// A part that has become unreadable.
    pub fn rows(&self, runs: std::ops::Range<u64>) -> Result<Option<Vec<Row>>, StoreError> {
        if runs.clone().any(|run| !self.is_finished(run)) {
            return Ok(None);
        }
        let mut found: Vec<Row> = Vec::with_capacity((runs.end - runs.start) as usize);
        for block in self.header.block(runs.start)..=self.header.block(runs.end.saturating_sub(1)) {
            found.extend(self.open_rows(block).iter().filter(|row| runs.contains(&row.run)).cloned());
            if let Some(part) = self.parts.get(&block) {
                let path = self.folder.join(PARTS).join(&part.part);
                let rows = part::load(&path).map_err(|error| malformed(&path, error))?;
                found.extend(rows.into_iter().filter(|row| runs.contains(&row.run)));
            }
        }
        found.sort_by_key(|row| row.run);
        Ok(Some(found))
    }

    /// Adds a row to its open block, and says which that is.
    pub(super) fn add(&mut self, row: Row) -> u64 {
        let block = self.header.block(row.run);
        if !self.finished.contains(row.run) {
            self.finished.insert(row.run);
            self.open.entry(block).or_default().push(row);
        }
        block
    }

    pub(super) fn open_blocks(&self) -> Vec<u64> {
        self.open.keys().copied().collect()
    }

    pub(super) fn open_rows(&self, block: u64) -> &[Row] {
        self.open.get(&block).map_or(&[], Vec::as_slice)
    }

    /// The rows of a block that become its part, with those of an earlier part of the same block.
    pub(super) fn sorted_open_rows(&self, block: u64) -> Vec<Row> {
        let mut rows = self.open_rows(block).to_vec();
        if let Some(earlier) = self.parts.get(&block) {
            rows.extend(self.load_part(earlier).unwrap_or_default());
        }
        rows.sort_by_key(|row| row.run);
        rows.dedup_by_key(|row| row.run);
        rows
    }

    /// A block has become a part.
    pub(super) fn settle(&mut self, part: Part) {
        self.open.remove(&part.block);
        self.parts.insert(part.block, part);
    }

    fn load_part(&self, part: &Part) -> Result<Vec<Row>, String> {
        let path = self.folder.join(PARTS).join(&part.part);
        let bytes = fs::read(&path).map_err(|error| error.to_string())?;
        if crate::hash(&[&bytes]) != part.hash {
            return Err(format!("its content is not what was written ({} bytes, another hash)", bytes.len()));
        }
        let rows = part::load(&path).map_err(|error| error.to_string())?;
        if rows.len() as u64 == part.rows { Ok(rows) } else { Err(format!("{} of {} rows", rows.len(), part.rows)) }
    }
}

pub(super) fn load_header(folder: &Path) -> Result<Header, StoreError> {
    let path = folder.join(HEADER);
    let text = fs::read_to_string(&path).map_err(|e| ReadError::io(&path, e))?;
    let header: Header = serde_json::from_str(&text).map_err(|error| malformed(&path, error))?;
    match header.shard {
        Some((index, count)) if index == 0 || index > count => {
            Err(malformed(&path, format!("shard {index} of {count} does not exist")))
        }
        _ => Ok(header),
    }
}

/// The lines of a file; none where there is no file. A last line without its end was being written when the process
/// died, and is left out; any other line that cannot be read is damage.
fn read_lines<T: serde::de::DeserializeOwned>(path: &Path, damage: &mut Vec<Damage>) -> Result<Vec<T>, StoreError> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(|e| ReadError::io(path, e))?,
    };
    let mut found = Vec::new();
    let complete = bytes.iter().rposition(|byte| *byte == b'\n').map_or(&[][..], |end| &bytes[..end]);
    for (index, line) in complete.split(|byte| *byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty()) {
        match serde_json::from_slice(line) {
            Ok(value) => found.push(value),
            Err(error) => {
                damage.push(Damage { path: path.into(), what: format!("line {}: {error}", index + 1), runs: 1 })
            }
        }
    }
    Ok(found)
}

/// A set of run numbers: one bit each.
#[derive(Debug, Clone, Default)]
pub struct Runs {
    words: Vec<u64>,
    count: u64,
}

impl Runs {
    /// Whether a run is in the set.
    pub fn contains(&self, run: u64) -> bool {
        self.words.get((run / 64) as usize).is_some_and(|word| word >> (run % 64) & 1 == 1)
    }

    fn insert(&mut self, run: u64) {
        let index = (run / 64) as usize;
        if index >= self.words.len() {
            self.words.resize(index + 1, 0);
        }
        let bit = 1 << (run % 64);
        self.count += u64::from(self.words[index] & bit == 0);
        self.words[index] |= bit;
    }
}
