//! Isotropic linear elasticity for small strains.

use super::{Response, Tangent, lame};
use crate::material::Elastic;
use nalgebra::Matrix3;

/// ψ = ½λ (tr ε)² + μ ε:ε,  P = σ = λ tr(ε) I + 2μ ε,  ε = ½(H + Hᵀ)
///
/// *Pitfall*: a rigid rotation by an angle α strains by 1 − cos α.
#[inline]
pub(super) fn respond(elastic: &Elastic, h: &Matrix3<f64>) -> Response {
    let (lambda, mu) = lame(elastic);
    let strain = 0.5 * (h + h.transpose());
    let trace = h.trace();
    let stress = Matrix3::identity() * (lambda * trace) + strain * (2.0 * mu);
    let energy = 0.5 * lambda * trace * trace + mu * strain.norm_squared();
    let mut tangent = Tangent::zeros();
    for i in 0..3 {
        for j in 0..3 {
            tangent[(i + 3 * i, j + 3 * j)] += lambda;
            tangent[(i + 3 * j, i + 3 * j)] += mu;
            tangent[(i + 3 * j, j + 3 * i)] += mu;
        }
    }
    Response { energy, stress, tangent }
}
