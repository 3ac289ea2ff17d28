//! Who is right where paths around cylinders and rings are not OpenSim's: both beside the shortest string that scipy finds by brute force
//! (benches/peers/muscle_wrap_scipy.py), which knows nothing of helices, tangents and geodesics.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use std::f64::consts::FRAC_PI_2;

use mechanics::muscle::path::{PathPoint, PathSolver};
use mechanics::muscle::wrap::{Shape, TorusRule, WrapObject};
use nalgebra::{Matrix3, Rotation3, Vector3};

const SHORTEST: &str = include_str!("../src/muscle/path/shortest.csv");
const OPENSIM: &str = include_str!("../src/muscle/path/opensim.csv");
/// What the brute force itself misses the shortest string by, m.
const BRUTE: f64 = 1e-6;

/// Body-fixed angles about x, y, z.
fn axes([x, y, z]: [f64; 3]) -> Matrix3<f64> {
    let turn = |axis, angle| Rotation3::from_axis_angle(&axis, angle);
    *(turn(Vector3::x_axis(), x) * turn(Vector3::y_axis(), y) * turn(Vector3::z_axis(), z)).matrix()
}

/// Length of our path of a case of `muscle_wrap_opensim.py`.
fn ours(case: &str, degrees: f64, rule: TorusRule) -> f64 {
    let cylinder = Shape::Cylinder { radius: 0.04, length: 0.3 };
    let (start, end) = ([0.01, 0.3, 0.02], [0.02, -0.25, -0.03]);
    let (shape, quadrant, angles, place, start, end) = match case {
        "cylinder" => (cylinder, "+x", [0.0; 3], [0.0; 3], start, end),
        "cylinder-all" => (cylinder, "all", [0.0; 3], [0.01, 0.0, 0.0], start, [0.03, -0.25, -0.03]),
        "cylinder-turned" => (cylinder, "+x", [0.3, -0.4, 0.2], [0.005, 0.01, 0.0], start, end),
        "torus" => {
            let ring = Shape::Torus { tube: 0.01, ring: 0.04, rule };
            (ring, "all", [FRAC_PI_2, 0.0, 0.0], [0.0; 3], [0.1, 0.3, 0.02], end)
        }
        _ => panic!("no model of {case}"),
    };
    let object = WrapObject {
        quadrant: quadrant.parse().unwrap(),
        rotation: axes(angles),
        position: Vector3::from(place),
        ..WrapObject::new(shape, 0)
    };
    let turned = Rotation3::from_axis_angle(&Vector3::z_axis(), degrees.to_radians()) * Vector3::from(end);
    let points = [PathPoint { place: Vector3::from(start), body: 0 }, PathPoint { place: turned, body: 1 }];
    PathSolver::default().solve(&points, &[object]).length
}

/// Case, angle, the shortest length, and OpenSim's.
fn rows(of: &str) -> Vec<(String, f64, f64, f64)> {
    let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<String>>();
    let theirs: Vec<Vec<String>> = OPENSIM.lines().skip(2).map(cells).collect();
    let row = |line: &str| {
        let found = cells(line);
        let same = theirs.iter().find(|row| row[..2] == found[..2]).unwrap();
        (found[0].clone(), found[1].parse().unwrap(), found[2].parse().unwrap(), same[2].parse().unwrap())
    };
    SHORTEST.lines().skip(2).map(row).filter(|(case, ..)| case.starts_with(of)).collect()
}

#[test]
fn around_cylinders_our_path_is_the_shortest_and_opensims_is_longer() {
    let (rows, mut most) = (rows("cylinder"), 0.0_f64);
    assert!(rows.len() >= 12, "{}", rows.len());
    for (case, degrees, shortest, opensim) in rows {
        let ours = ours(&case, degrees, TorusRule::Tube);
        println!("{case} at {degrees}°: ours {:.1e} m, OpenSim {:.1e} m longer", ours - shortest, opensim - shortest);
        assert!((ours - shortest).abs() < BRUTE, "{case} at {degrees}°: {ours} {shortest}");
        assert!(opensim > shortest - BRUTE, "{case} at {degrees}°: {opensim} {shortest}");
        most = most.max(opensim - shortest);
    }
    assert!((2e-4..3e-4).contains(&most), "{most}");
}

#[test]
fn through_rings_our_geodesic_is_the_shortest_and_tubes_cut_in() {
    let (rows, mut most) = (rows("torus"), [0.0_f64; 2]);
    assert!(rows.len() >= 5, "{}", rows.len());
    for (case, degrees, shortest, opensim) in rows {
        let [tube, geodesic] = [TorusRule::Tube, TorusRule::Geodesic].map(|rule| ours(&case, degrees, rule));
        println!(
            "{case} at {degrees}°: geodesic {:.1e} m, tube {:.1e} m, OpenSim {:.1e} m longer",
            geodesic - shortest,
            tube - shortest,
            opensim - shortest
        );
        assert!((geodesic - shortest).abs() < BRUTE, "{case} at {degrees}°: {geodesic} {shortest}");
        // A straight tube stands for the ring, and lets the string cut into it.
        assert!(
            tube < shortest + BRUTE && opensim < shortest + BRUTE,
            "{case} at {degrees}°: {tube} {opensim} {shortest}"
        );
        most = [most[0].max((tube - shortest).abs()), most[1].max((opensim - shortest).abs())];
    }
    println!("at most: tube {:.1e} m, OpenSim {:.1e} m", most[0], most[1]);
    assert!((5e-5..2e-4).contains(&most[0]) && (1e-4..2e-4).contains(&most[1]), "{most:?}");
}
