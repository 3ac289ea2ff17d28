//! One finished run of a study of many.

use serde::{Deserialize, Serialize};

/// The value of a varied input: a number in SI, or a choice by its name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number in SI.
    Number(#[serde(deserialize_with = "number_or_nan")] f64),
    /// A choice, such as the name of a material.
    Text(String),
}

impl Cell {
    /// The number; NaN for a choice.
    pub fn number(&self) -> f64 {
        match self {
            Self::Number(value) => *value,
            Self::Text(_) => f64::NAN,
        }
    }
}

/// JSON has no NaN: it is written, and read, as null.
fn number_or_nan<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::<f64>::deserialize(deserializer)?.unwrap_or(f64::NAN))
}

/// A finished run: what went in, what came out, or why nothing did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Number of the run, counted from 0.
    pub run: u64,
    /// Values of the varied inputs, in the order of the [`Header`](super::Header).
    pub inputs: Vec<Cell>,
    /// Headline numbers by their machine names; none where the run failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<(String, f64)>,
    /// Severities and codes of the warnings of the run, such as `caution:rim-contact`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// Why the run failed, where it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Row {
    /// The headline number of this name.
    pub fn output(&self, name: &str) -> Option<f64> {
        self.outputs.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }
}
