//! Tables as the field writes them: comma-separated values, and OpenSim's `.mot` and `.sto`.
//!
//! ```no_run
//! use std::path::Path;
//! use formats::table::RawTable;
//!
//! let table = RawTable::load(Path::new("walk.mot"))?;
//! table.check_time("time")?;
//! table.check_gaps("time")?;
//! let flexion = table.column("hip_flexion_r")?;
//! # Ok::<(), formats::table::TableError>(())
//! ```
//!
//! A table may hold more than a study needs: a column of words, or one with holes, is an error only when it is asked for.

mod csv;
mod error;
mod opensim;
mod thousands;
mod trc;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::FileKind;

pub use error::{TableError, TableProblem};

/// A step of time longer than this many median steps is a gap. One lost sample doubles a step and two triple it, which
/// interpolation bridges; three lost samples are a hole.
pub const LARGEST_STEP: f64 = 3.5;

/// Named columns of numbers, and the lines they came from.
#[derive(Debug, Clone, PartialEq)]
pub struct RawTable {
    /// The names of the columns, each once.
    pub names: Vec<String>,
    /// For each row the line of the file, counted from 1.
    pub line_of_row: Vec<usize>,
    /// Whether angles are in degrees, if the file says so.
    pub in_degrees: Option<bool>,
    /// The unit of lengths in m, if the file says so.
    pub metres: Option<f64>,
    /// The file, as it was named by the user.
    pub path: PathBuf,
    columns: Vec<Vec<f64>>,
    /// For each column its first cell that is not a finite number; what `columns` holds there is NaN.
    spoiled: Vec<Option<Spoiled>>,
    header_line: usize,
}

#[derive(Debug, Clone, PartialEq)]
struct Spoiled {
    line: usize,
    text: String,
}

impl RawTable {
    /// Reads a file. A name ending in `.mot` or `.sto` is OpenSim's, and so is a file with a line `endheader`; one that begins
    /// with `PathFileType` holds markers.
    pub fn load(path: &Path) -> Result<Self, TableError> {
        let bytes = std::fs::read(path).map_err(|cause| TableError::of(path, TableProblem::Unreadable { cause }))?;
        Self::read(&bytes, path)
    }

    /// Reads the content of a file that was called `path`.
    pub fn read(bytes: &[u8], path: &Path) -> Result<Self, TableError> {
        if let Some((what, advice)) = foreign(bytes) {
            return Err(TableError::of(path, TableProblem::Foreign { what, advice }));
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|cause| {
            let line = 1 + bytes[..cause.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            TableError::of(path, TableProblem::NotText).at(line)
        })?;
        // Old Macintosh files end their lines with a carriage return alone.
        let text = if text.contains('\n') { Cow::from(text) } else { Cow::from(text.replace('\r', "\n")) };
        if text.trim().is_empty() {
            return Err(TableError::of(path, TableProblem::Empty));
        }
        let named_opensim = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("mot") || extension.eq_ignore_ascii_case("sto"));
        if trc::begins(&text) {
            trc::read(&text, path)
        } else if named_opensim || text.lines().any(opensim::ends_header) {
            opensim::read(&text, path)
        } else {
            csv::read(&text, path)
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.line_of_row.len()
    }

    /// The numbers of a column, all of them finite.
    pub fn column(&self, name: &str) -> Result<&[f64], TableError> {
        let Some(position) = self.names.iter().position(|known| known == name) else {
            let problem = TableProblem::MissingColumn { nearest: self.nearest_to(name), known: self.names.clone() };
            return Err(TableError::of(&self.path, problem).at(self.header_line).in_column(name));
        };
        match &self.spoiled[position] {
            None => Ok(&self.columns[position]),
            Some(spoiled) => {
                Err(TableError::of(&self.path, what_spoils(&spoiled.text)).at(spoiled.line).in_column(name))
            }
        }
    }

    /// The numbers of a column, where an empty cell is a gap and becomes NaN.
    pub fn column_with_gaps(&self, name: &str) -> Result<&[f64], TableError> {
        let position = self.names.iter().position(|known| known == name);
        let Some((position, spoiled)) = position.and_then(|at| Some((at, self.spoiled[at].as_ref()?))) else {
            return self.column(name);
        };
        let empty = spoiled.text.trim();
        if empty.is_empty() || empty.eq_ignore_ascii_case("nan") {
            Ok(&self.columns[position])
        } else {
            self.column(name)
        }
    }

    /// Whether each value of a column is greater than the one before.
    pub fn check_time(&self, column: &str) -> Result<(), TableError> {
        let times = self.column(column)?;
        match times.windows(2).position(|pair| pair[1] <= pair[0]) {
            None => Ok(()),
            Some(before) => {
                let problem = TableProblem::TimeNotIncreasing {
                    value: times[before + 1],
                    previous: times[before],
                    previous_line: self.line_of_row[before],
                };
                Err(TableError::of(&self.path, problem).at(self.line_of_row[before + 1]).in_column(column))
            }
        }
    }

    /// Whether a column has no step longer than [`LARGEST_STEP`] median steps.
    pub fn check_gaps(&self, column: &str) -> Result<(), TableError> {
        let times = self.column(column)?;
        let mut steps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let middle = steps.len() / 2;
        if steps.is_empty() {
            return Ok(());
        }
        let median = *steps.select_nth_unstable_by(middle, f64::total_cmp).1;
        match times.windows(2).position(|pair| pair[1] - pair[0] > LARGEST_STEP * median) {
            None => Ok(()),
            Some(before) => {
                let problem = TableProblem::Gap { from: times[before], to: times[before + 1], median };
                Err(TableError::of(&self.path, problem).at(self.line_of_row[before + 1]).in_column(column))
            }
        }
    }

    /// Up to three names that resemble this one, the nearest first.
    fn nearest_to(&self, name: &str) -> Vec<String> {
        let wanted = name.to_lowercase();
        let mut scored: Vec<(f64, &String)> = self
            .names
            .iter()
            .map(|known| {
                let lower = known.to_lowercase();
                // `flexion` for `hip_flexion_deg` is no typing error, and the likeliest mistake of all.
                let part = wanted.len() > 2 && (lower.contains(&wanted) || wanted.contains(&lower));
                (strsim::jaro_winkler(&lower, &wanted) + if part { 1.0 } else { 0.0 }, known)
            })
            .filter(|&(likeness, _)| likeness > 0.8)
            .collect();
        scored.sort_by(|left, right| right.0.total_cmp(&left.0));
        scored.into_iter().take(3).map(|(_, known)| known.clone()).collect()
    }
}

/// Collects rows; both readers feed it.
struct Builder<'a> {
    path: &'a Path,
    table: RawTable,
}

