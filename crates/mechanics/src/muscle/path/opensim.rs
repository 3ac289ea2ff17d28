//! Against OpenSim 4.6; numbers and models come from benches/peers/muscle_wrap_opensim.py.

use super::*;
use crate::muscle::wrap::{EllipsoidRule, Shape, TorusRule};
use nalgebra::{Matrix3, Rotation3};
use std::f64::consts::FRAC_PI_2;

const TABLE: &str = include_str!("opensim.csv");

/// OpenSim's body-fixed angles about x, y, z.
fn axes([x, y, z]: [f64; 3]) -> Matrix3<f64> {
    let turn = |axis, angle| Rotation3::from_axis_angle(&axis, angle);
    *(turn(Vector3::x_axis(), x) * turn(Vector3::y_axis(), y) * turn(Vector3::z_axis(), z)).matrix()
}

/// The object and both ends of a case.
fn model(case: &str) -> (WrapObject, [f64; 3], [f64; 3]) {
    const TURNED: [f64; 3] = [0.3, -0.4, 0.2];
    const ASKEW: [f64; 3] = [0.7, 0.6, 0.4];
    let (start, end) = ([0.01, 0.3, 0.02], [0.02, -0.25, -0.03]);
    let object = |shape, quadrant: &str, turn, place: [f64; 3]| WrapObject {
        quadrant: quadrant.parse().expect("a quadrant"),
        rotation: axes(turn),
        position: Vector3::from(place),
        ..WrapObject::new(shape, 0)
    };
    let cylinder = Shape::Cylinder { radius: 0.04, length: 0.3 };
    let sphere = Shape::Sphere { radius: 0.04 };
    let rule = match case.rsplit('-').next() {
        Some("midpoint") => EllipsoidRule::Midpoint,
        Some("axial") => EllipsoidRule::Axial,
        _ => EllipsoidRule::Hybrid,
    };
    let ellipsoid = Shape::Ellipsoid { radii: [0.03, 0.06, 0.045], rule };
    let raised = [0.0, 0.01, 0.005];
    match case.trim_end_matches(|c: char| c.is_alphabetic()) {
        _ if case == "cylinder" => (object(cylinder, "+x", [0.0; 3], [0.0; 3]), start, end),
        _ if case == "cylinder-all" => {
            (object(cylinder, "all", [0.0; 3], [0.01, 0.0, 0.0]), start, [0.03, -0.25, -0.03])
        }
        _ if case == "cylinder-turned" => (object(cylinder, "+x", TURNED, [0.005, 0.01, 0.0]), start, end),
        _ if case == "sphere" => (object(sphere, "all", [0.0; 3], [0.01; 3]), start, end),
        _ if case == "sphere-far" => {
            (object(sphere, "+x", [0.0; 3], [0.01; 3]), [-0.01, 0.3, 0.02], [-0.02, -0.25, -0.03])
        }
        "ellipsoid-" => (object(ellipsoid, "all", TURNED, raised), start, end),
        "ellipsoid-askew-" => (object(ellipsoid, "all", ASKEW, raised), start, end),
        "ellipsoid-half-" => (object(ellipsoid, "+x", ASKEW, raised), start, end),
        _ if case == "torus" => {
            let torus = Shape::Torus { tube: 0.01, ring: 0.04, rule: TorusRule::Tube };
            (object(torus, "all", [FRAC_PI_2, 0.0, 0.0], [0.0; 3]), [0.1, 0.3, 0.02], end)
        }
        _ => panic!("no model of {case}"),
    }
}

/// Our length and moment arm about z.
fn ours(case: &str, degrees: f64) -> (f64, f64) {
    let (object, start, end) = model(case);
    let turned = Rotation3::from_axis_angle(&Vector3::z_axis(), degrees.to_radians()) * Vector3::from(end);
    let points = [PathPoint { place: Vector3::from(start), body: 0 }, PathPoint { place: turned, body: 1 }];
    let mut solver = PathSolver::default();
    let path = solver.solve(&points, &[object]);
    let arm = path.pulls.iter().filter(|pull| pull.body == 1).map(|pull| pull.point.cross(&pull.force).z).sum();
    (path.length, arm)
}

#[test]
fn lengths_and_moment_arms_are_those_of_opensim() {
    let mut rows = 0;
    for line in TABLE.lines().skip(2) {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |k: usize| cells[k].parse::<f64>().expect("a number");
        let (case, degrees, length, arm) = (cells[0], number(1), number(2), number(3));
        let (our_length, our_arm) = ours(case, degrees);
        let (longer, other) = (length - our_length, (arm - our_arm).abs());
        // Spheres are closed forms in both. OpenSim sums chords of 1 mm around ellipsoids. Around cylinders it stays in a
        // plane, and so finds a longer way than ours, which is no way to be wrong; around tori it takes another place.
        let (low, high, arms) = match case.split('-').next() {
            Some("sphere") => (-1e-8, 1e-8, 1e-8),
            Some("ellipsoid") => (-1e-6, 1e-6, 5e-5),
            Some("cylinder") => (-1e-9, 3e-4, 1e-3),
            _ => (-1e-4, 1e-4, 1e-4),
        };
        assert!((low..high).contains(&longer), "{case} at {degrees}°: {our_length} m, OpenSim {length} m");
        assert!(other < arms, "{case} at {degrees}°: arm {our_arm} m, OpenSim {arm} m");
        rows += 1;
    }
    assert_eq!(rows, TABLE.lines().count() - 2);
    assert!(rows > 90);
}
