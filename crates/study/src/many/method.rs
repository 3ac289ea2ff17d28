//! How the runs of a study of many are chosen: the table `[runs.…]`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the runs are chosen; `grid` when it is left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Every combination of the listed values.
    Grid(Grid),
    /// The first values of all lists together, then the second ones, and so on.
    List(List),
    /// Random points that are spread evenly along every input.
    LatinHypercube(Sample),
    /// Points of the Sobol sequence, which fill the space evenly; best with a power of two.
    SobolSequence(Sample),
    /// Independent random points.
    Random(Sample),
    /// Elementary effects [Morris1991]: which inputs matter at all, for few runs.
    Morris(Morris),
    /// Shares of the variance [Saltelli2010]: how much each input matters, alone and together with others.
    SobolIndices(SobolIndices),
    /// The design with the least or the greatest output.
    Optimise(Optimise),
    /// The inputs with which the study reproduces a table of measurements.
    Calibrate(Calibrate),
}

impl Default for Method {
    fn default() -> Self {
        Self::Grid(Grid::default())
    }
}

/// Every combination of the listed values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Grid {
    /// Headline numbers to draw, by their names in `summary.json` (the first that differ between runs).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<String>,
}

/// Values of all lists side by side.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct List {
    /// Headline numbers to draw, by their names in `summary.json` (the first that differ between runs).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<String>,
}

/// Points drawn from the distributions of the inputs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sample {
    /// Number of runs.
    #[serde(default = "power_of_two")]
    pub count: u64,
    /// Another seed draws other points; the same one draws the same points on every machine.
    #[serde(default = "one")]
    pub seed: u64,
    /// Headline numbers to draw, by their names in `summary.json` (the first that differ between runs).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<String>,
}

impl Sample {
    /// So many runs, with the usual seed.
    pub(crate) fn of(count: u64) -> Self {
        Self { count, seed: one(), outputs: Vec::new() }
    }
}

/// Elementary effects: trajectories on which one input changes at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Morris {
    /// Number of trajectories, each with one run more than there are inputs.
    pub trajectories: usize,
    /// Levels of the grid through which they run, an even number.
    pub levels: usize,
    /// Another seed draws other trajectories.
    pub seed: u64,
    /// Headline numbers to judge, by their names in `summary.json` (the first that differ between runs).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<String>,
}

impl Default for Morris {
    fn default() -> Self {
        Self { trajectories: 20, levels: 4, seed: 1, outputs: Vec::new() }
    }
}

/// Shares of the variance, with 95 % confidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SobolIndices {
    /// Number of rows, best a power of two; each takes two runs more than there are inputs.
    pub rows: usize,
    /// Another seed draws other points.
    pub seed: u64,
    /// Headline numbers to judge, by their names in `summary.json` (the first that differ between runs).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<String>,
}

impl Default for SobolIndices {
    fn default() -> Self {
        Self { rows: 256, seed: 1, outputs: Vec::new() }
    }
}

/// The best design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Optimise {
    /// Headline numbers to make small; with `maximise`, several give the front of the best compromises.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub minimise: Vec<String>,
    /// Headline numbers to make large.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub maximise: Vec<String>,
    /// What must hold, such as `"peak_pressure_Pa <= 8e6"`, in the SI unit of the name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subject_to: Vec<String>,
    /// How to search.
    #[serde(default)]
    pub search: Search,
    /// Most runs.
    #[serde(default = "hundred")]
    pub count: u64,
    /// Another seed searches along another way.
    #[serde(default = "one")]
    pub seed: u64,
    /// How many runs a Bayesian search asks for at once (4): as many as there are workers to keep busy. The answer depends on
    /// it, and not on who computes the runs. The other searches have rounds of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_once: Option<u16>,
}

/// How to search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// Few expensive runs: each is placed where a Gaussian process through the others promises most.
    #[default]
    Bayesian,
    /// One valley, with or without constraints: linear models on a simplex that shrinks.
    Cobyla,
    /// Many cheap runs: a population adapts its shape to the landscape; no derivatives.
    Evolution,
}

/// Inputs that reproduce measurements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Calibrate {
    /// A CSV file with one row per experiment; relative to the study file.
    pub table: String,
    /// Columns that set inputs of the study: the path of each input, and the name of its column. Values carry units in
    /// the column's name, as in `load_N`, and are in SI.
    pub set: std::collections::BTreeMap<String, String>,
    /// Columns that were measured: the headline number, and the name of its column.
    pub compare: std::collections::BTreeMap<String, String>,
    /// Most evaluations of the whole table.
    #[serde(default = "hundred")]
    pub count: u64,
}

fn one() -> u64 {
    1
}

fn hundred() -> u64 {
    100
}

/// 128: a Sobol sequence is best with a power of two.
fn power_of_two() -> u64 {
    128
}

impl Method {
    /// What it is called in a study.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Grid(_) => "grid",
            Self::List(_) => "list",
            Self::LatinHypercube(_) => "latin-hypercube",
            Self::SobolSequence(_) => "sobol-sequence",
            Self::Random(_) => "random",
            Self::Morris(_) => "morris",
            Self::SobolIndices(_) => "sobol-indices",
            Self::Optimise(_) => "optimise",
            Self::Calibrate(_) => "calibrate",
        }
    }

    /// The headline numbers that the user wants to see.
    pub(crate) fn outputs(&self) -> &[String] {
        match self {
            Self::Grid(Grid { outputs }) | Self::List(List { outputs }) => outputs,
            Self::LatinHypercube(sample) | Self::SobolSequence(sample) | Self::Random(sample) => &sample.outputs,
            Self::Morris(method) => &method.outputs,
            Self::SobolIndices(method) => &method.outputs,
            Self::Optimise(_) | Self::Calibrate(_) => &[],
        }
    }

    /// Most runs of a search, where it counts them.
    pub(crate) fn most_runs(&self) -> Option<u64> {
        if let Self::Optimise(search) = self { Some(search.count) } else { None }
    }

    /// Whether the next run depends on what came out of the ones before.
    pub(crate) fn is_adaptive(&self) -> bool {
        matches!(self, Self::Optimise(_) | Self::Calibrate(_))
    }
}
