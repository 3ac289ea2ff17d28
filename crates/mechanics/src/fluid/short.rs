//! The infinitely short bearing.

use std::f64::consts::{FRAC_PI_2, PI};

use nalgebra::{Matrix2, Vector2};

use super::kernel::{Kernel, linear};

/// Ocvirk's bearing [Ocvirk1952] with its pressure p = 6μ (w·u)(L²/4 − z²)/h³ kept where it is positive, exact, in units
/// of μ R L³/c².
///
/// The pressure is positive in the half circle that w points at, whatever wedge and squeeze make of w. With x, y the
/// components of ε along and across w (counter-clockwise), D² = 1−x²−y²,
///
/// ```text
/// f = −|ω| (G_xx, G_xy) along and across w,   G = Θ/D = ½ ∫ dα/(1 − x cos α − y sin α) over that half circle
/// Θ = π/2 + atan(x/D)
/// ```
///
/// since a derivative of G by x or y puts cos α or sin α over another power of the film thickness. The tangent is made of
/// the third derivatives in the same way.
///
/// *Assumes* L/D below about ¼. *Pitfalls*: too stiff for longer bearings. Not differentiable at ω = 0, where the tangent
/// is that of the mean over opposite directions.
///
/// *Checked by*: Ocvirk's steady forces, quadrature, and the closed form of the time of approach in `tests.rs`.
pub(super) fn half(e: Vector2<f64>, w: Vector2<f64>) -> Kernel {
    let rho = w.norm();
    if rho == 0.0 {
        let mut at_rest = full(e, w);
        at_rest.by_rate *= 0.5;
        return at_rest;
    }
    let along = w / rho;
    let frame = Matrix2::new(along.x, -along.y, along.y, along.x);
    let [x, y]: [f64; 2] = frame.tr_mul(&e).into();
    let (d2, q) = (1.0 - x * x - y * y, 1.0 - y * y);
    let d = d2.sqrt();
    let theta = FRAC_PI_2 + (x / d).atan();
    let (d3, d4) = (d2 * d, d2 * d2);
    let (d5, d6, d7) = (d4 * d, d4 * d2, d4 * d3);
    let (x2, y2) = (x * x, y * y);
    let g_xx = 3.0 * x / d4 + theta * (d2 + 3.0 * x2) / d5;
    let g_xy = 3.0 * y / d4 - y / (q * d2) + 3.0 * x * y * theta / d5;
    let g_yy = x * (q + 2.0 * y2) / (q * q * d2) + 3.0 * x * y2 / (q * d4) + theta * (d2 + 3.0 * y2) / d5;
    let g_xxx = 4.0 / d4 + 15.0 * x2 / d6 + theta * (9.0 * x / d5 + 15.0 * x2 * x / d7);
    let g_xxy = 15.0 * x * y / d6 - 2.0 * x * y / (q * d4) + theta * (3.0 * y / d5 + 15.0 * x2 * y / d7);
    let g_xyy = (q + 2.0 * y2) / (q * q * d2)
        + 2.0 * x2 * (q + 2.0 * y2) / (q * q * d4)
        + 3.0 * y2 / (q * d4)
        + 12.0 * x2 * y2 / (q * d6)
        + 1.0 / d4
        + 3.0 * y2 / d6
        + theta * (3.0 * x / d5 + 15.0 * x * y2 / d7);
    let turn = |m: Matrix2<f64>| frame * m * frame.transpose();
    Kernel {
        force: frame * Vector2::new(g_xx, g_xy) * -rho,
        by_eccentricity: turn(Matrix2::new(g_xxx, g_xxy, g_xxy, g_xyy)) * -rho,
        by_rate: -turn(Matrix2::new(g_xx, g_xy, g_xy, g_yy)),
    }
}

/// Without cavitation, exact: `f = −π (ω/D³ + 3s ε/D⁵)` in the same units.
pub(super) fn full(e: Vector2<f64>, w: Vector2<f64>) -> Kernel {
    let d2 = 1.0 - e.norm_squared();
    let a = PI / (d2 * d2.sqrt());
    let b = 3.0 * a / d2;
    linear(e, w, [a, 1.5 * a / d2], [b, 2.5 * b / d2])
}
