//! What is wrong with a parameter, in words a user can act on.

/// A value that cannot be computed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where it stands in the parameters, e.g. `implant.clearance`.
    pub path: String,
    /// What is wrong, with the value and what was expected.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl Problem {
    /// A problem at a path.
    pub fn new(path: impl Into<String>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into(), hint: hint.into() }
    }

    /// The same problem of parameters that stand below a path.
    pub fn below(self, path: &str) -> Self {
        Self { path: format!("{path}.{}", self.path), ..self }
    }
}
