//! Columns of equal length that leave as Arrow.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use results::store::{Cell, Header, InputColumn, Row, StoreContents, StoreError};

use crate::arrow::{ColumnParts, Memory, schema_capsule, stream_capsule};
use crate::error::failed_store;
use crate::numbers::{Numbers, Owner};

/// The values of a column.
enum Values {
    /// In an owner's memory; NaN where there is none.
    Numbers(Owner, *const f64),
    /// Whole numbers.
    Counts(Arc<Vec<i64>>),
    /// Text; `None` where there is none.
    Text(Vec<Option<String>>),
}

struct Column {
    name: String,
    label: String,
    values: Values,
    parts: ColumnParts,
}

/// A table: columns with names that end in their SI unit. It has `__arrow_c_stream__`, which pandas, polars, pyarrow and
/// DuckDB read without copying numbers.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct Table {
    rows: usize,
    columns: Vec<Column>,
}

// SAFETY: nobody writes to the numbers, and their owners are kept and may be shared.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

impl Table {
    /// The series of an outcome, where it is.
    pub fn of_series(outcome: &Arc<results::Outcome>) -> Self {
        let series = &outcome.series;
        let column =
            |column: &results::Column| number_column(&column.name, &column.label, outcome.clone(), &column.values);
        Self { rows: series.rows(), columns: series.columns().iter().map(column).collect() }
    }

    /// Runs of a study of many: number, inputs, outputs, warnings, error.
    pub fn of_rows(header: &Header, rows: &[Row]) -> Self {
        let mut columns = Columns::new(header);
        rows.iter().for_each(|row| columns.push(row));
        columns.finish()
    }

