//! Surfaces and their discretisation.
//!
//! ```
//! use mechanics::geometry::Surface;
//! use mechanics::geometry::shape::Sphere;
//! use nalgebra::Vector3;
//!
//! let head = Sphere::new(Vector3::zeros(), 14e-3)?;
//! let foot = head.closest_point(&Vector3::new(0.0, 0.0, 15e-3));
//! assert!((foot.distance - 1e-3).abs() < 1e-15 && foot.normal == Vector3::z());
//! # Ok::<(), mechanics::geometry::shape::ShapeError>(())
//! ```

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
