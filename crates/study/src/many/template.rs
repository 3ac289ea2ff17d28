//! A study with some of its inputs set to other values.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde::Deserialize;
use toml::{Table, Value};

use super::vary::{Setting, Variable};
use super::{inputs, spoken};
use crate::complaint::translate;
use crate::content::Content;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{StudyFile, read_inside};
use crate::run::Study;
use crate::source::Source;

/// The study that all runs have in common, and the files that it names, read once.
#[derive(Debug)]
pub(crate) struct Template {
    source: Source,
    table: Table,
    files: Mutex<BTreeMap<PathBuf, Vec<u8>>>,
    root: Option<PathBuf>,
}

impl Template {
    /// The study of this source, without what makes it one of many; of the files that it names, these are in memory.
    pub(crate) fn new(
        source: Source,
        files: BTreeMap<PathBuf, Vec<u8>>,
        root: Option<PathBuf>,
    ) -> Result<Self, Diagnostics> {
        let mut table: Table = toml::from_str(&source.text).map_err(|error| {
            Diagnostics::from(Diagnostic::new(source.place(""), error.message(), "the study must be TOML"))
        })?;
        table.remove("vary");
        table.remove("runs");
        table.remove("dossier");
        Ok(Self { source, table, files: Mutex::new(files), root })
    }

    pub(crate) fn source(&self) -> &Source {
        &self.source
    }

    /// The study with these inputs set, checked.
    pub(crate) fn build(&self, variables: &[Variable], settings: &[Setting]) -> Result<Study, Diagnostics> {
        let paths = variables.iter().map(|variable| variable.path.as_slice());
        let values = settings.iter().map(|setting| setting.value.clone());
        self.build_with(&mut paths.zip(values))
    }

    /// The study with values at paths, checked.
    pub(crate) fn build_with(
        &self,
        changes: &mut dyn Iterator<Item = (&[String], Value)>,
    ) -> Result<Study, Diagnostics> {
        let mut table = self.table.clone();
        for (path, value) in changes {
            set(&mut table, path, value).map_err(|message| {
                let hint = "write it out as a table in the study, so that its parts can be varied";
                Diagnostics::from(Diagnostic::new(self.source.place(&path.join(".")), message, hint))
            })?;
            one_choice(&table, path).map_err(|(message, hint)| {
                Diagnostics::from(Diagnostic::new(self.source.place(&path.join(".")), message, hint))
            })?;
        }
        let complain = |message: &str| {
            let complaint = translate(message, "", &[]);
            Diagnostics::from(Diagnostic::new(self.source.place("vary"), complaint.message, complaint.hint))
        };
        let numbers = spoken::numbers(&table);
        let document = spoken::document(&table, &numbers).ok_or_else(|| complain("a number cannot be written"))?;
        let content =
            Content::deserialize(toml::Deserializer::from(document)).map_err(|error| complain(error.message()))?;
        StudyFile::from_content(self.source.clone(), content).check_with(&|path| self.read(path))
    }

    /// A file that the study names, from memory where it has been read before.
    pub(crate) fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let lock = || self.files.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(bytes) = lock().get(path) {
            return Ok(bytes.clone());
        }
        let bytes = read_inside(self.root.as_deref(), path)?;
        lock().insert(path.into(), bytes.clone());
        Ok(bytes)
    }
}

/// Puts a value at a path; tables that are not there are made.
fn set(table: &mut Table, path: &[String], value: Value) -> Result<(), String> {
    let Some((first, rest)) = path.split_first() else { return Ok(()) };
    if rest.is_empty() {
        table.insert(first.clone(), value);
        return Ok(());
    }
    set_inside(table.entry(first.clone()).or_insert_with(|| Value::Table(Table::new())), first, rest, value)
}

/// A table of laws holds one of them: what varies must not bring a second beside the one that the study chose.
fn one_choice(table: &Table, path: &[String]) -> Result<(), (String, String)> {
    let mut inner = table;
    for (depth, key) in path.iter().enumerate() {
        if let Some(other) = inner.keys().find(|other| *other != key && inputs::excludes(&path[..depth], key, other)) {
            let (place, varied) = (path[..depth].join("."), path.join("."));
            let message = format!("`{place}` is `{other}` in this study: `{varied}` is not one of its inputs");
            let hint = format!("vary an input of `{place}.{other}`, or choose [{place}.{key}] in the study");
            return Err((message, hint));
        }
        match inner.get(key) {
            Some(Value::Table(next)) => inner = next,
            _ => return Ok(()),
        }
    }
    Ok(())
}

fn set_inside(place: &mut Value, name: &str, rest: &[String], value: Value) -> Result<(), String> {
    match place {
        Value::Table(inner) => set(inner, rest, value),
        Value::Array(list) => {
            let (length, index) = (list.len(), rest[0].parse::<usize>().ok());
            let Some(element) = index.and_then(|index| list.get_mut(index)) else {
                return Err(format!("`{name}` has {length} elements, counted from 0: there is no `{}`", rest[0]));
            };
            if rest.len() == 1 {
                *element = value;
                return Ok(());
            }
            set_inside(element, &rest[0], &rest[1..], value)
        }
        other => Err(format!("`{name}` is {other}: it has no `{}` that could be varied", rest[0])),
    }
}
