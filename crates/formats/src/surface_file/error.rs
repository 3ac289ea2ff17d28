//! What is wrong with a surface file: where, with the numbers, and what to do.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::FileKind;

/// What is wrong with a surface file, and where. It prints as `cup.stl: cut off: …`; its hint is beside it.
#[derive(Debug, thiserror::Error)]
pub struct SurfaceFileError {
    /// The file, if it came from one.
    pub path: Option<PathBuf>,
    /// The line of a text, counted from 1, where there is one to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: SurfaceProblem,
}

impl SurfaceFileError {
    /// An error of a file that is not named yet.
    pub fn of(problem: SurfaceProblem) -> Self {
        Self { path: None, line: None, problem }
    }

    pub(super) fn at(line: usize, problem: SurfaceProblem) -> Self {
        Self { path: None, line: Some(line), problem }
    }

    /// The same, with the name of the file.
    #[must_use]
    pub fn in_file(self, path: &Path) -> Self {
        Self { path: Some(path.into()), ..self }
    }
}

impl fmt::Display for SurfaceFileError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.path, self.line) {
            (Some(path), Some(line)) => write!(formatter, "{}:{line}: ", path.display())?,
            (Some(path), None) => write!(formatter, "{}: ", path.display())?,
            (None, Some(line)) => write!(formatter, "line {line}: ")?,
            (None, None) => {}
        }
        self.problem.fmt(formatter)
    }
}

/// What can be wrong with a surface file.
#[derive(Debug, thiserror::Error)]
pub enum SurfaceProblem {
    /// The file cannot be read.
    #[error("cannot be read: {cause}")]
    Unreadable {
        /// What the operating system says.
        cause: std::io::Error,
    },
    /// The file cannot be written.
    #[error("cannot be written: {cause}")]
    Unwritable {
        /// What the operating system says.
        cause: std::io::Error,
    },
    /// Nothing but space.
    #[error("the file is empty")]
    Empty,
    /// None of the formats.
    #[error("this is {}neither STL nor OBJ, PLY or VTP", found.map_or_else(String::new, |kind| format!("{}, ", kind.name())))]
    UnknownFormat {
        /// What it is instead, where the content says so.
        found: Option<FileKind>,
    },
    /// Bytes that are not UTF-8 where a text is expected.
    #[error("this is not text")]
    NotText,
    /// The file ends too early.
    #[error("cut off: {what} needs {expected} bytes, but there are {found}")]
    Truncated {
        /// What ends too early.
        what: &'static str,
        /// How many bytes it needs.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// The text ends too early.
    #[error("cut off: {what} is expected, but the file ends")]
    Unfinished {
        /// What is missing.
        what: &'static str,
    },
    /// A vertex that is nowhere.
    #[error("vertex {vertex}, counted from 0, is at ({}, {}, {})", at[0], at[1], at[2])]
    NotFinite {
        /// Which vertex, from 0.
        vertex: usize,
        /// Its coordinates.
        at: [f64; 3],
    },
    /// A word where a number is expected.
    #[error("'{text}' is not a number")]
    NotANumber {
        /// What is there instead.
        text: String,
    },
    /// A word that has no meaning here.
    #[error("'{found}' is unknown here; expected {expected}")]
    Unknown {
        /// The word.
        found: String,
        /// What may be here.
        expected: &'static str,
    },
    /// Something that is known, but not read.
    #[error("{what} is not supported")]
    Unsupported {
        /// What it is.
        what: String,
    },
    /// A polygon that uses a vertex that is not there.
    #[error("a polygon uses vertex {index}, but there are {vertices}, counted from 0")]
    NoSuchVertex {
        /// The index it uses.
        index: i64,
        /// How many vertices there are.
        vertices: usize,
    },
    /// Two numbers that contradict each other.
    #[error("{what}: the file says {said}, but there are {found}")]
    BadCount {
        /// Of what.
        what: &'static str,
        /// What the file says.
        said: u64,
        /// What there is.
        found: u64,
    },
    /// A block that would take all of the memory.
    #[error("a compressed block of {packed} bytes is said to hold {unpacked}")]
    Inflated {
        /// Bytes in the file.
        packed: u64,
        /// Bytes that it says it has.
        unpacked: u64,
    },
    /// Points, but nothing between them.
    #[error("there are {vertices} vertices, but no triangles")]
    NoTriangles {
        /// How many vertices there are.
        vertices: usize,
    },
    /// A part of the file that must be there.
    #[error("{what} is missing")]
    Missing {
        /// What it is.
        what: &'static str,
    },
    /// A number that the format cannot hold.
    #[error("{what} is too large for this format")]
    TooLarge {
        /// Which number.
        what: &'static str,
    },
}

impl SurfaceProblem {
    /// What the user can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "check the name, and that you may read this file",
            Self::Unwritable { .. } => "choose a folder that exists and that you may write to",
            Self::Empty | Self::Truncated { .. } | Self::Unfinished { .. } => {
                "the export or the download was interrupted: make the file again"
            }
            Self::UnknownFormat { .. } | Self::NotText => "export the surface as STL, OBJ, PLY or VTP",
            Self::NotFinite { .. } => "repair the mesh where it was made: a vertex must be finite",
            Self::NotANumber { .. } => "write numbers with a decimal point, as 1.5 or 1.5e-3",
            Self::Unknown { .. } | Self::Missing { .. } => "the file is damaged, or of another kind than its name says",
            Self::Unsupported { .. } => "export plain polygons, without curves, as ASCII, raw or base64",
            Self::NoSuchVertex { .. } | Self::BadCount { .. } | Self::Inflated { .. } => {
                "the file is damaged: export it again"
            }
            Self::NoTriangles { .. } => "export the surface as triangles, not as points or lines",
            Self::TooLarge { .. } => "check the unit, or choose PLY or VTP, which hold double precision",
        }
    }
}
