//! One suite for every integration scheme.
//!
//! Expected values are exact solutions, or published reference solutions where there is none.
#![allow(missing_docs)]

mod accuracy;
mod dynamic;
mod events;
mod failures;
mod order;
mod problems;
mod stiff;
