//! Names: of columns made from those of a user, and the one that was probably meant.

/// A name as part of a column: `Crank pin` becomes `crank_pin`. Empty if nothing is left of it.
pub(super) fn slug(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' };
    let spaced: String = name.chars().map(plain).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join("_")
}

/// The known name that was probably meant.
pub(super) fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let normal = |name: &str| name.to_lowercase().replace(['_', '-'], " ");
    let wrong = normal(wrong);
    let best = known.iter().min_by_key(|name| distance(&normal(name), &wrong))?;
    let part = wrong.len() > 2 && (normal(best).contains(&wrong) || wrong.contains(&normal(best)));
    // Beyond a third of the letters it is another word.
    (part || 3 * distance(&normal(best), &wrong) <= wrong.chars().count()).then_some(*best)
}

/// Letters to insert, delete or replace to get from one name to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
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
        assert_eq!((distance("kitten", "sitting"), distance("", "abc")), (3, 3));
    }
}
