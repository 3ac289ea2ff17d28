//! Contacts with friction: exact small cases, agreement between the methods, derivatives.
#![allow(missing_docs)]

mod common;
mod exact;
mod jacobian;
mod properties;

use nalgebra::{DMatrix, Vector3};
use numerics::cone::{ConeData, ConeSettings, ConeSolver, ConeWork, Method};

/// Solves by one method to a tight residual.
pub fn solve(data: &ConeData, method: Method, tolerance: f64) -> (Vec<Vector3<f64>>, Vec<Vector3<f64>>, ConeWork) {
    let mut solver = ConeSolver::new();
    let mut reactions = vec![Vector3::zeros(); data.free.len()];
    let settings = ConeSettings { method, tolerance, iterations: 200_000 };
    let work = solver.solve(&data.problem(), &settings, &mut reactions).unwrap_or_else(|e| panic!("{method:?}: {e}"));
    (reactions, solver.velocities().to_vec(), work)
}

/// One contact with the compliance w·I.
pub fn single(w: f64, free: Vector3<f64>, normal: Vector3<f64>, [friction, erosion]: [f64; 2]) -> ConeData {
    ConeData {
        compliance: DMatrix::identity(3, 3) * w,
        free: vec![free],
        normals: vec![normal.normalize()],
        friction: vec![friction],
        erosion: vec![erosion],
    }
}
