//! Printed parameters beside those that a study of the page has when everything left out is written out.

use quantity::NamedKind;
use serde::Deserialize;
use toml::Value;

use super::Shown;

/// Numbers this close, relatively, are the same.
const SAME: f64 = 1e-9;

/// Rows of a table of parameters.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Inputs {
    /// Which study of the page has them.
    pub study: String,
    /// Where they are printed.
    #[serde(default)]
    pub source: String,
    pub rows: Vec<Row>,
}

/// One parameter.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub label: String,
    /// Dotted path in the complete study; places in lists are numbers from 0.
    pub path: String,
    /// As printed: `"5.67 kg"`, or a plain number.
    pub printed: Value,
    /// What kind of quantity it is, where a unit alone does not say it: `"QuadraticStiffness"`.
    pub kind: Option<String>,
}

/// A printed parameter beside that of the complete study.
///
/// # Errors
/// In words: a path that leads nowhere, or values that are no numbers of one kind.
pub(super) fn show(row: &Row, source: &str, complete: &str) -> Result<Shown, String> {
    let Row { label, path, printed, kind } = row;
    let table: Value = complete.parse::<toml::Table>().map_err(|error| error.to_string())?.into();
    let ours = follow(&table, path)?;
    // A float of toml is `1000000.0`, a person's is `1000000`.
    let words = |value: &Value| value.as_float().map_or_else(|| value.to_string(), |number| number.to_string());
    let texts = [printed, ours].map(|value| value.as_str().map_or_else(|| words(value), str::to_owned));
    let (quantity, [printed, computed]) = numbers(kind.as_deref(), [printed, ours])
        .ok_or_else(|| format!("`{path}` is {ours}, and {printed} is printed: these are no numbers of one kind"))?;
    let agrees = (computed - printed).abs() <= SAME * printed.abs();
    Ok(Shown {
        label: label.clone(),
        quantity,
        printed: vec![printed],
        sign: "",
        computed,
        note: source.to_owned(),
        agrees: Some(agrees),
        texts: Some(texts),
    })
}

fn follow<'a>(table: &'a Value, path: &str) -> Result<&'a Value, String> {
    let mut at = table;
    for part in path.split('.') {
        let next = match at {
            Value::Table(table) => table.get(part),
            Value::Array(array) => part.parse::<usize>().ok().and_then(|index| array.get(index)),
            _ => None,
        };
        at = next.ok_or_else(|| format!("the study has no `{part}` of `{path}`"))?;
    }
    Ok(at)
}

/// Both numbers in SI, and a machine name that ends in their unit.
fn numbers(kind: Option<&str>, both: [&Value; 2]) -> Option<(String, [f64; 2])> {
    let plain = |value: &Value| value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64));
    if let [Some(first), Some(second)] = both.map(plain) {
        return Some(("input_ratio".into(), [first, second]));
    }
    let [first, second] = both.map(Value::as_str);
    let (first, second) = (first?, second?);
    let reads = |kind: NamedKind| Some((kind, [kind.parse(first).ok()?, kind.parse(second).ok()?]));
    let (kind, values) = match kind {
        Some(name) => NamedKind::find(name).and_then(reads)?,
        None => NamedKind::all().find_map(reads)?,
    };
    Some((format!("input{}", kind.suffix()), values))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn row(path: &str, printed: Value) -> Row {
        Row { label: "x".into(), path: path.into(), printed, kind: None }
    }

    const STUDY: &str = "[gait]\nradius = \"32 mm\"\nlist = [{ poisson = 0.3 }, { poisson = 0.4 }]\n";

    #[test]
    fn units_do_not_matter_and_numbers_do() {
        let shown = show(&row("gait.radius", "0.032 m".into()), "Table 2", STUDY).unwrap();
        assert_eq!((shown.agrees, shown.quantity.as_str()), (Some(true), "input_m"));
        let shown = show(&row("gait.radius", "28 mm".into()), "Table 2", STUDY).unwrap();
        assert_eq!((shown.agrees, shown.printed, shown.computed), (Some(false), vec![0.028], 0.032));
        assert_eq!(show(&row("gait.list.1.poisson", Value::from(0.4_f64)), "", STUDY).unwrap().agrees, Some(true));
    }

    #[test]
    fn what_is_not_there_or_no_such_quantity_is_named() {
        let error = show(&row("gait.radii", "32 mm".into()), "", STUDY).unwrap_err();
        assert!(error.contains("`radii` of `gait.radii`"), "{error}");
        let error = show(&row("gait.radius", "32 kg".into()), "", STUDY).unwrap_err();
        assert!(error.contains("32 kg"), "{error}");
    }
}
