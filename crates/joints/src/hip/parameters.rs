//! Everything a user can say about a hip, with its published default.
//!
//! ```
//! use joints::hip::Parameters;
//! use quantity::Length;
//!
//! // What is not said has its default, and what is not known is refused.
//! let parameters: Parameters =
//!     serde_json::from_str(r#"{ "implant": { "clearance": "100 um" } }"#).expect("a length with its unit");
//! assert_eq!(parameters.implant.clearance, Some(Length::micrometres(100.0)));
//! assert!(serde_json::from_str::<Parameters>(r#"{ "implnt": {} }"#).is_err());
//! ```
//!
//! A parameter is declared here and nowhere else: parser, schema and reference page follow from these fields.

use quantity::{Angle, Force, Length, Mass, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::activity::{Activity, AngleUnit, CycleFile, ForceActsOn, ForceFile, ForceUnit};
pub use super::design::HipDesign;
pub use super::wear_parameters::{ActivityShare, Lifetime, Wear};
pub use crate::files::LengthUnit;
pub use crate::lifetime::{Cycles, RunIn, WearLawName};
pub use crate::surrogates::SurrogateFile;

pub use crate::contact::{
    Compliant, Coulomb, Dissipation, GivenMaterial, KelvinVoigt, LayerStiffness, Material, Restitution, ScaledUnloading,
};

/// A hip replacement: a ball in a lined cup, moved and loaded by an activity.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Parameters {
    /// Head, liner and how the cup sits in the pelvis.
    pub implant: Implant,
    /// Who carries it.
    pub patient: Patient,
    /// What the patient does: load and rotations over one cycle.
    pub activity: Activity,
    /// How the liner pushes back.
    pub contact: Contact,
    /// A fitted surrogate that stands for the contact (elastic foundation only), as `synovia fit` makes it from a study of the same implant. Outside of its domain the contact itself is asked, and counted; maps over the cup are always those of the contact itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surrogate: Option<SurrogateFile>,
    /// How impacts lose energy (dynamic experiment only).
    pub dissipation: Dissipation,
    /// Friction between head and liner.
    pub friction: Friction,
    /// How the liner wears.
    pub wear: Wear,
    /// A lifetime of wear, on a surface that changes: volume, depth, creep and penetration over the cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifetime: Option<Lifetime>,
    /// What to compute.
    pub experiment: Experiment,
    /// How finely to report.
    pub output: Output,
}

/// Head, liner and how the cup sits in the pelvis. The defaults are the base case of Askari2018.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Implant {
    /// Diameter of the femoral head.
    pub head_diameter: Length,
    /// What the head is made of; its density gives the head's mass.
    pub head_material: Material,
    /// Inner diameter of the cup. Give this or `clearance`, not both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cup_diameter: Option<Length>,
    /// Radial clearance, cup radius minus head radius (80 um when neither it nor `cup-diameter` is given).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clearance: Option<Length>,
    /// Thickness of the liner.
    pub liner_thickness: Length,
    /// What the liner is made of.
    pub liner_material: Material,
    /// Further compliant layers in series with the liner, e.g. cement behind it or cartilage on the head.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<LayerInput>,
    /// Radiographic inclination of the cup (Murray 1993).
    pub inclination: Angle,
    /// Radiographic anteversion of the cup (Murray 1993).
    pub anteversion: Angle,
    /// Full opening angle of the bearing surface: 180 deg is a hemisphere.
    pub coverage: Angle,
    /// Neck, stem and rim: with them the range of motion, the safe zone and the jump distance are reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub design: Option<HipDesign>,
    /// A bearing surface that is worn already, as a lifetime writes it (`worn_cup_shape`) or a machine has measured it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worn: Option<WornFile>,
}

/// A worn bearing surface in a file: STL, OBJ, PLY or VTP, around the centre of the cup as it was when new, in axes anterior,
/// superior, lateral.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "HipWornFile")]
pub struct WornFile {
    /// Path of the file, relative to the study file.
    pub path: String,
    /// Unit of its coordinates.
    #[serde(default)]
    pub unit: LengthUnit,
}

impl Default for Implant {
    fn default() -> Self {
        Self {
            head_diameter: Length::millimetres(27.84),
            head_material: Material::Named("CoCr".into()),
            cup_diameter: None,
            clearance: None,
            liner_thickness: Length::millimetres(8.0),
            liner_material: Material::Named("UHMWPE".into()),
            layers: Vec::new(),
            inclination: Angle::degrees(45.0),
            anteversion: Angle::degrees(0.0),
            coverage: Angle::degrees(180.0),
            design: None,
            worn: None,
        }
    }
}

/// A compliant layer in series with the liner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LayerInput {
    /// Thickness of the layer.
    pub thickness: Length,
    /// What it is made of.
    pub material: Material,
}

/// Who carries the implant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Patient {
    /// Body weight (836 N when neither it nor `mass` is given: the peak load of walking is then 2.0 kN, as in Askari2018).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body_weight: Option<Force>,
    /// Body mass, instead of the weight.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<Mass>,
}

/// How the liner pushes back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Contact {
    /// The default: whichever is the most complete for what is asked. Finite elements of the liner; independent springs for what is computed on them alone (a lifetime of wear, a surrogate, a worn cup in motion, a lip on one side of the rim) and for liners that finite elements do not take. A note says when and why springs stand in. For thousands of runs that vary the implant, choose `calibrated`.
    Automatic(AutomaticContact),
    /// Independent springs all over the cup: the closed form of Askari2018 (Eq. 25), with the rim.
    ElasticFoundation(ElasticFoundation),
    /// Springs whose stiffness and shape were fitted to finite elements of the liner: the closed form for many runs, within 3 % of finite elements in peak pressure and contact radius for 95 of 100 cups held out (3.2 and 5.5 % at the worst, on the smallest patches) while the patch stays inside the rim. One liner without further layers, 0.15 to 1.45 times as thick as its radius, Poisson's ratio 0.3 to 0.49.
    Calibrated(CalibratedContact),
    /// Hertz's half-spaces, for comparison: not valid for a polyethylene cup.
    Hertz(HertzContact),
    /// Finite elements of the liner as a body of revolution: springs that know each other, an edge at the rim, layers behind.
    FiniteElements(FiniteElements),
}

