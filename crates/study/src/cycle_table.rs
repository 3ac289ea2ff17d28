//! One table of a load cycle: when its rows are, and its columns by the keys that name them.

use joints::hip::parameters::{CycleFile, ForceFile};
use quantity::Time;

use crate::diagnostic::Diagnostic;
use crate::file::Files;
use crate::source::Source;
use crate::tables::{RawTable, TableError, TableProblem};

/// A periodic spline needs this many instants.
pub(crate) const FEWEST_ROWS: usize = 4;

/// What a study says about the rows of a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys<'a> {
    /// Where the keys stand.
    at: &'static str,
    pub path: &'a str,
    pub time: Option<&'a str>,
    percent: Option<&'a str>,
    start: Option<Time>,
    end: Option<Time>,
    pub last_row_repeats_first: bool,
}

impl<'a> Keys<'a> {
    /// Those of the table that has the angles, and mostly the forces, too.
    pub fn of_cycle(file: &'a CycleFile) -> Self {
        Self {
            at: "hip.activity.file",
            path: &file.path,
            time: file.time.as_deref(),
            percent: file.percent.as_deref(),
            start: file.start,
            end: file.end,
            last_row_repeats_first: file.last_row_repeats_first,
        }
    }

    /// Those of the table that has the forces alone.
    pub fn of_forces(file: &'a ForceFile) -> Self {
        Self {
            at: "hip.activity.force-file",
            path: &file.path,
            time: file.time.as_deref(),
            percent: file.percent.as_deref(),
            start: file.start,
            end: file.end,
            last_row_repeats_first: file.last_row_repeats_first,
        }
    }

    /// Whether it says itself which rows are the cycle.
    pub fn has_window(&self) -> bool {
        self.start.is_some() || self.end.is_some()
    }
}

/// Rows of a table that make the cycle, and when they are.
#[derive(Debug, Clone)]
pub(crate) struct Instants {
    pub rows: std::ops::Range<usize>,
    pub shares: Vec<f64>,
    /// When the first row is and how long the cycle lasts, in s, where the table has a time.
    pub clock: Option<(f64, f64)>,
}

/// A table that has been read.
pub(crate) struct CycleTable<'a> {
    pub keys: Keys<'a>,
    source: &'a Source,
    pub table: RawTable,
    pub bytes: Vec<u8>,
    /// Name of the file without its folder.
    pub name: String,
}

impl<'a> CycleTable<'a> {
    /// Reads the file that the keys name.
    pub fn read(keys: Keys<'a>, source: &'a Source, files: Files<'_>) -> Result<Self, Box<Diagnostic>> {
        let path = source.folder().join(keys.path);
        let named = format!("{}.path", keys.at);
        let diagnose =
            |error: &TableError, content: &str| Box::new(source.diagnose_table(error, content, &named, &named));
        let bytes = files(&path).map_err(|cause| {
            let problem = TableProblem::Unreadable { cause };
            diagnose(&TableError { path: path.clone(), line: None, column: None, problem }, "")
        })?;
        let table =
            RawTable::read(&bytes, &path).map_err(|error| diagnose(&error, &String::from_utf8_lossy(&bytes)))?;
        let name = path.file_name().map_or_else(|| "cycle".into(), |name| name.to_string_lossy().into_owned());
        Ok(Self { keys, source, table, bytes, name })
    }

    /// Three columns by the keys that name them; zeros for those that are not named.
    pub fn three(&self, columns: [(&str, &Option<String>); 3], wrong: &mut Vec<Diagnostic>) -> Vec<[f64; 3]> {
        let columns = columns.map(|(key, name)| {
            let column = self.table.column(name.as_deref()?);
            column.map_err(|error| wrong.push(self.diagnose(&error, key))).ok()
        });
        (0..self.table.rows()).map(|row| columns.map(|column| column.map_or(0.0, |values| values[row]))).collect()
    }

    /// The rows of the cycle.
    pub fn instants(&self) -> Result<Instants, Box<Diagnostic>> {
        match (self.keys.time, self.keys.percent) {
            (Some(column), _) => self.instants_by_time(column),
            (None, Some(column)) => self.instants_by_percent(column),
            (None, None) => {
                Err(self.at("", "neither a time nor a percent column is named", "add time = \"…\" or percent = \"…\""))
            }
        }
    }

    /// Times that increase without holes.
    pub fn times(&self, column: &str) -> Result<&[f64], Box<Diagnostic>> {
        let complain = |error: TableError| Box::new(self.diagnose(&error, "time"));
        let times = self.table.column(column).map_err(complain)?;
        self.table.check_time(column).map_err(complain)?;
        self.table.check_gaps(column).map_err(complain)?;
        Ok(times)
    }

