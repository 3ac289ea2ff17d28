//! The text of a study and where its values stand, kept for errors that come after reading.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use formats::table::{TableError, TableProblem};

use crate::diagnostic::{Diagnostic, Place};
use crate::place::Tree;

/// The text of a study and where its values stand; shared by all runs of a study of many.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub name: String,
    pub text: Arc<str>,
    pub tree: Arc<Tree>,
}

impl Source {
    /// Where the value at a dotted path stands, or its nearest parent, or else the beginning. What varies stands in the
    /// table `[vary]`.
    pub(crate) fn place(&self, path: &str) -> Place {
        let varied: Vec<String> = std::iter::once("vary".to_owned()).chain(split(path)).collect();
        let path = if self.tree.key_of(&varied).is_some() { varied } else { split(path) };
        let span = self.tree.span_of(&path).unwrap_or_default();
        Place::of_span(&self.name, &self.text, span)
    }

    /// The first of these dotted paths that is in the study.
    pub(crate) fn place_of_first(&self, paths: &[&str]) -> Place {
        let present = paths.iter().find(|path| self.tree.key_of(&split(path)).is_some());
        self.place(present.or(paths.last()).copied().unwrap_or_default())
    }

    /// The first of these keys of a joint that is in the study, or else the nearest table around the last; the empty key is
    /// the joint's own table.
    pub(crate) fn place_of_keys<'a>(&self, table: &str, keys: impl Iterator<Item = &'a str>) -> Place {
        let path = |key: &str| if key.is_empty() { table.to_owned() } else { format!("{table}.{key}") };
        let paths: Vec<String> = keys.map(path).collect();
        self.place_of_first(&paths.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// A joint's problem at its place; `joint` is the name of its table.
    pub(crate) fn diagnose(&self, joint: &str, problem: &joints::Problem) -> Diagnostic {
        Diagnostic::new(self.place(&format!("{joint}.{}", problem.path)), &problem.message, &problem.hint)
    }

    /// A table's error at its line, with the line of the study that named the column or the file.
    pub(crate) fn diagnose_table(&self, error: &TableError, content: &str, column: &str, file: &str) -> Diagnostic {
        let shown = error.path.display().to_string();
        let place = error.line.map_or_else(|| Place::file(&shown), |line| Place::of_line(&shown, content, line));
        let named = match error.problem {
            TableProblem::MissingColumn { .. } => self.place(column),
            _ => self.place(file),
        };
        let about = error.column.as_ref().map(|name| format!("column '{name}': ")).unwrap_or_default();
        Diagnostic::new(place, format!("{about}{}", error.problem), error.problem.hint()).named_at(named)
    }

    /// The folder at which relative paths of the study start.
    pub(crate) fn folder(&self) -> PathBuf {
        Path::new(&self.name).parent().map(Path::to_path_buf).unwrap_or_default()
    }
}

/// `hip.implant.clearance` as a path.
pub(crate) fn split(path: &str) -> Vec<String> {
    path.split('.').map(str::to_owned).collect()
}
