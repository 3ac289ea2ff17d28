//! What is computed once for a time step and a stiffness: factor, responses of the surface, and W.

use super::points::ContactPoints;
use super::settings::{Body, DynamicsSettings};
use super::state::DynamicState;
use crate::solid::{Assembly, Solid, SolidError, SolidState};
use nalgebra::{DMatrix, Matrix3, Vector3};
use numerics::sparse::{Factor, NO_UNKNOWN, SymmetricMatrix};

/// Columns solved at a time.
const BATCH: usize = 96;

/// Operators of one solid, one time step and one stiffness.
#[derive(Debug)]
pub(super) struct Operators {
    /// M.
    pub mass: SymmetricMatrix,
    /// ∂f/∂q where the operators were made.
    pub stiffness: SymmetricMatrix,
    /// Of A = M + h² θ² ∂f/∂q.
    pub factor: Factor,
    /// A⁻¹ Hᵀ: three columns a point.
    pub responses: DMatrix<f64>,
    /// W = h H A⁻¹ Hᵀ + h/m P.
    pub compliance: DMatrix<f64>,
    /// The step that they belong to.
    pub step: f64,
}

impl Operators {
    pub fn new(
        (solid, assembly): (&Solid, &mut Assembly),
        points: &ContactPoints,
        body: &Body,
        settings: &DynamicsSettings,
        at: Option<&DynamicState>,
    ) -> Result<Self, SolidError> {
        let DynamicsSettings { theta, step: h, .. } = *settings;
        let mut state: SolidState = solid.state();
        if let Some(at) = at {
            state.displacement.copy_from_slice(&at.displacement);
        }
        assembly.compute_stiffness(solid, &state, None)?;
        let stiffness = assembly.stiffness.clone();
        let mass = solid.compute_mass();
        let mut a = mass.clone();
        a.add_scaled(h * h * theta * theta, &stiffness);
        let factor = Factor::new(solid.symbolic()?, &a).map_err(|cause| solid.singular(cause))?;
        let (n, m) = (solid.unknowns(), points.count());
        let unknown = solid.unknown_of();
        let mut responses = DMatrix::zeros(n, 3 * m);
        for (i, row) in points.weights.iter().enumerate() {
            for axis in 0..3 {
                for &(node, weight) in row {
                    let u = unknown[3 * node + axis];
                    if u != NO_UNKNOWN {
                        responses[(u, 3 * i + axis)] = weight;
                    }
                }
            }
        }
        for block in responses.as_mut_slice().chunks_mut(n.max(1) * BATCH) {
            factor.solve(block);
        }
        let mut compliance = DMatrix::zeros(3 * m, 3 * m);
        for (j, column) in responses.as_slice().chunks_exact(n.max(1)).enumerate() {
            for (i, row) in points.weights.iter().enumerate() {
                for axis in 0..3 {
                    let sum: f64 = (row.iter().filter(|(node, _)| unknown[3 * node + axis] != NO_UNKNOWN))
                        .map(|&(node, weight)| weight * column[unknown[3 * node + axis]])
                        .sum();
                    compliance[(3 * i + axis, j)] = h * sum;
                }
            }
        }
        // Symmetric but for rounding; solvers read columns for rows.
        compliance = (&compliance + compliance.transpose()) * 0.5;
        let own = body_compliance(body) * h;
        for i in 0..m {
            for j in 0..m {
                let mut block = compliance.fixed_view_mut::<3, 3>(3 * i, 3 * j);
                block += own;
            }
        }
        Ok(Self { mass, stiffness, factor, responses, compliance, step: h })
    }

    /// Adds h A⁻¹ Hᵀ r to the velocities of the unknowns.
    pub fn push(&self, reactions: &[Vector3<f64>], velocity: &mut [f64]) {
        let n = velocity.len().max(1);
        for (r, columns) in reactions.iter().zip(self.responses.as_slice().chunks_exact(3 * n)) {
            if *r == Vector3::zeros() {
                continue;
            }
            let (x, rest) = columns.split_at(n);
            let (y, z) = rest.split_at(n);
            let [a, b, c] = [r.x * self.step, r.y * self.step, r.z * self.step];
            for (((v, x), y), z) in velocity.iter_mut().zip(x).zip(y).zip(z) {
                *v += a * x + b * y + c * z;
            }
        }
    }
}

/// P/m: how a force accelerates the body.
pub(super) fn body_compliance(body: &Body) -> Matrix3<f64> {
    if body.free == Matrix3::zeros() { Matrix3::zeros() } else { body.free / body.mass }
}