    fn instants_by_time(&self, column: &str) -> Result<Instants, Box<Diagnostic>> {
        let times = self.times(column)?;
        let Keys { start, end, last_row_repeats_first: repeats, .. } = self.keys;
        // Times are printed with finitely many digits: a row at the very end of the window belongs to it.
        let slack = 1e-9 * (times[times.len() - 1] - times[0]).abs();
        let (from, to) = (times[0], times[times.len() - 1]);
        for (key, wanted) in [("start", start), ("end", end)] {
            if let Some(wanted) = wanted.filter(|t| t.si() < from - slack || t.si() > to + slack) {
                let message = format!("the window's {key} is {wanted}, but the file runs from {from} to {to} s");
                return Err(self.at(key, message, "choose start and end inside the file, around one whole cycle"));
            }
        }
        let first = times.partition_point(|t| *t < start.map_or(f64::NEG_INFINITY, Time::si) - slack);
        let after = times.partition_point(|t| *t <= end.map_or(f64::INFINITY, Time::si) + slack).max(first);
        let inside = &times[first..after];
        if inside.len() < FEWEST_ROWS {
            let key = match (start, end) {
                (Some(_), _) => "start",
                (None, Some(_)) => "end",
                (None, None) => "path",
            };
            let message = format!(
                "{} rows can be used, but a cycle needs at least {FEWEST_ROWS}: the file runs from {from} to {to} s",
                inside.len()
            );
            return Err(self.at(key, message, "choose start and end inside the file, around one whole cycle"));
        }
        let (begin, span) = (inside[0], inside[inside.len() - 1] - inside[0]);
        let steps = (inside.len() - 1) as f64;
        // Without the repeated row the cycle goes on for one more step, from the last row back to the first.
        let duration = if repeats { span } else { span * (steps + 1.0) / steps };
        let mut shares: Vec<f64> = inside.iter().map(|t| (t - begin) / duration).collect();
        if repeats {
            shares[inside.len() - 1] = 1.0;
        }
        Ok(Instants { rows: first..after, shares, clock: Some((begin, duration)) })
    }

    fn instants_by_percent(&self, column: &str) -> Result<Instants, Box<Diagnostic>> {
        let Keys { start, end, last_row_repeats_first: repeats, .. } = self.keys;
        for (key, given) in [("start", start), ("end", end)] {
            if given.is_some() {
                return Err(self.at(
                    key,
                    "a window in time needs a time column",
                    "name one with time = \"…\", or delete this line",
                ));
            }
        }
        let complain = |error: TableError| Box::new(self.diagnose(&error, "percent"));
        let percents = self.table.column(column).map_err(complain)?;
        self.table.check_time(column).map_err(complain)?;
        self.table.check_gaps(column).map_err(complain)?;
        let (first, last) = (percents[0], percents[percents.len() - 1]);
        let ends_well = if repeats { (last - 100.0).abs() < 1e-6 } else { last < 100.0 };
        if first.abs() > 1e-6 || !ends_well || percents.len() < FEWEST_ROWS {
            let expected = if repeats { "from 0 to 100" } else { "from 0 to below 100" };
            let message = format!(
                "column '{column}' runs from {first} to {last} in {} rows, but must run {expected} in at least {FEWEST_ROWS}",
                percents.len()
            );
            let hint = match repeats {
                true if last < 100.0 && last > 90.0 => {
                    "if the last row does not repeat the first, add last-row-repeats-first = false"
                }
                true => "give one whole cycle in percent, 0 and 100 included",
                false => "delete the row at 100, or add last-row-repeats-first = true",
            };
            return Err(self.at("percent", message, hint));
        }
        let mut shares: Vec<f64> = percents.iter().map(|p| p / 100.0).collect();
        shares[0] = 0.0;
        if repeats {
            shares[percents.len() - 1] = 1.0;
        }
        Ok(Instants { rows: 0..percents.len(), shares, clock: None })
    }

    /// Whether the study has this key of the table.
    pub fn is_written(&self, key: &str) -> bool {
        self.source.tree.key_of(&crate::source::split(&format!("{}.{key}", self.keys.at))).is_some()
    }

    /// Something wrong at a key of the table.
    pub fn at(&self, key: &str, message: impl Into<String>, hint: impl Into<String>) -> Box<Diagnostic> {
        let at = self.keys.at;
        let path = if key.is_empty() { at.to_owned() } else { format!("{at}.{key}") };
        Box::new(Diagnostic::new(self.source.place(&path), message, hint))
    }

    /// An error at its line of the table, with the line of the study that named the column or the file.
    fn diagnose(&self, error: &TableError, key: &str) -> Diagnostic {
        let content = String::from_utf8_lossy(&self.bytes);
        let at = self.keys.at;
        self.source.diagnose_table(error, &content, &format!("{at}.{key}"), &format!("{at}.path"))
    }
}
