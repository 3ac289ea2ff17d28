//! What is computed once for a time step and a stiffness: factor and W.

use super::points::ContactPoints;
use super::settings::{Body, DynamicsSettings};
use super::state::DynamicState;
use crate::solid::{Assembly, Solid, SolidError, SolidState};
use nalgebra::{DMatrix, Matrix3};
use numerics::sparse::{Factor, SymmetricMatrix};

/// Operators of one solid, one time step and one stiffness.
#[derive(Debug)]
pub(super) struct Operators {
    /// M.
    pub mass: SymmetricMatrix,
    /// ∂f/∂q where the operators were made.
    pub stiffness: SymmetricMatrix,
    /// Of A = M + h² θ² ∂f/∂q.
    pub factor: Factor,
    /// W = h H A⁻¹ Hᵀ + h/m P.
    pub compliance: DMatrix<f64>,
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
        let m = points.count();
        let mut compliance = factor.compute_compliance(&points.rows(solid)) * h;
        let own = body_compliance(body) * h;
        for i in 0..m {
            for j in 0..m {
                let mut block = compliance.fixed_view_mut::<3, 3>(3 * i, 3 * j);
                block += own;
            }
        }
        Ok(Self { mass, stiffness, factor, compliance })
    }
}

/// P/m: how a force accelerates the body.
pub(super) fn body_compliance(body: &Body) -> Matrix3<f64> {
    if body.free == Matrix3::zeros() { Matrix3::zeros() } else { body.free / body.mass }
}
