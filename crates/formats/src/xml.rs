//! As much of XML as OpenSim writes: elements with attributes, text, comments, a few entities.
//!
//! ```
//! use formats::xml::parse;
//!
//! let model = parse("<Model name=\"leg\"><mass> 75.2 </mass></Model>")?;
//! assert_eq!((model.attribute("name"), model.said("mass")), (Some("leg"), Some("75.2")));
//! # Ok::<(), formats::xml::XmlError>(())
//! ```

/// What is wrong with a document, with the line where it says so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct XmlError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

/// Elements within elements, at most; a model has about fifteen.
const DEEPEST: usize = 200;

/// An element and what is in it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Element {
    /// Its name.
    pub name: String,
    /// Its attributes, in order.
    pub attributes: Vec<(String, String)>,
    /// The elements within.
    pub children: Vec<Element>,
    /// The text within, that of its children left out.
    pub text: String,
    /// Where it begins, counted from 1.
    pub line: usize,
}

impl Element {
    /// The first child of this name.
    pub fn child(&self, name: &str) -> Option<&Element> {
        self.children.iter().find(|child| child.name == name)
    }

    /// An attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The text of a child, where there is some.
    pub fn said(&self, child: &str) -> Option<&str> {
        self.child(child).map(|child| child.text.trim()).filter(|text| !text.is_empty())
    }

    /// The members of a set: `<BodySet><objects>…`.
    pub fn members(&self, set: &str) -> &[Element] {
        self.child(set).and_then(|set| set.child("objects")).map_or(&[], |objects| &objects.children)
    }

    /// The first element of this name at any depth.
    pub fn find(&self, name: &str) -> Option<&Element> {
        let mut open: Vec<&Element> = self.children.iter().rev().collect();
        while let Some(element) = open.pop() {
            if element.name == name {
                return Some(element);
            }
            open.extend(element.children.iter().rev());
        }
        None
    }
}

/// The root of a document.
///
/// # Errors
/// What is not closed, has no name, or lies too deep, with its line.
pub fn parse(text: &str) -> Result<Element, XmlError> {
    let mut reader = Reader { text, at: 0, line: 1 };
    let mut open: Vec<Element> = vec![Element { line: 1, ..Element::default() }];
    while reader.at < text.len() {
        let rest = reader.rest();
        let Some(tag) = rest.find('<') else {
            top(&mut open).text.push_str(&unescape(rest));
            break;
        };
        top(&mut open).text.push_str(&unescape(&rest[..tag]));
        reader.advance(tag);
        let line = reader.line;
        let rest = reader.rest();
        if rest.starts_with("<!--") {
            let end = rest.find("-->").ok_or_else(|| wrong(line, "a comment has no end", "add `-->`"))?;
            reader.advance(end + 3);
            continue;
        }
        if let Some(data) = rest.strip_prefix("<![CDATA[") {
            let end = data.find("]]>").ok_or_else(|| wrong(line, "CDATA has no end", "add `]]>`"))?;
            top(&mut open).text.push_str(&data[..end]);
            reader.advance(9 + end + 3);
            continue;
        }
        let end = end_of_tag(rest).ok_or_else(|| wrong(line, "a tag has no end", "add `>`; was the file cut off?"))?;
        let inside = &rest[1..end];
        reader.advance(end + 1);
        if inside.starts_with(['?', '!']) {
            continue;
        }
        if let Some(name) = inside.strip_prefix('/') {
            close(&mut open, name.trim(), line)?;
            continue;
        }
        let (inside, empty) = match inside.strip_suffix('/') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let (name, rest) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        if name.is_empty() {
            return Err(wrong(line, "a tag has no name", "write `&lt;` for the sign itself"));
        }
        let attributes = attributes(rest, line)?;
        open.push(Element { name: name.into(), attributes, line, ..Element::default() });
        if open.len() > DEEPEST {
            return Err(wrong(line, "elements lie within elements 200 times", "is this an OpenSim model?"));
        }
        if empty {
            close(&mut open, name, line)?;
        }
    }
    if open.len() > 1 {
        let last = top(&mut open);
        let message = format!("`<{}>` is not closed", last.name);
        return Err(wrong(last.line, &message, "was the file cut off?"));
    }
    let mut document = open.pop().unwrap_or_default();
    match document.children.len() {
        1 => Ok(document.children.remove(0)),
        0 => Err(wrong(1, "there is no element in this file", "is this an OpenSim model?")),
        _ => {
            let message = "there are several outermost elements";
            Err(wrong(document.children[1].line, message, "is this an OpenSim model?"))
        }
    }
}

fn wrong(line: usize, message: &str, hint: &str) -> XmlError {
    XmlError { line, message: message.into(), hint: hint.into() }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn advance(&mut self, bytes: usize) {
        self.line += self.text[self.at..self.at + bytes].bytes().filter(|byte| *byte == b'\n').count();
        self.at += bytes;
    }
}

/// The document itself is always open.
fn top(open: &mut [Element]) -> &mut Element {
    let last = open.len() - 1;
    &mut open[last]
}

fn close(open: &mut Vec<Element>, name: &str, line: usize) -> Result<(), XmlError> {
    if open.len() < 2 || open[open.len() - 1].name != name {
        let message = format!("`</{name}>` closes nothing that is open");
        return Err(wrong(line, &message, "was the file edited by hand?"));
    }
    if let Some(done) = open.pop() {
        top(open).children.push(done);
    }
    Ok(())
}

/// Where a tag ends; signs within quotes do not count.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), byte) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

fn attributes(mut rest: &str, line: usize) -> Result<Vec<(String, String)>, XmlError> {
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return Ok(found);
        }
        let bad = || wrong(line, "an attribute cannot be read", "write name=\"…\"");
        let (name, behind) = rest.split_once('=').ok_or_else(bad)?;
        let behind = behind.trim_start();
        let quote = behind.chars().next().filter(|sign| ['"', '\''].contains(sign)).ok_or_else(bad)?;
        let (value, after) = behind[1..].split_once(quote).ok_or_else(bad)?;
        found.push((name.trim().to_owned(), unescape(value)));
        rest = after;
    }
}

fn unescape(text: &str) -> String {
    if !text.contains('&') {
        return text.to_owned();
    }
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    signs.iter().fold(text.to_owned(), |text, (name, sign)| text.replace(name, sign))
}
