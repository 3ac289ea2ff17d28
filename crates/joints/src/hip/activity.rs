//! What the patient does, as a study says it: a shipped load cycle, or tables of the user's.

use quantity::{Frequency, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the patient does.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Activity {
    /// Name of a shipped load cycle (`synovia list`); `walking` when neither it nor `file` is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle: Option<String>,
    /// A load cycle of your own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<CycleFile>,
    /// A study of a body (`[body]`), relative to this one, that is run first: its hip angles, and its hip forces in body weights, are
    /// the load cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// The forces of your load cycle, where they stand in another table than the angles in `file`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force_file: Option<ForceFile>,
    /// Duration of one cycle (two steps) instead of that of the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<Time>,
    /// Cadence instead of the duration, e.g. "110 steps/min" (two steps make a cycle).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cadence: Option<Frequency>,
}

/// A load cycle in a table: CSV, or OpenSim `.mot` or `.sto`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CycleFile {
    /// Path of the file, relative to the study file.
    pub path: String,
    /// Column of the time in seconds. Give this or `percent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Column of the percentage of the cycle; then `duration` or `cadence` is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<String>,
    /// Column of hip flexion (positive in flexion); zero when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flexion: Option<String>,
    /// Column of hip adduction (positive in adduction); zero when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adduction: Option<String>,
    /// Column of internal rotation (positive inwards); zero when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotation: Option<String>,
    /// Unit of the angles (that of the file's header for `.mot` and `.sto`, degrees otherwise).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angle_unit: Option<AngleUnit>,
    /// Column of the anterior component of the force; zero when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_anterior: Option<String>,
    /// Column of the superior component of the force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_superior: Option<String>,
    /// Column of the lateral component of the force; zero when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_lateral: Option<String>,
    /// Column of the size of a vertical force, instead of the three components (as on simulators).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_vertical: Option<String>,
    /// Unit of the force.
    #[serde(default)]
    pub force_unit: ForceUnit,
    /// Which body the force acts on: the head (pushed by the pelvis) or the cup (pushed by the femur).
    #[serde(default)]
    pub force_acts_on: ForceActsOn,
    /// Use only the rows from this time on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Time>,
    /// Use only the rows up to this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Time>,
    /// Whether the last row is the same instant of the cycle as the first (0 % and 100 %), as is usual.
    #[serde(default = "yes")]
    pub last_row_repeats_first: bool,
}

/// The forces of a load cycle in a table of their own: CSV, or OpenSim `.mot` or `.sto`.
///
/// With time columns in both tables, both have the same clock: the forces are those at the times of the angles, whatever the
/// rows, unless `start` and `end` say which part of this table is the cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ForceFile {
    /// Path of the file, relative to the study file.
    pub path: String,
    /// Column of the time in seconds. Give this or `percent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Column of the percentage of the cycle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<String>,
    /// Column of the anterior component of the force; zero when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_anterior: Option<String>,
    /// Column of the superior component of the force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_superior: Option<String>,
    /// Column of the lateral component of the force; zero when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_lateral: Option<String>,
    /// Column of the size of a vertical force, instead of the three components (as on simulators).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_vertical: Option<String>,
    /// Unit of the force.
    #[serde(default)]
    pub force_unit: ForceUnit,
    /// Which body the force acts on: the head (pushed by the pelvis) or the cup (pushed by the femur).
    #[serde(default)]
    pub force_acts_on: ForceActsOn,
    /// Use only the rows from this time on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Time>,
    /// Use only the rows up to this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Time>,
    /// Whether the last row is the same instant of the cycle as the first (0 % and 100 %), as is usual.
    #[serde(default = "yes")]
    pub last_row_repeats_first: bool,
}

fn yes() -> bool {
    true
}

/// Unit of angles in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AngleUnit {
    /// Degrees.
    Deg,
    /// Radians.
    Rad,
}

/// Unit of forces in a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ForceUnit {
    /// Newtons.
    #[default]
    N,
    /// Multiples of body weight.
    BW,
    /// Percent of body weight.
    #[serde(rename = "%BW")]
    PercentBW,
}

/// Which body a tabulated force acts on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ForceActsOn {
    /// The femoral head, pushed by the pelvis.
    #[default]
    Head,
    /// The cup, pushed by the femur.
    Cup,
}
