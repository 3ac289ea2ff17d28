//! Many contacts that push one free body: what moves them all alike may be greater than what moves them apart by any factor.

use nalgebra::{DMatrix, Vector3};
use numerics::cone::{ConeData, ConeSettings, ConeSolver, ConeWork, Method};

const SIDE: usize = 9;
/// m/s for each N, of one contact alone.
const GIVES: f64 = 1e-6;

/// A bed of contacts under a ball that 1 kN presses down, dragged along, which wears its bed: neighbours give way together,
/// and the ball's own mobility is added to all of W.
fn bed(mobility: f64) -> ConeData {
    let place = |i: usize| Vector3::new((i % SIDE) as f64 - 4.0, (i / SIDE) as f64 - 4.0, 0.0);
    let count = SIDE * SIDE;
    let compliance = DMatrix::from_fn(3 * count, 3 * count, |a, b| {
        let (i, j) = (a / 3, b / 3);
        if a % 3 != b % 3 {
            return 0.0;
        }
        GIVES / (1.0 + (place(i) - place(j)).norm()) + if a % 3 == 2 { mobility } else { 0.0 }
    });
    let normals: Vec<_> = (0..count).map(|i| (Vector3::new(0.0, 0.0, 12.0) - place(i)).normalize()).collect();
    let fall = Vector3::new(0.0, 0.0, -1000.0 * mobility);
    let free = normals.iter().enumerate().map(|(i, n)| {
        let drag = Vector3::new(0.05, 0.01 * place(i).x, 0.0);
        drag - n * n.dot(&drag) + n * (2e-5 * place(i).norm_squared()) + fall
    });
    ConeData { compliance, free: free.collect(), normals, friction: vec![0.07; count], erosion: vec![2e-5; count] }
}

fn solve(data: &ConeData, guess: Vector3<f64>) -> (Vec<Vector3<f64>>, ConeWork) {
    let mut reactions = vec![guess; data.free.len()];
    let settings = ConeSettings { method: Method::Newton, tolerance: 1e-8, iterations: 20_000 };
    let work = ConeSolver::new().solve(&data.problem(), &settings, &mut reactions).expect("reactions");
    (reactions, work)
}

/// In long time steps a light head is moved by its contacts 10⁵ times further than they give way. The work must not grow with
/// that, and the contacts carry the load all the same.
#[test]
fn the_mobility_of_a_body_that_all_contacts_push_costs_no_sweeps() {
    for mobility in [1e-6, 1e-4, 1e-2, 1.0, 10.0] {
        let data = bed(mobility);
        let (reactions, work) = solve(&data, Vector3::new(0.0, 0.0, 12.0));
        let closed = reactions.iter().filter(|r| **r != Vector3::zeros()).count();
        let carried: f64 = reactions.iter().map(|r| r.z).sum();
        assert!(work.sweeps <= 15 && work.systems <= 15, "mobility {mobility}: {work:?}");
        if mobility >= 1e-2 {
            // A ball that is as good as weightless: its load is carried, by the same contacts.
            assert!((carried / 1000.0 - 1.0).abs() < 1e-4, "{carried} N of 1000");
            assert_eq!(closed, 37, "mobility {mobility}");
        }
    }
}
