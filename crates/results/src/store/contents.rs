//! What is in a store: read without the lock, while another process may be adding to it.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::files::{remove_unfinished, set_aside};
use super::{BLOCK, Header, JOURNAL, MANIFEST, PARTS, Part, Row, Runs, StoreError, malformed, part, seal};
use crate::ReadError;

/// A file of a store that cannot be used. The rest can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub what: String,
    /// How many runs are lost with it, where that is known; else 0.
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
        let header = Header::load(folder)?;
        let mut contents = Self {
            folder: folder.into(),
            header,
            parts: BTreeMap::new(),
            open: BTreeMap::new(),
            finished: Runs::default(),
        };
        let mut damage = Vec::new();
        // The journal first: a part that appears meanwhile is then seen in at least one of them.
        let study = contents.header.study.clone();
        let journal = read_lines::<Row>(&folder.join(JOURNAL), &study, &mut damage)?;
        for part in read_lines::<Part>(&folder.join(MANIFEST), &study, &mut damage)? {
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
            if let Some(what) = contents.header.fault(&row) {
                damage.push(Damage { path: folder.join(JOURNAL), what, runs: 0 });
            } else if !contents.finished.contains(row.run) {
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
        self.finished.count()
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
    pub(super) fn sorted_open_rows(&self, block: u64) -> Result<Vec<Row>, StoreError> {
        let mut rows = self.open_rows(block).to_vec();
        if let Some(earlier) = self.parts.get(&block) {
            let path = self.folder.join(PARTS).join(&earlier.part);
            rows.extend(self.load_part(earlier).map_err(|what| malformed(&path, what))?);
        }
        rows.sort_by_key(|row| row.run);
        rows.dedup_by_key(|row| row.run);
        Ok(rows)
    }

    /// All parts, block after block.
    pub(super) fn parts(&self) -> impl Iterator<Item = &Part> {
        self.parts.values()
    }

    /// The part of a block, where it has one.
    pub(super) fn part_of(&self, block: u64) -> Option<&Part> {
        self.parts.get(&block)
    }

    /// The folder has got another name.
    pub(super) fn move_to(&mut self, folder: &Path) {
        self.folder = folder.into();
    }

    /// Another build adds its runs: whether it is new here.
    pub(super) fn join_build(&mut self, expected: &Header) -> bool {
        let new = self.header.builds.last() != expected.builds.last();
        if new {
            self.header.builds.extend(expected.builds.last().cloned());
        }
        new
    }

    /// Removes what a process left that was killed, and moves aside what is damaged: `parts/*.parquet` are the parts of
    /// this store and nothing else. To be called by the process that holds the lock.
    pub(super) fn tidy(&self, damage: &mut Vec<Damage>) -> Result<(), StoreError> {
        let parts = self.folder.join(PARTS);
        remove_unfinished(&self.folder);
        remove_unfinished(&parts);
        let listed = |name: &str| self.parts.values().any(|part| part.part == name);
        let mut strays: Vec<PathBuf> = fs::read_dir(&parts)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "parquet"))
            .filter(|path| !path.file_name().is_some_and(|name| listed(&name.to_string_lossy())))
            .collect();
        strays.sort();
        for stray in strays {
            if damage.iter().any(|one| one.path == stray) {
                set_aside(&stray, "damaged")?;
                continue;
            }
            // Complete, but the manifest does not name it, or no longer: its runs are in the journal or in its successor.
            let runs = part::load(&stray).ok().filter(|rows| rows.iter().all(|row| self.is_finished(row.run)));
            if runs.is_some() {
                fs::remove_file(&stray).map_err(|e| StoreError::io("remove", &stray, e))?;
            } else {
                let aside = set_aside(&stray, "damaged")?;
                let what = format!("no line of the manifest vouches for it; it is kept as `{}`", aside.display());
                damage.push(Damage { path: stray, what, runs: 0 });
            }
        }
        Ok(())
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
        if rows.len() as u64 != part.rows || part.rows > BLOCK {
            return Err(format!("{} of {} rows", rows.len(), part.rows));
        }
        if let Some(what) = rows.iter().find_map(|row| self.header.fault(row)) {
            return Err(what);
        }
        match rows.iter().find(|row| self.header.block(row.run) != part.block) {
            Some(row) => Err(format!("run {} is not one of block {}", row.run, part.block)),
            None => Ok(rows),
        }
    }
}

/// The lines of a file that fit their checksums; none where there is no file. Others are damage, also a last one without
/// its end, which was being written when the process died.
fn read_lines<T: serde::de::DeserializeOwned>(
    path: &Path,
    study: &str,
    damage: &mut Vec<Damage>,
) -> Result<Vec<T>, StoreError> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(|e| ReadError::io(path, e))?,
    };
    let mut found = Vec::new();
    let mut wrong = |line: usize, what: String| {
        damage.push(Damage { path: path.into(), what: format!("line {line}: {what}"), runs: 0 });
    };
    let mut lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    let torn = lines.pop().is_some_and(|last| !last.is_empty());
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| !line.is_empty()) {
        match seal::open(study, line) {
            Ok(value) => found.push(value),
            Err(what) => wrong(index + 1, what),
        }
    }
    if torn {
        wrong(lines.len() + 1, "it has no end: it was being written when the process ended".into());
    }
    Ok(found)
}
