//! Constraints that repeat each other, always or at a dead point.

use crate::four_bars::{exact_angle, four_bars, pendulum_of};
use crate::mechanisms::{GRAVITY, body, pendulum, revolute, simulate, slider_crank};
use mechanics::rigid::{
    Attachment, Force, ForceKind, Function, GROUND, Guide, GuideKind, Joint, JointKind, Mechanism, Model, RigidError,
    Scratch, SimulationSettings,
};
use numerics::ode::Scheme;

/// Largest change of the energy, and the angles of the cranks from upright in the end.
fn run(model: &Model, scheme: Scheme, duration: f64, cranks: usize) -> (f64, Vec<f64>) {
    let mut simulation = simulate(model, SimulationSettings { scheme, ..SimulationSettings::default() });
    let start = model.energy(&simulation.state()).total();
    let mut off = 0.0f64;
    while simulation.time() < duration {
        simulation.step(duration).unwrap();
        off = off.max((model.energy(&simulation.state()).total() - start).abs());
    }
    let angle = |i: usize| {
        let crank = model.body(&format!("crank {i}")).unwrap();
        std::f64::consts::FRAC_PI_2 - simulation.state().frame(crank).angle
    };
    (off, (0..cranks).map(angle).collect())
}

/// Two dead points a turn, about six turns in ten seconds: the cranks stay together, the energy stays, and the angle is that
/// of the pendulum they make up, with I = (N + 1)/3 + N and c = (N + 1)/2 + N. The benchmark asks for less than 0.1 J.
#[test]
fn four_bars_pass_their_dead_points_together_for_ten_seconds() {
    for (windows, scheme) in [
        (1, Scheme::DormandPrince),
        (2, Scheme::DormandPrince),
        (2, Scheme::Bdf),
        (10, Scheme::DormandPrince),
        (40, Scheme::DormandPrince),
    ] {
        let model = Model::new(&four_bars(windows)).unwrap();
        let expected = exact_angle(pendulum_of(windows), 10.0);
        let (off, angles) = run(&model, scheme, 10.0, windows + 1);
        for angle in angles {
            assert!((angle - expected).abs() < 1e-4, "N = {windows}, {}: {angle} {expected}", scheme.name());
        }
        assert!(off < 1e-3, "N = {windows}, {}: {off:e} J", scheme.name());
    }
}

/// Three cranks of 1 kg and 1 m under one bar of 2 kg: any two of them would do.
fn three_cranks() -> Mechanism {
    let mut mechanism = Mechanism { gravity: [0.0, -GRAVITY], ..Mechanism::default() };
    let mut bar = body("bar", 2.0, 0.7, [1.0, 1.0, 0.0]);
    bar.velocity = [1.0, 0.0];
    mechanism.bodies.push(bar);
    for i in 0..3 {
        let (name, x) = (format!("crank {i}"), f64::from(i));
        let mut crank = body(&name, 1.0, 1.0 / 12.0, [x, 0.5, std::f64::consts::FRAC_PI_2]);
        (crank.velocity, crank.spin) = ([0.5, 0.0], -1.0);
        mechanism.bodies.push(crank);
        mechanism.joints.push(revolute(&format!("foot {i}"), (&name, [-0.5, 0.0]), (GROUND, [x, 0.0])));
        mechanism.joints.push(revolute(&format!("head {i}"), (&name, [0.5, 0.0]), ("bar", [x - 1.0, 0.0])));
    }
    mechanism
}

#[test]
fn a_redundant_crank_is_named_and_moves_with_the_others() {
    let model = Model::new(&three_cranks()).unwrap();
    let (state, mut scratch) = (model.assemble(0.0).unwrap(), Scratch::new(&model));
    assert_eq!((model.freedom(), model.freedom_at(&state, &mut scratch)), (0, 1));
    let found = model.redundancy(&state, &mut scratch).unwrap();
    assert_eq!(found.equations, 1);
    let mut named: Vec<&String> = found.redundant.iter().chain(&found.others).collect();
    named.sort();
    assert_eq!(named, ["foot 0", "foot 1", "foot 2", "head 0", "head 1", "head 2"]);
    // I = 3 · 1/3 + 2, c = 3 · 1/2 + 2.
    let expected = exact_angle([3.0, 3.5], 4.0);
    for scheme in Scheme::ALL {
        let (off, angles) = run(&model, scheme, 4.0, 3);
        assert!(angles.iter().all(|angle| (angle - expected).abs() < 1e-4), "{}: {angles:?} {expected}", scheme.name());
        assert!(off < 1e-3, "{}: {off:e} J", scheme.name());
    }
}

