//! Every kind of force, constraint and contact against differences of the rates, of sixth order, at random states.

use super::super::pair::Held;
use super::super::simulation::Motion;
use super::super::{
    Attachment, Axes, Bearing, Body, Contact, CustomLaw, ElasticLaw, Film, Force, ForceKind, Friction, Function,
    GROUND, Guide, GuideKind, Joint, JointKind, LigamentLaw, Loss, Mechanism, Shape, Sticking, Surface,
};
use super::*;
use crate::contact::{Damping, DoubleLayer, Hertz, ScaledUnloading};
use nalgebra::Vector2;
use numerics::ode::DynamicSystem;
use std::sync::Arc;

/// Numbers between −1 and 1, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// Two bodies of unlike size.
fn two_bodies() -> Mechanism {
    let body = |name: &str, mass: f64, inertia: f64| Body { name: name.into(), mass, inertia, ..Body::default() };
    Mechanism {
        gravity: [0.3, -9.81],
        bodies: vec![body("a", 1.3, 0.02), body("b", 0.7, 0.05)],
        ..Mechanism::default()
    }
}

fn wave(amplitude: f64) -> Function {
    Function::Sine { mean: 0.2, amplitude, frequency: 3.0, phase: 0.4 }
}

/// The Jacobian against differences, each column on the scale of its largest entry.
#[track_caller]
fn compare(model: &Model, dampings: &[Damping], y: &DVector<f64>, step: f64) {
    let mut motion = Motion::new(model, Some([3.0, 7.0]));
    for (held, damping) in motion.scratch.held.iter_mut().zip(dampings) {
        held.damping = *damping;
    }
    let (size, t) = (y.len(), 0.37);
    let (mut by_state, mut by_time) = (DMatrix::zeros(size, size), DVector::zeros(size));
    assert!(motion.jacobian(t, y, &mut by_state, &mut by_time));
    let mut rate = |t: f64, y: &DVector<f64>| {
        let mut rate = DVector::zeros(size);
        motion.rate(t, y, &mut rate);
        rate
    };
    for column in 0..=size {
        let by_time_itself = column == size;
        let h = if by_time_itself { 1e-3 } else { step };
        let mut at = |shift: f64| {
            let (mut moved, mut time) = (y.clone(), t);
            if by_time_itself {
                time += shift;
            } else {
                moved[column] += shift;
            }
            rate(time, &moved)
        };
        let mut pair = |k: f64| at(k * h) - at(-k * h);
        let difference = (pair(1.0) * 45.0 - pair(2.0) * 9.0 + pair(3.0)) / (60.0 * h);
        let exact = if by_time_itself { by_time.clone() } else { by_state.column(column).into_owned() };
        let (error, scale) = ((&exact - &difference).amax(), difference.amax().max(1.0));
        assert!(error < 1e-7 * scale, "column {column}: {exact} {difference}");
    }
}

/// A state with the two bodies at these places, a little off, and moving.
fn state(model: &Model, dice: &mut Dice, places: [[f64; 3]; 2], spread: f64) -> DVector<f64> {
    let mut y = DVector::from_fn(first_deformation(2) + model.inner_states, |_, _| dice.roll());
    for i in 0..6 {
        y[i] = places[i / 3][i % 3] + spread * y[i];
    }
    for i in first_deformation(2)..y.len() {
        // Not at zero, where the damper of the law has a kink.
        y[i] = y[i].signum() * (1e-4 + 4e-4 * y[i].abs());
    }
    y
}

const APART: [[f64; 3]; 2] = [[0.1, 0.2, 0.4], [0.6, -0.3, -0.9]];