impl Contact {
    /// Independent springs as Askari2018 has them.
    pub fn springs() -> Self {
        Self::ElasticFoundation(ElasticFoundation::default())
    }
}

impl Default for Contact {
    fn default() -> Self {
        Self::Automatic(AutomaticContact {})
    }
}

/// What is chosen for the user has no parameters of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AutomaticContact {}

/// Elastic foundation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ElasticFoundation {
    /// How stiff the liner is.
    pub stiffness: LayerStiffness,
}

/// The calibrated closed form has no parameters of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CalibratedContact {}

/// Hertz contact has no parameters of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HertzContact {}

/// Finite elements of the liner. Its back, or that of the last layer behind it, is held.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "HipFiniteElements")]
pub struct FiniteElements {
    /// Cells of constant pressure from the pole to the rim, 12 to 96 (240 for one load along the axis of the cup). When not given, as many as the patch under the largest load
    /// needs: 11 across half of it over a cycle, 18 under one load, 60 under one along the axis of the cup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<usize>,
    /// Radius of the edge between bearing surface and rim face; without it and a chamfer, here or in the design, they meet at a corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_radius: Option<Length>,
    /// Width of a chamfer of 45 deg between bearing surface and rim face, instead of a radius.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chamfer: Option<Length>,
    /// Angle from the pole up to which the back of the cup is held (all of it when not given).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_to: Option<Angle>,
    /// Whether the head is rigid; else it gives way as a solid ball of its material.
    pub rigid_head: bool,
    /// Whether the compliance of the liner is interpolated between computed ones, to 0.3 % of those held out, instead of computed: for studies of many that vary its thickness or Poisson's ratio, whose runs then share some dozen compliances.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interpolate: bool,
}

/// Friction between head and liner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "HipFriction")]
pub enum Friction {
    /// None, as in Askari2018.
    #[default]
    None,
    /// Coulomb friction, regularised in velocity (Brown and McPhee 2016): creeps instead of sticking.
    Coulomb(Coulomb),
    /// The liner gives way sideways like a spring and a damper until the head slips (Song 2001): it truly sticks, and the
    /// spring's deformation is a state of the motion. Dynamic experiment only; wear and sliding count the whole motion of the
    /// head against the cup, with what the spring gives way.
    Compliant(Compliant),
}

/// What to compute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Experiment {
    /// One load: pressure map, indentation, radius, area.
    Static(Static),
    /// Equilibrium at every instant of the cycle.
    QuasiStatic(QuasiStatic),
    /// Equations of motion of the head over the cycle (Askari2018, Eqs. 28-31).
    Dynamic(Dynamic),
}

impl Default for Experiment {
    fn default() -> Self {
        Self::Dynamic(Dynamic::default())
    }
}

/// One load.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Static {
    /// Force that presses the head into the cup.
    pub load: Force,
    /// Angle between the load and the axis of the cup, towards the superior rim: 0 presses on the bottom of the cup.
    pub load_tilt: Angle,
}

impl Default for Static {
    fn default() -> Self {
        Self { load: Force::newtons(500.0), load_tilt: Angle::degrees(0.0) }
    }
}

/// Equilibrium at every instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct QuasiStatic {
    /// Whether the weight of the head acts.
    pub gravity: bool,
}

impl Default for QuasiStatic {
    fn default() -> Self {
        Self { gravity: true }
    }
}

/// Equations of motion.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Dynamic {
    /// Time scheme.
    pub scheme: SchemeName,
    /// Error allowed in a step: of the position as a share of the indentation, of the velocity as a share of the sliding speed.
    pub tolerance: f64,
    /// A step shorter than this is an error (Askari2018 uses 100 ns).
    pub smallest_step: Time,
    /// Where the head starts.
    pub start: Start,
    /// Most cycles to run; the last one is reported.
    pub most_cycles: u32,
    /// Stop early when the motion repeats within this share of the peak indentation.
    pub periodic_within: f64,
    /// Whether the weight of the head acts.
    pub gravity: bool,
}

impl Default for Dynamic {
    fn default() -> Self {
        Self {
            scheme: SchemeName::Rosenbrock,
            tolerance: 1e-6,
            smallest_step: Time::from_si(1e-12),
            start: Start::Equilibrium,
            most_cycles: 5,
            periodic_within: 1e-3,
            gravity: true,
        }
    }
}

/// Time schemes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SchemeName {
    /// L-stable Rosenbrock method of order 4: takes long steps through resting contact.
    Rosenbrock,
    /// Runge-Kutta-Fehlberg 4(5), as in Askari2018.
    Rkf45,
    /// Dormand-Prince 5(4).
    DormandPrince,
    /// Backward differentiation formulas of order 1 to 5 ("Gear").
    Bdf,
}

/// Where the head starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// In equilibrium with the first load, moving as the equilibria around it do.
    Equilibrium,
    /// At rest in the middle of the cup, from where it falls into contact.
    Centre,
}

/// How finely to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Output {
    /// Instants over the cycle at which everything is recorded, both ends included.
    pub frames: usize,
    /// Elements on the cup.
    pub elements: usize,
}

impl Default for Output {
    fn default() -> Self {
        Self { frames: 101, elements: 8100 }
    }
}
