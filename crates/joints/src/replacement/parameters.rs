//! Everything a user can say about a knee replacement, with its default.
//!
//! ```
//! use joints::replacement::Parameters;
//!
//! // All has a default, and what is not known is refused.
//! assert_eq!(serde_json::from_str::<Parameters>("{}").expect("nothing is missing"), Parameters::default());
//! assert!(serde_json::from_str::<Parameters>(r#"{ "implnt": {} }"#).is_err());
//! ```
//!
//! A parameter is declared here and nowhere else: parser, schema and reference page follow from these fields.

use mechanics::contact::surfaces::Extent;
use nalgebra::Vector3;
use quantity::{Angle, Force, Length, Mass, Stiffness, Time, TorsionalStiffness, WearFactor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::design::Design;
pub use super::files::{LengthUnit, LoadFile, PartFile, PoseFile, SurrogateFile};
pub use super::ligament::Ligament;
pub use crate::contact::{Coulomb, Dissipation, GivenMaterial, Material};
pub use crate::lifetime::{Cycles, RunIn, WearLawName};

/// A total knee replacement in three dimensions: a femoral component on a tibial insert, both as surfaces of triangles.
///
/// The insert is fixed and carries the axes: anterior, superior, lateral. A left knee is mirrored, so that lateral points
/// away from the body on either side.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeReplacement")]
pub struct Parameters {
    /// The two parts and what the insert is made of.
    pub implant: Implant,
    /// How the insert pushes back.
    pub contact: Contact,
    /// A fitted surrogate that stands for the contact in equilibrium: faster, less exact, without maps and wear. Outside of its domain the contact itself is asked, and counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surrogate: Option<SurrogateFile>,
    /// Friction between the parts.
    pub friction: Friction,
    /// Pose and load over one cycle.
    pub activity: Activity,
    /// What to compute.
    pub experiment: Experiment,
    /// How the insert wears.
    pub wear: Wear,
    /// A lifetime of wear, on a surface that changes: volume, depth, creep and penetration over the cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lifetime: Option<Lifetime>,
    /// How finely to compute and to report.
    pub output: Output,
}

/// The two parts and what the insert is made of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeImplant")]
pub struct Implant {
    /// An implant by its radii; the default design when no files are given either.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub design: Option<Design>,
    /// Surface of the femoral component, in a file of your own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub femoral: Option<PartFile>,
    /// Bearing surface of the tibial insert.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insert: Option<PartFile>,
    /// Which axes of the files point anterior, superior and lateral, for example ["-x", "y", "-z"];
    /// ["x", "y", "z"] when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axes: Option<[String; 3]>,
    /// Whether facets are rounded through the normals of their corners, or taken flat as they are.
    pub facets: Facets,
    /// Thickness of the insert of a file, the same everywhere; a design has its own. Give this or `underside`; 8 mm when neither is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thickness: Option<Length>,
    /// Height of the insert's flat underside in its own axes: the thickness then varies over the surface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub underside: Option<Length>,
    /// What the insert is made of.
    pub material: Material,
    /// A soft layer on the femoral component, such as cartilage or another polymer: both layers give way in series. Rigid
    /// when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub femoral_layer: Option<FemoralLayer>,
    /// Named boxes in which the contact is added up; medial and lateral of the plane through the middle of the insert when
    /// none is given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub regions: Vec<RegionInput>,
}

impl Default for Implant {
    fn default() -> Self {
        Self {
            design: None,
            femoral: None,
            insert: None,
            axes: None,
            facets: Facets::Curved,
            thickness: None,
            underside: None,
            material: Material::Named("UHMWPE".into()),
            femoral_layer: None,
            regions: Vec::new(),
        }
    }
}

/// A soft layer on the femoral component.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FemoralLayer {
    /// Its thickness.
    pub thickness: Length,
    /// What it is made of.
    pub material: Material,
}

/// How triangles stand for a surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Facets {
    /// Rounded: a coarse file of a round part behaves like the part.
    Curved,
    /// Flat, as they are.
    Flat,
}

/// A box in which the contact is added up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RegionInput {
    /// Its name, in letters, digits and `_`.
    pub name: String,
    /// Lowest corner: anterior, superior, lateral.
    pub low: [Length; 3],
    /// Highest corner.
    pub high: [Length; 3],
    /// What the insert is made of in this box, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub material: Option<Material>,
}