#[test]
fn every_force_has_exact_derivatives() {
    let (first, second) = (Attachment::new("a", [0.1, -0.05]), Attachment::new("b", [-0.2, 0.1]));
    let (quadratic, toe) = (
        LigamentLaw::Quadratic { stiffness: 3e3, slack_length: 0.2 },
        LigamentLaw::Toe { stiffness: 5e2, slack_length: 0.3, toe_strain: 0.6 },
    );
    let load = |axes, moving_point| ForceKind::Load {
        at: first.clone(),
        x: wave(3.0),
        y: Function::Polynomial(vec![1.0, -2.0, 0.5, 3.0]),
        axes,
        moving_point,
    };
    let spring =
        ForceKind::Spring { first: first.clone(), second: second.clone(), stiffness: 200.0, length: 0.4, damping: 3.0 };
    let torsion =
        ForceKind::TorsionSpring { first: "a".into(), second: "b".into(), stiffness: 4.0, angle: 0.2, damping: 0.5 };
    let to_ground = ForceKind::Spring {
        first: Attachment::new(GROUND, [0.3, 0.3]),
        second: second.clone(),
        stiffness: 90.0,
        length: 0.1,
        damping: 2.0,
    };
    let pull = |law| ForceKind::Ligament { first: first.clone(), second: second.clone(), law };
    let pulse = Function::Pulse { amplitude: 5.0, duration: 0.8, decay: 4.73 };
    let kinds = [
        spring,
        to_ground,
        torsion,
        pull(quadratic),
        pull(toe),
        load(Axes::Global, None),
        load(Axes::Body, None),
        load(Axes::Body, Some([wave(0.2), wave(-0.3)])),
        ForceKind::Moment { body: "b".into(), moment: pulse },
        ForceKind::Muscle { first: first.clone(), second: second.clone(), tension: wave(4.0) },
    ];
    let mut dice = Dice(1);
    for kind in kinds {
        let mut mechanism = two_bodies();
        mechanism.forces = vec![Force { name: "force".into(), kind }];
        let model = Model::new(&mechanism).expect("valid");
        for _ in 0..10 {
            compare(&model, &[], &state(&model, &mut dice, APART, 0.1), 1e-3);
        }
    }
}

#[test]
fn every_constraint_has_exact_derivatives() {
    let attach = |body: &str| Attachment::new(body, [0.15, -0.1]);
    let mut mechanisms = Vec::new();
    for kind in [
        JointKind::Revolute,
        JointKind::Fixed { angle: 0.3 },
        JointKind::Translational { axis: [0.6, 0.8], angle: -0.2 },
    ] {
        for second in ["b", GROUND] {
            let mut mechanism = two_bodies();
            mechanism.joints = vec![Joint { name: "joint".into(), first: attach("a"), second: attach(second), kind }];
            mechanisms.push(mechanism);
        }
    }
    let spline = Function::Spline { at: vec![0.0, 0.3, 0.5, 1.1], values: vec![1.0, -1.0, 2.0, 0.0] };
    let periodic = Function::PeriodicSpline { at: vec![0.0, 0.3, 0.5], values: vec![1.0, -1.0, 2.0], period: 0.9 };
    for kind in [
        GuideKind::Coordinate { of: attach("a"), along: [0.8, -0.6], follows: spline },
        GuideKind::Point { of: attach("b"), x: wave(0.2), y: periodic },
        GuideKind::Angle { of: "a".into(), relative_to: "b".into(), follows: wave(0.5) },
        GuideKind::Angle { of: "b".into(), relative_to: GROUND.into(), follows: wave(0.5) },
    ] {
        let mut mechanism = two_bodies();
        mechanism.guides = vec![Guide { name: "guide".into(), kind }];
        mechanisms.push(mechanism);
    }
    // All together: a guided chain, so that multipliers depend on each other.
    let mut chain = two_bodies();
    chain.joints = vec![
        Joint { name: "one".into(), first: attach("a"), second: attach("b"), kind: JointKind::Revolute },
        Joint {
            name: "two".into(),
            first: Attachment::new(GROUND, [0.0, 0.0]),
            second: Attachment::new("b", [-0.3, 0.2]),
            kind: JointKind::Revolute,
        },
    ];
    chain.guides = vec![Guide {
        name: "drive".into(),
        kind: GuideKind::Angle { of: "a".into(), relative_to: "b".into(), follows: wave(0.5) },
    }];
    mechanisms.push(chain);
    let mut dice = Dice(2);
    for mechanism in mechanisms {
        let model = Model::new(&mechanism).expect("valid");
        for _ in 0..10 {
            compare(&model, &[], &state(&model, &mut dice, APART, 0.2), 1e-3);
        }
    }
}

