//! A number of cycles as people write it: `"10 million"`.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A number of cycles: `"10 million"`, `"250 thousand"`, `"5e6"` or a plain number.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Cycles(f64);

const WORDS: [(&str, f64); 4] = [("million", 1e6), ("thousand", 1e3), ("Mc", 1e6), ("cycles", 1.0)];

impl Cycles {
    /// So many.
    pub const fn new(count: f64) -> Self {
        Self(count)
    }

    /// How many.
    pub const fn count(self) -> f64 {
        self.0
    }

    /// `1 cycle`, `250 cycles`, `10 million cycles`.
    pub fn words(self) -> String {
        format!("{self} cycle{}", if self.0 == 1.0 { "" } else { "s" })
    }

    fn parse(text: &str) -> Option<f64> {
        let (mut rest, mut factor) = (text.trim(), 1.0);
        rest = rest.strip_suffix("cycles").map_or(rest, str::trim_end);
        for (word, size) in WORDS {
            if let Some(number) = rest.strip_suffix(word) {
                (rest, factor) = (number.trim_end(), size);
                break;
            }
        }
        let number: f64 = rest.replace('_', "").parse().ok()?;
        number.is_finite().then_some(number * factor)
    }
}

impl fmt::Display for Cycles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millions = self.0 / 1e6;
        // Only where nothing is lost.
        if self.0 >= 1e5 && millions * 1e6 == self.0 {
            write!(formatter, "{millions} million")
        } else {
            write!(formatter, "{}", self.0)
        }
    }
}

impl Serialize for Cycles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Cycles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Cycles;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number of cycles, such as \"10 million\"")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Cycles, E> {
                let wrong = || {
                    E::custom(format!(
                        "'{text}' is no number of cycles: write for example \"10 million\", \"250 thousand\" or 5e6"
                    ))
                };
                Cycles::parse(text).map(Cycles).ok_or_else(wrong)
            }
            fn visit_f64<E: de::Error>(self, count: f64) -> Result<Cycles, E> {
                Ok(Cycles(count))
            }
            fn visit_i64<E: de::Error>(self, count: i64) -> Result<Cycles, E> {
                Ok(Cycles(count as f64))
            }
            fn visit_u64<E: de::Error>(self, count: u64) -> Result<Cycles, E> {
                Ok(Cycles(count as f64))
            }
        }
        deserializer.deserialize_any(Text)
    }
}

impl JsonSchema for Cycles {
    fn schema_name() -> Cow<'static, str> {
        "Cycles".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": ["string", "number"],
            "description": "A number of cycles, for example \"10 million\"",
            "examples": ["10 million"]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_read_as_people_write_them_and_written_back() {
        for (text, count) in [
            ("10 million", 1e7),
            ("2.5 million cycles", 2.5e6),
            ("5e6", 5e6),
            ("250 thousand", 2.5e5),
            ("3 Mc", 3e6),
            ("1_000", 1000.0),
        ] {
            assert_eq!(Cycles::parse(text), Some(count), "{text}");
            assert_eq!(Cycles::parse(&Cycles(count).to_string()), Some(count));
        }
        for wrong in ["ten million", "", "10 mm", "nan"] {
            assert_eq!(Cycles::parse(wrong), None, "{wrong}");
        }
    }
}
