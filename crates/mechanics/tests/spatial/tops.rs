//! Free and heavy tops, pendulums, prescribed rotations.

use mechanics::rigid::spatial::{Body, Coordinate, Drive, Mechanism, Model, Movement, Sequence, Simulation};
use mechanics::rigid::{Function, SimulationSettings};
use nalgebra::{Matrix3, Rotation3, Vector3};
use numerics::elliptic::complete_first_kind;
use numerics::ode::Scheme;

fn diagonal([a, b, c]: [f64; 3]) -> [[f64; 3]; 3] {
    [[a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c]]
}

fn free() -> [Drive; 6] {
    [0.0; 6].map(|start| Drive::Free { start, speed: 0.0 })
}

fn held() -> [Drive; 6] {
    [0.0; 6].map(|value| Drive::Prescribed(Function::Constant(value)))
}

/// Euler's solution: with I₁ < I₂ < I₃ and L² > 2 T I₂ the spin in the body's axes repeats after 4 K(k²)/λ,
/// λ² = (I₃ − I₂)(L² − 2 T I₁)/(I₁I₂I₃), k² = (I₂ − I₁)(2 T I₃ − L²)/((I₃ − I₂)(L² − 2 T I₁)).
#[test]
fn an_asymmetric_top_repeats_after_the_elliptic_period_with_every_scheme() {
    let [i1, i2, i3] = [1.0f64, 2.0, 3.0];
    let spin = [0.5f64, 0.2, 2.0];
    let twice = i1 * spin[0] * spin[0] + i2 * spin[1] * spin[1] + i3 * spin[2] * spin[2];
    let square = (i1 * spin[0]).powi(2) + (i2 * spin[1]).powi(2) + (i3 * spin[2]).powi(2);
    assert!(square > twice * i2);
    let lambda = ((i3 - i2) * (square - twice * i1) / (i1 * i2 * i3)).sqrt();
    let m = (i2 - i1) * (twice * i3 - square) / ((i3 - i2) * (square - twice * i1));
    let period = 4.0 * complete_first_kind(m) / lambda;
    let movement = Movement::Free { position: [0.0; 3], orientation: [1.0, 0.0, 0.0, 0.0], velocity: [0.0; 3], spin };
    // The centre of mass rests away from the origin of the body: its place must not matter.
    let c = Vector3::new(0.3, -0.2, 0.1);
    let v = -Vector3::from(spin).cross(&c);
    for (centre, velocity) in [(Vector3::zeros(), Vector3::zeros()), (c, v)] {
        let Movement::Free { position, orientation, spin, .. } = movement.clone() else { unreachable!() };
        let movement = Movement::Free { position, orientation, velocity: velocity.into(), spin };
        let inertia = diagonal([i1, i2, i3]);
        let body = Body { inertia, movement, centre_of_mass: centre.into(), ..Body::new("top", 2.0) };
        let model = Model::new(&Mechanism { bodies: vec![body], ..Mechanism::default() }).unwrap();
        for scheme in Scheme::ALL {
            let settings = SimulationSettings { scheme, tolerance: 1e-9, ..SimulationSettings::default() };
            let mut simulation = Simulation::new(&model, model.described_state(0.0), settings);
            let energy = model.energy(&simulation.state(), &mut []);
            simulation.advance_to(period).unwrap();
            let place = simulation.state().placement(0);
            let back = place.rotation.transpose() * place.spin;
            assert!((back - Vector3::from(spin)).amax() < 2e-6, "{}: {back}", scheme.name());
            let tensor =
                place.rotation * Matrix3::from_diagonal(&Vector3::new(i1, i2, i3)) * place.rotation.transpose();
            let momentum = tensor * place.spin;
            let start = Vector3::new(i1 * spin[0], i2 * spin[1], i3 * spin[2]);
            assert!((momentum - start).amax() < 1e-6, "{}: {momentum}", scheme.name());
            let change = model.energy(&simulation.state(), &mut []) / energy - 1.0;
            assert!(change.abs() < 1e-6, "{}: {change:e}", scheme.name());
            assert!((place.position + place.rotation * centre - centre).amax() < 1e-6, "the centre of mass moved");
        }
    }
}

/// Steady precession of a heavy symmetric top: I₁ Ω² cos θ − I₃ ω₃ Ω + m g l = 0.
#[test]
fn a_heavy_top_precesses_steadily() {
    let (mass, length, gravity, tilt, omega) = (0.5, 0.04, 9.81, 0.4f64, 3.0);
    let (along, across) = (2e-4, 1.5e-4 + mass * length * length);
    let spin_along = (mass * gravity * length + across * omega * omega * tilt.cos()) / (along * omega);
    // The axis of the top is the body's y, tilted about x; spin along it beyond what the precession gives, Ω cos θ.
    let axis = Vector3::new(0.0, tilt.cos(), tilt.sin());
    let spin = Vector3::y() * omega + axis * (spin_along - omega * tilt.cos());
    let sequence = Sequence::YXZ;
    let mut drives = held();
    drives[..3].clone_from_slice(&free()[..3]);
    let body = Body {
        inertia: diagonal([1.5e-4, along, 1.5e-4]),
        centre_of_mass: [0.0, length, 0.0],
        movement: Movement::Guided { sequence, drives },
        ..Body::new("top", mass)
    };
    let mechanism = Mechanism { gravity: [0.0, -gravity, 0.0], bodies: vec![body], ..Mechanism::default() };
    let model = Model::new(&mechanism).unwrap();
    let mut state = model.described_state(0.0);
    let mut place = state.placement(0);
    place.rotation = sequence.rotation(&[0.0, tilt, 0.0]);
    place.spin = spin;
    state.set_placement(0, &place);
    let settings = SimulationSettings { tolerance: 1e-10, ..SimulationSettings::default() };
    let mut simulation = Simulation::new(&model, state, settings);
    let end = 1.5;
    simulation.advance_to(end).unwrap();
    let there = simulation.state().placement(0).rotation * Vector3::y();
    let (s, c) = (omega * end).sin_cos();
    let expected = Vector3::new(tilt.sin() * s, tilt.cos(), tilt.sin() * c);
    assert!((there - expected).amax() < 1e-7, "{there} {expected}");
}