impl<'a> Builder<'a> {
    /// Checks the names. Nameless columns at the end are what spreadsheets leave behind; elsewhere they are an error.
    fn new(path: &'a Path, header_line: usize, cells: Vec<&str>) -> Result<Self, TableError> {
        let complain = |problem| TableError::of(path, problem).at(header_line);
        let mut names: Vec<String> = cells.iter().map(|&name| name.trim().to_owned()).collect();
        names.truncate(names.iter().rposition(|name| !name.is_empty()).map_or(0, |last| last + 1));
        if names.is_empty() || names.iter().all(|name| name.is_empty() || name.parse::<f64>().is_ok()) {
            return Err(complain(TableProblem::NoHeader { found: names.join(", ") }));
        }
        let mut first_of = std::collections::HashMap::new();
        for (index, name) in names.iter().enumerate() {
            if name.is_empty() {
                return Err(complain(TableProblem::NamelessColumn { position: index + 1 }));
            }
            if let Some(first) = first_of.insert(name, index) {
                let problem = TableProblem::DuplicateColumn { first: first + 1, second: index + 1 };
                return Err(complain(problem).in_column(name));
            }
        }
        let width = names.len();
        Ok(Self {
            path,
            table: RawTable {
                names,
                line_of_row: Vec::new(),
                in_degrees: None,
                metres: None,
                path: path.to_owned(),
                columns: vec![Vec::new(); width],
                spoiled: vec![None; width],
                header_line,
            },
        })
    }

    fn width(&self) -> usize {
        self.table.names.len()
    }

    /// Takes a row. Empty cells beyond the last name are ignored.
    fn push(&mut self, line: usize, cells: &[&str]) -> Result<(), TableError> {
        let expected = self.width();
        let found = cells.iter().skip(expected).rposition(|cell| !cell.trim().is_empty());
        let found = found.map_or(cells.len().min(expected), |beyond| expected + beyond + 1);
        if found != expected {
            let first = cells.first().map_or("", |cell| cell.trim()).to_owned();
            return Err(TableError::of(self.path, TableProblem::Ragged { found, expected, first }).at(line));
        }
        for (index, cell) in cells.iter().take(expected).enumerate() {
            let number = cell.trim().parse::<f64>().ok().filter(|number| number.is_finite());
            if number.is_none() && self.table.spoiled[index].is_none() {
                self.table.spoiled[index] = Some(Spoiled { line, text: shortened(cell.trim()) });
            }
            self.table.columns[index].push(number.unwrap_or(f64::NAN));
        }
        self.table.line_of_row.push(line);
        Ok(())
    }

    fn finish(self) -> Result<RawTable, TableError> {
        if self.table.line_of_row.is_empty() {
            return Err(TableError::of(self.path, TableProblem::NoRows).at(self.table.header_line));
        }
        Ok(self.table)
    }
}

fn what_spoils(text: &str) -> TableProblem {
    if text.is_empty() {
        return TableProblem::EmptyCell;
    }
    let bare = text.trim_start_matches(['+', '-']).to_lowercase();
    // The last two are what Microsoft's libraries print for NaN and infinity.
    let said = ["nan", "na", "n/a", "inf", "infinity"].contains(&bare.as_str()) || bare.starts_with("1.#");
    if said || text.parse::<f64>().is_ok() {
        TableProblem::NotFinite { text: text.to_owned() }
    } else {
        TableProblem::NotANumber { text: text.to_owned() }
    }
}

/// What a file is, with `a` or `an`, where it is no table of numbers, and how it becomes one.
pub fn foreign(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    let kind = FileKind::recognise(bytes).filter(|kind| !matches!(kind, FileKind::Trc | FileKind::OpenSimTable))?;
    let advice = match kind {
        FileKind::Workbook => "open it, choose the sheet, save it as 'CSV UTF-8', and name that file here",
        FileKind::Archive => "unpack it first",
        FileKind::WebPage => "was the page saved instead of the file? Download the file itself",
        FileKind::C3d => "export its markers as .trc, or angles and forces as .mot, .sto or CSV",
        FileKind::Matlab => "in MATLAB, writetable writes CSV",
        FileKind::Json | FileKind::Parquet => "write it as CSV: names in the first line, numbers below",
        _ => "numbers in columns are expected here: CSV, .trc, .mot or .sto",
    };
    Some((kind.name(), advice))
}

/// What fits in a message.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    if text.chars().count() <= MOST { text.to_owned() } else { text.chars().take(MOST).chain(['…']).collect() }
}
