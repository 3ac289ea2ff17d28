//! Points on a surface that stand for its area: panels over a pair of parameters, or a spiral.

use std::f64::consts::PI;

use numerics::quadrature::GaussLegendre;

/// How many panels of two points, about `spacing` apart, cover a length, one at least.
pub(super) fn count(length: f64, spacing: f64) -> usize {
    // A spacing that makes no sense gives one panel; the cap keeps a mistyped unit from filling the memory.
    let wanted = (0.5 * length / spacing).ceil();
    if wanted.is_finite() && wanted > 1.0 { wanted.min(5_000.0) as usize } else { 1 }
}

/// Calls `add(height, longitude)` for points on a spherical cap of equal areas: heights 1 − cosθ at equal steps, each
/// turned by the golden angle against the one before [Gonzalez2010].
///
/// No circle holds two of them: a patch whose edge is a circle, as on every ball in a cup, does not find rows of points
/// on its edge. With 1000 points on a hemisphere the force of such a patch is exact to 5e-4, where rings of panels
/// around the pole are off by up to 6e-3.
pub(super) fn spiral(cap_height: f64, points: usize, mut add: impl FnMut(f64, f64)) {
    let golden_angle = PI * (3.0 - 5f64.sqrt());
    for i in 0..points {
        add(cap_height * (i as f64 + 0.5) / points as f64, (i as f64 * golden_angle) % (2.0 * PI));
    }
}

/// How many points, about `spacing` apart, a spiral over an area has.
pub(super) fn spiral_points(area: f64, spacing: f64) -> usize {
    let wanted = (area / (spacing * spacing)).ceil();
    if wanted.is_finite() && wanted > 16.0 { wanted.min(1e8) as usize } else { 16 }
}

/// Calls `add(u, v, weight)` at the points of a rule over `rows` strips of u, each cut into `columns(u)` panels of v.
pub(super) fn panels(
    (u, rows): ((f64, f64), usize),
    v: (f64, f64),
    columns: impl Fn(f64) -> usize,
    mut add: impl FnMut(f64, f64, f64),
) {
    let rule = GaussLegendre::<2>::new();
    let cut = |(from, to): (f64, f64), i: usize, n: usize| {
        let end = |i: usize| from + (to - from) * i as f64 / n as f64;
        (end(i), end(i + 1))
    };
    for row in 0..rows {
        let (below, above) = cut(u, row, rows);
        let count = columns(0.5 * (below + above));
        for column in 0..count {
            let (left, right) = cut(v, column, count);
            for (u, weight_u) in rule.points(below, above) {
                for (v, weight_v) in rule.points(left, right) {
                    add(u, v, weight_u * weight_v);
                }
            }
        }
    }
}