/// Outlines in pairs that touch, with where their bodies are then. The second stays near the origin.
fn touching() -> Vec<(Shape, Shape, [f64; 3])> {
    let circle = |radius| Shape::Circle { centre: [0.02, -0.01], radius };
    let line = Shape::Line { point: [0.01, 0.0], normal: [0.1, 1.0] };
    let socket = Shape::Socket { centre: [-0.01, 0.02], radius: 0.3 };
    let profile = |curve: Vec<f64>, range: f64, material_above: bool| Shape::Profile {
        origin: [0.01, -0.02],
        angle: 0.05,
        curve: Function::Polynomial(curve),
        range: [-range, range],
        material_above,
    };
    let hill = || profile(vec![0.0, 0.1, -0.8, 0.5], 0.3, false);
    let bowl = || profile(vec![0.0, 0.05, 0.7, 0.3], 0.3, false);
    let keel = || profile(vec![0.0, -0.1, 2.5, 1.0], 0.15, true);
    vec![
        (circle(0.1), circle(0.2), [0.18, 0.24, 0.3]),
        (circle(0.1), line.clone(), [0.0, 0.11, 0.3]),
        (circle(0.1), socket, [0.1, -0.15, 0.3]),
        (circle(0.1), hill(), [0.03, 0.08, 0.3]),
        (circle(0.1), bowl(), [0.03, 0.09, 0.3]),
        (keel(), line, [0.03, 0.02, 0.1]),
        (keel(), hill(), [0.02, 0.0, 0.1]),
        (keel(), bowl(), [0.02, 0.0, -0.1]),
    ]
}

fn contact(first: Shape, second: Shape, law: ElasticLaw, friction: Option<Friction>) -> Mechanism {
    let mut mechanism = two_bodies();
    mechanism.contacts = vec![Contact {
        name: "contact".into(),
        first: Surface { body: "a".into(), shape: first },
        second: Surface { body: "b".into(), shape: second },
        law,
        loss: Loss::None,
        friction,
        deepest_start: 1.0,
    }];
    mechanism
}

/// The place of the first body, moved along the normal until the gap is this.
fn approach(model: &Model, mut place: [f64; 3], gap: f64) -> [f64; 3] {
    let pair = &model.pairs[0].1;
    for _ in 0..50 {
        let touch = pair.touch([&Frame::new(&place, &[0.0; 3]), &Frame::new(&[0.0; 3], &[0.0; 3])]);
        place[0] += touch.normal.x * (gap - touch.gap);
        place[1] += touch.normal.y * (gap - touch.gap);
    }
    place
}

#[test]
fn a_contact_that_relaxes_has_exact_derivatives() {
    let (law, mut dice) = (ElasticLaw::Hertz { stiffness: 3e4 }, Dice(5));
    for (first, second, place) in touching() {
        for friction in
            [None, Some(Friction::Compliant { coefficient: 0.3, stiffness: 4e3, exponent: 1.0, damping: 2.0 })]
        {
            let mut mechanism = contact(first.clone(), second.clone(), law.clone(), friction);
            let forward = Model::new(&mechanism).expect("valid");
            mechanism.contacts[0].loss = Loss::Relaxing { relaxed_share: 0.3, time: 0.2 };
            let model = Model::new(&mechanism).expect("valid");
            for gap in [-5e-3, -1e-3, 2e-3] {
                let place = approach(&forward, place, gap);
                let pair = &model.pairs[0].1;
                // Away from the border between sticking and slipping, and from that between touching and the dent.
                let y = loop {
                    let mut y = state(&model, &mut dice, [place, [0.0; 3]], 3e-4);
                    let last = y.len() - 1;
                    y[last] = 2.0 + y[last].abs() * 1e3;
                    let mut scratch = Scratch::new(&model);
                    model.place(y.as_slice(), &mut scratch);
                    let now = scratch.contact(pair, &Held::NOTHING);
                    let border = pair.excess(&now).abs() < 0.1 * now.push && friction.is_some();
                    if !border && (now.touch.gap + now.dent).abs() > 1e-4 {
                        break y;
                    }
                };
                compare(&model, &[Damping::None], &y, 2e-6);
            }
        }
    }
}

