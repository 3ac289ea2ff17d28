//! The infinitely long bearing in closed form.

use std::f64::consts::PI;

use nalgebra::{Matrix2, Vector2};

use super::kernel::{Kernel, linear};

/// Eqs. 28 to 32 of [Costa2016] (after Pinkus and Sternlicht), errata applied, in units of μ L R³/c².
///
/// In polar components with ε̇ = ω·n and b = −ω·t (n along the line of centres, t ahead of it):
///
/// ```text
/// f_r = −6/((2+ε²)(1−ε²)^{3/2}) [4 k ε² |ε̇| + (2+ε²) π g ε̇]
/// f_t = 12π g b/((2+ε²)(1−ε²)^{1/2})          k|ε̇| = √(1−ε²) |ω|/ε
/// g = (k+3)/(k+³⁄₂) for ε̇ > 0, k/(k+³⁄₂) for ε̇ < 0
/// ```
///
/// and without them, D = √(1−ε²), s = ω·ε:
///
/// `f = −24|ω| ε/((2+ε²)D²) − 6π g (2D² ω + 3s ε)/((2+ε²)D³)`,  `g = 1 + ³⁄₂ s/(D|ω| + ³⁄₂|s|)`
///
/// *Errata*: Eqs. 29 and 31 carry (1−ε²)^{1/2}; and the first bracket of Eq. 30 needs −6|ε̇| in place of −6ε̇ in front, or
/// the radial force would jump at ε̇ = 0 and a separating journal would be pushed on its way.
///
/// *Pitfalls*: an approximation, in spirit to the integral with open ends ([`Ambient::OpenEnds`](super::Ambient)): within
/// 7 % of it under wedge and approach. Against Eq. 27 as printed (ambient pressure at the widest gap) it is a third too
/// small in pure approach at ε 0.2, and in separation it pulls back far too hard: 1.7 times at ε 0.5, 24 times at 0.95,
/// where the true force is small. Not differentiable at ω = 0, where the tangent is that of the mean over opposite
/// directions.
///
/// *Checked by*: half-Sommerfeld and squeeze limits, and that f·ω ≤ 0, in `tests.rs` and `contract.rs`.
pub(super) fn half(e: Vector2<f64>, w: Vector2<f64>) -> Kernel {
    let (square, s, rho) = (e.norm_squared(), w.dot(&e), w.norm());
    let (q, d2) = (2.0 + square, 1.0 - square);
    let d = d2.sqrt();
    if rho == 0.0 {
        let mut at_rest = full(e, w);
        at_rest.by_rate *= 0.5;
        return at_rest;
    }
    // Derivatives by the square of ε end in _x.
    let a = 24.0 / (q * d2);
    let a_x = a * (1.0 / d2 - 1.0 / q);
    let b = 6.0 * PI / (q * d2 * d);
    let b_x = b * (1.5 / d2 - 1.0 / q);
    let k = d * rho;
    let sum = k + 1.5 * s.abs();
    let g = 1.0 + 1.5 * s / sum;
    let (g_s, g_k) = (1.5 * k / (sum * sum), -1.5 * s / (sum * sum));
    let inner = w * (2.0 * d2) + e * (3.0 * s);
    let direction = w / rho;
    let g_e = w * g_s - e * (g_k * rho / d);
    let g_w = e * g_s + direction * (g_k * d);
    let identity = Matrix2::identity();
    let inner_e = -4.0 * w * e.transpose() + 3.0 * (e * w.transpose() + identity * s);
    let inner_w = identity * (2.0 * d2) + 3.0 * e * e.transpose();
    Kernel {
        force: -(e * (a * rho) + inner * (b * g)),
        by_eccentricity: -(e * (2.0 * a_x * rho) * e.transpose()
            + identity * (a * rho)
            + inner * (e * (2.0 * b_x * g) + g_e * b).transpose()
            + inner_e * (b * g)),
        by_rate: -(e * a * direction.transpose() + inner * (g_w * b).transpose() + inner_w * (b * g)),
    }
}

/// Without cavitation (full Sommerfeld), exact: `f = −12π (2D² ω + 3s ε)/((2+ε²)D³)` in the same units.
pub(super) fn full(e: Vector2<f64>, w: Vector2<f64>) -> Kernel {
    let square = e.norm_squared();
    let (q, d2) = (2.0 + square, 1.0 - square);
    let d = d2.sqrt();
    let a = 24.0 * PI / (q * d);
    let b = 36.0 * PI / (q * d2 * d);
    linear(e, w, [a, a * (0.5 / d2 - 1.0 / q)], [b, b * (1.5 / d2 - 1.0 / q)])
}
