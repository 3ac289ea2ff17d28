//! What fitted surrogates have in common, whatever the joint.

use mechanics::contact::surrogate::{ContactAccuracy, Kind, SurrogateSettings};
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::Watch;

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

/// What a fit is asked for, whatever the joint. What is left out is as usual for it.
#[derive(Clone, Copy)]
pub struct FitAsked<'a> {
    /// What is fitted.
    pub kind: Kind,
    /// Poses to begin with.
    pub samples: Option<usize>,
    /// Poses to judge it by.
    pub held_out: Option<usize>,
    /// Highest order of its terms.
    pub order: Option<usize>,
    /// Where the draws begin.
    pub seed: u64,
    /// What the surrogate says that it comes from.
    pub origin: &'a str,
    /// Somebody who watches.
    pub watch: &'a dyn Watch,
}

impl FitAsked<'_> {
    /// With what is usual for the joint.
    pub(crate) fn settings(&self, usual: &SurrogateSettings) -> SurrogateSettings {
        let initial = self.samples.unwrap_or(usual.initial);
        SurrogateSettings {
            kind: self.kind,
            initial,
            refinement: initial / 6,
            held_out: self.held_out.unwrap_or(usual.held_out),
            order: self.order.unwrap_or(usual.order),
            seed: self.seed,
        }
    }
}

/// What a fit hands back, whatever the joint.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedSurrogate {
    /// What it is, as a title.
    pub title: &'static str,
    /// Content of its file.
    pub bytes: Vec<u8>,
    /// What there is to say about it.
    pub rows: Vec<(String, String)>,
    /// How it does on poses that it has not seen.
    pub judged: Judged,
}

pub(crate) fn as_percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

pub(crate) fn owned<const N: usize>(rows: [(&str, String); N]) -> Vec<(String, String)> {
    rows.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

/// How it does on the poses held out.
pub(crate) fn accuracy_rows(accuracy: &ContactAccuracy) -> Vec<(String, String)> {
    owned([
        ("Poses held out, inside of the domain", accuracy.poses.to_string()),
        ("Force, rms", as_percent(accuracy.force_rms)),
        ("Force, 95 of 100 below", as_percent(accuracy.force_95)),
        ("Force, greatest", as_percent(accuracy.force_greatest)),
        ("Moment, rms", as_percent(accuracy.moment_rms)),
        ("Peak pressure, rms", as_percent(accuracy.peak_pressure_rms)),
        ("Area, rms", as_percent(accuracy.area_rms)),
        ("Centre of pressure, rms", format!("{:.3} mm", 1e3 * accuracy.centre_rms)),
    ])
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
