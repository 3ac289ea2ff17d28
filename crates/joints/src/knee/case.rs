//! One run of a comparison: a law, a geometry and a material, as a mechanism.

use mechanics::contact::{EllipticHertz, Hertz};
use mechanics::rigid::{
    Attachment, Axes, Force, ForceKind, Function, GROUND, LigamentLaw, Mechanism, Model, RigidError,
};

use super::USUAL_FRICTION;
use super::materials::Layers;
use super::parameters::*;
use super::surfaces::{self, Outlines, TIBIA};
use crate::Problem;
use crate::contact::{self, ElasticLaw, Setting};

/// Decay of the pulse [Machado2011, Eq. 2].
const PULSE_DECAY: f64 = 4.73;

/// Which entries of the lists a run takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choice {
    pub law: usize,
    pub geometry: usize,
    pub material: usize,
}

/// One run, ready.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub choice: Choice,
    /// Part of the machine names: `hertz_sphere_plane_healthy`.
    pub key: String,
    /// For readers: `Hertz, sphere–plane, healthy`.
    pub label: String,
    pub outlines: Outlines,
    pub layers: Layers,
    pub elastic: ElasticLaw,
    /// Of Hertz's law over one layer.
    pub patch: Option<EllipticHertz>,
    pub model: Model,
}

impl Choice {
    /// The runs that the lists ask for, in order.
    pub fn list(contact: &Contact) -> Vec<Self> {
        let [laws, geometries, materials] = [contact.laws.len(), contact.geometries.len(), contact.materials.len()];
        let reference = Self { law: 0, geometry: 0, material: 0 };
        match contact.combine {
            Combine::OneAtATime => std::iter::once(reference)
                .chain((1..laws).map(|law| Self { law, ..reference }))
                .chain((1..geometries).map(|geometry| Self { geometry, ..reference }))
                .chain((1..materials).map(|material| Self { material, ..reference }))
                .collect(),
            Combine::All => (0..laws * geometries * materials)
                .map(|i| Self {
                    law: i / (geometries * materials),
                    geometry: i / materials % geometries,
                    material: i % materials,
                })
                .collect(),
        }
    }
}

impl Case {
    pub fn new(parameters: &Parameters, choice: Choice) -> Result<Self, Vec<Problem>> {
        let contact = &parameters.contact;
        let (law, geometry) = (&contact.laws[choice.law], contact.geometries[choice.geometry]);
        let material = &contact.materials[choice.material];
        let layers = material.layers().ok_or_else(|| {
            vec![Problem::new(
                format!("contact.materials.{}", choice.material),
                "this knee is not known",
                "`synovia list` names the knees of Table 3",
            )]
        })?;
        let refused = |path: &str, error: RigidError| {
            vec![Problem::new(path, error.to_string(), "check the numbers of this table")]
        };
        let outlines = surfaces::place(parameters, geometry).map_err(|error| refused("surfaces", error))?;
        if !(outlines.radius > 0.0 && outlines.radius.is_finite()) {
            return Err(vec![Problem::new(
                "surfaces",
                format!(
                    "{}: the plateau hugs the condyle, their effective radius is {} m",
                    geometry.label(),
                    outlines.radius
                ),
                "a concave plateau needs a larger radius than the condyle",
            )]);
        }
        let setting = Setting {
            outlines: surfaces::outlines(parameters, geometry),
            relative_radius: Some(outlines.radius),
            materials: layers.surface.map(Some),
            beneath: layers.beneath,
            usual_friction: Some(USUAL_FRICTION),
        };
        let elastic = law.elastic();
        let patch = contact::hertz_patch(&elastic, &setting);
        let built = contact::build(&elastic, &law.dissipation(contact), &parameters.friction, &setting)
            .map_err(|found| found.into_iter().map(|problem| locate(choice.law, problem)).collect::<Vec<_>>())?;
        let model = Model::new(&mechanism(parameters, &outlines, built)).map_err(|error| refused("surfaces", error))?;
        let key = [law.name(), geometry.name(), material.name()].join("_").replace('-', "_");
        let label = [law.label(), geometry.label(), material.label()].join(", ");
        Ok(Self { choice, key, label, outlines, layers, elastic, patch, model })
    }

    /// K of Hertz's law at the surface, in N/m^{3/2}.
    pub fn stiffness(&self) -> f64 {
        Hertz { radius: self.outlines.radius, modulus: self.layers.modulus() }.stiffness()
    }

    /// K of the second layer.
    pub fn stiffness_beneath(&self) -> Option<f64> {
        let modulus = self.layers.modulus_beneath()?;
        Some(Hertz { radius: self.outlines.radius, modulus }.stiffness())
    }
}

/// A problem of a law at its place in the lists.
pub(super) fn locate(law: usize, problem: Problem) -> Problem {
    if problem.path.starts_with("friction") {
        return problem;
    }
    let below = problem.path.strip_prefix("law.").map_or(problem.path.clone(), |path| format!("elastic.{path}"));
    Problem { path: format!("contact.laws.{law}.{below}"), ..problem }
}

fn mechanism(parameters: &Parameters, outlines: &Outlines, built: contact::Built) -> Mechanism {
    let (size, direction) = (parameters.gravity.acceleration.si(), parameters.gravity.direction.si());
    let mut contact = surfaces::contact(outlines.condyle.clone(), outlines.plateau.clone(), built.law);
    (contact.loss, contact.friction) = (built.loss, built.friction);
    let mut forces: Vec<Force> = parameters.ligaments.iter().map(ligament).collect();
    forces.push(pulse(parameters));
    Mechanism {
        gravity: [size * direction.cos(), size * direction.sin()],
        bodies: vec![surfaces::start(parameters)],
        forces,
        contacts: vec![contact],
        ..Mechanism::default()
    }
}

fn ligament(ligament: &Ligament) -> Force {
    let law = LigamentLaw::Quadratic { stiffness: ligament.stiffness.si(), slack_length: ligament.length.si() };
    let kind = ForceKind::Ligament {
        first: Attachment::new(GROUND, ligament.femur.map(|l| l.si())),
        second: Attachment::new(TIBIA, ligament.tibia.map(|l| l.si())),
        law,
    };
    Force { name: ligament.name.clone(), kind }
}

fn pulse(parameters: &Parameters) -> Force {
    let Pulse { amplitude, duration, direction, turns_with_tibia } = parameters.pulse;
    let start = std::f64::consts::FRAC_PI_2 - parameters.tibia.flexion.si();
    let (axes, angle) =
        if turns_with_tibia { (Axes::Body, direction.si()) } else { (Axes::Global, direction.si() + start) };
    let along =
        |share: f64| Function::Pulse { amplitude: share * amplitude.si(), duration: duration.si(), decay: PULSE_DECAY };
    let kind = ForceKind::Load {
        at: Attachment::new(TIBIA, [0.0, 0.0]),
        x: along(angle.cos()),
        y: along(angle.sin()),
        axes,
        moving_point: None,
    };
    Force { name: "pulse".into(), kind }
}

impl Geometry {
    /// The name used in study files.
    pub fn name(self) -> &'static str {
        match self {
            Self::SpherePlane => "sphere-plane",
            Self::ConvexConvex => "convex-convex",
            Self::ConvexConcave => "convex-concave",
            Self::Profiles => "profiles",
        }
    }

    /// What a reader calls it.
    pub fn label(self) -> &'static str {
        match self {
            Self::SpherePlane => "sphere–plane",
            Self::ConvexConvex => "convex–convex",
            Self::ConvexConcave => "convex–concave",
            Self::Profiles => "profiles",
        }
    }
}
