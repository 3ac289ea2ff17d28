//! Zeros of functions, without allocation.

mod bracketed;
mod polynomial;
mod system;

pub use bracketed::{RootError, solve_bracketed, solve_newton_bracketed};
pub use polynomial::compute_polynomial_roots;
pub use system::{NewtonLimits, SystemError, SystemRoot, solve_newton_system};
