//! Finished runs on their way from a worker: the names of their numbers once, the numbers as they are in memory.

use results::store::{Cell, Row};
use serde::{Deserialize, Serialize};

/// A block of finished runs. Both ends are of the same build, which is checked before.
#[derive(Serialize, Deserialize)]
struct Block {
    /// Lists of names of headline numbers; most runs of a study have the same.
    names: Vec<Vec<String>>,
    rows: Vec<Line>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    run: u64,
    inputs: Vec<Value>,
    /// Which of the lists of names.
    names: usize,
    outputs: Vec<f64>,
    warnings: Vec<String>,
    error: Option<String>,
}

#[derive(Serialize, Deserialize)]
enum Value {
    Number(f64),
    Text(String),
}

/// Packs runs, as [`unpack`] reads them.
pub fn pack(rows: Vec<Row>) -> Result<Vec<u8>, postcard::Error> {
    let mut names: Vec<Vec<String>> = Vec::new();
    let mut lines = Vec::with_capacity(rows.len());
    for Row { run, inputs, outputs, warnings, error } in rows {
        let same = |known: &Vec<String>| known.iter().eq(outputs.iter().map(|(name, _)| name));
        let which = names.iter().rposition(same).unwrap_or(names.len());
        let (named, outputs) = outputs.into_iter().unzip();
        if which == names.len() {
            names.push(named);
        }
        let value = |cell| match cell {
            Cell::Number(number) => Value::Number(number),
            Cell::Text(text) => Value::Text(text),
        };
        let inputs = inputs.into_iter().map(value).collect();
        lines.push(Line { run, inputs, names: which, outputs, warnings, error });
    }
    postcard::to_allocvec(&Block { names, rows: lines })
}

/// The runs of a block.
pub fn unpack(bytes: &[u8]) -> Result<Vec<Row>, postcard::Error> {
    let Block { names, rows } = postcard::from_bytes(bytes)?;
    let row = |line: Line| {
        let named = names.get(line.names).ok_or(postcard::Error::DeserializeBadEncoding)?;
        let cell = |value| match value {
            Value::Number(number) => Cell::Number(number),
            Value::Text(text) => Cell::Text(text),
        };
        Ok(Row {
            run: line.run,
            inputs: line.inputs.into_iter().map(cell).collect(),
            outputs: named.iter().cloned().zip(line.outputs).collect(),
            warnings: line.warnings,
            error: line.error,
        })
    };
    rows.into_iter().map(row).collect()
}
