//! Derivatives against differences, and the energy budget.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use mechanics::contact::surfaces::{Extent, PairSettings, Push, Region, Sampled, SurfacePair, Twist};
use mechanics::contact::{Coulomb, Damping, ModifiedFoundation, PressureLaw};
use mechanics::geometry::mesh::tessellation::{tessellate_cup, tessellate_torus};
use mechanics::geometry::shape::{Ellipsoid, Sphere, Torus};
use mechanics::geometry::{Hollow, Surface};
use nalgebra::{Isometry3, Matrix6, Vector3, Vector6};

use crate::common::*;

fn moved(pose: &Isometry3<f64>, axis: usize, by: f64) -> Isometry3<f64> {
    let step = Vector3::ith(axis % 3, by);
    if axis < 3 {
        at(pose.translation.vector + step, Vector3::zeros()) * pose.rotation
    } else {
        Isometry3::from_parts(pose.translation, nalgebra::UnitQuaternion::from_scaled_axis(step) * pose.rotation)
    }
}

fn twisted(twist: &Twist, axis: usize, by: f64) -> Twist {
    let step = Vector3::ith(axis % 3, by);
    if axis < 3 {
        Twist { linear: twist.linear + step, ..*twist }
    } else {
        Twist { angular: twist.angular + step, ..*twist }
    }
}

/// Compares with differences; rotations and moments are weighed with the size of the part.
fn slopes_match_differences(name: &str, pair: &SurfacePair, pose: &Isometry3<f64>, twist: &Twist, tolerance: f64) {
    let mut scratch = pair.scratch();
    let size = BALL;
    let weigh = |axis: usize| if axis < 3 { 1.0 } else { 1.0 / size };
    let (response, slopes) = pair.evaluate_with_slopes(pose, twist, &mut scratch);
    assert!(response.force.norm() > 1.0, "{name}: no contact");
    let mut wrench = |pose: &Isometry3<f64>, twist: &Twist| pair.evaluate(pose, twist, &mut scratch).wrench();
    let mut by_pose = Matrix6::zeros();
    let mut by_twist = Matrix6::zeros();
    for axis in 0..6 {
        let h = 2e-9 * weigh(axis);
        let difference = (wrench(&moved(pose, axis, h), twist) - wrench(&moved(pose, axis, -h), twist)) / (2.0 * h);
        by_pose.set_column(axis, &difference);
        let h = 1e-6 * weigh(axis);
        let difference: Vector6<f64> =
            (wrench(pose, &twisted(twist, axis, h)) - wrench(pose, &twisted(twist, axis, -h))) / (2.0 * h);
        by_twist.set_column(axis, &difference);
    }
    for (what, exact, numeric) in [("pose", slopes.by_pose, by_pose), ("twist", slopes.by_twist, by_twist)] {
        let weighed = |m: &Matrix6<f64>| Matrix6::from_fn(|i, j| m[(i, j)] * weigh(i) / weigh(j));
        let (exact, numeric) = (weighed(&exact), weighed(&numeric));
        let error = (exact - numeric).norm() / numeric.norm().max(1e-30);
        assert!(
            numeric.norm() == 0.0 && exact.norm() == 0.0 || error < tolerance,
            "{name} by {what}: {error:e}\n{exact}\n{numeric}"
        );
    }
}

fn losses() -> [(Damping, Coulomb); 4] {
    let friction = Coulomb { static_coefficient: 0.1, dynamic_coefficient: 0.06, transition_speed: 5e-3 };
    [
        (Damping::None, Coulomb::NONE),
        (Damping::Hysteretic { factor: 3.0 }, Coulomb::NONE),
        (Damping::None, friction),
        (Damping::KelvinVoigt { coefficient: 3e8 }, friction),
    ]
}

fn laws() -> [PressureLaw; 3] {
    let modified = ModifiedFoundation::new(LINER, 8.0, 1.3, 1e-5).expect("a law");
    [
        linear(),
        PressureLaw::logarithmic(LINER, None).expect("a law"),
        PressureLaw::Modified { law: modified, thickness: LINER.thickness },
    ]
}

const TWIST: Twist = Twist { linear: Vector3::new(2e-3, -4e-3, -1e-3), angular: Vector3::new(0.4, 1.0, -0.3) };

#[test]
fn slopes_of_a_ball_in_a_cup_match_differences() {
    let pose = at(downwards(2, 0.3) * (CLEARANCE + 30e-6), Vector3::new(0.2, 0.1, -0.4));
    for sampled in [Sampled::Base, Sampled::Follower, Sampled::Both] {
        for push in [Push::ShortestWay, Push::OwnNormal] {
            for (damping, friction) in losses() {
                for law in laws() {
                    let settings = PairSettings { damping, friction, push, law, ..settings(sampled, 1.6e-3) };
                    let name = format!("{sampled:?} {push:?} {damping:?} {} {law:?}", friction.acts());
                    slopes_match_differences(&name, &hip(settings), &pose, &TWIST, 2e-6);
                }
            }
        }
    }
}

