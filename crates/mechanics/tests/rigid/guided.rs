//! Kinematics and inverse dynamics against closed forms.

use crate::mechanisms::{CRANK, GRAVITY, ROD, body, pendulum, revolute, slider_crank};
use mechanics::rigid::{
    Attachment, Force, ForceKind, Function, GROUND, Guide, GuideKind, Mechanism, Model, RigidError, Scratch, State,
};
use std::f64::consts::FRAC_PI_4;

fn turn(body: &str, rate: f64, from: f64) -> Guide {
    let follows = Function::Polynomial(vec![from, rate]);
    let kind = GuideKind::Angle { of: body.into(), relative_to: GROUND.into(), follows };
    Guide { name: "motor".into(), kind }
}

fn times(count: u32, until: f64) -> Vec<f64> {
    (0..=count).map(|i| until * f64::from(i) / f64::from(count)).collect()
}

/// x = a cos θ + √(b² − a² sin² θ) and its derivatives, at θ = θ₀ + ω t.
fn slider(theta: f64, omega: f64) -> [f64; 3] {
    let (s, c) = theta.sin_cos();
    let root = (ROD * ROD - CRANK * CRANK * s * s).sqrt();
    let root_1 = -CRANK * CRANK * s * c / root;
    let root_2 = (-CRANK * CRANK * (c * c - s * s) - root_1 * root_1) / root;
    [CRANK * c + root, (-CRANK * s + root_1) * omega, (-CRANK * c + root_2) * omega * omega]
}

#[test]
fn a_slider_crank_moves_as_its_closed_form() {
    let omega = 30.0;
    let mechanism = Mechanism { guides: vec![turn("crank", omega, FRAC_PI_4)], ..slider_crank() };
    let model = Model::new(&mechanism).unwrap();
    let body = model.body("slider").unwrap();
    for instant in model.solve_guided_motion(&times(200, 0.3)).unwrap() {
        let [x, v, a] = slider(FRAC_PI_4 + omega * instant.state.time, omega);
        let frame = instant.state.frame(body);
        assert!((frame.position.x - x).abs() < 1e-12, "{} {x}", frame.position.x);
        assert!((frame.velocity.x - v).abs() < 1e-10, "{} {v}", frame.velocity.x);
        assert!((instant.accelerations[body][0] - a).abs() < 1e-8, "{} {a}", instant.accelerations[body][0]);
        assert!(frame.position.y.abs() < 1e-13 && frame.angle.abs() < 1e-13);
    }
}

#[test]
fn the_motor_of_a_slider_crank_delivers_the_change_of_energy() {
    let omega = 30.0;
    let mechanism = Mechanism { guides: vec![turn("crank", omega, FRAC_PI_4)], ..slider_crank() };
    let model = Model::new(&mechanism).unwrap();
    let h = 1e-5;
    for time in times(20, 0.2) {
        let around = model.solve_guided_motion(&[time - h, time, time + h]).unwrap();
        let energy = |state: &State| model.energy(state).total();
        let power = (energy(&around[2].state) - energy(&around[0].state)) / (2.0 * h);
        let moment = around[1].reactions.last().unwrap().moment;
        assert!((moment * omega - power).abs() < 1e-5 * power.abs().max(100.0), "{} {power}", moment * omega);
    }
}

/// The rocker angle of a four-bar linkage by the intersection of two circles.
fn rocker(theta: f64, [a, b, c, d]: [f64; 4]) -> f64 {
    let (x, y) = (a * theta.cos() - d, a * theta.sin());
    let diagonal = x.hypot(y);
    let corner = ((c * c + diagonal * diagonal - b * b) / (2.0 * c * diagonal)).acos();
    y.atan2(x) - corner
}

#[test]
fn a_four_bar_linkage_moves_as_its_closed_form() {
    let links @ [a, b, c, d] = [0.15, 0.45, 0.35, 0.5];
    let (omega, theta) = (8.0, 0.9f64);
    let psi = rocker(theta, links);
    let (pin, end) = ([a * theta.cos(), a * theta.sin()], [d + c * psi.cos(), c * psi.sin()]);
    let tilt = (end[1] - pin[1]).atan2(end[0] - pin[0]);
    let middle = |p: [f64; 2], q: [f64; 2], angle: f64| [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1]), angle];
    let mechanism = Mechanism {
        bodies: vec![
            body("crank", 1.0, 0.01, middle([0.0; 2], pin, theta)),
            body("coupler", 2.0, 0.03, middle(pin, end, tilt)),
            body("rocker", 1.5, 0.02, middle([d, 0.0], end, psi)),
        ],
        joints: vec![
            revolute("a", ("crank", [-0.5 * a, 0.0]), (GROUND, [0.0, 0.0])),
            revolute("b", ("crank", [0.5 * a, 0.0]), ("coupler", [-0.5 * b, 0.0])),
            revolute("c", ("coupler", [0.5 * b, 0.0]), ("rocker", [0.5 * c, 0.0])),
            revolute("d", ("rocker", [-0.5 * c, 0.0]), (GROUND, [d, 0.0])),
        ],
        guides: vec![turn("crank", omega, theta)],
        ..Mechanism::default()
    };
    let model = Model::new(&mechanism).unwrap();
    for instant in model.solve_guided_motion(&times(300, 1.0)).unwrap() {
        let at = |t: f64| rocker(theta + omega * t, links);
        let frame = instant.state.frame(2);
        let turns = (frame.angle - at(instant.state.time)) / std::f64::consts::TAU;
        assert!((turns - turns.round()).abs() < 1e-12, "{turns}");
        let h = 1e-5;
        let unwrap = |x: f64| x - (x / std::f64::consts::TAU).round() * std::f64::consts::TAU;
        let rate = unwrap(at(instant.state.time + h) - at(instant.state.time - h)) / (2.0 * h);
        assert!((frame.spin - rate).abs() < 1e-7 * omega, "{} {rate}", frame.spin);
    }
}

