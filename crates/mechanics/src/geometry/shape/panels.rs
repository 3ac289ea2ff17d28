//! Panels over a pair of parameters, each with the 2 × 2 points of Gauss.

use numerics::quadrature::GaussLegendre;

/// How many panels of about `spacing` cover a length, one at least.
pub(super) fn count(length: f64, spacing: f64) -> usize {
    // A spacing that makes no sense gives one panel; the cap keeps a mistyped unit from filling the memory.
    let wanted = (length / spacing).ceil();
    if wanted.is_finite() && wanted > 1.0 { wanted.min(20_000.0) as usize } else { 1 }
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
