//! Integrals of functions of one variable.
//!
//! ```
//! use numerics::quadrature::{GaussLegendre, integrate_adaptive};
//!
//! let eight_points = GaussLegendre::<8>::new().integrate(f64::sin, 0.0, std::f64::consts::PI);
//! let adaptive = integrate_adaptive(f64::sin, 0.0, std::f64::consts::PI, 1e-12);
//! assert!((eight_points - 2.0).abs() < 1e-12 && (adaptive.value - 2.0).abs() < 1e-12);
//! ```

mod adaptive;
mod gauss_legendre;

pub use adaptive::{Integral, integrate_adaptive};
pub use gauss_legendre::GaussLegendre;
