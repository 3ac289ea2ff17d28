//! A compressible neo-Hookean solid.

use super::{Response, Tangent, lame, volume_change};
use crate::material::Elastic;
use nalgebra::Matrix3;

/// ψ = ½μ (tr C − 3) − μ ln J + ½λ ln²J,  P = μ (F − F⁻ᵀ) + λ ln J F⁻ᵀ   [BonetWood2008]
///
/// dP = μ dF + (μ − λ ln J) F⁻ᵀ dFᵀ F⁻ᵀ + λ (F⁻ᵀ:dF) F⁻ᵀ
///
/// F − F⁻ᵀ = (H + Hᵀ + HHᵀ) F⁻ᵀ and ln J = ln(1 + (J − 1)) keep their digits at small strains. `None` if J ≤ 0.
#[inline]
pub(super) fn respond(elastic: &Elastic, h: &Matrix3<f64>) -> Option<Response> {
    let (lambda, mu) = lame(elastic);
    let f = Matrix3::identity() + h;
    let change = volume_change(h);
    if !(change > -1.0) {
        return None;
    }
    let log = change.ln_1p();
    let g = f.try_inverse()?.transpose();
    let stress = (h + h.transpose() + h * h.transpose()) * g * mu + g * (lambda * log);
    let energy = mu * (h.trace() + 0.5 * h.norm_squared() - log) + 0.5 * lambda * log * log;
    let pull = mu - lambda * log;
    let mut tangent = Tangent::zeros();
    for l in 0..3 {
        for k in 0..3 {
            for j in 0..3 {
                for i in 0..3 {
                    tangent[(i + 3 * j, k + 3 * l)] = pull * g[(i, l)] * g[(k, j)] + lambda * g[(i, j)] * g[(k, l)];
                }
            }
            tangent[(k + 3 * l, k + 3 * l)] += mu;
        }
    }
    Some(Response { energy, stress, tangent })
}
