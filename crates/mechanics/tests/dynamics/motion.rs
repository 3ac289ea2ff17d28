//! Solids in motion: impacts, friction, energy, momentum.

use crate::elastic;
use mechanics::solid::dynamics::{Body, ContactDynamics, Drive, DynamicState, DynamicsError, DynamicsSettings, Shape};
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::Brick;
use mechanics::solid::{Material, Solid, Supports};
use nalgebra::{Matrix3, Vector3};

const MODULUS: f64 = 1e9;
const DENSITY: f64 = 1000.0;
const LENGTH: f64 = 0.1;
const SIDE: f64 = 0.01;
const SPEED: f64 = 2.0;

/// A floor through the origin that nothing moves.
fn floor() -> Body {
    Body { shape: Shape::Plane(Vector3::z()), centre: Vector3::zeros(), mass: 1.0, free: Matrix3::zeros() }
}

/// A bar on end, free along z only, that falls on the floor.
fn bar(cells: usize, theta: f64, material: Material) -> (ContactDynamics, DynamicState) {
    let mesh = Brick { size: [SIDE, SIDE, LENGTH], cells: [1, 1, cells] }.mesh(ElementKind::Hex8).expect("a bar");
    let all: Vec<usize> = (0..mesh.nodes.len()).collect();
    let supports = Supports::none().hold(&all, 0).hold(&all, 1);
    let solid = Solid::free(mesh, material, supports).expect("a bar");
    let wave = (MODULUS / DENSITY).sqrt();
    let settings = DynamicsSettings { theta, step: 0.25 * LENGTH / cells as f64 / wave, ..DynamicsSettings::default() };
    let dynamics = ContactDynamics::new(solid, "z-", floor(), settings).expect("a start clear of the floor");
    let mut state = dynamics.start();
    state.velocity.fill(Vector3::new(0.0, 0.0, -SPEED));
    (dynamics, state)
}

/// Impact of a bar on a wall: while waves run to the free end and back, for 2L/c, the wall pushes with ρ c v A; then the bar
/// leaves with the speed with which it came [Timoshenko1974].
#[test]
fn a_bar_leaves_the_wall_when_the_wave_is_back_with_the_speed_with_which_it_came() {
    let wave = (MODULUS / DENSITY).sqrt();
    let (push, stay) = (DENSITY * wave * SPEED * SIDE * SIDE, 2.0 * LENGTH / wave);
    let mut errors = Vec::new();
    for cells in [20, 80] {
        let (mut dynamics, mut state) = bar(cells, 0.55, Material::Linear(elastic(MODULUS, 0.0, DENSITY)));
        let (mut impulse, mut plateau, mut count, mut last) = (0.0, 0.0, 0.0, 0.0);
        while state.time < 1.5 * stay {
            dynamics.step(&mut state, &Drive::default()).expect("an impact");
            let force = state.total_reaction().z;
            impulse += force * dynamics.settings().step;
            if state.time > 0.2 * stay && state.time < 0.8 * stay {
                (plateau, count) = (plateau + force, count + 1.0);
            }
            if force > 0.1 * push {
                last = state.time;
            }
        }
        let exact = 2.0 * DENSITY * LENGTH * SIDE * SIDE * SPEED;
        assert!((plateau / count / push - 1.0).abs() < 2e-3, "{cells}: force {}", plateau / count / push);
        errors.push(((last / stay - 1.0).abs(), (impulse / exact - 1.0).abs()));
    }
    assert!(errors[1].0 < 0.01 && errors[1].1 < 0.015, "{errors:?}");
    // A front that jumps is resolved with an order between one half and two thirds, not with that of smooth waves.
    let order = (errors[0].1 / errors[1].1).log2() / 2.0;
    assert!(order > 0.45 && order < 0.75, "order {order} of {errors:?}");
}

