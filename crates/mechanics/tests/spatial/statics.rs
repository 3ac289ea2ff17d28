//! Places of rest against closed forms.

use mechanics::contact::surfaces::Push;
use mechanics::contact::{ConformalSphere, Foundation};
use mechanics::rigid::spatial::{
    Attachment, Body, Contact, Coordinate, Drive, EquilibriumSettings, Force, ForceKind, Mechanism, Model, Movement,
    Scratch, Sequence,
};
use mechanics::rigid::{Axes, Function, GROUND, LigamentLaw, RigidError};
use nalgebra::Vector3;

use crate::{BALL, CUP, STIFFNESS, hip};

fn constant(force: [f64; 3]) -> [Function; 3] {
    force.map(Function::Constant)
}

fn load(body: &str, force: [f64; 3]) -> Force {
    let kind = ForceKind::Load { at: Attachment::new(body, [0.0; 3]), force: constant(force), axes: Axes::Global };
    Force { name: format!("load on {body}"), kind }
}

/// A ball in a cup, loaded at an angle: the eccentricity lies along the load and has the size of Eq. 25 of [Askari2018].
#[test]
fn a_ball_rests_in_its_cup_where_the_closed_form_says() {
    let size = 900.0;
    let sphere = ConformalSphere {
        ball_radius: BALL,
        socket_radius: CUP,
        foundation: Foundation::in_series([STIFFNESS]).unwrap(),
    };
    let depth = sphere.solve_indentation(size).unwrap();
    let direction = Vector3::new(0.2, -0.95, 0.1).normalize();
    let mut drives = [0.0; 6].map(|value| Drive::Prescribed(Function::Constant(value)));
    drives[3..].fill(Drive::Free { start: 0.0, speed: 0.0 });
    let mut errors = Vec::new();
    for spacing in [1e-3, 0.5e-3] {
        let contact = Contact::new("hip", GROUND, "ball", hip(Push::OwnNormal, spacing, |_| ()));
        let movement = Movement::Guided { sequence: Sequence::YXZ, drives: drives.clone() };
        let ball = Body { movement, ..Body::new("ball", 0.1) };
        let mechanism = Mechanism {
            bodies: vec![ball],
            forces: vec![load("ball", (direction * size).into())],
            contacts: vec![contact],
            ..Mechanism::default()
        };
        let model = Model::new(&mechanism).unwrap();
        let mut scratch = Scratch::new(&model);
        let settings = EquilibriumSettings::default();
        let (state, steps) = model.solve_equilibrium(&model.described_state(0.0), &settings, &mut scratch).unwrap();
        assert!(steps < 60, "{steps}");
        let at = state.placement(0).position;
        errors.push(((at.norm() - (CUP - BALL)) / depth - 1.0).abs());
        assert!((at.normalize() - direction).amax() < 2e-3, "{at}");
    }
    // One thousandth with a spacing of 0.5 mm, as the force itself.
    assert!(errors[1] < 1e-3, "{errors:?}");
}

/// A weight on a ligament of Blankevoort's law hangs where k (ε − ε₁) = m g; at rest it hangs straight down.
#[test]
fn a_weight_on_a_ligament_hangs_at_its_exact_length() {
    let (mass, gravity, stiffness, slack, toe) = (8.0, 9.81, 2000.0, 0.04, 0.03);
    let law = LigamentLaw::Toe { stiffness, slack_length: slack, toe_strain: toe };
    let strain = mass * gravity / stiffness + toe;
    assert!(strain > 2.0 * toe, "in the linear region");
    let kind = ForceKind::Ligament {
        first: Attachment::new(GROUND, [0.0; 3]),
        second: Attachment::new("weight", [0.0, 0.02, 0.0]),
        law,
    };
    let movement = Movement::Free {
        position: [0.01, -0.05, -0.02],
        orientation: [1.0, 0.1, 0.2, -0.1],
        velocity: [0.0; 3],
        spin: [0.0; 3],
    };
    let mechanism = Mechanism {
        gravity: [0.0, -gravity, 0.0],
        bodies: vec![Body { movement, ..Body::new("weight", mass) }],
        forces: vec![Force { name: "fibre".into(), kind }],
        ..Mechanism::default()
    };
    let model = Model::new(&mechanism).unwrap();
    let mut scratch = Scratch::new(&model);
    let (state, _) =
        model.solve_equilibrium(&model.described_state(0.0), &EquilibriumSettings::default(), &mut scratch).unwrap();
    let place = state.placement(0);
    let expected = Vector3::new(0.0, -(slack * (1.0 + strain) + 0.02), 0.0);
    assert!((place.position - expected).amax() < 1e-8, "{}", place.position);
    assert!((model.effort("fibre", &state).unwrap() - mass * gravity).abs() < 1e-5);
}

