//! Why a design cannot be.

/// Two measures of a design that do not go together, and what would.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct DesignError {
    /// The measure to change, as a path of words: `femoral.posterior-radius`.
    pub field: String,
    /// Names both numbers.
    pub message: String,
    /// The nearest values that work.
    pub hint: String,
}

impl DesignError {
    pub(super) fn new(field: impl Into<String>, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into(), hint: hint.into() }
    }

    /// The same measure of one side of the knee.
    pub(super) fn within(mut self, table: &str) -> Self {
        self.field = format!("{table}.{}", self.field);
        self
    }
}

/// A length in mm, as messages say it.
pub(super) fn mm(length: f64) -> String {
    let text = format!("{:.3}", length * 1e3);
    format!("{} mm", text.trim_end_matches('0').trim_end_matches('.'))
}

/// An angle in degrees, as messages say it.
pub(super) fn degrees(angle: f64) -> String {
    let text = format!("{:.2}", angle.to_degrees());
    format!("{}°", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A measure that must be positive and no longer than ten metres.
pub(super) fn positive(field: &str, length: f64) -> Result<(), DesignError> {
    if length > 0.0 && length <= 10.0 {
        return Ok(());
    }
    let message = format!("{} is {}, it must be more than 0 mm and at most 10 m", field.replace('-', " "), mm(length));
    let hint = match (field.ends_with("radius"), length > 0.0) {
        (true, _) => "for a flat surface write a radius of 10 m, for a sharp one 0.1 mm",
        (false, true) => "at most 10 m",
        (false, false) => "more than 0 mm, for example 1 mm",
    };
    Err(DesignError::new(field, message, hint))
}
