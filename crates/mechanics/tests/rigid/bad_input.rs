//! What makes no sense is refused, by name and with numbers.

use crate::contacts::{ball_on, floor};
use crate::mechanisms::{GRAVITY, body, pendulum, revolute, simulate, slider_crank};
use mechanics::rigid::{
    Attachment, ElasticLaw, Force, ForceKind, Friction, Function, GROUND, Guide, GuideKind, LigamentLaw, Loss,
    Mechanism, Model, RigidError, Shape, SimulationSettings,
};
use numerics::ode::{Limits, Scheme};

fn refusal(mechanism: &Mechanism) -> RigidError {
    let error = match Model::new(mechanism) {
        Err(error) => error,
        Ok(model) => model.assemble(0.0).unwrap_err(),
    };
    assert!(error.hint().is_some(), "{error}");
    error
}

#[test]
fn a_mechanism_that_cannot_be_assembled_names_the_constraint_and_the_miss() {
    // The rod reaches 0.5 m from the crank pin, the wall is farther away.
    let mut mechanism = slider_crank();
    mechanism.joints[3] = revolute("anchor", ("slider", [0.0, 0.0]), (GROUND, [0.9, 0.0]));
    let error = refusal(&mechanism);
    // Stretched out, 0.2 + 0.5 of 0.9 m are bridged: 0.2 m are missing, shared among the hinges.
    let RigidError::NotAssembled { constraint, miss, unit, others, .. } = &error else { panic!("{error}") };
    assert!(["bearing", "pin", "wrist", "anchor"].contains(&constraint.as_str()), "{error}");
    assert!(*miss > 0.01 && *miss < 0.2 && *unit == "m", "{error}");
    // All four hinges miss, and are named in order.
    let named = format!("`{constraint}` by {miss:e} m{others}");
    let sizes: Vec<f64> = named.split(", ").map(|part| part.split(' ').nth(2).unwrap().parse().unwrap()).collect();
    assert_eq!(sizes.len(), 4, "{error}");
    assert!(sizes.windows(2).all(|pair| pair[0] >= pair[1] * (1.0 - 1e-6)), "{error}");
}

#[test]
fn a_constraint_that_contradicts_another_is_named_with_the_miss() {
    let mut mechanism = pendulum(1.0, 1.0, 0.3);
    let angle = |name: &str, value: f64| Guide {
        name: name.into(),
        kind: GuideKind::Angle { of: "rod".into(), relative_to: GROUND.into(), follows: Function::Constant(value) },
    };
    mechanism.guides = vec![angle("hold", 0.3), angle("other hold", 0.5)];
    let error = refusal(&mechanism);
    assert!(
        matches!(&error, RigidError::Contradiction { consequence, .. } if consequence.contains("2.000000e-1 rad")),
        "{error}"
    );
    assert!(error.to_string().contains("`other hold`") && error.to_string().contains("`hold`"), "{error}");
    assert!(error.to_string().contains("at t = 0 s"), "{error}");
}

#[test]
fn a_body_without_mass_or_inertia_is_refused() {
    for (mass, inertia) in [(0.0, 1.0), (1.0, 0.0), (-1.0, 1.0), (f64::NAN, 1.0), (1.0, f64::INFINITY)] {
        let mechanism = Mechanism { bodies: vec![body("ghost", mass, inertia, [0.0; 3])], ..Mechanism::default() };
        assert!(matches!(refusal(&mechanism), RigidError::BadMass { body, .. } if body == "ghost"));
    }
}

#[test]
fn a_ligament_without_attachment_is_refused() {
    let ligament = |first: &str, second: &str| Force {
        name: "cruciate".into(),
        kind: ForceKind::Ligament {
            first: Attachment::new(first, [0.0, 0.1]),
            second: Attachment::new(second, [0.0, 0.0]),
            law: LigamentLaw::Quadratic { stiffness: 1e7, slack_length: 0.03 },
        },
    };
    let with = |force: Force| Mechanism { forces: vec![force], ..pendulum(1.0, 1.0, 0.3) };
    assert!(
        matches!(refusal(&with(ligament("rod", "rod"))), RigidError::Detached { element, .. } if element == "cruciate")
    );
    assert!(matches!(refusal(&with(ligament(GROUND, GROUND))), RigidError::Detached { .. }));
    let error = refusal(&with(ligament("rod", "tibia")));
    assert!(
        matches!(&error, RigidError::UnknownBody { body, known, .. } if body == "tibia" && known == "rod, ground"),
        "{error}"
    );
}

