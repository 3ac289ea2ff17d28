//! What is wrong with a model's file.

/// A model that cannot be used, with the line where it says so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct OsimError {
    /// The line, counted from 1.
    pub line: Option<usize>,
    /// What is wrong, with the value and what was expected.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl From<formats::xml::XmlError> for OsimError {
    fn from(error: formats::xml::XmlError) -> Self {
        Self { line: Some(error.line), message: error.message, hint: error.hint }
    }
}

impl OsimError {
    /// An error at a line.
    pub(super) fn new(line: Option<usize>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { line, message: message.into(), hint: hint.into() }
    }
}
