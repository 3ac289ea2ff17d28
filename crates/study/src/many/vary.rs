//! What changes from run to run: the table `[vary]`, which mirrors the study.

use std::borrow::Cow;

use numerics::sampling::Distribution;
use results::store::Cell;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::choice::{KEYS, spec};
use super::inputs::{self, InputKind};
use crate::diagnostic::Diagnostic;
use crate::source::Source;

/// The table `[vary]`: paths of inputs, each with a list of values, a range, or a distribution.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Vary(pub(crate) Table);

impl JsonSchema for Vary {
    fn schema_name() -> Cow<'static, str> {
        "Vary".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let text = "What changes from run to run, by its path in the study: a list of values \
                    (hip.implant.clearance = [\"50 um\", \"100 um\"]), a range ({ from = \"50 um\", to = \"200 um\", \
                    count = 4 }), or a distribution: { uniform = [low, high] }, { log-uniform = [low, high] }, \
                    { normal = [mean, deviation], between = [low, high] }, { log-normal = [median, deviation of the \
                    logarithm] }, { triangular = [low, most likely, high] }";
        json_schema!({ "type": "object", "description": text })
    }
}

/// One value of an input: as the study file says it, and as the table of results keeps it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Setting {
    pub value: Value,
    pub cell: Cell,
}

/// How the values of an input are chosen.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Spec {
    /// These, in this order.
    Values(Vec<Setting>),
    /// Anything between two bounds; with a count, so many of them.
    Range { low: f64, high: f64, count: Option<usize>, by_ratio: bool },
    /// A random number.
    Random(Distribution),
}

/// An input that changes from run to run.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    /// Where it stands in the study.
    pub path: Vec<String>,
    /// Where it stands in the file, for diagnostics.
    pub written: String,
    pub kind: InputKind,
    pub spec: Spec,
}

/// Beyond this probability nothing is drawn: one draw in 10¹² lies there.
const RARE: f64 = 1e-12;

impl Variable {
    /// The machine name of its column.
    pub(crate) fn column(&self) -> String {
        let words = self.path.iter().map(|part| part.replace('-', "_").to_lowercase()).collect::<Vec<_>>().join("_");
        words + self.kind.suffix()
    }

    /// The value that belongs to a coordinate of the unit cube.
    pub(crate) fn at(&self, share: f64) -> Setting {
        match &self.spec {
            Spec::Values(values) => {
                let last = values.len().saturating_sub(1);
                values[((share * values.len() as f64) as usize).min(last)].clone()
            }
            Spec::Range { low, high, by_ratio: false, .. } => self.setting(low + share * (high - low)),
            Spec::Range { low, high, .. } => self.setting(low * (high / low).powf(share)),
            Spec::Random(distribution) => self.setting(distribution.quantile(share.clamp(RARE, 1.0 - RARE))),
        }
    }

    /// The coordinate of the unit cube to which a value belongs; none for a random number.
    pub(crate) fn share_of(&self, cell: &Cell) -> Option<f64> {
        match &self.spec {
            Spec::Values(values) => {
                let place = values.iter().position(|setting| setting.cell == *cell)?;
                Some(place as f64 / (values.len() - 1).max(1) as f64)
            }
            Spec::Range { low, high, by_ratio: false, .. } => Some((cell.number() - low) / (high - low)),
            Spec::Range { low, high, .. } => Some((cell.number() / low).ln() / (high / low).ln()),
            Spec::Random(_) => None,
        }
    }

    /// A number, as a value of this input.
    pub(crate) fn setting(&self, number: f64) -> Setting {
        match self.kind {
            InputKind::Quantity(kind) => {
                Setting { value: Value::String(kind.show(number)), cell: Cell::Number(number) }
            }
            InputKind::Count => {
                let whole = number.round();
                Setting { value: Value::Integer(whole as i64), cell: Cell::Number(whole) }
            }
            _ => Setting { value: Value::Float(number), cell: Cell::Number(number) },
        }
    }

    /// A value of the table of results, as a value of this input.
    pub(crate) fn setting_of(&self, cell: &Cell) -> Setting {
        match (cell, self.kind) {
            (Cell::Text(word), _) => Setting { value: Value::String(word.clone()), cell: cell.clone() },
            (Cell::Number(flag), InputKind::Flag) => {
                Setting { value: Value::Boolean(*flag != 0.0), cell: cell.clone() }
            }
            (Cell::Number(number), _) => self.setting(*number),
        }
    }

