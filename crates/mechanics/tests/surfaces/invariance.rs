//! What must not matter: which body is called the base, how the scene is turned, threads, and what was asked before.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use mechanics::contact::surfaces::{Extent, PairSettings, Push, Region, Sampled, SurfacePair, Twist};
use mechanics::contact::{Coulomb, Damping};
use mechanics::geometry::mesh::TriangleMesh;
use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup};
use mechanics::geometry::shape::{Plane, Sphere};
use mechanics::geometry::{QuadraturePoint, Surface};
use nalgebra::{UnitQuaternion, Vector3};
use proptest::prelude::*;

use crate::common::*;

fn lossy(sampled: Sampled) -> PairSettings {
    PairSettings {
        damping: Damping::Hysteretic { factor: 3.0 },
        friction: Coulomb { static_coefficient: 0.1, dynamic_coefficient: 0.06, transition_speed: 5e-3 },
        ..settings(sampled, 0.8e-3)
    }
}

fn meshes() -> [Arc<dyn Surface>; 2] {
    let cup = tessellate_cup(12, CUP, FRAC_PI_2).expect("a cup");
    let ball = tessellate_ball(8, |v| v * BALL).expect("a ball");
    [Arc::new(curved(cup)), Arc::new(curved(ball))]
}

/// Called the other way round, the pair gives the opposite wrench at the same place: to rounding, whichever carries points.
#[test]
fn swapping_the_bodies_changes_nothing() {
    let [cup, ball] = meshes();
    let pose = at(downwards(2, 0.3) * (CLEARANCE + 30e-6), Vector3::new(0.2, 0.1, -0.4));
    let twist = Twist { linear: Vector3::new(2e-3, -4e-3, 1e-3), angular: Vector3::new(0.4, 1.0, -0.3) };
    // The base seen from the follower moves the other way; its origin is elsewhere.
    let back = pose.inverse();
    let turn = back.rotation;
    let twist_back = Twist {
        linear: turn * (-(twist.linear + twist.angular.cross(&-pose.translation.vector))),
        angular: turn * -twist.angular,
    };
    for (one, other) in
        [(Sampled::Base, Sampled::Follower), (Sampled::Follower, Sampled::Base), (Sampled::Both, Sampled::Both)]
    {
        let here = SurfacePair::new(cup.clone(), ball.clone(), lossy(one)).expect("a pair");
        let there = SurfacePair::new(ball.clone(), cup.clone(), lossy(other)).expect("a pair");
        let a = here.evaluate(&pose, &twist, &mut here.scratch());
        let b = there.evaluate(&back, &twist_back, &mut there.scratch());
        let force = pose.rotation * -b.force;
        // The moment about the base's origin, moved to the follower's.
        let moment = pose.rotation * -b.moment - pose.translation.vector.cross(&force);
        assert!(a.force.norm() > 100.0);
        assert!((a.force - force).norm() < 1e-11 * a.force.norm(), "{one:?}: {} {force}", a.force);
        assert!((a.moment - moment).norm() < 1e-11 * a.force.norm() * BALL, "{one:?}: {} {moment}", a.moment);
        assert!((a.energy / b.energy - 1.0).abs() < 1e-11);
        assert!((a.dissipated_power / b.dissipated_power - 1.0).abs() < 1e-10);
    }
}

/// Points on one surface or on the other: the difference is that of the closed forms, δ/R, and points on both lie between.
#[test]
fn points_on_either_surface_agree_to_the_depth_over_the_radius() {
    let (k, d) = (LINER.stiffness(), 27e-6);
    let pose = at(-Vector3::z() * (CLEARANCE + d), Vector3::zeros());
    let force = |sampled: Sampled| {
        let pair = hip(settings(sampled, 0.3e-3));
        pair.evaluate(&pose, &Twist::REST, &mut pair.scratch()).force.z
    };
    let [cup, ball, both] = [Sampled::Base, Sampled::Follower, Sampled::Both].map(force);
    let foretold = force_on_ball(k, d) / force_on_cup(k, d) - 1.0;
    assert!((0.0..2.2 * d / CUP).contains(&foretold));
    assert!((ball / cup - 1.0 - foretold).abs() < 3e-4, "{} {foretold}", ball / cup - 1.0);
    assert!((both / (0.5 * (cup + ball)) - 1.0).abs() < 1e-12);
}

