//! What can go wrong between memory and disk; every error names its place and has a hint.

use std::error::Error;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A result that could not be written. Nothing is left on the disk.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The target has no name of its own.
    #[error("`{}` does not name a folder", path.display())]
    NoName {
        /// The target as given.
        path: PathBuf,
    },
    /// There is a result already.
    #[error("`{}` already holds a result", path.display())]
    Exists {
        /// The target.
        path: PathBuf,
    },
    /// Another process is writing its result there.
    #[error("another process{} is writing its result to `{}`", owner(*process), path.display())]
    InUse {
        /// The target.
        path: PathBuf,
        /// The other process, where it said so.
        process: Option<u32>,
    },
    /// There is something else, which we never delete.
    #[error("`{}` is not empty and is not a result of this program", path.display())]
    Foreign {
        /// The target.
        path: PathBuf,
    },
    /// There is a file where the folder should go.
    #[error("`{}` exists and is not a folder", path.display())]
    NotAFolder {
        /// The target.
        path: PathBuf,
    },
    /// The operating system said no.
    #[error("cannot {operation} `{}`: {source}", path.display())]
    Io {
        /// What was tried, as a verb.
        operation: &'static str,
        /// On what.
        path: PathBuf,
        /// What the operating system answered.
        source: io::Error,
        /// Size of the file that was being written, in bytes.
        needed: Option<u64>,
    },
    /// A file name that would leave the result folder.
    #[error("`{name}` is not a file name inside the result")]
    FileName {
        /// The name.
        name: String,
    },
    /// Two files, columns or numbers of one name.
    #[error("`{name}` is written twice")]
    Twice {
        /// The name.
        name: String,
    },
    /// A headline number that is no number.
    #[error("the headline number `{name}` is {value}")]
    NotFinite {
        /// Machine name of the quantity.
        name: String,
        /// NaN or an infinity.
        value: f64,
    },
    /// Lengths that do not belong together.
    #[error("{what}")]
    Shape {
        /// Which lengths, with the numbers.
        what: String,
    },
    /// A format refused the data.
    #[error("cannot encode `{file}`: {source}")]
    Encode {
        /// The file.
        file: String,
        /// What the encoder said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// Committed before an outcome was written.
    #[error("the result `{}` has no summary yet", path.display())]
    Incomplete {
        /// The target.
        path: PathBuf,
    },
}

impl WriteError {
    pub(crate) fn io(operation: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { operation, path: path.into(), source, needed: None }
    }

    pub(crate) fn encode(file: &str, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Encode { file: file.into(), source: source.into() }
    }

    /// What the user can do about it.
    pub fn hint(&self) -> String {
        const DEFECT: &str = "this is a defect of the program: please report it with the study";
        match self {
            Self::NoName { .. } => "name a new folder with `--out`, for example `--out results/hip`".into(),
            Self::Exists { .. } => "replace it with `--force`, or choose another folder with `--out`".into(),
            Self::InUse { .. } => "wait until it is done, or choose another folder with `--out`".into(),
            Self::Foreign { .. } | Self::NotAFolder { .. } => {
                "choose another folder with `--out`; `--force` replaces only results of this program".into()
            }
            Self::Io { source, needed, .. } => io_hint(source.kind(), *needed),
            Self::NotFinite { .. } => {
                "the model left the range in which it can be computed; check the study, and if it is sound please report it"
                    .into()
            }
            Self::FileName { .. } | Self::Twice { .. } | Self::Shape { .. } => DEFECT.into(),
            Self::Encode { .. } | Self::Incomplete { .. } => DEFECT.into(),
        }
    }
}

impl From<formats::vtk::PackError> for WriteError {
    fn from(error: formats::vtk::PackError) -> Self {
        Self::encode("vtp", error.0)
    }
}

/// How a process is named in a message.
pub(crate) fn owner(process: Option<u32>) -> String {
    process.map(|id| format!(" (number {id})")).unwrap_or_default()
}

fn io_hint(kind: ErrorKind, needed: Option<u64>) -> String {
    match (kind, needed) {
        (ErrorKind::StorageFull | ErrorKind::QuotaExceeded, Some(bytes)) => {
            format!(
                "the disk is full and this file alone needs {bytes} bytes: free space, or choose another disk with `--out`"
            )
        }
        (ErrorKind::StorageFull | ErrorKind::QuotaExceeded, None) => {
            "the disk is full: free space, or choose another disk with `--out`".into()
        }
        (ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem, _) => {
            "choose a folder that you may write to with `--out`".into()
        }
        (ErrorKind::NotADirectory, _) => "a part of this path is a file: choose another folder with `--out`".into(),
        (ErrorKind::ResourceBusy | ErrorKind::CrossesDevices, _) => {
            "a mounted folder cannot be replaced: name a folder inside it with `--out`".into()
        }
        _ => "choose another folder with `--out`".into(),
    }
}

/// A result that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The operating system said no.
    #[error("cannot read `{}`: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system answered.
        source: io::Error,
    },
    /// The file is there, but is not what we write.
    #[error("`{}` is damaged: {what}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, with its line where there is one.
        what: String,
    },
}

impl ReadError {
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.into(), source }
    }

    pub(crate) fn malformed(path: &Path, what: impl ToString) -> Self {
        Self::Malformed { path: path.into(), what: what.to_string() }
    }

    /// What the user can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Io { source, .. } if source.kind() == ErrorKind::NotFound => {
                "a result is the folder that `--out` named, with `summary.json` in it"
            }
            Self::Io { .. } => "check that you may read this file",
            Self::Malformed { .. } => "run the study again; a result is not meant to be edited by hand",
        }
    }
}
