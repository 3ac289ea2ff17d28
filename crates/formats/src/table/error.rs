//! What is wrong with a table: the file, the line, the column, the value, and what to do.

use std::fmt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::thousands::may_be_thousands;

/// What is wrong with a table, and where. It prints as `walk.csv:12, column 'fx': 'abc' is not a number`, with a hint
/// on a second line.
#[derive(Debug, Error)]
pub struct TableError {
    /// The file, as it was named by the user.
    pub path: PathBuf,
    /// The line, counted from 1, where there is one to blame.
    pub line: Option<usize>,
    /// The column, where there is one to blame.
    pub column: Option<String>,
    /// What is wrong.
    pub problem: TableProblem,
}

impl TableError {
    /// An error that has no line or column.
    pub fn of(path: &Path, problem: TableProblem) -> Self {
        Self { path: path.to_owned(), line: None, column: None, problem }
    }

    pub(super) fn at(self, line: usize) -> Self {
        Self { line: Some(line), ..self }
    }

    pub(super) fn in_column(self, column: &str) -> Self {
        Self { column: Some(column.to_owned()), ..self }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
        }
        if let Some(column) = &self.column {
            write!(formatter, ", column '{column}'")?;
        }
        write!(formatter, ": {}", self.problem)
    }
}

/// What can be wrong with a table.
#[derive(Debug, Error)]
pub enum TableProblem {
    /// The file cannot be read.
    #[error("cannot be read: {cause}")]
    Unreadable {
        /// What the operating system says.
        cause: std::io::Error,
    },
    /// Nothing but space.
    #[error("the file is empty")]
    Empty,
    /// Bytes that are not UTF-8.
    #[error("this is not UTF-8 text")]
    NotText,
    /// Something else than a table.
    #[error("this is {what}, not a table")]
    Foreign {
        /// What it is.
        what: &'static str,
        /// What to do with it.
        advice: &'static str,
    },
    /// The first line holds no names.
    #[error("a line of column names is expected, found '{found}'")]
    NoHeader {
        /// What is there instead.
        found: String,
    },
    /// An OpenSim file without `endheader`.
    #[error("the header has no end: no line says `endheader`")]
    NoEndOfHeader,
    /// A line of an OpenSim header that contradicts its key.
    #[error("`{key}` is '{found}', expected {expected}")]
    BadHeader {
        /// The key, such as `inDegrees`.
        key: &'static str,
        /// What it says.
        found: String,
        /// What it may say.
        expected: &'static str,
    },
    /// An OpenSim header that promises another size.
    #[error("the header says {key} = {said}, but the file has {found}")]
    WrongCount {
        /// The key, such as `nRows`.
        key: &'static str,
        /// What it says.
        said: usize,
        /// What there is.
        found: usize,
    },
    /// Names, but no numbers below them.
    #[error("there are no rows below the column names")]
    NoRows,
    /// A column without a name, before one with a name.
    #[error("column number {position} has no name")]
    NamelessColumn {
        /// Counted from 1.
        position: usize,
    },
    /// One name, two columns.
    #[error("columns number {first} and {second} have the same name")]
    DuplicateColumn {
        /// Counted from 1.
        first: usize,
        /// Counted from 1.
        second: usize,
    },
    /// A row that is too short or too long.
    #[error("{expected} cells are expected, but this row has {found} (it begins with '{first}')")]
    Ragged {
        /// How many cells there are.
        found: usize,
        /// How many names there are.
        expected: usize,
        /// The first cell.
        first: String,
    },
    /// A column that was asked for and is not there.
    #[error("there is no column of this name")]
    MissingColumn {
        /// Names that resemble it, the nearest first.
        nearest: Vec<String>,
        /// All names.
        known: Vec<String>,
    },
    /// A word where a number is expected.
    #[error("'{text}' is not a number")]
    NotANumber {
        /// The cell.
        text: String,
    },
    /// NaN or infinity.
    #[error("'{text}' is not a finite number")]
    NotFinite {
        /// The cell.
        text: String,
    },
    /// Nothing where a number is expected.
    #[error("the cell is empty, expected a number")]
    EmptyCell,
    /// Time that stands still or runs backwards.
    #[error("{value} is not greater than {previous} of line {previous_line}")]
    TimeNotIncreasing {
        /// The value.
        value: f64,
        /// The value before.
        previous: f64,
        /// The line of the value before.
        previous_line: usize,
    },
    /// A hole in time.
    #[error("there is a gap from {from} to {to}: {:.1} times the median step of {median:.4}", (to - from) / median)]
    Gap {
        /// The last value before the gap.
        from: f64,
        /// The first value after the gap.
        to: f64,
        /// The median step.
        median: f64,
    },
}

impl TableProblem {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::Unreadable { cause } if cause.kind() == std::io::ErrorKind::NotFound => {
                "check the spelling; a relative path starts at the folder of the study file".into()
            }
            Self::Unreadable { .. } => "check that it is a file and that you may read it".into(),
            Self::Empty => "was it exported completely?".into(),
            Self::Foreign { advice, .. } => (*advice).into(),
            Self::NotText => "save it as 'CSV UTF-8' or plain text".into(),
            Self::NoHeader { .. } => {
                "write the names of the columns above the numbers; a line that begins with '#' is a comment".into()
            }
            Self::NoEndOfHeader => "a .mot or .sto file needs a line `endheader` above the names; name it .csv if it is one".into(),
            Self::BadHeader { key, expected, .. } => format!("correct `{key}` to {expected}"),
            Self::WrongCount { key, found, .. } => format!("if the file is complete, write {key}={found}"),
            Self::NoRows => "was it exported completely?".into(),
            Self::NamelessColumn { .. } => "name it, or delete it".into(),
            Self::DuplicateColumn { .. } => "rename one of the two".into(),
            Self::Ragged { found: 1, .. } => {
                "separate columns everywhere as in the line of names: by commas, semicolons or tabs".into()
            }
            Self::Ragged { found, expected, .. } if found > expected => {
                "is a decimal comma taken for a separator? Write decimals with a point, or separate columns by semicolons".into()
            }
            Self::Ragged { .. } => "is the line cut off? Complete it or delete it".into(),
            Self::MissingColumn { nearest, known } if nearest.is_empty() => {
                format!("the columns are {}", listed(known))
            }
            Self::MissingColumn { nearest, .. } => format!("did you mean {}?", nearest.join(" or ")),
            Self::NotANumber { text } if may_be_thousands(text) => {
                "is this a decimal comma, or does it separate thousands? Write 1.234 or 1234, not 1,234".into()
            }
            Self::NotANumber { text } if looks_like_decimal_comma(text) => "write decimals with a point: 1.5, not 1,5".into(),
            Self::NotANumber { text } if text.contains(char::is_whitespace) => {
                "separate columns by commas, semicolons or tabs".into()
            }
            Self::NotANumber { .. } => "write a number such as 12.5 or 1.25e1, or choose another column".into(),
            Self::NotFinite { .. } | Self::EmptyCell => "fill the hole by interpolation, or delete the row".into(),
            Self::TimeNotIncreasing { .. } => "sort the rows by time and delete repeated ones".into(),
            Self::Gap { .. } => "fill the gap by interpolation, or cut the table there".into(),
        }
    }
}

fn looks_like_decimal_comma(text: &str) -> bool {
    text.contains(',') && text.replacen(',', ".", 1).parse::<f64>().is_ok()
}

fn listed(names: &[String]) -> String {
    const MOST: usize = 12;
    let shown = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > MOST { format!("{shown}, … ({} in all)", names.len()) } else { shown }
}