fn turned(mesh: &TriangleMesh, turn: &UnitQuaternion<f64>) -> TriangleMesh {
    let vertices = mesh.vertices().iter().map(|v| turn * v).collect();
    TriangleMesh::new(vertices, mesh.triangles().to_vec()).expect("a turned mesh is a mesh")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The whole scene turned: a mesh of a cup, points on it, and a ball. A gap is the difference of lengths R/δ times its
    /// size, 350 here: rounding can cost 350 × 2e-16 × some operations.
    #[test]
    fn turning_the_scene_turns_the_wrench(x in -3.0f64..3.0, y in -3.0f64..3.0, z in -3.0f64..3.0, d in 4e-5f64..1e-4) {
        let turn = UnitQuaternion::from_scaled_axis(Vector3::new(x, y, z));
        let mesh = tessellate_cup(8, CUP, FRAC_PI_2).expect("a cup");
        let ball: Arc<dyn Surface> = Arc::new(Sphere::new(Vector3::new(1e-3, 2e-3, 3e-3), BALL).expect("a ball"));
        let way = downwards(7, 0.3);
        let pose = at(way * (CLEARANCE + d) - Vector3::new(1e-3, 2e-3, 3e-3), Vector3::zeros());
        let twist = Twist { linear: Vector3::new(1e-3, 0.0, 2e-3), angular: Vector3::new(0.5, -0.4, 0.1) };
        let evaluate = |mesh: TriangleMesh, turn: UnitQuaternion<f64>| {
            let pair = SurfacePair::new(Arc::new(curved(mesh)), ball.clone(), lossy(Sampled::Base)).expect("a pair");
            let pose = nalgebra::Isometry3::from_parts((turn * pose.translation.vector).into(), turn * pose.rotation);
            let twist = Twist { linear: turn * twist.linear, angular: turn * twist.angular };
            pair.evaluate(&pose, &twist, &mut pair.scratch())
        };
        let (plain, other) = (evaluate(mesh.clone(), UnitQuaternion::identity()), evaluate(turned(&mesh, &turn), turn));
        prop_assert!((turn * plain.force - other.force).norm() < 1e-12 * plain.force.norm());
        prop_assert!((turn * plain.moment - other.moment).norm() < 1e-12 * plain.force.norm() * BALL);
        prop_assert!((plain.energy / other.energy - 1.0).abs() < 1e-12);
    }
}

/// Threads and history change the cost, never a bit of the answer.
#[test]
fn neither_threads_nor_history_are_seen_in_the_answer() {
    let [cup, ball] = meshes();
    let pair = SurfacePair::new(cup, ball, lossy(Sampled::Both)).expect("a pair");
    let mut used = pair.scratch();
    let mut parallel = pair.scratch().in_parallel();
    for i in 0..30 {
        // Near, far away, and back.
        let far = if i % 7 == 3 { 0.2 } else { 0.0 };
        let pose = at(downwards(i, 0.5) * (CLEARANCE + 20e-6) + Vector3::z() * far, Vector3::from(spread(i)));
        let twist = Twist { linear: Vector3::from(spread(i + 5)) * 1e-2, angular: Vector3::from(spread(i + 9)) };
        let fresh = pair.evaluate_with_slopes(&pose, &twist, &mut pair.scratch());
        assert_eq!(fresh, pair.evaluate_with_slopes(&pose, &twist, &mut used));
        assert_eq!(fresh, pair.evaluate_with_slopes(&pose, &twist, &mut parallel));
        assert_eq!(fresh.0, pair.evaluate(&pose, &twist, &mut used), "slopes do not change the wrench");
        assert_eq!(fresh.0.energy == 0.0, far > 0.0);
    }
}

/// The short way for balls is the long way, wherever the ball has been before: points on either body, in the cup and out.
#[test]
fn the_short_way_for_balls_gives_the_same_wrench() {
    let [cup, _] = meshes();
    let ball: Arc<dyn Surface> = Arc::new(Sphere::new(Vector3::new(1e-3, 0.0, 2e-3), BALL).expect("a ball"));
    let block = Plane::new(Vector3::zeros(), Vector3::z(), Vector3::x(), [0.05, 0.05]).expect("a block");
    let inside = Vector3::new(1e-3, 0.0, 2e-3);
    for (base, follower, sampled, start) in [
        (cup.clone(), ball.clone(), Sampled::Base, -inside),
        (ball.clone(), cup, Sampled::Follower, inside),
        (Arc::new(block), ball, Sampled::Base, Vector3::new(0.0, 0.0, BALL - 2e-3 - 1e-4)),
    ] {
        let pair = SurfacePair::new(base, follower, settings(sampled, 0.8e-3)).expect("a pair");
        let mut scratch = pair.scratch();
        let mut touched = 0;
        for i in 0..60 {
            let step = Vector3::from(spread(i)).map(|x| 4e-4 * (x - 0.5));
            let pose = at(start + step, Vector3::from(spread(i + 3)).map(|x| 0.02 * (x - 0.5)));
            let long = pair.evaluate(&pose, &Twist::REST, &mut pair.scratch());
            let short = pair.compute_elastic(&pose, &mut scratch);
            let size = long.force.norm();
            touched += usize::from(size > 0.0);
            assert!((long.force - short.force).norm() <= 1e-11 * size, "{} {}", long.force, short.force);
            assert!((long.moment - short.moment).norm() <= 1e-11 * size * 2.0 * BALL);
            assert!((long.energy - short.energy).abs() <= 1e-11 * long.energy);
        }
        assert!(touched > 20, "{touched}");
    }
}

