//! What changes from run to run: the table `[vary]`, which mirrors the study.

use std::borrow::Cow;

use numerics::sampling::Distribution;
use results::store::Cell;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::inputs::{self, InputKind};
use super::plan::MOST_RUNS;
use crate::complaint::{nearest, suggest};
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

/// Reads the table `[vary]`. Where values must be `listed`, as for a grid, a range gets its usual count, which is written
/// into the table.
pub(crate) fn read(vary: &mut Vary, source: &Source, listed: bool) -> Result<Vec<Variable>, Vec<Diagnostic>> {
    let mut reader = Reader { source, listed, found: Vec::new(), wrong: Vec::new() };
    reader.table(&mut vary.0, &mut Vec::new(), "vary");
    if reader.wrong.is_empty() { Ok(reader.found) } else { Err(reader.wrong) }
}

struct Reader<'a> {
    source: &'a Source,
    listed: bool,
    found: Vec<Variable>,
    wrong: Vec<Diagnostic>,
}

/// Keys of a table that says how values are chosen.
const KEYS: [&str; 10] =
    ["from", "to", "count", "by-ratio", "uniform", "log-uniform", "normal", "log-normal", "triangular", "between"];

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

/// Where below the entry, what is wrong, and what to do.
type Wrong = (String, String, String);

fn spec(value: &Value, kind: InputKind) -> Result<Spec, Wrong> {
    match value {
        Value::Array(values) if values.is_empty() => {
            Err((String::new(), "the list of values is empty".into(), format!("list {} or more", kind.noun())))
        }
        Value::Array(values) => {
            let each = values.iter().enumerate().map(|(index, value)| setting(value, kind, &index.to_string()));
            Ok(Spec::Values(each.collect::<Result<_, _>>()?))
        }
        Value::Table(table) => choice(table, kind),
        single => Ok(Spec::Values(vec![setting(single, kind, "")?])),
    }
}

fn setting(value: &Value, kind: InputKind, place: &str) -> Result<Setting, Wrong> {
    let cell = match (value, kind) {
        (Value::String(text), InputKind::Name) => Cell::Text(text.clone()),
        (Value::Boolean(flag), InputKind::Flag) => Cell::Number(f64::from(u8::from(*flag))),
        _ => Cell::Number(number(value, kind, place)?),
    };
    Ok(Setting { value: value.clone(), cell })
}

fn number(value: &Value, kind: InputKind, place: &str) -> Result<f64, Wrong> {
    let wrong = |message: String, hint: String| Err((place.to_owned(), message, hint));
    match (value, kind) {
        (Value::String(text), InputKind::Quantity(kind)) => {
            kind.parse(text).map_err(|error| (place.to_owned(), error.to_string(), format!("write {}", kind.noun())))
        }
        (Value::Integer(whole), InputKind::Number | InputKind::Count) => Ok(*whole as f64),
        (Value::Float(number), InputKind::Number) if number.is_finite() => Ok(*number),
        (Value::Integer(_) | Value::Float(_), InputKind::Quantity(kind)) => {
            wrong(format!("{value} has no unit, but {} is expected", kind.noun()), format!("write {}", kind.show(1.0)))
        }
        _ => wrong(format!("{value} is not {}", kind.noun()), format!("write {}", kind.noun())),
    }
}

fn choice(table: &Table, kind: InputKind) -> Result<Spec, Wrong> {
    if let Some(unknown) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let message = format!("unknown key `{unknown}`");
        let hint =
            nearest(unknown, &KEYS).map_or_else(|| suggest(unknown, &KEYS, "keys"), |n| format!("did you mean `{n}`?"));
        return Err((unknown.clone(), message, hint));
    }
    if matches!(kind, InputKind::Name | InputKind::Flag) {
        let message = format!("this input is {}: it has no range", kind.noun());
        return Err((String::new(), message, "list the values in brackets".into()));
    }
    let given: Vec<&str> = ["uniform", "log-uniform", "normal", "log-normal", "triangular"]
        .into_iter()
        .filter(|key| table.contains_key(*key))
        .collect();
    match given[..] {
        [] => range(table, kind),
        [only] => distribution(table, kind, only),
        _ => Err((
            String::new(),
            format!("several distributions are given: {}", given.join(", ")),
            "keep one of them".into(),
        )),
    }
}

