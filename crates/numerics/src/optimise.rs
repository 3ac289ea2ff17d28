//! Searches for the best point of a box.

mod bounds;
mod gradient;

pub use bounds::{Bounds, OptimiseError};
pub use gradient::{Minimum, minimise_with_gradient};
