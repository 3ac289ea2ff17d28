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

pub(crate) use ldlt::{factorise_ldlt, solve_ldlt, solve_unit_lower};
pub(crate) use lu::{factorise_lu, reserve_lu, solve_lu};
pub(crate) use product::{Target, View};

pub use product::Room;
