//! Surfaces and their discretisation.

mod cup;
pub mod design;
mod eight;
pub mod mesh;
pub mod shape;
mod surface;

pub(crate) use cup::frame_around;
pub use cup::{CupOrientation, CupSurface};
pub use eight::{EightPoints, LANES, Lanes};
pub use surface::{Curvature, Followed, Foot, Hollow, Landing, QuadraturePoint, RayHit, Surface};
