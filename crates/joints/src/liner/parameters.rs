//! Everything a user can say about a liner, with its published default.
//!
//! ```
//! use joints::liner::Parameters;
//!
//! // All has a default, and what is not known is refused.
//! assert_eq!(serde_json::from_str::<Parameters>("{}").expect("nothing is missing"), Parameters::default());
//! assert!(serde_json::from_str::<Parameters>(r#"{ "cups": {} }"#).is_err());
//! ```

use quantity::{Angle, Force, Frequency, Length, Mass, Time, WearFactor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::contact_method::{Augmented, ContactMethod, Penalty};
pub use super::wear_law::{PlaceDependence, PressureDependence};
pub use crate::contact::{GivenMaterial, Material};
pub use crate::files::LengthUnit;
pub use crate::hip::parameters::{CycleFile, ForceFile};

/// The liner of a hip cup by finite elements, and the rigid head in it. The defaults are those of Jourdan2009.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerParameters")]
pub struct Parameters {
    /// The liner.
    pub cup: Cup,
    /// The head.
    pub head: Head,
    /// How finely the liner is divided.
    pub mesh: MeshInput,
    /// What to compute.
    pub experiment: Experiment,
    /// How finely to report.
    pub output: Output,
}

/// The liner: a spherical shell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerCup")]
pub struct Cup {
    /// Inner diameter.
    pub inner_diameter: Length,
    /// Thickness.
    pub thickness: Length,
    /// Full opening angle: 180 deg is a hemisphere.
    pub coverage: Angle,
    /// What it is made of; its density gives it its inertia.
    pub material: Material,
    /// How its stress follows its strain.
    pub law: Law,
    /// What holds it.
    pub held: Held,
}

impl Default for Cup {
    fn default() -> Self {
        let material = GivenMaterial {
            modulus: quantity::Pressure::from_si(1016e6),
            poisson: 0.46,
            density: Some(quantity::Density::from_si(938.0)),
        };
        Self {
            inner_diameter: Length::millimetres(28.0),
            thickness: Length::millimetres(14.0),
            coverage: Angle::degrees(180.0),
            material: Material::Given(material),
            law: Law::Linear,
            held: Held::Cemented,
        }
    }
}

/// What holds a liner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "LinerHeld")]
pub enum Held {
    /// Its outer surface, which does not move; the load pushes the head.
    #[default]
    Cemented,
    /// As in Jourdan2009: the head's centre is held, the outer surface of the liner can move along its axis only, and the
    /// load acts on the outer surface in one point, at the pole. For harmonic motions.
    Guided,
}

/// How stress follows strain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "LinerLaw")]
pub enum Law {
    /// Small strains; one factorisation serves the whole run.
    #[default]
    Linear,
    /// Large rotations, small strains.
    StVenantKirchhoff,
    /// Large strains.
    NeoHookean,
}

/// The head: a rigid ball.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerHead")]
pub struct Head {
    /// Radial clearance, cup radius minus head radius. Jourdan2009 does not print it.
    pub clearance: Length,
    /// Mass that moves against the other side: that of the cup in Jourdan2009, where the head is held and the cup slides.
    pub mass: Mass,
    /// Coefficient of friction.
    pub friction: f64,
}

impl Default for Head {
    fn default() -> Self {
        Self { clearance: Length::micrometres(100.0), mass: Mass::from_si(0.0377), friction: 0.07 }
    }
}

/// How finely the liner is divided: a square patch of cells around the pole and rings of cells from there to the rim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerMesh")]
pub struct MeshInput {
    /// The element. With the default numbers "tet4" gives 1536 of them (Jourdan2009 has 1562).
    pub element: Element,
    /// Cells on half a side of the patch around the pole.
    pub patch_cells: usize,
    /// Rings of cells between patch and rim.
    pub ring_cells: usize,
    /// Cells through the thickness.
    pub layers: usize,
    /// A mesh of your own, instead of one that is made here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<MeshFile>,
}

impl Default for MeshInput {
    fn default() -> Self {
        Self { element: Element::Tet4, patch_cells: 2, ring_cells: 3, layers: 4, file: None }
    }
}

/// A mesh of your own: Gmsh (`.msh`, ASCII), Abaqus or CalculiX (`.inp`). The middle of the cup is at the origin, its pole on
/// +z. The inner diameter of the cup must be that of the mesh; its thickness and coverage are the mesh's own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "LinerMeshFile")]
pub struct MeshFile {
    /// Path of the file, relative to the study file.
    pub path: String,
    /// Unit of its coordinates.
    #[serde(default)]
    pub unit: LengthUnit,
    /// Surface, physical group or node set that the head touches.
    #[serde(default = "inner")]
    pub inner: String,
    /// Surface, physical group or node set that is held.
    #[serde(default = "outer")]
    pub outer: String,
}

fn inner() -> String {
    "inner".into()
}

fn outer() -> String {
    "outer".into()
}

/// The elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "LinerElement")]
pub enum Element {
    /// Linear tetrahedra, as in Jourdan2009. Too stiff near incompressibility.
    Tet4,
    /// Linear hexahedra with mean dilatation: not too stiff near incompressibility.
    Hex8,
    /// Quadratic hexahedra.
    Hex20,
}

/// What to compute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "LinerExperiment")]
pub enum Experiment {
    /// One load, on the pole or tilted, without friction: pressure map, radius, approach.
    Static(Static),
    /// Cycles of load and motion with friction and wear.
    Wear(Box<Wear>),
}

impl Default for Experiment {
    fn default() -> Self {
        Self::Wear(Box::default())
    }
}

/// One load.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerStatic")]
pub struct Static {
    /// Force that presses the head into the cup.
    pub load: Force,
    /// Angle between the load and the axis of the cup: 0 presses on the bottom of the cup.
    pub load_tilt: Angle,
    /// How the head is kept out of the liner.
    pub contact: ContactMethod,
}

impl Default for Static {
    fn default() -> Self {
        Self { load: Force::newtons(1500.0), load_tilt: Angle::degrees(0.0), contact: ContactMethod::Exact }
    }
}

/// Cycles of load and motion with friction and wear.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerWear")]
pub struct Wear {
    /// Load and rotations over a cycle.
    pub motion: Motion,
    /// Cycles to compute.
    pub cycles: usize,
    /// Time steps of a cycle.
    pub steps: usize,
    /// Worn volume per load and sliding distance. When not given, that of the cup's material: 0.4e-6 mm^3/(N m) for
    /// conventional polyethylene (Jourdan2009), less for cross-linked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<WearFactor>,
    /// Cycles that each computed cycle stands for: the wear factor is multiplied by it.
    pub amplification: f64,
    /// When worn depth reaches the gap.
    pub coupling: Coupling,
    /// Weight of the end of a step, from 0.5 (conserves energy) to 1 (damps most).
    pub theta: f64,
    /// Depth, as a share of the first layer of elements, after which interior nodes make room; 0 for never.
    pub renewal: f64,
    /// Residual of the contact problem that counts as none, as a share of the contact forces.
    pub tolerance: f64,
    /// How the contact problem of a step is solved.
    pub solver: Solver,
    /// How the wear factor follows the pressure; a constant when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pressure: Option<PressureDependence>,
    /// How the wear factor differs over the liner; the same everywhere when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<PlaceDependence>,
    /// Wear factor of the head, where it wears with the liner: its depth turns with it, and the gap sees both.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head_factor: Option<WearFactor>,
}

/// How the contact problem of a step is solved. All solvers find the same reactions; what differs is the work.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "LinerSolver")]
pub enum Solver {
    /// Newton's method on all contacts at once, with Gauss-Seidel before and where it makes no progress.
    #[default]
    Newton,
    /// As in Jourdan2009: non-linear Gauss-Seidel, in which each contact is solved by Newton's method in its six unknowns
    /// (velocity and reaction) while the others hold still.
    GaussSeidel,
    /// Accelerated projected gradient.
    Gradient,
}

impl Default for Wear {
    fn default() -> Self {
        Self {
            motion: Motion::default(),
            cycles: 1,
            steps: 1000,
            factor: None,
            amplification: 1e6,
            coupling: Coupling::Implicit,
            theta: 0.6,
            renewal: 0.2,
            tolerance: 1e-8,
            solver: Solver::Newton,
            pressure: None,
            place: None,
            head_factor: None,
        }
    }
}

/// Load and rotations over a cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "LinerMotion")]
pub enum Motion {
    /// The load of Jourdan2009 along the axis of the cup, with harmonic rotations between given ends.
    Harmonic(Harmonic),
    /// A shipped load cycle of the hip (`synovia list`), in a cup that is inclined as usual.
    Cycle(Cycle),
    /// Load and rotations of your own, in tables, as a hip takes them.
    Own(Box<OwnCycle>),
}

impl Default for Motion {
    fn default() -> Self {
        Self::Harmonic(Harmonic::default())
    }
}

/// F(t) = F0 + (peak - F0)/2 (1 + cos(4 pi f t + pi)): two peaks a cycle; each rotation is one harmonic a cycle. The ends of
/// the rotations are those that Johnston and Smidt are quoted with; the load is chosen so that load times sliding is near the
/// 47 N m that Jourdan2009's wear implies. Neither is printed there.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerHarmonic")]
pub struct Harmonic {
    /// Cycles a second: 100 in Jourdan2009, to save time; 1 when walking.
    pub frequency: Frequency,
    /// Largest load.
    pub peak_load: Force,
    /// Least load, F0.
    pub least_load: Force,
    /// Angle between the load and the axis of the cup, towards what is anterior; a guided cup is loaded along its axis.
    pub load_tilt: Angle,
    /// Flexion, at the beginning of the cycle.
    pub flexion: Angle,
    /// Extension, half a cycle later.
    pub extension: Angle,
    /// Adduction.
    pub adduction: Angle,
    /// Abduction, half a cycle later.
    pub abduction: Angle,
    /// When adduction is largest, as a share of the cycle.
    pub adduction_at: f64,
    /// Internal rotation.
    pub internal: Angle,
    /// External rotation, half a cycle later.
    pub external: Angle,
    /// When internal rotation is largest, as a share of the cycle.
    pub internal_at: f64,
}

impl Default for Harmonic {
    fn default() -> Self {
        Self {
            frequency: Frequency::from_si(100.0),
            peak_load: Force::newtons(2400.0),
            least_load: Force::newtons(350.0),
            load_tilt: Angle::degrees(0.0),
            flexion: Angle::degrees(37.0),
            extension: Angle::degrees(15.0),
            adduction: Angle::degrees(5.0),
            abduction: Angle::degrees(7.0),
            adduction_at: 0.25,
            internal: Angle::degrees(5.0),
            external: Angle::degrees(9.0),
            internal_at: 0.5,
        }
    }
}

/// A shipped load cycle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerCycle")]
pub struct Cycle {
    /// Its name.
    pub name: String,
    /// Body weight.
    pub body_weight: Force,
    /// Duration of one cycle instead of that of the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<Time>,
    /// Radiographic inclination of the cup (Murray 1993).
    pub inclination: Angle,
    /// Radiographic anteversion of the cup (Murray 1993).
    pub anteversion: Angle,
}

impl Default for Cycle {
    fn default() -> Self {
        Self {
            name: "walking".into(),
            body_weight: Force::newtons(836.0),
            duration: None,
            inclination: Angle::degrees(45.0),
            anteversion: Angle::degrees(0.0),
        }
    }
}

/// A load cycle of your own: CSV, or OpenSim `.mot` or `.sto`, with the columns and units of a hip's activity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "LinerOwnCycle")]
pub struct OwnCycle {
    /// The table with angles, and forces unless they have one of their own.
    pub file: CycleFile,
    /// The forces, where they stand in another table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force_file: Option<ForceFile>,
    /// Duration of one cycle instead of that of the data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<Time>,
    /// Body weight, for forces in multiples of it.
    #[serde(default = "usual_weight")]
    pub body_weight: Force,
    /// Radiographic inclination of the cup (Murray 1993).
    #[serde(default = "usual_inclination")]
    pub inclination: Angle,
    /// Radiographic anteversion of the cup (Murray 1993).
    #[serde(default = "no_anteversion")]
    pub anteversion: Angle,
}

fn usual_weight() -> Force {
    Cycle::default().body_weight
}

fn usual_inclination() -> Angle {
    Cycle::default().inclination
}

fn no_anteversion() -> Angle {
    Cycle::default().anteversion
}

/// When worn depth reaches the gap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "LinerCoupling")]
pub enum Coupling {
    /// Within every step: the rate of wear is among the unknowns of the contact.
    #[default]
    Implicit,
    /// After so many steps; the contact is computed on the surface as it was.
    Explicit(usize),
}

/// How finely to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerOutput")]
pub struct Output {
    /// Instants at which everything is recorded, both ends included; those of the greatest contact force and pressure are added.
    pub frames: usize,
}

impl Default for Output {
    fn default() -> Self {
        Self { frames: 101 }
    }
}
