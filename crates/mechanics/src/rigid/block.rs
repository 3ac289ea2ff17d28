//! Arithmetic with blocks of up to three equations by three.
// Indices are those of the equations, on both sides of every line.
#![allow(clippy::needless_range_loop)]

use super::constraint::Row;

/// The part of a matrix that belongs to the equations of two constraints; of one with fewer than three the rest stays zero.
pub(super) type Block = [[f64; 3]; 3];

/// The first N of a slice that has as many.
#[inline(always)]
fn head<const N: usize, T>(slice: &[T]) -> Option<&[T; N]> {
    slice.first_chunk::<N>()
}

/// Adds Jᵢ M⁻¹ Jⱼᵀ of one body.
#[inline(always)]
pub(super) fn couple<const A: usize, const B: usize>(
    (rows, p): (&[Row], usize),
    (others, q): (&[Row], usize),
    w: &[f64; 3],
    out: &mut Block,
) {
    let (Some(rows), Some(others)) = (head::<A, _>(rows), head::<B, _>(others)) else { return };
    for (row, out) in rows.iter().zip(out.iter_mut()) {
        let a = &row.slopes[p];
        let (a0, a1, a2) = (a[0] * w[0], a[1] * w[1], a[2] * w[2]);
        for (other, out) in others.iter().zip(out.iter_mut()) {
            let b = &other.slopes[q];
            *out += a0 * b[0] + a1 * b[1] + a2 * b[2];
        }
    }
}

/// Takes the product of an A × C block and the transpose of a B × C block from an A × B block.
#[inline(always)]
fn subtract<const A: usize, const B: usize, const C: usize>(own: &Block, above: &Block, entry: &mut Block) {
    for i in 0..A {
        for j in 0..B {
            for k in 0..C {
                entry[i][j] -= own[i][k] * above[j][k];
            }
        }
    }
}

#[inline(always)]
pub(super) fn subtract_one<const A: usize, const B: usize>(own: &Block, above: &Block, entry: &mut Block) {
    subtract::<A, B, 1>(own, above, entry);
}

#[inline(always)]
pub(super) fn subtract_two<const A: usize, const B: usize>(own: &Block, above: &Block, entry: &mut Block) {
    subtract::<A, B, 2>(own, above, entry);
}

#[inline(always)]
pub(super) fn subtract_three<const A: usize, const B: usize>(own: &Block, above: &Block, entry: &mut Block) {
    subtract::<A, B, 3>(own, above, entry);
}

/// From L D to L; takes L D Lᵀ from the pivots, of which the lower triangle counts.
#[inline(always)]
pub(super) fn finish<const A: usize, const B: usize>(inverse: &Block, entry: &mut Block, pivots: &mut Block) {
    let before = *entry;
    for i in 0..A {
        for j in 0..B {
            let mut sum = before[i][0] * inverse[0][j];
            for k in 1..B {
                sum += before[i][k] * inverse[k][j];
            }
            entry[i][j] = sum;
        }
    }
    for i in 0..A {
        for j in 0..=i {
            for k in 0..B {
                pivots[i][j] -= entry[i][k] * before[j][k];
            }
        }
    }
}

/// The inverse of a symmetric block, of which the lower triangle is given; or the row that depends on others: its pivot is
/// less than a share of the original diagonal.
#[inline(always)]
pub(super) fn invert<const A: usize>(pivots: &Block, original: &Block, least: f64) -> Result<Block, usize> {
    // A = L D Lᵀ, then A⁻¹ = L⁻ᵀ D⁻¹ L⁻¹ with the unit triangle N = L⁻¹.
    let mut l = *pivots;
    let mut d = [0.0; 3];
    for i in 0..A {
        for j in 0..i {
            for k in 0..j {
                l[i][j] -= l[i][k] * l[j][k] * d[k];
            }
            l[i][j] /= d[j];
        }
        d[i] = l[i][i];
        for k in 0..i {
            d[i] -= l[i][k] * l[i][k] * d[k];
        }
        // Also catches what is not a number.
        if !(d[i] > least * original[i][i]) {
            return Err(i);
        }
    }
    let mut n = [[0.0; 3]; 3];
    for i in 0..A {
        n[i][i] = 1.0;
        for j in 0..i {
            for k in j..i {
                n[i][j] -= l[i][k] * n[k][j];
            }
        }
    }
    let mut inverse = [[0.0; 3]; 3];
    for k in 0..A {
        let weight = 1.0 / d[k];
        for i in 0..=k {
            for j in 0..=k {
                inverse[i][j] += n[k][i] * n[k][j] * weight;
            }
        }
    }
    Ok(inverse)
}

/// Takes block · x from y.
#[inline(always)]
pub(super) fn take_rows<const A: usize, const B: usize>(block: &Block, x: &[f64], y: &mut [f64]) {
    let (Some(x), Some(y)) = (head::<B, _>(x), y.first_chunk_mut::<A>()) else { return };
    for i in 0..A {
        for j in 0..B {
            y[i] -= block[i][j] * x[j];
        }
    }
}

/// Takes blockᵀ · x from y.
#[inline(always)]
pub(super) fn take_columns<const A: usize, const B: usize>(block: &Block, x: &[f64], y: &mut [f64]) {
    let (Some(x), Some(y)) = (head::<A, _>(x), y.first_chunk_mut::<B>()) else { return };
    for i in 0..A {
        for j in 0..B {
            y[j] -= block[i][j] * x[i];
        }
    }
}

/// x ← block · x.
#[inline(always)]
pub(super) fn times<const A: usize>(block: &Block, x: &mut [f64]) {
    let Some(x) = x.first_chunk_mut::<A>() else { return };
    let old = *x;
    for i in 0..A {
        x[i] = 0.0;
        for j in 0..A {
            x[i] += block[i][j] * old[j];
        }
    }
}
