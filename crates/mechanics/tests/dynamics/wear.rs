//! Coupled wear: the law, the balance of volume, deep wear, the end.

use crate::elastic;
use mechanics::solid::dynamics::{
    Body, ContactDynamics, Coupling, Drive, DynamicState, DynamicsError, DynamicsSettings, Shape, WearSettings,
};
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::{Brick, HemisphericalShell, Sector};
use mechanics::solid::{Material, Solid, Supports};
use nalgebra::{Matrix3, Vector3};
use std::f64::consts::FRAC_PI_2;

pub(crate) const PRESSURE: f64 = 2e6;
pub(crate) const SPEED: f64 = 3.0;
/// Distance of the pin from the axis of the disc: so long that the disc passes under it almost straight.
const ARM: f64 = 50.0;

pub(crate) fn wear(factor: f64) -> WearSettings {
    WearSettings { factor, coupling: Coupling::Implicit, renewal: f64::INFINITY, thickness: 1.0 }
}

/// A pin on a disc: a block held at the sides, pressed on a plane that passes under it.
pub(crate) fn pin(settings: DynamicsSettings, wear: WearSettings) -> (ContactDynamics, DynamicState, Drive) {
    let mesh = Brick { size: [0.01, 0.01, 0.01], cells: [2, 2, 4] }.mesh(ElementKind::Hex8).expect("a pin");
    let all: Vec<usize> = (0..mesh.nodes.len()).collect();
    let supports = Supports::none().hold(&all, 0).hold(&all, 1);
    let solid = Solid::free(mesh, Material::Linear(elastic(1e9, 0.0, 1000.0)), supports).expect("a pin");
    let load = solid.compute_pressure("z+", PRESSURE).expect("the upper face");
    let disc = Body {
        shape: Shape::Plane(Vector3::z()),
        centre: Vector3::new(-ARM, 0.0, 0.0),
        mass: 1.0,
        free: Matrix3::zeros(),
    };
    let dynamics = ContactDynamics::new(solid, "z-", disc, settings).expect("a start in touch");
    let dynamics = dynamics.with_load(load).with_wear(wear).expect("wear");
    let drive = Drive { spin: Vector3::new(0.0, 0.0, SPEED / ARM), load: 1.0, ..Drive::default() };
    let mut state = dynamics.start();
    state.drive = drive;
    (dynamics, state, drive)
}

pub(crate) fn settings() -> DynamicsSettings {
    DynamicsSettings { theta: 1.0, step: 1e-4, friction: 0.1, ..DynamicsSettings::default() }
}

/// Depth = K p s, and the volume measured on the surface is that of the law.
#[test]
fn a_pin_on_a_disc_wears_as_archard_says_and_loses_the_volume_of_the_law() {
    let factor = 1e-13;
    let (mut dynamics, mut state, drive) = pin(settings(), wear(factor));
    for _ in 0..400 {
        dynamics.step(&mut state, &drive).expect("a step");
    }
    let way = SPEED * state.time;
    let depth = factor * PRESSURE * way;
    for d in &state.depth {
        // The outer nodes pass a little faster, and the first steps see the pin settle.
        assert!((d / depth - 1.0).abs() < 5e-3, "{d} {depth}");
    }
    let force = PRESSURE * 1e-4;
    assert!((state.load_times_sliding / (force * way) - 1.0).abs() < 2e-3);
    assert!((state.law_volume / (factor * state.load_times_sliding) - 1.0).abs() < 1e-12);
    assert!((dynamics.compute_worn_volume(&state) / state.law_volume - 1.0).abs() < 1e-12);
    // The pin follows its wear down: the gap stays closed.
    let lowest = state.displacement.iter().map(|u| u.z).fold(f64::INFINITY, f64::min);
    assert!(lowest < -0.9 * depth, "{lowest} {depth}");
}

/// A liner in a fixed shell on a head that turns and is pressed into it.
pub(crate) fn liner(wear: WearSettings, layers: usize) -> (ContactDynamics, DynamicState) {
    let shell = HemisphericalShell {
        inner_radius: 14e-3,
        thickness: 8e-3,
        rim_angle: FRAC_PI_2,
        patch_angle: 0.6,
        patch_cells: 2,
        ring_cells: 3,
        ring_growth: 1.0,
        layers,
        layer_growth: 1.0,
        sector: Sector::Full,
    };
    let mesh = shell.mesh(ElementKind::Hex8).expect("a shell");
    let outer = mesh.nodes_of("outer").expect("its outer face");
    let material = Material::Linear(elastic(1e9, 0.46, 938.0));
    let solid = Solid::new(mesh, material, Supports::none().clamp(&outer)).expect("a liner");
    let head = Body { shape: Shape::Sphere(13.9e-3), centre: Vector3::zeros(), mass: 0.1, free: Matrix3::identity() };
    let settings = DynamicsSettings { theta: 0.7, step: 1e-3, friction: 0.07, ..DynamicsSettings::default() };
    let dynamics = ContactDynamics::new(solid, "inner", head, settings).expect("a head in its cup");
    let dynamics = dynamics.with_wear(wear).expect("wear");
    let state = dynamics.start();
    (dynamics, state)
}

