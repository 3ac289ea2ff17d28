//! The files that a study names: read from where it stands, and copied beside the resolved study under names of their own.

use std::path::{Path, PathBuf};

use formats::table::{RawTable, TableError, TableProblem};

use crate::advice;
use crate::diagnostic::Diagnostic;
use crate::file::Files;
use crate::run::DataFile;
use crate::source::Source;

/// Reads files, and collects their copies.
pub(crate) struct Inputs<'a> {
    pub source: &'a Source,
    files: Files<'a>,
    copies: Vec<DataFile>,
}

/// A file that has been read.
#[derive(Debug)]
pub(crate) struct Input {
    /// Where it was found.
    pub path: PathBuf,
    pub bytes: Vec<u8>,
}

impl Input {
    /// Its name without its folder.
    pub fn name(&self) -> String {
        file_name(&self.path)
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| "file".into(), |name| name.to_string_lossy().into_owned())
}

impl<'a> Inputs<'a> {
    pub fn new(source: &'a Source, files: Files<'a>) -> Self {
        Self { source, files, copies: Vec::new() }
    }

    /// Reads a file, which the study names at a key.
    pub fn read(&self, path: &str, named: &str) -> Result<Input, Box<Diagnostic>> {
        let path = self.source.folder().join(path);
        match (self.files)(&path) {
            Ok(bytes) => Ok(Input { path, bytes }),
            Err(cause) => {
                let error = TableError { path, line: None, column: None, problem: TableProblem::Unreadable { cause } };
                Err(Box::new(self.source.diagnose_table(&error, "", named, named)))
            }
        }
    }

    /// Reads a table, which the study names at a key.
    pub fn read_table(&self, path: &str, named: &str) -> Result<(Input, RawTable), Box<Diagnostic>> {
        let input = self.read(path, named)?;
        match advice::read_table(&input.bytes, &input.path) {
            Ok(table) => Ok((input, table)),
            Err(error) => {
                let content = String::from_utf8_lossy(&input.bytes);
                Err(Box::new(self.source.diagnose_table(&error, &content, named, named)))
            }
        }
    }

    /// Keeps a copy, and says where the resolved study will find it: under its own name, or with a number before it where
    /// another file has that. What is there already is not copied again.
    pub fn keep(&mut self, input: Input) -> String {
        if let Some(same) = self.copies.iter().find(|copy| copy.bytes == input.bytes) {
            return same.name.clone();
        }
        let own = input.name();
        let numbered = (2..).map(|number| format!("inputs/{number}_{own}"));
        let mut names = std::iter::once(format!("inputs/{own}")).chain(numbered);
        let is_free = |name: &String| !self.copies.iter().any(|copy| copy.name == *name);
        let name = names.find(is_free).unwrap_or_default();
        self.copies.push(DataFile { name: name.clone(), bytes: input.bytes });
        name
    }

    /// What reads a file.
    pub fn files(&self) -> Files<'a> {
        self.files
    }

    /// Keeps bytes under a name that is given.
    pub fn keep_as(&mut self, name: String, bytes: Vec<u8>) {
        self.copies.push(DataFile { name, bytes });
    }

    /// The copies, in the order in which they were kept.
    pub fn into_copies(self) -> Vec<DataFile> {
        self.copies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StudyFile;

    /// One rule for every joint: the first keeps its name, another file of that name gets a number, the same file none.
    #[test]
    fn copies_have_names_of_their_own_and_nothing_is_copied_twice() {
        let file = StudyFile::from_text("there/it.toml", "[hip]\n");
        let read = |path: &Path| Ok(path.display().to_string().into_bytes());
        let mut inputs = Inputs::new(file.source(), &read);
        let mut keep = |path: &str| {
            let input = inputs.read(path, "hip").expect("a file");
            inputs.keep(input)
        };
        assert_eq!(keep("a/walk.csv"), "inputs/walk.csv");
        assert_eq!(keep("b/walk.csv"), "inputs/2_walk.csv");
        assert_eq!(keep("a/walk.csv"), "inputs/walk.csv");
        assert_eq!(keep("c/walk.csv"), "inputs/3_walk.csv");
        let copies = inputs.into_copies();
        assert_eq!(copies.len(), 3);
        assert_eq!(copies[1].bytes, b"there/b/walk.csv");
    }
}
