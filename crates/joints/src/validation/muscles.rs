//! Curves, equilibria and wrapped paths of muscles against OpenSim.

use std::f64::consts::FRAC_PI_2;

use mechanics::muscle::hill::{Curves, Muscle, Thelen};
use mechanics::muscle::path::{PathPoint, PathSolver};
use mechanics::muscle::wrap::{EllipsoidRule, Shape, TorusRule, WrapObject};
use nalgebra::{Matrix3, Rotation3, Vector3};

use super::{Finding, Target};

/// Tables of OpenSim, its version in the first line: `benches/peers/muscle_opensim.py`, `muscle_wrap_opensim.py`.
const CURVES: &str = include_str!("../../peers/opensim-curves.csv");
const EQUILIBRIA: &str = include_str!("../../peers/opensim-equilibria.csv");
const PATHS: &str = include_str!("../../peers/opensim-paths.csv");

const SOURCE: &str = "OpenSim 4.6 (4.6-2026-06-22-85aaf64)";

/// Rows of a table: the name in the first column, then numbers.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, Vec<f64>)> {
    table.lines().skip(2).filter_map(|line| {
        let (name, rest) = line.split_once(',')?;
        Some((name, rest.split(',').filter_map(|cell| cell.parse().ok()).collect()))
    })
}

/// Names of a table in their order, each once.
fn names(table: &'static str) -> Vec<&'static str> {
    let mut names: Vec<&str> = rows(table).map(|(name, _)| name).collect();
    names.dedup();
    names
}

/// The largest number, or the first failure.
fn worst(numbers: impl Iterator<Item = Result<f64, String>>) -> Result<f64, String> {
    numbers.into_iter().try_fold(0.0, |worst: f64, number| number.map(|number| worst.max(number)))
}

fn curves() -> Vec<Finding> {
    let curves = Curves::Millard(Box::default());
    let value = |name: &str, x: f64| match name {
        "active" => Ok(curves.active(x)),
        "passive" => Ok(curves.passive(x)),
        "velocity" => Ok(curves.velocity(x, 1.0)),
        "tendon" => Ok(curves.tendon(x)),
        _ => Err(format!("there is no curve `{name}`")),
    };
    let of = |curve: &'static str| {
        let points: Vec<Vec<f64>> = rows(CURVES).filter(|(name, _)| *name == curve).map(|(_, row)| row).collect();
        let off = |row: &Vec<f64>| value(curve, row[0]).map(|ours| (ours - row[1]).abs());
        Finding {
            quantity: "curve_mismatch_ratio",
            label: format!("Millard's {curve} curve, worst of {} points", points.len()),
            target: Target::AtMost(2e-6),
            computed: worst(points.iter().map(off)),
            source: SOURCE,
            why: "OpenSim inverts its Bézier curves to about 1e-6",
        }
    };
    names(CURVES).into_iter().map(of).collect()
}

fn equilibria() -> Vec<Finding> {
    let mut findings = Vec::new();
    for kind in names(EQUILIBRIA) {
        for pennation in [0.0, 0.3] {
            let curves = match kind {
                "Thelen2003Muscle" => Curves::Thelen(Thelen::default()),
                _ => Curves::Millard(Box::default()),
            };
            let muscle = Muscle { strength: 1000.0, fibre: 0.1, slack: 0.2, pennation, fastest: 10.0, curves };
            let table: Vec<Vec<f64>> = rows(EQUILIBRIA)
                .filter(|(name, row)| *name == kind && row[0] == pennation)
                .map(|(_, row)| row)
                .collect();
            let found = |row: &Vec<f64>| muscle.solve_equilibrium(row[1], row[2]).map_err(|error| error.to_string());
            let label = format!("{kind}, pennation {pennation} rad, worst of {} equilibria", table.len());
            findings.push(Finding {
                quantity: "tendon_force_mismatch_N",
                label: label.clone(),
                target: Target::AtMost(1e-3),
                computed: worst(table.iter().map(|row| found(row).map(|ours| (ours.force - row[3]).abs()))),
                source: SOURCE,
                why: "a millionth of the muscle's strength, to which OpenSim solves",
            });
            findings.push(Finding {
                quantity: "fibre_length_mismatch_m",
                label,
                target: Target::AtMost(1e-7),
                computed: worst(table.iter().map(|row| found(row).map(|ours| (ours.fibre - row[4]).abs()))),
                source: SOURCE,
                why: "a millionth of the fibre's length",
            });
        }
    }
    findings
}

/// OpenSim's body-fixed angles about x, y, z.
fn axes([x, y, z]: [f64; 3]) -> Matrix3<f64> {
    let turn = |axis, angle| Rotation3::from_axis_angle(&axis, angle);
    *(turn(Vector3::x_axis(), x) * turn(Vector3::y_axis(), y) * turn(Vector3::z_axis(), z)).matrix()
}

