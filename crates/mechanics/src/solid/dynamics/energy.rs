//! Where the energy of a motion goes.

use super::simulation::ContactDynamics;
use super::state::DynamicState;
use nalgebra::Vector3;

/// The energy of a state, and what a step from one state to the next did, in J.
///
/// For a linear solid the θ-method balances exactly:
///
/// Δ(T + U) = loads + contact − (θ − ½)(|Δv|²_M + |Δq|²_K)
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Energy {
    /// Kinetic energy of solid and body after the step.
    pub kinetic: f64,
    /// Elastic energy after the step.
    pub elastic: f64,
    /// Work of the loads on solid and body.
    pub loads: f64,
    /// Work of the contact forces on solid and body: heat of friction, with the work of the body's spin.
    pub contact: f64,
    /// What the scheme takes: never negative for θ ≥ ½.
    pub scheme: f64,
}

impl ContactDynamics {
    /// Energies after a step, and the work done in it. Linear solids only: others have no exact balance.
    pub fn compute_energy(&self, before: &DynamicState, after: &DynamicState) -> Energy {
        let theta = self.settings().theta;
        let h = after.time - before.time;
        let solid = self.solid();
        let n = solid.unknowns();
        let gather = |list: &dyn Fn(usize) -> Vector3<f64>| {
            let full: Vec<f64> = (0..solid.mesh().nodes.len()).flat_map(|k| <[f64; 3]>::from(list(k))).collect();
            let mut unknowns = vec![0.0; n];
            solid.gather(&full, &mut unknowns);
            unknowns
        };
        let mean = |a: Vector3<f64>, b: Vector3<f64>| a * (1.0 - theta) + b * theta;
        let (mass, stiffness) = self.matrices();
        let square = |matrix: &numerics::sparse::SymmetricMatrix, x: &[f64]| {
            let mut product = vec![0.0; n];
            matrix.multiply(x, &mut product);
            x.iter().zip(&product).map(|(a, b)| a * b).sum::<f64>()
        };
        let v = gather(&|k| after.velocity[k]);
        let q = gather(&|k| after.displacement[k]);
        let dv = gather(&|k| after.velocity[k] - before.velocity[k]);
        let dq = gather(&|k| after.displacement[k] - before.displacement[k]);
        let body = self.body();
        let moves = body.free != nalgebra::Matrix3::zeros();
        let body_mass = if moves { body.mass } else { 0.0 };
        let way = after.centre - before.centre;
        let factor = (1.0 - theta) * before.drive.load + theta * after.drive.load;
        let mut load = vec![0.0; n];
        solid.gather(self.load(), &mut load);
        let loads = factor * load.iter().zip(&dq).map(|(p, d)| p * d).sum::<f64>()
            + (body.free * mean(before.drive.force, after.drive.force)).dot(&way);
        let contact = (self.points().weights.iter().zip(&after.reaction))
            .map(|(row, r)| {
                let moved: Vector3<f64> =
                    row.iter().map(|&(k, w)| mean(before.velocity[k], after.velocity[k]) * (w * h)).sum();
                r.dot(&(moved - way))
            })
            .sum();
        let body_change = after.centre_velocity - before.centre_velocity;
        Energy {
            kinetic: 0.5 * (square(mass, &v) + body_mass * after.centre_velocity.norm_squared()),
            elastic: 0.5 * square(stiffness, &q),
            loads,
            contact,
            scheme: (theta - 0.5)
                * (square(mass, &dv) + square(stiffness, &dq) + body_mass * body_change.norm_squared()),
        }
    }
}
