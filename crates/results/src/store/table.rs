//! All runs of a store as one table, in order, block after block.

use std::io::Write;

use super::{Cell, StoreContents, StoreError, part};
use crate::WriteError;

/// Name of the table for spreadsheets.
const CSV: &str = "table.csv";
/// Name of the table for programs.
const PARQUET: &str = "table.parquet";

/// The columns of all rows: the header knows those of the base case, a choice may have brought more.
fn columns(contents: &StoreContents) -> Result<part::Columns, StoreError> {
    let mut columns = part::Columns::new(contents.header(), []);
    contents.for_each_block(|rows| {
        for name in part::Columns::new(contents.header(), rows).outputs {
            if !columns.outputs.contains(&name) {
                columns.outputs.push(name);
            }
        }
        Ok(())
    })?;
    Ok(columns)
}

/// Writes all runs as comma-separated values: number, inputs, outputs, warnings, error.
///
/// # Errors
/// A part that has become unreadable, or a disk that is full.
pub fn write_csv(contents: &StoreContents, sink: impl Write) -> Result<(), StoreError> {
    let columns = columns(contents)?;
    let mut writer = csv::Writer::from_writer(sink);
    let encode = |error: csv::Error| match error.into_kind() {
        csv::ErrorKind::Io(error) => StoreError::io("write", CSV.as_ref(), error),
        other => WriteError::encode(CSV, format!("{other:?}")).into(),
    };
    let names = std::iter::once("run").chain(columns.inputs.iter().map(|(name, _)| name.as_str()));
    let names = names.chain(columns.outputs.iter().map(String::as_str)).chain(["warnings", "error"]);
    writer.write_record(names).map_err(encode)?;
    contents.for_each_block(|rows| {
        for row in rows {
            let number = |value: f64| if value.is_nan() { String::new() } else { format!("{value:?}") };
            let inputs = row.inputs.iter().map(|cell| match cell {
                Cell::Number(value) => number(*value),
                Cell::Text(word) => word.clone(),
            });
            let outputs = columns.outputs.iter().map(|name| row.output(name).map_or_else(String::new, number));
            let record = std::iter::once(row.run.to_string()).chain(inputs).chain(outputs);
            let record = record.chain([row.warnings.join(" "), row.error.clone().unwrap_or_default()]);
            writer.write_record(record).map_err(encode)?;
        }
        Ok(())
    })?;
    writer.flush().map_err(|error| StoreError::io("write", CSV.as_ref(), error))
}

/// Writes all runs as one Parquet file, a group of rows per block.
///
/// # Errors
/// As [`write_csv`].
pub fn write_parquet(contents: &StoreContents, sink: impl Write + Send) -> Result<(), StoreError> {
    let encode = |error| StoreError::Write(WriteError::encode(PARQUET, error));
    let mut writer = part::PartWriter::new(sink, columns(contents)?).map_err(encode)?;
    contents.for_each_block(|rows| writer.write(rows).map_err(encode))?;
    writer.finish().map(drop).map_err(encode)
}