/// Δ(T + U) = loads + contact − (θ − ½)(…), step by step, through an impact and a lift-off.
#[test]
fn energy_balances_to_rounding_for_every_theta_and_the_scheme_never_gives() {
    let mut lost = Vec::new();
    for theta in [0.5, 0.55, 0.75, 1.0] {
        let (mut dynamics, mut state) = bar(12, theta, Material::Linear(elastic(MODULUS, 0.0, DENSITY)));
        let before = state.clone();
        let start = dynamics.compute_energy(&before, &before).kinetic;
        assert!((start / (0.5 * DENSITY * LENGTH * SIDE * SIDE * SPEED * SPEED) - 1.0).abs() < 1e-12);
        let (mut energy, mut scheme) = (start, 0.0);
        for _ in 0..150 {
            let before = state.clone();
            dynamics.step(&mut state, &Drive::default()).expect("a step");
            let now = dynamics.compute_energy(&before, &state);
            let balance = now.kinetic + now.elastic - energy - now.loads - now.contact + now.scheme;
            assert!(balance.abs() < 1e-10 * start, "θ {theta}: {balance:e} of {start:e}");
            assert!(now.scheme >= -1e-12 * start);
            energy = now.kinetic + now.elastic;
            scheme += now.scheme;
        }
        lost.push(scheme / start);
    }
    assert!(lost[0].abs() < 1e-10 && lost.is_sorted(), "{lost:?}");
}

/// A block of hardly any flexibility.
fn block(friction: f64) -> (ContactDynamics, f64) {
    let mesh = Brick { size: [0.02, 0.02, 0.01], cells: [2, 2, 1] }.mesh(ElementKind::Hex8).expect("a block");
    let mass = DENSITY * 0.02 * 0.02 * 0.01;
    let solid = Solid::free(mesh, Material::Linear(elastic(1e9, 0.3, DENSITY)), Supports::none()).expect("a block");
    let load = solid.compute_body_force(|_| Vector3::new(0.0, 0.0, -DENSITY));
    let settings = DynamicsSettings { theta: 1.0, step: 1e-4, friction, ..DynamicsSettings::default() };
    (ContactDynamics::new(solid, "z-", floor(), settings).expect("a block").with_load(load), mass)
}

/// μ g slows a sliding block down, and it stays where it stops: after v²/(2 μ g).
#[test]
fn a_sliding_block_stops_where_galilei_says() {
    let (g, mu, v) = (9.81, 0.3, 0.5);
    let (mut dynamics, mass) = block(mu);
    let mut state = dynamics.start();
    state.velocity.fill(Vector3::new(v, 0.0, 0.0));
    let drive = Drive { load: g, ..Drive::default() };
    state.drive = drive;
    let middle = |s: &DynamicState| s.displacement.iter().sum::<Vector3<f64>>() / s.displacement.len() as f64;
    let stop = v / (mu * g);
    let mut at_stop = Vector3::zeros();
    while state.time < 1.5 * stop {
        dynamics.step(&mut state, &drive).expect("a step");
        if state.time < stop * 1.02 {
            at_stop = middle(&state);
        }
    }
    let exact = v * v / (2.0 * mu * g);
    assert!((middle(&state).x / exact - 1.0).abs() < 2e-3, "{} {exact}", middle(&state).x);
    assert!((middle(&state) - at_stop).norm() < 1e-6 * exact, "it stays");
    assert!((state.total_reaction().z / (mass * g) - 1.0).abs() < 1e-6, "{}", state.total_reaction().z);
    // All of the kinetic energy is heat.
    assert!((state.friction_heat / (0.5 * mass * v * v) - 1.0).abs() < 5e-3, "{}", state.friction_heat);
}

