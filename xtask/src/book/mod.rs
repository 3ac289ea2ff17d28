//! `cargo xtask book`: the book, from `docs/book`, the schema and the registry, the validation and runs of shipped studies, as
//! pages that need no network. What is wrong in it (a link, a citation, a word, a study) is an error.

mod check;
mod evidence;
mod markdown;
mod pictures;
mod site;
mod words;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Outcome, cargo, output, root, step, target_dir};

/// A page of the book.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// In the list at the side.
    pub title: String,
    /// Its source.
    pub text: String,
    /// Whether the program wrote it: then its words are those of the program.
    pub made: bool,
}

/// The book: pages by their place (`tutorials/clearance.md`), and the list at the side.
#[derive(Debug, Default)]
pub struct Book {
    /// Pages by place.
    pub pages: BTreeMap<String, Page>,
    /// Parts, each with the places of its pages in order.
    pub parts: Vec<(String, Vec<String>)>,
}

/// Makes it.
pub fn book(all: bool) -> Outcome {
    // Whoever has built the program already names it.
    let program = match std::env::var_os("SYNOVIA_PROGRAM") {
        Some(program) => PathBuf::from(program),
        None => {
            step("build", cargo(["build", "--release", "--workspace", "--bin", "synovia"]))?;
            target_dir().join("release/synovia")
        }
    };
    let out = target_dir().join("book");
    let made = target_dir().join("book-made");
    for folder in [&out, &made] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let source = root().join("docs/book");
    let mut book = Book::default();
    for part in parse_summary(&read(&source.join("SUMMARY.md"))?)? {
        let (title, entries) = part;
        let mut places = Vec::new();
        for entry in entries {
            match entry {
                Entry::Page(title, place) => {
                    let text = read(&source.join(&place))?;
                    places.push(place.clone());
                    book.pages.insert(place, Page { title, text, made: false });
                }
                Entry::Made(what) => {
                    eprintln!("── {what}");
                    for (place, page) in make(&what, &program, &made, all)? {
                        places.push(place.clone());
                        book.pages.insert(place, page);
                    }
                }
            }
        }
        book.parts.push((title, places));
    }
    let bibliography = check::Bibliography::parse(&read(&root().join("references.bib"))?);
    eprintln!("── pictures");
    let pictures = pictures::make(&book, &program, &source, &made)?;
    let wrong = check::check(&book, &bibliography, &pictures, &source)?;
    if !wrong.is_empty() {
        return Err(format!("{} mistakes in the book:\n{}", wrong.len(), wrong.join("\n")));
    }
    site::write(&book, &bibliography, &pictures, &out)?;
    let words: usize = book.pages.values().map(|page| page.text.split_whitespace().count()).sum();
    eprintln!(
        "   {} pages, {words} words, {} pictures: {}",
        book.pages.len(),
        pictures.len(),
        out.join("index.html").display()
    );
    Ok(())
}

/// A line of the list.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    /// Title and place.
    Page(String, String),
    /// Pages that the program makes: reference, validation.
    Made(String),
}

/// `# Part`, `- [Title](place.md)`, `{{reference}}`.
fn parse_summary(text: &str) -> Result<Vec<(String, Vec<Entry>)>, String> {
    let mut parts: Vec<(String, Vec<Entry>)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(title) = line.strip_prefix("# ") {
            parts.push((title.into(), Vec::new()));
            continue;
        }
        let wrong = || format!("docs/book/SUMMARY.md:{}: `{line}` is no `- [Title](place.md)`", number + 1);
        let Some(entry) = (match line {
            "" => continue,
            _ if line.starts_with("{{") => {
                line.strip_prefix("{{").and_then(|l| l.strip_suffix("}}")).map(|what| Entry::Made(what.into()))
            }
            _ => line.strip_prefix("- [").and_then(|rest| {
                let (title, place) = rest.split_once("](")?;
                Some(Entry::Page(title.into(), place.strip_suffix(')')?.into()))
            }),
        }) else {
            return Err(wrong());
        };
        parts.last_mut().ok_or_else(wrong)?.1.push(entry);
    }
    Ok(parts)
}

/// Pages that the program writes about itself.
fn make(what: &str, program: &Path, folder: &Path, all: bool) -> Result<Vec<(String, Page)>, String> {
    match what {
        "reference" => {
            let target = folder.join("reference");
            let mut command = Command::new(program);
            command.args(["explain", "--pages"]).arg(&target).current_dir(root());
            output(command)?;
            let mut pages = Vec::new();
            for line in read(&target.join("ORDER"))?.lines() {
                let (place, title) = line.split_once('\t').ok_or_else(|| format!("`{line}` is no line of ORDER"))?;
                let text = read(&target.join(place))?;
                pages.push((format!("reference/{place}"), Page { title: title.into(), text, made: true }));
            }
            Ok(pages)
        }
        "validation" => evidence::validation(program, all),
        "errata" => evidence::errata(),
        other => {
            Err(format!("docs/book/SUMMARY.md: nobody makes `{other}`; there are reference, validation and errata"))
        }
    }
}

pub(crate) fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(crate) fn put(path: PathBuf, bytes: &[u8]) -> Outcome {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_parts_pages_and_what_the_program_makes() {
        let parts = parse_summary("# Start\n- [First](start.md)\n\n# Reference\n{{reference}}\n").unwrap_or_default();
        let first = Entry::Page("First".into(), "start.md".into());
        assert_eq!(parts, [("Start".into(), vec![first]), ("Reference".into(), vec![Entry::Made("reference".into())])]);
        assert!(parse_summary("# A\n* [x](y.md)").is_err_and(|wrong| wrong.contains("SUMMARY.md:2")));
    }
}
