//! Which inputs a study has, by their paths: read off the schema, so that a new parameter can be varied at once.

use std::sync::LazyLock;

use quantity::NamedKind;
use serde_json::Value;

use crate::complaint::nearest;
use crate::content::JOINTS;

/// What stands at a path.
#[derive(Debug, Clone, Copy)]
pub(crate) enum InputKind {
    /// Text with a unit.
    Quantity(NamedKind),
    /// A pure number.
    Number,
    /// A whole number.
    Count,
    /// A name: a material, a load cycle, a choice.
    Name,
    /// True or false.
    Flag,
}

impl InputKind {
    /// How a machine name in the SI unit ends.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            Self::Quantity(kind) => kind.suffix(),
            Self::Number => "_ratio",
            Self::Count | Self::Name | Self::Flag => "_count",
        }
    }

    /// What to write there.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Quantity(kind) => kind.noun(),
            Self::Number => "a number",
            Self::Count => "a whole number",
            Self::Name => "a name in quotes",
            Self::Flag => "true or false",
        }
    }
}

static SCHEMA: LazyLock<Value> = LazyLock::new(crate::content::schema);

/// Tables inside tables do not go deeper than this.
const DEEPEST: usize = 10;

/// What stands at a path such as `hip.implant.layers.0.thickness`; `None` where nothing does.
pub(crate) fn find(path: &[String]) -> Option<InputKind> {
    let (joint, _) = path.split_first()?;
    if !JOINTS.contains(&joint.as_str()) {
        return None;
    }
    follow(&SCHEMA, path, &kind_of)
}

/// Whether the schema knows a path at all: an input, or a table with inputs, such as one law among several.
pub(crate) fn exists(path: &[String]) -> bool {
    path.first().is_some_and(|joint| JOINTS.contains(&joint.as_str())) && follow(&SCHEMA, path, &|_| Some(())).is_some()
}

/// Whether the table at a path holds one of two keys, never both: two laws.
pub(crate) fn excludes(path: &[String], one: &str, other: &str) -> bool {
    let has = |schema: &Value, name: &str| schema["properties"].get(name).is_some();
    let exclusive = |schema: &Value| {
        let all = || alternatives(schema);
        let both = all().any(|each| has(each, one) && has(each, other));
        (!both && all().any(|each| has(each, one)) && all().any(|each| has(each, other))).then_some(())
    };
    follow(&SCHEMA, path, &exclusive).is_some()
}

fn kind_of(schema: &Value) -> Option<InputKind> {
    match reference(schema).and_then(NamedKind::find) {
        Some(kind) => Some(InputKind::Quantity(kind)),
        None => leaf(schema),
    }
}

/// What the first of the schemas at the end of a path says, that says anything.
fn follow<T>(schema: &Value, path: &[String], end: &dyn Fn(&Value) -> Option<T>) -> Option<T> {
    if path.is_empty()
        && let Some(found) = end(schema)
    {
        return Some(found);
    }
    if let Some(name) = reference(schema) {
        return follow(&SCHEMA["$defs"][name], path, end);
    }
    if let Some(found) = alternatives(schema).find_map(|one| follow(one, path, end)) {
        return Some(found);
    }
    let (first, rest) = path.split_first()?;
    if let Some(property) = schema["properties"].get(first) {
        return follow(property, rest, end);
    }
    let is_index = first.parse::<usize>().is_ok();
    let inner =
        if is_index && schema["items"].is_object() { &schema["items"] } else { &schema["additionalProperties"] };
    if inner.is_object() { follow(inner, rest, end) } else { None }
}

fn reference(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix("#/$defs/")
}

fn alternatives(schema: &Value) -> impl Iterator<Item = &Value> {
    ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten()
}

fn leaf(schema: &Value) -> Option<InputKind> {
    let is = |name: &str| match &schema["type"] {
        Value::String(only) => only == name,
        Value::Array(several) => several.iter().any(|one| one == name),
        _ => false,
    };
    if is("number") {
        Some(InputKind::Number)
    } else if is("integer") {
        Some(InputKind::Count)
    } else if is("boolean") {
        Some(InputKind::Flag)
    } else if is("string") || schema["const"].is_string() || schema["enum"].is_array() {
        Some(InputKind::Name)
    } else {
        None
    }
}

