//! Small dense linear systems on the stack.
//!
//! Ours rather than nalgebra's, because its factorisations ask for a `DimMin` bound on every generic function above
//! them, up to the public interface of each integrator.

use nalgebra::{SMatrix, SVector};

/// P A = L U by rows, with partial pivoting. L (unit diagonal) and U share one matrix.
#[derive(Clone, Debug)]
pub(crate) struct Factors<const N: usize> {
    lu: SMatrix<f64, N, N>,
    order: [usize; N],
}

impl<const N: usize> Factors<N> {
    /// `None` when the matrix is singular to working precision, or not finite.
    pub(crate) fn new(mut lu: SMatrix<f64, N, N>) -> Option<Self> {
        let mut order = [0; N];
        for column in 0..N {
            let mut best = column;
            for row in column + 1..N {
                if lu[(row, column)].abs() > lu[(best, column)].abs() {
                    best = row;
                }
            }
            order[column] = best;
            lu.swap_rows(column, best);
            let pivot = lu[(column, column)];
            if pivot == 0.0 || !pivot.is_finite() {
                return None;
            }
            for row in column + 1..N {
                let factor = lu[(row, column)] / pivot;
                lu[(row, column)] = factor;
                for k in column + 1..N {
                    lu[(row, k)] -= factor * lu[(column, k)];
                }
            }
        }
        Some(Self { lu, order })
    }

    /// The x of A x = b.
    pub(crate) fn solve(&self, mut b: SVector<f64, N>) -> SVector<f64, N> {
        for (row, &other) in self.order.iter().enumerate() {
            b.swap_rows(row, other);
        }
        for row in 0..N {
            for k in 0..row {
                b[row] -= self.lu[(row, k)] * b[k];
            }
        }
        for row in (0..N).rev() {
            for k in row + 1..N {
                b[row] -= self.lu[(row, k)] * b[k];
            }
            b[row] /= self.lu[(row, row)];
        }
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
