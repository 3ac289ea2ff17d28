//! Linings that vary, and laws on surfaces.

use std::f64::consts::PI;
use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, Sampled, SurfacePair, Twist};
use mechanics::contact::{Layer, ModifiedFoundation, PressureLaw};
use mechanics::geometry::shape::{Plane, Sphere};
use nalgebra::Vector3;

use crate::common::*;

fn ball_on_table(law: PressureLaw, spacing: f64) -> SurfacePair {
    let table = Plane::new(Vector3::zeros(), Vector3::z(), Vector3::x(), [0.02, 0.02]).expect("a table");
    let ball = Sphere::new(Vector3::zeros(), 0.03).expect("a ball");
    SurfacePair::new(Arc::new(table), Arc::new(ball), PairSettings::new(law, spacing)).expect("a pair")
}

fn press(pair: &SurfacePair, d: f64) -> f64 {
    pair.evaluate(&at(Vector3::new(0.0, 0.0, 0.03 - d), Vector3::zeros()), &Twist::REST, &mut pair.scratch()).force.z
}

/// Thickness that grows along x: with p = E_w d/h and 1/h linear in x the force on a symmetric patch is that of the mean.
#[test]
fn a_lining_of_varying_thickness_is_asked_at_every_point() {
    let varying = |x: f64| {
        PressureLaw::linear(&[Layer { thickness: 1.0 / (125.0 * (1.0 + 40.0 * x)), ..LINER }]).expect("a layer")
    };
    let uniform = ball_on_table(linear(), 2e-4);
    let pair = ball_on_table(linear(), 2e-4).with_laws(|_, point| varying(point.point.x)).expect("a lining");
    let d = 1e-4;
    let mut scratch = pair.scratch();
    let response = pair.evaluate(&at(Vector3::new(0.0, 0.0, 0.03 - d), Vector3::zeros()), &Twist::REST, &mut scratch);
    assert!((response.force.z / press(&uniform, d) - 1.0).abs() < 1e-9);
    // ∫ x p dA = 40 ∫ x² p₀ dA: for the paraboloid p₀ = k(d − ρ²/2R) that is 40 F₀ ρ²_max/6 with ρ²_max = 2Rd.
    let expected = 40.0 * 2.0 * 0.03 * d / 6.0;
    let centre = scratch.patch().centre.x;
    assert!((centre / expected - 1.0).abs() < 0.01, "{centre:e} {expected:e}");
}

/// A ball on a thin lining. With the depth s = R − r at the distance r from its centre, ρ dρ = r dr and the normal's height
/// (R − d)/r, the force is `F = 2π(R − d) ∫₀^d p(s) ds`: π(R − d)kd² for the linear law, elementary for the modified one.
#[test]
fn the_modified_law_on_a_ball_has_a_closed_form() {
    let (radius, d) = (0.03, 1e-4);
    let k = LINER.stiffness();
    let error = press(&ball_on_table(linear(), 1e-4), d) / (PI * (radius - d) * k * d * d) - 1.0;
    assert!(error.abs() < 2e-3, "{error:e}");
    for (f, m) in [(f64::INFINITY, 1.0), (5.0, 1.0), (5.0, 1.4), (3.0, 0.8)] {
        let law = ModifiedFoundation::new(LINER, f, m, 2e-5).expect("a law");
        let pair = ball_on_table(PressureLaw::Modified { law, thickness: LINER.thickness }, 1e-4);
        let s = d * (1.0 - 1.0 / f);
        let expected = 2.0 * PI * (radius - d) * k * 2e-5f64.powf(1.0 - m) * s.powf(m + 1.0) / (m + 1.0);
        let force = press(&pair, d);
        assert!((force / expected - 1.0).abs() < 2e-3, "f {f}, m {m}: {force} {expected}");
    }
}

/// Deep indentation: the logarithmic law against an integral in one variable.
#[test]
fn the_logarithmic_law_on_a_ball_equals_its_integral() {
    let (radius, h, d) = (0.03f64, 2e-3, 1e-3);
    let layer = Layer { thickness: h, ..LINER };
    let pair = ball_on_table(PressureLaw::logarithmic(layer, None).expect("a law"), 1.5e-4);
    // Springs stand on the table and reach the shortest way: depth s(ρ) = R − √(ρ² + (R − d)²), along the ball's normal.
    let (steps, mut expected) = (200_000, 0.0);
    let most = (radius * radius - (radius - d).powi(2)).sqrt();
    for i in 0..steps {
        let rho = (f64::from(i) + 0.5) / f64::from(steps) * most;
        let away = rho.hypot(radius - d);
        let p = -layer.material.confined_modulus() * (1.0 - (radius - away) / h).ln();
        expected += p * (radius - d) / away * 2.0 * PI * rho * most / f64::from(steps);
    }
    let force = press(&pair, d);
    assert!((force / expected - 1.0).abs() < 1e-3, "{force} {expected}");
    assert!(force > 1.15 * press(&ball_on_table(PressureLaw::linear(&[layer]).expect("a layer"), 1.5e-4), d));
}

#[test]
fn either_body_may_carry_the_lining() {
    let both = PressureLaw::linear(&[LINER, LINER]).expect("two layers");
    let half = press(&ball_on_table(both, 2e-4), 1e-4) / press(&ball_on_table(linear(), 2e-4), 1e-4);
    assert!((half - 0.5).abs() < 1e-12, "two equal layers in series are half as stiff");
    assert_eq!(both.thickness(), 2.0 * LINER.thickness);
    let _ = Sampled::Both;
}
