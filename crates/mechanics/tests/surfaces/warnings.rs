//! What makes an answer doubtful is said, and nothing else is; fields are averaged by area.

use std::f64::consts::PI;
use std::sync::Arc;

use mechanics::contact::surfaces::{
    ContactWarning, Fields, PairSettings, PatchSummary, Response, Sampled, SurfacePair, Twist,
};
use mechanics::contact::{Layer, PressureLaw};
use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup};
use mechanics::geometry::mesh::{DEFAULT_CREASE_ANGLE, MeshReport};
use mechanics::geometry::shape::{Plane, Sphere};
use nalgebra::Vector3;

use crate::common::*;

const RADIUS: f64 = 0.03;

/// A ball on a lined square of 20 mm, `aside` of its middle and `d` deep: the patch, and how it is answered.
fn press(thickness: f64, spacing: f64, aside: [f64; 2], d: f64) -> (SurfacePair, Response, PatchSummary) {
    let law = PressureLaw::linear(&[Layer { thickness, ..LINER }]).expect("a layer");
    let table = Plane::new(Vector3::zeros(), Vector3::z(), Vector3::x(), [0.02, 0.02]).expect("a table");
    let ball = Sphere::new(Vector3::zeros(), RADIUS).expect("a ball");
    let pair = SurfacePair::new(Arc::new(table), Arc::new(ball), PairSettings::new(law, spacing)).expect("a pair");
    let mut scratch = pair.scratch();
    let pose = at(Vector3::new(aside[0], aside[1], RADIUS - d), Vector3::zeros());
    let response = pair.evaluate(&pose, &Twist::REST, &mut scratch);
    let patch = *scratch.patch();
    (pair, response, patch)
}

/// What is doubtful about it.
fn doubts(thickness: f64, spacing: f64, aside: f64, d: f64) -> Vec<ContactWarning> {
    let (pair, response, patch) = press(thickness, spacing, [aside, 0.0], d);
    pair.warnings(&patch, &response)
}

#[test]
fn a_sound_contact_is_not_warned_of() {
    // Patch of √(2Rd) = 3.5 mm on 2 mm.
    assert_eq!(doubts(2e-3, 2e-4, 0.0, 1.8e-4), []);
    assert_eq!(doubts(2e-3, 2e-4, 0.0, -1e-4), [], "what does not touch has no doubts");
}

#[test]
fn an_indentation_beyond_a_tenth_of_the_thickness_is_deep() {
    let found = doubts(1e-3, 2e-4, 0.0, 1.5e-4);
    assert!(matches!(found[..], [ContactWarning::Deep { ratio }] if (ratio - 0.15).abs() < 2e-3), "{found:?}");
}

#[test]
fn a_patch_that_runs_over_an_edge_is_named() {
    let found = doubts(2e-3, 2e-4, 0.009, 1.8e-4);
    assert!(matches!(found[..], [ContactWarning::Edge { share }] if share > 0.01 && share < 0.5), "{found:?}");
}

/// h/√(2Rd) = 8/2.45.
#[test]
fn a_layer_thicker_than_its_patch_is_no_foundation() {
    let found = doubts(8e-3, 1e-4, 0.0, 1e-4);
    assert!(matches!(found[..], [ContactWarning::Thick { ratio }] if (ratio - 3.27).abs() < 0.05), "{found:?}");
}

/// The force of the ball is π(R − d)kd². Over many places the estimate is of the size of the error, and where it exceeds a
/// hundredth it is a warning.
#[test]
fn too_few_points_are_counted() {
    let (h, d) = (2e-3, 1.8e-4);
    let exact = PI * (RADIUS - d) * Layer { thickness: h, ..LINER }.stiffness() * d * d;
    for (spacing, warned) in [(2.5e-3, true), (2e-4, false)] {
        let (mut errors, mut estimates, mut warnings) = (0.0, 0.0, 0);
        for i in 0..60 {
            let [x, y, _] = spread(i).map(|s| 2.5e-3 * (s - 0.5));
            let (pair, response, patch) = press(h, spacing, [x, y], d);
            errors += (response.force.z / exact - 1.0).powi(2) / 60.0;
            estimates += (response.quadrature_error / exact).powi(2) / 60.0;
            warnings += usize::from(!pair.warnings(&patch, &response).is_empty());
        }
        let ratio = f64::sqrt(estimates / errors);
        assert!((0.3..3.0).contains(&ratio), "{spacing}: {} for {}", estimates.sqrt(), errors.sqrt());
        assert_eq!(warnings > 30, warned, "{spacing}: {warnings} of 60, error {}", errors.sqrt());
    }
}

/// Flat facets stand inside of the sphere by up to their sagitta, about edge²/8R: 70 µm with 1280 of them, 1 µm with 104 000.
#[test]
fn flat_facets_are_named_where_they_matter_at_this_depth() {
    let pair = hip(settings(Sampled::Base, 1e-3));
    let mut scratch = pair.scratch();
    pair.evaluate(&at(Vector3::new(0.0, 0.0, -CLEARANCE - 3e-4), Vector3::zeros()), &Twist::REST, &mut scratch);
    let doubt = |frequency: usize| {
        let mesh = tessellate_ball(frequency, |p| p * RADIUS).expect("a ball");
        let fineness = MeshReport::compute(&mesh, DEFAULT_CREASE_ANGLE).expect("a report").fineness;
        ContactWarning::of_facets(&fineness, scratch.patch())
    };
    let coarse = doubt(8);
    assert!(matches!(coarse, Some(ContactWarning::Facets { error }) if error < -0.1), "{coarse:?}");
    assert_eq!(doubt(72), None);
}

#[test]
fn every_warning_says_its_number_and_a_way_out() {
    let warnings = [
        (ContactWarning::Deep { ratio: 0.37 }, "37 %"),
        (ContactWarning::Edge { share: 0.42 }, "42 %"),
        (ContactWarning::Thick { ratio: 3.1 }, "3.1"),
        (ContactWarning::Coarse { error: 0.023 }, "2.3 %"),
        (ContactWarning::Facets { error: 0.61 }, "61 %"),
    ];
    for (warning, number) in warnings {
        let text = warning.to_string();
        assert!(text.contains(number) && !warning.hint().is_empty(), "{text}");
    }
}

#[test]
fn pressures_of_the_points_carry_together_what_the_contact_carries() {
    let mesh = tessellate_cup(6, CUP, 1.2).expect("a cup");
    let ball = Sphere::new(Vector3::zeros(), BALL).expect("a ball");
    let settings = PairSettings::new(linear(), 4e-4);
    let pair = SurfacePair::new(Arc::new(flat(mesh)), Arc::new(ball), settings).expect("a pair");
    let mut fields = Fields::default();
    let pose = at(Vector3::new(0.0, 0.0, -CLEARANCE - 1e-4), Vector3::zeros());
    let mut scratch = pair.scratch();
    let response =
        pair.evaluate_with_fields(&pose, &Twist::REST, 1e-3, &mut scratch, std::slice::from_mut(&mut fields));
    let carried: f64 = pair.points(0).iter().zip(&fields.pressure).map(|(p, pressure)| pressure * p.area).sum();
    assert!((carried / scratch.patch().pressure_force - 1.0).abs() < 1e-9 && response.force.z > 0.0);
}
