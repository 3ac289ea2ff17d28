//! Which rows of a table make one cycle, and when they are.

use formats::table::{RawTable, TableError};
use quantity::Time;

/// A periodic spline needs this many instants.
pub(crate) const FEWEST_ROWS: usize = 4;
/// The step from the last row back to the first may be this many times the mean step.
const LARGEST_LAST_STEP: f64 = 3.5;

/// How a study asks for the cycle in a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub time: Option<&'a str>,
    pub percent: Option<&'a str>,
    pub start: Option<Time>,
    pub end: Option<Time>,
    pub last_row_repeats_first: bool,
}

/// What a table's keys ask for; every table of a cycle has the same ones.
macro_rules! asked_of {
    ($file:expr) => {
        $crate::instants::Asked {
            time: $file.time.as_deref(),
            percent: $file.percent.as_deref(),
            start: $file.start,
            end: $file.end,
            last_row_repeats_first: $file.last_row_repeats_first,
        }
    };
}
pub(crate) use asked_of;

/// Rows of the table that make the cycle, and when they are.
#[derive(Debug, Clone)]
pub(crate) struct Instants {
    pub rows: std::ops::Range<usize>,
    /// As shares of the cycle, from 0 to 1, or to less where the last row does not repeat the first.
    pub shares: Vec<f64>,
    /// When the first row is and how long the cycle lasts, in s, where the table has a time.
    pub clock: Option<(f64, f64)>,
}

/// What is wrong, and the key that it is about.
pub(crate) enum Wrong {
    Table(TableError, &'static str),
    Asked { key: &'static str, message: String, hint: &'static str },
}

const INSIDE: &str = "choose start and end inside the file, around one whole cycle";

impl Asked<'_> {
    /// Whether it says itself which rows are the cycle.
    pub fn has_window(&self) -> bool {
        self.start.is_some() || self.end.is_some()
    }

    pub fn find(&self, table: &RawTable) -> Result<Instants, Box<Wrong>> {
        match (self.time, self.percent) {
            (Some(column), _) => self.by_time(table, column),
            (None, Some(column)) => self.by_percent(table, column),
            (None, None) => {
                let hint = "add time = \"…\" or percent = \"…\"";
                Err(self.wrong("", "neither a time nor a percent column is named".into(), hint))
            }
        }
    }

    fn by_time(&self, table: &RawTable, column: &str) -> Result<Instants, Box<Wrong>> {
        let times = advancing(table, column).map_err(|error| Box::new(Wrong::Table(error, "time")))?;
        let (from, to) = (times[0], times[times.len() - 1]);
        // Times are printed with finitely many digits: a row at the very end of the window belongs to it.
        let slack = 1e-9 * (to - from).abs();
        for (key, wanted) in [("start", self.start), ("end", self.end)] {
            if let Some(wanted) = wanted.filter(|t| t.si() < from - slack || t.si() > to + slack) {
                let message = format!("the window's {key} is {wanted}, but the file runs from {from} to {to} s");
                return Err(self.wrong(key, message, INSIDE));
            }
        }
        let start = self.start.map_or(f64::NEG_INFINITY, Time::si);
        let end = self.end.map_or(f64::INFINITY, Time::si);
        let first = times.partition_point(|t| *t < start - slack);
        let after = times.partition_point(|t| *t <= end + slack).max(first);
        let inside = &times[first..after];
        if inside.len() < FEWEST_ROWS {
            let key = match (self.start, self.end) {
                (Some(_), _) => "start",
                (None, Some(_)) => "end",
                (None, None) => "path",
            };
            let message = format!(
                "{} rows can be used, but a cycle needs at least {FEWEST_ROWS}: the file runs from {from} to {to} s",
                inside.len()
            );
            return Err(self.wrong(key, message, INSIDE));
        }
        let (begin, span) = (inside[0], inside[inside.len() - 1] - inside[0]);
        let steps = (inside.len() - 1) as f64;
        // Without the repeated row the cycle goes on for one more step, from the last row back to the first.
        let duration = if self.last_row_repeats_first { span } else { span * (steps + 1.0) / steps };
        let mut shares: Vec<f64> = inside.iter().map(|t| (t - begin) / duration).collect();
        if self.last_row_repeats_first {
            shares[inside.len() - 1] = 1.0;
        }
        Ok(Instants { rows: first..after, shares, clock: Some((begin, duration)) })
    }

    fn by_percent(&self, table: &RawTable, column: &str) -> Result<Instants, Box<Wrong>> {
        for (key, given) in [("start", self.start), ("end", self.end)] {
            if given.is_some() {
                let hint = "name one with time = \"…\", or delete this line";
                return Err(self.wrong(key, "a window in time needs a time column".into(), hint));
            }
        }
        let percents = advancing(table, column).map_err(|error| Box::new(Wrong::Table(error, "percent")))?;
        let (count, first, last) = (percents.len(), percents[0], percents[percents.len() - 1]);
        let repeats = self.last_row_repeats_first;
        let last_step = LARGEST_LAST_STEP * last / (count - 1).max(1) as f64;
        let ends_well = if repeats { (last - 100.0).abs() < 1e-6 } else { last < 100.0 && 100.0 - last <= last_step };
        if first.abs() > 1e-6 || !ends_well || count < FEWEST_ROWS {
            let expected = if repeats { "from 0 to 100" } else { "from 0 to a step below 100" };
            let message = format!(
                "column '{column}' runs from {first} to {last} percent in {count} rows, but must run {expected} in at least \
                 {FEWEST_ROWS}"
            );
            let hint = match repeats {
                true if last < 100.0 && last > 90.0 => {
                    "if the last row does not repeat the first, add last-row-repeats-first = false"
                }
                false if last >= 100.0 => "delete the row at 100, or add last-row-repeats-first = true",
                _ => "give one whole cycle in percent",
            };
            return Err(self.wrong("percent", message, hint));
        }
        let mut shares: Vec<f64> = percents.iter().map(|p| p / 100.0).collect();
        shares[0] = 0.0;
        if repeats {
            shares[count - 1] = 1.0;
        }
        Ok(Instants { rows: 0..count, shares, clock: None })
    }

    fn wrong(&self, key: &'static str, message: String, hint: &'static str) -> Box<Wrong> {
        Box::new(Wrong::Asked { key, message, hint })
    }
}

/// A column that advances without holes.
pub(crate) fn advancing<'a>(table: &'a RawTable, column: &str) -> Result<&'a [f64], TableError> {
    let values = table.column(column)?;
    table.check_time(column)?;
    table.check_gaps(column)?;
    Ok(values)
}
