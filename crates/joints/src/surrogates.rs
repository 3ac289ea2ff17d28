//! What fitted surrogates have in common, whatever the joint.

use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

/// A fitted surrogate, as `synovia fit` writes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SurrogateFile {
    /// Path of the file, relative to the study file.
    pub path: String,
}

/// How a surrogate does on the poses held out of a design, by growing force.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// Forces of the contact, in N.
    pub forces: Vec<f64>,
    /// Error of the force of the surrogate, as a share of it.
    pub errors: Vec<f64>,
}

impl Judged {
    /// From pairs of force and error, in any order.
    pub(crate) fn of_pairs(mut pairs: Vec<(f64, f64)>) -> Self {
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (forces, errors) = pairs.into_iter().unzip();
        Self { forces, errors }
    }
}

/// What a file says that its surrogate was fitted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FittedTo {
    Hip,
    Knee,
}

impl FittedTo {
    /// Looks at the outermost keys alone; none where it is no surrogate.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        #[derive(Deserialize)]
        struct Label {
            joint: Option<String>,
            pieces: Option<IgnoredAny>,
        }
        let label: Label = serde_json::from_slice(bytes).ok()?;
        match label.joint.as_deref() {
            Some("hip") => Some(Self::Hip),
            // Surrogates of knees are cut in pieces, and name no joint.
            None if label.pieces.is_some() => Some(Self::Knee),
            _ => None,
        }
    }
}
