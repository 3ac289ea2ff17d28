//! Why a text is not the quantity that was asked for.

use thiserror::Error;

/// Why a text is not the quantity that was asked for. Every message says what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum QuantityError {
    /// A bare number: nobody can know whether millimetres or metres were meant.
    #[error("'{text}' has no unit, but {expected} is expected: write for example \"{example}\" ({units})")]
    MissingUnit {
        /// What was written.
        text: String,
        /// What was expected, with its article: `a length`.
        expected: &'static str,
        /// A text that would do.
        example: &'static str,
        /// The units that would do.
        units: String,
    },
    /// A good quantity, but of another kind.
    #[error("'{text}' is {found}, but {expected} is expected ({units})")]
    OtherKind {
        /// What was written.
        text: String,
        /// What the unit says it is, with its article.
        found: &'static str,
        /// What was expected, with its article.
        expected: &'static str,
        /// The units that would do.
        units: String,
    },
    /// A unit that nobody knows.
    #[error("unknown unit '{unit}' in '{text}' where {expected} is expected ({units}){hint}")]
    UnknownUnit {
        /// What was written.
        text: String,
        /// The part of it that was taken as the unit.
        unit: String,
        /// What was expected, with its article.
        expected: &'static str,
        /// The units that would do.
        units: String,
        /// `; did you mean 'MPa'? …`, or empty when nothing is near.
        hint: String,
    },
    /// The text does not begin with a number, or the number is written in a way that can be misread.
    #[error("'{text}' does not begin with a plain number: {expected} is written like \"{example}\"{hint}")]
    NotANumber {
        /// What was written.
        text: String,
        /// What was expected, with its article.
        expected: &'static str,
        /// A text that would do.
        example: &'static str,
        /// What may have gone wrong, or empty.
        hint: &'static str,
    },
    /// NaN, infinity, or a number too large to hold.
    #[error("'{text}' is not finite: {expected} is written like \"{example}\"")]
    NotFinite {
        /// What was written.
        text: String,
        /// What was expected, with its article.
        expected: &'static str,
        /// A text that would do.
        example: &'static str,
    },
}
