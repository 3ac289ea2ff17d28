//! What can be wrong in a book: links, anchors, citations, pictures, words.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{Book, markdown, read, words};

/// References by key.
#[derive(Debug, Default)]
pub struct Bibliography(pub BTreeMap<String, String>);

impl Bibliography {
    /// From BibTeX with an entry a line, as ours is.
    pub fn parse(text: &str) -> Self {
        let entries = text.lines().filter_map(|line| {
            let (_, rest) = line.strip_prefix('@')?.split_once('{')?;
            let (key, fields) = rest.split_once(',')?;
            Some((key.trim().to_owned(), in_words(fields)))
        });
        Self(entries.collect())
    }
}

/// Author, title, where, year.
fn in_words(fields: &str) -> String {
    let field = |name: &str| {
        let start = fields.find(&format!("{name} = {{"))? + name.len() + 4;
        let mut depth = 1;
        let end = fields[start..].find(|c: char| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        })?;
        Some(plain(&fields[start..start + end]))
    };
    let place =
        ["journal", "publisher", "institution", "howpublished", "booktitle"].iter().find_map(|name| field(name));
    let volume = field("volume")
        .map(|volume| format!("{volume}{}", field("pages").map_or(String::new(), |pages| format!(", {pages}"))));
    let doi = field("doi").map(|doi| format!("doi {doi}"));
    let parts = [field("author"), field("title"), place, volume, field("year"), doi];
    parts.into_iter().flatten().collect::<Vec<_>>().join(". ") + "."
}

/// Without what only TeX reads.
fn plain(text: &str) -> String {
    let mut text = text.replace("--", "–").replace("\\&", "&").replace(" and ", ", ");
    for (from, to) in [
        ("{\\oe}", "œ"),
        ("{\\o}", "ø"),
        ("{\\\"o}", "ö"),
        ("{\\\"u}", "ü"),
        ("{\\\"a}", "ä"),
        ("{\\'e}", "é"),
        ("{\\'a}", "á"),
        ("{\\ss}", "ß"),
    ] {
        text = text.replace(from, to);
    }
    text.replace(['{', '}'], "")
}

/// Everything that is wrong, each with its page.
pub fn check(
    book: &Book,
    bibliography: &Bibliography,
    pictures: &BTreeMap<String, Vec<u8>>,
    source: &Path,
) -> Result<Vec<String>, String> {
    let mut wrong = Vec::new();
    let anchors: BTreeMap<&str, BTreeSet<String>> = book
        .pages
        .iter()
        .map(|(place, page)| {
            let rendered = markdown::read(&page.text);
            (place.as_str(), rendered.sections.into_iter().map(|section| section.anchor).collect())
        })
        .collect();
    for (place, page) in &book.pages {
        let rendered = markdown::read(&page.text);
        for link in rendered.links {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { place.clone() } else { resolve(place, file) };
            match anchors.get(target.as_str()) {
                None => wrong.push(format!("{place}: there is no page `{target}` (link `{link}`)")),
                Some(known) if !anchor.is_empty() && !known.contains(anchor) => {
                    wrong.push(format!("{place}: `{target}` has no heading `#{anchor}`"));
                }
                Some(_) => {}
            }
        }
        for image in rendered.images {
            let target = resolve(place, &image);
            if !pictures.contains_key(&target) {
                wrong.push(format!("{place}: there is no picture `{target}`"));
            }
        }
        for key in citations(&page.text) {
            if !bibliography.0.contains_key(&key) {
                wrong.push(format!("{place}: `[{key}]` is not in references.bib"));
            }
        }
    }
    for (place, page) in
        book.pages.iter().filter(|(place, _)| place.starts_with("how/") && !place.ends_with("credibility.md"))
    {
        wrong.extend(missing_parts(&page.text).map(|part| format!("{place}: a chapter of how it works has {part}")));
    }
    let tutorials = book.pages.iter().filter(|(place, _)| place.starts_with("tutorials/"));
    wrong.extend(
        tutorials
            .filter(|(_, page)| !page.text.contains("](../pictures/"))
            .map(|(place, _)| format!("{place}: a tutorial has a picture that its own run has made")),
    );
    let known = words::Words::parse(&read(&source.join("words.txt"))?);
    for (place, page) in book.pages.iter().filter(|(_, page)| !page.made) {
        for word in known.unknown(&page.text) {
            wrong.push(format!(
                "{place}: `{word}` is in no list of words: correct it, or add it to docs/book/words.txt"
            ));
        }
    }
    Ok(wrong)
}

