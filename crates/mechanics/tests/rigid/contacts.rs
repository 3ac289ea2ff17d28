//! Contact against impact laws, rolling and rest.

use crate::mechanisms::{GRAVITY, body, simulate};
use mechanics::contact::{Damped, Damping, Hertz, Hysteresis};
use mechanics::exact::impact;
use mechanics::rigid::{
    Contact, CustomLaw, ElasticLaw, EventKind, Friction, Function, GROUND, Loss, Mechanism, Model, Shape,
    SimulationSettings, Surface,
};
use numerics::ode::Scheme;
use std::sync::Arc;

const RADIUS: f64 = 0.03;

pub fn ball_on(shape: Shape, mass: f64, start: [f64; 2], velocity: [f64; 2]) -> Mechanism {
    let mut ball = body("ball", mass, 0.5 * mass * RADIUS * RADIUS, [start[0], start[1], 0.0]);
    ball.velocity = velocity;
    Mechanism {
        bodies: vec![ball],
        contacts: vec![Contact {
            name: "seat".into(),
            first: Surface { body: "ball".into(), shape: Shape::Circle { centre: [0.0, 0.0], radius: RADIUS } },
            second: Surface { body: GROUND.into(), shape },
            law: ElasticLaw::Hertz { stiffness: 1e8 },
            loss: Loss::None,
            friction: None,
            deepest_start: 1e-3,
        }],
        ..Mechanism::default()
    }
}

pub fn floor() -> Shape {
    Shape::Line { point: [0.0, 0.0], normal: [0.0, 2.0] }
}

#[test]
fn every_hysteresis_factor_rebounds_as_its_exact_impact() {
    for scheme in [Scheme::DormandPrince, Scheme::Rosenbrock, Scheme::Bdf] {
        for factor in Hysteresis::ALL {
            let mut mechanism = ball_on(floor(), 0.5, [0.0, 0.05], [0.0, -0.4]);
            mechanism.contacts[0].loss = Loss::Hysteretic { factor, restitution: 0.7, least_speed: 1e-3 };
            let model = Model::new(&mechanism).unwrap();
            let settings = SimulationSettings { scheme, tolerance: 1e-9, ..SimulationSettings::default() };
            let mut simulation = simulate(&model, settings);
            let events = simulation.advance_to(0.2).unwrap();
            let expected = impact::solve_restitution(factor.coefficient(0.7));
            let end = simulation.state();
            let out = end.frame(0).velocity.y / 0.4;
            assert!((out - expected).abs() < 1e-5, "{} {factor:?}: {out} {expected}", scheme.name());
            // The ball meets the floor after 0.02 m, and events say so.
            let [begin, finish] = events.as_slice() else { panic!("{factor:?}: {events:?}") };
            assert!((begin.time - 0.05).abs() < 1e-9, "{events:?}");
            assert!(
                matches!(begin.kind, EventKind::Begins { approach } if (approach - 0.4).abs() < 1e-6),
                "{events:?}"
            );
            assert_eq!(finish.kind, EventKind::Ends);
            // What is missing was lost.
            let missing = 0.5 * 0.5 * 0.16 * (1.0 - expected * expected);
            assert!((end.lost() - missing).abs() < 1e-5 * missing, "{} {missing}", end.lost());
        }
    }
}

/// t_c = 2.9432… (m²/(k² v))^{1/5}·… of a Hertzian impact: 2 ∫ dx/√(1 − x^{5/2}) · δ_max/v with the deepest indentation
/// δ_max = (5 m v²/(4 K))^{2/5}; the integral is √π Γ(7/5)/Γ(9/10) = 1.471 637 3 (Johnson's 2.94 is twice that).
#[test]
fn a_hertzian_impact_lasts_and_indents_as_known() {
    let (mass, speed, k) = (0.5, 0.4, 1e8);
    let mechanism = ball_on(floor(), mass, [0.0, RADIUS + 0.01], [0.0, -speed]);
    let model = Model::new(&mechanism).unwrap();
    let mut simulation = simulate(&model, SimulationSettings { tolerance: 1e-10, ..SimulationSettings::default() });
    let (mut deepest, mut events) = (0.0f64, Vec::new());
    while simulation.time() < 0.1 {
        events.extend_from_slice(simulation.step(0.1).unwrap());
        for i in 0..=20 {
            let t = simulation.previous_time() + (simulation.time() - simulation.previous_time()) * f64::from(i) / 20.0;
            deepest = deepest.max(RADIUS - simulation.interpolate(t).frame(0).position.y);
        }
    }
    let expected = (1.25 * mass * speed * speed / k).powf(0.4);
    assert!((deepest / expected - 1.0).abs() < 1e-5, "{deepest} {expected}");
    let duration = events[1].time - events[0].time;
    assert!((duration / (2.0 * 1.471_637_3 * expected / speed) - 1.0).abs() < 1e-6, "{duration}");
}

