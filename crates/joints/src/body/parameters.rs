//! Everything a user can say about a body that moves, with its published default.
//!
//! ```
//! use joints::body::Parameters;
//!
//! // All has a default, and what is not known is refused.
//! assert_eq!(serde_json::from_str::<Parameters>("{}").expect("nothing is missing"), Parameters::default());
//! assert!(serde_json::from_str::<Parameters>(r#"{ "musles": {} }"#).is_err());
//! ```

use std::collections::BTreeMap;

use quantity::{Length, Mass, Moment, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::gait::parameters::{Cutoff, LengthUnit, Smoothing};
pub use crate::hip::parameters::AngleUnit;

/// From a measured motion and a skeleton with muscles to muscle forces and joint contact forces in three dimensions: inverse
/// kinematics, inverse dynamics, and the cheapest muscle forces that make the moments. X points forwards, Y upwards, Z to the
/// right.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "BodyParameters")]
pub struct Parameters {
    /// The leg that is reported; both are computed where both are in the model.
    pub side: Side,
    /// Who moves.
    pub person: Person,
    /// Skeleton and muscles; our own lower limbs unless a file is given.
    pub model: Model,
    /// What was measured, and how it becomes smooth.
    pub motion: Motion,
    /// How muscles share the moments.
    pub muscles: Muscles,
    /// Which part of the motion is the cycle; from one heel strike to the next unless said otherwise.
    pub window: Window,
    /// What to report.
    pub output: Output,
}

/// A side of the body.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BodySide")]
pub enum Side {
    /// The right one.
    #[default]
    Right,
    /// The left one.
    Left,
}

impl Side {
    /// The same leg in words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Left => "left",
        }
    }

    /// The other leg.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
        }
    }
}

/// Who moves. What is left out is that of the recording, or of the model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "BodyPerson")]
pub struct Person {
    /// Mass of the person: the model's masses are multiplied, strengths with the power 2/3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<Mass>,
    /// Height of the person: our own model, 1.80 m tall, is scaled by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<Length>,
    /// From hip to knee, if it was measured: our own thigh is made so long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thigh: Option<Length>,
    /// From knee to ankle, if it was measured: our own shank is made so long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shank: Option<Length>,
    /// Between the contacts of both condyles of the knee, which split its force by the frontal moment; 46 mm when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condyles: Option<Length>,
    /// What the model is scaled by, besides its mass.
    pub scaling: Scaling,
}

/// What a model is scaled by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BodyScaling")]
pub enum Scaling {
    /// Our own model by the height of the person, and the lengths of thigh and shank; a model of your own not at all.
    #[default]
    Height,
    /// Every part by the distances of its markers in the motion.
    Markers,
}

/// Skeleton and muscles.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "BodyModel")]
pub struct Model {
    /// An OpenSim model (`.osim`, versions 3 and 4 of the format), relative to the study; our own lower limbs when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Coordinates that stay where they are, besides those that the model locks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locked: Vec<String>,
    /// Coordinates that move although the model locks them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlocked: Vec<String>,
}

/// What was measured, and how it becomes smooth.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "BodyMotion")]
pub struct Motion {
    /// A recording that comes with the program; "subject01" unless a file is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// A recording of your own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Box<MotionFile>>,
    /// What takes the noise out of the coordinates before the splines.
    pub smoothing: Smoothing,
    /// Moves all plates together, level, so that over a cycle the ground's moment about the centre of mass tilts the body in no
    /// direction, as it must; off, as usual, leaves them where they were measured.
    pub register_plates: bool,
}

/// A motion of your own: coordinates by the names of the model (`.mot`, `.sto`, CSV), or markers (`.trc`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "BodyMotionFile")]
pub struct MotionFile {
    /// The file, relative to the study.
    pub path: String,
    /// Its column of time, in seconds.
    #[serde(default = "time_column")]
    pub time: String,
    /// Unit of its angles; what the file says, or else degrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angle_unit: Option<AngleUnit>,
    /// Weights of markers by their names; 1 for those that are not named, 0 leaves one out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub weights: BTreeMap<String, f64>,
    /// Force plates.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plates: Vec<Plate>,
    /// Measured activations (EMG), which bound those that are looked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emg: Option<Emg>,
    /// When the heel of the reported leg strikes; found in the plate's force when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub heel_strikes: Vec<Time>,
}

