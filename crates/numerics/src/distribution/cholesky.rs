//! A small dense Cholesky factor that leaves out what depends on the rest.

/// Cholesky factor in the lower triangle, rows one after another. A row that depends on those before is left out: its
/// unknown becomes zero.
pub(super) fn factorise_cholesky(a: &mut [f64], n: usize) {
    for i in 0..n {
        let diagonal = a[i * n + i];
        for j in 0..=i {
            let (upper, lower) = a.split_at_mut(i * n);
            let other = if j == i { &lower[..j] } else { &upper[j * n..j * n + j] };
            let sum = lower[j] - lower[..j].iter().zip(other).map(|(x, y)| x * y).sum::<f64>();
            lower[j] = if j < i {
                sum / upper[j * n + j]
            } else if sum > 1e-15 * diagonal && sum > f64::MIN_POSITIVE {
                sum.sqrt()
            } else {
                1e100
            };
        }
    }
}

/// Solves with the factor in place.
pub(super) fn solve_cholesky(factor: &[f64], x: &mut [f64]) {
    let n = x.len();
    for i in 0..n {
        let known: f64 = factor[i * n..i * n + i].iter().zip(&*x).map(|(l, x)| l * x).sum();
        x[i] = (x[i] - known) / factor[i * n + i];
    }
    for i in (0..n).rev() {
        x[i] /= factor[i * n + i];
        let solved = x[i];
        (0..i).for_each(|j| x[j] -= factor[i * n + j] * solved);
    }
}
