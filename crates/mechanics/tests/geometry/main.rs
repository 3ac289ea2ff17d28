//! Surfaces, exact and of triangles.
#![allow(clippy::expect_used)]

mod common;
mod contract;
mod faults;
mod queries;
mod reconstruction;