#[test]
fn regions_add_up_to_the_whole() {
    let half = |name: &str, normal: Vector3<f64>| Region {
        name: name.into(),
        extent: Extent::HalfSpace { point: Vector3::zeros(), normal },
    };
    let regions = vec![half("medial", Vector3::x()), half("lateral", -Vector3::x())];
    let pair = hip(PairSettings { regions, ..settings(Sampled::Both, 0.5e-3) });
    let mut scratch = pair.scratch();
    let pose = at(Vector3::new(2e-5, 0.0, -1.1e-4), Vector3::zeros());
    let response = pair.evaluate(&pose, &Twist::REST, &mut scratch);
    let [medial, lateral] = scratch.regions() else { panic!("two regions") };
    assert!((medial.force + lateral.force - response.force).norm() < 1e-12 * response.force.norm());
    assert!((medial.area + lateral.area - scratch.patch().area).abs() < 1e-12 * scratch.patch().area);
    assert!(medial.pressure_force > lateral.pressure_force, "it is pressed to the medial side");
    assert!(medial.centre.x > 0.0 && lateral.centre.x < 0.0);
    assert!(scratch.patch().peak_pressure == medial.peak_pressure.max(lateral.peak_pressure));
}

/// A block on a table: the area is that of the block, friction is μN, and its power is μNv.
#[test]
fn a_block_on_a_table_slides_with_coulomb_s_friction() {
    let table = Plane::new(Vector3::zeros(), Vector3::z(), Vector3::x(), [1.0, 1.0]).expect("a table");
    let block = Plane::new(Vector3::zeros(), -Vector3::z(), Vector3::x(), [0.1, 0.2]).expect("a block");
    let k = LINER.stiffness();
    for (sampled, push) in [(Sampled::Follower, Push::ShortestWay), (Sampled::Follower, Push::OwnNormal)] {
        let settings = PairSettings { push, ..lossy(sampled) };
        let friction = settings.friction;
        let pair = SurfacePair::new(Arc::new(table), Arc::new(block), PairSettings { spacing: 0.01, ..settings })
            .expect("a pair");
        let twist = Twist { linear: Vector3::new(0.03, -0.04, -0.01), angular: Vector3::zeros() };
        let response = pair.evaluate(&at(Vector3::new(0.1, 0.1, -1e-5), Vector3::zeros()), &twist, &mut pair.scratch());
        let normal = k * 1e-5 * 0.02 * (1.0 + 3.0 * 0.01);
        let mu = friction.coefficient(0.05);
        assert!((response.force.z / normal - 1.0).abs() < 1e-12);
        assert!((response.force.x + 0.6 * mu * normal).abs() < 1e-12 * normal);
        assert!((response.force.y - 0.8 * mu * normal).abs() < 1e-12 * normal);
        let lost = mu * normal * 0.05 + k * 1e-5 * 0.02 * 3.0 * 0.01 * 0.01;
        assert!((response.dissipated_power / lost - 1.0).abs() < 1e-12);
        assert!(response.moment.norm() < 1e-9 * normal, "pressed evenly, the block does not tilt");
    }
}

/// One sample in the middle of each flat facet, as other programs do it: ours to choose, not to be stuck with.
#[test]
fn points_may_be_given() {
    let mesh = tessellate_cup(12, CUP, FRAC_PI_2).expect("a cup");
    let points: Vec<QuadraturePoint> = mesh.compute_centroids();
    assert_eq!(points.len(), 864);
    let sum: f64 = points.iter().map(|point| point.area).sum();
    assert!((sum / mesh.compute_area() - 1.0).abs() < 1e-12);
    let ball: Arc<dyn Surface> = Arc::new(Sphere::new(Vector3::zeros(), BALL).expect("a ball"));
    let pair =
        SurfacePair::on_points(Arc::new(flat(mesh)), ball, [points.clone(), Vec::new()], settings(Sampled::Base, 1.0))
            .expect("a pair");
    let e = Vector3::new(0.0, 0.0, -1e-4);
    let response = pair.evaluate(&at(e, Vector3::zeros()), &Twist::REST, &mut pair.scratch());
    let expected: Vector3<f64> = points
        .iter()
        .map(|point| {
            let away = point.point - e;
            -away.normalize() * LINER.stiffness() * point.area * (BALL - away.norm()).max(0.0)
        })
        .sum();
    assert!((response.force - expected).norm() < 1e-12 * expected.norm());
}
