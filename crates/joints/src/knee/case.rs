//! One run of a comparison: a law, a geometry and a material, as a mechanism.

use std::sync::Arc;

use mechanics::contact::{DoubleLayer, Hertz, Hysteresis};
use mechanics::rigid::{
    Attachment, Axes, CustomLaw, ElasticLaw, Force, ForceKind, Friction as RigidFriction, Function, GROUND,
    LigamentLaw, Loss, Mechanism, Model,
};

use super::materials::Layers;
use super::parameters::*;
use super::surfaces::{self, Outlines, TIBIA};
use crate::Problem;

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
    pub fn new(parameters: &Parameters, choice: Choice) -> Result<Self, Problem> {
        let contact = &parameters.contact;
        let (law, geometry) = (contact.laws[choice.law], contact.geometries[choice.geometry]);
        let material = &contact.materials[choice.material];
        let layers = material.layers().ok_or_else(|| {
            Problem::new(
                format!("contact.materials.{}", choice.material),
                "this knee is not known",
                "`synovia list` names the knees of Table 3",
            )
        })?;
        let refused = |path: &str, error: mechanics::rigid::RigidError| {
            Problem::new(path, error.to_string(), "check the numbers of this table")
        };
        let outlines = surfaces::place(parameters, geometry).map_err(|error| refused("surfaces", error))?;
        if !(outlines.radius > 0.0 && outlines.radius.is_finite()) {
            return Err(Problem::new(
                "surfaces",
                format!(
                    "{}: the plateau hugs the condyle, their effective radius is {} m",
                    geometry.label(),
                    outlines.radius
                ),
                "a concave plateau needs a larger radius than the condyle",
            ));
        }
        let mechanism = mechanism(parameters, law, &outlines, layers);
        let model = Model::new(&mechanism).map_err(|error| refused("", error))?;
        let key = [law.name(), geometry.name(), material.name()].join("_").replace('-', "_");
        let label = [law.label(), geometry.label(), material.label()].join(", ");
        Ok(Self { choice, key, label, outlines, layers, model })
    }

    /// K of Hertz's law at the surface, in N/m^{3/2}.
    pub fn stiffness(&self) -> f64 {
        Hertz { radius: self.outlines.radius, modulus: self.layers.surface }.stiffness()
    }

    /// K of the second layer.
    pub fn stiffness_beneath(&self) -> Option<f64> {
        let modulus = self.layers.beneath?.1;
        Some(Hertz { radius: self.outlines.radius, modulus }.stiffness())
    }
}

fn mechanism(parameters: &Parameters, law: Law, outlines: &Outlines, layers: Layers) -> Mechanism {
    let (size, direction) = (parameters.gravity.acceleration.si(), parameters.gravity.direction.si());
    let mut contact = surfaces::contact(outlines.condyle.clone(), outlines.plateau.clone(), elastic(outlines, layers));
    contact.loss = loss(&parameters.contact, law);
    if let Friction::Coulomb(law) = parameters.friction {
        contact.friction = Some(RigidFriction::Coulomb {
            static_coefficient: law.static_coefficient,
            dynamic_coefficient: law.dynamic_coefficient,
            transition_speed: law.transition_speed.si(),
        });
    }
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

fn elastic(outlines: &Outlines, layers: Layers) -> ElasticLaw {
    let hertz = |modulus: f64| Hertz { radius: outlines.radius, modulus };
    match layers.beneath {
        None => ElasticLaw::Hertz { stiffness: hertz(layers.surface).stiffness() },
        Some((thickness, beneath)) => {
            let law = DoubleLayer { first: hertz(layers.surface), second: hertz(beneath), thickness };
            ElasticLaw::Custom(CustomLaw(Arc::new(law)))
        }
    }
}

fn loss(contact: &Contact, law: Law) -> Loss {
    let factor = match law {
        Law::Hertz => return Loss::None,
        Law::KelvinVoigt => return Loss::KelvinVoigt { coefficient: contact.damping.si() },
        Law::HuntCrossley => Hysteresis::HuntCrossley,
        Law::HerbertMcwhannell => Hysteresis::HerbertMcWhannell,
        Law::LeeWang => Hysteresis::LeeWang,
        Law::LankaraniNikravesh => Hysteresis::LankaraniNikravesh,
        Law::Gonthier => Hysteresis::Gonthier,
        Law::ZhiyingQishao => Hysteresis::ZhiyingQishao,
        Law::Flores => Hysteresis::Flores,
        Law::GharibHurmuzlu => Hysteresis::GharibHurmuzlu,
        Law::Exact => Hysteresis::Exact,
    };
    Loss::Hysteretic { factor, restitution: contact.restitution, least_speed: contact.slowest_impact.si() }
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

impl Law {
    /// The name used in study files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hertz => "hertz",
            Self::HuntCrossley => "hunt-crossley",
            Self::HerbertMcwhannell => "herbert-mcwhannell",
            Self::LeeWang => "lee-wang",
            Self::LankaraniNikravesh => "lankarani-nikravesh",
            Self::Gonthier => "gonthier",
            Self::ZhiyingQishao => "zhiying-qishao",
            Self::Flores => "flores",
            Self::GharibHurmuzlu => "gharib-hurmuzlu",
            Self::Exact => "exact",
            Self::KelvinVoigt => "kelvin-voigt",
        }
    }

    /// What a reader calls it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Hertz => "Hertz",
            Self::HuntCrossley => "Hunt–Crossley",
            Self::HerbertMcwhannell => "Herbert–McWhannell",
            Self::LeeWang => "Lee–Wang",
            Self::LankaraniNikravesh => "Lankarani–Nikravesh",
            Self::Gonthier => "Gonthier",
            Self::ZhiyingQishao => "Zhiying–Qishao",
            Self::Flores => "Flores",
            Self::GharibHurmuzlu => "Gharib–Hurmuzlu",
            Self::Exact => "exact restitution",
            Self::KelvinVoigt => "Kelvin–Voigt",
        }
    }

    /// Whether energy is lost in it.
    pub fn dissipates(self) -> bool {
        self != Self::Hertz
    }
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
