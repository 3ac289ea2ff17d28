//! Rows as a Parquet file: one column per input and output, the warnings and the error as text.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::column::reader::{ColumnReader, get_typed_column_reader};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::{Cell, Header, Row};
use crate::series::LABEL;

const RUN: &str = "run";
const WARNINGS: &str = "warnings";
const ERROR: &str = "error";
/// The first output's position is kept under this key: what stands before it are inputs.
const INPUTS: &str = "inputs";

/// Which columns a table of rows has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    /// Names of the inputs, and whether each is a text.
    pub inputs: Vec<(String, bool)>,
    /// Names of the outputs.
    pub outputs: Vec<String>,
    /// Names and labels for the metadata.
    pub labels: Vec<(String, String)>,
}

impl Columns {
    /// The columns of a store, and those outputs of the rows that its header does not know.
    pub(super) fn new<'a>(header: &Header, rows: impl IntoIterator<Item = &'a Row>) -> Self {
        let mut outputs: Vec<String> = header.outputs.iter().map(|(name, _)| name.clone()).collect();
        for row in rows {
            for (name, _) in &row.outputs {
                if !outputs.contains(name) {
                    outputs.push(name.clone());
                }
            }
        }
        let inputs = header.inputs.iter().map(|input| (input.name.clone(), input.is_text)).collect();
        let of_inputs = header.inputs.iter().map(|input| (input.name.clone(), input.label.clone()));
        Self { inputs, outputs, labels: of_inputs.chain(header.outputs.iter().cloned()).collect() }
    }
}

/// A Parquet file that grows by groups of rows.
pub(super) struct PartWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Columns,
}

impl<W: Write + Send> PartWriter<W> {
    pub(super) fn new(sink: W, columns: Columns) -> Result<Self, ParquetError> {
        let primitive = |name: &str, physical: PhysicalType| {
            let builder = Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED);
            let text = physical == PhysicalType::BYTE_ARRAY;
            let builder = if text { builder.with_logical_type(Some(LogicalType::String)) } else { builder };
            builder.build().map(Arc::new)
        };
        let number_or_text = |text: bool| if text { PhysicalType::BYTE_ARRAY } else { PhysicalType::DOUBLE };
        let mut fields = vec![primitive(RUN, PhysicalType::INT64)?];
        for (name, text) in &columns.inputs {
            fields.push(primitive(name, number_or_text(*text))?);
        }
        for name in &columns.outputs {
            fields.push(primitive(name, PhysicalType::DOUBLE)?);
        }
        for name in [WARNINGS, ERROR] {
            fields.push(primitive(name, PhysicalType::BYTE_ARRAY)?);
        }
        let schema = Type::group_type_builder("runs").with_fields(fields).build()?;
        let labels = columns.labels.iter().map(|(name, label)| KeyValue::new(format!("{LABEL}{name}"), label.clone()));
        let count = KeyValue::new(INPUTS.into(), columns.inputs.len().to_string());
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_dictionary_enabled(false)
            .set_key_value_metadata(Some(std::iter::once(count).chain(labels).collect()))
            .build();
        let writer = SerializedFileWriter::new(sink, Arc::new(schema), Arc::new(properties))?;
        Ok(Self { writer, columns })
    }

    /// Adds rows as one group.
    pub(super) fn write(&mut self, rows: &[Row]) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        macro_rules! column {
            ($kind:ty, $values:expr) => {
                if let Some(mut column) = group.next_column()? {
                    column.typed::<$kind>().write_batch(&$values, None, None)?;
                    column.close()?;
                }
            };
        }
        let text = |text: &str| ByteArray::from(text.as_bytes().to_vec());
        column!(Int64Type, rows.iter().map(|row| row.run as i64).collect::<Vec<_>>());
        for (index, (_, is_text)) in self.columns.inputs.iter().enumerate() {
            let cells = rows.iter().map(|row| row.inputs.get(index));
            if *is_text {
                let words = cells.map(|cell| match cell {
                    Some(Cell::Text(word)) => text(word),
                    Some(Cell::Number(value)) => text(&format!("{value:?}")),
                    None => text(""),
                });
                column!(ByteArrayType, words.collect::<Vec<_>>());
            } else {
                column!(DoubleType, cells.map(|cell| cell.map_or(f64::NAN, Cell::number)).collect::<Vec<_>>());
            }
        }
        for name in &self.columns.outputs {
            column!(DoubleType, rows.iter().map(|row| row.output(name).unwrap_or(f64::NAN)).collect::<Vec<_>>());
        }
        column!(ByteArrayType, rows.iter().map(|row| text(&row.warnings.join(" "))).collect::<Vec<_>>());
        column!(ByteArrayType, rows.iter().map(|row| text(row.error.as_deref().unwrap_or(""))).collect::<Vec<_>>());
        group.close()?;
        Ok(())
    }

    pub(super) fn finish(self) -> Result<W, ParquetError> {
        self.writer.into_inner()
    }
}

