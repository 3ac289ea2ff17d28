//! What drives the femoral component, as a mechanism in space: the insert is the ground.

use std::sync::Arc;

use mechanics::contact::surfaces::SurfacePair;
use mechanics::rigid::spatial::{
    Attachment, Body, Contact, Coordinate, Drive, Force, ForceKind, Mechanism, Model, Movement, Sequence,
};
use mechanics::rigid::{Axes, Function, GROUND, RigidError};

use super::Replacement;
use super::ligament::{self, Fibre};
use super::parameters::{Adjust, Experiment, FlexionFrom};

/// The body that moves.
pub(super) const FEMORAL: &str = "femoral component";

/// The insert, where it turns on its tray.
pub(super) const INSERT: &str = "insert";

/// What a rotating platform does.
#[derive(Debug, Clone, Copy)]
pub(super) enum Turn {
    /// It stays at an angle.
    Held(f64),
    /// It turns from an angle, at a speed for which friction is asked, under a moment of the tray.
    Slips {
        /// Where a search begins, in rad.
        from: f64,
        /// In rad/s.
        speed: f64,
        /// In N·m.
        moment: f64,
    },
}

impl Turn {
    /// In rad/s.
    pub fn speed(self) -> f64 {
        match self {
            Self::Held(_) => 0.0,
            Self::Slips { speed, .. } => speed,
        }
    }
}

/// What sets a mechanism apart from the others of the same replacement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Options {
    /// Coordinates at which the restraints are at rest. Without them there are no restraints, no ligaments, and no anterior
    /// force or torque either.
    pub rest: Option<[f64; 6]>,
    /// Mass of the moving body, in kg.
    pub mass: f64,
    /// Share of the critical damping of the restraints.
    pub damping_ratio: f64,
    /// Share of all loads that acts.
    pub load: f64,
    /// A rotating platform; where there is one, it is held where it is level when not said.
    pub platform: Option<Turn>,
}

impl Options {
    /// Without motion, whose mass is then of no account.
    pub fn still(rest: Option<[f64; 6]>) -> Self {
        Self { rest, mass: 1.0, damping_ratio: 0.0, load: 1.0, platform: None }
    }
}

/// Builds the mechanism of the experiment.
pub(super) fn build(knee: &Replacement, options: &Options) -> Result<Model, RigidError> {
    build_on(knee, options, knee.pair.clone())
}

/// The same with another contact between the parts.
pub(super) fn build_on(knee: &Replacement, options: &Options, pair: Arc<SurfacePair>) -> Result<Model, RigidError> {
    build_with(knee, options, touch(pair))
}

/// The same with the surrogate of the contact, if there is one.
pub(super) fn build_by_surrogate(knee: &Replacement, options: &Options) -> Result<Model, RigidError> {
    let surrogate = knee.surrogate.clone();
    build_with(knee, options, Contact { surrogate, ..touch(knee.pair.clone()) })
}

fn touch(pair: Arc<SurfacePair>) -> Contact {
    Contact::new("knee", GROUND, FEMORAL, pair)
}

