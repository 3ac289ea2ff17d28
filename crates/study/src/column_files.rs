//! The tables that functions of time ask for, read into a mechanism's parameters.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use formats::table::{RawTable, TableError};
use joints::mechanism::parameters::{ColumnFile, Parameters, Rows};

use crate::diagnostic::Diagnostic;
use crate::inputs::{Input, Inputs};

/// Reads every file that a mechanism names, each once, and puts the columns where they are asked for. Paths become those
/// of the copies that stand beside the resolved study.
pub(crate) fn fill(parameters: &mut Parameters, inputs: &mut Inputs<'_>) -> Result<(), Vec<Diagnostic>> {
    let mut read: BTreeMap<String, (Input, RawTable)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (place, file) in parameters.files_mut() {
        let place = format!("mechanism.{place}.file");
        let (input, table) = match read.entry(file.path.clone()) {
            Entry::Occupied(known) => &*known.into_mut(),
            Entry::Vacant(new) => match inputs.read_table(&file.path, &format!("{place}.path")) {
                Ok(table) => &*new.insert(table),
                Err(diagnostic) => {
                    wrong.push(*diagnostic);
                    continue;
                }
            },
        };
        match rows(file, table) {
            Ok(rows) => file.rows = Some(rows),
            Err((error, key)) => {
                let content = String::from_utf8_lossy(&input.bytes);
                let named = [format!("{place}.{key}"), format!("{place}.path")];
                wrong.push(inputs.source.diagnose_table(&error, &content, &named[0], &named[1]));
            }
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let copies: BTreeMap<String, String> =
        read.into_iter().map(|(path, (input, _))| (path, inputs.keep(input))).collect();
    for (_, file) in parameters.files_mut() {
        if let Some(copy) = copies.get(&file.path) {
            file.path.clone_from(copy);
        }
    }
    Ok(())
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
