//! Against OpenSim 4.6: the same markers with the same weights (benches/peers/body_kinematics_opensim.py).
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use mechanics::rigid::tree::Skeleton;
use nalgebra::Vector3;

use super::{Seen, solve_frame};
use crate::body::lower_limbs;

fn rows(text: &str) -> (Vec<&str>, Vec<Vec<&str>>) {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<&str>>());
    (lines.next().unwrap(), lines.collect())
}

#[test]
fn coordinates_from_markers_are_those_of_opensim() {
    let anatomy = lower_limbs().unwrap();
    let skeleton = Skeleton::new(anatomy.tree.clone()).unwrap();
    let (names, theirs) = rows(include_str!("opensim_kinematics.csv"));
    let (_, measured) = rows(include_str!("opensim_markers.csv"));
    let (mut worst, mut far, mut lost) = (0.0_f64, 0.0_f64, 0);
    let mut q = skeleton.default_coordinates();
    for (frame, their) in theirs.iter().enumerate() {
        let (mut seen, mut places) = (Vec::new(), Vec::new());
        for row in measured.iter().filter(|row| row[0].parse() == Ok(frame)) {
            let marker = anatomy.markers.iter().position(|marker| marker.name == row[1]).unwrap();
            seen.push(Seen { marker, weight: row[2].parse().unwrap() });
            let place = Vector3::from([row[3], row[4], row[5]].map(|cell| cell.parse::<f64>().unwrap()));
            lost += usize::from(place.x.is_nan());
            places.push(place);
        }
        assert_eq!(seen.len(), anatomy.markers.len());
        let fit = solve_frame(&anatomy, &skeleton, &seen, &places, &q);
        q = fit.q;
        far = far.max(fit.rms);
        for (name, their) in names.iter().zip(their) {
            let their: f64 = their.parse().unwrap();
            worst = worst.max((q[skeleton.find_coordinate(name).unwrap()] - their).abs());
        }
    }
    println!("coordinates within {worst:.1e} rad or m of OpenSim's, markers {far:.4} m away");
    assert_eq!((theirs.len(), lost), (11, 2));
    // No pose meets these places: what is compared is a minimum.
    assert!(far > 5e-3, "{far}");
    // Coordinates are of the size of one: this is 1e-6 of them.
    assert!(worst < 1e-6, "{worst}");
}
