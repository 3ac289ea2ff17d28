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

/// A cup of contacts in rings around a ball without weight to speak of, which a load of this direction and size presses into
/// it while it turns with this spin.
fn cup(mobility: f64, load: Vector3<f64>, spin: Vector3<f64>, friction: f64) -> ConeData {
    const RINGS: usize = 4;
    let width = 1.45 / RINGS as f64;
    let ring = |ring: usize| {
        (0..6 * ring).map(move |k| {
            let (angle, turn) = (width * ring as f64, std::f64::consts::TAU * k as f64 / (6 * ring) as f64);
            Vector3::new(angle.sin() * turn.cos(), angle.sin() * turn.sin(), angle.cos())
        })
    };
    let at: Vec<Vector3<f64>> = std::iter::once(Vector3::z()).chain((1..=RINGS).flat_map(ring)).collect();
    let count = at.len();
    let compliance = DMatrix::from_fn(3 * count, 3 * count, |a, b| {
        let together = GIVES / (1.0 + (at[a / 3] - at[b / 3]).norm() / width) + mobility;
        if a % 3 == b % 3 { together } else { 0.0 }
    });
    let free = at.iter().map(|p| spin.cross(p) - p * 0.5e-3 + load * mobility).collect();
    let normals = at.iter().map(|p| -p).collect();
    ConeData { compliance, free, normals, friction: vec![friction; count], erosion: vec![2e-6; count] }
}

/// A cycle of loads and turns in fifty parts, each solved from the reactions of the one before, as a liner that walks asks for
/// it. Before, a ball that its contacts move 10⁴ times farther than they give way took 37 to 114 sweeps a part; at 10⁶ a fifth
/// to a third of the parts had not been solved after 1500.
#[test]
fn a_load_that_turns_costs_no_sweeps_from_the_reactions_of_before() {
    for (mobility, friction) in [(1e-4, 0.07), (1e-2, 0.07), (1e-2, 0.2), (1.0, 0.07), (1.0, 0.2)] {
        let (mut solver, mut reactions) = (ConeSolver::new(), vec![Vector3::zeros(); 61]);
        let (mut sweeps, mut systems) = (0, 0);
        for part in 0..=50 {
            let phase = std::f64::consts::TAU * f64::from(part) / 50.0;
            let (size, tilt) = (300.0 + 1700.0 * phase.sin().powi(2), 0.5 * phase.sin());
            let load = Vector3::new(tilt.sin(), 0.3 * (2.0 * phase).sin(), tilt.cos()) * size;
            let spin = Vector3::new(0.02 * (2.0 * phase).cos(), 0.1 * phase.cos(), 0.03 * phase.sin());
            let data = cup(mobility, load, spin, friction);
            let settings = ConeSettings { method: Method::Newton, tolerance: 1e-8, iterations: 20_000 };
            let work = solver.solve(&data.problem(), &settings, &mut reactions).expect("reactions");
            if part > 0 {
                (sweeps, systems) = (sweeps + work.sweeps, systems + work.systems);
            }
            if mobility >= 1e-2 {
                let carried: Vector3<f64> = reactions.iter().sum();
                assert!((carried + load).norm() < 1e-3 * load.norm(), "part {part}: {carried:?} N against {load:?}");
            }
        }
        let said = format!("mobility {mobility}, friction {friction}: {sweeps} sweeps, {systems} systems in 50 parts");
        assert!(sweeps <= 50 * 6 && systems <= 50 * 8, "{said}");
    }
}
