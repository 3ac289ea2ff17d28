//! Small dense linear systems in storage that the caller owns.
//!
//! Ours rather than nalgebra's, because its factorisations ask for a `DimMin` bound on every generic function above
//! them, up to the public interface of each integrator.

use nalgebra::{SMatrix, SVector};

/// P A = L U in place, with partial pivoting; A is stored column by column. L (unit diagonal) and U share one matrix.
///
/// False when the matrix is singular to working precision, or not finite.
#[inline(always)]
pub(crate) fn factorise(lu: &mut [f64], order: &mut [usize]) -> bool {
    let n = order.len();
    for column in 0..n {
        let mut best = column;
        for row in column + 1..n {
            if lu[row + n * column].abs() > lu[best + n * column].abs() {
                best = row;
            }
        }
        order[column] = best;
        let pivot = lu[best + n * column];
        if pivot == 0.0 || !pivot.is_finite() {
            return false;
        }
        if best != column {
            for k in 0..n {
                lu.swap(column + n * k, best + n * k);
            }
        }
        for row in column + 1..n {
            lu[row + n * column] /= pivot;
        }
        for k in column + 1..n {
            let (left, right) = lu.split_at_mut(n * k);
            let factors = &left[n * column + column + 1..n * column + n];
            let (above, below) = right[..n].split_at_mut(column + 1);
            for (entry, factor) in below.iter_mut().zip(factors) {
                *entry -= factor * above[column];
            }
        }
    }
    true
}

/// The x of A x = b, in place of b.
#[inline(always)]
pub(crate) fn solve(lu: &[f64], order: &[usize], b: &mut [f64]) {
    let n = order.len();
    for (row, &other) in order.iter().enumerate() {
        b.swap(row, other);
    }
    for column in 0..n {
        let x = b[column];
        for row in column + 1..n {
            b[row] -= lu[row + n * column] * x;
        }
    }
    for column in (0..n).rev() {
        let x = b[column] / lu[column + n * column];
        b[column] = x;
        for row in 0..column {
            b[row] -= lu[row + n * column] * x;
        }
    }
}

/// The factors of a matrix whose size the compiler knows.
#[derive(Clone, Debug)]
pub(crate) struct Factors<const N: usize> {
    lu: SMatrix<f64, N, N>,
    order: [usize; N],
}

impl<const N: usize> Factors<N> {
    /// `None` when the matrix is singular to working precision, or not finite.
    pub(crate) fn new(mut lu: SMatrix<f64, N, N>) -> Option<Self> {
        let mut order = [0; N];
        factorise(lu.as_mut_slice(), &mut order).then_some(Self { lu, order })
    }

    /// The x of A x = b.
    pub(crate) fn solve(&self, mut b: SVector<f64, N>) -> SVector<f64, N> {
        solve(self.lu.as_slice(), &self.order, b.as_mut_slice());
        b
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_singular_matrix_is_refused() {
        assert!(Factors::new(SMatrix::<f64, 2, 2>::new(1.0, 2.0, 2.0, 4.0)).is_none());
        assert!(Factors::new(SMatrix::<f64, 2, 2>::new(f64::NAN, 2.0, 2.0, 4.0)).is_none());
    }

    #[test]
    fn a_zero_on_the_diagonal_is_pivoted_away() {
        let factors = Factors::new(SMatrix::<f64, 2, 2>::new(0.0, 2.0, 4.0, 0.0)).expect("regular");
        assert_eq!(factors.solve(SVector::from([6.0, 20.0])), SVector::from([5.0, 3.0]));
    }

    proptest! {
        #[test]
        fn the_solution_satisfies_the_equations(entries in prop::array::uniform16(-1.0..1.0f64), x in prop::array::uniform4(-1.0..1.0f64)) {
            // A strong diagonal keeps the condition number, and so the bound below, small.
            let a = SMatrix::<f64, 4, 4>::from_row_slice(&entries) + SMatrix::identity() * 5.0;
            let x = SVector::from(x);
            let solved = Factors::new(a).expect("diagonally dominant").solve(a * x);
            prop_assert!((solved - x).amax() < 1e-13);
        }
    }
}
