//! How surfaces wear.

mod archard;

pub use archard::Archard;
