//! `expected.toml`: what must come out of a case.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::{Table, Value};

use super::{Comparison, Reference, ValidationError};

/// What a case claims.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Expected {
    /// The claim in one sentence.
    pub claim: String,
    /// Whether it takes long: then it runs only when asked for by name or by `--all`.
    #[serde(default)]
    pub slow: bool,
    /// What the expected numbers are.
    #[serde(default)]
    pub reference: Reference,
    /// How uncertain they are themselves, as a share of their size.
    pub uncertainty: Option<f64>,
    /// Where that is known from.
    #[serde(default)]
    pub uncertainty_of: String,
    /// Whether nothing but our judgement stands behind it.
    #[serde(default)]
    pub estimated: bool,
    /// Files of others that it reads, below `shared/data` beside the project: without them it is skipped.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The numbers.
    pub compare: Vec<Compare>,
}

/// One number.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Compare {
    #[serde(default = "usual_study")]
    pub study: String,
    /// Changes to the study, by dotted path.
    #[serde(default)]
    pub set: BTreeMap<String, Value>,
    pub label: Option<String>,
    pub quantity: String,
    #[serde(default)]
    kind: Kind,
    expected: Option<f64>,
    tolerance: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    /// Whether the tolerance is the known error rounded up: it keeps the error from growing, and promises no accuracy.
    #[serde(default)]
    guard: bool,
    /// Uncertainty of this number, where it differs from that of the case.
    pub uncertainty: Option<f64>,
    /// Where that is known from.
    #[serde(default, rename = "uncertainty-of")]
    uncertainty_of: String,
    #[serde(default)]
    why: String,
    source: String,
}

fn usual_study() -> String {
    "study.toml".into()
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    /// `expected` within the relative `tolerance`.
    #[default]
    Within,
    /// From `low` to `high`.
    Band,
    /// Not more than `high`.
    AtMost,
    /// Not less than `low`.
    AtLeast,
    /// The difference to `expected` is shown and not judged.
    Show,
}

impl Expected {
    pub(super) fn read(case: &str, text: &str) -> Result<Self, ValidationError> {
        let malformed = |what: String| ValidationError::Malformed {
            case: case.into(),
            what,
            hint: "each [[compare]] has quantity, source and: expected and tolerance, or kind = \"band\" with low and high, \"at-most\" with high, \"at-least\" with low, \"show\" with expected; uncertainty and uncertainty-of go together",
        };
        let expected: Self = toml::from_str(text).map_err(|error| malformed(error.to_string()))?;
        for (i, compare) in expected.compare.iter().enumerate() {
            if compare.uncertainty.is_some() == compare.uncertainty_of.is_empty() {
                return Err(malformed(format!("[[compare]] number {} says half of its uncertainty", i + 1)));
            }
            if !compare.is_complete() {
                return Err(malformed(format!(
                    "[[compare]] number {} has too few or too many numbers for its kind",
                    i + 1
                )));
            }
        }
        Ok(expected)
    }
}

impl Compare {
    fn is_complete(&self) -> bool {
        let Self { expected, tolerance, low, high, .. } = self;
        let given = [expected, tolerance, low, high].map(Option::is_some);
        match self.kind {
            Kind::Within => given == [true, true, false, false],
            Kind::Band => given == [false, false, true, true],
            Kind::AtMost => given == [false, false, false, true],
            Kind::AtLeast => given == [false, false, true, false],
            Kind::Show => given == [true, false, false, false],
        }
    }

    /// Whether it can fail.
    pub(super) fn is_judged(&self) -> bool {
        self.kind != Kind::Show
    }

    /// The study's text with the changes made.
    pub(super) fn changed(&self, text: &str) -> Result<String, String> {
        change(text, &self.set)
    }

    /// What distinguishes it from other comparisons of the case.
    pub(super) fn describe(&self) -> String {
        let changes = || {
            let short = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
            let mut parts: Vec<String> =
                self.set.iter().map(|(path, value)| format!("{} = {}", short(path), plain(value))).collect();
            if self.study != usual_study() {
                parts.insert(0, self.study.trim_end_matches(".toml").into());
            }
            parts.join(", ")
        };
        self.label.clone().unwrap_or_else(changes)
    }

    /// Says that nothing was computed, and why: neither passed nor failed.
    pub(super) fn skip(&self, why: &str) -> Comparison {
        let comparison = self.judge(Err(String::new()));
        Comparison { pass: None, skipped: true, why: why.into(), ..comparison }
    }