fn turn(dynamics: &mut ContactDynamics, state: &mut DynamicState, steps: usize) -> Result<(), DynamicsError> {
    for _ in 0..steps {
        let phase = state.time * 20.0;
        let drive = Drive {
            spin: Vector3::new(3.0 * phase.cos(), 8.0 * phase.sin(), 0.0),
            force: Vector3::new(0.0, 0.0, 1500.0 + 500.0 * phase.sin()),
            ..Drive::default()
        };
        dynamics.step(state, &drive)?;
    }
    Ok(())
}

/// Deeper than a layer of elements, with a mesh that makes room: the measured volume is still that of the law.
#[test]
fn wear_deeper_than_elements_allow_moves_the_mesh_and_keeps_the_balance() {
    let settings = WearSettings { renewal: 0.05, thickness: 8e-3, ..wear(3e-8) };
    let (mut dynamics, mut state) = liner(settings, 3);
    turn(&mut dynamics, &mut state, 380).expect("deep wear");
    let deepest = state.depth.iter().copied().fold(0.0, f64::max);
    assert!(state.work.mesh_motions > 5, "{:?}", state.work);
    assert!(deepest > 2.7e-3, "deeper than the first layer: {deepest}");
    let quality = dynamics.solid().mesh().compute_quality();
    assert!(quality.inverted.is_empty() && quality.worst > 0.2, "{}", quality.worst);
    let balance = dynamics.compute_worn_volume(&state) / state.law_volume - 1.0;
    assert!(balance.abs() < 0.02, "{balance}");
    // The head sits deeper by what is gone.
    assert!(state.centre.z > 0.8 * deepest, "{} {deepest}", state.centre.z);
}

#[test]
fn a_liner_that_is_worn_through_stops_and_says_when_and_where() {
    let settings = WearSettings { renewal: 0.1, thickness: 8e-3, ..wear(5e-8) };
    let (mut dynamics, mut state) = liner(settings, 3);
    match turn(&mut dynamics, &mut state, 4000) {
        Err(DynamicsError::WornThrough { time, depth, thickness, .. }) => {
            assert!((time - state.time).abs() < 1e-12 && depth > 0.95 * thickness && thickness == 8e-3);
        }
        other => panic!("{other:?} at {} s, {:?}", state.time, state.depth.iter().copied().fold(0.0, f64::max)),
    }
}

/// Small wear between updates: both couplings are the same; the explicit one is off by what it did not yet know.
#[test]
fn explicit_coupling_tends_to_implicit_coupling_as_it_is_updated_more_often() {
    let run = |coupling: Coupling| {
        let settings = WearSettings { coupling, thickness: 8e-3, ..wear(2e-10) };
        let (mut dynamics, mut state) = liner(settings, 2);
        turn(&mut dynamics, &mut state, 200).expect("wear");
        (state.depth.iter().copied().fold(0.0, f64::max), dynamics.compute_worn_volume(&state))
    };
    let implicit = run(Coupling::Implicit);
    let errors: Vec<f64> = [50, 10, 1]
        .into_iter()
        .map(|every| {
            let explicit = run(Coupling::Explicit(every));
            ((explicit.0 / implicit.0 - 1.0).abs()).max((explicit.1 / implicit.1 - 1.0).abs())
        })
        .collect();
    assert!(errors[2] < errors[0] && errors[2] < 5e-3, "{errors:?}");
}

#[test]
fn a_worn_motion_goes_on_from_its_text_bit_for_bit_with_the_mesh_that_it_left() {
    let settings = WearSettings { renewal: 0.05, thickness: 8e-3, ..wear(2e-8) };
    let (mut whole, mut state) = liner(settings, 2);
    turn(&mut whole, &mut state, 100).expect("wear");
    assert!(state.work.mesh_motions > 0);
    let (mut first, mut part) = liner(settings, 2);
    turn(&mut first, &mut part, 61).expect("wear");
    let mut resumed = DynamicState::from_text(&part.to_text()).expect("a state");
    let (mut second, _) = liner(settings, 2);
    second.resume(&resumed).expect("its mesh");
    turn(&mut second, &mut resumed, 39).expect("wear");
    assert!(resumed.to_text() == state.to_text(), "the bits differ");
}
