//! What files of the user's own have in common, whatever the joint.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Unit of lengths in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "FileLengthUnit")]
pub enum LengthUnit {
    /// Metres.
    #[default]
    M,
    /// Millimetres.
    Mm,
}

impl LengthUnit {
    /// In metres.
    pub fn metres(self) -> f64 {
        match self {
            Self::M => 1.0,
            Self::Mm => 1e-3,
        }
    }
}
