//! Forward dynamics: period, conservation, drift, and agreement of all schemes.

use crate::mechanisms::{GRAVITY, body, pendulum, revolute, simulate, slider_crank};
use mechanics::rigid::{
    Attachment, Force, ForceKind, Function, Mechanism, Model, Scratch, SimulationSettings, Stabilisation,
};
use numerics::elliptic::complete_first_kind;
use numerics::ode::{Limits, Scheme};

/// T = 4 √(I/(m g l)) K(sin²(θ/2)) of a rod about its end: I/(m l) = ⅔ length.
#[test]
fn a_pendulum_swings_with_the_period_of_the_elliptic_integral() {
    for scheme in Scheme::ALL {
        for angle in [0.3, 1.5, 2.8f64] {
            let model = Model::new(&pendulum(2.0, 1.2, angle)).unwrap();
            let settings = SimulationSettings { scheme, tolerance: 1e-10, ..SimulationSettings::default() };
            let mut simulation = simulate(&model, settings);
            let period = 4.0 * (2.0 / 3.0 * 1.2 / GRAVITY).sqrt() * complete_first_kind((0.5 * angle).sin().powi(2));
            // At a quarter it passes the lowest point with the speed of its fall; at the whole it is back.
            simulation.advance_to(0.25 * period).unwrap();
            let lowest = simulation.state().frame(0);
            let speed = (3.0 * GRAVITY * (1.0 - angle.cos()) / 1.2).sqrt();
            let allowed = 1e-7;
            assert!(lowest.angle.abs() < allowed, "{} {angle}: {}", scheme.name(), lowest.angle);
            assert!((lowest.spin.abs() - speed).abs() < allowed, "{} {angle}: {}", scheme.name(), lowest.spin);
            simulation.advance_to(period).unwrap();
            let back = simulation.state().frame(0);
            assert!((back.angle - angle).abs() < allowed, "{} {angle}: {}", scheme.name(), back.angle - angle);
        }
    }
}

#[test]
fn projection_keeps_constraints_below_1e_10_and_the_energy() {
    let model = Model::new(&slider_crank()).unwrap();
    let mut simulation = simulate(&model, SimulationSettings::default());
    let start = model.energy(&simulation.state()).total();
    let (mut scratch, mut worst) = (Scratch::new(&model), (0.0f64, 0.0f64));
    while simulation.time() < 10.0 {
        simulation.step(10.0).unwrap();
        let (position, velocity) = model.drift(&simulation.state(), &mut scratch);
        worst = (worst.0.max(position), worst.1.max(velocity));
    }
    assert!(worst.0 < 1e-10 && worst.1 < 1e-10, "{worst:?}");
    let end = model.energy(&simulation.state()).total();
    assert!((end - start).abs() < 1e-6, "{}", end - start);
}

#[test]
fn baumgarte_bounds_the_drift_that_grows_without_it() {
    let model = Model::new(&slider_crank()).unwrap();
    let drift = |stabilisation: Stabilisation| {
        let settings = SimulationSettings { tolerance: 1e-6, stabilisation, ..SimulationSettings::default() };
        let mut simulation = simulate(&model, settings);
        simulation.advance_to(10.0).unwrap();
        model.drift(&simulation.state(), &mut Scratch::new(&model)).0
    };
    let (none, baumgarte) = (drift(Stabilisation::None), drift(Stabilisation::Baumgarte { alpha: 5.0, beta: 5.0 }));
    let projected = drift(Stabilisation::Projection { within: 1e-12 });
    assert!(baumgarte < 0.1 * none && baumgarte < 1e-4, "{none:e} {baumgarte:e}");
    assert!(projected < 1e-11, "{projected:e}");
}

#[test]
fn every_scheme_ends_at_the_same_place() {
    let model = Model::new(&slider_crank()).unwrap();
    let ends: Vec<f64> = Scheme::ALL
        .into_iter()
        .map(|scheme| {
            let settings = SimulationSettings { scheme, tolerance: 1e-9, ..SimulationSettings::default() };
            let mut simulation = simulate(&model, settings);
            simulation.advance_to(1.0).unwrap();
            simulation.state().frame(2).position.x
        })
        .collect();
    for (scheme, end) in Scheme::ALL.into_iter().zip(&ends) {
        let allowed = 1e-7;
        assert!((end - ends[1]).abs() < allowed, "{}: {ends:?}", scheme.name());
    }
}

/// Two bodies with a hinge and a spring, thrown into space.
fn free_pair() -> Mechanism {
    let mut mechanism = Mechanism {
        bodies: vec![body("a", 1.0, 0.02, [-0.2, 0.0, 0.0]), body("b", 2.5, 0.05, [0.3, 0.0, 0.0])],
        joints: vec![revolute("hinge", ("a", [0.2, 0.0]), ("b", [-0.3, 0.0]))],
        forces: vec![
            Force {
                name: "strap".into(),
                kind: ForceKind::Spring {
                    first: Attachment::new("a", [-0.1, 0.2]),
                    second: Attachment::new("b", [0.1, 0.2]),
                    stiffness: 300.0,
                    length: 0.3,
                    damping: 0.0,
                },
            },
            Force {
                name: "coil".into(),
                kind: ForceKind::TorsionSpring {
                    first: "a".into(),
                    second: "b".into(),
                    stiffness: 4.0,
                    angle: 0.5,
                    damping: 0.0,
                },
            },
        ],
        ..Mechanism::default()
    };
    mechanism.bodies[0].velocity = [0.3, 1.0];
    mechanism.bodies[0].spin = 6.0;
    mechanism
}

