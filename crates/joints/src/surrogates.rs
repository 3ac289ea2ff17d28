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

/// How the checksum of a file begins, as the last of its keys.
const CHECKSUM: &[u8] = b",\"checksum\":\"";

/// A JSON object with the checksum of its bytes as its last key.
pub(crate) fn seal(mut object: Vec<u8>) -> Vec<u8> {
    let checksum = results::hash(&[&object]);
    if object.last() == Some(&b'}') {
        object.pop();
        object.extend(CHECKSUM);
        object.extend(checksum.as_bytes());
        object.extend(b"\"}");
    }
    object
}

/// The object without its checksum, if that is right; else what is wrong.
pub(crate) fn unseal(bytes: &[u8]) -> Result<Vec<u8>, &'static str> {
    let ours = bytes.trim_ascii_end().strip_suffix(b"\"}");
    let split = ours.and_then(|ours| ours.split_at_checked(ours.len().checked_sub(64 + CHECKSUM.len())?));
    let parts = split.and_then(|(object, end)| Some((object, end.strip_prefix(CHECKSUM)?)));
    let (object, checksum) =
        parts.ok_or("the file has no checksum: it is no surrogate, is cut off, or is of an earlier version")?;
    let object = [object, b"}"].concat();
    if results::hash(&[&object]).as_bytes() == checksum {
        Ok(object)
    } else {
        Err("the checksum is wrong: the file was changed after it was fitted")
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_byte_is_found_wherever_it_is() {
        let sealed = seal(b"{\"version\":3,\"pieces\":[1.5]}".to_vec());
        assert_eq!(unseal(&sealed).as_deref(), Ok(&b"{\"version\":3,\"pieces\":[1.5]}"[..]));
        for place in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert!(unseal(&changed).is_err(), "byte {place}");
            assert!(unseal(&sealed[..place]).is_err(), "cut at {place}");
        }
    }
}
