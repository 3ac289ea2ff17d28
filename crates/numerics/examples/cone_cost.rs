//! Solves a cone problem from a file by every method, and says what each took: `cone_cost problem.txt tolerance`.
//!
//! One line a method: name, seconds (the best of five), residual, sweeps, linear systems; then the reactions of the last
//! method, a line a contact.
#![allow(clippy::print_stdout)]

use nalgebra::Vector3;
use numerics::cone::{ConeData, ConeSettings, ConeSolver, Method};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which problem?")?;
    let tolerance: f64 = arguments.next().map_or(Ok(1e-8), |t| t.parse())?;
    let data = ConeData::from_text(&std::fs::read_to_string(path)?)?;
    let mut solver = ConeSolver::new();
    let mut reactions = Vec::new();
    for method in [Method::GaussSeidel, Method::Gradient, Method::Newton] {
        let settings = ConeSettings { method, tolerance, iterations: 200_000 };
        let mut best = f64::INFINITY;
        let mut work = Err(String::new());
        for _ in 0..5 {
            reactions = vec![Vector3::zeros(); data.free.len()];
            let clock = Instant::now();
            work = solver.solve(&data.problem(), &settings, &mut reactions).map_err(|e| e.to_string());
            best = best.min(clock.elapsed().as_secs_f64());
        }
        match work {
            Ok(work) => {
                println!("{method:?} {best:.6e} {:.3e} {} {}", work.residual, work.sweeps, work.systems);
            }
            Err(error) => println!("{method:?} failed: {}", error.replace('\n', " ")),
        }
    }
    for r in &reactions {
        println!("{:?} {:?} {:?}", r.x, r.y, r.z);
    }
    Ok(())
}