#[test]
fn momentum_and_energy_of_free_bodies_stay() {
    let model = Model::new(&free_pair()).unwrap();
    let mut simulation = simulate(&model, SimulationSettings { tolerance: 1e-11, ..SimulationSettings::default() });
    let start = simulation.state();
    let ((linear, angular), energy) = (model.momentum(&start), model.energy(&start).total());
    simulation.advance_to(3.0).unwrap();
    let end = simulation.state();
    let (linear_end, angular_end) = model.momentum(&end);
    assert!((linear - linear_end).norm() < 1e-9 && (angular - angular_end).abs() < 1e-9);
    assert!((model.energy(&end).total() / energy - 1.0).abs() < 1e-9);
}

#[test]
fn energy_lost_and_work_done_close_the_balance() {
    let mut mechanism = free_pair();
    for force in &mut mechanism.forces {
        match &mut force.kind {
            ForceKind::Spring { damping, .. } | ForceKind::TorsionSpring { damping, .. } => *damping = 0.5,
            _ => {}
        }
    }
    let x = Function::Sine { mean: 0.0, amplitude: 5.0, frequency: 7.0, phase: 0.0 };
    let kind = ForceKind::Load {
        at: Attachment::new("b", [0.1, 0.3]),
        x,
        y: Function::Constant(1.0),
        axes: mechanics::rigid::Axes::Body,
        moving_point: None,
    };
    mechanism.forces.push(Force { name: "push".into(), kind });
    mechanism.forces.push(Force {
        name: "twist".into(),
        kind: ForceKind::Moment { body: "a".into(), moment: Function::Polynomial(vec![0.0, 2.0]) },
    });
    let model = Model::new(&mechanism).unwrap();
    let mut simulation = simulate(&model, SimulationSettings { tolerance: 1e-10, ..SimulationSettings::default() });
    let start = model.energy(&simulation.state()).total();
    simulation.advance_to(2.0).unwrap();
    let end = simulation.state();
    let balance = model.energy(&end).total() - start - end.work() + end.lost();
    assert!(end.lost() > 0.5 && end.work().abs() > 0.5, "{} {}", end.lost(), end.work());
    assert!(balance.abs() < 1e-7, "{balance:e}");
}

/// A mass on a spring: ω = √(k/m), x = x₀ cos ω t.
#[test]
fn a_mass_on_a_spring_vibrates_at_its_frequency() {
    let mechanism = Mechanism {
        bodies: vec![body("mass", 2.0, 1.0, [1.3, 0.0, 0.0])],
        forces: vec![Force {
            name: "spring".into(),
            kind: ForceKind::Spring {
                first: Attachment::new("ground", [0.0, 0.0]),
                second: Attachment::new("mass", [0.0, 0.0]),
                stiffness: 200.0,
                length: 1.0,
                damping: 0.0,
            },
        }],
        ..Mechanism::default()
    };
    let model = Model::new(&mechanism).unwrap();
    let mut simulation = simulate(&model, SimulationSettings { tolerance: 1e-11, ..SimulationSettings::default() });
    simulation.advance_to(1.7).unwrap();
    let expected = 1.0 + 0.3 * (10.0 * 1.7f64).cos();
    assert!((simulation.state().frame(0).position.x - expected).abs() < 1e-8);
    assert!((model.tensions(&simulation.state())[0] - 200.0 * (expected - 1.0)).abs() < 1e-6);
}

#[test]
fn a_fixed_step_is_kept() {
    let model = Model::new(&slider_crank()).unwrap();
    let settings = SimulationSettings { limits: Limits::fixed(1e-3), ..SimulationSettings::default() };
    let mut simulation = simulate(&model, settings);
    simulation.advance_to(1.0).unwrap();
    assert_eq!(simulation.work().steps, 1000);
}

#[test]
fn a_clone_is_a_checkpoint() {
    let model = Model::new(&slider_crank()).unwrap();
    let mut first = simulate(&model, SimulationSettings::default());
    first.advance_to(0.5).unwrap();
    let mut second = first.clone();
    first.advance_to(1.0).unwrap();
    second.advance_to(1.0).unwrap();
    assert_eq!(first.state(), second.state());
}

/// k (l − l₀) + c l̇ and k (θ − θ₀) + c θ̇.
#[test]
fn tensions_include_dampers_and_torsion_springs() {
    let mut mechanism = free_pair();
    mechanism.joints.clear();
    for force in &mut mechanism.forces {
        match &mut force.kind {
            ForceKind::Spring { damping, first, second, .. } => {
                *damping = 2.0;
                (first.point, second.point) = ([0.0; 2], [0.0; 2]);
            }
            ForceKind::TorsionSpring { damping, .. } => *damping = 0.5,
            _ => {}
        }
    }
    let model = Model::new(&mechanism).unwrap();
    let tensions = model.tensions(&model.assemble(0.0).unwrap());
    // Centres 0.5 m apart along x, the first one with 0.3 m/s towards the second, turning with 6 rad/s.
    assert!((tensions[0] - (300.0 * (0.5 - 0.3) + 2.0 * -0.3)).abs() < 1e-12, "{tensions:?}");
    assert!((tensions[1] - (4.0 * -0.5 + 0.5 * -6.0)).abs() < 1e-12, "{tensions:?}");
}
