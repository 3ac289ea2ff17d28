//! Everything one run hands back.

use serde::{Deserialize, Serialize};

use crate::{Figure, SurfaceRecord, Table, Volume};

/// The result of one run, before anything is written.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Headline numbers in the order in which they should be read.
    pub headline: Vec<Scalar>,
    /// Everything the user must know before trusting the numbers.
    pub warnings: Vec<Warning>,
    /// Work done (steps, evaluations, factorisations): equal on every machine and for every number of threads.
    pub work: Vec<(String, u64)>,
    /// What happened along the cycle, one row per output frame. Empty for a static run.
    pub series: Table,
    /// Surfaces with their fields over the frames.
    pub surfaces: Vec<SurfaceRecord>,
    /// Solids at the end of the run.
    #[serde(default)]
    pub volumes: Vec<Volume>,
    /// The figures worth looking at, in order.
    pub figures: Vec<Figure>,
}

/// One headline number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scalar {
    /// Machine name ending in its SI unit, e.g. `peak_pressure_Pa`; dimensionless names end in `_ratio` or `_count`.
    pub name: String,
    /// What a reader calls it, e.g. `Peak pressure`.
    pub label: String,
    /// Value in the SI unit of the name.
    pub value: f64,
}

impl Scalar {
    /// A headline number with its machine name, its label and its SI value.
    pub fn new(name: &str, label: &str, value: f64) -> Self {
        Self { name: name.into(), label: label.into(), value }
    }
}

/// How much a warning matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Good to know; the numbers stand.
    Note,
    /// The model left the range in which it is known to hold.
    Caution,
}

/// A model that left its validity, or a choice the reader must know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Warning {
    /// Short stable name, e.g. `rim-contact`.
    pub code: String,
    /// How much it matters.
    pub severity: Severity,
    /// One or two sentences with the numbers in them.
    pub text: String,
}

impl Outcome {
    /// The headline value of that machine name.
    pub fn value(&self, name: &str) -> Option<f64> {
        self.headline.iter().find(|s| s.name == name).map(|s| s.value)
    }

    /// Adds a headline number.
    pub fn push(&mut self, name: &str, label: &str, value: f64) {
        self.headline.push(Scalar::new(name, label, value));
    }

    /// Adds a warning.
    pub fn warn(&mut self, severity: Severity, code: &str, text: String) {
        self.warnings.push(Warning { code: code.into(), severity, text });
    }
}
