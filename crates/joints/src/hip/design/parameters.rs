//! What can be said about neck, stem and rim.

use quantity::{Angle, Length};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DualMobility, Motion};

/// Neck, stem and rim of a hip: with them the range of motion until neck and rim meet, the safe zone of the cup and the jump distance are reported.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct HipDesign {
    /// Diameter of the neck where it passes the rim.
    pub neck_diameter: Length,
    /// Angle between neck and shaft of the stem.
    pub neck_shaft_angle: Angle,
    /// Angle by which the neck points forwards of the coronal plane of the femur.
    pub stem_anteversion: Angle,
    /// Angle by which the neck becomes thicker away from the head; 0 deg for a cylinder. `neck-diameter` is where it passes the rim.
    pub neck_taper: Angle,
    /// How much further along the neck than the stem's own the head sits: short, medium and long heads have about -4, 0 and 4 mm. A longer one brings a thinner part of a tapered neck to the rim, and moves the femur down and outwards.
    pub head_offset: Length,
    /// Radius of the rounded edge between bearing surface and rim face; 0 mm for a sharp one. Give this or `chamfer`. Finite elements take either.
    pub rim_radius: Length,
    /// Width of a chamfer of 45 deg between bearing surface and rim face; 0 mm for none.
    pub chamfer: Length,
    /// A raised part of the rim. It carries load on springs (`elastic-foundation`, `calibrated`); other contacts end in one circle all around, and say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lip: Option<Lip>,
    /// A mobile liner that turns in a shell; range of motion and jump distance are then those of liner and shell, and in equations of motion the neck meets the shell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dual_mobility: Option<DualMobility>,
    /// The ranges that must be free.
    pub required: Required,
}

impl Default for HipDesign {
    fn default() -> Self {
        Self {
            neck_diameter: Length::millimetres(12.0),
            neck_shaft_angle: Angle::degrees(130.0),
            stem_anteversion: Angle::degrees(15.0),
            neck_taper: Angle::degrees(0.0),
            head_offset: Length::millimetres(0.0),
            rim_radius: Length::millimetres(0.0),
            chamfer: Length::millimetres(0.0),
            lip: None,
            dual_mobility: None,
            required: Required::default(),
        }
    }
}

/// A raised part of the rim.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "HipLip")]
pub struct Lip {
    /// How far it covers the head beyond the rest of the rim, seen from the centre.
    pub angle: Angle,
    /// Where its middle is around the rim, from the top of the rim towards the back.
    pub towards: Angle,
    /// How far it reaches around the rim.
    pub width: Angle,
}

impl Default for Lip {
    fn default() -> Self {
        Self { angle: Angle::degrees(10.0), towards: Angle::degrees(60.0), width: Angle::degrees(90.0) }
    }
}

/// Ranges that daily life asks for, in the manner of Yoshimine2006 (recalled).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "HipRequiredRanges")]
pub struct Required {
    /// Flexion.
    pub flexion: Angle,
    /// Extension.
    pub extension: Angle,
    /// Internal rotation at 90 deg of flexion, as when rising from a low seat.
    pub internal_rotation: Angle,
    /// External rotation of the straight leg, as when rolling over.
    pub external_rotation: Angle,
}

impl Default for Required {
    fn default() -> Self {
        Self {
            flexion: Angle::degrees(110.0),
            extension: Angle::degrees(30.0),
            internal_rotation: Angle::degrees(30.0),
            external_rotation: Angle::degrees(40.0),
        }
    }
}

impl Required {
    /// Each motion with the angle that is asked for, in rad.
    pub fn motions(&self) -> [(Motion, f64); 4] {
        [
            (Motion::Flexion, self.flexion.si()),
            (Motion::Extension, self.extension.si()),
            (Motion::InternalRotationSeated, self.internal_rotation.si()),
            (Motion::ExternalRotation, self.external_rotation.si()),
        ]
    }
}
