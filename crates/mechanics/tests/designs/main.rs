//! Implants by design: radii, tangency, curvature, closest points, volumes, and what they do in contact.
#![allow(clippy::expect_used)]

mod common;
mod contact;
mod limits;
mod post;
mod shapes;