/// Newton's law for all parts together has a unique answer, whatever the shares are; equal feet beside the middle share alike.
#[test]
fn reactions_of_redundant_joints_add_up_to_newtons_law() {
    let model = Model::new(&three_cranks()).unwrap();
    let (state, mut scratch) = (model.assemble(0.0).unwrap(), Scratch::new(&model));
    let instant = model.compute_instant(&state, &mut scratch).unwrap();
    let feet: Vec<f64> = [0, 2, 4].map(|joint: usize| instant.reactions[joint].force.y).into();
    // 5 kg, and the centres of mass fall by ω² times their height.
    let expected = 5.0 * GRAVITY - (3.0 * 0.5 + 2.0);
    assert!((feet.iter().sum::<f64>() - expected).abs() < 1e-6, "{feet:?} {expected}");
    assert!((feet[0] - feet[2]).abs() < 1e-6, "{feet:?}");
    // … and not far from evenly: no share is made up.
    assert!(feet.iter().all(|foot| *foot > 0.0 && *foot < expected), "{feet:?}");
}

#[test]
fn three_cranks_balance_on_a_coil() {
    let mut mechanism = three_cranks();
    let kind = ForceKind::TorsionSpring {
        first: GROUND.into(),
        second: "crank 0".into(),
        stiffness: 100.0,
        angle: std::f64::consts::FRAC_PI_2,
        damping: 0.0,
    };
    mechanism.forces.push(Force { name: "coil".into(), kind });
    let model = Model::new(&mechanism).unwrap();
    let state = model.solve_equilibrium(0.0).unwrap();
    let phi = std::f64::consts::FRAC_PI_2 - state.frame(1).angle;
    // c g sin φ = k φ with c = 3.5 kg m; k > c g keeps them upright.
    assert!((3.5 * GRAVITY * phi.sin() - 100.0 * phi).abs() < 1e-6, "{phi}");
}

#[test]
fn a_second_rail_changes_nothing_but_the_reactions() {
    let mut mechanism = slider_crank();
    let once = Model::new(&mechanism).unwrap();
    mechanism.joints.push(Joint {
        name: "second rail".into(),
        first: Attachment::new(GROUND, [0.0, 0.0]),
        second: Attachment::new("slider", [0.0, 0.0]),
        kind: JointKind::Translational { axis: [1.0, 0.0], angle: 0.0 },
    });
    let twice = Model::new(&mechanism).unwrap();
    let found = twice.redundancy(&twice.assemble(0.0).unwrap(), &mut Scratch::new(&twice)).unwrap();
    assert_eq!((found.equations, found.redundant, found.others), (2, vec!["second rail".into()], vec!["rail".into()]));
    let end = |model: &Model| {
        let mut simulation = simulate(model, SimulationSettings::default());
        simulation.advance_to(1.0).unwrap();
        let instant = simulation.compute_instant().unwrap();
        (instant.state.frame(0).angle, instant.reactions)
    };
    let ((angle, one), (again, two)) = (end(&once), end(&twice));
    assert!((angle - again).abs() < 1e-7, "{angle} {again}");
    // Equal rails carry half each.
    for rail in [3, 4] {
        assert!((two[rail].force - 0.5 * one[3].force).norm() < 1e-5, "{:?} {:?}", two[rail], one[3]);
    }
}

#[test]
fn redundant_guides_drive_together_and_contradicting_speeds_are_refused() {
    let turning = |name: &str, speed: f64| Guide {
        name: name.into(),
        kind: GuideKind::Angle {
            of: "rod".into(),
            relative_to: GROUND.into(),
            follows: Function::Polynomial(vec![0.3, speed]),
        },
    };
    let with = |speed: f64| {
        let mut mechanism = pendulum(1.0, 1.0, 0.3);
        mechanism.guides = vec![turning("motor", 2.0), turning("second motor", speed)];
        Model::new(&mechanism).unwrap()
    };
    let model = with(2.0);
    let instant = &model.solve_guided_motion(&[0.0, 0.5]).unwrap()[1];
    // Half of m g l/2 sin φ each, at φ = 1.3.
    let expected = 0.5 * 0.5 * GRAVITY * 1.3f64.sin();
    for guide in [1, 2] {
        let reaction = instant.reactions[guide];
        assert!((reaction.moment - expected).abs() < 1e-6, "{reaction:?} {expected}");
        assert!((reaction.power - 2.0 * expected).abs() < 1e-6, "{reaction:?}");
    }
    let error = with(2.1).assemble(0.0).unwrap_err();
    let RigidError::Contradiction { consequence, .. } = &error else { panic!("{error}") };
    assert!(consequence.contains("rad/s") && error.to_string().contains("`second motor`"), "{error}");
}
