//! What can be said about the shape of a knee.

use quantity::{Angle, Length};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An implant by its radii: condyles of tangent arcs on a dished insert, both exact surfaces.
///
/// The defaults are a fixed bearing without a post, of middle size. From front to back they stand beside the published surfaces
/// of the sixth Knee Grand Challenge [Fregly2012], measured by `benches/peers/knee_radii.py`: 36 mm near extension, 27 and 22 mm
/// in flexion, 58 mm on the insert. From side to side that implant is nearly flat; ours is round in a round dish, as
/// SathasivamWalker1994 and WalkerSathasivam2000 discuss. They are ours, and those of no product.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeDesign")]
pub struct Design {
    /// Both condyles, or one of them: a unicondylar implant.
    pub compartments: Compartments,
    /// Distance of the middles of the condyles, and of the plateaus.
    pub spacing: Length,
    /// Angle by which condyles and plateaus point inwards at the front.
    pub toe_in: Angle,
    /// The condyles; both, unless `lateral-femoral` changes the lateral one.
    pub femoral: CondyleDesign,
    /// What is different on the lateral condyle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lateral_femoral: Option<CondyleChange>,
    /// The plateaus of the insert; both, unless `lateral-insert` changes the lateral one.
    pub insert: PlateauDesign,
    /// What is different on the lateral plateau. Where the plateaus differ they meet at the eminence in a step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lateral_insert: Option<PlateauChange>,
    /// Posterior slope of the bearing surface, about the dwell points.
    pub slope: Angle,
    /// Thickness of the insert at its thinnest place.
    pub thickness: Length,
    /// How far the dwell points lie in front of the middle of the insert; negative behind it.
    pub dwell: Length,
    /// Radius of the crest between the plateaus; its height follows.
    pub eminence_radius: Length,
    /// The insert seen from above.
    pub outline: OutlineDesign,
    /// A rotating platform: the insert turns on its tray, about the long axis through the middle of its outline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<PlatformDesign>,
    /// A post on the insert and a cam between the condyles, which meet in flexion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub post: Option<PostDesign>,
}

impl Default for Design {
    fn default() -> Self {
        Self {
            compartments: Compartments::Both,
            spacing: Length::millimetres(46.0),
            toe_in: Angle::degrees(0.0),
            femoral: CondyleDesign::default(),
            lateral_femoral: None,
            insert: PlateauDesign::default(),
            lateral_insert: None,
            slope: Angle::degrees(0.0),
            thickness: Length::millimetres(8.0),
            dwell: Length::millimetres(-3.0),
            eminence_radius: Length::millimetres(8.0),
            outline: OutlineDesign::default(),
            platform: None,
            post: None,
        }
    }
}

/// A second articulation between insert and tray: flat, or a dish about the axis of rotation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneePlatform")]
pub struct PlatformDesign {
    /// Coefficient of friction between insert and tray; 0 for a platform that turns freely.
    pub friction: f64,
    /// Radius of a dish in which the insert turns; flat when not given. A dish presses more on its flanks: more friction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dish_radius: Option<Length>,
    /// Arm at which the tray carries; half of the spacing of the plateaus when not given, straight below the condyles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arm: Option<Length>,
}

impl Default for PlatformDesign {
    fn default() -> Self {
        Self { friction: 0.04, dish_radius: None, arm: None }
    }
}

/// The post of an insert and the cam that meets it. Measures are ours, and those of no product.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneePost")]
pub struct PostDesign {
    /// How far the posterior face of the post lies in front of the middle of the insert; negative behind it.
    pub place: Length,
    /// Height of its top above the dwell points: above the crest between the plateaus, and below the top of the condyles.
    pub height: Length,
    /// From front to back: what gives way under the cam.
    pub depth: Length,
    /// From side to side.
    pub width: Length,
    /// Radius of its posterior face in the sagittal plane.
    pub sagittal_radius: Length,
    /// Radius of its posterior face from side to side.
    pub transverse_radius: Length,
    /// The cam.
    pub cam: CamDesign,
}

impl Default for PostDesign {
    fn default() -> Self {
        Self {
            place: Length::millimetres(-9.0),
            height: Length::millimetres(18.0),
            depth: Length::millimetres(10.0),
            width: Length::millimetres(16.0),
            sagittal_radius: Length::millimetres(120.0),
            transverse_radius: Length::millimetres(30.0),
            cam: CamDesign::default(),
        }
    }
}

/// A bar between the condyles.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeCam")]
pub struct CamDesign {
    /// Radius in the sagittal plane.
    pub radius: Length,
    /// How far its axis lies behind the axis of the posterior arcs, which is the origin of the femoral component.
    pub behind: Length,
    /// How far its axis lies above it.
    pub above: Length,
    /// From side to side.
    pub width: Length,
    /// Radius from side to side.
    pub transverse_radius: Length,
}

