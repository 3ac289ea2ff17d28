//! States whose size is known to the compiler, or at run time only: one set of schemes for both.

use nalgebra::{DMatrix, DVector, SMatrix, SVector};
use std::fmt::Debug;

/// Storage of a state. Everything that a step writes is allocated once, when an integrator is made; for an [`SVector`]
/// that is no allocation at all, and loops have bounds that the compiler knows.
pub trait Vector: Clone + Debug + sealed::Sealed {
    /// A square matrix of the same size, column by column.
    type Square: Clone + Debug;
    /// One index for each state.
    type Order: Clone + Debug + AsRef<[usize]> + AsMut<[usize]>;
    /// All zeros, of the same size.
    fn zeros_like(&self) -> Self;
    /// The states.
    fn entries(&self) -> &[f64];
    /// The states, to write.
    fn entries_mut(&mut self) -> &mut [f64];
    /// A square matrix of zeros.
    fn square_like(&self) -> Self::Square;
    /// Its entries, column by column.
    fn square_entries(square: &Self::Square) -> &[f64];
    /// Its entries, column by column, to write.
    fn square_entries_mut(square: &mut Self::Square) -> &mut [f64];
    /// One index for each state.
    fn order_like(&self) -> Self::Order;
}

mod sealed {
    /// Only the vectors below have the storage that the schemes expect.
    pub trait Sealed {}
    impl<const N: usize> Sealed for nalgebra::SVector<f64, N> {}
    impl Sealed for nalgebra::DVector<f64> {}
}

impl<const N: usize> Vector for SVector<f64, N> {
    type Square = SMatrix<f64, N, N>;
    type Order = [usize; N];
    #[inline]
    fn zeros_like(&self) -> Self {
        Self::zeros()
    }
    #[inline]
    fn entries(&self) -> &[f64] {
        &self.data.0[0]
    }
    #[inline]
    fn entries_mut(&mut self) -> &mut [f64] {
        &mut self.data.0[0]
    }
    #[inline]
    fn square_like(&self) -> Self::Square {
        SMatrix::zeros()
    }
    #[inline]
    fn square_entries(square: &Self::Square) -> &[f64] {
        square.as_slice()
    }
    #[inline]
    fn square_entries_mut(square: &mut Self::Square) -> &mut [f64] {
        square.as_mut_slice()
    }
    #[inline]
    fn order_like(&self) -> Self::Order {
        [0; N]
    }
}

impl Vector for DVector<f64> {
    type Square = DMatrix<f64>;
    type Order = Vec<usize>;
    fn zeros_like(&self) -> Self {
        Self::zeros(self.len())
    }
    #[inline]
    fn entries(&self) -> &[f64] {
        self.as_slice()
    }
    #[inline]
    fn entries_mut(&mut self) -> &mut [f64] {
        self.as_mut_slice()
    }
    fn square_like(&self) -> Self::Square {
        DMatrix::zeros(self.len(), self.len())
    }
    #[inline]
    fn square_entries(square: &Self::Square) -> &[f64] {
        square.as_slice()
    }
    #[inline]
    fn square_entries_mut(square: &mut Self::Square) -> &mut [f64] {
        square.as_mut_slice()
    }
    fn order_like(&self) -> Self::Order {
        vec![0; self.len()]
    }
}

/// Σ wᵢ kᵢ, leaving out the zeros of a table.
#[inline(always)]
pub(super) fn combine<V: Vector>(weights: &[f64], k: &[V], sum: &mut V) {
    sum.entries_mut().fill(0.0);
    for (w, k) in weights.iter().zip(k) {
        if *w != 0.0 {
            for (sum, k) in sum.entries_mut().iter_mut().zip(k.entries()) {
                *sum += k * w;
            }
        }
    }
}

/// Writes into each entry what a function of its index says.
#[inline(always)]
pub(super) fn fill<V: Vector>(out: &mut V, of: impl Fn(usize) -> f64) {
    for (i, out) in out.entries_mut().iter_mut().enumerate() {
        *out = of(i);
    }
}

/// The index of the first entry that is not finite, as an error.
#[inline(always)]
pub(super) fn check_finite<V: Vector>(v: &V) -> Result<(), usize> {
    v.entries().iter().position(|entry| !entry.is_finite()).map_or(Ok(()), Err)
}
