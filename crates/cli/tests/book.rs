//! Every command and every study of the book runs, and every warning of the program has its words.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use common::{stderr, synovia};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|other| other == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Code blocks of a page: what stands after the fence, and the text.
fn fences(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let inside: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            found.push((kind.trim().to_owned(), inside.join("\n") + "\n"));
        }
    }
    found
}

/// A folder in which a reader of the book might sit: studies and data beside it.
fn desk() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["studies", "data"] {
        copy(&root().join(name), &folder.path().join(name));
    }
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &target) } else { _ = std::fs::copy(&path, &target).unwrap() }
    }
}

#[test]
fn every_command_and_study_of_the_book_runs() {
    let (mut commands, mut studies) = (0, 0);
    for page in files(&root().join("docs/book"), "md") {
        let desk = desk();
        let place = page.strip_prefix(root()).unwrap().display().to_string();
        let blocks = fences(&std::fs::read_to_string(&page).unwrap());
        let said: String =
            blocks.iter().filter(|(kind, _)| kind.starts_with("sh")).map(|(_, text)| text.as_str()).collect();
        for (kind, text) in blocks {
            let mut words = kind.split_whitespace();
            let (language, mark) = (words.next(), words.next());
            let name = mark.and_then(|mark| mark.strip_prefix("file="));
            if let Some(name) = name {
                let folder = name.split('/').next().unwrap();
                assert!(said.contains(folder), "{place}: no command of this page reads `{name}`");
                let file = desk.path().join(name);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(&file, &text).unwrap();
            }
            match (language, mark) {
                (Some("toml"), Some(_)) => {
                    let done = synovia(desk.path()).args(["check", name.unwrap()]).output().unwrap();
                    assert!(done.status.success(), "{place}: {}\n{text}", stderr(&done));
                    studies += 1;
                }
                // No command of the page can name it.
                (Some("toml"), None) => {
                    let (study, result) = (format!("block-{studies}.toml"), format!("block-{studies}"));
                    std::fs::write(desk.path().join(&study), &text).unwrap();
                    let done = synovia(desk.path()).args(["run", &study, "--out", &result]).output().unwrap();
                    assert!(done.status.success(), "{place}: {}\n{text}", stderr(&done));
                    studies += 1;
                }
                (Some("sh"), None) => {
                    for line in text.lines().filter(|line| !line.trim().is_empty()) {
                        let mut words = line.split_whitespace();
                        assert_eq!(words.next(), Some("synovia"), "{place}: `{line}` is no command of ours");
                        let done = synovia(desk.path()).args(words).output().unwrap();
                        assert!(done.status.success(), "{place}: `{line}`\n{}", stderr(&done));
                        commands += 1;
                    }
                }
                (Some("text" | "math"), _) => {}
                other => panic!("{place}: a block is sh, toml, text or math, not {other:?}"),
            }
        }
    }
    assert!(commands >= 25 && studies >= 6, "{commands} commands, {studies} studies");
}

#[test]
fn every_study_of_the_book_is_sound() {
    for study in files(&root().join("docs/book/studies"), "toml") {
        let done = synovia(&root()).arg("check").arg(&study).output().unwrap();
        assert!(done.status.success(), "{}: {}", study.display(), stderr(&done));
    }
}

/// Codes of warnings in a source: the first kebab-case literal after each `Severity::`, `.warn(` or `note(outcome`, and those in
/// tables of codes beside them.
fn codes(text: &str) -> BTreeSet<String> {
    // Tests invent codes of their own.
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = BTreeSet::new();
    for mark in ["Severity::Caution", "Severity::Note", ".warn(", "note(\n", "note(outcome", "w| if let ContactWarning"]
    {
        for (at, _) in text.match_indices(mark) {
            let before = text[..at].rfind('(').map_or(at, |from| if mark.starts_with("w|") { from } else { at });
            let after: String = text[before..].chars().take(260).collect();
            let after = after.split(';').next().unwrap_or_default();
            let literal = after.split('"').nth(1).unwrap_or_default();
            let kebab =
                literal.len() > 2 && literal.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c.is_ascii_digit());
            if kebab && !literal.starts_with('-') {
                found.insert(literal.to_owned());
            }
        }
    }
    found
}

#[test]
fn every_warning_of_the_program_has_its_words() {
    // Arguments of functions that warn, not codes.
    let others = ["coarse", "caution", "note", "greatest", "deep", "rim"];
    let mut missing = Vec::new();
    let mut seen = BTreeSet::new();
    for room in ["joints", "study", "cli", "results"] {
        for file in files(&root().join("crates").join(room).join("src"), "rs") {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            if name == "warnings.rs" && room == "study" || name == "tests.rs" {
                continue;
            }
            for code in codes(&std::fs::read_to_string(&file).unwrap()) {
                if study::warnings::find(&code).is_none() && !others.contains(&code.as_str()) {
                    missing.push(format!("{}: {code}", file.display()));
                }
                seen.insert(code);
            }
        }
    }
    assert!(missing.is_empty(), "add them to crates/study/src/warnings.rs: {missing:#?}");
    for code in ["rim-contact", "deep-indentation", "coarse-frames", "failed-runs", "no-muscles", "resampled-places"] {
        assert!(seen.contains(code), "the search has lost `{code}`");
    }
    assert!(seen.len() > 70, "{}", seen.len());
}

