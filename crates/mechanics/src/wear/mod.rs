//! How surfaces wear.

mod archard;
mod sliding;

pub use archard::Archard;
pub use sliding::SlidingWear;
