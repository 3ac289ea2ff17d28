//! Inputs that differ: two resolved studies, line by line.

use std::collections::BTreeMap;

/// An input that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputChange {
    /// Its path in the study: `hip.implant.clearance`.
    pub path: String,
    /// What is written in each; nothing where it is not.
    pub values: [Option<String>; 2],
}

/// The inputs of two resolved studies that are not the same, in the order of the first.
pub fn inputs_that_differ(first: &str, second: &str) -> Vec<InputChange> {
    let (a, b) = (entries(first), entries(second));
    let find = |all: &[(String, String)]| all.iter().cloned().collect::<BTreeMap<String, String>>();
    let (by_a, by_b) = (find(&a), find(&b));
    let only_b = b.iter().filter(|(path, _)| !by_a.contains_key(path));
    let paths = a.iter().chain(only_b).map(|(path, _)| path);
    paths
        .filter(|path| by_a.get(*path) != by_b.get(*path))
        .map(|path| InputChange { path: path.clone(), values: [by_a.get(path).cloned(), by_b.get(path).cloned()] })
        .collect()
}

/// Paths and values of a study as the program writes it: one value a line, tables with their full names.
fn entries(text: &str) -> Vec<(String, String)> {
    let mut table = String::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("[[").and_then(|rest| rest.strip_suffix("]]")) {
            let count = counts.entry(name.into()).or_default();
            *count += 1;
            table = format!("{name}.{count}");
        } else if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            // A choice without parameters is a table without lines.
            table = name.into();
            entries.push((table.clone(), "chosen".into()));
        } else if let Some((key, value)) = line.split_once(" = ") {
            let path = if table.is_empty() { key.into() } else { format!("{table}.{key}") };
            entries.push((path, value.trim_matches('"').into()));
        }
    }
    // A table whose lines are there needs no line of its own.
    let full: Vec<String> = entries.iter().map(|(path, _)| path.clone()).collect();
    entries.retain(|(path, value)| {
        value != "chosen"
            || !full.iter().any(|other| other.len() > path.len() && other.starts_with(&format!("{path}.")))
    });
    entries
}