/// A point of mass on a guided circle path through a spline: the force is m a − m g.
#[test]
fn a_guided_point_needs_its_inertia_and_weight() {
    let sine = |phase: f64| Function::Sine { mean: 0.0, amplitude: 0.3, frequency: 5.0, phase };
    let point =
        GuideKind::Point { of: Attachment::new("bob", [0.0, 0.0]), x: sine(std::f64::consts::FRAC_PI_2), y: sine(0.0) };
    let still = GuideKind::Angle { of: "bob".into(), relative_to: GROUND.into(), follows: Function::Constant(0.0) };
    let mechanism = Mechanism {
        gravity: [0.0, -GRAVITY],
        bodies: vec![body("bob", 2.0, 0.1, [0.3, 0.0, 0.0])],
        guides: vec![Guide { name: "hand".into(), kind: point }, Guide { name: "wrist".into(), kind: still }],
        ..Mechanism::default()
    };
    let model = Model::new(&mechanism).unwrap();
    for instant in model.solve_guided_motion(&times(50, 1.0)).unwrap() {
        let (s, c) = (5.0 * instant.state.time).sin_cos();
        let force = instant.reactions[0].force;
        assert!(
            (force.x + 2.0 * 0.3 * 25.0 * c).abs() < 1e-12
                && (force.y - 2.0 * (GRAVITY - 0.3 * 25.0 * s)).abs() < 1e-12
        );
    }
}

/// A rod turned at constant speed: the pivot carries weight and centripetal force, the motor the moment of the weight.
#[test]
fn reactions_of_a_turned_rod_are_those_of_statics_and_centripetal_force() {
    let (mass, length, omega) = (2.0, 1.2, 4.0);
    let mechanism = Mechanism { guides: vec![turn("rod", omega, 0.3)], ..pendulum(mass, length, 0.3) };
    let model = Model::new(&mechanism).unwrap();
    for instant in model.solve_guided_motion(&times(30, 1.0)).unwrap() {
        let (s, c) = (0.3 + omega * instant.state.time).sin_cos();
        let pull = mass * omega * omega * 0.5 * length;
        let [pivot, motor] = [instant.reactions[0], instant.reactions[1]];
        assert!((pivot.force.x + pull * s).abs() < 1e-11, "{pivot:?}");
        assert!((pivot.force.y - mass * GRAVITY - pull * c).abs() < 1e-11, "{pivot:?}");
        assert!((motor.moment - mass * GRAVITY * 0.5 * length * s).abs() < 1e-11, "{motor:?}");
        assert!(pivot.moment.abs() < 1e-11);
    }
}

/// A load at a moving point of space does the same as its moment and force.
#[test]
fn a_load_at_a_moving_point_turns_with_its_arm() {
    let mut mechanism = pendulum(2.0, 1.0, 0.4);
    mechanism.gravity = [0.0, 0.0];
    let load = ForceKind::Load {
        at: Attachment::new("rod", [0.0, 0.0]),
        x: Function::Constant(0.0),
        y: Function::Constant(10.0),
        axes: mechanics::rigid::Axes::Global,
        moving_point: Some([Function::Polynomial(vec![0.1, 2.0]), Function::Constant(0.0)]),
    };
    mechanism.forces = vec![Force { name: "ground reaction".into(), kind: load }];
    let model = Model::new(&mechanism).unwrap();
    let mut scratch = Scratch::new(&model);
    for time in [0.0, 0.1, 0.3] {
        let state = model.assemble(time).unwrap();
        let instant = model.compute_instant(&state, &mut scratch).unwrap();
        // About the pivot: I = m l²/3, moment = x F.
        let expected = (0.1 + 2.0 * time) * 10.0 / (2.0 / 3.0);
        assert!((instant.accelerations[0][2] - expected).abs() < 1e-12);
    }
}

#[test]
fn what_can_still_move_is_not_guided() {
    let model = Model::new(&slider_crank()).unwrap();
    assert_eq!(model.freedom(), 1);
    assert_eq!(model.solve_guided_motion(&[0.0]), Err(RigidError::NotGuided { free: 1 }));
}

#[test]
fn a_guided_motion_can_be_watched_and_stopped() {
    let mechanism = Mechanism { guides: vec![turn("crank", 30.0, FRAC_PI_4)], ..slider_crank() };
    let model = Model::new(&mechanism).unwrap();
    let times = times(50, 0.3);
    let mut seen = Vec::new();
    let some = model.solve_guided_motion_while(&times, |instant| {
        seen.push(instant.state.time);
        seen.len() < 7
    });
    assert_eq!(seen, times[..7]);
    assert_eq!(some.unwrap(), model.solve_guided_motion(&times).unwrap()[..7]);
}