fn range(table: &Table, kind: InputKind) -> Result<Spec, Wrong> {
    let end = |key: &str| match table.get(key) {
        Some(value) => number(value, kind, key),
        None => Err((String::new(), format!("`{key}` is missing"), format!("add {key} = …, {}", kind.noun()))),
    };
    let (low, high) = (end("from")?, end("to")?);
    if !(low < high) {
        return Err(("to".into(), "the range ends before it begins".into(), "`from` is the smaller value".into()));
    }
    let count = match table.get("count") {
        None => None,
        Some(Value::Integer(count)) if *count > MOST_RUNS as i64 => {
            let message = format!("{count} values are asked for");
            return Err(("count".into(), message, format!("write 2 to {MOST_RUNS}")));
        }
        Some(Value::Integer(count)) if *count >= 2 => Some(*count as usize),
        Some(other) => {
            return Err(("count".into(), format!("{other} is not a number of values"), "write 2 or more".into()));
        }
    };
    let by_ratio = match table.get("by-ratio") {
        None => false,
        Some(Value::Boolean(flag)) => *flag,
        Some(other) => return Err(("by-ratio".into(), format!("{other} is not true or false"), String::new())),
    };
    if by_ratio && !(low > 0.0) {
        let message = "a range by ratio cannot begin at zero or below".into();
        return Err(("from".into(), message, "begin at a positive value, or leave out by-ratio".into()));
    }
    Ok(Spec::Range { low, high, count, by_ratio })
}

fn distribution(table: &Table, kind: InputKind, name: &str) -> Result<Spec, Wrong> {
    let shape =
        |hint: &str| Err((name.to_owned(), format!("`{name}` takes other numbers"), format!("write {name} = {hint}")));
    let Some(Value::Array(values)) = table.get(name) else {
        return shape("[…], a list in brackets");
    };
    let at = |index: usize, kind: InputKind| number(&values[index], kind, &format!("{name}.{index}"));
    let between = match table.get("between") {
        None => None,
        Some(Value::Array(ends)) if ends.len() == 2 && name == "normal" => {
            Some((number(&ends[0], kind, "between.0")?, number(&ends[1], kind, "between.1")?))
        }
        Some(_) => {
            let hint = "only a normal distribution is cut off: between = [least, greatest]".into();
            return Err(("between".into(), "`between` cannot be used here".into(), hint));
        }
    };
    let made = match (name, values.len()) {
        ("uniform", 2) => Distribution::Uniform { low: at(0, kind)?, high: at(1, kind)? },
        ("log-uniform", 2) => {
            let (low, high) = (at(0, kind)?, at(1, kind)?);
            if !(low > 0.0 && low < high) {
                let message = "a log-uniform distribution needs two positive bounds, the smaller first".into();
                return Err((name.into(), message, "write log-uniform = [low, high]".into()));
            }
            return Ok(Spec::Range { low, high, count: None, by_ratio: true });
        }
        ("normal", 2) => {
            let (mean, deviation) = (at(0, kind)?, at(1, kind)?);
            match between {
                Some((low, high)) => Distribution::TruncatedNormal { mean, deviation, low, high },
                None => Distribution::Normal { mean, deviation },
            }
        }
        ("log-normal", 2) => Distribution::LogNormal { median: at(0, kind)?, log_deviation: at(1, InputKind::Number)? },
        ("triangular", 3) => Distribution::Triangular { low: at(0, kind)?, mode: at(1, kind)?, high: at(2, kind)? },
        ("uniform", _) => return shape("[low, high]"),
        ("normal", _) => return shape("[mean, standard deviation]"),
        ("log-normal", _) => return shape("[median, standard deviation of the logarithm]"),
        (_, _) => return shape("[low, most likely, high]"),
    };
    made.check().map_err(|error| {
        let text = error.to_string();
        let (message, hint) = text.split_once("\nhint: ").unwrap_or((&text, "check the numbers and their units"));
        (name.to_owned(), message.to_owned(), hint.to_owned())
    })?;
    Ok(Spec::Random(made))
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
                let found = read(&mut Vary(table), &source, true).unwrap_or_else(|wrong| panic!("{known}: {wrong:?}"));
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
        let found = read(&mut grid, &source, true).expect("a range");
        assert_eq!(found[0].values().map(|values| values.len()), Some(5));
        assert!(toml::to_string(&grid).expect("text").contains("count = 5"));
        assert!(read(&mut sample, &source, false).expect("a range")[0].values().is_none());
        assert_eq!(sample, table());
    }
}