/// The momentum of a free solid changes by the impulses on it, and by nothing else.
#[test]
fn momentum_changes_by_impulses_only() {
    let (mut dynamics, mass) = block(0.4);
    let mut state = dynamics.start();
    state.velocity.iter_mut().enumerate().for_each(|(k, v)| *v = Vector3::new(0.2, 0.1 * (k as f64).sin(), -0.3));
    let solid_momentum = |dynamics: &ContactDynamics, state: &DynamicState| {
        let full: Vec<f64> = state.velocity.iter().flat_map(|v| <[f64; 3]>::from(*v)).collect();
        let matrix = dynamics.solid().compute_mass();
        let mut product = vec![0.0; full.len()];
        matrix.multiply(&full, &mut product);
        product.chunks(3).map(|p| Vector3::new(p[0], p[1], p[2])).sum::<Vector3<f64>>()
    };
    let mut momentum = solid_momentum(&dynamics, &state);
    for _ in 0..60 {
        let h = dynamics.settings().step;
        dynamics.step(&mut state, &Drive { load: 9.81, ..Drive::default() }).expect("a step");
        let theta_load = 9.81 * mass * Vector3::new(0.0, 0.0, -1.0);
        momentum += (state.total_reaction() + theta_load) * h;
        let now = solid_momentum(&dynamics, &state);
        assert!((now - momentum).norm() < 1e-11 * mass, "{now} {momentum}");
        momentum = now;
    }
}

/// A solid that is not linear iterates to its own equations: for tiny strains it is the linear one, and for large ones it
/// keeps its momentum too.
#[test]
fn a_solid_that_is_not_linear_does_what_the_linear_one_does_at_small_strain() {
    let mut pushes = Vec::new();
    for material in [Material::Linear, Material::StVenantKirchhoff, Material::NeoHookean] {
        let (mut dynamics, mut state) = bar(12, 0.6, material(elastic(MODULUS, 0.0, DENSITY)));
        state.velocity.fill(Vector3::new(0.0, 0.0, -1e-3 * SPEED));
        for _ in 0..40 {
            dynamics.step(&mut state, &Drive::default()).expect("a step");
        }
        pushes.push(state.total_reaction().z);
    }
    assert!(pushes[0] > 0.0);
    for push in &pushes[1..] {
        assert!((push / pushes[0] - 1.0).abs() < 1e-4, "{pushes:?}");
    }
}

#[test]
fn a_stopped_motion_goes_on_from_its_text_bit_for_bit() {
    let run = |dynamics: &mut ContactDynamics, state: &mut DynamicState, steps: usize| {
        for _ in 0..steps {
            dynamics.step(state, &Drive { load: 9.81, ..Drive::default() }).expect("a step");
        }
    };
    let (mut whole, _) = block(0.3);
    let mut state = whole.start();
    state.velocity.fill(Vector3::new(0.4, 0.1, -0.2));
    let mut part = state.clone();
    run(&mut whole, &mut state, 50);
    let (mut first, _) = block(0.3);
    run(&mut first, &mut part, 23);
    let text = part.to_text();
    let (mut second, _) = block(0.3);
    let mut resumed = DynamicState::from_text(&text).expect("a state");
    assert_eq!(resumed, part);
    second.resume(&resumed).expect("the mesh of the state");
    run(&mut second, &mut resumed, 27);
    assert_eq!(resumed.to_text(), state.to_text());
    for cut in [0, 10, text.len() - 3] {
        assert!(DynamicState::from_text(&text[..cut]).is_err(), "cut at {cut}");
    }
}

#[test]
fn settings_that_make_no_sense_are_refused_with_their_value() {
    let solid = || {
        let mesh = Brick { size: [0.01; 3], cells: [1; 3] }.mesh(ElementKind::Hex8).expect("a cube");
        Solid::free(mesh, Material::Linear(elastic(1e9, 0.3, 1000.0)), Supports::none()).expect("a cube")
    };
    let good = DynamicsSettings::default();
    for bad in [
        DynamicsSettings { theta: 0.4, ..good },
        DynamicsSettings { step: 0.0, ..good },
        DynamicsSettings { friction: f64::NAN, ..good },
    ] {
        let refusal = ContactDynamics::new(solid(), "z-", floor(), bad).expect_err("a bad setting");
        assert!(matches!(refusal, DynamicsError::BadSetting { .. }), "{refusal}");
    }
    let sunk = Body { centre: Vector3::new(0.0, 0.0, 1e-3), ..floor() };
    let refusal = ContactDynamics::new(solid(), "z-", sunk, good).expect_err("an overlap");
    assert!(matches!(refusal, DynamicsError::Overlap { overlap, .. } if (overlap - 1e-3).abs() < 1e-12), "{refusal}");
}
