//! What was asked: from a study file to a checked study that can be run.
//!
//! Two types, one door: a [`StudyFile`] may be wrong and knows its lines; a [`Study`] cannot be wrong.
//!
//! ```
//! use study::StudyFile;
//!
//! let file = StudyFile::from_text("hip.toml", "[hip.implant]\nclearence = \"80 um\"\n");
//! let wrong = file.check().expect_err("a misspelt key");
//! assert!(wrong.to_string().contains("hip.toml:2:1"));
//! assert!(wrong.to_string().contains("did you mean `clearance`?"));
//! ```

mod activity;
mod column_files;
mod complaint;
mod content;
mod diagnostic;
mod file;
mod hip_files;
mod liner_files;
pub mod machine;
mod many;
mod place;
mod reading;
mod recording;
mod replacement_files;
mod run;
mod source;
pub mod tables;
mod templates;
pub mod validation;

pub use content::{Content, schema};
pub use diagnostic::{Diagnostic, Diagnostics, Place};
pub use file::StudyFile;
pub use many::{Campaign, CampaignError, Method, Vary};
pub use run::{DataFile, RunError, Study};
pub use templates::{KINDS, Template, template};
