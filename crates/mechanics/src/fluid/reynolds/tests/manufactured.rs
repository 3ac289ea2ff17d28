//! A pressure that is chosen, the source that makes it, and how fast the solver finds it back.

use super::super::film::{Film, Motion, Storage};
use super::super::solver::Solver;
use super::*;
use std::f64::consts::PI;

/// Root mean square error over cells, relative to the largest pressure, of the solution for the source
/// ∇·(h³/(12 μ) ∇p) that belongs to `exact(n, j) = (p, ∇·(h³∇p))`, with j the position across in cells.
fn error(film: &Film, eccentricity: Vector3<f64>, exact: impl Fn(&Vector3<f64>, f64) -> (f64, f64)) -> f64 {
    let still = Vector3::zeros();
    let motion = Motion { eccentricity, velocity: still, turn: still, slide: still };
    let mut solver = Solver::<1>::new(film, false);
    solver.assemble(film, &motion, Storage::Squeeze);
    solver.equations.factorise().expect("regular");
    let across = film.surface.across;
    let wanted: Vec<_> = (0..film.surface.cells.len())
        .map(|cell| exact(&film.surface.cells[cell].normal, (cell % across) as f64 + 0.5))
        .collect();
    let mut got: Vec<[f64; 1]> =
        film.surface.cells.iter().zip(&wanted).map(|(cell, (_, source))| [-cell.area * source / (12.0 * MU)]).collect();
    solver.equations.solve(&mut got, &mut Vec::new());
    let square: f64 = got.iter().zip(&wanted).map(|([got], (p, _))| (got - p).powi(2)).sum();
    let largest = wanted.iter().fold(0.0, |a: f64, (p, _)| a.max(p.abs()));
    (square / wanted.len() as f64).sqrt() / largest
}

fn assert_second_order(errors: [f64; 3]) {
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((1.9..2.1).contains(&order), "{errors:?}: order {order}");
    }
}

/// p = cos(πz/L)(2 + sin θ) on h = c(1 − 0.5 cos θ − 0.3 sin θ).
#[test]
fn the_cylinder_is_second_order() {
    let length = 1.3 * R;
    let e = Vector3::new(0.5, 0.3, 0.0) * C;
    assert_second_order([1, 2, 4].map(|fine| {
        let across = 16 * fine;
        let geometry = JournalGeometry { radius: R, length, clearance: C };
        let settings = settings(24 * fine, across, Cavitation::Never);
        let film = Film::new(geometry.surface(&settings).expect("good"), C, settings).expect("good");
        error(&film, e, |n, j| {
            let (sin, cos) = (n.y, n.x);
            let wave = (PI * j / across as f64).cos();
            let (h, slope) = (C - e.dot(n), e.x * sin - e.y * cos);
            let p = wave * (2.0 + sin);
            let around = wave * (3.0 * h * h * slope * cos - h.powi(3) * sin) / (R * R);
            (p, around - h.powi(3) * (PI / length).powi(2) * p)
        })
    }));
}

/// p = (n_z − cos α)(1 + ½ n_x) on a cap up to the angle α: products of coordinates have simple Laplacians on a sphere.
#[test]
fn the_cap_is_second_order_across_its_pole() {
    let rim = 1.2;
    let e = Vector3::new(0.4, -0.2, 0.3) * C;
    assert_second_order([1, 2, 4].map(|fine| {
        let settings = settings(24 * fine, 8 * fine, Cavitation::Never);
        let geometry = BallGeometry { radius: R, clearance: C, rim };
        let film = Film::new(geometry.surface(&settings).expect("good"), C, settings).expect("good");
        error(&film, e, |n, _| {
            let edge = rim.cos();
            let p = (n.z - edge) * (1.0 + 0.5 * n.x);
            let laplacian = -2.0 * n.z - 3.0 * n.x * n.z + edge * n.x;
            let tangential = |v: Vector3<f64>| v - n * n.dot(&v);
            let gradient = tangential(Vector3::new(0.5 * (n.z - edge), 0.0, 1.0 + 0.5 * n.x));
            let h = C - e.dot(n);
            (p, (h.powi(3) * laplacian - 3.0 * h * h * tangential(e).dot(&gradient)) / (R * R))
        })
    }));
}
