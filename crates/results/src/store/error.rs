//! What can go wrong with a store; every error names its place and has a hint.

use std::path::{Path, PathBuf};

use crate::error::owner;
use crate::{ReadError, WriteError};

/// Why a store cannot be used. Nothing in it has been touched.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process works on it.
    #[error("`{}` is in use by another process{}", path.display(), owner(*process))]
    Locked {
        /// The store.
        path: PathBuf,
        /// The other process, where it said so.
        process: Option<u32>,
    },
    /// The folder holds the result of a single run.
    #[error("`{}` holds the result of a single run", path.display())]
    SingleResult {
        /// The folder.
        path: PathBuf,
    },
    /// The store was made by another version of the program, which may compute something else.
    #[error("`{}` was made by version {found} of the program, this is version {expected}", path.display())]
    OtherVersion {
        /// The store.
        path: PathBuf,
        /// Version that made it.
        found: String,
        /// This version.
        expected: String,
    },
    /// The store was made by another build of this version of the program.
    #[error("`{}` was made by another build of this version: {}, this is {}", path.display(), named(found), named(expected))]
    OtherBuild {
        /// The store.
        path: PathBuf,
        /// Build that made it.
        found: String,
        /// This build.
        expected: String,
    },
    /// What the store says about itself cannot be relied on.
    #[error("`{}` is damaged: {what}", path.display())]
    DamagedHeader {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The store belongs to another study.
    #[error("`{}` belongs to another study: its hash is {}…, this study's is {}…", path.display(), short(found), short(expected))]
    OtherStudy {
        /// The store.
        path: PathBuf,
        /// Hash of the study that made it.
        found: String,
        /// Hash of this study.
        expected: String,
    },
    /// The store holds another part of the same study.
    #[error("`{}` holds {} of this study, asked for is {}", path.display(), shard(*found), shard(*expected))]
    OtherShard {
        /// The store.
        path: PathBuf,
        /// The shard that it holds.
        found: Option<(u32, u32)>,
        /// The shard that was asked for.
        expected: Option<(u32, u32)>,
    },
    /// Stores that cannot become one.
    #[error("the stores cannot be merged: {what}")]
    Merge {
        /// Why not, with the names.
        what: String,
    },
    /// A store that would be replaced by what is made of it.
    #[error("the stores cannot be merged: {what}")]
    MergeIntoSource {
        /// Which, with the names.
        what: String,
    },
    /// Something could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Something could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

impl StoreError {
    pub(crate) fn io(operation: &'static str, path: &Path, source: std::io::Error) -> Self {
        Self::Write(WriteError::io(operation, path, source))
    }

    /// What the user can do about it.
    pub fn hint(&self) -> String {
        match self {
            Self::Locked { .. } => {
                "wait until it is done, or choose another folder with `--out`; to share the work, give each process a `--shard`".into()
            }
            Self::SingleResult { .. } => "replace it with `--force`, or choose another folder with `--out`".into(),
            Self::OtherVersion { .. } => {
                "keep it and choose another folder with `--out`, go on with the version that made it, or start anew with `--force`".into()
            }
            Self::OtherBuild { .. } => {
                "its numbers may differ in their last digits or more: choose another folder with `--out`, start anew with `--force`, or mix both with `--accept-other-build`".into()
            }
            Self::DamagedHeader { .. } => {
                "the runs beside it may be sound, but which study they belong to is not sure: bring the file back from a copy, choose another folder with `--out`, or start anew with `--force`".into()
            }
            Self::OtherStudy { .. } => {
                "the study has changed since: choose another folder with `--out`, or start anew with `--force`".into()
            }
            Self::OtherShard { .. } => "give each shard a folder of its own; `synovia merge` joins them".into(),
            Self::Merge { .. } => "merge the shards of one study, made by one version of the program".into(),
            Self::MergeIntoSource { .. } => {
                "choose a folder with `--out` that is none of the shards and holds none; a store of all runs needs no merging".into()
            }
            Self::Write(error) => error.hint(),
            Self::Read(error) => error.hint().into(),
        }
    }
}

fn named(build: &str) -> &str {
    if build.is_empty() { "one without a name" } else { build }
}

fn short(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

fn shard(shard: Option<(u32, u32)>) -> String {
    shard.map_or_else(|| "all runs".into(), |(index, count)| format!("shard {index} of {count}"))
}
