//! A ball in a cup: closed forms, order, error estimate, meshes.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use mechanics::contact::surfaces::{Fields, PairSettings, Push, Sampled, SurfacePair, Twist};
use mechanics::contact::{ConformalSphere, Foundation, SphericalJoint};
use mechanics::geometry::Surface;
use mechanics::geometry::mesh::Fineness;
use mechanics::geometry::mesh::tessellation::tessellate_cup;
use mechanics::geometry::shape::Sphere;
use nalgebra::Vector3;

use crate::common::*;

fn eq25() -> ConformalSphere {
    ConformalSphere { ball_radius: BALL, socket_radius: CUP, foundation: Foundation::from(LINER) }
}

fn press(pair: &SurfacePair, direction: &Vector3<f64>, indentation: f64) -> (Vector3<f64>, f64) {
    let pose = at(direction * (CLEARANCE + indentation), Vector3::new(0.3, -0.2, 0.5));
    let response = pair.evaluate(&pose, &Twist::REST, &mut pair.scratch());
    (response.force, response.quadrature_error)
}

/// Root mean square of the relative error of the force over many places of the cup, and of its estimate.
fn errors(pair: &SurfacePair, exact: impl Fn(f64) -> f64) -> (f64, f64) {
    let (mut sum, mut foretold, count) = (0.0, 0.0, 60);
    for i in 0..count {
        let d = 15e-6 + 45e-6 * spread(i)[2];
        let way = downwards(i, 0.5);
        let (force, error) = press(pair, &way, d);
        sum += ((force + way * exact(d)).norm() / exact(d)).powi(2);
        foretold += (error / exact(d)).powi(2);
    }
    ((sum / count as f64).sqrt(), (foretold / count as f64).sqrt())
}

/// ≤ 1000 points, a tenth of a per cent: against what the springs must give, and against Eq. 25 along its own normals.
#[test]
fn a_thousand_points_give_a_tenth_of_a_per_cent() {
    let k = LINER.stiffness();
    let cup = hip(settings(Sampled::Base, 1.15e-3));
    assert!(cup.points(0).len() <= 1000, "{}", cup.points(0).len());
    let eq25_settings = PairSettings { push: Push::OwnNormal, ..settings(Sampled::Base, 1.15e-3) };
    let own_normal = hip(eq25_settings);
    for i in 0..40 {
        let (way, d) = (downwards(i, 0.5), 15e-6 + 45e-6 * spread(i)[2]);
        let (force, _) = press(&cup, &way, d);
        let error = (force + way * force_on_cup(k, d)).norm() / force_on_cup(k, d);
        assert!(error < 1e-3, "{i}: {error:e}");
        let exact = eq25().force_and_slope(d).0;
        let error = (press(&own_normal, &way, d).0 + way * exact).norm() / exact;
        assert!(error < 1e-3, "Eq. 25, {i}: {error:e}");
    }
}

/// Springs that push the shortest way differ from Eq. 25, which pushes along the cup's normals, by −0.7 δ/R on the cup
/// and 1.4 δ/R on the ball: so much the choice of the surface matters, and no more.
#[test]
fn the_choice_of_the_surface_matters_by_the_depth_over_the_radius() {
    let k = LINER.stiffness();
    for d in [5e-6, 27e-6, 60e-6] {
        let exact = eq25().force_and_slope(d).0;
        let (cup, ball) = (force_on_cup(k, d) / exact - 1.0, force_on_ball(k, d) / exact - 1.0);
        assert!((cup / (-d / CUP) - 0.69).abs() < 0.03, "{}", cup / (d / CUP));
        assert!((ball / (d / CUP) - 1.37).abs() < 0.04, "{}", ball / (d / CUP));
    }
}

