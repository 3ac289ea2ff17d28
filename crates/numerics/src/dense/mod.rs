//! Dense matrices by columns: products, L D Lᵀ and L U, the same to the last bit on every machine.
//!
//! Libraries of such kernels choose their code by what the processor can do and their blocks by its caches, and each choice
//! rounds differently. Here the order of every sum is fixed: an element's sum runs over k = 0, 1, 2, … in blocks of [`DEPTH`],
//! and every product is fused with its sum. Vectors are over rows, which changes no bit; where the processor has no fused
//! products, they are computed in software, slowly.
//!
//! *Checked by*: loops over elements, exact inverses, and `crates/cli/tests/same_bits.rs`.

mod ldlt;
mod lu;
mod product;

use pulp::{Arch, Simd, WithSimd};

/// Does a step with the processor's vectors and fused products; the step must be `#[inline(always)]`.
#[inline(always)]
pub(crate) fn widely<R>(step: impl FnMut() -> R) -> R {
    Arch::new().dispatch(Step(step))
}

/// Called by reference: a closure that is handed over whole is not compiled for the processor's vectors.
struct Step<F>(F);

impl<R, F: FnMut() -> R> WithSimd for Step<F> {
    type Output = R;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) -> R {
        (self.0)()
    }
}

pub(crate) use ldlt::{factorise_ldlt, solve_ldlt, solve_unit_lower};
pub(crate) use lu::{factorise_lu, reserve_lu, solve_lu};
pub(crate) use product::{Target, View};

pub use product::Room;