/// The object, its turn and place, and both ends of a case of `muscle_wrap_opensim.py`.
fn model(case: &str) -> Result<(WrapObject, [[f64; 3]; 2]), String> {
    const TURNED: [f64; 3] = [0.3, -0.4, 0.2];
    const ASKEW: [f64; 3] = [0.7, 0.6, 0.4];
    let (start, end, none) = ([0.01, 0.3, 0.02], [0.02, -0.25, -0.03], [0.0; 3]);
    let rule = match case.rsplit('-').next() {
        Some("midpoint") => EllipsoidRule::Midpoint,
        Some("axial") => EllipsoidRule::Axial,
        _ => EllipsoidRule::Hybrid,
    };
    let cylinder = Shape::Cylinder { radius: 0.04, length: 0.3 };
    let sphere = Shape::Sphere { radius: 0.04 };
    let ellipsoid = Shape::Ellipsoid { radii: [0.03, 0.06, 0.045], rule };
    let torus = Shape::Torus { tube: 0.01, ring: 0.04, rule: TorusRule::Tube };
    let raised = [0.0, 0.01, 0.005];
    let (shape, quadrant, turn, place, ends) = match case {
        "cylinder" => (cylinder, "+x", none, none, [start, end]),
        "cylinder-all" => (cylinder, "all", none, [0.01, 0.0, 0.0], [start, [0.03, -0.25, -0.03]]),
        "cylinder-turned" => (cylinder, "+x", TURNED, [0.005, 0.01, 0.0], [start, end]),
        "sphere" => (sphere, "all", none, [0.01; 3], [start, end]),
        "sphere-far" => (sphere, "+x", none, [0.01; 3], [[-0.01, 0.3, 0.02], [-0.02, -0.25, -0.03]]),
        "torus" => (torus, "all", [FRAC_PI_2, 0.0, 0.0], none, [[0.1, 0.3, 0.02], end]),
        _ if case.starts_with("ellipsoid-askew-") => (ellipsoid, "all", ASKEW, raised, [start, end]),
        _ if case.starts_with("ellipsoid-half-") => (ellipsoid, "+x", ASKEW, raised, [start, end]),
        _ if case.starts_with("ellipsoid-") => (ellipsoid, "all", TURNED, raised, [start, end]),
        _ => return Err(format!("there is no model of `{case}`")),
    };
    let quadrant = quadrant.parse().map_err(|_| format!("`{quadrant}` is no quadrant"))?;
    let object = WrapObject { quadrant, rotation: axes(turn), position: place.into(), ..WrapObject::new(shape, 0) };
    Ok((object, ends))
}

/// Our length and moment arm about z.
fn ours(case: &str, degrees: f64) -> Result<[f64; 2], String> {
    let (object, [start, end]) = model(case)?;
    let turned = Rotation3::from_axis_angle(&Vector3::z_axis(), degrees.to_radians()) * Vector3::from(end);
    let points = [PathPoint { place: start.into(), body: 0 }, PathPoint { place: turned, body: 1 }];
    let mut solver = PathSolver::default();
    let path = solver.solve(&points, &[object]);
    let arm = path.pulls.iter().filter(|pull| pull.body == 1).map(|pull| pull.point.cross(&pull.force).z).sum();
    Ok([path.length, arm])
}

fn paths() -> Vec<Finding> {
    let mut findings = Vec::new();
    for case in names(PATHS) {
        // Spheres are closed forms in both. OpenSim sums chords of 1 mm around ellipsoids. Around cylinders it stays in a
        // plane, and so finds a longer way than ours, which is no way to be wrong; around tori it takes another place.
        let (length, arm, why) = match case.split('-').next() {
            Some("sphere") => (Target::AtMost(1e-8), Target::AtMost(1e-8), "closed forms in both; printed digits"),
            Some("ellipsoid") => (
                Target::Guard(1e-6),
                Target::Guard(5e-5),
                "the known difference rounded up: OpenSim sums chords of 1 mm",
            ),
            Some("cylinder") => (
                Target::Guard(3e-4),
                Target::Guard(1e-3),
                "the known difference rounded up: OpenSim stays in a plane, and its way is the longer one",
            ),
            _ => (
                Target::Guard(1e-4),
                Target::Guard(1e-4),
                "the known difference rounded up: OpenSim's tube is at another place of the ring, which we could not explain",
            ),
        };
        let table: Vec<Vec<f64>> = rows(PATHS).filter(|(name, _)| *name == case).map(|(_, row)| row).collect();
        for (i, (quantity, target)) in
            [("length_mismatch_m", length), ("moment_arm_mismatch_m", arm)].into_iter().enumerate()
        {
            let off = |row: &Vec<f64>| ours(case, row[0]).map(|found| (found[i] - row[1 + i]).abs());
            findings.push(Finding {
                quantity,
                label: format!("{case}, worst of {} angles", table.len()),
                target,
                computed: worst(table.iter().map(off)),
                source: SOURCE,
                why,
            });
        }
    }
    findings
}

/// Millard's and Thelen's muscles, and paths over cylinder, sphere, ellipsoid and torus.
pub fn muscles() -> Vec<Finding> {
    let mut findings = curves();
    findings.extend(equilibria());
    findings.extend(paths());
    findings
}
