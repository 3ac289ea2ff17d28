//! As much of XML as VTK writes: tags with attributes, and the text behind them.

use super::error::{SurfaceFileError, SurfaceProblem};

/// A tag, and the text between it and the next.
#[derive(Debug)]
pub(super) struct Tag<'a> {
    /// The name, with a slash in front for an end.
    pub(super) name: &'a str,
    attributes: &'a str,
    pub(super) text: &'a [u8],
    /// Where the text begins in the file.
    pub(super) text_at: usize,
}

impl<'a> Tag<'a> {
    pub(super) fn attribute(&self, name: &str) -> Option<&'a str> {
        let mut rest = self.attributes;
        loop {
            let (key, behind) = rest.split_once('=')?;
            let behind = behind.trim_start();
            let quote = behind.chars().next().filter(|c| *c == '"' || *c == '\'')?;
            let (value, after) = behind[1..].split_once(quote)?;
            if key.trim() == name {
                return Some(value);
            }
            rest = after;
        }
    }
}

/// The next tag at or behind `at`, and where the search goes on. Comments and declarations are passed over.
pub(super) fn next_tag(bytes: &[u8], mut at: usize) -> Result<Option<(Tag<'_>, usize)>, SurfaceFileError> {
    loop {
        let Some(open) = find(bytes, at, b"<") else { return Ok(None) };
        if bytes[open..].starts_with(b"<!--") {
            at = find(bytes, open, b"-->").ok_or_else(|| unfinished("`-->`"))? + 3;
            continue;
        }
        let close = find(bytes, open, b">").ok_or_else(|| unfinished("`>`"))?;
        if matches!(bytes.get(open + 1), Some(b'?' | b'!')) {
            at = close + 1;
            continue;
        }
        let inside =
            std::str::from_utf8(&bytes[open + 1..close]).map_err(|_| SurfaceFileError::of(SurfaceProblem::NotText))?;
        let inside = inside.strip_suffix('/').unwrap_or(inside);
        let (name, attributes) = inside.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((inside, ""));
        let text_at = close + 1;
        let end = find(bytes, text_at, b"<").unwrap_or(bytes.len());
        return Ok(Some((Tag { name, attributes, text: &bytes[text_at..end], text_at }, text_at)));
    }
}

fn unfinished(what: &'static str) -> SurfaceFileError {
    SurfaceFileError::of(SurfaceProblem::Unfinished { what })
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    bytes.get(from..)?.windows(what.len()).position(|window| window == what).map(|at| from + at)
}
