//! One run of a comparison: a law, a geometry and a material, as a mechanism.

use mechanics::contact::{EllipticHertz, Hertz};
use mechanics::rigid::{self, Attachment, Axes, Force, ForceKind, Frame, Function, Mechanism, Model, RigidError};

use super::USUAL_FRICTION;
use super::materials::Layers;
use super::parameters::*;
use super::surfaces::{self, Outlines, TIBIA};
use crate::Problem;
use crate::contact::{self, ElasticLaw, Outline, Setting};

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
    /// Outlines and patch of the second compartment, where there are two.
    pub lateral: Option<(Outlines, Option<EllipticHertz>)>,
    /// Patch of the patella.
    pub kneecap: Option<EllipticHertz>,
    pub layers: Layers,
    pub elastic: ElasticLaw,
    /// Of Hertz's law over one layer.
    pub patch: Option<EllipticHertz>,
    pub model: Model,
    pub layout: Layout,
}

/// Where the parts of a knee are in its mechanism.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Layout {
    /// Forces that are ligaments: the first ones.
    pub ligaments: usize,
    /// The contact of the second compartment.
    pub lateral: Option<usize>,
    pub patella: Option<Kneecap>,
}

/// Where the parts of a patella are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Kneecap {
    pub body: usize,
    pub contact: usize,
    /// Its tendon, among the forces.
    pub tendon: usize,
    pub parameters: Patella,
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
            let hint = error.hint().unwrap_or_else(|| "check the numbers of this table".into());
            vec![Problem::new(path, error.to_string(), hint)]
        };
        let (first, second) = match geometry {
            Geometry::TwoCondyles => (Geometry::ConvexConcave, Some(Geometry::ConvexConvex)),
            one => (one, None),
        };
        let elastic = law.elastic();
        let side = |geometry: Geometry| -> Result<(Outlines, Setting, contact::Built), Vec<Problem>> {
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
                sticks: false,
            };
            let built = build(parameters, choice.law, &setting)?;
            Ok((outlines, setting, built))
        };
        let (outlines, setting, built) = side(first)?;
        let patch = contact::hertz_patch(&elastic, &setting);
        let mut parts = Parts::new(parameters, &outlines, built);
        let lateral = match second {
            Some(geometry) => {
                let (outlines, setting, built) = side(geometry)?;
                parts.add_lateral(&outlines, built);
                Some((outlines, contact::hertz_patch(&elastic, &setting)))
            }
            None => None,
        };
        let mut kneecap = None;
        if let Some(patella) = &parameters.patella {
            let setting = Setting {
                outlines: [Outline::Ball(patella.groove_radius.si()), Outline::Flat],
                relative_radius: None,
                materials: layers.surface.map(Some),
                beneath: layers.beneath,
                usual_friction: Some(USUAL_FRICTION),
                sticks: false,
            };
            let built = build(parameters, choice.law, &setting)?;
            parts.add_patella(parameters, patella, built).map_err(|error| refused("patella", error))?;
            kneecap = contact::hertz_patch(&elastic, &setting);
        }
        let model = Model::new(&parts.mechanism).map_err(|error| refused("surfaces", error))?;
        let key = [law.name(), geometry.name(), material.name()].join("_").replace('-', "_");
        let label = [law.label(), geometry.label(), material.label()].join(", ");
        Ok(Self { choice, key, label, outlines, lateral, kneecap, layers, elastic, patch, model, layout: parts.layout })
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

/// The contact of a law with the numbers of a run, or what is wrong with it.
fn build(parameters: &Parameters, law: usize, setting: &Setting) -> Result<contact::Built, Vec<Problem>> {
    let chosen = &parameters.contact.laws[law];
    contact::build(&chosen.elastic(), &chosen.dissipation(&parameters.contact), &parameters.friction, setting)
        .map_err(|found| found.into_iter().map(|problem| locate(law, problem)).collect())
}

/// A mechanism that is being put together.
struct Parts {
    mechanism: Mechanism,
    layout: Layout,
}

impl Parts {
    /// Tibia, ligaments, pulse, and one contact.
    fn new(parameters: &Parameters, outlines: &Outlines, built: contact::Built) -> Self {
        let (size, direction) = (parameters.gravity.acceleration.si(), parameters.gravity.direction.si());
        let mut forces: Vec<Force> = parameters.ligaments.iter().map(Ligament::force).collect();
        let layout = Layout { ligaments: forces.len(), lateral: None, patella: None };
        forces.push(pulse(parameters));
        let mechanism = Mechanism {
            gravity: [size * direction.cos(), size * direction.sin()],
            bodies: vec![surfaces::start(parameters)],
            forces,
            contacts: vec![fill(
                surfaces::contact(outlines.condyle.clone(), outlines.plateau.clone(), built.law.clone()),
                built,
            )],
            ..Mechanism::default()
        };
        Self { mechanism, layout }
    }

    fn add_lateral(&mut self, outlines: &Outlines, built: contact::Built) {
        let law = built.law.clone();
        let contact = fill(surfaces::contact(outlines.condyle.clone(), outlines.plateau.clone(), law), built);
        self.layout.lateral = Some(self.mechanism.contacts.len());
        self.mechanism.contacts.push(rigid::Contact { name: surfaces::LATERAL.into(), ..contact });
    }

    fn add_patella(
        &mut self,
        parameters: &Parameters,
        patella: &Patella,
        built: contact::Built,
    ) -> Result<(), RigidError> {
        let tibia = surfaces::start(parameters);
        let frame = Frame::new(&[tibia.position[0], tibia.position[1], tibia.angle], &[0.0; 3]);
        let body = patella.settle(&frame, built.law.clone(), self.mechanism.gravity)?;
        self.layout.patella = Some(Kneecap {
            body: self.mechanism.bodies.len(),
            contact: self.mechanism.contacts.len(),
            tendon: self.mechanism.forces.len(),
            parameters: *patella,
        });
        self.mechanism.bodies.push(body);
        self.mechanism.forces.extend(patella.pulls(patella.tuberosity()));
        self.mechanism.contacts.push(fill(patella.contact(built.law.clone()), built));
        Ok(())
    }
}

/// A contact with its loss and friction.
fn fill(contact: rigid::Contact, built: contact::Built) -> rigid::Contact {
    rigid::Contact { loss: built.loss, friction: built.friction, ..contact }
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
            Self::TwoCondyles => "two-condyles",
        }
    }

    /// What a reader calls it.
    pub fn label(self) -> &'static str {
        match self {
            Self::SpherePlane => "sphere–plane",
            Self::ConvexConvex => "convex–convex",
            Self::ConvexConcave => "convex–concave",
            Self::Profiles => "profiles",
            Self::TwoCondyles => "two condyles",
        }
    }
}