/// How the insert pushes back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "KneeReplacementContact")]
pub enum Contact {
    /// Independent springs, p = k d: for indentations of a few percent of the thickness.
    #[default]
    Linear,
    /// p = -K ln(1 - d/h), which stiffens as the insert is squeezed (Bei and Fregly 2004).
    Logarithmic,
    /// Springs corrected for what their neighbours do (Perez-Gonzalez 2008), one layer only.
    Modified(Modified),
    /// Finite elements of the insert: every pressure moves the whole bearing surface, and gaps close exactly. The truth of
    /// the others, at the cost of some seconds of set-up; small strains, femoral component rigid.
    FiniteElements(FiniteElements),
}

/// The insert by finite elements. It is swept from its bearing surface to its underside and held there by the tray.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeFiniteElements")]
pub struct FiniteElements {
    /// Distance of the columns of elements, each with a pressure on top: about a sixth of the patch's radius. Half of it
    /// takes sixteen times the memory.
    pub spacing: Length,
    /// Where the insert ends below, when the implant has no `underside`.
    pub underside: Backing,
    /// Whether the tray holds the sides of the insert as well.
    pub sides: Held,
}

impl Default for FiniteElements {
    fn default() -> Self {
        Self { spacing: Length::millimetres(1.0), underside: Backing::Flat, sides: Held::Free }
    }
}

/// Where the insert ends below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "KneeBacking")]
pub enum Backing {
    /// On a plane, the thickness of the insert below its lowest point.
    Flat,
    /// As far below every point of the bearing surface as the insert is thick: a layer such as cartilage.
    Parallel,
}

/// What the tray does to the sides of the insert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "KneeInsertSides")]
pub enum Held {
    /// Nothing.
    Free,
    /// It holds them.
    Clamped,
}

/// The modified foundation. What is not given follows from our finite elements of balls on flat layers (docs/layers-fe).
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeModifiedFoundation")]
pub struct Modified {
    /// Springs that are indented by less than the deepest one over this factor do not act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold_factor: Option<f64>,
    /// Exponent of the pressure over the indentation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exponent: Option<f64>,
    /// Indentation at which the spring is as stiff as the confined layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<Length>,
    /// Radius of a ball on a plane that is as curved against it as the condyle against the insert, from which the rest
    /// follows. When not given it is that of the gap where the parts touch on plain springs (the geometric mean over both
    /// directions, both sides and the frames of the greatest and the least load; of the settled parts when the load drives).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effective_radius: Option<Length>,
}

/// Friction between the parts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "KneeReplacementFriction")]
pub enum Friction {
    /// None.
    #[default]
    None,
    /// Coulomb friction, regularised in velocity (Brown and McPhee 2016).
    Coulomb(Coulomb),
}

/// Pose and load over one cycle.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeActivity")]
pub struct Activity {
    /// Pose of the femoral component against the insert, in a file of your own; that of `motion` when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pose: Option<PoseFile>,
    /// How a design moves when a pose drives and none is given: the height follows from the surfaces.
    pub motion: Motion,
    /// Duration of one cycle; 1 s when neither this nor a time column is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<Time>,
    /// The same flexion all the time, instead of that of load or pose: with a constant load a static knee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flexion: Option<Angle>,
    /// What presses femur and tibia together.
    pub load: Load,
    /// A study of a body (`[body]`), relative to this one, that is run first: its knee is the load, with flexion, anterior force, torque
    /// and the place where the axial force acts; scaled by `load.body-weight`, if that is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
}

/// A motion that comes with the program: flexion, anterior translation and rotation of the tibia over one cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "KneeMotion")]
pub enum Motion {
    /// A displacement-driven simulator (ISO 14243-3 style, ranges recalled): flexion 0 to 58 degrees, the tibia 0 to 5.2 mm forwards, turned -1.9 to 5.7 degrees inwards.
    #[default]
    #[serde(rename = "iso-14243-3-style")]
    Iso14243_3Style,
    /// Level walking with the ranges in stance that Kefala2017 measured in healthy older adults: 3.4 mm forwards and back, 3.6 degrees of rotation; the shape and the swing are reconstructed.
    WalkingInVivo,
}

/// A load that comes with the program: flexion and axial force over one cycle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "KneeLoadName")]
pub enum LoadName {
    /// A force-driven simulator, walking (ISO 14243-1 style, recalled): 168 to 2600 N.
    #[default]
    #[serde(rename = "iso-14243-1-style")]
    Iso14243_1Style,
    /// Going upstairs: peak measured in vivo, the rest reconstructed, no shear and no torque.
    StairsUp,
    /// Going downstairs, likewise.
    StairsDown,
    /// Sitting down, likewise; the way back under a light load.
    SitDown,
    /// Standing up, likewise; the way back under a light load.
    StandUp,
    /// Bending the knees and straightening them, likewise.
    KneeBend,
}

