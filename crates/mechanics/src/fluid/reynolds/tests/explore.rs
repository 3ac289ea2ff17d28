#![allow(clippy::print_stderr)]
use super::*;
use std::f64::consts::PI;
use std::time::Instant;
#[test]
fn explore() {
    for cav in [Cavitation::Never, Cavitation::Gumbel { pressure: 0.0 }, Cavitation::Reynolds { pressure: 0.0 }] {
        for n in [32, 64] {
            let film = journal(2.0 * R, settings(64, n, cav));
            let start = Instant::now();
            let mut solves = 0;
            for k in 0..500 {
                let a = k as f64 * 0.002;
                let m = motion([0.7 * a.cos(), 0.7 * a.sin()], [0.1, 0.3], [5.0, 0.0]);
                let r = film.solve_response(&m).unwrap();
                let t = film.solve_tangent(&m).unwrap();
                assert!(r.force.x.is_finite() && t[(0, 0)].is_finite());
                if k == 499 {
                    solves = film.solve_field(&m).unwrap().work.solves;
                }
            }
            eprintln!("{cav:?} {n} {:?} per evaluation, solves {solves}", start.elapsed() / 500);
        }
        let start = Instant::now();
        let film =
            ReynoldsBall::new(BallGeometry { radius: R, clearance: C, rim: PI / 2.0 }, settings(64, 32, cav)).unwrap();
        let mut solves = 0;
        for k in 0..100 {
            let a = k as f64 * 0.002;
            let m = BallMotion {
                eccentricity: nalgebra::Vector3::new(0.3 * a.cos(), 0.3 * a.sin(), 0.6) * C,
                velocity: nalgebra::Vector3::new(0.1, 0.3, -0.1) * C,
                spins: [nalgebra::Vector3::new(1.0, 5.0, 0.0), nalgebra::Vector3::zeros()],
            };
            let r = film.solve_response(&m).unwrap();
            let t = film.solve_tangent(&m).unwrap();
            assert!(r.force.x.is_finite() && t[(0, 0)].is_finite());
            if k == 99 {
                solves = film.solve_field(&m).unwrap().work.solves;
            }
        }
        eprintln!("ball {cav:?} {:?} per evaluation, solves {solves}", start.elapsed() / 100);
    }
}
