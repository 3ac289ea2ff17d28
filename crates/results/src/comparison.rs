//! The same question asked of several models: one row per model, one column per measure.

use serde::{Deserialize, Serialize};

/// Models beside each other.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Names of the models, in the order in which they should be read.
    pub models: Vec<String>,
    /// What was measured of each.
    pub measures: Vec<Measure>,
}

/// One column of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// What a reader calls it, e.g. `Peak force`.
    pub label: String,
    /// The unit in which the values are, as printed; empty for a pure number.
    pub unit: String,
    /// One value per model in that unit; NaN where the question makes no sense.
    pub values: Vec<f64>,
    /// Whether lengths say more than digits: draw the values as bars from zero to this value.
    pub bar_to: Option<f64>,
}

impl Comparison {
    /// Adds a column; one value per model.
    pub fn push(&mut self, label: &str, unit: &str, values: Vec<f64>) {
        debug_assert_eq!(self.models.len(), values.len(), "column {label} has another length");
        self.measures.push(Measure { label: label.into(), unit: unit.into(), values, bar_to: None });
    }

    /// Adds a column that is drawn as bars from zero to `full`.
    pub fn push_bars(&mut self, label: &str, unit: &str, values: Vec<f64>, full: f64) {
        self.push(label, unit, values);
        if let Some(measure) = self.measures.last_mut() {
            measure.bar_to = Some(full);
        }
    }
}
