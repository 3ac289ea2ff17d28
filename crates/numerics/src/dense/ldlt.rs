//! A = L D Lᵀ of symmetric matrices without exchanges, and what follows from it.

use super::{Room, Target, View, widely};

/// Columns that are eliminated one by one before the rest is brought up to date by a product.
const PANEL: usize = 24;

/// The first `columns` columns of a matrix of `rows` rows (lower triangle, by columns): L below the diagonal, D on it.
///
/// A pivot of zero, or one that is no number, spreads; whoever asked looks at the diagonal.
pub(crate) fn factorise_ldlt(block: &mut [f64], rows: usize, columns: usize, room: &mut Room) {
    for first in (0..columns).step_by(PANEL) {
        let end = columns.min(first + PANEL);
        let (done, rest) = block.split_at_mut(first * rows);
        let panel = &mut rest[..(end - first) * rows];
        if first > 0 {
            let left = View::by_columns(&done[first..], rows - first, first, rows);
            let right = View { rows: end - first, ..left }.transposed();
            let mut pivots = std::mem::take(&mut room.vectors);
            pivots.clear();
            pivots.extend((0..first).map(|k| done[k * rows + k]));
            let mut target = Target { values: &mut panel[first..], rows: rows - first, step: rows };
            room.subtract_lower(&mut target, left, (right, Some(&pivots)));
            room.vectors = pivots;
        }
        widely(
            #[inline(always)]
            || eliminate(panel, first, rows),
        );
    }
}

/// Whole columns, the first of which has its diagonal in row `first`.
#[inline(always)]
fn eliminate(panel: &mut [f64], first: usize, rows: usize) {
    for j in 0..panel.len() / rows {
        let (done, rest) = panel.split_at_mut((j + 1) * rows);
        let (head, below) = done[j * rows + first + j..].split_at_mut(1);
        let pivot = head[0];
        for (k, column) in rest.chunks_exact_mut(rows).enumerate() {
            let factor = below[k] / pivot;
            let target = &mut column[first + j + 1 + k..];
            for (target, x) in target.iter_mut().zip(&below[k..]) {
                *target = x.mul_add(-factor, *target);
            }
        }
        below.iter_mut().for_each(|x| *x /= pivot);
    }
}

/// A⁻¹ b in place of b, from a square factor.
pub(crate) fn solve_ldlt(factor: &[f64], b: &mut [f64]) {
    widely(
        #[inline(always)]
        || {
            let n = b.len();
            for (j, column) in factor.chunks_exact(n.max(1)).enumerate() {
                let x = b[j];
                b[j + 1..].iter_mut().zip(&column[j + 1..]).for_each(|(b, l)| *b = l.mul_add(-x, *b));
            }
            for (j, column) in factor.chunks_exact(n.max(1)).enumerate().rev() {
                b[j] = b[j] / column[j] - dot(&column[j + 1..], &b[j + 1..]);
            }
        },
    );
}

/// Σ aᵢ bᵢ as eight sums, whatever the width of the processor's vectors.
#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0_f64; 8];
    let (a, b) = (a.chunks_exact(8), b.chunks_exact(8));
    let tail = a.remainder().iter().zip(b.remainder()).fold(0.0, |sum: f64, (a, b)| a.mul_add(*b, sum));
    for (a, b) in a.zip(b) {
        for i in 0..8 {
            sums[i] = a[i].mul_add(b[i], sums[i]);
        }
    }
    sums.iter().fold(tail, |sum, x| sum + x)
}

/// L⁻¹ B in place of B, by columns, with the unit lower triangle of `lower`, whose columns are `step` apart.
pub(crate) fn solve_unit_lower((lower, step): (&[f64], usize), b: &mut [f64], rows: usize, room: &mut Room) {
    let columns = b.len() / rows.max(1);
    for first in (0..rows).step_by(PANEL) {
        let end = rows.min(first + PANEL);
        widely(
            #[inline(always)]
            || {
                for column in b.chunks_exact_mut(rows) {
                    for j in first..end {
                        let x = column[j];
                        let l = &lower[j * step + j + 1..j * step + end];
                        column[j + 1..end].iter_mut().zip(l).for_each(|(b, l)| *b = l.mul_add(-x, *b));
                    }
                }
            },
        );
        if end < rows {
            room.pack(View::by_columns(&b[first..], end - first, columns, rows));
            let left = View::by_columns(&lower[first * step + end..], rows - end, end - first, step);
            room.subtract_packed(&mut Target { values: &mut b[end..], rows: rows - end, step: rows }, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A symmetric matrix with many eigenvalues of both signs: |i − j|, whose inverse is known to be tridiagonal with
    /// corners; shifted by the diagonal so that no pivot is zero.
    fn matrix(n: usize, diagonal: f64) -> Vec<f64> {
        (0..n * n)
            .map(|k| ((k / n) as f64 - (k % n) as f64).abs() + if k / n == k % n { diagonal } else { 0.0 })
            .collect()
    }

    #[test]
    fn factors_multiply_to_the_matrix_and_solve_it() {
        let mut room = Room::default();
        for n in [1, 2, 23, 24, 25, 100, 301] {
            let a = matrix(n, -3.3 * n as f64);
            let mut factor = a.clone();
            factorise_ldlt(&mut factor, n, n, &mut room);
            let l = |i: usize, k: usize| if i == k { 1.0 } else { factor[k * n + i] };
            for j in (0..n).step_by(7) {
                for i in j..n {
                    let sum: f64 = (0..=j).map(|k| l(i, k) * factor[k * n + k] * l(j, k)).sum();
                    assert!((sum - a[j * n + i]).abs() < 1e-11 * n as f64, "{n} {i} {j}: {sum} {}", a[j * n + i]);
                }
            }
            let truth: Vec<f64> = (0..n).map(|i| (i % 5) as f64 - 1.5).collect();
            let mut b: Vec<f64> = (0..n).map(|i| (0..n).map(|j| a[j * n + i] * truth[j]).sum()).collect();
            let mut lower = b.repeat(3);
            solve_unit_lower((&factor, n), &mut lower, n, &mut room);
            solve_ldlt(&factor, &mut b);
            for i in 0..n {
                assert!((b[i] - truth[i]).abs() < 1e-9, "{n} {i}: {} {}", b[i], truth[i]);
            }
            // D⁻¹ and L⁻ᵀ do the rest.
            for column in lower.chunks_exact_mut(n) {
                for j in (0..n).rev() {
                    column[j] = column[j] / factor[j * n + j] - (j + 1..n).map(|i| l(i, j) * column[i]).sum::<f64>();
                    assert!((column[j] - truth[j]).abs() < 1e-9, "{n} {j}");
                }
            }
        }
    }

    #[test]
    fn a_tall_block_is_eliminated_like_the_part_of_a_square_one() {
        let (n, columns) = (90, 37);
        let mut whole = matrix(n, -300.0);
        let mut part = whole[..n * columns].to_vec();
        let mut room = Room::default();
        factorise_ldlt(&mut part, n, columns, &mut room);
        factorise_ldlt(&mut whole, n, n, &mut room);
        for j in 0..columns {
            assert_eq!(part[j * n + j..(j + 1) * n], whole[j * n + j..(j + 1) * n]);
        }
    }
}
