//! One table of a load cycle: when its rows are, and its columns by the keys that name them.

use formats::table::{RawTable, TableError};
use joints::hip::parameters::{CycleFile, ForceFile};

use crate::diagnostic::Diagnostic;
use crate::inputs::{Input, Inputs};
use crate::instants::{Asked, Instants, Wrong, advancing, asked_of};
use crate::source::Source;

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
        Self { at, path: &file.path, asked: asked_of!(file) }
    }

    /// Those of the table that has the forces alone.
    pub fn of_forces(file: &'a ForceFile, at: &'static str) -> Self {
        Self { at, path: &file.path, asked: asked_of!(file) }
    }
}

/// A table that has been read.
pub(crate) struct CycleTable<'a> {
    pub keys: Keys<'a>,
    source: &'a Source,
    pub table: RawTable,
    pub input: Input,
    /// Name of the file without its folder.
    pub name: String,
}

impl<'a> CycleTable<'a> {
    /// Reads the file that the keys name.
    pub fn read(keys: Keys<'a>, inputs: &Inputs<'a>) -> Result<Self, Box<Diagnostic>> {
        let (input, table) = inputs.read_table(keys.path, &format!("{}.path", keys.at))?;
        let name = input.name();
        Ok(Self { keys, source: inputs.source, table, input, name })
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
        let content = String::from_utf8_lossy(&self.input.bytes);
        let at = self.keys.at;
        self.source.diagnose_table(error, &content, &format!("{at}.{key}"), &format!("{at}.path"))
    }
}
