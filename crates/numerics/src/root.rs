//! Zeros of functions, without allocation.

mod bracketed;
mod system;

pub use bracketed::{RootError, solve_bracketed, solve_newton_bracketed};
pub use system::{NewtonLimits, SystemError, SystemRoot, solve_newton_system};
