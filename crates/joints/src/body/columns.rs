//! What the columns of a body are called, and curves of them.

use results::Curve;

use super::model::Body;

/// A name for a column: small letters, digits and underscores.
pub(super) fn key(name: &str) -> String {
    let sign = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    name.chars().map(sign).collect()
}

/// Names of the joints that are reported, and the bodies below them.
pub(super) fn sizes(body: &Body) -> impl Iterator<Item = (&'static str, usize)> {
    let joints = [("hip", body.joints.hip), ("knee", body.joints.knee), ("ankle", body.joints.ankle)];
    joints.into_iter().filter_map(|(name, at)| at.map(|at| (name, at)))
}

pub(super) fn curve(x: &str, y: &str) -> Curve {
    Curve { x: x.into(), y: y.into() }
}
