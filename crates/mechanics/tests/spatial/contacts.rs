//! Contacts of surfaces in motion: what happens to the energy.

use mechanics::contact::surfaces::Push;
use mechanics::contact::{Coulomb, Damping};
use mechanics::rigid::spatial::{Body, Contact, Mechanism, Model, Movement, Simulation};
use mechanics::rigid::{GROUND, SimulationSettings};
use numerics::ode::Scheme;

use crate::hip;

fn ball(position: [f64; 3], velocity: [f64; 3], spin: [f64; 3]) -> Body {
    let (mass, radius) = (0.094, crate::BALL);
    let i = 0.4 * mass * radius * radius;
    Body {
        inertia: [[i, 0.0, 0.0], [0.0, i, 0.0], [0.0, 0.0, i]],
        movement: Movement::Free { position, orientation: [1.0, 0.0, 0.0, 0.0], velocity, spin },
        ..Body::new("ball", mass)
    }
}

fn touching(base: &str, pair: std::sync::Arc<mechanics::contact::surfaces::SurfacePair>) -> Contact {
    Contact::new("hip", base, "ball", pair)
}

#[test]
fn an_elastic_contact_keeps_the_energy_and_a_lossy_one_only_takes() {
    let start = ball([2e-5, -60e-6, 1e-5], [0.02, -0.1, 0.01], [3.0, 1.0, -20.0]);
    let friction = Coulomb { static_coefficient: 0.1, dynamic_coefficient: 0.08, transition_speed: 5e-3 };
    for lossy in [false, true] {
        let pair = hip(Push::ShortestWay, 1.5e-3, |settings| {
            if lossy {
                settings.damping = Damping::Hysteretic { factor: 0.5 };
                settings.friction = friction;
            }
        });
        let mechanism =
            Mechanism { bodies: vec![start.clone()], contacts: vec![touching(GROUND, pair)], ..Mechanism::default() };
        let model = Model::new(&mechanism).unwrap();
        for scheme in [Scheme::DormandPrince, Scheme::Rosenbrock] {
            let settings = SimulationSettings { scheme, tolerance: 1e-9, ..SimulationSettings::default() };
            let mut simulation = Simulation::new(&model, model.described_state(0.0), settings);
            let mut scratches = model.contact_scratches();
            let first = model.energy(&simulation.state(), &mut scratches);
            simulation.advance_to(2e-3).unwrap();
            let state = simulation.state();
            let last = model.energy(&state, &mut scratches);
            let places = state.placement(0);
            assert!(places.velocity.y > 0.0 || places.velocity.norm() < 0.11, "it has bounced");
            let change = last - first;
            if lossy {
                assert!(change < -1e-3 * first, "{}: {change:e} of {first:e}", scheme.name());
            } else {
                assert!(change.abs() < 2e-5 * first, "{}: {change:e} of {first:e}", scheme.name());
            }
        }
    }
}

/// Both bodies move: momentum is kept, and the base being a body instead of the ground changes nothing that it should not.
#[test]
fn two_free_bodies_keep_their_momentum() {
    let pair = hip(Push::ShortestWay, 1.5e-3, |settings| settings.damping = Damping::Hysteretic { factor: 0.3 });
    let movement = Movement::Free {
        position: [0.0; 3],
        orientation: [0.9, 0.1, -0.3, 0.2],
        velocity: [0.0, 0.05, 0.0],
        spin: [1.0, 2.0, -1.0],
    };
    let cup = Body { movement, ..Body::new("cup", 0.3) };
    let ball = ball([0.0, -70e-6, 0.0], [0.01, -0.1, 0.02], [5.0, 0.0, 0.0]);
    let mechanism =
        Mechanism { bodies: vec![cup, ball], contacts: vec![touching("cup", pair)], ..Mechanism::default() };
    let model = Model::new(&mechanism).unwrap();
    for scheme in [Scheme::DormandPrince, Scheme::Rosenbrock] {
        let settings = SimulationSettings { scheme, tolerance: 1e-9, ..SimulationSettings::default() };
        let mut simulation = Simulation::new(&model, model.described_state(0.0), settings);
        let momentum = |simulation: &Simulation<'_>| {
            let state = simulation.state();
            let (cup, ball) = (state.placement(0), state.placement(1));
            let i = 0.4 * 0.094 * crate::BALL * crate::BALL;
            let linear = cup.velocity * 0.3 + ball.velocity * 0.094;
            let angular = cup.spin * 0.003
                + ball.spin * i
                + cup.position.cross(&cup.velocity) * 0.3
                + ball.position.cross(&ball.velocity) * 0.094;
            (linear, angular)
        };
        let before = momentum(&simulation);
        let start = simulation.state().placement(1).velocity;
        simulation.advance_to(1.5e-3).unwrap();
        let after = momentum(&simulation);
        assert!((simulation.state().placement(1).velocity - start).norm() > 0.05, "they have touched");
        assert!((after.0 - before.0).amax() < 1e-9, "{}: {:?} {:?}", scheme.name(), before.0, after.0);
        assert!((after.1 - before.1).amax() < 1e-10, "{}: {:?} {:?}", scheme.name(), before.1, after.1);
    }
}
