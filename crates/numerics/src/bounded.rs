//! A box of parameters, and the way down within it: what searches and fits share.

mod bounds;
mod gradient;

pub use bounds::{Bounds, OptimiseError};
pub use gradient::{Minimum, minimise_with_gradient};