/// The pressure has a kink at the edge of the patch: points of any rule miss it by a share of a cell, with random signs.
/// That makes order 2.5 in the spacing on average.
#[test]
fn the_force_converges_between_second_and_third_order() {
    let k = LINER.stiffness();
    for (sampled, exact) in [(Sampled::Base, force_on_cup as fn(f64, f64) -> f64), (Sampled::Follower, force_on_ball)] {
        let error = |spacing: f64| errors(&hip(settings(sampled, spacing)), |d| exact(k, d)).0;
        let (coarse, fine) = (error(1.6e-3), error(0.4e-3));
        let order = (coarse / fine).log2() / 2.0;
        assert!((2.2..3.2).contains(&order), "{sampled:?}: {order}, {coarse:e} {fine:e}");
    }
}

#[test]
fn the_error_of_the_quadrature_is_foretold() {
    let k = LINER.stiffness();
    for spacing in [1.6e-3, 0.8e-3, 0.4e-3] {
        let (happened, foretold) = errors(&hip(settings(Sampled::Base, spacing)), |d| force_on_cup(k, d));
        assert!((0.5..2.0).contains(&(foretold / happened)), "{spacing}: {foretold:e} against {happened:e}");
    }
    let mesh = curved(tessellate_cup(24, CUP, FRAC_PI_2).expect("a cup"));
    let ball = Sphere::new(Vector3::zeros(), BALL).expect("a ball");
    let pair = SurfacePair::new(Arc::new(mesh), Arc::new(ball), settings(Sampled::Base, 1.0)).expect("a pair");
    let (happened, foretold) = errors(&pair, |d| force_on_cup(k, d));
    assert!((0.5..2.0).contains(&(foretold / happened)), "mesh: {foretold:e} against {happened:e}");
}

/// Energy has a closed form, too.
#[test]
fn the_stored_energy_is_that_of_the_springs() {
    let (k, d) = (LINER.stiffness(), 40e-6);
    let e = CLEARANCE + d;
    let pair = hip(settings(Sampled::Base, 0.3e-3));
    let response = pair.evaluate(&at(-Vector3::z() * e, Vector3::zeros()), &Twist::REST, &mut pair.scratch());
    let exact = std::f64::consts::PI * k * CUP / e * (BALL * d.powi(3) / 3.0 - d.powi(4) / 4.0);
    assert!((response.energy / exact - 1.0).abs() < 2e-4, "{}", response.energy / exact);
    assert!(response.moment.norm() < 1e-3 * response.force.norm() * 1e-3, "a ball feels no moment");
}

/// The pressure map is that of the closed form, and its sum is the force.
#[test]
fn pressures_are_those_of_the_closed_form() {
    let joint = SphericalJoint::new(eq25(), -Vector3::z(), FRAC_PI_2);
    let pair = hip(settings(Sampled::Base, 0.5e-3));
    let (mut scratch, mut fields) = (pair.scratch(), Fields::default());
    let e = downwards(3, 0.4) * (CLEARANCE + 27e-6);
    let pose = at(e, Vector3::zeros());
    let spin = Twist { linear: Vector3::zeros(), angular: Vector3::new(0.0, 2.0, 0.0) };
    pair.compute_fields(0, 1e-3, (&pose, &spin), &mut scratch, &mut fields);
    let exact = joint.pressure(&e);
    let peak = joint.patch(&e).peak_pressure;
    let points = pair.points(0);
    let mut sum = 0.0;
    for (i, point) in points.iter().enumerate() {
        let expected = exact.at(&(point.point / CUP));
        // The shortest way and the radius of the cup differ by e³/R² only.
        assert!((fields.pressure[i] - expected).abs() < 1e-4 * peak, "{i}: {} {expected}", fields.pressure[i]);
        sum += fields.pressure[i] * point.area;
        let slides = if fields.pressure[i] > 0.0 { spin.angular.cross(&(point.point - e)) } else { Vector3::zeros() };
        assert!((fields.sliding[i] - slides).norm() < 1e-12, "the ball turns about its centre");
        let gap = (point.point - e).norm() - BALL;
        assert!((fields.gap[i] + -gap).abs() < 1e-15 || (gap < -1e-3), "{} {gap}", fields.gap[i]);
    }
    let response = pair.evaluate(&pose, &spin, &mut scratch);
    let patch = *scratch.patch();
    assert!((patch.pressure_force / sum - 1.0).abs() < 1e-12);
    assert!((patch.peak_pressure / peak - 1.0).abs() < 5e-3, "{} {peak}", patch.peak_pressure);
    assert!((patch.area / joint.patch(&e).area - 1.0).abs() < 5e-3);
    // The centre of pressure lies on the contact axis.
    assert!(patch.centre.cross(&e).norm() < 2e-3 * patch.centre.norm() * e.norm());
    assert!((patch.force - response.force).norm() == 0.0);
}