    fn column(&self, name: &str) -> PyResult<&Column> {
        self.columns.iter().find(|column| column.name == name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    fn parts(&self) -> Vec<ColumnParts> {
        self.columns.iter().map(|column| column.parts.clone()).collect()
    }
}

/// The columns of a table of runs while it grows: eight bytes a number, however many words a row needs elsewhere.
struct Columns {
    runs: Vec<i64>,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    warnings: Vec<Option<String>>,
    errors: Vec<Option<String>>,
}

struct Input {
    name: String,
    label: String,
    values: InputValues,
}

enum InputValues {
    Numbers(Vec<f64>),
    Text(Vec<Option<String>>),
}

struct Output {
    name: String,
    label: String,
    values: Vec<f64>,
}

impl Columns {
    fn new(header: &Header) -> Self {
        let input = |column: &InputColumn| Input {
            name: column.name.clone(),
            label: column.label.clone(),
            values: if column.is_text { InputValues::Text(Vec::new()) } else { InputValues::Numbers(Vec::new()) },
        };
        let output =
            |(name, label): &(String, String)| Output { name: name.clone(), label: label.clone(), values: Vec::new() };
        Self {
            runs: Vec::new(),
            inputs: header.inputs.iter().map(input).collect(),
            outputs: header.outputs.iter().map(output).collect(),
            warnings: Vec::new(),
            errors: Vec::new(),
        }
    }

    fn push(&mut self, row: &Row) {
        for (i, input) in self.inputs.iter_mut().enumerate() {
            match (&mut input.values, row.inputs.get(i)) {
                (InputValues::Numbers(values), Some(Cell::Number(number))) => values.push(*number),
                (InputValues::Numbers(values), _) => values.push(f64::NAN),
                (InputValues::Text(values), Some(Cell::Text(text))) => values.push(Some(text.clone())),
                (InputValues::Text(values), Some(Cell::Number(number))) => values.push(Some(number.to_string())),
                (InputValues::Text(values), None) => values.push(None),
            }
        }
        let before = self.runs.len();
        for (i, (name, value)) in row.outputs.iter().enumerate() {
            // Nearly always where it was in the header.
            let is_here = self.outputs.get(i).is_some_and(|output| output.name == *name);
            let found = if is_here { Some(i) } else { self.outputs.iter().position(|output| output.name == *name) };
            let place = found.unwrap_or_else(|| {
                let values = vec![f64::NAN; before];
                self.outputs.push(Output { name: name.clone(), label: name.clone(), values });
                self.outputs.len() - 1
            });
            let values = &mut self.outputs[place].values;
            if values.len() == before {
                values.push(*value);
            }
        }
        self.outputs.iter_mut().for_each(|output| output.values.resize(before + 1, f64::NAN));
        self.warnings.push(Some(row.warnings.join(" ")));
        self.errors.push(row.error.clone());
        self.runs.push(row.run as i64);
    }

    fn finish(self) -> Table {
        let rows = self.runs.len();
        let mut columns = vec![count_column("run", "Run", self.runs)];
        columns.extend(self.inputs.into_iter().map(|input| match input.values {
            InputValues::Numbers(values) => owned_column(&input.name, &input.label, values),
            InputValues::Text(values) => text_column(&input.name, &input.label, values),
        }));
        columns.extend(self.outputs.into_iter().map(|one| owned_column(&one.name, &one.label, one.values)));
        columns.push(text_column("warnings", "Warnings", self.warnings));
        columns.push(text_column("error", "Error", self.errors));
        Table { rows, columns }
    }
}

fn number_column(name: &str, label: &str, owner: Owner, values: &[f64]) -> Column {
    let nulls = values.iter().filter(|value| value.is_nan()).count();
    let valid = (nulls > 0).then(|| (bits(values.iter().map(|value| !value.is_nan())), nulls));
    let buffers = vec![Memory::of(owner.clone(), values)];
    let parts = ColumnParts { name: name.into(), format: c"g", rows: values.len(), valid, buffers };
    Column { name: name.into(), label: label.into(), values: Values::Numbers(owner, values.as_ptr()), parts }
}

fn owned_column(name: &str, label: &str, values: Vec<f64>) -> Column {
    let owner = Arc::new(values);
    number_column(name, label, owner.clone(), &owner)
}

fn count_column(name: &str, label: &str, values: Vec<i64>) -> Column {
    let owner = Arc::new(values);
    let buffers = vec![Memory::of(owner.clone(), &owner)];
    let parts = ColumnParts { name: name.into(), format: c"l", rows: owner.len(), valid: None, buffers };
    Column { name: name.into(), label: label.into(), values: Values::Counts(owner), parts }
}

fn text_column(name: &str, label: &str, values: Vec<Option<String>>) -> Column {
    let mut offsets = vec![0_i64];
    let mut bytes = Vec::new();
    for value in &values {
        bytes.extend_from_slice(value.as_deref().unwrap_or_default().as_bytes());
        offsets.push(bytes.len() as i64);
    }
    let nulls = values.iter().filter(|value| value.is_none()).count();
    let valid = (nulls > 0).then(|| (bits(values.iter().map(Option::is_some)), nulls));
    let buffers = vec![Memory::owning(offsets), Memory::owning(bytes)];
    let parts = ColumnParts { name: name.into(), format: c"U", rows: values.len(), valid, buffers };
    Column { name: name.into(), label: label.into(), values: Values::Text(values), parts }
}

/// One bit a row, the lowest first.
fn bits(there: impl Iterator<Item = bool>) -> Memory {
    let mut bytes = Vec::new();
    for (row, there) in there.enumerate() {
        if row % 8 == 0 {
            bytes.push(0_u8);
        }
        if let Some(last) = bytes.last_mut() {
            *last |= u8::from(there) << (row % 8);
        }
    }
    Memory::owning(bytes)
}

#[pymethods]
impl Table {
    /// Names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// What a reader calls a column.
    fn label(&self, name: &str) -> PyResult<String> {
        Ok(self.column(name)?.label.clone())
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// A column: numbers where they are, or a list of text.
    fn values<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let column = self.column(name)?;
        match &column.values {
            Values::Numbers(owner, start) => {
                // SAFETY: the owner holds as many numbers from there.
                let values = unsafe { std::slice::from_raw_parts(*start, self.rows) };
                Ok(Bound::new(py, Numbers::new(owner.clone(), values, &[self.rows]))?.into_any())
            }
            Values::Counts(values) => {
                Ok(Bound::new(py, Numbers::new(values.clone(), values.as_slice(), &[self.rows]))?.into_any())
            }
            Values::Text(values) => Ok(PyList::new(py, values)?.into_any()),
        }
    }

    /// The table as a stream of Arrow batches.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // Another schema may be asked for; the interface lets the producer answer with its own.
        drop(requested_schema);
        stream_capsule(py, self.rows, self.parts())
    }

    /// Names and types of the columns, as Arrow says them.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        schema_capsule(py, &self.parts())
    }
}

/// The runs in a store, its header as JSON, and what is damaged in it. Reads while another process may be adding to it.
#[pyfunction]
pub fn load_store(py: Python<'_>, folder: PathBuf) -> PyResult<(Table, String, Vec<String>)> {
    let read = py.detach(|| -> Result<_, StoreError> {
        let (contents, damage) = StoreContents::load(&folder)?;
        let mut columns = Columns::new(contents.header());
        contents.for_each_block(|block| {
            block.iter().for_each(|row| columns.push(row));
            Ok(())
        })?;
        let damage = damage.iter().map(|one| format!("`{}` is damaged: {}", one.path.display(), one.what)).collect();
        let header = serde_json::to_string(contents.header()).unwrap_or_default();
        Ok((columns.finish(), header, damage))
    });
    read.map_err(|error| failed_store(&error))
}