#[test]
fn every_contact_has_exact_derivatives() {
    let coulomb = Friction::Coulomb { static_coefficient: 0.5, dynamic_coefficient: 0.3, transition_speed: 0.4 };
    let compliant = Friction::Compliant { coefficient: 0.3, stiffness: 4e3, exponent: 1.0, damping: 2.0 };
    let bent = Friction::Compliant { coefficient: 0.3, stiffness: 4e5, exponent: 1.5, damping: 2.0 };
    let [upper, lower] = [1e5, 4e5].map(|modulus| Hertz { radius: 0.03, modulus });
    let layers = DoubleLayer { first: upper, second: lower, thickness: 3e-3 };
    let custom = ElasticLaw::Custom(CustomLaw(Arc::new(layers)));
    let unloading = ScaledUnloading { restitution: 0.5, transition_speed: 0.5 };
    let dampings = [
        Damping::None,
        Damping::Hysteretic { factor: 0.2 },
        Damping::KelvinVoigt { coefficient: 0.5 },
        Damping::ScaledUnloading(unloading),
    ];
    let hertz = ElasticLaw::Hertz { stiffness: 3e4 };
    let laws = [hertz.clone(), ElasticLaw::Linear { stiffness: 1e3 }, custom, hertz];
    let mut dice = Dice(3);
    let (mut inside, mut outside, mut sticking, mut slipping) = (0, 0, 0, 0);
    for (first, second, place) in touching() {
        for (law, damping) in laws.iter().zip(&dampings) {
            for friction in [None, Some(coulomb), Some(compliant), Some(bent)] {
                for reversed in [false, true] {
                    let (one, two) = if reversed { (&second, &first) } else { (&first, &second) };
                    let model = Model::new(&contact(one.clone(), two.clone(), law.clone(), friction)).expect("valid");
                    for gap in [-5e-3, 2e-3] {
                        // The disc or keel moves, whichever body it is on.
                        let forward = Model::new(&contact(first.clone(), second.clone(), law.clone(), None));
                        let place = approach(&forward.expect("valid"), place, gap);
                        let places = if reversed { [[0.0; 3], place] } else { [place, [0.0; 3]] };
                        let pair = &model.pairs[0].1;
                        let mut scratch = Scratch::new(&model);
                        // Away from the border between sticking and slipping, where there is a kink.
                        let (y, contact) = loop {
                            let y = state(&model, &mut dice, places, 3e-4);
                            model.place(y.as_slice(), &mut scratch);
                            let contact = scratch.contact(pair, &Held::with(*damping));
                            let border = contact.touch.gap < 0.0 && pair.excess(&contact).abs() < 0.1 * contact.push;
                            if !(border && contact.deformation != 0.0) {
                                break (y, contact);
                            }
                        };
                        if contact.touch.gap < 0.0 {
                            inside += 1
                        } else {
                            outside += 1
                        }
                        if contact.deformation != 0.0 && contact.touch.gap < 0.0 {
                            if pair.excess(&contact) > 0.0 { slipping += 1 } else { sticking += 1 }
                        }
                        compare(&model, &[*damping], &y, 2e-6);
                    }
                }
            }
        }
    }
    assert_eq!((inside, outside), (256, 256));
    assert!(sticking > 10 && slipping > 10, "{sticking} {slipping}");
}

