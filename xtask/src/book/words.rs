//! The spelling of the book: every word is in its list. Whoever writes a new word adds it, and so looks at it twice.

use std::collections::BTreeSet;

use super::markdown;

/// The words that are known.
#[derive(Debug, Default)]
pub struct Words(BTreeSet<String>);

impl Words {
    /// From a list with a word a line.
    pub fn parse(text: &str) -> Self {
        Self(text.lines().map(|line| line.trim().to_lowercase()).filter(|line| !line.is_empty()).collect())
    }

    /// Words of a page that are not known, each once. Code, names with digits and citations are passed over.
    pub fn unknown(&self, text: &str) -> BTreeSet<String> {
        let sections = markdown::read(text).sections;
        let spoken = sections.iter().flat_map(|section| [section.title.as_str(), section.text.as_str()]);
        spoken.flat_map(|text| self.unknown_of(text)).collect()
    }

    fn unknown_of(&self, text: &str) -> Vec<String> {
        // What stands between backticks is code.
        let text: String = text.split('`').step_by(2).collect::<Vec<_>>().join(" ");
        let words = text.split(|c: char| c.is_whitespace() || "-–—/()[]\"“”.,;:!?·+=<>×…±≤≥≈%".contains(c));
        let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        // Symbols are short or Greek, keys and numbers have digits.
        let plain = words.filter(|word| {
            word.chars().count() > 2 && word.chars().all(|c| c.is_ascii_alphabetic() || "'’éöüäœø".contains(c))
        });
        let own = plain.map(|word| word.to_lowercase().replace('’', "'"));
        own.map(|word| word.strip_suffix("'s").unwrap_or(&word).to_owned())
            .filter(|word| !self.0.contains(word))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_nobody_knows_is_found_and_code_is_passed_over() {
        let known = Words::parse("the\nliner\nwears\nhertz\n");
        let found =
            known.unknown("# The\nThe linre wears: `xyzzy` [Hertz1881], Hertz’s ν 12mm\n\n```sh\nsynovia rnu\n```\n");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["linre"]);
    }
}
