//! Studies to copy and edit: the files of `studies/`, as `synovia new` writes them.

/// A study to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// What to ask for.
    pub kind: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The name of its file in `studies/`, without the ending: may be asked for, too.
    pub file: &'static str,
    /// The study.
    pub text: &'static str,
    /// The files that it reads, which must stand beside it.
    pub data: &'static [(&'static str, &'static [u8])],
}

macro_rules! template {
    ($kind:literal, $file:literal, $about:literal $(, $data:literal)*) => {
        Template {
            kind: $kind,
            about: $about,
            file: $file,
            text: include_str!(concat!("../studies/", $file, ".toml")),
            data: &[$(($data, include_bytes!(concat!("../studies/", $data)))),*],
        }
    };
}

/// Every study to begin with.
pub const KINDS: &[Template] = &[
    template!(
        "hip",
        "hip-walking",
        "a hip replacement in walking: pressure, sliding and wear over the cycle, with the head's inertia"
    ),
    template!(
        "hip-static",
        "hip-static",
        "one load on a hip replacement: pressure map, indentation, contact radius and area"
    ),
    template!(
        "hip-quasi-static",
        "hip-simulator",
        "a hip simulator: equilibrium at every instant of an ISO 14242-1-style cycle"
    ),
    template!(
        "hip-lifetime",
        "hip-lifetime",
        "ten million cycles of a hip: wear, creep and penetration on a surface that wears in"
    ),
    template!("hip-wear-laws", "hip-wear-laws", "every wear law on one hip, through the same lifetime, in one table"),
    template!("hip-own-data", "hip-own-data", "a load cycle of your own, from a CSV, .mot or .sto file", "my_walk.csv"),
    template!(
        "hip-two-files",
        "hip-two-files",
        "angles from one file and forces from another, as OpenSim writes them",
        "two_files_angles.mot",
        "two_files_forces.sto"
    ),
    template!(
        "hip-sweep",
        "hip-sweep",
        "many runs from one study: every combination of listed values, on all cores, resumable"
    ),
    template!("hip-finite-elements", "hip-finite-elements", "a walking hip on finite elements of its liner"),
    template!("hip-loads", "hip-loads", "Table 2 of Askari2018: pressure and contact radius under five loads"),
    template!(
        "hip-designs",
        "hip-designs",
        "Table 3 of Askari2018: clearance, size, liner thickness and modulus, one at a time"
    ),
    template!(
        "hip-sensitivity",
        "hip-sensitivity",
        "which input matters: distributions in, Sobol indices (or Morris effects) with confidence out"
    ),
    template!("hip-optimise", "hip-optimise", "the best design under a constraint, in few runs"),
    template!("hip-compromise", "hip-compromise", "the front of the best compromises between several objectives"),
    template!("hip-design", "hip-design", "a hip with its neck: range of motion, safe zone of the cup, jump distance"),
    template!(
        "hip-position",
        "hip-position",
        "head size and cup position: the front between wear, jump distance and range of motion"
    ),
    template!(
        "hip-calibrate",
        "hip-calibrate",
        "inputs that make the study reproduce a table of measurements",
        "hip-press.csv"
    ),
    template!(
        "knee-replacement",
        "knee-replacement-measured",
        "a total knee replacement in 3-D: a walk with ranges measured in vivo, pressure on both sides"
    ),
    template!(
        "knee-own-parts",
        "knee-replacement-own-parts",
        "parts and a pose of your own: surfaces in STL, a table of the pose",
        "own_femoral.stl",
        "own_insert.stl",
        "own_pose.csv"
    ),
    template!(
        "knee-replacement-lifetime",
        "knee-replacement-lifetime",
        "ten million cycles of a knee replacement in a simulator: wear, creep and how its motion changes"
    ),
    template!(
        "knee-replacement-simulator",
        "knee-replacement-simulator",
        "the same implant in a knee simulator: flexion and loads drive, the rest finds its balance"
    ),
    template!(
        "knee-replacement-ligaments",
        "knee-replacement-ligaments",
        "the same implant held by ligaments instead of springs, driven by its loads"
    ),
    template!(
        "knee-design",
        "knee-replacement-design",
        "a knee by its radii in a simulator: conformity, pressure, wear, and a drawing"
    ),
    template!(
        "knee-conformity",
        "knee-replacement-conformity",
        "radii of an insert: the front between pressure, wear and laxity"
    ),
    template!("gait", "gait-ideal", "a walk with an ideal hip: joint forces and moments, beside Winter's own"),
    template!(
        "gait-comparison",
        "gait-comparison",
        "the same walk with an ideal, a dry and two lubricated hips, as in Costa2016"
    ),
    template!(
        "gait-realistic",
        "gait-realistic",
        "the same walk with fluids and clearances that a body has: the film breaks down into contact"
    ),
    template!(
        "gait-own-data",
        "gait-own-data",
        "a walk of your own, from an OpenSim .mot and its ground reaction, or from CSV",
        "winter_walk_angles.mot",
        "winter_walk_ground.csv",
        "winter_walk_moments.sto"
    ),
    template!(
        "body",
        "body-walking",
        "a walk with muscles: inverse dynamics, muscle forces and contact forces of hip, knee and ankle in 3-D"
    ),
    template!(
        "body-spread",
        "body-spread",
        "how far a joint force is known: objectives, and persons whose muscles differ from the model's"
    ),
    template!(
        "hip-body",
        "hip-body-walking",
        "from a measured walk to a hip: muscles make the load cycle that the hip replacement carries",
        "body-walking.toml"
    ),
    template!(
        "knee-body",
        "knee-replacement-body",
        "from a measured walk to a knee: muscles make the load that drives the knee replacement",
        "body-walking.toml"
    ),
    template!(
        "mechanism",
        "mechanism-pendulum",
        "any planar mechanism: bodies, joints, guides, forces, contacts; here a pendulum, forward in time"
    ),
    template!(
        "mechanism-contact",
        "mechanism-contact",
        "a ball that bounces and skids: every contact law, dissipation and friction by name"
    ),
    template!(
        "mechanism-bearing",
        "mechanism-bearing",
        "a slider-crank with a worn pin: bearings that are ideal, dry or lubricated in any mechanism"
    ),
    template!(
        "mechanism-kinematic",
        "mechanism-four-bar",
        "a guided mechanism: a four-bar linkage and its coupler curve"
    ),
    template!(
        "mechanism-inverse-dynamics",
        "mechanism-slider-crank",
        "what moment and joint forces a guided motion takes: a slider-crank"
    ),
    template!(
        "liner",
        "liner-wear",
        "the liner of a cup by finite elements: a million cycles of wear in one, as in Jourdan2009"
    ),
    template!(
        "liner-jourdan2009",
        "liner-jourdan2009",
        "Jourdan2009 as printed: a guided cup of St. Venant-Kirchhoff material, one cycle at 100 Hz, its Gauss-Seidel"
    ),
    template!(
        "liner-amplification",
        "liner-amplification",
        "Figs. 6 of Jourdan2009: worn volume and contact force against the cycles that one computed cycle stands for"
    ),
    template!("liner-static", "liner-static", "the same liner under one load: pressure, radius, approach"),
    template!(
        "liner-own-data",
        "liner-own-data",
        "a liner and a head that wear under a load cycle of your own, with a wear factor that follows the pressure",
        "my_walk.csv"
    ),
    template!(
        "liner-coupling",
        "liner-coupling",
        "how often the geometry must learn of wear: the same liner, coupled in every step and ever more rarely"
    ),
    template!(
        "knee",
        "knee-extension",
        "a knee extends under its weight and a push: contact, ligaments and energy of one run"
    ),
    template!(
        "knee-pulse",
        "knee-pulse",
        "which push extends a knee without gravity: amplitude, duration and direction of the pulse of Machado2011"
    ),
    template!(
        "knee-patella",
        "knee-patella",
        "a planar knee with two condyles and a patella, extended by its quadriceps"
    ),
    template!(
        "dossier",
        "dossier-clearance",
        "a study with its dossier: question, context of use, risk and uncertain inputs"
    ),
    template!("dossier-lifetime", "dossier-lifetime", "the dossier of a liner's lifetime, of medium risk"),
    template!("dossier-knee", "dossier-knee", "the dossier of a knee's contact pressure, of medium risk"),
    template!(
        "dossier-outside",
        "dossier-outside",
        "the dossier of a study outside of the validated range, which says no"
    ),
    template!("knee-comparison", "knee-comparison", "contact laws, geometries and materials of the knee side by side"),
];

/// The study of this kind, or of this file.
pub fn template(kind: &str) -> Option<&'static Template> {
    KINDS.iter().find(|template| template.kind == kind).or_else(|| KINDS.iter().find(|template| template.file == kind))
}
