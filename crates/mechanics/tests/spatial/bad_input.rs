//! Descriptions that make no sense are refused with the name of what is wrong.

use mechanics::rigid::spatial::{
    Attachment, Body, Coordinate, Drive, Force, ForceKind, Mechanism, Model, Movement, Sequence,
};
use mechanics::rigid::{Axes, Function, GROUND, LigamentLaw};

fn refused(mechanism: &Mechanism) -> String {
    let error = Model::new(mechanism).expect_err("this makes no sense");
    format!("{error}; {}", error.hint().unwrap_or_default())
}

#[test]
fn bodies_that_cannot_be_are_named() {
    let with = |change: fn(&mut Body)| {
        let mut body = Body::new("femur", 1.0);
        change(&mut body);
        refused(&Mechanism { bodies: vec![body], ..Mechanism::default() })
    };
    assert!(with(|b| b.mass = 0.0).contains("mass of body `femur` is 0"));
    assert!(with(|b| b.inertia[1][1] = -1.0).contains("moment of inertia"));
    assert!(with(|b| b.centre_of_mass[0] = f64::NAN).contains("centre of mass"));
    assert!(with(|b| b.name = GROUND.into()).contains("name `ground`"));
    assert!(
        with(|b| b.movement =
            Movement::Free { position: [0.0; 3], orientation: [0.0; 4], velocity: [0.0; 3], spin: [0.0; 3] })
        .contains("orientation")
    );
    assert!(
        with(|b| {
            let mut drives = [0.0; 6].map(|start| Drive::Free { start, speed: 0.0 });
            drives[0] = Drive::Prescribed(Function::Spline { at: vec![0.0, 0.0], values: vec![1.0, 2.0] });
            b.movement = Movement::Guided { sequence: Sequence::YXZ, drives };
        })
        .contains("function of `femur`")
    );
}

#[test]
fn forces_that_cannot_be_are_named() {
    let with = |kind: ForceKind| {
        let force = Force { name: "thing".into(), kind };
        refused(&Mechanism { bodies: vec![Body::new("femur", 1.0)], forces: vec![force], ..Mechanism::default() })
    };
    let at = |body: &str| Attachment::new(body, [0.0; 3]);
    let zero = || [0.0; 3].map(Function::Constant);
    assert!(with(ForceKind::Load { at: at("tibia"), force: zero(), axes: Axes::Global }).contains("known are femur"));
    let law = LigamentLaw::Toe { stiffness: 1.0, slack_length: 0.0, toe_strain: 0.03 };
    assert!(with(ForceKind::Ligament { first: at("femur"), second: at(GROUND), law }).contains("slack length"));
    let law = LigamentLaw::Quadratic { stiffness: 1.0, slack_length: 0.1 };
    assert!(with(ForceKind::Ligament { first: at("femur"), second: at("femur"), law }).contains("both ends"));
    let actuator =
        ForceKind::Actuator { body: "femur".into(), coordinate: Coordinate::Superior, force: Function::Constant(1.0) };
    assert!(with(actuator).contains("guided"));
    let spring =
        ForceKind::Spring { first: at("femur"), second: at(GROUND), stiffness: -1.0, length: 0.1, damping: 0.0 };
    assert!(with(spring).contains("stiffness"));
}
