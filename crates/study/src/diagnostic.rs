//! What is wrong with a study, where it stands, and what to do: pointers into the lines that the user wrote.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::plain::plain;

/// A line is shown up to this many bytes: data files may have very long ones.
const LONGEST_LINE: usize = 400;

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, as the user named it.
    pub file: String,
    /// The line, counted from 1; none where the whole file is meant.
    pub line: Option<usize>,
    /// The column, counted from 1 in characters.
    pub column: usize,
    /// The bytes of the line that are meant.
    pub span: Range<usize>,
    /// The text of the line.
    pub text: String,
}

impl Place {
    /// A whole file.
    pub fn file(file: &str) -> Self {
        Self { file: file.into(), line: None, column: 1, span: 0..0, text: String::new() }
    }

    /// The bytes `span` of a file with this content; what lies beyond the first line of the span is not shown.
    pub fn of_span(file: &str, content: &str, span: Range<usize>) -> Self {
        let start = floor_boundary(content, span.start);
        let end = floor_boundary(content, span.end.max(start));
        let line_start = content[..start].rfind('\n').map_or(0, |at| at + 1);
        let line = content[..line_start].matches('\n').count() + 1;
        let text = content[line_start..].lines().next().unwrap_or_default();
        let text = &text[..floor_boundary(text, LONGEST_LINE)];
        let first = (start - line_start).min(text.len());
        let last = (end - line_start).clamp(first, text.len());
        let column = text[..first].chars().count() + 1;
        Self { file: file.into(), line: Some(line), column, span: first..last, text: text.into() }
    }

    /// A whole line of a file with this content, counted from 1.
    pub fn of_line(file: &str, content: &str, line: usize) -> Self {
        let text = content.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let text = &text[..floor_boundary(text, LONGEST_LINE)];
        Self { file: file.into(), line: Some(line), column: 1, span: 0..text.trim_end().len(), text: text.into() }
    }
}

/// `studies/hip.toml:4:13`.
impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "{}:{line}:{}", self.file, self.column),
            None => formatter.write_str(&self.file),
        }
    }
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where.
    pub place: Place,
    /// What is wrong, with the numbers.
    pub message: String,
    /// What is expected there; may be empty.
    pub expected: String,
    /// What to do about it.
    pub hint: String,
    /// The line of the study that led there, where the place is in another file.
    pub named_at: Option<Place>,
}

impl Diagnostic {
    /// Something wrong at a place, and what to do about it.
    pub fn new(place: Place, message: impl Into<String>, hint: impl Into<String>) -> Self {
        let (message, hint) = (message.into(), hint.into());
        Self { place, message, expected: String::new(), hint, named_at: None }
    }

    /// Says what is expected.
    #[must_use]
    pub fn expecting(self, expected: impl Into<String>) -> Self {
        Self { expected: expected.into(), ..self }
    }

    /// Says which line of the study led there.
    #[must_use]
    pub fn named_at(self, place: Place) -> Self {
        Self { named_at: Some(place), ..self }
    }

    fn render(&self, renderer: &Renderer) -> String {
        // Messages quote cells and names of files.
        let (message, expected, hint) = (plain(&self.message), plain(&self.expected), plain(&self.hint));
        let title = Group::with_title(Level::ERROR.primary_title(message));
        let mut group = point(title, &self.place, &expected);
        if !hint.is_empty() {
            group = group.element(Level::HELP.with_name("hint").message(hint));
        }
        let mut report = vec![group];
        if let Some(place) = &self.named_at {
            let note = Group::with_title(Level::NOTE.secondary_title("named by this line of the study"));
            report.push(point(note, place, ""));
        }
        renderer.render(&report)
    }
}

fn point<'a>(group: Group<'a>, place: &'a Place, label: &'a str) -> Group<'a> {
    let file = plain(&place.file);
    let Some(line) = place.line else { return group.element(Origin::path(file)) };
    let label = (!label.is_empty()).then_some(label);
    let annotation = AnnotationKind::Primary.span(place.span.clone()).label(label);
    group.element(Snippet::source(&place.text).line_start(line).path(file).annotation(annotation))
}

/// What went wrong where no file has a line for it, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// What went wrong, with the numbers.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
}

impl Words {
    /// What went wrong, and what to do about it.
    pub fn new(message: impl fmt::Display, hint: impl fmt::Display) -> Self {
        Self { message: message.to_string(), hint: hint.to_string() }
    }
}

/// Words without advice.
impl From<String> for Words {
    fn from(message: String) -> Self {
        Self { message, hint: String::new() }
    }
}

impl From<&Diagnostic> for Words {
    fn from(one: &Diagnostic) -> Self {
        Self::new(&one.message, &one.hint)
    }
}

/// As every door says it: the hint on a line of its own.
impl fmt::Display for Words {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hint.as_str() {
            "" => formatter.write_str(&self.message),
            hint => write!(formatter, "{}\n hint: {hint}", self.message),
        }
    }
}

/// Everything that is wrong with a study, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// All of them, at least one where a check failed.
    pub fn all(&self) -> &[Diagnostic] {
        &self.0
    }

    /// As text for a person, in colour or plain.
    pub fn render(&self, colour: bool) -> String {
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        self.0.iter().map(|d| d.render(&renderer)).collect::<Vec<_>>().join("\n\n")
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(all: I) -> Self {
        let mut all: Vec<Diagnostic> = all.into_iter().collect();
        // Stable: what was found first comes first where the places are equal.
        all.sort_by_key(|d| {
            let place = d.named_at.as_ref().unwrap_or(&d.place);
            (place.line, place.column)
        });
        all.dedup();
        Self(all)
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(one: Diagnostic) -> Self {
        Self(vec![one])
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}