fn build_with(knee: &Replacement, options: &Options, contact: Contact) -> Result<Model, RigidError> {
    let cycle = &knee.cycle;
    let prescribed = |k: usize| Drive::Prescribed(cycle.coordinates[k].clone());
    let start = |k: usize| match cycle.coordinates[k].compile() {
        Ok(curve) => Ok(Drive::Free { start: curve.value(0.0), speed: 0.0 }),
        Err(source) => Err(RigidError::BadFunction { element: Coordinate::ALL[k].name().into(), source }),
    };
    let mut drives: [Drive; 6] = std::array::from_fn(prescribed);
    let mut forces = Vec::new();
    match &knee.parameters.experiment {
        Experiment::MeasuredPose(case) => {
            drives[Coordinate::Superior as usize] = start(4)?;
            if case.adjust == Adjust::SuperiorAndAdduction {
                drives[Coordinate::Adduction as usize] = start(1)?;
            }
        }
        Experiment::LoadDriven(case) => {
            for coordinate in &Coordinate::ALL[1..] {
                drives[*coordinate as usize] = start(*coordinate as usize)?;
            }
            if let (FlexionFrom::Load, Some(flexion)) = (case.flexion, &cycle.flexion) {
                drives[Coordinate::Flexion as usize] = Drive::Prescribed(flexion.clone());
            }
            if let Some(rest) = options.rest {
                let stiffness = [case.anterior_stiffness.si(), case.rotation_stiffness.si()];
                let inertia = [options.mass, options.mass * RADIUS_OF_GYRATION.powi(2)];
                for (i, coordinate) in [Coordinate::Anterior, Coordinate::Rotation].into_iter().enumerate() {
                    let damping = 2.0 * options.damping_ratio * (stiffness[i] * inertia[i]).sqrt();
                    let (body, stiffness, rest) = (FEMORAL.into(), stiffness[i], rest[coordinate as usize]);
                    let kind = ForceKind::Restraint { body, coordinate, stiffness, rest, damping };
                    forces.push(Force { name: format!("restraint, {}", coordinate.name()), kind });
                    if case.anterior_force_and_torque {
                        // The waveform acts on the tibia; the femur feels the reverse.
                        let force = cycle.loads[1 + i].times(-options.load);
                        let kind = ForceKind::Actuator { body: FEMORAL.into(), coordinate, force };
                        forces.push(Force { name: format!("actuator, {}", coordinate.name()), kind });
                    }
                }
                forces.extend(ligament::stretch(&case.ligaments, &rest).iter().map(Fibre::force));
            }
        }
    }
    let zero = || Function::Constant(0.0);
    if let Some(moment) = &cycle.frontal {
        // Positive loads the medial side: about the anterior axis the femoral component is turned the other way.
        let moment = [moment.times(-options.load), zero(), zero()];
        let kind = ForceKind::Moment { body: FEMORAL.into(), moment, axes: Axes::Global };
        forces.push(Force { name: "frontal moment".into(), kind });
    }
    let axial = ForceKind::Load {
        at: Attachment::new(FEMORAL, [0.0, 0.0, -knee.load_medial()]),
        force: [zero(), cycle.loads[0].times(-options.load), zero()],
        axes: Axes::Global,
    };
    forces.push(Force { name: "axial force".into(), kind: axial });
    let i = options.mass * RADIUS_OF_GYRATION.powi(2);
    let body = Body {
        name: FEMORAL.into(),
        mass: options.mass,
        inertia: [[i, 0.0, 0.0], [0.0, i, 0.0], [0.0, 0.0, i]],
        centre_of_mass: [0.0; 3],
        movement: Movement::Guided { sequence: Sequence::YXZ, drives },
    };
    let (mut bodies, mut contacts) = (vec![body], vec![contact]);
    let mut base = GROUND;
    if super::platform::of(knee).is_some() {
        base = INSERT;
        contacts[0].base = INSERT.into();
        bodies.push(platform(options.platform.unwrap_or(Turn::Held(0.0)), &mut forces));
    }
    if let Some(post) = &knee.post {
        contacts.push(Contact::new("cam and post", base, FEMORAL, post.clone()));
    }
    Model::new(&Mechanism { gravity: [0.0; 3], bodies, forces, contacts })
}

/// The insert as a body that turns on its tray.
fn platform(turn: Turn, forces: &mut Vec<Force>) -> Body {
    let mut drives: [Drive; 6] = std::array::from_fn(|_| Drive::Prescribed(Function::Constant(0.0)));
    drives[Coordinate::Rotation as usize] = match turn {
        Turn::Held(angle) => Drive::Prescribed(Function::Constant(angle)),
        Turn::Slips { from, speed, moment } => {
            let force = Function::Constant(moment);
            let kind = ForceKind::Actuator { body: INSERT.into(), coordinate: Coordinate::Rotation, force };
            forces.push(Force { name: "friction of the tray".into(), kind });
            Drive::Free { start: from, speed }
        }
    };
    let i = RADIUS_OF_GYRATION.powi(2);
    Body {
        name: INSERT.into(),
        mass: 1.0,
        inertia: [[i, 0.0, 0.0], [0.0, i, 0.0], [0.0, 0.0, i]],
        centre_of_mass: [0.0; 3],
        movement: Movement::Guided { sequence: Sequence::YXZ, drives },
    }
}

/// Of the moving body, in m: about that of a femoral component.
const RADIUS_OF_GYRATION: f64 = 0.03;
