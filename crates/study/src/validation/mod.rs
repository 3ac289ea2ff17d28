//! Claims about the program, each one a folder that a user can run, or a few lines of Rust where one study is not enough.
//!
//! `validation/<case>/` holds studies as a user would write them, `expected.toml` (what must come out, from which source,
//! within which tolerance and why) and `README.md`. The table of results is made by the run, never typed.

mod builtin;
mod comparison;
mod evidence;
mod expected;
mod library;
mod page;
mod paper;
mod summary;

pub use builtin::{Builtin, builtin};
pub use comparison::{Comparison, Form};
pub use evidence::Reference;
pub(crate) use evidence::evidence;
pub use library::{Case, Library};
pub use page::render_page;
pub use paper::{Paper, PaperItem, Shown, Verdict};
pub use summary::render_summary;

/// A case that cannot be run, through no fault of what it tests.
#[derive(Debug, thiserror::Error)]
pub enum ValidationError {
    /// No case has this name.
    #[error("no validation case is called `{name}`")]
    UnknownCase {
        /// The name asked for.
        name: String,
        /// The nearest name, or all of them.
        hint: String,
    },
    /// A folder of cases cannot be read.
    #[error("the validation folder `{path}` cannot be read: {cause}")]
    Unreadable {
        /// The folder.
        path: String,
        /// What the operating system says.
        cause: std::io::Error,
    },
    /// No paper has this name.
    #[error("there is no page for a paper `{name}`")]
    UnknownPaper {
        /// The name asked for.
        name: String,
        /// The nearest name, or all of them.
        hint: String,
    },
    /// The page of a paper is not written as it should be.
    #[error("validation/papers/{paper}.toml: {what}")]
    MalformedPaper {
        /// The paper.
        paper: String,
        /// What is wrong.
        what: String,
        /// What to do about it.
        hint: String,
    },
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
    /// The expectations of a case are not written as they should be.
    #[error("validation/{case}/expected.toml: {what}")]
    Malformed {
        /// The case.
        case: String,
        /// What is wrong.
        what: String,
        /// What to do about it.
        hint: &'static str,
    },
}

impl ValidationError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::UnknownCase { hint, .. } => hint.to_string(),
            Self::Unreadable { .. } => "name the folder that holds one folder per case".into(),
            Self::UnknownPaper { hint, .. } => hint.to_string(),
            Self::MalformedPaper { hint, .. } => hint.to_string(),
            Self::Malformed { hint, .. } => hint.to_string(),
            Self::Interrupted => return None,
        };
        Some(hint)
    }
}

/// Runs the embedded cases of these names; every case, without those marked slow unless `all`, if no name is given.
/// Every comparison is handed to `on_result` as soon as it is known.
///
/// # Errors
/// An unknown name, or expectations that cannot be read. A study that fails is a comparison that fails.
pub fn run(
    cases: &[String],
    all: bool,
    on_result: &mut dyn FnMut(&Comparison),
) -> Result<Vec<Comparison>, ValidationError> {
    Library::embedded().run(cases, all, on_result)
}