#[test]
fn a_key_is_explained_with_unit_default_range_and_source() {
    let done = synovia(&root()).args(["explain", "hip.implant.clearance"]).output().unwrap();
    let said = String::from_utf8(done.stdout).unwrap();
    for part in [
        "Radial clearance, cup radius minus head radius",
        "a length with its unit (m, cm, mm, um, nm)",
        "Default: \"80 um\"",
        "Range: ",
        "0.1 um",
        "Source of the default: the base case of [Askari2018]",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_warning_is_explained_in_the_terminal() {
    let done = synovia(&root()).args(["explain", "warning", "rim-contact"]).output().unwrap();
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success() && text.contains("rim of the cup") && text.contains("What to do"), "{text}");
    let done = synovia(&root()).args(["explain", "warning", "rim-contct"]).output().unwrap();
    assert!(!done.status.success() && stderr(&done).contains("rim-contact"), "{}", stderr(&done));
}

/// Names of numbers in a source: literals that end in a unit; what stands in braces is put in when it runs.
fn named(text: &str) -> BTreeSet<String> {
    const UNITS: [&str; 12] = ["m", "m2", "m3", "N", "Pa", "rad", "s", "J", "N_m", "ratio", "count", "m_per_s"];
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let name = |literal: &&str| {
        let mut inside = false;
        let plain = literal.chars().all(|c| {
            inside = (inside || c == '{') && c != '}';
            inside || c.is_ascii_lowercase() || c.is_ascii_digit() || "_}PNJ".contains(c)
        });
        let ends = |unit: &str| literal.strip_suffix(unit).is_some_and(|stem| stem.len() > 2 && stem.ends_with('_'));
        plain && UNITS.iter().any(|unit| ends(unit))
    };
    // Comments have no quotes that matter: a word in backticks is no literal.
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(name)
        .map(str::to_owned)
        .collect()
}

/// Whether a name of the reference is this one, with a part before it or in the place of the braces.
fn is_named(known: &str, name: &str) -> bool {
    let parts: Vec<&str> = name.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
    let Some(mut rest) = known.strip_suffix(parts[parts.len() - 1]) else { return false };
    for part in parts[..parts.len() - 1].iter().rev().filter(|part| !part.is_empty()) {
        // Something stands where the braces are.
        let Some(at) = rest[..rest.len().saturating_sub(1)].rfind(part) else { return false };
        rest = &rest[..at];
    }
    rest.is_empty() || rest.ends_with('_') || name.starts_with('{')
}

/// Whatever a joint can put out is in the reference: also what only some studies give.
#[test]
fn every_output_that_a_joint_names_is_in_the_reference() {
    let folder = tempfile::tempdir().unwrap();
    let done = synovia(&root()).args(["explain", "--pages"]).arg(folder.path()).output().unwrap();
    assert!(done.status.success(), "{}", stderr(&done));
    let page = std::fs::read_to_string(folder.path().join("outputs.md")).unwrap();
    let known: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    let (mut missing, mut seen) = (Vec::new(), BTreeSet::new());
    for joint in ["body", "gait", "hip", "knee", "lifetime", "liner", "mechanism", "replacement"] {
        for file in files(&root().join("crates/joints/src").join(joint), "rs") {
            let place = file.display().to_string();
            // Tables that are read, tests, and comparisons of models name other things.
            let other = ["shipped.rs", "tests.rs", "figures.rs", "parameters.rs"];
            if other.iter().any(|name| place.ends_with(name))
                || place.contains("/tests/")
                || place.contains("/compare/")
            {
                continue;
            }
            for name in named(&std::fs::read_to_string(&file).unwrap()) {
                if !known.iter().any(|known| is_named(known, &name)) {
                    missing.push(format!("{place}: {name}"));
                }
                seen.insert(name);
            }
        }
    }
    assert!(missing.is_empty(), "give a study that has it in crates/cli/src/explain/rare.rs: {missing:#?}");
    for name in ["peak_pressure_Pa", "{name}_peak_force_N", "reached_time_s"] {
        assert!(seen.contains(name) || known.contains(&name), "the search has lost `{name}`");
    }
    assert!(seen.len() > 180 && known.len() > 1600, "{} {}", seen.len(), known.len());
    assert!(!is_named("worn_depth_m", "neck_force_N") && is_named("crank_x_m", "x_m") && !is_named("max_m", "x_m"));
    assert!(is_named("acl_force_N", "{name}_force_N") && !is_named("force_N", "{name}_force_N"));
}
