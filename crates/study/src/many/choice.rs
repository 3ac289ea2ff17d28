//! How the values of an input are chosen: a list, a range or a distribution, read from its entry of `[vary]`.

use numerics::sampling::Distribution;
use results::store::Cell;
use toml::{Table, Value};

use super::inputs::InputKind;
use super::plan::MOST_RUNS;
use super::vary::{Setting, Spec};
use crate::complaint::{nearest, suggest};

/// Keys of a table that says how values are chosen.
pub(super) const KEYS: [&str; 10] =
    ["from", "to", "count", "by-ratio", "uniform", "log-uniform", "normal", "log-normal", "triangular", "between"];

/// Where below the entry, what is wrong, and what to do.
pub(super) type Wrong = (String, String, String);

pub(super) fn spec(value: &Value, kind: InputKind) -> Result<Spec, Wrong> {
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
        let hint = error.hint().unwrap_or_else(|| "check the numbers and their units".into());
        (name.to_owned(), error.to_string(), hint)
    })?;
    Ok(Spec::Random(made))
}
