//! The Jacobian against differences, with one of everything.

use std::sync::Arc;

use nalgebra::Vector3;

use super::*;
use crate::contact::surfaces::{PairSettings, SurfacePair};
use crate::contact::{Coulomb, Damping, Foundation, PressureLaw};
use crate::geometry::shape::{Sphere, SphericalCup};
use crate::rigid::spatial::{
    Attachment, Body, Contact, Coordinate, Drive, Force, ForceKind, Mechanism, Movement, Sequence,
};
use crate::rigid::{Axes, Function, GROUND, LigamentLaw};

fn pair() -> Arc<SurfacePair> {
    let cup = SphericalCup::new(Vector3::zeros(), 14e-3, -Vector3::y(), 1.5).expect("a cup");
    let ball = Sphere::new(Vector3::zeros(), 13.9e-3).expect("a ball");
    let foundation = Foundation::in_series([1e9]).expect("stiff");
    let mut settings = PairSettings::new(PressureLaw::Linear { foundation, thickness: 8e-3 }, 2e-3);
    settings.damping = Damping::Hysteretic { factor: 0.5 };
    settings.friction = Coulomb { static_coefficient: 0.1, dynamic_coefficient: 0.08, transition_speed: 0.05 };
    Arc::new(SurfacePair::new(Arc::new(cup), Arc::new(ball), settings).expect("a pair"))
}

fn everything() -> Mechanism {
    let sine = |amplitude: f64| Function::Sine { mean: 0.02, amplitude, frequency: 3.0, phase: 0.4 };
    let mut drives = [0.2; 6].map(|start| Drive::Free { start, speed: 0.3 });
    drives[Coordinate::Flexion as usize] = Drive::Prescribed(sine(0.5));
    drives[Coordinate::Anterior as usize] = Drive::Prescribed(sine(0.01));
    drives[4] = Drive::Free { start: 0.1, speed: -0.2 };
    drives[5] = Drive::Free { start: -0.05, speed: 0.1 };
    let inertia = [[0.02, 0.001, 0.0], [0.001, 0.03, 0.002], [0.0, 0.002, 0.04]];
    let guided = Body {
        inertia,
        centre_of_mass: [0.01, 0.02, -0.03],
        movement: Movement::Guided { sequence: Sequence::YXZ, drives },
        ..Body::new("guided", 2.0)
    };
    let free = Body {
        inertia,
        centre_of_mass: [-0.01, 0.01, 0.02],
        movement: Movement::Free {
            position: [0.02, 0.0994, -0.0497],
            orientation: [0.9, 0.2, -0.1, 0.3],
            velocity: [0.02, -0.17, 0.12],
            spin: [0.3, -0.2, 0.5],
        },
        ..Body::new("free", 1.5)
    };
    let (first, second) = (Attachment::new("guided", [0.1, 0.0, 0.02]), Attachment::new("free", [0.0, 0.15, 0.0]));
    let law = LigamentLaw::Toe { stiffness: 500.0, slack_length: 0.1, toe_strain: 0.2 };
    let spring = |first: &Attachment, second: &Attachment| ForceKind::Spring {
        first: first.clone(),
        second: second.clone(),
        stiffness: 300.0,
        length: 0.1,
        damping: 5.0,
    };
    let three = || [sine(3.0), sine(-2.0), sine(1.0)];
    let kinds = vec![
        ForceKind::Ligament { first: first.clone(), second: second.clone(), law },
        spring(&first, &second),
        spring(&second, &Attachment::new(GROUND, [0.3, 0.1, 0.0])),
        ForceKind::Load { at: second.clone(), force: three(), axes: Axes::Body },
        ForceKind::Moment { body: "guided".into(), moment: three(), axes: Axes::Body },
        ForceKind::Actuator { body: "guided".into(), coordinate: Coordinate::Rotation, force: sine(4.0) },
        ForceKind::Restraint {
            body: "guided".into(),
            coordinate: Coordinate::Adduction,
            stiffness: 20.0,
            rest: 0.1,
            damping: 0.3,
        },
    ];
    let forces = kinds.into_iter().enumerate().map(|(i, kind)| Force { name: format!("force {i}"), kind }).collect();
    let contact = Contact::new("hip", "guided", "free", pair());
    Mechanism { gravity: [0.0, -9.81, 0.0], bodies: vec![guided, free], forces, contacts: vec![contact] }
}

#[test]
fn the_jacobian_is_the_derivative_of_the_rates() {
    let model = Model::new(&everything()).expect("sound");
    let t = 0.3;
    let mut state = model.described_state(t);
    // The ball touches the cup, wherever the guide has put it.
    let guided = state.placement(0);
    let mut free = state.placement(1);
    free.position = guided.position + guided.rotation * Vector3::new(2e-5, -1.5e-4, 1e-5);
    state.set_placement(1, &free);
    let mut motion = Motion { model: &model, scratch: Scratch::new(&model), slopes: Slopes::new(&model) };
    let y = state.values.clone();
    let n = y.len();
    let (mut by_state, mut by_time) = (DMatrix::zeros(n, n), DVector::zeros(n));
    motion.jacobian(t, &y, &mut by_state, &mut by_time);
    assert!(motion.scratch.contacts[0].patch().area > 0.0, "the contact is closed");
    let mut rate_at = |t: f64, y: &DVector<f64>| {
        let mut rate = DVector::zeros(n);
        motion.rate(t, y, &mut rate);
        rate
    };
    for column in 0..n - BUDGET {
        let h = if column % PER_BODY < 7 { 1e-7 } else { 1e-5 };
        let (mut before, mut after) = (y.clone(), y.clone());
        before[column] -= h;
        after[column] += h;
        let slope = (rate_at(t, &after) - rate_at(t, &before)) / (2.0 * h);
        for row in 0..n {
            let scale = by_state.column(column).rows(PER_BODY * (row / PER_BODY), 1).amax().max(slope.amax());
            let error = (by_state[(row, column)] - slope[row]).abs();
            assert!(error < 2e-5 * scale.max(1.0), "{row} {column}: {} {}", by_state[(row, column)], slope[row]);
        }
    }
    let h = 1e-6;
    let slope = (rate_at(t + h, &y) - rate_at(t - h, &y)) / (2.0 * h);
    assert!((slope.clone() - by_time.clone()).amax() < 1e-5 * slope.amax(), "{slope} {by_time}");
}
