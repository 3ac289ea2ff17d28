//! Integrals of functions of one variable.

mod adaptive;
mod gauss_legendre;

pub use adaptive::{Integral, integrate_adaptive};
pub use gauss_legendre::GaussLegendre;
