//! What the README and the other pages say can be done can be done, and the files that they name are there.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use common::{stderr, synovia};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Markdown of the project, and studies, which name files and commands in their comments.
fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // What a package takes along stands elsewhere, and is read there.
            if path.is_symlink() {
                continue;
            }
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            // The book has checks of its own: it links to pages that are made.
            let ours = !name.starts_with('.') && !["target", "results", "book"].contains(&name.as_str());
            if path.is_dir() && ours {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What stands between backticks, and what is indented as a command.
fn code(text: &str) -> Vec<String> {
    let spans = text.split('`').skip(1).step_by(2).map(str::to_owned);
    let lines = text.lines().filter_map(|line| line.strip_prefix("    ")).map(str::to_owned);
    spans.chain(lines).collect()
}

/// Folders of the project: a word that begins with one of them is a file or a folder.
const FOLDERS: [&str; 7] = ["studies", "docs", "crates", "validation", "benches", "data", "xtask"];

#[test]
fn every_file_that_a_page_names_is_there() {
    let mut missing = Vec::new();
    for page in pages() {
        let (text, beside) = (read(&page), page.parent().unwrap().to_owned());
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let links = links.filter(|link| !link.contains("://") && !link.starts_with(['#', '<']) && !link.contains(' '));
        for link in links.map(|link| link.split('#').next().unwrap_or_default()).filter(|link| !link.is_empty()) {
            if !beside.join(link).exists() {
                missing.push(format!("{}: {link}", page.display()));
            }
        }
        for word in code(&text).iter().flat_map(|span| span.split_whitespace()) {
            let word = word.trim_end_matches([',', '.', ';', ':', ')']).trim_start_matches('(');
            let ours = FOLDERS.iter().any(|folder| word.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')));
            // A pattern, a place-holder or a path of the code is no file.
            let plain = !word.contains(['*', '<', '{', '…', '`', '\'', '"', '=']) && !word.contains("::");
            if ours && plain && !root().join(word).exists() && !beside.join(word).exists() {
                missing.push(format!("{}: {word}", page.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Kinds that `synovia new` is said to know, wherever that is said: in pages, studies and messages of the program.
#[test]
fn every_kind_of_study_that_is_named_exists() {
    let mut files = pages();
    let mut folders = vec![root().join("crates"), root().join("studies"), root().join("validation")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs" || ending == "toml") {
                files.push(path);
            }
        }
    }
    let mut named = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        for rest in text.split("synovia new ").skip(1) {
            let kind: String = rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
            if !kind.is_empty() {
                named.insert(kind);
            }
        }
    }
    assert!(named.len() > 4, "{named:?}");
    let unknown: Vec<&String> = named.iter().filter(|kind| study::template(kind).is_none()).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// The chores that pages name are those of `cargo xtask`.
#[test]
fn every_chore_that_is_named_exists() {
    let usage = read(&root().join("xtask/src/main.rs"));
    for page in pages() {
        for chore in read(&page).split("cargo xtask ").skip(1) {
            let chore: String = chore.chars().take_while(char::is_ascii_lowercase).collect();
            assert!(usage.contains(&format!("\ncargo xtask {chore} ")), "{}: {chore}", page.display());
        }
    }
}

/// README and tour.
fn guide() -> String {
    read(&root().join("README.md")) + &read(&root().join("docs/tour.md"))
}

/// Commands of README and tour, word by word; cargo's way to run the program is the program.
fn commands() -> Vec<Vec<String>> {
    let text = guide();
    let words = |span: &String| {
        let span = span.replace("cargo run --release -- ", "synovia ");
        let span = span.split(" #").next().unwrap_or_default();
        let words: Vec<String> = span.split_whitespace().map(str::to_owned).collect();
        (words.first().is_some_and(|first| first == "synovia") && words.len() > 1).then(|| words[1..].to_vec())
    };
    code(&text).iter().filter_map(words).collect()
}

/// The README's study is written to a file, with what varies in the tour; the commands of both are given as they stand; those that take long are parsed only, in
/// the program's own tests.
#[test]
fn the_study_and_the_commands_of_the_readme_work() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let guide = guide();
    let blocks: Vec<&str> = guide.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    std::fs::write(folder.join("my.toml"), blocks[0]).unwrap();
    std::fs::write(folder.join("sweep.toml"), format!("{}{}", blocks[0], blocks[1])).unwrap();
    let stl = "solid part\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 9 0 0\nvertex 0 9 0\nendloop\nendfacet\nendsolid part\n";
    std::fs::write(folder.join("part.stl"), stl).unwrap();
    std::fs::create_dir(folder.join("studies")).unwrap();
    for entry in std::fs::read_dir(root().join("studies")).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.join("studies").join(path.file_name().unwrap())).unwrap();
    }
    let quick = |command: &[String]| match command[0].as_str() {
        "new" | "list" | "schema" | "check" | "mesh" | "catalogue" => true,
        "run" | "compare" => command[1..].iter().any(|word| word.starts_with("studies/hip-")),
        _ => false,
    };
    let all = commands();
    let ran: Vec<&Vec<String>> = all.iter().filter(|command| quick(command)).collect();
    assert!(ran.len() >= 8, "{all:?}");
    for command in ran {
        let output = synovia(folder).args(command).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{command:?}: {}", stderr(&output));
    }
    let checked = synovia(folder).args(["check", "sweep.toml"]).output().unwrap();
    assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));
}
