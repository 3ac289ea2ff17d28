//! Places of rest.

use crate::contacts::{ball_on, floor};
use crate::mechanisms::{GRAVITY, body, pendulum, slider_crank};
use mechanics::rigid::{
    Attachment, Force, ForceKind, Function, GROUND, LigamentLaw, Mechanism, Model, RigidError, Shape,
};

#[test]
fn a_pendulum_rests_hanging() {
    let model = Model::new(&pendulum(2.0, 1.0, 0.8)).unwrap();
    let state = model.solve_equilibrium(0.0).unwrap();
    assert!(state.frame(0).angle.abs() < 1e-8, "{}", state.frame(0).angle);
}

#[test]
fn a_ball_sinks_into_its_seat_by_the_hertzian_depth() {
    for shape in [floor(), Shape::Socket { centre: [0.0, 0.2], radius: 0.2 }] {
        let mut mechanism = ball_on(shape, 0.5, [0.001, 0.0305], [0.0, 0.0]);
        mechanism.gravity = [0.0, -GRAVITY];
        let model = Model::new(&mechanism).unwrap();
        let state = model.solve_equilibrium(0.0).unwrap();
        let depth = 0.03 - state.frame(0).position.y;
        let expected = (0.5 * GRAVITY / 1e8f64).powf(2.0 / 3.0);
        assert!((depth / expected - 1.0).abs() < 1e-6, "{depth:e} {expected:e}");
    }
}

#[test]
fn a_weight_on_two_ligaments_hangs_where_their_pulls_balance_it() {
    let law = LigamentLaw::Quadratic { stiffness: 2e6, slack_length: 0.05 };
    let fibre = |name: &str, x: f64| Force {
        name: name.into(),
        kind: ForceKind::Ligament {
            first: Attachment::new(GROUND, [x, 0.0]),
            second: Attachment::new("weight", [0.0, 0.0]),
            law,
        },
    };
    let mechanism = Mechanism {
        gravity: [0.0, -GRAVITY],
        bodies: vec![body("weight", 1.0, 0.01, [0.003, -0.05, 0.0])],
        forces: vec![fibre("left", -0.03), fibre("right", 0.03)],
        ..Mechanism::default()
    };
    let model = Model::new(&mechanism).unwrap();
    let state = model.solve_equilibrium(0.0).unwrap();
    let p = state.frame(0).position;
    let length = p.y.hypot(0.03);
    assert!(p.x.abs() < 1e-9);
    assert!((2.0 * law.force(length) * -p.y / length - GRAVITY).abs() < 1e-8, "{p}");
    let tensions = model.tensions(&state);
    assert!((tensions[0] - tensions[1]).abs() < 1e-6 && tensions[0] > 5.0);
}

/// Virtual work: the moment on the crank is the force on the slider times dx/dθ.
#[test]
fn a_slider_crank_balances_a_force_with_a_moment() {
    let mut mechanism = slider_crank();
    mechanism.gravity = [0.0, 0.0];
    let load = ForceKind::Load {
        at: Attachment::new("slider", [0.0, 0.0]),
        x: Function::Constant(-100.0),
        y: Function::Constant(0.0),
        axes: mechanics::rigid::Axes::Global,
        moving_point: None,
    };
    let spring = ForceKind::TorsionSpring {
        first: GROUND.into(),
        second: "crank".into(),
        stiffness: 50.0,
        angle: 0.2,
        damping: 0.0,
    };
    mechanism.forces = vec![Force { name: "gas".into(), kind: load }, Force { name: "coil".into(), kind: spring }];
    let model = Model::new(&mechanism).unwrap();
    let state = model.solve_equilibrium(0.0).unwrap();
    let theta = state.frame(0).angle;
    let (s, c) = theta.sin_cos();
    let lever = -0.2 * s - 0.04 * s * c / (0.25f64 - 0.04 * s * s).sqrt();
    assert!((-100.0 * lever - 50.0 * (theta - 0.2)).abs() < 1e-6, "{theta}");
}

#[test]
fn what_nothing_supports_has_no_equilibrium() {
    let mechanism = Mechanism {
        gravity: [0.0, -GRAVITY],
        bodies: vec![body("stone", 1.0, 0.01, [0.0, 0.0, 0.0])],
        ..Mechanism::default()
    };
    let error = Model::new(&mechanism).unwrap().solve_equilibrium(0.0).unwrap_err();
    assert!(matches!(&error, RigidError::NoEquilibrium { body, .. } if body == "stone"), "{error}");
}

/// Springs alone, ligaments alone, a load alone: what acts sets the scale, not a weight that is not there.
#[test]
fn equilibrium_needs_no_gravity() {
    let spring = |name: &str, x: f64, length: f64| Force {
        name: name.into(),
        kind: ForceKind::Spring {
            first: Attachment::new(GROUND, [x, 0.0]),
            second: Attachment::new("block", [0.0, 0.0]),
            stiffness: 1000.0,
            length,
            damping: 0.0,
        },
    };
    let block = || body("block", 1.0, 0.01, [0.03, 0.02, 0.0]);
    // Both springs pull: midway, with 1000 · (0.2 − 0.1) N each.
    let mechanism = Mechanism {
        bodies: vec![block()],
        forces: vec![spring("left", -0.2, 0.1), spring("right", 0.2, 0.1)],
        ..Mechanism::default()
    };
    let model = Model::new(&mechanism).unwrap();
    let state = model.solve_equilibrium(0.0).unwrap();
    assert!(state.frame(0).position.norm() < 1e-9, "{}", state.frame(0).position);
    assert!((model.tensions(&state)[0] - 100.0).abs() < 1e-6);
    // One spring: at rest nothing acts at all.
    let mechanism =
        Mechanism { bodies: vec![block()], forces: vec![spring("only", -0.2, 0.1)], ..Mechanism::default() };
    let model = Model::new(&mechanism).unwrap();
    let state = model.solve_equilibrium(0.0).unwrap();
    assert!(((state.frame(0).position - nalgebra::Vector2::new(-0.2, 0.0)).norm() - 0.1).abs() < 1e-9);
    // It may start there.
    let mut there = mechanism.clone();
    (there.bodies[0].position, there.forces) = ([-0.1 + 1e-16, 0.0], vec![spring("only", -0.2, 0.1)]);
    Model::new(&there).unwrap().solve_equilibrium(0.0).unwrap();
    // A ball pressed into a floor by 5 N: (F/K)^(2/3).
    let mut pressed = ball_on(floor(), 0.5, [0.0, 0.03], [0.0, 0.0]);
    let kind = ForceKind::Load {
        at: Attachment::new("ball", [0.0, 0.0]),
        x: Function::Constant(0.0),
        y: Function::Constant(-5.0),
        axes: mechanics::rigid::Axes::Global,
        moving_point: None,
    };
    pressed.forces.push(Force { name: "press".into(), kind });
    let state = Model::new(&pressed).unwrap().solve_equilibrium(0.0).unwrap();
    let expected = (5.0 / 1e8f64).powf(2.0 / 3.0);
    assert!(((0.03 - state.frame(0).position.y) / expected - 1.0).abs() < 1e-6);
}
