//! Products of dense matrices, for `nalgebra`: the two functions that it calls, with the sums of every element in one order.
//!
//! The crate whose place this one takes (`[patch]` in the workspace's manifest) chooses a kernel by what the processor can do,
//! and each rounds differently. Here products are never fused with sums and every sum runs over k = 0, 1, 2, …: the compiler's
//! vectors are over rows, which changes no bit.
//!
//! *Checked by*: products of integers, which are exact, in every storage order; one order of sums against a loop, bit for bit.

use std::ops::{Add, Mul};

/// Rows that are summed together.
const ROWS: usize = 64;

/// C ← α A B + β C, of `m` × `k` and `k` × `n`, each with its steps from row to row and from column to column.
///
/// # Safety
/// Every element of the three matrices lies in memory that may be read, that of `c` may be written by this call alone. With
/// β = 0 it need not be initialised.
#[allow(unsafe_code, clippy::too_many_arguments)]
pub unsafe fn dgemm(
    m: usize,
    k: usize,
    n: usize,
    alpha: f64,
    a: *const f64,
    rsa: isize,
    csa: isize,
    b: *const f64,
    rsb: isize,
    csb: isize,
    beta: f64,
    c: *mut f64,
    rsc: isize,
    csc: isize,
) {
    // SAFETY: the same as the caller's.
    unsafe { multiply((m, k, n), (alpha, beta), (a, rsa, csa), (b, rsb, csb), (c, rsc, csc)) }
}

/// The same for numbers of single precision.
///
/// # Safety
/// As for [`dgemm`].
#[allow(unsafe_code, clippy::too_many_arguments)]
pub unsafe fn sgemm(
    m: usize,
    k: usize,
    n: usize,
    alpha: f32,
    a: *const f32,
    rsa: isize,
    csa: isize,
    b: *const f32,
    rsb: isize,
    csb: isize,
    beta: f32,
    c: *mut f32,
    rsc: isize,
    csc: isize,
) {
    // SAFETY: the same as the caller's.
    unsafe { multiply((m, k, n), (alpha, beta), (a, rsa, csa), (b, rsb, csb), (c, rsc, csc)) }
}

/// # Safety
/// As for [`dgemm`].
#[allow(unsafe_code)]
unsafe fn multiply<T>(
    (m, k, n): (usize, usize, usize),
    (alpha, beta): (T, T),
    (a, rsa, csa): (*const T, isize, isize),
    (b, rsb, csb): (*const T, isize, isize),
    (c, rsc, csc): (*mut T, isize, isize),
) where
    T: Copy + Default + PartialEq + Add<Output = T> + Mul<Output = T>,
{
    let zero = T::default();
    for first in (0..m).step_by(ROWS) {
        let rows = ROWS.min(m - first);
        for j in 0..n {
            let mut sums = [zero; ROWS];
            for l in 0..k {
                // SAFETY: row `l` < k and column `j` < n of B; rows below m and column `l` < k of A.
                unsafe {
                    let factor = *b.offset(l as isize * rsb + j as isize * csb);
                    let column = a.offset(first as isize * rsa + l as isize * csa);
                    if rsa == 1 {
                        let column = std::slice::from_raw_parts(column, rows);
                        sums.iter_mut().zip(column).for_each(|(sum, a)| *sum = *sum + *a * factor);
                    } else {
                        let column = (0..rows as isize).map(|i| *column.offset(i * rsa));
                        sums.iter_mut().zip(column).for_each(|(sum, a)| *sum = *sum + a * factor);
                    }
                }
            }
            for (i, sum) in sums[..rows].iter().enumerate() {
                // SAFETY: a row below m and a column below n of C; it is not read where β = 0.
                unsafe {
                    let target = c.offset((first + i) as isize * rsc + j as isize * csc);
                    *target = if beta == zero { alpha * *sum } else { alpha * *sum + beta * *target };
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(unsafe_code)]
mod tests {
    use super::dgemm;

    /// Noise that is the same in every run, or small integers.
    fn numbers(count: usize, integers: bool) -> Vec<f64> {
        let mut state = 7_u64;
        let next = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let noise = (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
            if integers { (9.0 * noise).round() } else { noise }
        };
        (0..count).map(next).collect()
    }

    /// α A B + β C with each matrix by columns or by rows, and the same element by element.
    fn both((m, k, n): (usize, usize, usize), by_rows: [bool; 3], beta: f64, integers: bool) -> (Vec<f64>, Vec<f64>) {
        let steps = |by_rows: bool, rows: usize, columns: usize| if by_rows { (columns, 1) } else { (1, rows) };
        let (a, b, mut c) = (numbers(m * k, integers), numbers(k * n, integers), numbers(m * n, integers));
        let (sa, sb, sc) = (steps(by_rows[0], m, k), steps(by_rows[1], k, n), steps(by_rows[2], m, n));
        let mut known = c.clone();
        for i in 0..m {
            for j in 0..n {
                let sum = (0..k).fold(0.0, |sum, l| sum + a[i * sa.0 + l * sa.1] * b[l * sb.0 + j * sb.1]);
                let target = &mut known[i * sc.0 + j * sc.1];
                *target = if beta == 0.0 { 2.0 * sum } else { 2.0 * sum + beta * *target };
            }
        }
        let step = |s: usize| s as isize;
        // SAFETY: each vector has as many elements as its steps reach.
        unsafe {
            dgemm(
                m,
                k,
                n,
                2.0,
                a.as_ptr(),
                step(sa.0),
                step(sa.1),
                b.as_ptr(),
                step(sb.0),
                step(sb.1),
                beta,
                c.as_mut_ptr(),
                step(sc.0),
                step(sc.1),
            );
        }
        (c, known)
    }

    #[test]
    fn every_element_is_summed_in_one_order() {
        for order in 0..8 {
            let by_rows = [order & 1 > 0, order & 2 > 0, order & 4 > 0];
            for beta in [0.0, 1.0, -0.5] {
                for integers in [true, false] {
                    let (got, known) = both((70, 9, 13), by_rows, beta, integers);
                    let bits = |v: &[f64]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                    assert_eq!(bits(&got), bits(&known), "{by_rows:?} {beta} {integers}");
                }
            }
        }
    }
}