impl Default for CamDesign {
    fn default() -> Self {
        Self {
            radius: Length::millimetres(6.0),
            behind: Length::millimetres(8.0),
            above: Length::millimetres(4.0),
            width: Length::millimetres(16.0),
            transverse_radius: Length::millimetres(100.0),
        }
    }
}

/// Which compartments of the knee are replaced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "KneeCompartments")]
pub enum Compartments {
    /// Both.
    #[default]
    Both,
    /// The medial one alone.
    Medial,
    /// The lateral one alone.
    Lateral,
}

macro_rules! measures {
    ($(#[$about:meta])* $name:ident, $change:ident, $schema:literal, $schema_change:literal, { $($(#[doc = $doc:literal])* $field:ident: $kind:ident = $value:expr,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
        #[schemars(rename = $schema)]
        pub struct $name {
            $($(#[doc = $doc])* pub $field: $kind,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $value,)* }
            }
        }

        /// What is different; the rest is as on the medial side.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
        #[schemars(rename = $schema_change)]
        pub struct $change {
            $($(#[doc = $doc])* #[serde(skip_serializing_if = "Option::is_none")] pub $field: Option<$kind>,)*
        }

        impl $change {
            pub(super) fn applied(self, medial: $name) -> $name {
                $name { $($field: self.$field.unwrap_or(medial.$field),)* }
            }
        }
    };
}

measures! {
    /// A condyle. From back to front it has three tangent arcs, whose centres follow; angles are the flexions at which a
    /// flat, level insert is touched where one arc becomes the next.
    CondyleDesign, CondyleChange, "KneeCondyle", "KneeCondyleChange", {
        /// Radius of the distal arc, which carries near extension (36 mm on the surfaces of Fregly2012).
        distal_radius: Length = Length::millimetres(34.0),
        /// Radius of the posterior arc, which carries in flexion (on the surfaces of Fregly2012 27 mm at 30 to 60 deg, 22 mm at 60 to 90 deg).
        posterior_radius: Length = Length::millimetres(21.0),
        /// Radius of the anterior arc, which carries in hyperextension.
        anterior_radius: Length = Length::millimetres(45.0),
        /// Flexion at which the posterior arc begins.
        posterior_from: Angle = Angle::degrees(25.0),
        /// Flexion at which it ends.
        posterior_to: Angle = Angle::degrees(130.0),
        /// Hyperextension at which the anterior arc begins.
        anterior_from: Angle = Angle::degrees(15.0),
        /// Hyperextension at which it ends.
        anterior_to: Angle = Angle::degrees(35.0),
        /// Radius of the section from side to side (the condyles of Fregly2012 are nearly flat there; ours are round, like the toroids of SathasivamWalker1994).
        coronal_radius: Length = Length::millimetres(30.0),
        /// Width of the section.
        width: Length = Length::millimetres(26.0),
        /// Radius of its rounded edges; 0 mm for none.
        edge_radius: Length = Length::millimetres(5.0),
    }
}

measures! {
    /// A plateau of the insert: a dish with lips in front and behind.
    PlateauDesign, PlateauChange, "KneePlateau", "KneePlateauChange", {
        /// Radius from front to back, around the dwell point (58 mm on the surfaces of Fregly2012).
        sagittal_radius: Length = Length::millimetres(56.0),
        /// Radius from side to side.
        coronal_radius: Length = Length::millimetres(33.0),
        /// How far in front of the dwell point the anterior lip begins.
        anterior_lip_from: Length = Length::millimetres(18.0),
        /// Radius of the anterior lip.
        anterior_lip_radius: Length = Length::millimetres(40.0),
        /// How far behind the dwell point the posterior lip begins.
        posterior_lip_from: Length = Length::millimetres(14.0),
        /// Radius of the posterior lip.
        posterior_lip_radius: Length = Length::millimetres(80.0),
    }
}

/// The insert seen from above: a rectangle with round corners, and a notch at the back.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeInsertOutline")]
pub struct OutlineDesign {
    /// From side to side.
    pub width: Length,
    /// From back to front.
    pub depth: Length,
    /// Radius of the corners.
    pub corner_radius: Length,
    /// Width of the notch for the posterior cruciate ligament.
    pub notch_width: Length,
    /// How far it reaches from the back; 0 mm for none.
    pub notch_depth: Length,
    /// Of an insert for one compartment: how far from the middle of the knee it ends inwards. As far from the middle of the plateau as outside when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inner: Option<Length>,
}

impl Default for OutlineDesign {
    fn default() -> Self {
        Self {
            width: Length::millimetres(74.0),
            depth: Length::millimetres(48.0),
            corner_radius: Length::millimetres(14.0),
            notch_width: Length::millimetres(14.0),
            notch_depth: Length::millimetres(12.0),
            inner: None,
        }
    }
}
