//! Files of the user's own: parts, poses, loads.

use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use quantity::{Angle, Length, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::files::LengthUnit;
pub use crate::hip::parameters::AngleUnit;
pub use crate::surrogates::SurrogateFile;

/// A surface in a file: STL, OBJ, PLY or VTP.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PartFile {
    /// Path of the file, relative to the study file.
    pub path: String,
    /// Unit of its coordinates.
    #[serde(default)]
    pub unit: LengthUnit,
    /// Which axes of this file point anterior, superior and lateral, where they differ from `implant.axes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axes: Option<[String; 3]>,
    /// Turns the part about the anterior, then the superior, then the lateral axis, after its axes are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rotate: Option<[Angle; 3]>,
    /// Then moves it: anterior, superior, lateral.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub translate: Option<[Length; 3]>,
}

impl PartFile {
    /// A file in a unit, with the axes of the implant, where it is.
    pub fn new(path: impl Into<String>, unit: LengthUnit) -> Self {
        Self { path: path.into(), unit, axes: None, rotate: None, translate: None }
    }

    /// How the part is put in its place once its axes are anatomical.
    pub fn placement(&self) -> Isometry3<f64> {
        let [a, s, l] = self.rotate.map_or([0.0; 3], |angles| angles.map(Angle::si));
        let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), l)
            * UnitQuaternion::from_axis_angle(&Vector3::y_axis(), s)
            * UnitQuaternion::from_axis_angle(&Vector3::x_axis(), a);
        let by = self.translate.map_or([0.0; 3], |lengths| lengths.map(Length::si));
        Isometry3::from_parts(Translation3::from(Vector3::from(by)), turn)
    }
}

/// Pose of the femoral component against the insert, in a table: CSV, or OpenSim `.mot` or `.sto`. A minus before the name
/// of a column turns its sign.
///
/// The angles turn the femoral component about the insert's long axis (rotation), then about the floating anterior axis
/// (adduction), then about its own lateral axis (flexion, positive when the knee bends); the translations are those of its
/// origin along the insert's axes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PoseFile {
    /// Path of the file, relative to the study file.
    pub path: String,
    /// Column of the time in seconds. Give this or `percent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Column of the percentage of the cycle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<String>,
    /// Column of the angle about the femoral component's lateral axis.
    pub flexion: String,
    /// Column of the angle about the floating anterior axis; positive tilts the upper end of the femur laterally.
    pub adduction: String,
    /// Column of the angle about the insert's long axis; positive turns the front of the femur medially.
    pub rotation: String,
    /// Column of the translation forwards.
    pub anterior: String,
    /// Column of the translation upwards.
    pub superior: String,
    /// Column of the translation sideways.
    pub lateral: String,
    /// Unit of the angles (that of the file's header for `.mot` and `.sto` where it has one, degrees otherwise).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angle_unit: Option<AngleUnit>,
    /// Unit of the translations.
    #[serde(default)]
    pub length_unit: LengthUnit,
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

impl PoseFile {
    /// The columns by coordinate: flexion, adduction, rotation, anterior, superior, lateral.
    pub fn columns(&self) -> [(&'static str, &str); 6] {
        [
            ("flexion", &self.flexion),
            ("adduction", &self.adduction),
            ("rotation", &self.rotation),
            ("anterior", &self.anterior),
            ("superior", &self.superior),
            ("lateral", &self.lateral),
        ]
    }
}

/// A load over the cycle, in a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "KneeLoadFile")]
pub struct LoadFile {
    /// Path of the file, relative to the study file.
    pub path: String,
    /// Column of the time in seconds. Give this or `percent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Column of the percentage of the cycle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<String>,
    /// Column of the force that presses femur and tibia together, positive.
    pub axial: String,
    /// Column of the flexion, for the load-driven experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flexion: Option<String>,
    /// Column of the force on the tibia, forwards; zero when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anterior: Option<String>,
    /// Column of the torque on the tibia about its long axis, in N m; zero when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torque: Option<String>,
    /// Column of how far medial of the femoral component's origin the axial force acts, in place of `load-medial`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub medial: Option<String>,
    /// Unit of the column `medial`; mm when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_unit: Option<LengthUnit>,
    /// Column of a moment in the frontal plane, in N m, positive where it loads the medial side; it acts beside the axial
    /// force at `load-medial`. Give this or `medial`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frontal_moment: Option<String>,
    /// Unit of the forces.
    #[serde(default)]
    pub force_unit: crate::hip::parameters::ForceUnit,
    /// Unit of the flexion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angle_unit: Option<AngleUnit>,
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