    /// Judges what came out.
    pub(super) fn judge(&self, computed: Result<f64, String>) -> Comparison {
        let Self { quantity, expected, tolerance, low, high, .. } = self;
        let [expected, tolerance, low, high] =
            [expected, tolerance, low, high].map(|number| number.unwrap_or_default());
        let found = computed.as_ref().copied().unwrap_or(f64::NAN);
        let comparison = match self.kind {
            Kind::Within => Comparison::within(quantity, expected, found, tolerance),
            Kind::Band => Comparison::in_band(quantity, low, high, found),
            Kind::AtMost => Comparison::at_most(quantity, high, found),
            Kind::AtLeast => Comparison::at_least(quantity, low, found),
            Kind::Show => Comparison::shown(quantity, expected, found),
        };
        let comparison = match computed {
            Ok(_) => comparison,
            Err(why) => comparison.failed(why),
        };
        let comparison = comparison.labelled(self.describe()).from_source(&self.source, &self.why);
        let uncertainty_of = self.uncertainty_of.clone();
        Comparison { guard: self.guard, uncertainty: self.uncertainty, uncertainty_of, ..comparison }
    }
}

/// A study's text with other values at dotted paths.
pub(super) fn change(text: &str, changes: &BTreeMap<String, Value>) -> Result<String, String> {
    if changes.is_empty() {
        return Ok(text.into());
    }
    let mut table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    for (path, value) in changes {
        let keys: Vec<&str> = path.split('.').collect();
        set(&mut table, &keys, value).ok_or_else(|| format!("`{path}` cannot be set in this study"))?;
    }
    toml::to_string(&table).map_err(|error| error.to_string())
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Sets a value, making tables on the way; `None` where a key on the way is no table.
fn set(table: &mut Table, keys: &[&str], value: &Value) -> Option<()> {
    let (first, rest) = keys.split_first()?;
    if rest.is_empty() {
        table.insert((*first).into(), value.clone());
        return Some(());
    }
    let inner = table.entry(*first).or_insert_with(|| Value::Table(Table::new()));
    match inner {
        Value::Table(inner) => set(inner, rest, value),
        Value::Array(array) => {
            let (index, rest) = rest.split_first()?;
            set(array.get_mut(index.parse::<usize>().ok()?)?.as_table_mut()?, rest, value)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn changes_reach_into_tables_and_make_them() {
        let text = "[hip.implant]\nclearance = \"80 um\"\n";
        let compare: Compare = toml::from_str(
            "quantity = \"x\"\nsource = \"s\"\nset = { \"hip.implant.clearance\" = \"100 um\", \"hip.experiment.static.load\" = \"250 N\" }",
        )
        .unwrap();
        let changed: Table = toml::from_str(&compare.changed(text).unwrap()).unwrap();
        assert_eq!(changed["hip"]["implant"]["clearance"].as_str(), Some("100 um"));
        assert_eq!(changed["hip"]["experiment"]["static"]["load"].as_str(), Some("250 N"));
        assert_eq!(compare.describe(), "load = 250 N, clearance = 100 um");
        let onto_text: Compare =
            toml::from_str("quantity = \"x\"\nsource = \"s\"\nset = { \"hip.implant.clearance.x\" = 1 }").unwrap();
        assert!(onto_text.changed(text).unwrap_err().contains("hip.implant.clearance.x"));
    }

    #[test]
    fn numbers_that_do_not_fit_the_kind_are_refused() {
        let with = |numbers: &str| {
            Expected::read("c", &format!("claim = \"x\"\n[[compare]]\nquantity = \"q\"\nsource = \"s\"\n{numbers}"))
        };
        assert!(with("expected = 1.0\ntolerance = 0.1").is_ok());
        assert!(with("kind = \"band\"\nlow = 1.0\nhigh = 2.0").is_ok());
        assert!(with("kind = \"show\"\nexpected = 1.0").is_ok());
        assert!(with("expected = 1.0\ntolerance = 0.1\nuncertainty = 0.1\nuncertainty-of = \"two meshes\"").is_ok());
        assert!(with("kind = \"at-most\"\nhigh = 1.0").is_ok() && with("kind = \"at-least\"\nlow = 1.0").is_ok());
        for bad in [
            "expected = 1.0",
            "kind = \"band\"\nexpected = 1.0",
            "kind = \"at-most\"\nlow = 1.0",
            "kind = \"at-least\"\nlow = 1.0\nhigh = 2.0",
            "kind = \"show\"\nexpected = 1.0\ntolerance = 0.1",
            "expcted = 1.0",
            "expected = 1.0\ntolerance = 0.1\nuncertainty = 0.1",
            "expected = 1.0\ntolerance = 0.1\nuncertainty-of = \"two meshes\"",
        ] {
            assert!(with(bad).unwrap_err().to_string().starts_with("validation/c/expected.toml:"), "{bad}");
        }
    }
}
