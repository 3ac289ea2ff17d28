//! Zeros of functions, without allocation.
//!
//! ```
//! use numerics::root::solve_bracketed;
//!
//! let root = solve_bracketed(|x| x * x - 2.0, 0.0, 2.0, 1e-15)?;
//! assert!((root - 2f64.sqrt()).abs() < 1e-12);
//! # Ok::<(), numerics::root::RootError>(())
//! ```

mod bracketed;
mod polynomial;
mod system;

pub use bracketed::{RootError, solve_bracketed, solve_newton_bracketed};
pub use polynomial::compute_polynomial_roots;
pub use system::{NewtonLimits, SystemError, SystemRoot, solve_newton_system};
