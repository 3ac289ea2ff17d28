//! Surfaces and their discretisation.

mod cup;
pub mod mesh;
pub mod shape;
mod surface;

pub(crate) use cup::frame_around;
pub use cup::{CupOrientation, CupSurface};
pub use surface::{Curvature, Foot, Followed, Hollow, Landing, QuadraturePoint, RayHit, Surface};
