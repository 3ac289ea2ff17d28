//! Comma-separated values, and their cousins with semicolons and tabs, with a decimal point or a decimal comma.

use std::borrow::Cow;
use std::path::Path;

use super::thousands::may_be_thousands;
use super::{Builder, RawTable, TableError, TableProblem};

/// Reads a table with one line of names. Blank lines and lines that begin with `#` do not count.
pub(super) fn read(text: &str, path: &Path) -> Result<RawTable, TableError> {
    // The csv reader would skip comments itself, but then it reports the line of the comment for the row below it.
    let (lines, kept): (Vec<usize>, Vec<&str>) = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .unzip();
    let Some(&header) = kept.first() else { return Err(TableError::of(path, TableProblem::Empty)) };
    let kept_text = kept.join("\n");
    let mut reader = ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        // The lines are cut already: a stray carriage return is part of a cell, not the end of a row.
        .terminator(::csv::Terminator::Any(b'\n'))
        .delimiter(separator_of(header, kept.get(1).copied().unwrap_or_default()))
        .trim(::csv::Trim::All)
        .from_reader(kept_text.as_bytes());
    let mut rows: Vec<(usize, ::csv::StringRecord)> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|_| TableError::of(path, TableProblem::NotText))?;
        let kept_line = record.position().map_or(1, ::csv::Position::line);
        let line = usize::try_from(kept_line).ok().and_then(|line| lines.get(line.checked_sub(1)?)).copied();
        rows.push((line.unwrap_or(lines[0]), record));
    }
    let Some(((line, names), rows)) = rows.split_first() else {
        return Err(TableError::of(path, TableProblem::Empty));
    };
    let mut builder = Builder::new(path, *line, names.iter().collect())?;
    let commas = has_decimal_commas(rows.iter().flat_map(|(_, record)| record.iter()));
    for (line, record) in rows {
        let cells: Vec<Cow<'_, str>> =
            record.iter().map(|cell| if commas { with_point(cell) } else { cell.into() }).collect();
        builder.push(*line, &cells.iter().map(AsRef::as_ref).collect::<Vec<_>>())?;
    }
    builder.finish()
}

/// Whether numbers are written as in 1,5. Only where some are, none is written as in 1.5, and not all of them could as well
/// be thousands, as in 1,500.
fn has_decimal_commas<'a>(cells: impl Iterator<Item = &'a str>) -> bool {
    let mut sure = false;
    for cell in cells {
        if cell.contains('.') && cell.parse::<f64>().is_ok() {
            return false;
        }
        sure |= is_decimal_comma(cell) && !may_be_thousands(cell);
    }
    sure
}

/// `1,5` or `-2,5e3`.
fn is_decimal_comma(cell: &str) -> bool {
    cell.contains(',') && !cell.contains('.') && cell.replacen(',', ".", 1).parse::<f64>().is_ok()
}

fn with_point(cell: &str) -> Cow<'_, str> {
    if is_decimal_comma(cell) { cell.replacen(',', ".", 1).into() } else { cell.into() }
}

/// The separator that the line of names uses most, outside quotes, of those that cut the first row into as many cells: a
/// name may hold a comma, as in `force, N`.
fn separator_of(header: &str, row: &str) -> u8 {
    let count = |line: &str, separator: u8| {
        let mut quoted = false;
        let outside = line.bytes().filter(|&byte| {
            quoted ^= byte == b'"';
            byte == separator && !quoted
        });
        outside.count()
    };
    let agree = |separator: u8| count(header, separator) > 0 && count(header, separator) == count(row, separator);
    // `max_by_key` takes the last of equals, so a table of one column is read with commas.
    let best = [b'\t', b';', b','].into_iter().max_by_key(|&separator| (agree(separator), count(header, separator)));
    best.unwrap_or(b',')
}
