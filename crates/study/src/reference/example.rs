//! The smallest study that has a key: what its tables ask for besides stands there as an example of its kind.

use serde_json::Value as Schema;
use toml::{Table, Value};

use super::DEEPEST;
use crate::content::schema;
use crate::registry::resolved;

/// A share that most fractions and Poisson's ratios may have.
const FRACTION: f64 = 0.3;

/// A study around a key, from the outermost table inwards.
pub(super) struct Example {
    steps: Vec<Step>,
    /// Whether it is written with its key alone.
    pub is_alone: bool,
    /// The smallest value of the key's kind.
    pub value: Option<Value>,
}

enum Step {
    /// A key, and what its table asks for beside it.
    Key(String, Table),
    /// The one entry of a list.
    Entry,
}

impl Example {
    /// `None` where there is no such key.
    pub fn around(path: &str) -> Option<Self> {
        let schema = schema();
        let mut at = &schema;
        let mut steps = Vec::new();
        for name in path.split('.') {
            at = resolved(&schema, at);
            while let Some(entries) = at.get("items") {
                steps.push(Step::Entry);
                at = resolved(&schema, entries);
            }
            let mut tables = std::iter::once(at).chain(at["oneOf"].as_array().into_iter().flatten());
            let table = tables.find(|table| table["properties"].get(name).is_some())?;
            steps.push(Step::Key(name.into(), asked(&schema, table, Some(name), 0)));
            at = &table["properties"][name];
        }
        let is_alone = steps.iter().all(|step| matches!(step, Step::Key(_, beside) if beside.is_empty()));
        Some(Self { steps, is_alone, value: smallest(&schema, at, 0) })
    }

    /// The study, with this value of the key or without it.
    pub fn text(&self, value: Option<Value>) -> String {
        let around = |inner: Option<Value>, step: &Step| match step {
            Step::Key(name, beside) => {
                let mut table = beside.clone();
                table.extend(inner.map(|value| (name.clone(), value)));
                Some(Value::Table(table))
            }
            Step::Entry => Some(Value::Array(inner.into_iter().collect())),
        };
        let whole = self.steps.iter().rev().fold(value, around);
        whole.and_then(|whole| toml::to_string(&whole).ok()).unwrap_or_default()
    }
}

/// What a table must have, but for one key.
fn asked(schema: &Schema, table: &Schema, but: Option<&str>, depth: usize) -> Table {
    let names = table["required"].as_array().into_iter().flatten().filter_map(Schema::as_str);
    let others = names.filter(|name| Some(*name) != but);
    others.filter_map(|name| Some((name.into(), smallest(schema, &table["properties"][name], depth + 1)?))).collect()
}

/// The first that a kind of value names: its example, its first choice, a table of what it must have.
fn smallest(schema: &Schema, kind: &Schema, depth: usize) -> Option<Value> {
    if depth > DEEPEST {
        return None;
    }
    let kind = plainest(schema, kind);
    let words = kind.get("const").or_else(|| kind["examples"].get(0)).or_else(|| kind["enum"].get(0));
    if let Some(word) = words {
        return Value::try_from(word).ok();
    }
    if let Some(choice) = kind["oneOf"].get(0) {
        return smallest(schema, choice, depth + 1);
    }
    match kind["type"].as_str()? {
        "boolean" => Some(Value::Boolean(false)),
        "integer" => Some(Value::Integer(1)),
        "number" => Some(Value::Float(FRACTION)),
        // The one body that every mechanism has.
        "string" => Some(Value::String("ground".into())),
        "array" => {
            // A list that must be there is not empty.
            let count = kind["minItems"].as_u64().unwrap_or(1) as usize;
            let entry = smallest(schema, &kind["items"], depth + 1);
            Some(Value::Array(entry.into_iter().cycle().take(count).collect()))
        }
        "object" => Some(Value::Table(asked(schema, kind, None, depth))),
        _ => None,
    }
}

/// What a schema says, behind references; of several ways to write a value that which needs no name of a library.
fn plainest<'a>(schema: &'a Schema, mut kind: &'a Schema) -> &'a Schema {
    while let Some(next) = behind(schema, kind) {
        kind = next;
    }
    kind
}

fn behind<'a>(schema: &'a Schema, kind: &'a Schema) -> Option<&'a Schema> {
    if let Some(name) = kind["$ref"].as_str() {
        return schema.pointer(name.strip_prefix('#')?);
    }
    let ways: Vec<&Schema> = kind["anyOf"].as_array()?.iter().filter(|way| way["type"] != "null").collect();
    ways.iter().find(|way| resolved(schema, way)["type"] == "object").or(ways.first()).copied()
}
