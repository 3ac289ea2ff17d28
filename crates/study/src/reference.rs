//! Every key of a study file, in words: what `synovia explain` and the reference show. All of it comes from the schema, so
//! that nothing can be missing, but where defaults come from: that is one table, `source.rs`.

mod example;
mod implied;
mod range;
mod source;

use serde_json::Value;

use crate::content::schema;
use crate::registry::{choices_of, resolved};
pub use range::Range;

/// Tables within tables beyond this depth are not followed.
const DEEPEST: usize = 12;

/// One key of a study file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// From the joint's table on: `hip.implant.clearance`. A key of a list's entries has the list's name before it.
    pub path: String,
    /// What it means.
    pub about: String,
    /// What is written there: `Text: a length with its unit (m, cm, mm, um, nm), for example "14 mm"`.
    pub value: String,
    /// What holds where it is left out, as it would be written.
    pub default: Option<String>,
    /// Where that comes from.
    pub source: Option<&'static str>,
    /// The values or tables that can be chosen, each with what it is.
    pub choices: Vec<(String, String)>,
}

impl Key {
    /// The last part of its path.
    pub fn name(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or_default()
    }

    /// Whether it is a table, so that other keys are below it.
    fn holds(&self, other: &Key) -> bool {
        other.path.strip_prefix(&self.path).is_some_and(|rest| rest.starts_with('.') && !rest[1..].contains('.'))
    }
}

/// What a path names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// One key, and those directly below it.
    One(Box<Key>, Vec<Key>),
    /// Several keys of that name.
    Several(Vec<Key>),
    /// None; those that are spelt most like it.
    None(Vec<String>),
}

/// Every key, tables before what is in them, in the order of the study file.
pub fn keys() -> Vec<Key> {
    let schema = schema();
    let mut keys = Vec::new();
    gather(&schema, &schema, "", 0, &mut keys);
    keys
}

/// The key of this path, or those whose path ends with it.
pub fn find(path: &str) -> Found {
    let keys = keys();
    let wanted = path.trim().trim_matches(['[', ']', '.']).replace('_', "-");
    if let Some(key) = keys.iter().find(|key| key.path == wanted) {
        let below = keys.iter().filter(|other| key.holds(other)).cloned().collect();
        return Found::One(Box::new(key.clone()), below);
    }
    let tail = format!(".{wanted}");
    let ending: Vec<Key> = keys.iter().filter(|key| key.path.ends_with(&tail)).cloned().collect();
    match ending.len() {
        0 => Found::None(nearest(&wanted, &keys)),
        1 => find(&ending[0].path),
        _ => Found::Several(ending),
    }
}

/// The paths, or last parts of paths, that are spelt most like `wanted`.
fn nearest(wanted: &str, keys: &[Key]) -> Vec<String> {
    let likeness = |key: &Key| {
        let of_path = strsim::jaro_winkler(wanted, &key.path);
        if wanted.contains('.') { of_path } else { of_path.max(strsim::jaro_winkler(wanted, key.name())) }
    };
    let mut ranked: Vec<(f64, &str)> = keys.iter().map(|key| (likeness(key), key.path.as_str())).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().filter(|(likeness, _)| *likeness > 0.8).take(5).map(|(_, path)| path.into()).collect()
}

/// Adds the keys of a table, of the choices that it is, or of a list's entries.
fn gather(schema: &Value, at: &Value, path: &str, depth: usize, keys: &mut Vec<Key>) {
    if depth > DEEPEST {
        return;
    }
    let at = resolved(schema, at);
    if let Some(entries) = at.get("items") {
        return gather(schema, entries, path, depth + 1, keys);
    }
    let tables = std::iter::once(at).chain(at["oneOf"].as_array().into_iter().flatten());
    let properties =
        tables.flat_map(|table| table["properties"].as_object().into_iter().flatten().map(move |p| (table, p)));
    for (table, (name, property)) in properties {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        if keys.iter().any(|key| key.path == path) {
            continue;
        }
        let mut key = describe(schema, property, path.clone());
        if key.about.is_empty() {
            // A choice says what it is itself.
            key.about = table["description"].as_str().unwrap_or_default().replace('\n', " ");
        }
        keys.push(key);
        gather(schema, property, &path, depth + 1, keys);
    }
}