/// What every chapter of how it works has, each with the mark by which it is found.
const PARTS: [(&str, &str); 6] = [
    ("```math", "an equation"),
    ("](../pictures/", "a picture of a run"),
    ("## Assumes", "a heading Assumes"),
    ("## Validity", "a heading Validity"),
    ("*What others do*", "a line on what others do"),
    ("*Checked by*", "a line on what checks it"),
];

/// What a chapter lacks of it, a source among them.
fn missing_parts(text: &str) -> impl Iterator<Item = &'static str> {
    let missing = PARTS.iter().filter(|(mark, _)| !text.contains(mark)).map(|(_, part)| *part);
    missing.chain(citations(text).is_empty().then_some("a source"))
}

/// `../reference/hip.md` as seen from `tutorials/clearance.md`.
pub fn resolve(from: &str, link: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A key is one or more names, then a year: as the test of all citations reads them.
pub fn is_key(word: &str) -> bool {
    let digits = word.chars().rev().take_while(char::is_ascii_digit).count();
    let letters = &word[..word.len() - digits];
    (4..=5).contains(&digits)
        && letters.len() >= 2
        && letters.contains(|c: char| c.is_ascii_uppercase())
        && letters.chars().all(|c| c.is_ascii_alphabetic())
}

fn citations(text: &str) -> Vec<String> {
    let inside =
        text.split('[').skip(1).filter_map(|rest| rest.split_once(']')).filter(|(inside, _)| inside.len() < 160);
    // `[Askari2018](…)` is a link with that text.
    let inside = inside.filter(|(_, after)| !after.starts_with('(')).map(|(inside, _)| inside);
    let keys = inside.flat_map(|inside| inside.split([',', ';']).map(str::trim).filter(|word| is_key(word)));
    keys.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Page;

    fn book(text: &str) -> Book {
        let page = |text: &str| Page { title: "t".into(), text: text.into(), made: true };
        let pages = [("a/one.md", page(text)), ("two.md", page("# There\n"))];
        Book { pages: pages.map(|(place, page)| (place.to_owned(), page)).into(), parts: Vec::new() }
    }

    #[test]
    fn a_chapter_without_its_validity_or_a_source_is_found() {
        let whole = "```math\nF = k\n```\n![x](../pictures/x.svg)\n## Assumes\n## Validity\n*What others do*: [Hairer1993]. *Checked by*: x.";
        assert_eq!(missing_parts(whole).count(), 0);
        let less: Vec<&str> = missing_parts(&whole.replace("## Validity", "").replace("Hairer1993", "x")).collect();
        assert_eq!(less, ["a heading Validity", "a source"]);
    }

    #[test]
    fn a_wrong_link_anchor_citation_or_picture_is_found() {
        let known = Bibliography::parse("@book{Hairer1993, author = {Hairer, E.}, title = {Ordinary}, year = {1993}}");
        assert_eq!(known.0["Hairer1993"], "Hairer, E.. Ordinary. 1993.");
        let folder = std::env::temp_dir().join(format!("synovia-book-{}", std::process::id()));
        assert!(crate::book::put(folder.join("words.txt"), b"").is_ok());
        let found = |text: &str| check(&book(text), &known, &BTreeMap::new(), &folder).unwrap_or_default().join("\n");
        assert_eq!(found("[x](../two.md#there) [Hairer1993]"), "");
        assert!(found("[x](two.md)").contains("no page `a/two.md`"));
        assert!(found("[x](../two.md#where)").contains("no heading `#where`"));
        assert!(found(&format!("[{}]", ["Nobody", "1999"].concat())).contains("not in references.bib"));
        assert!(found("![x](../pictures/y.svg)").contains("no picture `pictures/y.svg`"));
        assert!(std::fs::remove_dir_all(folder).is_ok());
    }
}