/// The rows of a Parquet file that [`PartWriter`] wrote.
pub(super) fn load(path: &Path) -> Result<Vec<Row>, ParquetError> {
    let reader = SerializedFileReader::new(File::open(path)?)?;
    let metadata = reader.metadata().file_metadata();
    let wrong = |what: &str| ParquetError::General(what.to_owned());
    let value = |key: &str| {
        let all = metadata.key_value_metadata()?;
        all.iter().find(|entry| entry.key == key)?.value.as_deref()
    };
    let inputs: usize = value(INPUTS).and_then(|text| text.parse().ok()).ok_or_else(|| wrong("it is no part"))?;
    let names: Vec<String> = metadata.schema_descr().columns().iter().map(|c| c.name().to_owned()).collect();
    if names.len() < inputs + 3 || names[0] != RUN {
        return Err(wrong("its columns are not those of a part"));
    }
    let mut rows = Vec::new();
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let count = group.metadata().num_rows() as usize;
        let start = rows.len();
        let empty = Row { run: 0, inputs: Vec::new(), outputs: Vec::new(), warnings: Vec::new(), error: None };
        rows.resize(start + count, empty);
        for (index, name) in names.iter().enumerate() {
            let column = group.get_column_reader(index)?;
            let rows = &mut rows[start..];
            match column {
                ColumnReader::Int64ColumnReader(_) => {
                    let runs = values::<Int64Type>(column, count)?;
                    rows.iter_mut().zip(runs).for_each(|(row, run)| row.run = run as u64);
                }
                ColumnReader::DoubleColumnReader(_) => {
                    let numbers = values::<DoubleType>(column, count)?;
                    for (row, number) in rows.iter_mut().zip(numbers) {
                        if index <= inputs {
                            row.inputs.push(Cell::Number(number));
                        } else {
                            row.outputs.push((name.clone(), number));
                        }
                    }
                }
                ColumnReader::ByteArrayColumnReader(_) => {
                    let words = values::<ByteArrayType>(column, count)?;
                    for (row, word) in rows.iter_mut().zip(words) {
                        let word = String::from_utf8_lossy(word.data()).into_owned();
                        if index <= inputs {
                            row.inputs.push(Cell::Text(word));
                        } else if name == WARNINGS {
                            row.warnings = word.split_whitespace().map(str::to_owned).collect();
                        } else if !word.is_empty() {
                            row.error = Some(word);
                            row.outputs.clear();
                        }
                    }
                }
                _ => return Err(wrong(&format!("column `{name}` has a type that no part has"))),
            }
        }
    }
    Ok(rows)
}

fn values<T: DataType>(column: ColumnReader, count: usize) -> Result<Vec<T::T>, ParquetError>
where
    T::T: Clone,
{
    let mut values = Vec::with_capacity(count);
    let (read, ..) = get_typed_column_reader::<T>(column).read_records(count, None, None, &mut values)?;
    if read == count { Ok(values) } else { Err(ParquetError::General(format!("{read} of {count} rows"))) }
}
