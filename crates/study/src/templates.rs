//! Studies to copy and edit: the files of `studies/`, as `synovia new` prints them.

/// A study to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Template {
    /// What to ask for.
    pub kind: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The study.
    pub text: &'static str,
}

/// Every study to begin with.
pub const KINDS: &[Template] = &[
    Template {
        kind: "hip",
        about: "a hip replacement in walking: pressure, sliding and wear over the cycle, with the head's inertia",
        text: include_str!("../../../studies/hip-walking.toml"),
    },
    Template {
        kind: "hip-static",
        about: "one load on a hip replacement: pressure map, indentation, contact radius and area",
        text: include_str!("../../../studies/hip-static.toml"),
    },
    Template {
        kind: "hip-quasi-static",
        about: "a hip simulator: equilibrium at every instant of an ISO 14242-1-style cycle",
        text: include_str!("../../../studies/hip-simulator.toml"),
    },
    Template {
        kind: "hip-own-data",
        about: "a load cycle of your own, from a CSV, .mot or .sto file",
        text: include_str!("../../../studies/hip-own-data.toml"),
    },
    Template {
        kind: "gait",
        about: "a walk with an ideal hip: joint forces and moments, beside Winter's own",
        text: include_str!("../../../studies/gait-ideal.toml"),
    },
    Template {
        kind: "gait-comparison",
        about: "the same walk with an ideal, a dry and two lubricated hips, as in Costa2016",
        text: include_str!("../../../studies/gait-comparison.toml"),
    },
    Template {
        kind: "gait-realistic",
        about: "the same walk with fluids and clearances that a body has: the film breaks down into contact",
        text: include_str!("../../../studies/gait-realistic.toml"),
    },
    Template {
        kind: "gait-own-data",
        about: "a walk of your own, from an OpenSim .mot and its ground reaction, or from CSV",
        text: include_str!("../../../studies/gait-own-data.toml"),
    },
    Template {
        kind: "mechanism",
        about: "any planar mechanism: bodies, joints, guides, forces, contacts; here a pendulum, forward in time",
        text: include_str!("../../../studies/mechanism-pendulum.toml"),
    },
    Template {
        kind: "mechanism-contact",
        about: "a ball that bounces and skids: every contact law, dissipation and friction by name",
        text: include_str!("../../../studies/mechanism-contact.toml"),
    },
    Template {
        kind: "mechanism-kinematic",
        about: "a guided mechanism: a four-bar linkage and its coupler curve",
        text: include_str!("../../../studies/mechanism-four-bar.toml"),
    },
    Template {
        kind: "mechanism-inverse-dynamics",
        about: "what moment and joint forces a guided motion takes: a slider-crank",
        text: include_str!("../../../studies/mechanism-slider-crank.toml"),
    },
    Template {
        kind: "liner",
        about: "the liner of a cup by finite elements: a million cycles of wear in one, as in Jourdan2009",
        text: include_str!("../../../studies/liner-wear.toml"),
    },
    Template {
        kind: "liner-static",
        about: "the same liner under one load: pressure, radius, approach",
        text: include_str!("../../../studies/liner-static.toml"),
    },
    Template {
        kind: "knee",
        about: "a knee extends under its weight and a push: contact, ligaments and energy of one run",
        text: include_str!("../../../studies/knee-extension.toml"),
    },
    Template {
        kind: "knee-comparison",
        about: "contact laws, geometries and materials of the knee side by side",
        text: include_str!("../../../studies/knee-comparison.toml"),
    },
];

/// The commented study of this kind.
pub fn template(kind: &str) -> Option<&'static str> {
    KINDS.iter().find(|template| template.kind == kind).map(|template| template.text)
}