/// Across the rim, against the integral in one variable.
#[test]
fn the_rim_cuts_the_patch() {
    let joint = SphericalJoint::new(eq25(), -Vector3::z(), FRAC_PI_2);
    let pair = hip(PairSettings { push: Push::OwnNormal, ..settings(Sampled::Base, 0.2e-3) });
    for tilt in [1.1f64, 1.4, 1.6] {
        let e = Vector3::new(tilt.sin(), 0.0, -tilt.cos()) * (CLEARANCE + 60e-6);
        let expected = joint.reaction(&e).force;
        let mut scratch = pair.scratch();
        let response = pair.evaluate(&at(e, Vector3::zeros()), &Twist::REST, &mut scratch);
        assert!((response.force - expected).norm() < 2e-3 * expected.norm(), "{tilt}: {} {expected}", response.force);
        assert!(scratch.patch().area_at_edge > 0.0, "the rim is inside the patch");
        let area = joint.patch(&e).area;
        assert!((scratch.patch().area / area - 1.0).abs() < 5e-3);
    }
    let mut scratch = pair.scratch();
    pair.evaluate(&at(-Vector3::z() * 1.2e-4, Vector3::zeros()), &Twist::REST, &mut scratch);
    assert_eq!(scratch.patch().area_at_edge, 0.0, "far from the rim there is no edge");
}

/// A cup of 864 triangles: curved ones push like the sphere, flat ones do not, and the report says so.
#[test]
fn a_cup_of_864_triangles_behaves_like_the_sphere() {
    let k = LINER.stiffness();
    let mesh = tessellate_cup(12, CUP, FRAC_PI_2).expect("a cup");
    assert_eq!(mesh.triangles().len(), 864);
    let fineness = Fineness::compute(&curved(mesh.clone()));
    let ball: Arc<dyn Surface> = Arc::new(Sphere::new(Vector3::zeros(), BALL).expect("a ball"));
    let cup: [Arc<dyn Surface>; 2] = [Arc::new(curved(mesh.clone())), Arc::new(flat(mesh))];
    let [round, faceted] =
        cup.map(|cup| SurfacePair::new(cup, ball.clone(), settings(Sampled::Base, 0.4e-3)).expect("a pair"));
    let on_ball = SurfacePair::new(round_surface(), ball, settings(Sampled::Follower, 0.4e-3)).expect("a pair");
    for d in [10e-6, 27e-6, 80e-6] {
        let way = downwards(5, 0.2);
        let exact = force_on_cup(k, d);
        let error = press(&round, &way, d).0.norm() / exact - 1.0;
        assert!(error.abs() < 2e-3, "{d}: {error:e}");
        let error = press(&on_ball, &way, d).0.norm() / force_on_ball(k, d) - 1.0;
        assert!(error.abs() < 2e-3, "points on the ball, {d}: {error:e}");
        let error = press(&faceted, &way, d).0.norm() / exact - 1.0;
        let foretold = fineness.force_error(Some(CLEARANCE), Some(d)).expect("an indentation");
        assert!(error > 0.3 && !foretold.is_tolerable(), "{d}: flat facets are off by {error}");
    }
}

fn round_surface() -> Arc<dyn Surface> {
    Arc::new(curved(tessellate_cup(12, CUP, FRAC_PI_2).expect("a cup")))
}
