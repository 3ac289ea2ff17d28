//! How things behave: contact laws, geometry, materials, wear, and the closed-form solutions that judge them.
//!
//! Nothing here knows a file, a terminal or a study: plain SI numbers in, plain SI numbers out.

pub mod contact;
pub mod exact;
pub mod fluid;
pub mod geometry;
pub mod material;
pub mod muscle;
mod reaction;
pub mod rigid;
pub mod solid;
pub mod wear;
