//! Surfaces and their discretisation.

mod cup;

pub use cup::{CupOrientation, CupSurface};
