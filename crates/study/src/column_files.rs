//! The tables that functions of time ask for, read into a mechanism's parameters.

use std::collections::BTreeMap;
use std::path::Path;

use joints::mechanism::parameters::{ColumnFile, Parameters, Rows};

use crate::diagnostic::Diagnostic;
use crate::file::Files;
use crate::run::DataFile;
use crate::source::Source;
use crate::tables::{RawTable, TableError, TableProblem};

/// Reads every file that a mechanism names, each once, and puts the columns where they are asked for. Paths become those
/// of the copies that stand beside the resolved study.
pub(crate) fn fill(
    parameters: &mut Parameters,
    source: &Source,
    files: Files<'_>,
) -> Result<Vec<DataFile>, Vec<Diagnostic>> {
    let mut read: BTreeMap<String, (DataFile, RawTable)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (place, file) in parameters.files_mut() {
        let place = format!("mechanism.{place}.file");
        if !read.contains_key(&file.path) {
            match load(file, &place, source, files) {
                Ok((bytes, table)) => {
                    let name = free_name(&table.path, &read);
                    read.insert(file.path.clone(), (DataFile { name, bytes }, table));
                }
                Err(diagnostic) => {
                    wrong.push(*diagnostic);
                    continue;
                }
            }
        }
        let (copy, table) = &read[&file.path];
        let rows = rows(file, table).map_err(|(error, key)| {
            let content = String::from_utf8_lossy(&copy.bytes);
            source.diagnose_table(&error, &content, &format!("{place}.{key}"), &format!("{place}.path"))
        });
        match rows {
            Ok(rows) => file.rows = Some(rows),
            Err(diagnostic) => wrong.push(diagnostic),
        }
        file.path.clone_from(&copy.name);
    }
    if wrong.is_empty() { Ok(read.into_values().map(|(copy, _)| copy).collect()) } else { Err(wrong) }
}

fn load(
    file: &ColumnFile,
    place: &str,
    source: &Source,
    files: Files<'_>,
) -> Result<(Vec<u8>, RawTable), Box<Diagnostic>> {
    let path = source.folder().join(&file.path);
    let named = format!("{place}.path");
    let diagnose = |error: &TableError, content: &str| Box::new(source.diagnose_table(error, content, &named, &named));
    let bytes = files(&path).map_err(|cause| {
        let problem = TableProblem::Unreadable { cause };
        diagnose(&TableError { path: path.clone(), line: None, column: None, problem }, "")
    })?;
    let table = RawTable::read(&bytes, &path).map_err(|error| diagnose(&error, &String::from_utf8_lossy(&bytes)))?;
    Ok((bytes, table))
}

/// The two columns, or what is wrong and the key that named it.
fn rows(file: &ColumnFile, table: &RawTable) -> Result<Rows, (Box<TableError>, &'static str)> {
    let about = |key: &'static str| move |error| (Box::new(error), key);
    let times = table.column(&file.time).map_err(about("time"))?;
    table.check_time(&file.time).map_err(about("time"))?;
    table.check_gaps(&file.time).map_err(about("time"))?;
    let values = table.column(&file.column).map_err(about("column"))?;
    Ok(Rows { times: times.to_vec(), values: values.to_vec() })
}

/// `inputs/walk.mot`, with a number if another file has that name already.
fn free_name(path: &Path, read: &BTreeMap<String, (DataFile, RawTable)>) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    let taken = |name: &str| read.values().any(|(copy, _)| copy.name == name);
    let mut name = format!("inputs/{stem}{ending}");
    let mut number = 2;
    while taken(&name) {
        name = format!("inputs/{stem}-{number}{ending}");
        number += 1;
    }
    name
}
