//! Names: of columns made from those of a user, and the one that was probably meant.

/// A name as part of a column: `Crank pin` becomes `crank_pin`. Empty if nothing is left of it.
pub(super) fn slug(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' };
    let spaced: String = name.chars().map(plain).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join("_")
}

/// The known name that was probably meant: one that contains it, or the nearest by spelling.
pub(super) fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let normal = |name: &str| name.to_lowercase().replace(['_', '-'], " ");
    let wrong = normal(wrong);
    // A letter or two are part of nearly every word.
    let within = |short: &str, long: &str| short.len() > 2 && long.contains(short);
    let part = |name: &str| within(&wrong, &normal(name)) || within(&normal(name), &wrong);
    let distance = |name: &str| strsim::levenshtein(&normal(name), &wrong);
    let best = known.iter().copied().min_by_key(|name| (!part(name), distance(name)))?;
    // Beyond a third of the letters it is another word.
    (part(best) || 3 * distance(best) <= wrong.chars().count()).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_becomes_part_of_a_column() {
        for (name, column) in
            [("Crank pin", "crank_pin"), ("rod-2", "rod_2"), ("  ACL (anterior) ", "acl_anterior"), ("é", "")]
        {
            assert_eq!(slug(name), column);
        }
    }

    #[test]
    fn the_nearest_name_is_suggested_and_a_far_one_is_not() {
        let known = ["crank", "connecting rod", "slider", "ground"];
        assert_eq!(nearest("krank", &known), Some("crank"));
        assert_eq!(nearest("Connecting_Rod", &known), Some("connecting rod"));
        assert_eq!(nearest("rod", &known), Some("connecting rod"));
        assert_eq!(nearest("tibia", &known), None);
        assert_eq!(nearest("tibia", &["a", "b", "ground"]), None);
    }
}
