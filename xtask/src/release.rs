//! `cargo xtask release --dry-run`: what must be true before a release, asked one by one. Nothing is published from here.

use std::process::Command;

use crate::run::{Outcome, cargo, output, root, step};

/// A question, and the answer: nothing where all is well, else what is wrong.
type Item = (&'static str, fn() -> Result<(), String>);

const ITEMS: &[Item] = &[
    ("nothing is uncommitted", clean),
    ("the lock file fits the manifests", locked),
    ("every file is formatted", formatted),
    ("the changelog has this version, or what is not released yet", changelog),
    ("CITATION.cff has this version", citation),
    ("both licences are there", licences),
    ("code of conduct and issue templates are there", conduct),
    ("the book has its list, its words and no page that nobody lists", book),
    ("no example of the README names a file that is gone", readme),
];

/// What takes long, and is run without `--dry-run`.
const LONG: [&str; 5] = ["test", "validate", "book", "supply", "dist"];

/// Walks through the list; runs what takes long unless `dry`.
pub fn release(dry: bool) -> Outcome {
    let mut wrong = Vec::new();
    for (question, ask) in ITEMS {
        match ask() {
            Ok(()) => println!("  ok    {question}"),
            Err(why) => {
                println!("  NOT   {question}: {why}");
                wrong.push(*question);
            }
        }
    }
    for chore in LONG {
        if dry {
            println!("  would run `cargo xtask {chore}`");
        } else if wrong.is_empty() {
            step(chore, cargo(["run", "--quiet", "--package", "xtask", "--", chore]))?;
        }
    }
    println!(
        "  then, by hand: read the changelog aloud, tag v{}, hand out the archive of `cargo xtask dist`",
        version()?
    );
    if wrong.is_empty() { Ok(()) } else { Err(format!("{} of {} are not true yet", wrong.len(), ITEMS.len())) }
}

fn read(name: &str) -> Result<String, String> {
    std::fs::read_to_string(root().join(name)).map_err(|error| format!("{name}: {error}"))
}

fn version() -> Result<String, String> {
    let manifest = read("Cargo.toml")?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    line.and_then(|rest| rest.split('"').next()).map(str::to_owned).ok_or_else(|| "Cargo.toml has no version".into())
}

fn clean() -> Result<(), String> {
    let mut git = Command::new("git");
    git.args(["status", "--porcelain"]).current_dir(root());
    let changed = output(git)?;
    if changed.trim().is_empty() { Ok(()) } else { Err(format!("{} files", changed.lines().count())) }
}

fn locked() -> Result<(), String> {
    output(cargo(["metadata", "--locked", "--offline", "--no-deps", "--format-version", "1"])).map(|_| ())
}

fn formatted() -> Result<(), String> {
    output(cargo(["fmt", "--all", "--", "--check"])).map(|_| ()).map_err(|_| "run `cargo fmt --all`".into())
}

fn changelog() -> Result<(), String> {
    let (text, version) = (read("CHANGELOG.md")?, version()?);
    let heads: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
    let there = heads.iter().any(|line| line.contains(&version) || line.to_lowercase().contains("unreleased"));
    if there { Ok(()) } else { Err(format!("it has no heading for {version}")) }
}

fn citation() -> Result<(), String> {
    let (text, version) = (read("CITATION.cff")?, version()?);
    let there = text.lines().any(|line| line.strip_prefix("version: ") == Some(version.as_str()));
    if there { Ok(()) } else { Err(format!("write `version: {version}`")) }
}

fn all_there(names: &[&str]) -> Result<(), String> {
    let gone: Vec<&str> = names.iter().copied().filter(|name| !root().join(name).exists()).collect();
    if gone.is_empty() { Ok(()) } else { Err(format!("missing: {}", gone.join(", "))) }
}

fn licences() -> Result<(), String> {
    all_there(&["LICENSE-MIT", "LICENSE-APACHE"])
}

fn conduct() -> Result<(), String> {
    all_there(&[
        "CODE_OF_CONDUCT.md",
        "CONTRIBUTING.md",
        ".github/ISSUE_TEMPLATE/wrong-result.md",
        ".github/ISSUE_TEMPLATE/question.md",
        ".github/ISSUE_TEMPLATE/new-model.md",
    ])
}

fn book() -> Result<(), String> {
    all_there(&["docs/book/SUMMARY.md", "docs/book/words.txt", "docs/book/index.md"])?;
    let list = read("docs/book/SUMMARY.md")?;
    let mut folders = vec![root().join("docs/book")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|error| error.to_string())?.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                let place = path.strip_prefix(root().join("docs/book")).map_err(|error| error.to_string())?;
                let place = place.display().to_string();
                if place != "SUMMARY.md" && !list.contains(&format!("({place})")) {
                    return Err(format!("{place} is in no list"));
                }
            }
        }
    }
    Ok(())
}

fn readme() -> Result<(), String> {
    let text = read("README.md")?;
    let words = text.split(|c: char| c.is_whitespace() || c == '`');
    let studies: Vec<&str> = words.filter(|word| word.starts_with("studies/") && word.ends_with(".toml")).collect();
    if studies.is_empty() {
        return Err("README.md names no study".into());
    }
    all_there(&studies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_asked_quickly_is_true_now() {
        for ask in [changelog, citation, licences, conduct, book, readme] {
            assert_eq!(ask(), Ok(()));
        }
    }
}
