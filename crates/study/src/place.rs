//! Where every key and value of a TOML document stands: from a path to bytes, and from bytes to a path.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A path such as `hip.implant.layers.0.thickness`.
pub(crate) type Path = Vec<String>;

/// The keys of a document and where they stand.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    /// In the order of the document, parents before children.
    nodes: Vec<Node>,
}

#[derive(Debug, Clone)]
struct Node {
    path: Path,
    key: Range<usize>,
    value: Range<usize>,
    in_array: bool,
}

/// What of an entry lies at a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Key,
    Value,
}

impl Tree {
    pub(crate) fn new(table: &DeTable<'_>) -> Self {
        let mut tree = Self::default();
        tree.add_table(&mut Vec::new(), table);
        tree
    }

    fn add_table(&mut self, path: &mut Path, table: &DeTable<'_>) {
        for (key, value) in table {
            path.push(key.get_ref().to_string());
            self.add(path, key.span(), value, false);
            path.pop();
        }
    }

    fn add(&mut self, path: &mut Path, key: Range<usize>, value: &Spanned<DeValue<'_>>, in_array: bool) {
        self.nodes.push(Node { path: path.clone(), key, value: value.span(), in_array });
        match value.get_ref() {
            DeValue::Table(table) => self.add_table(path, table),
            DeValue::Array(array) => {
                for (index, element) in array.iter().enumerate() {
                    path.push(index.to_string());
                    self.add(path, element.span(), element, true);
                    path.pop();
                }
            }
            _ => {}
        }
    }

    /// The entry whose key or value is at this span, the deepest one where several are.
    pub(crate) fn at_span(&self, span: &Range<usize>) -> Option<(Path, Part)> {
        let deepest = |part: Part| {
            let fits = |node: &&Node| match part {
                Part::Key => node.key == *span && !node.in_array,
                Part::Value => node.value == *span,
            };
            self.nodes.iter().filter(fits).max_by_key(|node| node.path.len()).map(|node| (node.path.clone(), part))
        };
        // A table that is only implied by `[hip.implant]` stands where its key stands: then the value is meant less
        // often than the key.
        deepest(Part::Key).or_else(|| deepest(Part::Value))
    }

    /// The value at a path, or else the key of its nearest parent that exists.
    pub(crate) fn span_of(&self, path: &[String]) -> Option<Range<usize>> {
        if let Some(node) = self.node(path) {
            return Some(node.value.clone());
        }
        (1..path.len()).rev().find_map(|length| self.node(&path[..length])).map(|node| node.key.clone())
    }

    /// The key at a path.
    pub(crate) fn key_of(&self, path: &[String]) -> Option<Range<usize>> {
        self.node(path).map(|node| node.key.clone())
    }

    /// The keys directly below a path.
    pub(crate) fn children(&self, path: &[String]) -> Vec<&str> {
        let below = |node: &&Node| node.path.len() == path.len() + 1 && node.path.starts_with(path);
        self.nodes.iter().filter(below).filter_map(|node| node.path.last()).map(String::as_str).collect()
    }

    fn node(&self, path: &[String]) -> Option<&Node> {
        self.nodes.iter().find(|node| node.path == path)
    }
}

/// Takes an entry out of a document; the whole array where the path leads to an element of one. Says what it took.
pub(crate) fn remove(table: &mut DeTable<'_>, path: &[String]) -> Option<Path> {
    let (first, rest) = path.split_first()?;
    if rest.is_empty() {
        return table.remove(first.as_str()).map(|_| vec![first.clone()]);
    }
    let below = match table.get_mut(first.as_str())?.get_mut() {
        DeValue::Table(inner) => remove(inner, rest),
        DeValue::Array(array) => remove_inside(array, rest),
        _ => None,
    };
    match below {
        Some(taken) => Some(std::iter::once(first.clone()).chain(taken).collect()),
        None => table.remove(first.as_str()).map(|_| vec![first.clone()]),
    }
}

fn remove_inside(array: &mut toml::de::DeArray<'_>, path: &[String]) -> Option<Path> {
    let (index, rest) = path.split_first()?;
    match array.get_mut(index.parse::<usize>().ok()?)?.get_mut() {
        DeValue::Table(inner) if !rest.is_empty() => {
            remove(inner, rest).map(|taken| std::iter::once(index.clone()).chain(taken).collect())
        }
        _ => None,
    }
}