    /// The listed values, or those of the range.
    pub(crate) fn values(&self) -> Option<Vec<Setting>> {
        match &self.spec {
            Spec::Values(values) => Some(values.clone()),
            Spec::Range { count: Some(count), .. } => {
                let last = (count - 1).max(1) as f64;
                Some((0..*count).map(|i| self.at(i as f64 / last)).collect())
            }
            _ => None,
        }
    }

    /// The least and the greatest value that can come; `None` for a list.
    pub(crate) fn extremes(&self) -> Option<[f64; 2]> {
        match &self.spec {
            Spec::Values(_) => None,
            Spec::Range { low, high, .. } => Some([*low, *high]),
            Spec::Random(distribution) => {
                let (low, high) = distribution.support();
                let end = |bound: f64, share: f64| if bound.is_finite() { bound } else { distribution.quantile(share) };
                // A log-normal distribution ends at zero, which it never reaches.
                let low = if matches!(distribution, Distribution::LogNormal { .. }) { f64::NEG_INFINITY } else { low };
                Some([end(low, RARE), end(high, 1.0 - RARE)])
            }
        }
    }

    /// How its values are chosen, in words.
    pub(crate) fn describe(&self) -> String {
        let show = |number: f64| match self.kind {
            InputKind::Quantity(kind) => kind.show(number),
            _ => number.to_string(),
        };
        match &self.spec {
            Spec::Values(values) => {
                let words = values.iter().take(12).map(|setting| setting.value.to_string().replace('"', ""));
                let more = if values.len() > 12 { ", …" } else { "" };
                words.collect::<Vec<_>>().join(", ") + more
            }
            Spec::Range { low, high, count, by_ratio } => {
                let many = count.map(|count| format!("{count} values ")).unwrap_or_default();
                let how = if *by_ratio { ", by ratio" } else { "" };
                format!("{many}from {} to {}{how}", show(*low), show(*high))
            }
            Spec::Random(Distribution::Uniform { low, high }) => {
                format!("uniform from {} to {}", show(*low), show(*high))
            }
            Spec::Random(Distribution::Normal { mean, deviation }) => {
                format!("normal, mean {}, deviation {}", show(*mean), show(*deviation))
            }
            Spec::Random(Distribution::TruncatedNormal { mean, deviation, low, high }) => format!(
                "normal, mean {}, deviation {}, between {} and {}",
                show(*mean),
                show(*deviation),
                show(*low),
                show(*high)
            ),
            Spec::Random(Distribution::LogNormal { median, log_deviation }) => {
                format!("log-normal, median {}, deviation of the logarithm {log_deviation}", show(*median))
            }
            Spec::Random(Distribution::Triangular { low, mode, high }) => {
                format!("triangular from {} over {} to {}", show(*low), show(*mode), show(*high))
            }
        }
    }
}

/// Values of a range that must be listed and does not say how many.
const USUAL_COUNT: usize = 5;

/// Reads the table `[vary]`, or another one that is `written` like it. Where values must be `listed`, as for a grid, a range
/// gets its usual count, which is written into the table.
pub(crate) fn read(
    vary: &mut Vary,
    source: &Source,
    written: &str,
    listed: bool,
) -> Result<Vec<Variable>, Vec<Diagnostic>> {
    let mut reader = Reader { source, listed, found: Vec::new(), wrong: Vec::new() };
    reader.table(&mut vary.0, &mut Vec::new(), written);
    if reader.wrong.is_empty() { Ok(reader.found) } else { Err(reader.wrong) }
}