/// The path that was probably meant.
pub(crate) fn suggest(wrong: &[String]) -> Option<String> {
    let mut known = Vec::new();
    // Who writes the name of a joint means that one.
    let meant = |joint: &&&str| !JOINTS.contains(&wrong[0].as_str()) || wrong[0] == **joint;
    let last = wrong.last()?;
    for joint in JOINTS.iter().filter(meant) {
        collect(&SCHEMA["properties"][joint], &mut vec![(*joint).to_owned()], &mut known);
    }
    let ends: Vec<&str> = known.iter().filter_map(|path| path.rsplit('.').next()).collect();
    let end = nearest(last, &ends);
    let written = wrong.join(".");
    let distance = |path: &String| strsim::damerau_levenshtein(path, &written);
    let fits = |path: &&String| end.is_none_or(|end| path.rsplit('.').next() == Some(end));
    known.iter().filter(fits).min_by_key(|path| distance(path)).cloned()
}

/// Every path of every joint.
#[cfg(test)]
pub(crate) fn all() -> Vec<String> {
    let mut known = Vec::new();
    for joint in JOINTS {
        collect(&SCHEMA["properties"][*joint], &mut vec![(*joint).to_owned()], &mut known);
    }
    known
}

/// Every path with a number or a name; `*` stands for an index or a name of the user's.
fn collect(schema: &Value, path: &mut Vec<String>, known: &mut Vec<String>) {
    if path.len() > DEEPEST {
        return;
    }
    if let Some(name) = reference(schema) {
        if NamedKind::find(name).is_some() {
            known.push(path.join("."));
        } else {
            collect(&SCHEMA["$defs"][name], path, known);
        }
        return;
    }
    alternatives(schema).for_each(|one| collect(one, path, known));
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        path.push(name.clone());
        collect(property, path, known);
        path.pop();
    }
    for inner in ["items", "additionalProperties"].map(|key| &schema[key]).into_iter().filter(|inner| inner.is_object())
    {
        path.push("*".into());
        collect(inner, path, known);
        path.pop();
    }
    if leaf(schema).is_some() {
        known.push(path.join("."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(path: &str) -> Option<&'static str> {
        find(&path.split('.').map(str::to_owned).collect::<Vec<_>>()).map(InputKind::noun)
    }

    #[test]
    fn every_input_is_found_by_its_path_whether_written_or_not() {
        assert_eq!(kind("hip.implant.clearance"), Some("a length"));
        assert_eq!(kind("hip.implant.liner-material.modulus"), Some("a pressure"));
        assert_eq!(kind("hip.implant.liner-material"), Some("a name in quotes"));
        assert_eq!(kind("hip.implant.layers.1.thickness"), Some("a length"));
        assert_eq!(kind("hip.experiment.static.load"), Some("a force"));
        assert_eq!(kind("hip.experiment.quasi-static.gravity"), Some("true or false"));
        assert_eq!(kind("hip.output.frames"), Some("a whole number"));
        assert_eq!(kind("hip.activity.cycle"), Some("a name in quotes"));
        assert_eq!(kind("hip.friction.coulomb.transition-speed"), Some("a velocity"));
        assert_eq!(kind("hip.implant"), None);
        assert_eq!(kind("hip.implant.colour"), None);
        assert_eq!(kind("title"), None);
    }

    #[test]
    fn a_table_of_laws_holds_one_of_them() {
        let path = |path: &str| path.split('.').map(str::to_owned).collect::<Vec<_>>();
        assert!(exists(&path("hip.friction.coulomb")) && !exists(&path("hip.friction.stokes")));
        assert!(exists(&path("hip.implant")) && !exists(&path("runs")));
        assert!(excludes(&path("hip.experiment"), "static", "dynamic"));
        assert!(!excludes(&path("hip.implant"), "clearance", "coverage"));
    }

    #[test]
    fn the_nearest_path_is_suggested() {
        let nearest = |path: &str| suggest(&path.split('.').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(nearest("hip.implant.clearence").as_deref(), Some("hip.implant.clearance"));
        assert_eq!(nearest("hip.clearance").as_deref(), Some("hip.implant.clearance"));
        assert_eq!(nearest("hip.implant.liner.thickness").as_deref(), Some("hip.implant.layers.*.thickness"));
        assert_eq!(nearest("hip.patient.weight").as_deref(), Some("hip.patient.body-weight"));
    }
}
