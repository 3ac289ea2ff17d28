//! OpenSim's `.mot` and `.sto`: a header of keys that ends with `endheader`, a line of names, rows.
//!
//! Three generations are read: SIMM's `datarows 73`, version 1's `nRows=73`, and versions 2 and 3, which give no size.

use std::path::Path;

use super::{Builder, RawTable, TableError, TableProblem, shortened};

/// Whether this line ends the header. Spreadsheets pad it with tabs.
pub(super) fn ends_header(line: &str) -> bool {
    line.trim().eq_ignore_ascii_case("endheader")
}

pub(super) fn read(text: &str, path: &Path) -> Result<RawTable, TableError> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let header = Header::read(&mut lines, path)?;
    let mut rows = lines.filter(|(_, line)| !line.trim().is_empty());

    let Some((names_line, names)) = rows.next() else {
        return Err(TableError::of(path, TableProblem::NoHeader { found: String::new() }));
    };
    let cells = if names.contains('\t') { names.split('\t').collect() } else { names.split_whitespace().collect() };
    let mut builder = Builder::new(path, names_line, cells)?;
    header.columns.check(builder.width(), path)?;
    for (line, row) in rows {
        builder.push(line, &cells_of(row, builder.width()))?;
    }
    let mut table = builder.finish()?;
    header.rows.check(table.rows(), path)?;
    table.in_degrees = header.in_degrees;
    Ok(table)
}

/// Tabs separate cells, so that an empty cell is seen; but rows aligned with spaces exist too.
fn cells_of(row: &str, width: usize) -> Vec<&str> {
    let by_space: Vec<&str> = row.split_whitespace().collect();
    if by_space.len() == width || !row.contains('\t') { by_space } else { row.split('\t').collect() }
}

/// A size that the header promises: which key, on which line, how many.
#[derive(Default)]
struct Promise(Option<(&'static str, usize, usize)>);

impl Promise {
    fn read(key: &'static str, line: usize, value: &str) -> Result<Self, TableProblem> {
        let said = value.parse().map_err(|_| bad(key, value, "a whole number"))?;
        Ok(Self(Some((key, line, said))))
    }

    fn check(&self, found: usize, path: &Path) -> Result<(), TableError> {
        match self.0 {
            Some((key, line, said)) if said != found => {
                Err(TableError::of(path, TableProblem::WrongCount { key, said, found }).at(line))
            }
            _ => Ok(()),
        }
    }
}

#[derive(Default)]
struct Header {
    rows: Promise,
    columns: Promise,
    in_degrees: Option<bool>,
}

impl Header {
    fn read<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>, path: &Path) -> Result<Self, TableError> {
        let mut header = Self::default();
        for (line, text) in lines {
            if ends_header(text) {
                return Ok(header);
            }
            header.take(line, text).map_err(|problem| TableError::of(path, problem).at(line))?;
        }
        Err(TableError::of(path, TableProblem::NoEndOfHeader))
    }

    /// Takes a line of the header. Lines that are not known are remarks.
    fn take(&mut self, line: usize, text: &str) -> Result<(), TableProblem> {
        let text = text.trim();
        let Some((key, value)) = text.split_once('=').or_else(|| text.split_once(char::is_whitespace)) else {
            return Ok(());
        };
        let (key, value) = (key.trim().to_lowercase(), value.trim());
        match (key.as_str(), text.contains('=')) {
            ("nrows", true) => self.rows = Promise::read("nRows", line, value)?,
            ("datarows", _) => self.rows = Promise::read("datarows", line, value)?,
            ("ncolumns", true) => self.columns = Promise::read("nColumns", line, value)?,
            ("datacolumns", _) => self.columns = Promise::read("datacolumns", line, value)?,
            ("indegrees", true) => self.in_degrees = Some(yes_or_no(value)?),
            ("datatype", true) if !value.eq_ignore_ascii_case("double") => {
                return Err(bad("DataType", value, "double: one number per cell"));
            }
            _ => {}
        }
        Ok(())
    }
}

fn yes_or_no(value: &str) -> Result<bool, TableProblem> {
    match value.to_lowercase().as_str() {
        "yes" | "y" | "true" => Ok(true),
        "no" | "n" | "false" => Ok(false),
        _ => Err(bad("inDegrees", value, "yes or no")),
    }
}

fn bad(key: &'static str, found: &str, expected: &'static str) -> TableProblem {
    TableProblem::BadHeader { key, found: shortened(found), expected }
}