/// T = 4 √(I/(m g l)) K(sin²(θ/2)), I about the pivot.
#[test]
fn a_pendulum_with_one_free_angle_has_its_period() {
    let (mass, length, gravity, amplitude) = (2.0f64, 0.3, 9.81, 1.2f64);
    let inertia = 0.01 * mass + mass * length * length;
    let period =
        4.0 * (inertia / (mass * gravity * length)).sqrt() * complete_first_kind((0.5 * amplitude).sin().powi(2));
    let mut drives = held();
    drives[Coordinate::Flexion as usize] = Drive::Free { start: amplitude, speed: 0.0 };
    let body = Body {
        centre_of_mass: [0.0, -length, 0.0],
        movement: Movement::Guided { sequence: Sequence::YXZ, drives },
        ..Body::new("rod", mass)
    };
    let mechanism = Mechanism { gravity: [0.0, -gravity, 0.0], bodies: vec![body], ..Mechanism::default() };
    let model = Model::new(&mechanism).unwrap();
    for scheme in Scheme::ALL {
        let settings = SimulationSettings { scheme, tolerance: 1e-9, ..SimulationSettings::default() };
        let mut simulation = Simulation::new(&model, model.described_state(0.0), settings);
        simulation.advance_to(period).unwrap();
        let [angle, rate] = model.coordinates(0, &simulation.state()).unwrap()[0];
        assert!((angle - amplitude).abs() < 1e-6 && rate.abs() < 1e-5, "{}: {angle} {rate}", scheme.name());
        // The pivot carries the weight and the centripetal force: m g cos θ along the rod, and 3 components in all.
        let state = simulation.state();
        let drive = simulation.compute_instant(0, &state).drives;
        let swing = mass * gravity * length * amplitude.sin() / inertia;
        let (s, c) = amplitude.sin_cos();
        // At rest at the turning point the centre accelerates by −swing·l along (c, s): F = m (a − g).
        let expected = [-mass * swing * length * c, mass * (gravity - swing * length * s)];
        assert!(
            (drive[3] - expected[0]).abs() < 1e-3 && (drive[4] - expected[1]).abs() < 1e-3,
            "{drive:?} {expected:?}"
        );
    }
}

#[test]
fn prescribed_coordinates_are_followed_exactly_and_their_work_is_the_energy() {
    let sine = |amplitude: f64, frequency: f64| Function::Sine { mean: 0.1, amplitude, frequency, phase: 0.3 };
    let functions = [sine(1.2, 2.0), sine(0.4, 3.0), sine(0.8, 1.0), sine(0.02, 5.0), sine(0.03, 2.0), sine(0.01, 4.0)];
    let value = |k: usize, t: f64| functions[k].compile().unwrap().evaluate(t);
    for sequence in [Sequence::YXZ, Sequence::ZXY] {
        let body = Body {
            inertia: diagonal([0.02, 0.03, 0.04]),
            centre_of_mass: [0.02, -0.05, 0.01],
            movement: Movement::Guided { sequence, drives: functions.clone().map(Drive::Prescribed) },
            ..Body::new("block", 3.0)
        };
        let mechanism = Mechanism { gravity: [0.0, -9.81, 0.0], bodies: vec![body], ..Mechanism::default() };
        let model = Model::new(&mechanism).unwrap();
        for scheme in Scheme::ALL {
            let settings = SimulationSettings { scheme, tolerance: 1e-9, ..SimulationSettings::default() };
            let mut simulation = Simulation::new(&model, model.described_state(0.0), settings);
            let energy = model.energy(&simulation.state(), &mut []);
            simulation.advance_to(0.9).unwrap();
            let state = simulation.state();
            let place = state.placement(0);
            let [f, a, r] = [0, 1, 2].map(|k| value(k, 0.9)[0]);
            let turn = |axis: Vector3<f64>, angle: f64| Rotation3::from_scaled_axis(axis * angle);
            let (x, y, z) = (turn(Vector3::x(), a), turn(Vector3::y(), r), turn(Vector3::z(), f));
            let exact = if sequence == Sequence::YXZ { y * x * z } else { z * x * y };
            assert!((place.rotation - exact.matrix()).amax() < 1e-12, "{sequence:?}");
            for k in 0..3 {
                assert!((place.position[k] - value(3 + k, 0.9)[0]).abs() < 1e-15);
                assert!((place.velocity[k] - value(3 + k, 0.9)[1]).abs() < 1e-15);
            }
            let gained = model.energy(&state, &mut []) - energy;
            assert!((gained - state.work()).abs() < 2e-5, "{}: {gained} {}", scheme.name(), state.work());
        }
    }
}
