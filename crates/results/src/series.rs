//! The time series on disk: `series.csv` for eyes and spreadsheets, `series.parquet` for programs. Both keep every bit
//! of every number.
//!
//! ```
//! use results::Table;
//! use results::series::to_csv;
//!
//! let mut table = Table::default();
//! table.push("time_s", "Time", vec![0.0, 0.1]);
//! table.push("contact_force_N", "Contact force", vec![500.0, 1234.5]);
//! assert_eq!(to_csv(&table)?, b"time_s,contact_force_N\n0.0,500.0\n0.1,1234.5\n");
//! # Ok::<(), results::WriteError>(())
//! ```

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, Repetition, Type as PhysicalType, ZstdLevel};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::{Column, ReadError, Table, WriteError};

/// Name of the text file.
pub const CSV: &str = "series.csv";
/// Name of the binary file.
pub const PARQUET: &str = "series.parquet";
/// The label of column `x` is kept in the Parquet file's metadata under `label.x`.
pub(crate) const LABEL: &str = "label.";

/// The table as comma-separated values: machine names, then one line per row, numbers in their shortest exact form.
pub fn to_csv(table: &Table) -> Result<Vec<u8>, WriteError> {
    check_shape(table)?;
    let mut writer = csv::Writer::from_writer(Vec::new());
    let encode = |error| WriteError::encode(CSV, error);
    writer.write_record(table.columns().iter().map(|c| &c.name)).map_err(encode)?;
    for row in 0..table.rows() {
        // Debug, not Display: it switches to an exponent instead of writing hundreds of zeros.
        writer.write_record(table.columns().iter().map(|c| format!("{:?}", c.values[row]))).map_err(encode)?;
    }
    writer.into_inner().map_err(|error| WriteError::encode(CSV, error.into_error()))
}

/// Reads comma-separated values. The file has no labels: a column is labelled by its machine name.
pub fn load_csv(path: &Path) -> Result<Table, ReadError> {
    let file = File::open(path).map_err(|e| ReadError::io(path, e))?;
    let mut reader = csv::Reader::from_reader(file);
    let names = reader.headers().map_err(|e| ReadError::malformed(path, e))?.clone();
    let mut columns = vec![Vec::new(); names.len()];
    for record in reader.records() {
        let record = record.map_err(|e| ReadError::malformed(path, e))?;
        let line = record.position().map_or(0, csv::Position::line);
        for (column, (name, text)) in columns.iter_mut().zip(names.iter().zip(&record)) {
            let wrong =
                |_| ReadError::malformed(path, format!("line {line}, column `{name}`: `{text}` is not a number"));
            column.push(text.parse::<f64>().map_err(wrong)?);
        }
    }
    let mut table = Table::default();
    for (name, values) in names.iter().zip(columns) {
        table.push(name, name, values);
    }
    Ok(table)
}

/// The table as a Parquet file: one required DOUBLE per column, zstd, labels in the metadata.
pub fn to_parquet(table: &Table) -> Result<Vec<u8>, WriteError> {
    check_shape(table)?;
    encode_parquet(table).map_err(|error| WriteError::encode(PARQUET, error))
}

fn encode_parquet(table: &Table) -> Result<Vec<u8>, ParquetError> {
    let field = |c: &Column| {
        let builder = Type::primitive_type_builder(&c.name, PhysicalType::DOUBLE);
        builder.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
    };
    let fields = table.columns().iter().map(field).collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("series").with_fields(fields).build()?;
    let labels = table.columns().iter().map(|c| KeyValue::new(format!("{LABEL}{}", c.name), c.label.clone()));
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        // Measured numbers hardly repeat: a dictionary would only add to them.
        .set_dictionary_enabled(false)
        .set_key_value_metadata(Some(labels.collect()))
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut rows = writer.next_row_group()?;
    for column in table.columns() {
        let Some(mut chunk) = rows.next_column()? else { break };
        chunk.typed::<DoubleType>().write_batch(&column.values, None, None)?;
        chunk.close()?;
    }
    rows.close()?;
    writer.into_inner()
}

/// Reads a Parquet file that holds nothing but required DOUBLE columns.
pub fn load_parquet(path: &Path) -> Result<Table, ReadError> {
    let file = File::open(path).map_err(|e| ReadError::io(path, e))?;
    decode_parquet(file).map_err(|error| ReadError::malformed(path, error))
}

