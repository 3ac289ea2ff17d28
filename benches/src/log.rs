//! What a long bench has found so far: a line a case in a file, so that it can be stopped, and goes on where it was.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hasher as _};
use std::io::Write as _;
use std::path::Path;

/// Begins a line that says which build of a program found what follows.
const PROGRAM: &str = "# program ";

/// A file with a line for every case: its name, a tabulator, what was found.
#[derive(Debug)]
pub struct Log {
    file: File,
    found: BTreeMap<String, String>,
    programs: BTreeSet<String>,
}

impl Log {
    /// Opens or begins a log of cases with these settings, which are its first line.
    ///
    /// # Errors
    /// A file that cannot be used, or the log of other settings.
    pub fn open(path: &Path, settings: &str) -> Result<Self, Box<dyn Error>> {
        let mut hasher = DefaultHasher::new();
        hasher.write(&std::fs::read(std::env::current_exe()?)?);
        Self::open_by(path, settings, &format!("{:016x}", hasher.finish()))
    }

    /// The same of a program that is known by this.
    fn open_by(path: &Path, settings: &str, program: &str) -> Result<Self, Box<dyn Error>> {
        let text = if path.exists() { std::fs::read_to_string(path)? } else { String::new() };
        // A line that was being written when the program ended is none.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines();
        let first = format!("# {settings}");
        if let Some(other) = lines.next().filter(|line| *line != first) {
            return Err(
                format!("{} begins with `{other}`, not with `{first}`: choose another file", path.display()).into()
            );
        }
        let (mut found, mut programs, mut last) = (BTreeMap::new(), BTreeSet::new(), None);
        for line in lines {
            if let Some(program) = line.strip_prefix(PROGRAM) {
                programs.insert(program.to_owned());
                last = Some(program);
            } else if let Some((name, what)) = line.split_once('\t') {
                found.insert(name.to_owned(), what.to_owned());
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        if whole < text.len() {
            file.set_len(whole as u64)?;
        }
        let mut log = Self { file, found, programs: programs.clone() };
        if whole == 0 {
            log.write(&first)?;
        }
        if last != Some(program) {
            log.write(&format!("{PROGRAM}{program}"))?;
            log.programs.insert(program.to_owned());
        }
        Ok(log)
    }

    /// What was found of a case, if it is there.
    pub fn found(&self, name: &str) -> Option<&str> {
        self.found.get(name).map(String::as_str)
    }

    /// Adds a case: when this returns, it outlives the process.
    ///
    /// # Errors
    /// A disk that takes no more.
    pub fn add(&mut self, name: &str, what: &str) -> std::io::Result<()> {
        let what = what.replace('\n', " ");
        self.write(&format!("{name}\t{what}"))?;
        self.found.insert(name.to_owned(), what);
        Ok(())
    }

    fn write(&mut self, line: &str) -> std::io::Result<()> {
        // In one call, so that a line is there or is not.
        self.file.write_all(format!("{line}\n").as_bytes())
    }

    /// How many cases there are.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// By how many builds of the program they were found.
    pub fn programs(&self) -> usize {
        self.programs.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_goes_on_without_the_line_that_was_cut_and_only_with_the_same_settings() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("grid.log");
        let mut log = Log::open_by(&path, "grid, 5 frames", "a").expect("a new log");
        log.add("first", "balanced\t1.0 s").expect("room");
        log.add("second", "slides\noff").expect("room");
        drop(log);
        let whole = std::fs::read_to_string(&path).expect("text");
        std::fs::write(&path, format!("{whole}third\tbal")).expect("room");
        let mut log = Log::open_by(&path, "grid, 5 frames", "a").expect("the same log");
        assert_eq!((log.found("first"), log.found("second")), (Some("balanced\t1.0 s"), Some("slides off")));
        assert_eq!((log.found("third"), log.len(), log.programs()), (None, 2, 1));
        log.add("third", "balanced").expect("room");
        assert_eq!(std::fs::read_to_string(&path).expect("text"), format!("{whole}third\tbalanced\n"));
        let other = Log::open_by(&path, "grid, 9 frames", "a").expect_err("other settings");
        assert!(other.to_string().contains("5 frames") && other.to_string().contains("9 frames"), "{other}");
        let log = Log::open_by(&path, "grid, 5 frames", "b").expect("another build");
        assert_eq!((log.len(), log.programs()), (3, 2));
    }
}