impl LoadName {
    /// Every one of them.
    pub const ALL: [Self; 6] =
        [Self::Iso14243_1Style, Self::StairsUp, Self::StairsDown, Self::SitDown, Self::StandUp, Self::KneeBend];

    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// One of several activities of a lifetime.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "KneeActivityShare")]
pub struct ActivityShare {
    /// Which load.
    pub cycle: LoadName,
    /// Which motion, of a design that is driven by a pose; that of the activity when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<Motion>,
    /// Its share of all cycles.
    pub share: f64,
}

/// What presses femur and tibia together. The shipped waveform (ISO 14243-1 style, recalled) has an axial force of 168 to
/// 2600 N; its anterior force and torque act in the load-driven experiment only.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeLoad")]
pub struct Load {
    /// A load that comes with the program, where no file is given.
    #[serde(skip_serializing_if = "LoadName::is_usual")]
    pub cycle: LoadName,
    /// The same axial force all the time, instead of a waveform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constant: Option<Force>,
    /// A waveform of your own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<LoadFile>,
    /// Scale the waveform so that its axial force peaks here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak: Option<Force>,
    /// Scale the waveform so that its axial force peaks at so many body weights; needs `body-weight`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_body_weights: Option<f64>,
    /// Weight of the patient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body_weight: Option<Force>,
}

/// What to compute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "KneeExperiment")]
pub enum Experiment {
    /// The measured pose drives; what is found is the small offset at which the axial force is the load.
    MeasuredPose(MeasuredPose),
    /// As in a knee simulator: flexion, axial force, anterior force and torque drive, everything else finds its balance.
    LoadDriven(LoadDriven),
}

impl Default for Experiment {
    fn default() -> Self {
        Self::MeasuredPose(MeasuredPose::default())
    }
}

/// The measured pose drives.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct MeasuredPose {
    /// Which coordinates are corrected: a measured pose is exact to some tenths of a millimetre and a degree, a contact needs
    /// micrometres.
    pub adjust: Adjust,
    /// A superior offset beyond this is an error: then the parts are not where the pose says.
    pub largest_offset: Length,
    /// Where the axial force acts, medial of the femoral component's origin; matters when the adduction is corrected.
    pub load_medial: Length,
}

impl Default for MeasuredPose {
    fn default() -> Self {
        Self {
            adjust: Adjust::Superior,
            largest_offset: Length::millimetres(3.0),
            load_medial: Length::millimetres(0.0),
        }
    }
}

/// Which coordinates of a measured pose are corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Adjust {
    /// The superior translation alone, so that the axial force is the load.
    Superior,
    /// Also the adduction, so that the moment of the load about the anterior axis is balanced and both sides carry.
    SuperiorAndAdduction,
}

/// As in a knee simulator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct LoadDriven {
    /// Where the flexion comes from.
    pub flexion: FlexionFrom,
    /// Where the axial force acts, medial of the femoral component's origin (ISO 14243-1 style: 0.07 of the width of the
    /// insert, recalled).
    pub load_medial: Length,
    /// Spring against anterior and posterior displacement, at rest where the parts settle under the axial force alone.
    pub anterior_stiffness: Stiffness,
    /// Spring against rotation about the long axis, at rest there too.
    pub rotation_stiffness: TorsionalStiffness,
    /// Whether the anterior force and the torque of the waveform act.
    pub anterior_force_and_torque: bool,
    /// Ligaments, beside the springs above or instead of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ligaments: Vec<Ligament>,
    /// Equations of motion instead of equilibrium at every instant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dynamic: Option<DynamicInput>,
}

impl Default for LoadDriven {
    fn default() -> Self {
        Self {
            flexion: FlexionFrom::Load,
            load_medial: Length::millimetres(5.0),
            anterior_stiffness: Stiffness::from_si(30e3),
            rotation_stiffness: TorsionalStiffness::from_si(0.6 * 180.0 / std::f64::consts::PI),
            anterior_force_and_torque: true,
            ligaments: Vec::new(),
            dynamic: None,
        }
    }
}

/// Where the flexion of a simulator comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FlexionFrom {
    /// The waveform of the load.
    Load,
    /// The pose.
    Pose,
}

