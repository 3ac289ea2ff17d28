//! Contacts with friction against Siconos: a ball on an elastic half-space, at 49 points.

use std::f64::consts::PI;

use nalgebra::{DMatrix, Matrix2, Matrix3, Vector2, Vector3};
use numerics::cone::{ConeData, ConeSettings, ConeSolver, Method};

use super::{Finding, Target};

/// Reactions that Siconos found (`benches/peers/cone_half_space_siconos.py`); its version is in the first line.
const REACTIONS: &str = include_str!("../../peers/siconos-reactions.csv");

const SIDE: usize = 7;
const DISC: f64 = 0.5;
const SHEAR: f64 = 1.0;
const POISSON: f64 = 0.3;
const BALL: f64 = 40.0;
const DEPTH: f64 = 0.12;

/// Methods, as people call them.
const METHODS: [(Method, &str); 3] =
    [(Method::GaussSeidel, "Gauss–Seidel"), (Method::Newton, "Newton"), (Method::Gradient, "projected gradient")];

/// Name; friction; shift of the ball along x and y, and its turn about the normal.
const PROBLEMS: [(&str, f64, [f64; 3]); 3] = [
    ("partial-slip", 0.4, [0.02, 0.005, 0.0]),
    ("sliding", 0.2, [0.3, -0.1, 0.0]),
    ("twisted", 0.6, [0.01, 0.0, 0.02]),
];

/// Displacement at one point of the half-space by the force at another, `d` away: Boussinesq and Cerruti, z into the body; of a
/// disc on its own middle where both are one.
fn block(d: Vector2<f64>) -> Matrix3<f64> {
    let (nu, g, r) = (POISSON, SHEAR, d.norm());
    if r == 0.0 {
        let disc = 1.0 / (PI * DISC * g);
        return Matrix3::from_diagonal(&Vector3::new(1.0 - 0.5 * nu, 1.0 - 0.5 * nu, 1.0 - nu)) * disc;
    }
    let across =
        (Matrix2::identity() * (2.0 * (1.0 - nu) / r) + d * d.transpose() * (2.0 * nu / r.powi(3))) / (4.0 * PI * g);
    let coupling = d * ((1.0 - 2.0 * nu) / (4.0 * PI * g * r * r));
    let mut block = Matrix3::zeros();
    block.fixed_view_mut::<2, 2>(0, 0).copy_from(&across);
    block.fixed_view_mut::<2, 1>(0, 2).copy_from(&-coupling);
    block.fixed_view_mut::<1, 2>(2, 0).copy_from(&coupling.transpose());
    block[(2, 2)] = (1.0 - nu) / (2.0 * PI * g * r);
    block
}

fn problem(friction: f64, [x, y, turn]: [f64; 3]) -> ConeData {
    let at = |i: usize| i as f64 - 0.5 * (SIDE - 1) as f64;
    let points: Vec<Vector2<f64>> = (0..SIDE * SIDE).map(|i| Vector2::new(at(i % SIDE), at(i / SIDE))).collect();
    let count = points.len();
    let mut compliance = DMatrix::zeros(3 * count, 3 * count);
    for (i, to) in points.iter().enumerate() {
        for (j, from) in points.iter().enumerate() {
            compliance.fixed_view_mut::<3, 3>(3 * i, 3 * j).copy_from(&block(to - from));
        }
    }
    let free =
        |p: &Vector2<f64>| Vector3::new(-(x - turn * p.y), -(y + turn * p.x), p.norm_squared() / (2.0 * BALL) - DEPTH);
    ConeData {
        compliance,
        free: points.iter().map(free).collect(),
        // The axis of each cone leans with the ball.
        normals: points.iter().map(|p| Vector3::new(-p.x / BALL, -p.y / BALL, 1.0).normalize()).collect(),
        friction: vec![friction; count],
        erosion: vec![0.0; count],
    }
}

/// Siconos' reactions of a problem.
fn reactions(problem: &str) -> Result<Vec<Vector3<f64>>, String> {
    let rows = REACTIONS.lines().filter_map(|line| line.strip_prefix(problem)?.strip_prefix(','));
    let read = |row: &str| {
        let cells: Vec<f64> = row.split(',').skip(1).filter_map(|cell| cell.parse().ok()).collect();
        <[f64; 3]>::try_from(cells).map(Vector3::from).map_err(|_| format!("`{row}` is no reaction"))
    };
    rows.map(read).collect()
}

fn solve(data: &ConeData, method: Method) -> Result<Vec<Vector3<f64>>, String> {
    let mut found = vec![Vector3::zeros(); data.free.len()];
    let settings = ConeSettings { method, tolerance: 1e-12, iterations: 200_000 };
    ConeSolver::new().solve(&data.problem(), &settings, &mut found).map_err(|error| error.to_string())?;
    Ok(found)
}

/// How far two lists of reactions are apart, by the size of the second.
fn apart(ours: &[Vector3<f64>], theirs: &[Vector3<f64>]) -> f64 {
    let square = |sum: f64, v: Vector3<f64>| sum + v.norm_squared();
    let difference = ours.iter().zip(theirs).map(|(a, b)| a - b).fold(0.0, square).sqrt();
    difference / theirs.iter().copied().fold(0.0, square).sqrt()
}

/// Every method against Siconos, where contacts are open, stick and slip at once.
pub fn cones() -> Vec<Finding> {
    let source = "Siconos 4.4.0 (Debian 4.4.0+dfsg-2), NSGS to 1e-14; its Newton's method differs by 1e-14";
    let mut findings = Vec::new();
    for (name, friction, motion) in PROBLEMS {
        let data = problem(friction, motion);
        let theirs = reactions(name).and_then(|found| {
            if found.len() == data.free.len() { Ok(found) } else { Err(format!("{} reactions are kept", found.len())) }
        });
        for (method, words) in METHODS {
            findings.push(Finding {
                quantity: "reaction_mismatch_ratio",
                label: format!("{name}, {words}"),
                target: Target::AtMost(1e-8),
                computed: theirs.clone().and_then(|theirs| solve(&data, method).map(|ours| apart(&ours, &theirs))),
                source,
                why: "residual 1e-12, times how badly the problem is conditioned",
            });
        }
        let sums = [("normal_force_ratio", 2), ("force_along_x_ratio", 0), ("force_along_y_ratio", 1)];
        let ours = solve(&data, Method::Newton);
        for (quantity, axis) in sums {
            let total = |list: &[Vector3<f64>]| list.iter().map(|r| r[axis]).sum::<f64>();
            findings.push(Finding {
                quantity,
                label: format!("{name}, sum over all points in units of G h²"),
                target: Target::Within(theirs.as_deref().map_or(f64::NAN, total), 1e-8),
                computed: ours.as_deref().map(total).map_err(Clone::clone),
                source,
                why: "as for the single reactions",
            });
        }
    }
    findings
}
