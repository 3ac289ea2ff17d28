//! Wear factors that depend on pressure and place, and a body that wears with the solid.

use crate::wear::{PRESSURE, SPEED, liner, pin, settings, wear};
use mechanics::solid::dynamics::{
    ContactDynamics, CounterWear, Drive, DynamicState, DynamicsError, PressureFactor, SphereGrid, WearLaw, WearSettings,
};
use nalgebra::{UnitQuaternion, Vector3};
use std::f64::consts::{PI, TAU};

/// Depth = K (p/p_ref)^m p s for one pressure everywhere, whatever m.
#[test]
fn a_factor_that_follows_the_pressure_gives_the_depth_of_its_formula() {
    let factor = 1e-13;
    for exponent in [-0.84, 0.0, 1.0] {
        let (dynamics, mut state, drive) = pin(settings(), wear(factor));
        let law = PressureFactor { reference: 1e6, exponent, least: 1e4, most: 1e8 };
        let law = WearLaw { place: Vec::new(), pressure: Some(law) };
        let mut dynamics = dynamics.with_wear_law(law).expect("a law");
        for _ in 0..400 {
            dynamics.step(&mut state, &drive).expect("a step");
        }
        let depth = factor * (PRESSURE / 1e6).powf(exponent) * PRESSURE * SPEED * state.time;
        for d in &state.depth {
            assert!((d / depth - 1.0).abs() < 8e-3, "m {exponent}: {d} {depth}");
        }
        assert!((dynamics.compute_worn_volume(&state) / state.law_volume - 1.0).abs() < 1e-10);
    }
}

/// Once the pin is worn in, all of it goes down alike: kᵢ pᵢ is the same everywhere, so that ẇ = F v/Σ(Aᵢ/kᵢ), the harmonic
/// mean of the factors; where the factor is four times as large, the pressure is a fourth.
#[test]
fn a_pin_of_two_halves_wears_evenly_with_the_harmonic_mean_of_their_factors() {
    let factor = 3e-9;
    let (dynamics, mut state, drive) = pin(settings(), wear(factor));
    let mesh = dynamics.solid().mesh().clone();
    let right = |node: &usize| mesh.nodes[*node].x > 0.004;
    let place: Vec<f64> = dynamics.points().nodes.iter().map(|n| if right(n) { 4.0 } else { 1.0 }).collect();
    let area = dynamics.points().area.clone();
    let mut dynamics = dynamics.with_wear_law(WearLaw { place: place.clone(), pressure: None }).expect("a law");
    for _ in 0..500 {
        dynamics.step(&mut state, &drive).expect("a step");
    }
    let compliance: f64 = area.iter().zip(&place).map(|(a, s)| a / (factor * s)).sum();
    let force = PRESSURE * 1e-4;
    let rate = force * SPEED / compliance;
    let pressure: Vec<f64> = dynamics.pressures(&state).collect();
    for (i, found) in state.depth_rate.iter().enumerate() {
        assert!((found / rate - 1.0).abs() < 0.01, "point {i}: {found} {rate}");
        let expected = rate / (factor * place[i] * SPEED);
        assert!((pressure[i] / expected - 1.0).abs() < 0.01, "point {i}: {} {expected}", pressure[i]);
    }
}

fn spin(
    dynamics: &mut ContactDynamics,
    state: &mut DynamicState,
    (axis, speed): (Vector3<f64>, f64),
    steps: usize,
) -> Result<(), DynamicsError> {
    let h = dynamics.settings().step;
    for _ in 0..steps {
        let turn = (state.time + h) * speed;
        let drive = Drive {
            spin: axis * speed,
            force: Vector3::z() * 1500.0,
            orientation: UnitQuaternion::from_scaled_axis(axis * turn),
            ..Drive::default()
        };
        dynamics.step(state, &drive)?;
    }
    Ok(())
}

fn worn(factor: f64, counter: f64) -> (ContactDynamics, DynamicState) {
    let (dynamics, _) = liner(WearSettings { thickness: 8e-3, ..wear(factor) }, 2);
    let dynamics = dynamics.with_counter_wear(CounterWear { factor: counter, cells: 4 }).expect("a head that wears");
    let state = dynamics.start();
    (dynamics, state)
}

/// A head that spins about the load meets every point of a circle alike: both surfaces wear where they are, the gap sees the
/// sum, and the run is that of one surface with the sum of the factors. The volumes are as the factors.
#[test]
fn a_head_and_a_cup_that_wear_about_the_axis_are_one_surface_with_the_sum_of_their_factors() {
    let (one, two) = (4e-10, 8e-10);
    let about = (Vector3::z(), 30.0);
    let (mut both, mut state) = worn(one, two);
    spin(&mut both, &mut state, about, 100).expect("wear");
    let (mut single, mut sum) = worn(one + two, 0.0);
    spin(&mut single, &mut sum, about, 100).expect("wear");
    let volume = both.compute_counter_volume(&state);
    assert!((volume / (two / one * state.law_volume) - 1.0).abs() < 1e-9, "{volume} {}", state.law_volume);
    // The head's grid is as coarse as the liner's mesh here; on both twice as fine the head sinks in alike to 0.5 %.
    assert!(((volume + state.law_volume) / sum.law_volume - 1.0).abs() < 0.02);
    assert!(sum.centre.z > 1.5e-4, "worn in: {}", sum.centre.z);
    assert!((state.centre.z / sum.centre.z - 1.0).abs() < 0.02, "{} {}", state.centre.z, sum.centre.z);
}

