//! Markers of a motion capture, as text (`.trc`): the columns of a marker `RHIP` are `RHIP_x`, `RHIP_y` and `RHIP_z`, and
//! those of frame and time are `frame` and `time`.

use std::path::Path;

use super::{Builder, RawTable, TableError, TableProblem, shortened};

/// Whether a text begins as such a file does.
pub(super) fn begins(text: &str) -> bool {
    text.get(..12).is_some_and(|start| start.eq_ignore_ascii_case("PathFileType"))
}

pub(super) fn read(text: &str, path: &Path) -> Result<RawTable, TableError> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let complain = |line: usize, problem| TableError::of(path, problem).at(line);
    let at = |index: usize| {
        let found = lines.get(index).copied();
        found.ok_or_else(|| TableError::of(path, TableProblem::NoHeader { found: String::new() }))
    };
    // The file's name, keys, their values, markers, axes; then rows.
    let (keys_line, keys) = at(1)?;
    let (values_line, values) = at(2)?;
    let value = |wanted: &str| {
        let place = keys.split('\t').position(|key| key.trim().eq_ignore_ascii_case(wanted));
        place.and_then(|place| values.split('\t').nth(place)).map(str::trim)
    };
    let Some(unit) = value("Units") else {
        return Err(complain(keys_line, TableProblem::NoHeader { found: shortened(keys) }));
    };
    let metres = match unit.to_lowercase().as_str() {
        "mm" => 1e-3,
        "cm" => 1e-2,
        "m" => 1.0,
        _ => {
            let problem = TableProblem::BadHeader { key: "Units", found: shortened(unit), expected: "mm, cm or m" };
            return Err(complain(values_line, problem));
        }
    };
    let (names_line, names) = at(3)?;
    let names = column_names(names);
    let mut builder = Builder::new(path, names_line, names.iter().map(String::as_str).collect())?;
    let rows = lines.iter().skip(5).filter(|(_, line)| !line.trim().is_empty());
    for (line, row) in rows {
        let mut cells: Vec<&str> = row.trim_end_matches(['\r', '\n']).split('\t').collect();
        // A marker that was not seen at the end of a line leaves nothing, not even tabs.
        cells.resize(cells.len().max(builder.width()), "");
        builder.push(*line, &cells)?;
    }
    let mut table = builder.finish()?;
    table.metres = Some(metres);
    Ok(table)
}

/// A marker's name stands above the first of its three columns.
fn column_names(line: &str) -> Vec<String> {
    let named = line.split('\t').skip(2).map(str::trim).filter(|name| !name.is_empty());
    let markers = named.flat_map(|name| ["x", "y", "z"].map(|axis| format!("{name}_{axis}")));
    ["frame".to_owned(), "time".to_owned()].into_iter().chain(markers).collect()
}