fn describe(schema: &Value, property: &Value, path: String) -> Key {
    let kind = resolved(schema, property);
    let text = |at: &Value| at["description"].as_str().map(|text| text.replace('\n', " "));
    let own = text(property).unwrap_or_default();
    let of_kind = text(kind).unwrap_or_default();
    let choices: Vec<(String, String)> = kind["oneOf"].as_array().into_iter().flatten().flat_map(choices_of).collect();
    let words = kind["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let choices = choices.into_iter().chain(words.map(|word| (word.to_owned(), String::new()))).collect::<Vec<_>>();
    let value = match kind["type"].as_str() {
        _ if !choices.is_empty() => "One of the choices".into(),
        Some("string") if !of_kind.is_empty() => of_kind.clone(),
        Some("object") => "A table".into(),
        Some("array") => format!("A list: {}", plain(resolved(schema, &kind["items"]))),
        _ => plain(kind),
    };
    let about = if own.is_empty() { of_kind } else { own };
    let default = property.get("default").filter(|default| !default.is_null());
    let default = match default.and_then(Value::as_object) {
        // A choice that is a table is written as one.
        Some(table) => table.keys().next().filter(|_| !choices.is_empty()).map(|choice| format!("[{path}.{choice}]")),
        None => default.map(Value::to_string),
    };
    let default = default.or_else(|| implied::of(&path).map(str::to_owned));
    let source = default.as_ref().and_then(|_| source::of(&path));
    Key { path, about, value, default, source, choices }
}

/// What a value without units is.
fn plain(kind: &Value) -> String {
    let described = || kind["description"].as_str().map(|text| text.replace('\n', " "));
    match kind["type"].as_str() {
        Some("boolean") => "true or false".into(),
        Some("integer") => "A whole number".into(),
        Some("number") => "A number".into(),
        Some("string") => described().unwrap_or_else(|| "Text".into()),
        Some("object") => "tables".into(),
        Some("array") => "A list".into(),
        _ => described().unwrap_or_else(|| "Text, a number or a table".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_says_what_it_means_and_what_is_written_there() {
        let keys = keys();
        assert!(keys.len() > 300, "{}", keys.len());
        let silent: Vec<&str> = keys
            .iter()
            .filter(|key| key.about.is_empty() || key.value.is_empty())
            .map(|key| key.path.as_str())
            .collect();
        assert!(silent.is_empty(), "{silent:?}");
    }

    #[test]
    fn every_default_says_where_it_comes_from() {
        let keys = keys();
        // A joint that is there in tests alone.
        let with_default = || keys.iter().filter(|key| key.default.is_some() && !key.path.starts_with("drop."));
        assert!(with_default().count() > 500);
        let silent: Vec<&str> =
            with_default().filter(|key| key.source.is_none()).map(|key| key.path.as_str()).collect();
        assert!(silent.is_empty(), "a line for these in reference/source.rs: {silent:?}");
    }

    #[test]
    fn a_path_finds_its_key_with_unit_and_default() {
        let Found::One(key, below) = find("hip.implant.liner-thickness") else { panic!("not found") };
        assert!(key.value.contains("length") && key.about.contains("liner"), "{key:?}");
        assert_eq!(key.default.as_deref(), Some("\"8 mm\""));
        assert!(below.is_empty());
        let Found::One(_, below) = find("[hip.implant]") else { panic!("not found") };
        assert!(below.iter().any(|key| key.path == "hip.implant.clearance"));
        assert!(below.iter().all(|key| key.path.matches('.').count() == 2));
    }

    #[test]
    fn the_end_of_a_path_is_enough() {
        assert!(matches!(find("liner-thickness"), Found::One(key, _) if key.path == "hip.implant.liner-thickness"));
        assert!(matches!(find("clearance"), Found::Several(keys) if keys.iter().all(|key| key.name() == "clearance")));
        assert!(matches!(find("hip.contact"), Found::One(key, _) if key.choices.len() > 2));
    }

    #[test]
    fn a_slip_of_the_pen_is_answered_with_what_is_near() {
        assert!(matches!(find("hip.implant.clearence"), Found::None(near) if near[0] == "hip.implant.clearance"));
        assert!(matches!(find("qqqq"), Found::None(near) if near.is_empty()));
    }
}
