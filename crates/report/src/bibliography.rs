//! Citation keys become references: a reader for the plain BibTeX that we write ourselves.

use std::collections::BTreeMap;

/// References by their keys.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bibliography {
    entries: BTreeMap<String, BTreeMap<String, String>>,
}

impl Bibliography {
    /// Reads entries of the form `@kind{Key, name = {value}, …}`, each beginning on its own line. What is not understood
    /// is left out: a key without a reference is shown as it is.
    pub fn parse(text: &str) -> Self {
        let entry = |chunk: &str| {
            let (_, body) = chunk.split_once('{')?;
            let (key, fields) = body.split_once(',')?;
            Some((key.trim().to_owned(), parse_fields(fields)))
        };
        let chunks = text.split("\n@").map(|chunk| chunk.trim_start_matches('@'));
        Self { entries: chunks.filter_map(entry).collect() }
    }

    /// How a text refers to it: `Hunt & Crossley 1975`.
    pub fn short(&self, key: &str) -> Option<String> {
        let fields = self.entries.get(key)?;
        let year = fields.get("year").map_or("", String::as_str);
        let Some(author) = fields.get("author") else { return Some(key.to_owned()) };
        let surnames: Vec<&str> =
            author.split(" and ").map(|name| name.split(',').next().unwrap_or(name).trim()).collect();
        let who = match surnames[..] {
            [one] => one.to_owned(),
            [one, two] => format!("{one} & {two}"),
            _ => format!("{} et al.", surnames[0]),
        };
        Some(format!("{who} {year}").trim_end().to_owned())
    }

    /// The whole reference in one line.
    pub fn full(&self, key: &str) -> Option<String> {
        let fields = self.entries.get(key)?;
        let get = |name: &str| fields.get(name).cloned();
        let mut parts = Vec::new();
        let year = get("year").map_or_else(String::new, |year| format!(" ({year})"));
        parts.push(match get("author") {
            Some(author) => format!("{}{year}", author.replace(" and ", ", ")),
            None => format!("{key}{year}"),
        });
        parts.extend(get("title"));
        if let Some(place) = ["journal", "publisher", "institution", "school", "howpublished"].into_iter().find_map(get)
        {
            let volume = get("volume").map_or_else(String::new, |volume| format!(" {volume}"));
            let number = get("number").map_or_else(String::new, |number| format!("({number})"));
            let pages = get("pages").map_or_else(String::new, |pages| format!(", {pages}"));
            parts.push(format!("{place}{volume}{number}{pages}"));
        }
        Some(parts.join(". ") + ".")
    }
}

/// `name = {value}` pairs; braces inside a value belong to it.
fn parse_fields(text: &str) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::new();
    let mut rest = text;
    while let Some((name, after)) = rest.split_once("= {") {
        let mut depth = 1;
        let close = after.char_indices().find(|(_, c)| {
            depth += match c {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            depth == 0
        });
        let Some((end, _)) = close else { break };
        let name = name.trim_matches([',', ' ', '\n', '\r', '\t']);
        fields.insert(name.to_owned(), plain(&after[..end]));
        rest = &after[end + 1..];
    }
    fields
}

/// TeX's accents and dashes as Unicode.
fn plain(text: &str) -> String {
    const LETTERS: [(&str, &str); 15] = [
        ("\\&", "&"),
        ("\\oe", "œ"),
        ("\\ae", "æ"),
        ("\\ss", "ß"),
        ("\\aa", "å"),
        ("\\o", "ø"),
        ("\\'a", "á"),
        ("\\'e", "é"),
        ("\\'i", "í"),
        ("\\'o", "ó"),
        ("\\\"a", "ä"),
        ("\\\"o", "ö"),
        ("\\\"u", "ü"),
        ("\\\"U", "Ü"),
        ("\\~n", "ñ"),
    ];
    let replaced = LETTERS.iter().fold(text.to_owned(), |text, (tex, letter)| text.replace(tex, letter));
    replaced.replace("--", "–").replace(['{', '}'], "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "% a comment\n\n@article{HuntCrossley1975, author = {Hunt, K. H. and Crossley, F. R. E.}, title = {Coefficient of restitution}, journal = {Journal of Applied Mechanics}, volume = {42}, pages = {440--445}, year = {1975}}\n@book{One1999, author = {N{\\o}rsett, S. P. and Piedb{\\oe}uf, J.-C. and {\\\"U}berhuber, C. W.}, title = {A {Title}}, publisher = {Dover}, year = {1999}}\n@misc{ISO6474, title = {ISO 6474-1}, year = {2019}}\n";

    #[test]
    fn references_are_written_as_a_reader_expects() {
        let bibliography = Bibliography::parse(TEXT);
        let full = |key| bibliography.full(key).unwrap_or_default();
        assert_eq!(
            full("HuntCrossley1975"),
            "Hunt, K. H., Crossley, F. R. E. (1975). Coefficient of restitution. Journal of Applied Mechanics 42, 440–445."
        );
        assert_eq!(full("One1999"), "Nørsett, S. P., Piedbœuf, J.-C., Überhuber, C. W. (1999). A Title. Dover.");
        assert_eq!(full("ISO6474"), "ISO6474 (2019). ISO 6474-1.");
        assert_eq!(bibliography.short("HuntCrossley1975").as_deref(), Some("Hunt & Crossley 1975"));
        assert_eq!(bibliography.short("One1999").as_deref(), Some("Nørsett et al. 1999"));
        assert_eq!(bibliography.full("Nobody2000"), None);
    }

    #[test]
    fn damaged_text_is_left_out() {
        assert_eq!(Bibliography::parse(""), Bibliography::default());
        assert_eq!(Bibliography::parse("@article{A1999").full("A1999"), None);
        let cut = Bibliography::parse("@article{A1999, title = {never closed");
        assert_eq!(cut.full("A1999").as_deref(), Some("A1999."));
    }

    #[test]
    fn our_own_references_have_no_tex_left() {
        let text = include_str!("../references.bib");
        let ours = Bibliography::parse(text);
        assert_eq!(ours.entries.len(), text.lines().filter(|line| line.starts_with('@')).count());
        for key in ours.entries.keys() {
            let full = ours.full(key).unwrap_or_default();
            assert!(!full.contains(['\\', '{', '}', '$', '~']), "{full}");
        }
    }
}
