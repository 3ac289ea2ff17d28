//! What was measured, and how it becomes smooth.

use quantity::{Angle, Frequency, Length, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::hip::parameters::AngleUnit;

/// What was measured, and how it becomes smooth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Motion {
    /// A recording that comes with the program (`synovia list`); "winter" unless a file is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// A recording of your own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<Box<MotionFile>>,
    /// What takes the noise out before the splines.
    pub smoothing: Smoothing,
    /// Whether the segments have the body's fixed lengths, or those of every frame.
    pub linkage: Linkage,
    /// Gaps of a marker of up to so many frames are bridged by a cubic spline; longer ones are refused.
    pub bridge_frames: usize,
}

impl Default for Motion {
    fn default() -> Self {
        Self { recording: None, file: None, smoothing: Smoothing::default(), linkage: Linkage::Rigid, bridge_frames: 0 }
    }
}

/// What takes the noise out of the measurement. A cubic spline follows in any case.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Smoothing {
    /// Nothing: the measurement is smooth already.
    #[default]
    None,
    /// Butterworth low-pass of second order, forwards and backwards: the filter of Winter 2009. Needs evenly spaced frames.
    Butterworth(Cutoff),
    /// Smoothing spline: least squares with a penalty on the third derivative.
    Spline(Cutoff),
}

/// Where a filter begins to act.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Cutoff {
    /// A motion of this frequency keeps 71 % of its amplitude.
    pub cutoff: Frequency,
}

/// What the segments are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Linkage {
    /// Rigid, with the body's lengths, hanging from the measured hip and turned by the measured angles.
    Rigid,
    /// As measured: every segment follows its own markers, and joints are where the markers are (Winter's own way). Only for
    /// the ideal hip.
    Measured,
}

/// A recording of your own: a CSV, or an OpenSim .mot or .sto file, read by the names of its columns. A minus before the
/// name of a column turns its sign.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MotionFile {
    /// The file, relative to the study.
    pub path: String,
    /// Its column of time, in seconds.
    #[serde(default = "time_column")]
    pub time: String,
    /// Unit of its lengths.
    #[serde(default)]
    pub length_unit: LengthUnit,
    /// Unit of its angles; what the file says, or else degrees.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angle_unit: Option<AngleUnit>,
    /// Columns of markers; or else `angles`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markers: Option<Box<MarkerColumns>>,
    /// Columns of joint angles; or else `markers`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angles: Option<Box<AngleColumns>>,
    /// The force of the ground; none when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Box<GroundFile>>,
    /// Columns of the other leg, for `both-legs = true`; without them it moves as this one, half a cycle later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_leg: Option<Box<OtherLegColumns>>,
    /// Joint moments that another program found, to compare with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Box<ReferenceFile>>,
    /// When the foot leaves the ground; found in the force of the ground when absent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub toe_off: Vec<Time>,
}

fn time_column() -> String {
    "time".into()
}

/// Unit of lengths in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LengthUnit {
    /// Metres.
    #[default]
    M,
    /// Centimetres.
    Cm,
    /// Millimetres.
    Mm,
}

impl LengthUnit {
    /// In metres.
    pub fn metres(self) -> f64 {
        match self {
            Self::M => 1.0,
            Self::Cm => 1e-2,
            Self::Mm => 1e-3,
        }
    }
}

/// Markers, each with its columns of x (forwards) and y (upwards).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MarkerColumns {
    /// On the trunk, above the hip.
    pub trunk: [String; 2],
    /// Greater trochanter.
    pub hip: [String; 2],
    /// Femoral condyle.
    pub knee: [String; 2],
    /// Lateral malleolus.
    pub ankle: [String; 2],
    /// Head of the second or fifth metatarsal.
    pub toe: [String; 2],
}

/// The other leg in the same file: markers where this leg has markers, angles where it has angles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OtherLegColumns {
    /// Its markers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markers: Option<Box<LegMarkerColumns>>,
    /// Its joint angles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angles: Option<Box<LegAngleColumns>>,
    /// The force of the ground on its foot; none when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Box<GroundFile>>,
}

/// Markers of one leg, each with its columns of x (forwards) and y (upwards).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LegMarkerColumns {
    /// Greater trochanter.
    pub hip: [String; 2],
    /// Femoral condyle.
    pub knee: [String; 2],
    /// Lateral malleolus.
    pub ankle: [String; 2],
    /// Head of the second or fifth metatarsal.
    pub toe: [String; 2],
}

/// Joint angles of one leg, counted as those of the first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LegAngleColumns {
    /// Flexion of the hip.
    pub hip: String,
    /// Extension of the knee.
    pub knee: String,
    /// Dorsiflexion of the ankle.
    pub ankle: String,
}

/// Angles, counter-clockwise seen from the right (x forwards, y upwards): flexion of the hip, extension of the knee and
/// dorsiflexion of the ankle are positive, as OpenSim counts. All are zero in a person who stands upright.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AngleColumns {
    /// Where the pelvis is: columns of x and y.
    pub pelvis: [String; 2],
    /// Tilt of the pelvis and trunk.
    pub tilt: String,
    /// Flexion of the hip.
    pub hip: String,
    /// Extension of the knee: write "-name" for a column of flexion.
    pub knee: String,
    /// Dorsiflexion of the ankle.
    pub ankle: String,
    /// Centre of the hip in the axes of the pelvis, from the point above. Default: OpenSim's gait2392.
    #[serde(default = "hip_in_pelvis")]
    pub hip_in_pelvis: [Length; 2],
    /// Direction from toe to ankle in a person who stands upright.
    #[serde(default = "instep")]
    pub instep: Angle,
}

fn hip_in_pelvis() -> [Length; 2] {
    [Length::millimetres(-70.7), Length::millimetres(-66.1)]
}

fn instep() -> Angle {
    Angle::degrees(150.0)
}

/// The force of the ground on the foot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroundFile {
    /// Another file; the same when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Its column of time, in seconds.
    #[serde(default = "time_column")]
    pub time: String,
    /// Columns of the force on the foot: forwards and upwards.
    pub force: [String; 2],
    /// Unit of the force.
    #[serde(default)]
    pub force_unit: ForceUnit,
    /// Column of the centre of pressure, forwards, in the unit of the motion's lengths.
    pub pressure_x: String,
    /// Column of its height; 0 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pressure_y: Option<String>,
}

/// Joint moments on the lower segment, counter-clockwise seen from the right, in N m: flexion of the hip, extension of the
/// knee and dorsiflexion of the ankle are positive, as OpenSim counts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ReferenceFile {
    /// The file, relative to the study.
    pub path: String,
    /// Its column of time, in seconds.
    #[serde(default = "time_column")]
    pub time: String,
    /// Moment at the hip.
    pub hip: String,
    /// Moment at the knee.
    pub knee: String,
    /// Moment at the ankle.
    pub ankle: String,
}

/// Unit of the ground's force.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GroundForceUnit")]
pub enum ForceUnit {
    /// Newtons.
    #[default]
    N,
    /// Kilonewtons.
    #[serde(rename = "kN")]
    Kn,
}

impl ForceUnit {
    /// In newtons.
    pub fn newtons(self) -> f64 {
        match self {
            Self::N => 1.0,
            Self::Kn => 1e3,
        }
    }
}