/// A disc that slides rolls at ⅔ of its speed, after v/(3 μ g).
#[test]
fn a_sliding_disc_starts_to_roll_when_and_as_fast_as_it_should() {
    let (mass, mu, speed) = (0.5, 0.2, 1.0);
    let depth = (mass * GRAVITY / 1e8f64).powf(2.0 / 3.0);
    let mut mechanism = ball_on(floor(), mass, [0.0, RADIUS - depth], [speed, 0.0]);
    mechanism.gravity = [0.0, -GRAVITY];
    mechanism.contacts[0].friction =
        Some(Friction::Coulomb { static_coefficient: mu, dynamic_coefficient: mu, transition_speed: 1e-3 });
    let model = Model::new(&mechanism).unwrap();
    for scheme in [Scheme::Rosenbrock, Scheme::Bdf] {
        let settings = SimulationSettings { scheme, tolerance: 1e-8, ..SimulationSettings::default() };
        let mut simulation = simulate(&model, settings);
        let events = simulation.advance_to(0.5).unwrap();
        let frame = simulation.state().frame(0);
        assert!((frame.velocity.x - 2.0 / 3.0 * speed).abs() < 1e-4, "{}: {}", scheme.name(), frame.velocity.x);
        // It rolls about the middle of the overlap.
        let slip = frame.spin * (RADIUS - 0.5 * depth) + frame.velocity.x;
        assert!(slip.abs() < 1e-6, "{}: {slip}", scheme.name());
        let sticks: Vec<f64> = events.iter().filter(|e| e.kind == EventKind::Sticks).map(|e| e.time).collect();
        // The speed left at the transition is a thousandth of the first.
        let expected = (speed - 1e-3) / (3.0 * mu * GRAVITY);
        assert!(sticks.len() == 1 && (sticks[0] / expected - 1.0).abs() < 1e-3, "{events:?} {expected}");
        // Friction has turned ⅓ of the energy into heat.
        let lost = simulation.state().lost();
        assert!((lost - mass * speed * speed / 6.0).abs() < 1e-4, "{}: {lost}", scheme.name());
    }
}

/// Restitution after restitution: v, e v, e² v …, each flight e times as long.
#[test]
fn a_bouncing_ball_follows_its_restitution_law() {
    let mut mechanism = ball_on(floor(), 0.5, [0.0, RADIUS + 0.2], [0.0, 0.0]);
    mechanism.gravity = [0.0, -GRAVITY];
    mechanism.contacts[0].law = ElasticLaw::Hertz { stiffness: 1e12 };
    mechanism.contacts[0].loss = Loss::Hysteretic { factor: Hysteresis::Exact, restitution: 0.8, least_speed: 1e-3 };
    let model = Model::new(&mechanism).unwrap();
    let settings = SimulationSettings { tolerance: 1e-11, ..SimulationSettings::default() };
    let mut simulation = simulate(&model, settings);
    let events = simulation.advance_to(1.2).unwrap();
    let speeds: Vec<f64> = events
        .iter()
        .filter_map(|event| if let EventKind::Begins { approach } = event.kind { Some(approach) } else { None })
        .collect();
    assert!(speeds.len() >= 4, "{speeds:?}");
    assert!((speeds[0] - (2.0 * GRAVITY * 0.2).sqrt()).abs() < 1e-8);
    for pair in speeds.windows(2) {
        // Weight acts during the impact too, by m g t_c of an impulse: a part in ten thousand here.
        assert!((pair[1] / pair[0] - 0.8).abs() < 2e-4, "{speeds:?}");
    }
    let state = simulation.state();
    let balance = model.energy(&state).total() + state.lost() - 0.5 * GRAVITY * (RADIUS + 0.2);
    assert!(balance.abs() < 1e-7, "{balance:e}");
}

#[test]
fn a_law_from_rust_does_the_same_as_its_description() {
    let height = |law: ElasticLaw| {
        let mut mechanism = ball_on(floor(), 0.5, [0.0, RADIUS + 0.01], [0.0, -0.4]);
        mechanism.contacts[0].law = law;
        let model = Model::new(&mechanism).unwrap();
        let mut simulation = simulate(&model, SimulationSettings::default());
        simulation.advance_to(0.06).unwrap();
        simulation.state().frame(0).position.y
    };
    let hertz = Hertz { radius: 1.0, modulus: 0.75e8 };
    let custom = ElasticLaw::Custom(CustomLaw(Arc::new(Damped { elastic: hertz, damping: Damping::None })));
    assert!((height(custom) - height(ElasticLaw::Hertz { stiffness: 1e8 })).abs() < 1e-12);
}