/// Away from the centre of anything: an ellipsoid in a hollow ring, and a ring on a mesh of a cup.
#[test]
fn slopes_of_other_surfaces_match_differences() {
    let ellipsoid: Arc<dyn Surface> = Arc::new(
        Ellipsoid::new(Vector3::new(1e-3, 0.0, 2e-3), [Vector3::x(), Vector3::y()], [12e-3, 14e-3, 13e-3])
            .expect("an ellipsoid"),
    );
    let ring: Arc<dyn Surface> =
        Arc::new(Hollow(Torus::new(Vector3::zeros(), Vector3::z(), 40e-3, 15e-3).expect("a ring")));
    let cup: Arc<dyn Surface> = Arc::new(curved(tessellate_cup(10, CUP, FRAC_PI_2).expect("a cup")));
    let tube: Arc<dyn Surface> = Arc::new(curved(tessellate_torus([24, 60], 9e-3, 4.9e-3).expect("a ring")));
    let (damping, friction) = losses()[3];
    for sampled in [Sampled::Base, Sampled::Follower, Sampled::Both] {
        let settings = PairSettings { damping, friction, ..settings(sampled, 0.7e-3) };
        let pair = SurfacePair::new(ring.clone(), ellipsoid.clone(), settings.clone()).expect("a pair");
        let pose = at(Vector3::new(41e-3, 1e-3, -4e-3), Vector3::new(0.2, 0.1, -0.4));
        slopes_match_differences("ellipsoid in a ring", &pair, &pose, &TWIST, 2e-6);
        let pair = SurfacePair::new(cup.clone(), tube.clone(), settings).expect("a pair");
        let pose = at(Vector3::new(0.5e-4, -0.4e-4, -1.5e-4), Vector3::new(1.4, 0.1, -0.2));
        // Points that pass from facet to facet within the step see normals that differ by order h³.
        slopes_match_differences("ring in a cup", &pair, &pose, &TWIST, 1e-4);
    }
}

/// The modified foundation in two compartments: each has an approach of its own.
#[test]
fn every_region_has_its_own_approach() {
    let regions = [Vector3::x(), -Vector3::x()].map(|normal| Region {
        name: format!("{normal:?}"),
        extent: Extent::HalfSpace { point: Vector3::new(1e-4, 0.0, 0.0), normal },
    });
    let law = laws()[2];
    let pair = hip(PairSettings { regions: regions.to_vec(), law, ..settings(Sampled::Base, 1e-3) });
    let pose = at(downwards(2, 0.3) * (CLEARANCE + 30e-6), Vector3::zeros());
    slopes_match_differences("two compartments", &pair, &pose, &TWIST, 2e-6);
}

/// Around a closed path the elastic wrench does no work, whatever the spacing; with losses the work is what was lost.
#[test]
fn no_energy_is_made_around_a_closed_path() {
    let cup: Arc<dyn Surface> = Arc::new(curved(tessellate_cup(10, CUP, FRAC_PI_2).expect("a cup")));
    let ball: Arc<dyn Surface> = Arc::new(Sphere::new(Vector3::new(1e-3, 0.0, 0.0), BALL).expect("a ball"));
    for (damping, friction) in losses() {
        let settings = PairSettings { damping, friction, ..settings(Sampled::Both, 1.5e-3) };
        let pair = SurfacePair::new(cup.clone(), ball.clone(), settings).expect("a pair");
        let mut scratch = pair.scratch();
        let steps = 800;
        let (mut work, mut lost, mut most) = (0.0, 0.0, 0.0f64);
        for i in 0..steps {
            let phase = (i as f64 + 0.5) / steps as f64 * std::f64::consts::TAU;
            let (sin, cos) = phase.sin_cos();
            let omega = std::f64::consts::TAU;
            let spin = Vector3::new(0.0, 0.3 * sin, 0.0);
            let turn = nalgebra::UnitQuaternion::from_scaled_axis(spin);
            let centre = Vector3::new(4e-5 * cos, 3e-5 * (2.0 * phase).sin(), -1e-4 - 2e-5 * sin);
            let slide = Vector3::new(-4e-5 * sin, 6e-5 * (2.0 * phase).cos(), -2e-5 * cos) * omega;
            let arm = turn * Vector3::new(1e-3, 0.0, 0.0);
            let angular = Vector3::new(0.0, 0.3 * cos * omega, 0.0);
            let pose = Isometry3::from_parts((centre - arm).into(), turn);
            let twist = Twist { linear: slide - angular.cross(&arm), angular };
            let response = pair.evaluate(&pose, &twist, &mut scratch);
            assert!(response.dissipated_power >= -1e-12, "losses only lose");
            work -= (response.force.dot(&twist.linear) + response.moment.dot(&twist.angular)) / steps as f64;
            lost += response.dissipated_power / steps as f64;
            most = most.max(response.energy);
        }
        assert!((work - lost).abs() < 2e-5 * most, "{damping:?}: work {work:e}, lost {lost:e}, stored up to {most:e}");
        if damping == Damping::None && !friction.acts() {
            assert_eq!(lost, 0.0);
        }
    }
}
