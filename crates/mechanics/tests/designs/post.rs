//! Cam and post: where they meet, and what they do to one another.

use std::f64::consts::PI;
use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, SurfacePair, Twist};
use mechanics::contact::{Layer, PressureLaw};
use mechanics::geometry::design::{CamAndPost, CamShape, PostShape, Room};
use mechanics::geometry::{Foot, Surface};
use mechanics::material::Elastic;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};

use crate::common::*;

const CAM: CamShape = CamShape { radius: 6e-3, behind: 8e-3, above: 4e-3, width: 16e-3, transverse_radius: 100e-3 };
const POST: PostShape = PostShape {
    place: -9e-3,
    height: 18e-3,
    depth: 10e-3,
    width: 16e-3,
    sagittal_radius: 120e-3,
    transverse_radius: 30e-3,
};
const ORIGIN: [f64; 2] = [-8.5e-3, 22e-3];

const ROOM: Room = Room { front: 24e-3, crest: 7e-3, notch_front: None, top: 36e-3 };

fn both() -> CamAndPost {
    CamAndPost::new((CAM, POST), ORIGIN, 20e-3, &ROOM).expect("a cam and a post")
}

fn pose(flexion: f64, [x, y]: [f64; 2]) -> Isometry3<f64> {
    let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), flexion);
    Isometry3::from_parts(Translation3::new(x, y, 0.0), turn)
}

/// The front of the cam, found among its points.
#[test]
fn a_cam_reaches_the_post_at_the_flexion_that_is_said() {
    let parts = both();
    let (flexion, below) = parts.compute_engagement().expect("they meet");
    let front = |angle: f64| {
        let at = pose(angle, ORIGIN);
        let points = parts.cam().compute_quadrature(1e-4);
        points
            .iter()
            .map(|p| at * nalgebra::Point3::from(p.point))
            .map(|p| [p.x, p.y])
            .fold([f64::NEG_INFINITY, 0.0], |most, p| if p[0] > most[0] { p } else { most })
    };
    let [x, y] = front(flexion);
    assert!((x - POST.place).abs() < 1e-6, "{x}");
    assert!((y - (POST.height - below)).abs() < 1e-4, "{y}");
    for angle in [0.0, 0.3, 0.6, flexion - 0.02] {
        assert!(front(angle)[0] < POST.place, "free at {angle}");
    }
    assert!((50f64..80.0).contains(&flexion.to_degrees()), "{}", flexion.to_degrees());
}

/// A bar of radius r on a face of radius R: `1/R₁ = 1/6 + 1/120`, `1/R₂ = 1/100 + 1/30`, and springs give
/// `F = π k δ² √(R₁R₂)` with errors of order δ/R.
#[test]
fn springs_between_cam_and_post_give_the_paraboloid_s_force() {
    let parts = both();
    let layer = Layer { thickness: POST.depth, material: Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 } };
    let settings = PairSettings::new(PressureLaw::linear(&[layer]).expect("a layer"), 5e-5);
    let (post, cam) = (Arc::new(parts.post().clone()), Arc::new(parts.cam().clone()));
    let pair = SurfacePair::new(post, cam, settings).expect("a pair");
    let radii: [f64; 2] = [1.0 / (1.0 / 6e-3 + 1.0 / 120e-3), 1.0 / (1.0 / 100e-3 + 1.0 / 30e-3)];
    // In the middle of the post's height, and δ deep.
    let error = |depth: f64| {
        let at = pose(0.0, [POST.place - 6e-3 + 8e-3 + depth, 9e-3 - 4e-3]);
        let found = pair.evaluate(&at, &Twist::REST, &mut pair.scratch()).force;
        assert!(found.x < 0.0 && found.y.abs() < 1e-4 * found.x.abs(), "the post pushes the cam back: {found:?}");
        -found.x / (PI * layer.stiffness() * depth * depth * (radii[0] * radii[1]).sqrt()) - 1.0
    };
    let errors = [80e-6, 40e-6].map(error);
    assert!(errors[1].abs() < 5e-3 && (2.0 * errors[1] - errors[0]).abs() < 2e-3, "{errors:?}");
}

#[test]
fn no_other_point_of_cam_or_post_is_closer() {
    let parts = both();
    for surface in [parts.cam(), parts.post()] {
        let points: Vec<Vector3<f64>> = surface.compute_quadrature(2e-4).iter().map(|p| p.point).collect();
        let middle = points.iter().sum::<Vector3<f64>>() / points.len() as f64;
        for i in 0..200 {
            let x = middle + point(i, [0.012, 0.012, 0.01]);
            let Foot { distance, .. } = surface.closest_point(&x);
            let least = points.iter().map(|p| (p - x).norm()).fold(f64::INFINITY, f64::min);
            assert!(distance.abs() <= least + 1e-12 && least < distance.abs() + 1.5e-4, "{distance} {least}");
        }
    }
}

#[test]
fn a_post_that_overlaps_or_does_not_fit_is_named_with_both_numbers() {
    let made = |cam: CamShape, post: PostShape, notch_front| {
        CamAndPost::new((cam, post), ORIGIN, 20e-3, &Room { notch_front, ..ROOM }).map(|_| ())
    };
    let cases = [
        (made(CAM, PostShape { place: -12e-3, ..POST }, None), "place", "-10.5 mm", "-12 mm"),
        (made(CAM, PostShape { width: 22e-3, ..POST }, None), "width", "22 mm", "20 mm"),
        (made(CamShape { width: 24e-3, ..CAM }, POST, None), "cam.width", "24 mm", "20 mm"),
        (made(CAM, POST, Some(-5e-3)), "place", "-9 mm", "-5 mm"),
        (made(CamShape { transverse_radius: 7e-3, ..CAM }, POST, None), "cam.transverse-radius", "7 mm", "16 mm"),
        (made(CAM, PostShape { depth: 40e-3, ..POST }, None), "depth", "31 mm", "24 mm"),
        (made(CamShape { above: -10e-3, ..CAM }, POST, None), "cam.above", "6 mm", "7 mm"),
        (made(CAM, PostShape { height: 80e-3, ..POST }, None), "height", "80 mm", "36 mm"),
        (made(CAM, PostShape { height: 6e-3, ..POST }, None), "height", "6 mm", "7 mm"),
    ];
    for (result, field, first, second) in cases {
        let error = result.expect_err(field);
        assert_eq!(error.field, field, "{error}");
        assert!(error.message.contains(first) && error.message.contains(second) && !error.hint.is_empty(), "{error}");
    }
    // A cam whose axis lies below the crest has no radius that is small enough.
    let error = made(CamShape { above: -20e-3, ..CAM }, POST, None).expect_err("too low");
    assert_eq!(error.hint, "an above of more than -9 mm");
    assert!(made(CamShape { above: -10e-3, radius: 4.9e-3, ..CAM }, POST, None).is_ok(), "as the hint of -10 mm says");
    // What the hint says works.
    assert!(made(CAM, PostShape { height: 35.9e-3, ..POST }, None).is_ok());
    assert!(made(CAM, PostShape { place: -10.4e-3, ..POST }, None).is_ok());
    assert!(made(CAM, PostShape { depth: 33e-3, ..POST }, None).is_ok());
    assert!(made(CamShape { above: -8.9e-3, ..CAM }, POST, None).is_ok());
}