#[test]
fn bodies_that_start_deep_in_each_other_are_refused() {
    let mechanism = ball_on(floor(), 0.5, [0.0, 0.02], [0.0, 0.0]);
    let error = refusal(&mechanism);
    let RigidError::Overlap { contact, depth, .. } = &error else { panic!("{error}") };
    assert!(contact == "seat" && (depth - 0.01).abs() < 1e-15, "{error}");
}

#[test]
fn numbers_and_names_that_make_no_sense_are_refused() {
    let ball = || ball_on(floor(), 0.5, [0.0, 0.05], [0.0, 0.0]);
    let mut cases: Vec<Mechanism> = Vec::new();
    let mut add = |change: &dyn Fn(&mut Mechanism)| {
        let mut mechanism = ball();
        change(&mut mechanism);
        cases.push(mechanism);
    };
    add(&|m| m.contacts[0].law = ElasticLaw::Hertz { stiffness: 0.0 });
    add(&|m| m.contacts[0].loss = Loss::KelvinVoigt { coefficient: -1.0 });
    add(&|m| {
        m.contacts[0].friction =
            Some(Friction::Coulomb { static_coefficient: 0.1, dynamic_coefficient: 0.2, transition_speed: 1e-3 })
    });
    add(&|m| m.contacts[0].first.shape = Shape::Circle { centre: [0.0; 2], radius: -1.0 });
    add(&|m| m.contacts[0].second.shape = Shape::Line { point: [0.0; 2], normal: [0.0; 2] });
    add(&|m| m.contacts[0].first.shape = Shape::Socket { centre: [0.0; 2], radius: 1.0 });
    add(&|m| m.contacts[0].second.body = "ball".into());
    add(&|m| m.bodies[0].name = GROUND.into());
    add(&|m| m.bodies.push(m.bodies[0].clone()));
    add(&|m| m.bodies[0].position[0] = f64::NAN);
    add(&|m| {
        let follows = Function::Spline { at: vec![0.0, 1.0, 0.5], values: vec![0.0; 3] };
        let kind = GuideKind::Coordinate { of: Attachment::new("ball", [0.0; 2]), along: [1.0, 0.0], follows };
        m.guides.push(Guide { name: "path".into(), kind });
    });
    for mechanism in &cases {
        refusal(mechanism);
    }
}

#[test]
fn an_integration_that_stops_names_time_step_body_and_the_stiffest_contact() {
    let mut mechanism = ball_on(floor(), 0.5, [0.0, 0.0301], [0.0, -0.4]);
    mechanism.gravity = [0.0, -GRAVITY];
    mechanism.contacts[0].law = ElasticLaw::Hertz { stiffness: 1e12 };
    let model = Model::new(&mechanism).unwrap();
    let limits = Limits { smallest_step: 1e-5, largest_step: 1e-3, first_step: None };
    let settings = SimulationSettings { scheme: Scheme::DormandPrince, limits, ..SimulationSettings::default() };
    let mut simulation = simulate(&model, settings);
    let error = simulation.advance_to(1.0).unwrap_err();
    let RigidError::Stopped { time, step, body, .. } = &error else { panic!("{error}") };
    assert!(*time > 2e-4 && *time < 3e-4 && *step > 0.0 && body == "ball", "{error}");
    // What was computed up to there is still there.
    assert!(simulation.state().frame(0).position.y < 0.0301);
    assert!(error.hint().is_some(), "{error}");
}

#[test]
fn a_description_survives_json_and_refuses_unknown_words() {
    let mut mechanism = ball_on(floor(), 0.5, [0.0, 0.05], [0.0, 0.0]);
    mechanism.contacts[0].loss = Loss::Hysteretic {
        factor: mechanics::contact::Hysteresis::LankaraniNikravesh,
        restitution: 0.6,
        least_speed: 1e-3,
    };
    mechanism.joints = slider_crank().joints;
    let text = serde_json::to_string(&mechanism).unwrap();
    assert!(text.contains("lankarani-nikravesh"), "{text}");
    assert_eq!(serde_json::from_str::<Mechanism>(&text).unwrap(), mechanism);
    assert!(serde_json::from_str::<Mechanism>(&text.replace("gravity", "gravitas")).is_err());
    let error = serde_json::from_str::<Mechanism>(&text.replace("lankarani-nikravesh", "newton")).unwrap_err();
    assert!(error.to_string().contains("hunt-crossley"), "{error}");
}
