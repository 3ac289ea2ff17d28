//! `summary.json`: the headline numbers as one flat JSON object.
//!
//! Nothing in it varies between machines, runs or numbers of threads, so that equal results are equal bytes.

use std::collections::BTreeSet;

use serde::de::Error as _;
use serde_json::{Map, Number, Value};

use crate::{Outcome, Warning, WriteError};

/// Keys of the object that are not headline numbers.
const RESERVED: [&str; 3] = ["title", "warnings", "work"];

/// What is in `summary.json`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Summary {
    /// Title of the study, where it has one.
    pub title: Option<String>,
    /// Headline numbers: machine name and SI value, in the order in which they should be read.
    pub values: Vec<(String, f64)>,
    /// Everything the user must know before trusting the numbers.
    pub warnings: Vec<Warning>,
    /// Work done.
    pub work: Vec<(String, u64)>,
}

impl Summary {
    /// The summary of an outcome.
    pub fn new(title: Option<&str>, outcome: &Outcome) -> Self {
        Self {
            title: title.map(Into::into),
            values: outcome.headline.iter().map(|s| (s.name.clone(), s.value)).collect(),
            warnings: outcome.warnings.clone(),
            work: outcome.work.clone(),
        }
    }

    /// The headline value of that machine name.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.values.iter().find(|(n, _)| n == name).map(|(_, value)| *value)
    }

    /// The text of `summary.json`, numbers in their shortest form that reads back to the same bits.
    ///
    /// NaN and infinities are not JSON: they are an error that names the quantity.
    pub fn to_json(&self) -> Result<String, WriteError> {
        let mut taken: BTreeSet<&str> = RESERVED.into();
        let mut object = Map::new();
        if let Some(title) = &self.title {
            object.insert("title".into(), title.as_str().into());
        }
        for (name, value) in &self.values {
            let number = Number::from_f64(*value);
            let number = number.ok_or_else(|| WriteError::NotFinite { name: name.clone(), value: *value })?;
            if !taken.insert(name) {
                return Err(WriteError::Twice { name: name.clone() });
            }
            object.insert(name.clone(), Value::Number(number));
        }
        let encode = |error| WriteError::encode("summary.json", error);
        object.insert("warnings".into(), serde_json::to_value(&self.warnings).map_err(encode)?);
        object.insert("work".into(), Value::Object(self.work.iter().map(|(k, n)| (k.clone(), (*n).into())).collect()));
        Ok(serde_json::to_string_pretty(&object).map_err(encode)? + "\n")
    }

    /// Reads the text of `summary.json`. Keys of a newer program that hold no number are passed over.
    pub fn from_json(text: &str) -> Result<Self, serde_json::Error> {
        let mut summary = Self::default();
        for (key, value) in serde_json::from_str::<Map<String, Value>>(text)? {
            match (key.as_str(), value) {
                ("title", value) => summary.title = serde_json::from_value(value)?,
                ("warnings", value) => summary.warnings = serde_json::from_value(value)?,
                ("work", Value::Object(work)) => {
                    for (name, count) in work {
                        summary.work.push((name, serde_json::from_value(count)?));
                    }
                }
                (_, Value::Number(number)) => {
                    let value = number.as_f64();
                    let value = value.ok_or_else(|| serde_json::Error::custom(format!("`{key}` is out of range")))?;
                    summary.values.push((key, value));
                }
                (_, Value::Null) => return Err(serde_json::Error::custom(format!("`{key}` is null"))),
                _ => {}
            }
        }
        Ok(summary)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;
    use crate::Severity;

    fn outcome() -> Outcome {
        let mut outcome = Outcome::default();
        outcome.push("peak_pressure_Pa", "Peak pressure", 12.5e6);
        outcome.push("contact_radius_m", "Contact radius", 0.1 + 0.2);
        outcome.push("indentation_m", "Indentation", 1.5e-6);
        outcome.warn(Severity::Caution, "rim-contact", "3 % of the patch is \"lost\"".into());
        outcome.work.push(("steps".into(), u64::MAX));
        outcome
    }

    #[test]
    fn summary_is_one_flat_object_in_reading_order() {
        let expected = r#"{
  "title": "Hip, walking",
  "peak_pressure_Pa": 12500000.0,
  "contact_radius_m": 0.30000000000000004,
  "indentation_m": 1.5e-6,
  "warnings": [
    {
      "code": "rim-contact",
      "severity": "caution",
      "text": "3 % of the patch is \"lost\""
    }
  ],
  "work": {
    "steps": 18446744073709551615
  }
}
"#;
        assert_eq!(Summary::new(Some("Hip, walking"), &outcome()).to_json().unwrap(), expected);
    }

    #[test]
    fn summary_reads_back() {
        let summary = Summary::new(None, &outcome());
        assert_eq!(Summary::from_json(&summary.to_json().unwrap()).unwrap(), summary);
        assert_eq!(summary.value("indentation_m"), Some(1.5e-6));
    }

    #[test]
    fn a_number_that_is_none_is_named() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let mut outcome = outcome();
            outcome.push("wear_volume_m3", "Wear", bad);
            let error = Summary::new(None, &outcome).to_json().unwrap_err();
            assert!(error.to_string().contains("wear_volume_m3"), "{error}");
        }
        assert!(Summary::from_json(r#"{"x_m": null}"#).unwrap_err().to_string().contains("x_m"));
    }

    #[test]
    fn a_name_is_used_once() {
        for name in ["title", "work", "warnings", "indentation_m"] {
            let mut outcome = outcome();
            outcome.push(name, "again", 1.0);
            assert!(matches!(Summary::new(None, &outcome).to_json(), Err(WriteError::Twice { .. })), "{name}");
        }
    }

    proptest! {
        #[test]
        fn every_finite_number_survives_to_the_last_bit(bits: u64) {
            let value = f64::from_bits(bits);
            prop_assume!(value.is_finite());
            let summary = Summary { values: vec![("x_m".into(), value)], ..Summary::default() };
            let back = Summary::from_json(&summary.to_json().unwrap()).unwrap();
            prop_assert_eq!(back.value("x_m").unwrap().to_bits(), bits);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text: String) {
            let _ = Summary::from_json(&text);
        }
    }
}