/// Two bodies on springs in a row: each spring carries what hangs below it.
#[test]
fn restraints_actuators_and_springs_between_two_bodies_balance() {
    let drives = || {
        let mut drives = [0.0; 6].map(|value| Drive::Prescribed(Function::Constant(value)));
        drives[Coordinate::Superior as usize] = Drive::Free { start: 0.0, speed: 0.0 };
        drives[Coordinate::Rotation as usize] = Drive::Free { start: 0.0, speed: 0.0 };
        drives
    };
    let body = |name: &str| Body {
        movement: Movement::Guided { sequence: Sequence::YXZ, drives: drives() },
        ..Body::new(name, 1.0)
    };
    let restraint = |body: &str, coordinate, stiffness| Force {
        name: format!("restraint of {body} {coordinate:?}"),
        kind: ForceKind::Restraint { body: body.into(), coordinate, stiffness, rest: 0.0, damping: 1.0 },
    };
    let spring = ForceKind::Spring {
        first: Attachment::new("upper", [0.0; 3]),
        second: Attachment::new("lower", [0.0, -0.1, 0.0]),
        stiffness: 500.0,
        length: 0.1,
        damping: 2.0,
    };
    let torque =
        ForceKind::Actuator { body: "lower".into(), coordinate: Coordinate::Rotation, force: Function::Constant(3.0) };
    let mechanism = Mechanism {
        bodies: vec![body("upper"), body("lower")],
        forces: vec![
            restraint("upper", Coordinate::Superior, 1000.0),
            restraint("upper", Coordinate::Rotation, 10.0),
            restraint("lower", Coordinate::Rotation, 20.0),
            Force { name: "spring".into(), kind: spring },
            Force { name: "torque".into(), kind: torque },
            load("lower", [0.0, -50.0, 0.0]),
        ],
        ..Mechanism::default()
    };
    let model = Model::new(&mechanism).unwrap();
    let mut scratch = Scratch::new(&model);
    let (state, _) =
        model.solve_equilibrium(&model.described_state(0.0), &EquilibriumSettings::default(), &mut scratch).unwrap();
    let upper = model.coordinates(0, &state).unwrap();
    let lower = model.coordinates(1, &state).unwrap();
    assert!((upper[4][0] + 50.0 / 1000.0).abs() < 1e-9, "{upper:?}");
    assert!((lower[4][0] - (upper[4][0] - 50.0 / 500.0)).abs() < 1e-9, "{lower:?}");
    assert!((lower[2][0] - 3.0 / 20.0).abs() < 1e-9, "{lower:?}");
    let held = model.holding_forces(1, &state, &mut scratch);
    assert!(held.iter().all(|force| force.abs() < 1e-6), "nothing pushes sideways: {held:?}");
}

#[test]
fn a_body_that_nothing_supports_is_named() {
    let mechanism =
        Mechanism { gravity: [0.0, -9.81, 0.0], bodies: vec![Body::new("stone", 1.0)], ..Mechanism::default() };
    let model = Model::new(&mechanism).unwrap();
    let mut scratch = Scratch::new(&model);
    let found = model.solve_equilibrium(&model.described_state(0.0), &EquilibriumSettings::default(), &mut scratch);
    let Err(RigidError::NoEquilibrium { residual, body, .. }) = found else { panic!("{found:?}") };
    assert!((residual - 9.81).abs() < 1e-9 && body == "stone");
}
