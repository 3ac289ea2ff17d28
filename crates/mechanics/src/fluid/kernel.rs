//! Films without dimensions: what all closed forms share.
//!
//! Seen from axes that turn with the mean Ω = ½(ω_j + ω_b) of both spins, neither surface drags fluid along on the whole:
//! the film of Eq. 25 [Costa2016] is a pure squeeze film under the velocity
//!
//! `w = v − Ω e⊥`
//!
//! of the journal's centre. With the film thickness h = c − e·u in the direction u(φ), Reynolds' equation reads
//! (h³ p′)′/12μR² + h³ p_zz/12μ = −w·u, so that every film is an isotropic function of e and w alone. It is evaluated as
//! f(ε, ω) of the vectors ε = e/c and ω = w/c: no angle γ, no division by ε, no special case for ε̇ = 0.
//!
//! The paper writes ω − 2γ̇ in a frame attached to the bearing; with both bodies turning this is
//! ω_j − ω_b − 2(γ̇ − ω_b) = ω_j + ω_b − 2γ̇: the wedge sees the sum of the spins, and here ε(ω − 2γ̇) = −2 w_t/c.

use nalgebra::{Matrix2, Vector2};

/// A dimensionless force with its derivatives by ε and by ω.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Kernel {
    pub force: Vector2<f64>,
    pub by_eccentricity: Matrix2<f64>,
    pub by_rate: Matrix2<f64>,
}

/// A film that is linear in ω: f = −(α ω + β (ω·ε) ε), where (α, dα/dε²) and (β, dβ/dε²) are given.
pub(super) fn linear(e: Vector2<f64>, w: Vector2<f64>, [a, a_slope]: [f64; 2], [b, b_slope]: [f64; 2]) -> Kernel {
    let s = w.dot(&e);
    let by_square = w * a_slope + e * (s * b_slope);
    Kernel {
        force: -(w * a + e * (b * s)),
        by_eccentricity: -(by_square * (2.0 * e).transpose() + (e * w.transpose() + Matrix2::identity() * s) * b),
        by_rate: -(Matrix2::identity() * a + e * e.transpose() * b),
    }
}
