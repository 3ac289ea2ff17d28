//! Comma-separated values, and their cousins with semicolons and tabs.

use std::path::Path;

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
        .delimiter(separator_of(header))
        .trim(::csv::Trim::All)
        .from_reader(kept_text.as_bytes());

    let mut builder: Option<Builder<'_>> = None;
    let mut record = ::csv::StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) => return Err(TableError::of(path, TableProblem::NotText)),
        }
        let kept_line = record.position().map_or(1, ::csv::Position::line);
        let line = usize::try_from(kept_line).ok().and_then(|line| lines.get(line.checked_sub(1)?)).copied();
        let line = line.unwrap_or(lines[0]);
        let cells: Vec<&str> = record.iter().collect();
        match &mut builder {
            None => builder = Some(Builder::new(path, line, cells)?),
            Some(builder) => builder.push(line, &cells)?,
        }
    }
    builder.ok_or_else(|| TableError::of(path, TableProblem::Empty))?.finish()
}

/// The separator that the line of names uses most, outside quotes.
fn separator_of(header: &str) -> u8 {
    let count = |separator: u8| {
        let mut quoted = false;
        let outside = header.bytes().filter(|&byte| {
            quoted ^= byte == b'"';
            byte == separator && !quoted
        });
        outside.count()
    };
    // `max_by_key` takes the last of equals, so a table of one column is read with commas.
    [b'\t', b';', b','].into_iter().max_by_key(|&separator| count(separator)).unwrap_or(b',')
}
