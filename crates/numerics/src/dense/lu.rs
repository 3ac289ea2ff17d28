//! P A = L U of square matrices, by columns.

use super::{Room, Target, View, widely};

/// Columns that are eliminated one by one before the rest is brought up to date by a product.
const PANEL: usize = 24;

/// L (unit diagonal) and U in place of A; `order` has the row with which each row was exchanged, one after the other.
///
/// A pivot of zero, or one that is no number, spreads into the solution.
pub(crate) fn factorise_lu(a: &mut [f64], order: &mut [usize], room: &mut Room) {
    let n = order.len();
    for first in (0..n).step_by(PANEL) {
        let end = n.min(first + PANEL);
        let (before, rest) = a.split_at_mut(first * n);
        let (panel, after) = rest.split_at_mut((end - first) * n);
        widely(
            #[inline(always)]
            || eliminate(panel, first, &mut order[first..end], n),
        );
        for column in before.chunks_exact_mut(n).chain(after.chunks_exact_mut(n)) {
            (first..end).for_each(|row| column.swap(row, order[row]));
        }
        if end == n {
            continue;
        }
        widely(
            #[inline(always)]
            || {
                for column in after.chunks_exact_mut(n) {
                    for j in first..end {
                        let x = column[j];
                        let l = &panel[(j - first) * n + j + 1..(j - first) * n + end];
                        column[j + 1..end].iter_mut().zip(l).for_each(|(b, l)| *b = l.mul_add(-x, *b));
                    }
                }
            },
        );
        room.pack(View::by_columns(&after[first..], end - first, n - end, n));
        let left = View::by_columns(&panel[end..], n - end, end - first, n);
        room.subtract_packed(&mut Target { values: &mut after[end..], rows: n - end, step: n }, left);
    }
}

/// Room for so many equations.
pub(crate) fn reserve_lu(equations: usize, room: &mut Room) {
    room.reserve(PANEL, equations);
}

/// Whole columns, the first of which has its diagonal in row `first`; rows are exchanged within them.
#[inline(always)]
fn eliminate(panel: &mut [f64], first: usize, order: &mut [usize], n: usize) {
    for j in 0..order.len() {
        let diagonal = first + j;
        let own = &panel[j * n..(j + 1) * n];
        let mut best = diagonal;
        for row in diagonal + 1..n {
            if own[row].abs() > own[best].abs() {
                best = row;
            }
        }
        order[j] = best;
        panel.chunks_exact_mut(n).for_each(|column| column.swap(diagonal, best));
        let (done, rest) = panel.split_at_mut((j + 1) * n);
        let (head, below) = done[j * n + diagonal..].split_at_mut(1);
        below.iter_mut().for_each(|x| *x /= head[0]);
        for column in rest.chunks_exact_mut(n) {
            let factor = column[diagonal];
            for (target, x) in column[diagonal + 1..].iter_mut().zip(&*below) {
                *target = x.mul_add(-factor, *target);
            }
        }
    }
}

/// A⁻¹ b in place of b.
pub(crate) fn solve_lu(lu: &[f64], order: &[usize], b: &mut [f64]) {
    let n = b.len();
    widely(
        #[inline(always)]
        || {
            order.iter().enumerate().for_each(|(row, &other)| b.swap(row, other));
            for (j, column) in lu.chunks_exact(n.max(1)).enumerate() {
                let x = b[j];
                b[j + 1..].iter_mut().zip(&column[j + 1..]).for_each(|(b, l)| *b = l.mul_add(-x, *b));
            }
            for (j, column) in lu.chunks_exact(n.max(1)).enumerate().rev() {
                b[j] /= column[j];
                let x = b[j];
                b[..j].iter_mut().zip(column).for_each(|(b, u)| *b = u.mul_add(-x, *b));
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_that_need_exchanges_are_solved_and_singular_ones_give_no_number() {
        let mut room = Room::default();
        for n in [1_usize, 2, 23, 24, 25, 60, 151] {
            // Zeros on the diagonal: |i − j| with signs, plus a row and a column of its own.
            let a: Vec<f64> = (0..n * n)
                .map(|k| {
                    let (i, j) = (k % n, k / n);
                    (i as f64 - j as f64).abs() * if (i * j) % 3 == 1 { -1.0 } else { 1.0 }
                        + f64::from(u8::from(i + 1 == n || j == 0))
                })
                .collect();
            let truth: Vec<f64> = (0..n).map(|i| (i % 5) as f64 - 1.5).collect();
            let b: Vec<f64> = (0..n).map(|i| (0..n).map(|j| a[j * n + i] * truth[j]).sum()).collect();
            let (mut lu, mut order, mut x) = (a.clone(), vec![0; n], b.clone());
            factorise_lu(&mut lu, &mut order, &mut room);
            solve_lu(&lu, &order, &mut x);
            for i in 0..n {
                let got: f64 = (0..n).map(|j| a[j * n + i] * x[j]).sum();
                assert!((got - b[i]).abs() < 1e-9 * (n * n) as f64, "{n}: {got} {}", b[i]);
            }
        }
        let (mut lu, mut order, mut x) = (vec![1.0; 9], vec![0; 3], vec![1.0, 2.0, 3.0]);
        factorise_lu(&mut lu, &mut order, &mut room);
        solve_lu(&lu, &order, &mut x);
        assert!(x.iter().any(|x| !x.is_finite()));
    }
}
