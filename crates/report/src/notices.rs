//! Warnings of a run, those of one kind together.

use results::{Outcome, Severity};
use serde::Serialize;

/// So many texts of a kind are shown; the others can be unfolded.
const SHOWN: usize = 2;

/// Warnings of one severity and code.
#[derive(Debug, Serialize)]
pub(crate) struct Notice<'a> {
    kind: &'static str,
    word: &'static str,
    code: &'a str,
    /// How many there were.
    count: usize,
    texts: Vec<&'a str>,
    more: Vec<&'a str>,
}

/// Cautions first: they decide whether the numbers may be used. Similar warnings are one notice, and texts that differ in
/// their numbers alone are shown once.
pub(crate) fn notices(outcome: &Outcome) -> Vec<Notice<'_>> {
    let mut found: Vec<Notice<'_>> = Vec::new();
    for severity in [Severity::Caution, Severity::Note] {
        for warning in outcome.warnings.iter().filter(|warning| warning.severity == severity) {
            let (kind, word) = match severity {
                Severity::Caution => ("caution", "Caution"),
                Severity::Note => ("note", "Note"),
            };
            let place = found.iter().position(|notice| notice.kind == kind && notice.code == warning.code);
            let place = place.unwrap_or_else(|| {
                found.push(Notice { kind, word, code: &warning.code, count: 0, texts: Vec::new(), more: Vec::new() });
                found.len() - 1
            });
            let notice = &mut found[place];
            notice.count += 1;
            let known = notice.texts.iter().any(|text| similar(text, &warning.text));
            if known || notice.texts.len() == SHOWN {
                notice.more.push(&warning.text);
            } else {
                notice.texts.push(&warning.text);
            }
        }
    }
    found
}

/// The same but for its numbers.
fn similar(a: &str, b: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    letters(a) == letters(b)
}

/// `2 cautions`; nothing without one.
pub(crate) fn cautions(notices: &[Notice<'_>]) -> Option<String> {
    match notices.iter().filter(|notice| notice.kind == "caution").count() {
        0 => None,
        1 => Some("1 caution".into()),
        count => Some(format!("{count} cautions")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_warnings_are_one_with_a_count() {
        let mut outcome = Outcome::default();
        for load in [1, 2, 3] {
            outcome.warn(Severity::Note, "rim", format!("At {load} N the patch crosses the rim."));
        }
        outcome.warn(Severity::Caution, "deep", "Too deep.".into());
        outcome.warn(Severity::Note, "rim", "Never on the rim again.".into());
        let found = notices(&outcome);
        assert_eq!(found.iter().map(|n| (n.word, n.count)).collect::<Vec<_>>(), [("Caution", 1), ("Note", 4)]);
        assert_eq!(found[1].texts, ["At 1 N the patch crosses the rim.", "Never on the rim again."]);
        assert_eq!(found[1].more.len(), 2);
        assert_eq!(cautions(&found).as_deref(), Some("1 caution"));
    }
}