struct Reader<'a> {
    source: &'a Source,
    listed: bool,
    found: Vec<Variable>,
    wrong: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn table(&mut self, table: &mut Table, path: &mut Vec<String>, written: &str) {
        for (key, value) in table.iter_mut() {
            let parts: Vec<String> = key.split('.').map(str::to_owned).collect();
            let (length, written) = (path.len(), format!("{written}.{key}"));
            path.extend(parts);
            match value {
                Value::Table(inner) if !is_choice(inner, path) => self.table(inner, path, &written),
                _ => self.entry(value, path, &written),
            }
            path.truncate(length);
        }
    }

    fn entry(&mut self, value: &mut Value, path: &[String], written: &str) {
        let Some(kind) = inputs::find(path) else {
            let hint = match inputs::suggest(path) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write the path of an input as it stands in the study, such as hip.implant.clearance".into(),
            };
            return self.complain(written, format!("the study has no input `{}`", path.join(".")), hint);
        };
        match spec(value, kind) {
            Ok(mut spec) => {
                if let (Spec::Range { count: count @ None, .. }, Value::Table(table), true) =
                    (&mut spec, value, self.listed)
                {
                    *count = Some(USUAL_COUNT);
                    table.insert("count".into(), Value::Integer(USUAL_COUNT as i64));
                }
                let (path, written) = (path.to_vec(), written.to_owned());
                self.found.push(Variable { path, written, kind, spec });
            }
            Err((below, message, hint)) => {
                let place = if below.is_empty() { written.to_owned() } else { format!("{written}.{below}") };
                self.complain(&place, message, hint);
            }
        }
    }

    fn complain(&mut self, path: &str, message: impl Into<String>, hint: impl Into<String>) {
        self.wrong.push(Diagnostic::new(self.source.place(path), message, hint));
    }
}

/// Whether a table says how values are chosen, rather than lead to further inputs.
fn is_choice(table: &Table, path: &[String]) -> bool {
    // A material is a name, or a table with inputs of its own; friction is a name, or a table with a law.
    let leads_on = |key: &String| {
        let parts = key.split('.').map(str::to_owned);
        inputs::exists(&path.iter().cloned().chain(parts).collect::<Vec<_>>())
    };
    let named = || table.keys().any(|key| KEYS.contains(&key.as_str()));
    !table.keys().any(leads_on) && (inputs::find(path).is_some() || named())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { name: "any.toml".into(), text: text.into(), tree: std::sync::Arc::default() }
    }

    /// One possible value of an input.
    fn example(kind: InputKind) -> Value {
        match kind {
            InputKind::Quantity(kind) => Value::String(kind.show(1.0)),
            InputKind::Number => Value::Float(0.5),
            InputKind::Count => Value::Integer(3),
            InputKind::Name => Value::String("name".into()),
            InputKind::Flag => Value::Boolean(true),
        }
    }

    /// Every input of the schema, also below a law or an element of a list, written as tables in tables, as dotted keys
    /// are, and in quotes.
    #[test]
    fn every_input_of_every_joint_is_reached_however_its_path_is_written() {
        let source = source("");
        let paths = inputs::all();
        assert!(paths.len() > 300, "{}", paths.len());
        for known in paths {
            let path: Vec<String> = known.split('.').map(|part| part.replace('*', "0")).collect();
            let kind = inputs::find(&path).unwrap_or_else(|| panic!("{known} is not found"));
            let list = Value::Array(vec![example(kind)]);
            let nested = path
                .iter()
                .rev()
                .fold(list.clone(), |inner, part| Value::Table(Table::from_iter([(part.clone(), inner)])));
            let Value::Table(nested) = nested else { panic!("{known}") };
            for table in [nested, Table::from_iter([(path.join("."), list)])] {
                let found =
                    read(&mut Vary(table), &source, "vary", true).unwrap_or_else(|wrong| panic!("{known}: {wrong:?}"));
                assert_eq!(found.iter().map(|one| &one.path).collect::<Vec<_>>(), [&path]);
            }
        }
    }

    #[test]
    fn a_range_that_must_be_listed_has_five_values_and_the_study_says_so() {
        let text = "hip.implant.clearance = { from = \"50 um\", to = \"90 um\" }\n";
        let table = || Vary(toml::from_str(text).expect("a table"));
        let (mut grid, mut sample) = (table(), table());
        let source = source(text);
        let found = read(&mut grid, &source, "vary", true).expect("a range");
        assert_eq!(found[0].values().map(|values| values.len()), Some(5));
        assert!(toml::to_string(&grid).expect("text").contains("count = 5"));
        assert!(read(&mut sample, &source, "vary", false).expect("a range")[0].values().is_none());
        assert_eq!(sample, table());
    }
}