/// Equations of motion.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeReplacementDynamics")]
pub struct DynamicInput {
    /// Mass that moves with the femoral component.
    pub mass: Mass,
    /// Relative error allowed in a step.
    pub tolerance: f64,
    /// Share of the critical damping with which sliding motions on the restraints die out.
    pub damping_ratio: f64,
    /// What the contact itself loses. The parts touch from the start, so that a restitution acts as it does at the slowest
    /// impact.
    pub dissipation: Dissipation,
}

impl Default for DynamicInput {
    fn default() -> Self {
        Self { mass: Mass::kilograms(2.0), tolerance: 1e-4, damping_ratio: 0.5, dissipation: Dissipation::None }
    }
}

/// How the insert wears.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeWear")]
pub struct Wear {
    /// The wear law.
    pub law: WearLawName,
    /// Worn volume per load and sliding distance. When not given, that of the insert's material: 1e-7 mm^3/(N m) for
    /// conventional polyethylene, the order of magnitude of sliding to and fro, less for cross-linked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<WearFactor>,
}

/// A lifetime of wear: every evaluation is one whole cycle, in equilibrium at every instant, on the worn and crept surface. On
/// springs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeLifetime")]
pub struct Lifetime {
    /// How many cycles, for example "10 million".
    pub cycles: Cycles,
    /// Cycles at which pictures are made; 0, 1, 2, 5 and 10 million and the end when not given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Cycles>,
    /// Error allowed in a step, of the worn volume as a share of itself; three times as much of the depth.
    pub tolerance: f64,
    /// Whether polyethylene creeps as well.
    pub creep: bool,
    /// Tells the surface of its wear every so many cycles, as most of the literature does ("0.5 million"), instead of steps that are chosen by their error; without an estimate of the error, and without checkpoints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updates: Option<Cycles>,
    /// Running in: faster wear at first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_in: Option<RunIn>,
    /// Spreads what a cycle takes off the insert over its neighbourhood by a Gaussian of this width, without losing volume: for laws
    /// that let differences between points grow (Kang above 3.4 MPa) or leap at the edge of the patch (Liu).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smoothing: Option<Length>,
    /// A mix of shipped loads instead of the one of the activity, driven by the loads or, with motions, by the poses of a design; the shares add up to 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub activities: Vec<ActivityShare>,
}

impl Default for Lifetime {
    fn default() -> Self {
        let (cycles, tolerance) = (Cycles::new(1e7), 2e-2);
        Self {
            cycles,
            at: Vec::new(),
            tolerance,
            creep: true,
            updates: None,
            run_in: None,
            smoothing: None,
            activities: Vec::new(),
        }
    }
}

/// How finely to compute and to report.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "KneeReplacementOutput")]
pub struct Output {
    /// Instants over the cycle, both ends included.
    pub frames: usize,
    /// Distance of the points at which the contact is evaluated; each triangle of the insert has one at least.
    pub spacing: Length,
    /// Gaps up to this are recorded.
    pub proximity: Length,
}

impl Default for Output {
    fn default() -> Self {
        Self { frames: 101, spacing: Length::millimetres(1.0), proximity: Length::millimetres(0.5) }
    }
}

impl Implant {
    /// Which axes of the files point anterior, superior and lateral.
    pub fn file_axes(&self) -> [&str; 3] {
        self.axes.as_ref().map_or(["x", "y", "z"], |[a, s, l]| [a, s, l])
    }

    /// The design, where there is one: the given one, or the default where no file is named.
    pub fn by_design(&self) -> Option<Design> {
        let no_files = self.femoral.is_none() && self.insert.is_none();
        self.design.or_else(|| no_files.then(Design::default))
    }

    /// The same with its design written out.
    #[must_use]
    pub(super) fn settled(self) -> Self {
        Self { design: self.by_design(), ..self }
    }

    /// Height of the flat underside in the insert's own axes, in m, where it has one.
    pub fn underside_height(&self) -> Option<f64> {
        match self.by_design() {
            Some(design) => Some(-design.thickness.si()),
            None => self.underside.map(Length::si),
        }
    }

    /// Thickness where it is the same everywhere, in m.
    pub fn uniform_thickness(&self) -> f64 {
        self.thickness.map_or(super::USUAL_THICKNESS, Length::si)
    }
}

impl RegionInput {
    /// Where it is.
    pub(super) fn extent(&self) -> Extent {
        let corner = |lengths: &[Length; 3]| Vector3::from(lengths.map(Length::si));
        Extent::Box { low: corner(&self.low), high: corner(&self.high) }
    }
}