/// A head that turns about an axis across the load brings new metal to the patch all the time: after whole turns its wear is
/// the same all around that axis, and shallower than the cup's, which has one patch.
#[test]
fn a_head_that_turns_across_the_load_wears_in_a_band_that_is_even_all_around() {
    let factor = 2e-10;
    let (mut dynamics, mut state) = worn(factor, factor);
    let steps = 400;
    let speed = TAU / (steps as f64 * dynamics.settings().step);
    spin(&mut dynamics, &mut state, (Vector3::x(), speed), steps).expect("wear");
    let grid = dynamics.counter_grid().expect("a grid").clone();
    let around = |turn: f64| {
        let direction = Vector3::new(0.0, turn.sin(), turn.cos());
        grid.weights(&direction).iter().map(|&(node, weight)| weight * state.counter_depth[node]).sum::<f64>()
    };
    let depths: Vec<f64> = (0..36).map(|k| around(TAU * f64::from(k) / 36.0)).collect();
    let mean = depths.iter().sum::<f64>() / 36.0;
    // Where it started, the head was not yet worn in.
    let even = depths.iter().filter(|d| (**d / mean - 1.0).abs() < 0.25).count();
    assert!(even >= 33, "{depths:?}");
    let deepest = state.depth.iter().copied().fold(0.0, f64::max);
    assert!(mean < 0.5 * deepest, "{mean} {deepest}");
    let volume = dynamics.compute_counter_volume(&state);
    assert!((volume / state.law_volume - 1.0).abs() < 1e-9, "the same factor, the same volume");
}

#[test]
fn the_grid_of_a_head_has_the_area_of_its_sphere_and_weights_that_add_up_to_one() {
    let grid = SphereGrid::new(14e-3, 9);
    let area: f64 = grid.area.iter().sum();
    assert!((area / (4.0 * PI * 14e-3_f64.powi(2)) - 1.0).abs() < 1e-7, "{area}");
    assert_eq!(grid.nodes.len(), 6 * 9 * 9 + 2);
    for k in 0..500 {
        let k = f64::from(k);
        let direction = Vector3::new((7.1 * k).sin(), (3.3 * k).cos(), (5.7 * k + 1.0).sin());
        let weights = grid.weights(&direction);
        assert!((weights.iter().map(|w| w.1).sum::<f64>() - 1.0).abs() < 1e-12);
        let place: Vector3<f64> = weights.iter().map(|&(node, weight)| grid.nodes[node] * weight).sum();
        assert!(place.normalize().dot(&direction.normalize()) > 0.995, "{direction} {place}");
    }
    for cell in grid.quadrangles() {
        let [a, b, c, _] = cell.map(|node| grid.nodes[node]);
        assert!((b - a).cross(&(c - a)).dot(&a) > 0.0, "seen from outside");
    }
}

#[test]
fn what_makes_no_sense_as_a_wear_law_is_refused_with_its_value() {
    let refused = |law: WearLaw| pin(settings(), wear(1e-13)).0.with_wear_law(law).expect_err("refused").to_string();
    assert!(refused(WearLaw { place: vec![1.0; 3], pressure: None }).contains('3'));
    assert!(refused(WearLaw { place: vec![-2.0; 9], pressure: None }).contains("-2"));
    let pressure = Some(PressureFactor { reference: 0.0, exponent: 1.0, least: 1.0, most: 2.0 });
    assert!(refused(WearLaw { place: Vec::new(), pressure }).contains('0'));
    let plane = pin(settings(), wear(1e-13)).0.with_counter_wear(CounterWear { factor: 1e-13, cells: 8 });
    assert!(plane.expect_err("a plane").to_string().contains("plane"));
}

/// A checkpoint has the head's depth and how it is turned.
#[test]
fn a_head_that_wears_goes_on_from_its_text_bit_for_bit() {
    let about = (Vector3::new(0.6, 0.0, 0.8), 40.0);
    let (mut whole, mut state) = worn(2e-10, 1e-10);
    spin(&mut whole, &mut state, about, 40).expect("wear");
    let (mut first, mut part) = worn(2e-10, 1e-10);
    spin(&mut first, &mut part, about, 17).expect("wear");
    let mut resumed = DynamicState::from_text(&part.to_text()).expect("a state");
    let (mut second, _) = worn(2e-10, 1e-10);
    second.resume(&resumed).expect("its mesh");
    spin(&mut second, &mut resumed, about, 23).expect("wear");
    assert!(resumed.to_text() == state.to_text(), "the bits differ");
}
