//! One table of a load cycle: when its rows are, and its columns by the keys that name them.

use joints::hip::parameters::{CycleFile, ForceFile};

use crate::diagnostic::Diagnostic;
use crate::file::Files;
use crate::instants::{Asked, Instants, Wrong, advancing};
use crate::source::Source;
use crate::tables::{RawTable, TableError, TableProblem};

/// What a study says about the rows of a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys<'a> {
    /// Where the keys stand.
    pub at: &'static str,
    pub path: &'a str,
    pub asked: Asked<'a>,
}

impl<'a> Keys<'a> {
    /// Those of the table that has the angles, and mostly the forces, too.
    pub fn of_cycle(file: &'a CycleFile, at: &'static str) -> Self {
        let asked = Asked {
            time: file.time.as_deref(),
            percent: file.percent.as_deref(),
            start: file.start,
            end: file.end,
            last_row_repeats_first: file.last_row_repeats_first,
        };
        Self { at, path: &file.path, asked }
    }

    /// Those of the table that has the forces alone.
    pub fn of_forces(file: &'a ForceFile, at: &'static str) -> Self {
        let asked = Asked {
            time: file.time.as_deref(),
            percent: file.percent.as_deref(),
            start: file.start,
            end: file.end,
            last_row_repeats_first: file.last_row_repeats_first,
        };
        Self { at, path: &file.path, asked }
    }
}

/// A table that has been read.
pub(crate) struct CycleTable<'a> {
    pub keys: Keys<'a>,
    source: &'a Source,
    pub table: RawTable,
    pub bytes: Vec<u8>,
    /// Name of the file without its folder.
    pub name: String,
}

impl<'a> CycleTable<'a> {
    /// Reads the file that the keys name.
    pub fn read(keys: Keys<'a>, source: &'a Source, files: Files<'_>) -> Result<Self, Box<Diagnostic>> {
        let path = source.folder().join(keys.path);
        let named = format!("{}.path", keys.at);
        let diagnose =
            |error: &TableError, content: &str| Box::new(source.diagnose_table(error, content, &named, &named));
        let bytes = files(&path).map_err(|cause| {
            let problem = TableProblem::Unreadable { cause };
            diagnose(&TableError { path: path.clone(), line: None, column: None, problem }, "")
        })?;
        let table =
            RawTable::read(&bytes, &path).map_err(|error| diagnose(&error, &String::from_utf8_lossy(&bytes)))?;
        let name = path.file_name().map_or_else(|| "cycle".into(), |name| name.to_string_lossy().into_owned());
        Ok(Self { keys, source, table, bytes, name })
    }

    /// Three columns by the keys that name them; zeros for those that are not named.
    pub fn three(&self, columns: [(&str, &Option<String>); 3], wrong: &mut Vec<Diagnostic>) -> Vec<[f64; 3]> {
        let columns = columns.map(|(key, name)| {
            let column = self.table.column(name.as_deref()?);
            column.map_err(|error| wrong.push(self.diagnose(&error, key))).ok()
        });
        (0..self.table.rows()).map(|row| columns.map(|column| column.map_or(0.0, |values| values[row]))).collect()
    }

    /// The rows of the cycle.
    pub fn instants(&self) -> Result<Instants, Box<Diagnostic>> {
        self.keys.asked.find(&self.table).map_err(|wrong| match *wrong {
            Wrong::Table(error, key) => Box::new(self.diagnose(&error, key)),
            Wrong::Asked { key, message, hint } => self.at(key, message, hint),
        })
    }

    /// Times that increase without holes.
    pub fn times(&self, column: &str) -> Result<&[f64], Box<Diagnostic>> {
        advancing(&self.table, column).map_err(|error| Box::new(self.diagnose(&error, "time")))
    }

    /// Whether the study has this key of the table.
    pub fn is_written(&self, key: &str) -> bool {
        self.source.tree.key_of(&crate::source::split(&format!("{}.{key}", self.keys.at))).is_some()
    }

    /// Something wrong at a key of the table.
    pub fn at(&self, key: &str, message: impl Into<String>, hint: impl Into<String>) -> Box<Diagnostic> {
        let at = self.keys.at;
        let path = if key.is_empty() { at.to_owned() } else { format!("{at}.{key}") };
        Box::new(Diagnostic::new(self.source.place(&path), message, hint))
    }

    /// An error at its line of the table, with the line of the study that named the column or the file.
    fn diagnose(&self, error: &TableError, key: &str) -> Diagnostic {
        let content = String::from_utf8_lossy(&self.bytes);
        let at = self.keys.at;
        self.source.diagnose_table(error, &content, &format!("{at}.{key}"), &format!("{at}.path"))
    }
}