#[test]
fn an_end_of_a_profile_has_exact_derivatives_as_a_corner() {
    let ledge = Shape::Profile {
        origin: [0.0, 0.0],
        angle: 0.0,
        curve: Function::Polynomial(vec![0.0, -0.2, -0.3]),
        range: [-0.4, 0.0],
        material_above: false,
    };
    let disc = Shape::Circle { centre: [0.0, 0.0], radius: 0.1 };
    let model = Model::new(&contact(disc, ledge, ElasticLaw::Linear { stiffness: 1e3 }, None)).expect("valid");
    let place = approach(&model, [0.08, 0.05, 0.0], -1e-3);
    let y = state(&model, &mut Dice(4), [place, [0.0; 3]], 1e-4);
    let mut scratch = Scratch::new(&model);
    model.place(y.as_slice(), &mut scratch);
    let touch = scratch.contact(&model.pairs[0].1, &Held::NOTHING).touch;
    assert!((touch.point - scratch.frames[1].position).norm() < 1e-3 && touch.gap < 0.0, "{touch:?}");
    compare(&model, &[Damping::None], &y, 2e-6);
}

/// Films that are smooth wherever they move, with asperities that rub, on two moving bodies; a wide clearance keeps the
/// scales of all columns alike.
#[test]
fn a_bearing_has_exact_derivatives() {
    use crate::fluid::{FilmKind, Fluid, Roughness};
    let mut dice = Dice(8);
    let (inner, outer) = ([0.1, -0.05], [-0.2, 0.1]);
    for kind in [FilmKind::Short, FilmKind::LongWithoutCavitation] {
        for fluid in [Fluid::Newtonian { viscosity: 1e-3 }, Fluid::PERIPROSTHETIC] {
            let mut mechanism = two_bodies();
            mechanism.bearings = vec![Bearing {
                name: "bearing".into(),
                journal: Attachment::new("a", inner),
                bearing: Attachment::new("b", outer),
                radius: 0.05,
                clearance: 0.02,
                length: 0.04,
                film: Film::Formula(kind),
                fluid,
                roughness: Some(Roughness { height: 2e-3, modulus: 1e4, crowding: 0.05, sharpness: 0.01 }),
                least_thickness: Some(3e-3),
                solid: None,
                friction: Some(Friction::Coulomb {
                    static_coefficient: 0.3,
                    dynamic_coefficient: 0.2,
                    transition_speed: 0.4,
                }),
            }];
            let model = Model::new(&mechanism).expect("valid");
            for ratio in [0.3, 0.8, 0.93, 1.1] {
                // Where the centres are, then where the bodies must be for that.
                let mut y = state(&model, &mut dice, APART, 0.1);
                let frame = Frame::new(&y.as_slice()[0..3], &[0.0; 3]);
                let other = Frame::new(&y.as_slice()[3..6], &[0.0; 3]);
                let direction = Vector2::new(0.6, -0.8) * (ratio * 0.02);
                let wanted = frame.place(&inner.into()) - direction - other.turn(&outer.into());
                (y[3], y[4]) = (wanted.x, wanted.y);
                compare(&model, &[], &y, 2e-5);
            }
        }
    }
}

#[test]
fn a_contact_that_sticks_has_exact_derivatives_attached_and_parted() {
    let sticking = Sticking { radius: 0.03, modulus: 2e5, work: 0.5 };
    let mut dice = Dice(7);
    for law in [ElasticLaw::Jkr(sticking), ElasticLaw::Dmt(sticking)] {
        for (first, second, place) in touching() {
            let model = Model::new(&contact(first, second, law.clone(), None)).expect("valid");
            let reach = model.pairs[0].1.sticks().expect("it sticks").0.parting_gap();
            let near_parting = if reach > 0.0 { 0.5 * reach } else { -3e-4 };
            for (gap, attached) in [(-5e-3, 1.0), (-1e-3, 1.0), (near_parting, 1.0), (2e-3, 0.0)] {
                let place = approach(&model, place, gap);
                let mut y = state(&model, &mut dice, [place, [0.0; 3]], 0.0);
                let last = y.len() - 1;
                y[last] = attached;
                // Finer than elsewhere: near the parting the slope itself changes within micrometres.
                compare(&model, &[Damping::None], &y, 5e-7);
            }
        }
    }
}
