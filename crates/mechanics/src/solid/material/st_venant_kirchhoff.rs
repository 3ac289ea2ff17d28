//! Hooke's law between Green's strain and the second Piola–Kirchhoff stress.

use super::{Response, Tangent, lame};
use crate::material::Elastic;
use nalgebra::Matrix3;

/// ψ = ½λ (tr E)² + μ E:E,  S = λ tr(E) I + 2μ E,  P = F S,  E = ½(H + Hᵀ + HᵀH)
///
/// dP = dF S + F dS,  dS = λ (F:dF) I + μ (dFᵀF + FᵀdF)
///
/// *Pitfall*: it softens in strong compression (P has a maximum at a stretch of 1/√3): a neo-Hookean law does not.
#[inline]
pub(super) fn respond(elastic: &Elastic, h: &Matrix3<f64>) -> Response {
    let (lambda, mu) = lame(elastic);
    let f = Matrix3::identity() + h;
    let strain = 0.5 * (h + h.transpose() + h.tr_mul(h));
    let trace = strain.trace();
    let s = Matrix3::identity() * (lambda * trace) + strain * (2.0 * mu);
    let energy = 0.5 * lambda * trace * trace + mu * strain.norm_squared();
    let left = f * f.transpose();
    let mut tangent = Tangent::zeros();
    for l in 0..3 {
        for k in 0..3 {
            for j in 0..3 {
                for i in 0..3 {
                    let mut a = lambda * f[(i, j)] * f[(k, l)] + mu * f[(i, l)] * f[(k, j)];
                    if i == k {
                        a += s[(l, j)];
                    }
                    if j == l {
                        a += mu * left[(i, k)];
                    }
                    tangent[(i + 3 * j, k + 3 * l)] = a;
                }
            }
        }
    }
    Response { energy, stress: f * s, tangent }
}
