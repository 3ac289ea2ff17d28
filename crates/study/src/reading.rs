//! From text to content: everything that is wrong is found, not only the first thing.
//!
//! The parser stops at its first error. What it stumbled over is reported, taken out of the document, and the rest is
//! read again, until something can be read: the defaults stand in for what was taken out.

use serde::Deserialize;
use toml::de::{DeTable, Error};

use crate::complaint::{Complaint, Kind, translate};
use crate::content::Content;
use crate::diagnostic::{Diagnostic, Place};
use crate::place::{Part, Path, Tree, remove};

/// Beyond this many mistakes the file is something else than a study.
const MOST_MISTAKES: usize = 40;

/// A study as far as it could be read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    pub content: Content,
    pub tree: Tree,
    pub mistakes: Vec<Diagnostic>,
    /// Paths of what was wrong and has been taken out.
    pub taken: Vec<Path>,
    /// Whether the text is TOML at all.
    pub is_toml: bool,
}

impl Reading {
    pub(crate) fn of(name: &str, text: &str) -> Self {
        let (document, errors) = DeTable::parse_recoverable(text);
        let mut reading = Self { tree: Tree::new(document.get_ref()), is_toml: errors.is_empty(), ..Self::default() };
        if !reading.is_toml {
            reading.mistakes = errors.iter().take(MOST_MISTAKES).map(|error| syntax(name, text, error)).collect();
            return reading;
        }
        let mut document = document;
        while reading.mistakes.len() < MOST_MISTAKES {
            match Content::deserialize(toml::Deserializer::from(document.clone())) {
                Ok(content) => {
                    reading.content = content;
                    break;
                }
                Err(error) => {
                    if !reading.take_out(name, text, &error, document.get_mut()) {
                        break;
                    }
                }
            }
        }
        reading
    }

    /// Reports an error and removes its cause. Says whether anything was removed.
    fn take_out(&mut self, name: &str, text: &str, error: &Error, document: &mut DeTable<'_>) -> bool {
        let span = error.span().unwrap_or_default();
        let Some((path, part)) = self.tree.at_span(&span) else {
            let complaint = translate(error.message(), "", &[]);
            self.report(name, text, span, complaint);
            return false;
        };
        let table = &path[..path.len() - 1];
        let about = table_of_complaint(error, part, &path).join(".");
        let complaint = translate(error.message(), &about, &self.tree.children(&path));
        let kind = complaint.kind;
        let known_already = kind == Kind::Incomplete && self.touches(&path);
        if !known_already {
            let shown = match kind {
                // The second choice is the one too many.
                Kind::Ambiguous => self.second_child(&path).unwrap_or(span),
                _ => span,
            };
            self.report(name, text, shown, complaint);
        }
        // A choice is a key of the table that must have exactly one: without it the table is worth nothing.
        let whole = kind == Kind::UnknownChoice && part == Part::Key && !table.is_empty();
        match remove(document, if whole { table } else { &path }) {
            Some(taken) => {
                self.taken.push(taken);
                true
            }
            None => false,
        }
    }

    fn report(&mut self, name: &str, text: &str, span: std::ops::Range<usize>, complaint: Complaint) {
        let Complaint { message, expected, hint, .. } = complaint;
        self.mistakes.push(Diagnostic::new(Place::of_span(name, text, span), message, hint).expecting(expected));
    }

    fn second_child(&self, path: &[String]) -> Option<std::ops::Range<usize>> {
        let second = *self.tree.children(path).get(1)?;
        let path: Path = path.iter().cloned().chain([second.to_owned()]).collect();
        self.tree.key_of(&path)
    }

    /// Whether something was taken out at this path, below it, or around it.
    pub(crate) fn touches(&self, path: &[String]) -> bool {
        self.taken.iter().any(|taken| taken.starts_with(path) || path.starts_with(taken))
    }
}

/// The table that a message is about: that which holds the key, or the value itself where a choice is written as text.
fn table_of_complaint<'a>(error: &Error, part: Part, path: &'a [String]) -> &'a [String] {
    let is_choice = error.message().starts_with("unknown variant") || error.message().contains("newtype variant");
    if part == Part::Value && is_choice { path } else { &path[..path.len() - 1] }
}

fn syntax(name: &str, text: &str, error: &Error) -> Diagnostic {
    let span = error.span().unwrap_or_default();
    let said = error.message();
    let hint = if said.starts_with("duplicate key") {
        "keep one of them"
    } else if said.contains("string") {
        "text and quantities stand in quotes: clearance = \"80 um\""
    } else {
        "a study is TOML: tables such as [hip.implant], and below them lines such as clearance = \"80 um\""
    };
    Diagnostic::new(Place::of_span(name, text, span), said.lines().next().unwrap_or("this is not TOML"), hint)
}
