//! Every citation has its entry in references.bib, and every entry is cited.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Text files of the project that may cite.
fn texts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // What a package takes along stands elsewhere, and is read there.
        if path.is_symlink() {
            continue;
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" && name != "results" {
                texts(&path, found);
            }
        } else if [".rs", ".md", ".toml", ".csv"].iter().any(|ending| name.ends_with(ending)) && name != "Cargo.lock" {
            found.push(path);
        }
    }
}

/// A key is one or more names, then a year or a number: `Askari2018`, `HuntCrossley1975`, `ISO14242`.
fn is_key(word: &str) -> bool {
    let digits = word.chars().rev().take_while(char::is_ascii_digit).count();
    let letters = &word[..word.len() - digits];
    (4..=5).contains(&digits)
        && letters.len() >= 2
        && letters.contains(|c: char| c.is_ascii_uppercase())
        && letters.chars().all(|c| c.is_ascii_alphabetic())
}

/// The keys in `[Askari2018]`, `[Askari2018, Table 2]`, `[Hunt1975; Flores2011]`.
fn citations(text: &str) -> Vec<String> {
    let bracketed = text.split('[').skip(1).filter_map(|rest| {
        let (inside, _) = rest.split_once(']')?;
        // A citation may be broken over two lines of a comment, but not be longer.
        (inside.len() < 160).then_some(inside)
    });
    let keys = bracketed.flat_map(|inside| {
        let words = inside.split([',', ';']).map(str::trim).collect::<Vec<_>>();
        let cites = words.first().is_some_and(|word| is_key(word));
        words.into_iter().filter(move |word| cites && is_key(word)).map(str::to_owned).collect::<Vec<_>>()
    });
    keys.collect()
}

fn cited() -> BTreeMap<String, PathBuf> {
    let mut files = Vec::new();
    texts(&root(), &mut files);
    let this = Path::new(file!()).file_name().unwrap();
    let mut cited = BTreeMap::new();
    for file in files.into_iter().filter(|file| file.file_name() != Some(this)) {
        for key in citations(&std::fs::read_to_string(&file).unwrap_or_default()) {
            cited.entry(key).or_insert_with(|| file.clone());
        }
    }
    cited
}

fn entries() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("references.bib")).unwrap();
    let keys = text.lines().filter_map(|line| line.trim().strip_prefix('@')?.split_once('{'));
    keys.filter_map(|(_, rest)| rest.split(',').next()).map(|key| key.trim().to_owned()).collect()
}

#[test]
fn every_citation_has_its_entry() {
    let entries = entries();
    let missing: Vec<_> = cited().into_iter().filter(|(key, _)| !entries.contains(key)).collect();
    assert!(missing.is_empty(), "not in references.bib: {missing:#?}");
}

#[test]
fn every_entry_is_cited() {
    let cited = cited();
    let idle: Vec<_> = entries().into_iter().filter(|key| !cited.contains_key(key)).collect();
    assert!(idle.is_empty(), "in references.bib, but cited nowhere: {idle:?}");
}

#[test]
fn citations_are_told_from_code() {
    let text =
        "see [Askari2018], [Hunt1975; Flores2011, p. 3] and [Delp2007, CC BY 3.0]; not [f64; 3], [i], &[u8] or [Vec3]";
    assert_eq!(citations(text), ["Askari2018", "Hunt1975", "Flores2011", "Delp2007"]);
}