fn time_column() -> String {
    "time".into()
}

/// A force plate: what the ground does to one foot, in the axes of the motion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "BodyPlate")]
pub struct Plate {
    /// Its file; that of the motion when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its column of time, in seconds.
    #[serde(default = "time_column")]
    pub time: String,
    /// The body that stands on it, as `calcn_r`.
    pub body: String,
    /// Columns of the force on the body, in N: forwards, upwards, to the right.
    pub force: [String; 3],
    /// Columns of the place where it acts, in m.
    pub point: [String; 3],
    /// Columns of a moment of its own, in N m; none when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<[String; 3]>,
}

/// Measured activations: envelopes of an electromyogram, divided by those of the greatest effort.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "BodyEmg")]
pub struct Emg {
    /// Its file; that of the motion when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its column of time, in seconds.
    #[serde(default = "time_column")]
    pub time: String,
    /// Columns of activations from 0 to 1 by names of muscles; a name that ends in `*` stands for all that begin so.
    pub muscles: BTreeMap<String, String>,
    /// How far an activation may be from the measured one.
    #[serde(default = "emg_tolerance")]
    pub tolerance: f64,
}

fn emg_tolerance() -> f64 {
    0.1
}

/// How muscles share the moments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "BodyMuscles")]
pub struct Muscles {
    /// What is as small as possible.
    pub objective: Objective,
    /// Power p of `stress`; 3 is Crowninshield's.
    pub power: f64,
    /// What limits a muscle.
    pub physiology: Physiology,
    /// Factor of all strengths.
    pub strength: f64,
    /// Moment of a reserve that costs as much as one fully active muscle; reserves stand in where muscles are too weak.
    pub reserve: Moment,
    /// What a joint force of one body weight costs beside one fully active muscle, squared as those are; 0, as usual, asks for none.
    pub contact_penalty: f64,
    /// Joints whose force has that price, as `["hip"]`: every joint of the model whose name has such a word in it, on both sides; all that
    /// muscles move when empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contact_joints: Vec<String>,
    /// Least activation of every muscle: what is at rest has some tone. OpenSim's muscles have 0.01; 0, as usual here, asks for none.
    pub least_activation: f64,
    /// Relative standard deviation of each muscle's strength about the model's, for one person of many; 0 takes the model's.
    pub strength_spread: f64,
    /// Relative standard deviation of each muscle's moment arms, all of them together, about the model's.
    pub arm_spread: f64,
    /// Which of many persons the spreads draw; vary it to see what they make of a result.
    pub draw: u32,
}

impl Default for Muscles {
    fn default() -> Self {
        Self {
            objective: Objective::Activation,
            power: 3.0,
            physiology: Physiology::Strength,
            strength: 1.0,
            reserve: Moment::from_si(1.0),
            contact_penalty: 0.0,
            contact_joints: Vec::new(),
            least_activation: 0.0,
            strength_spread: 0.0,
            arm_spread: 0.0,
            draw: 0,
        }
    }
}

/// What is as small as possible.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BodyObjective")]
pub enum Objective {
    /// The sum of squared activations.
    #[default]
    Activation,
    /// The sum of squared activations, each with its muscle's volume.
    Volume,
    /// The sum of stresses to the power p.
    Stress,
}

/// What limits a muscle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "BodyPhysiology")]
pub enum Physiology {
    /// Its largest isometric force, whatever its length and speed.
    #[default]
    Strength,
    /// Force-length and force-velocity curves on a tendon that does not stretch, with the passive force.
    RigidTendon,
    /// Force-length curves on a tendon that stretches, with the passive force; fibres are at rest in every instant.
    ElasticTendon,
}

/// Which part of the motion is the cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "BodyWindow")]
pub struct Window {
    /// Where it begins, in the time of the measurement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Time>,
    /// How long it lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<Time>,
}

/// What to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "BodyOutput")]
pub struct Output {
    /// Instants of the cycle, both ends included.
    pub frames: usize,
}

impl Default for Output {
    fn default() -> Self {
        Self { frames: 101 }
    }
}