/// Two equal discs: the one at rest takes over the motion of the other.
#[test]
fn equal_discs_exchange_their_velocities_along_the_line_of_impact() {
    let mut mechanism = ball_on(floor(), 0.5, [0.0, 0.0], [0.3, 0.0]);
    mechanism.bodies.push(body("target", 0.5, 1e-4, [0.1, 0.0, 0.0]));
    mechanism.contacts[0].second =
        Surface { body: "target".into(), shape: Shape::Circle { centre: [0.0, 0.0], radius: RADIUS } };
    let model = Model::new(&mechanism).unwrap();
    let mut simulation = simulate(&model, SimulationSettings { tolerance: 1e-10, ..SimulationSettings::default() });
    simulation.advance_to(0.3).unwrap();
    let state = simulation.state();
    assert!(state.frame(0).velocity.norm() < 1e-7 && (state.frame(1).velocity.x - 0.3).abs() < 1e-7);
}

/// A ball in a round bowl given as a profile, a spline and a socket rolls to and fro alike without friction.
#[test]
fn a_bowl_is_the_same_as_socket_profile_and_spline() {
    let bowl = 0.2;
    let arc = |x: f64| bowl - (bowl * bowl - x * x).sqrt();
    let at: Vec<f64> = (0..=400).map(|i| -0.15 + 0.3 * f64::from(i) / 400.0).collect();
    let values: Vec<f64> = at.iter().map(|x| arc(*x)).collect();
    let curve = Function::Spline { at, values };
    let profile = Shape::Profile { origin: [0.0, 0.0], angle: 0.0, curve, range: [-0.12, 0.12], material_above: false };
    let socket = Shape::Socket { centre: [0.0, bowl], radius: bowl };
    let end = |shape: Shape| {
        let angle = 0.3f64;
        let start = [(bowl - RADIUS) * angle.sin(), bowl - (bowl - RADIUS) * angle.cos()];
        let mut mechanism = ball_on(shape, 0.5, start, [0.0, 0.0]);
        mechanism.gravity = [0.0, -GRAVITY];
        mechanism.contacts[0].law = ElasticLaw::Hertz { stiffness: 1e7 };
        mechanism.contacts[0].loss =
            Loss::Hysteretic { factor: Hysteresis::Flores, restitution: 0.5, least_speed: 0.01 };
        let model = Model::new(&mechanism).unwrap();
        let settings =
            SimulationSettings { scheme: Scheme::Rosenbrock, tolerance: 1e-8, ..SimulationSettings::default() };
        let mut simulation = simulate(&model, settings);
        simulation.advance_to(0.3).unwrap();
        simulation.state().frame(0).position
    };
    let (round, curved) = (end(socket), end(profile));
    assert!((round - curved).norm() < 1e-6, "{round} {curved}");
}

/// Just before it leaves the ground a ball is still pushed, also in the step that its leaving cut short.
#[test]
fn an_instant_before_the_end_of_a_contact_knows_its_push() {
    let ground = Shape::Line { point: [0.0, 0.0], normal: [0.0, 1.0] };
    let mut mechanism = ball_on(ground, 0.5, [0.0, 0.1], [0.0, -1.0]);
    mechanism.contacts[0].law = ElasticLaw::Linear { stiffness: 1e5 };
    let model = Model::new(&mechanism).unwrap();
    let mut simulation = simulate(&model, SimulationSettings::default());
    loop {
        let ended = simulation.step(1.0).unwrap().iter().any(|event| event.kind == EventKind::Ends);
        if ended {
            break;
        }
    }
    let (from, to) = (simulation.previous_time(), simulation.time());
    assert!(from < to);
    let before = simulation.interpolate(0.5 * (from + to));
    let push = simulation.contact_state(0, &before).push;
    let instant = simulation.compute_instant_at(&before).unwrap();
    assert!(push > 0.0 && (instant.accelerations[0][1] - push / 0.5).abs() < 1e-9 * push, "{instant:?}");
}

#[test]
fn a_ball_that_starts_exactly_on_the_ground_does_not_fall_through() {
    for scheme in Scheme::ALL {
        let mut mechanism = ball_on(floor(), 0.5, [0.0, RADIUS], [0.0, 0.0]);
        mechanism.gravity = [0.0, -GRAVITY];
        let model = Model::new(&mechanism).unwrap();
        assert_eq!(model.contact_state(0, &model.assemble(0.0).unwrap(), &Damping::None).touch.gap, 0.0);
        let mut simulation = simulate(&model, SimulationSettings { scheme, ..SimulationSettings::default() });
        let events = simulation.advance_to(0.01).unwrap();
        assert!(events[0].time == 0.0 && matches!(events[0].kind, EventKind::Begins { .. }), "{events:?}");
        // K δ^{5/2} ⅖ = m g δ at the deepest point.
        let deepest = (2.5 * 0.5 * GRAVITY / 1e8f64).powf(2.0 / 3.0);
        let depth = RADIUS - simulation.state().frame(0).position.y;
        assert!(depth > -1e-9 && depth < 1.0001 * deepest, "{}: {depth} {deepest}", scheme.name());
    }
}
