//! What joints with ligaments share: names in results, and when a ligament tears.

/// Ligaments tear at strains of about this much.
pub(crate) const TEAR_STRAIN: f64 = 0.15;

/// What to do about a name that [`can_name_columns`] refuses.
pub(crate) const NAME_HINT: &str =
    "use small letters, digits and single dashes, begin with a letter and do not end in a unit";

/// Whether a name can be part of a column's name.
pub(crate) fn can_name_columns(name: &str) -> bool {
    let word = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    let good = name.split('-').all(word) && name.starts_with(|c: char| c.is_ascii_lowercase());
    let unit = name
        .rsplit('-')
        .next()
        .is_some_and(|last| ["m", "m2", "m3", "s", "kg", "rad", "ratio", "count"].contains(&last));
    good && !unit
}

/// The name as part of a machine name.
pub(crate) fn snake(name: &str) -> String {
    name.replace('-', "_")
}

/// The name for readers.
pub(crate) fn words(name: &str) -> String {
    name.replace('-', " ")
}
