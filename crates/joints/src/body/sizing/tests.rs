//! Bodies of a known size carry markers, and are found again by them.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::body::lower_limbs;
use crate::body::own::{Size, fit};

/// A motion of markers on a body: all coordinates swing by an angle about the standing pose.
fn carried(anatomy: &Anatomy, swing: f64, unit: f64) -> Recording {
    let skeleton = Skeleton::new(anatomy.tree.clone()).unwrap();
    let times: Vec<f64> = (0..40).map(|i| 0.02 * f64::from(i)).collect();
    let pose = |t: f64| {
        let mut q = skeleton.default_coordinates();
        skeleton.free().iter().for_each(|at| q[*at] += swing * (7.0 * t + *at as f64).sin());
        skeleton.complete(&mut q);
        q
    };
    let markers = anatomy.markers.iter().map(|marker| {
        let place = |t: &f64| skeleton.compute_pose(&pose(*t)).body(marker.body).point(&marker.place) * unit;
        (marker.name.clone(), 1.0, times.iter().map(place).collect())
    });
    Recording {
        name: "carried".into(),
        source: "a known body".into(),
        kinematics: Kinematics::Markers(markers.collect()),
        times: times.clone(),
        plates: Vec::new(),
        emg: Vec::new(),
        heel_strikes: Vec::new(),
        notes: Vec::new(),
    }
}

/// From hip to knee and from knee to ankle, standing.
fn lengths(anatomy: &Anatomy) -> [f64; 2] {
    let skeleton = Skeleton::new(anatomy.tree.clone()).unwrap();
    let pose = skeleton.compute_pose(&skeleton.default_coordinates());
    let at = |name: &str| pose.bodies[skeleton.find_body(name).unwrap()].joint_position;
    [(at("femur_r") - at("tibia_r")).norm(), (at("tibia_r") - at("talus_r")).norm()]
}

#[test]
fn a_body_is_found_again_by_the_markers_that_it_carries() {
    let own = lower_limbs().unwrap();
    let known = fit(&own, &Size { mass: 60.0, height: 1.62, thigh: None, shank: None });
    for (swing, bound) in [(0.0, 1e-9), (0.3, 0.01)] {
        let found = fit_to_markers(&own, &carried(&known, swing, 1.0), Some(60.0)).unwrap();
        for (a, b) in found.tree.bodies.iter().zip(&known.tree.bodies) {
            let (a, b) = (a.joint.in_parent.translation.vector, b.joint.in_parent.translation.vector);
            assert!((a - b).norm() < bound * (0.1 + b.norm()), "{swing}: {a} {b}");
        }
        for (a, b) in found.muscles.iter().zip(&known.muscles) {
            assert!((a.hill.fibre / b.hill.fibre - 1.0).abs() < bound, "{}", a.name);
            assert!((a.hill.strength / b.hill.strength - 1.0).abs() < 1e-9, "{}", a.name);
        }
    }
}

#[test]
fn long_thighs_on_short_shanks_are_seen() {
    let own = lower_limbs().unwrap();
    let known = fit(&own, &Size { mass: 70.0, height: 1.80, thigh: Some(0.44), shank: Some(0.40) });
    let found = lengths(&fit_to_markers(&own, &carried(&known, 0.3, 1.0), None).unwrap());
    for (found, known) in found.iter().zip(lengths(&known)) {
        assert!((found / known - 1.0).abs() < 0.03, "{found} {known}");
    }
    let [thigh, shank] = lengths(&own);
    assert!(found[0] > 1.05 * thigh && found[1] < 0.97 * shank, "{found:?}");
}

#[test]
fn markers_in_millimetres_or_none_at_all_are_refused() {
    let own = lower_limbs().unwrap();
    let long = fit_to_markers(&own, &carried(&own, 0.0, 1000.0), None).unwrap_err();
    assert!(long.message.contains("1000.000 times as large") && long.hint.contains("unit"), "{long:?}");
    let mut strangers = carried(&own, 0.0, 1.0);
    if let Kinematics::Markers(markers) = &mut strangers.kinematics {
        markers.iter_mut().for_each(|(name, ..)| name.insert(0, 'x'));
    }
    assert!(fit_to_markers(&own, &strangers, None).unwrap_err().message.contains("two markers"));
    let angles = Recording { kinematics: Kinematics::Coordinates(Vec::new()), ..strangers };
    assert!(fit_to_markers(&own, &angles, None).unwrap_err().message.contains("no markers"));
}
