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
mod advice;
mod body_cycle;
mod body_files;
mod column_files;
mod complaint;
mod content;
mod cycle_table;
mod diagnostic;
pub mod dossier;
mod file;
mod inputs;
mod instants;
mod liner_files;
pub mod machine;
mod making;
mod many;
mod place;
mod plain;
mod reading;
mod recording;
pub mod reference;
pub mod registry;
mod replacement_files;
mod run;
mod source;
mod templates;
#[cfg(test)]
mod tiny;
mod two_tables;
pub mod validation;
pub mod warnings;

pub use content::{Content, schema};
pub use diagnostic::{Diagnostic, Diagnostics, Place, Words};
pub use file::StudyFile;
pub use many::{Ask, Asking, Campaign, CampaignError, Method, Vary, counted};
pub use plain::plain;
pub use run::{DataFile, RunError, Study};
pub use templates::{KINDS, Template, template};
