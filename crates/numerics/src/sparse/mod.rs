//! Large sparse symmetric systems: pattern, matrix, ordering and factorisation.
//!
//! ```
//! use std::sync::Arc;
//!
//! use numerics::sparse::{Factor, Symbolic, SymmetricMatrix, SymmetricPattern};
//!
//! // Three springs in a row between two walls; the first of the two nodes between them is pushed.
//! let pattern = Arc::new(SymmetricPattern::new(&[1, 1], [[0, 1].as_slice()].into_iter()));
//! let mut stiffness = SymmetricMatrix::zero(&pattern);
//! stiffness.add_clique(&[0, 1], &[0, 1], &[2.0, -1.0, -1.0, 2.0]);
//! let mut pushed = [3.0, 0.0];
//! Factor::new(&Symbolic::new(&pattern)?, &stiffness)?.solve(&mut pushed);
//! assert!((pushed[0] - 2.0).abs() < 1e-12 && (pushed[1] - 1.0).abs() < 1e-12);
//! # Ok::<(), numerics::sparse::FactorError>(())
//! ```
//!
//! Unknowns come in consecutive *groups* (the displacements of a node) and equations in *cliques* of groups (an element).
//! The pattern and its fill-reducing order are found once on the graph of the groups, values are refilled as often as
//! needed, and a factor solves for many right-hand sides at once, or says how a few places give way to forces on them.
//!
//! Nothing here depends on the number of threads: cliques are added in the caller's order, the factorisation itself is
//! sequential, and every right-hand side is summed as if it were alone.

mod compliance;
mod factor;
mod matrix;
mod pattern;
mod supernodes;

pub use compliance::SparseRow;
pub use factor::{Factor, FactorError, Symbolic};
pub use matrix::SymmetricMatrix;
pub use pattern::{NO_UNKNOWN, SymmetricPattern};