fn decode_parquet(file: File) -> Result<Table, ParquetError> {
    let reader = SerializedFileReader::new(file)?;
    let metadata = reader.metadata().file_metadata();
    let labels = metadata.key_value_metadata();
    let mut table = Table::default();
    for (index, column) in metadata.schema_descr().columns().iter().enumerate() {
        let name = column.name();
        if column.physical_type() != PhysicalType::DOUBLE || column.max_def_level() > 0 || column.max_rep_level() > 0 {
            return Err(ParquetError::General(format!("column `{name}` is not a required DOUBLE")));
        }
        let mut values = Vec::new();
        for group in 0..reader.num_row_groups() {
            let group = reader.get_row_group(group)?;
            let rows = group.metadata().num_rows() as usize;
            let mut chunk = get_typed_column_reader::<DoubleType>(group.get_column_reader(index)?);
            let (read, ..) = chunk.read_records(rows, None, None, &mut values)?;
            if read != rows {
                return Err(ParquetError::General(format!("column `{name}` has {read} of {rows} rows")));
            }
        }
        let key = format!("{LABEL}{name}");
        let label = labels.and_then(|all| all.iter().find(|kv| kv.key == key)).and_then(|kv| kv.value.as_deref());
        table.push(name, label.unwrap_or(name), values);
    }
    Ok(table)
}

/// Both formats need columns of one length and of different names.
fn check_shape(table: &Table) -> Result<(), WriteError> {
    let mut names = BTreeSet::new();
    for column in table.columns() {
        if !names.insert(&column.name) {
            return Err(WriteError::Twice { name: column.name.clone() });
        }
        if column.values.len() != table.rows() {
            let Column { name, values, .. } = column;
            let what = format!("column `{name}` has {} rows, the first column has {}", values.len(), table.rows());
            return Err(WriteError::Shape { what });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::fs;

    use proptest::prelude::*;

    use super::*;

    fn table(values: &[f64]) -> Table {
        let mut table = Table::default();
        table.push("time_s", "Time", (0..values.len()).map(|i| i as f64 * 0.1).collect());
        table.push("contact_force_N", "Contact force, \"total\"", values.to_vec());
        table
    }

    fn bits(table: &Table) -> Vec<(String, Vec<u64>)> {
        let of = |c: &Column| (c.name.clone(), c.values.iter().map(|v| v.to_bits()).collect());
        table.columns().iter().map(of).collect()
    }

    fn through_disk(bytes: Vec<u8>, load: fn(&Path) -> Result<Table, ReadError>) -> Result<Table, ReadError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(&file, bytes).unwrap();
        load(file.path())
    }

    #[test]
    fn csv_is_what_a_person_expects() {
        let text = String::from_utf8(to_csv(&table(&[-0.0, 1e300, f64::NAN])).unwrap()).unwrap();
        assert_eq!(text, "time_s,contact_force_N\n0.0,-0.0\n0.1,1e300\n0.2,NaN\n");
    }

    #[test]
    fn parquet_keeps_labels_and_not_a_number() {
        let table = table(&[f64::NAN, f64::NEG_INFINITY, 5e-324]);
        let back = through_disk(to_parquet(&table).unwrap(), load_parquet).unwrap();
        assert_eq!(bits(&back), bits(&table));
        assert_eq!(back.column("contact_force_N").unwrap().label, "Contact force, \"total\"");
    }

    #[test]
    fn a_long_series_crosses_pages() {
        let table = table(&(0..300_000).map(|i| f64::from(i).sqrt()).collect::<Vec<_>>());
        assert_eq!(bits(&through_disk(to_parquet(&table).unwrap(), load_parquet).unwrap()), bits(&table));
    }

    #[test]
    fn a_damaged_csv_names_line_and_column() {
        let error = through_disk(b"time_s,force_N\n0,1\n1,x\n".to_vec(), load_csv).unwrap_err().to_string();
        assert!(error.contains("line 3, column `force_N`: `x`"), "{error}");
        let error = through_disk(b"time_s,force_N\n0\n".to_vec(), load_csv).unwrap_err().to_string();
        assert!(error.contains("line: 2"), "{error}");
    }

    #[test]
    fn a_cut_parquet_file_is_an_error() {
        let bytes = to_parquet(&table(&[1.0, 2.0, 3.0])).unwrap();
        for length in [0, 3, 4, bytes.len() / 2, bytes.len() - 1] {
            assert!(through_disk(bytes[..length].to_vec(), load_parquet).is_err(), "cut at {length}");
        }
    }

    #[test]
    fn two_columns_of_one_name_are_refused() {
        let mut twice = table(&[1.0]);
        twice.push("time_s", "Time", vec![0.0]);
        assert!(matches!(to_csv(&twice), Err(WriteError::Twice { .. })));
        assert!(matches!(to_parquet(&twice), Err(WriteError::Twice { .. })));
    }

    proptest! {
        #[test]
        fn both_formats_keep_every_bit(raw in prop::collection::vec(any::<u64>(), 1..50)) {
            // Text has one NaN only; Parquet keeps them all.
            let all = table(&raw.iter().map(|b| f64::from_bits(*b)).collect::<Vec<_>>());
            prop_assert_eq!(bits(&through_disk(to_parquet(&all).unwrap(), load_parquet).unwrap()), bits(&all));
            let numbers = raw.iter().map(|b| f64::from_bits(*b)).filter(|v| !v.is_nan());
            let numbers = table(&numbers.collect::<Vec<_>>());
            prop_assert_eq!(bits(&through_disk(to_csv(&numbers).unwrap(), load_csv).unwrap()), bits(&numbers));
        }
    }
}
