//! Triangles: what a file holds, what is wrong with it, and how it can be asked for distances.
//!
//! ```
//! use mechanics::geometry::Surface;
//! use mechanics::geometry::mesh::tessellation::tessellate_ball;
//! use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE};
//! use nalgebra::Vector3;
//!
//! // 320 triangles stand for a ball, and are asked how far away a point is.
//! let ball = CurvedSurface::new(tessellate_ball(4, |place| place)?, DEFAULT_CREASE_ANGLE)?;
//! let foot = ball.closest_point(&Vector3::new(0.0, 0.9, 1.2));
//! assert!((foot.distance - 0.5).abs() < 1e-3);
//! # Ok::<(), mechanics::geometry::mesh::MeshError>(())
//! ```
//!
//! | step | type |
//! |---|---|
//! | points and triangles that can be indexed | [`TriangleMesh`] |
//! | equal points made one | [`TriangleMesh::weld`] |
//! | what is wrong, and whether the facets are fine enough | [`MeshReport`] |
//! | distances to flat facets | [`FacetedSurface`] |
//! | distances to the smooth surface that the facets approximate | [`CurvedSurface`] |

mod around;
mod bounds;
mod bvh;
mod closest;
mod curved;
mod error;
mod faceted;
mod fans;
mod fault;
mod fineness;
mod intersect;
mod jet;
mod nearest;
mod packet;
mod patch;
mod patches;
mod pseudonormal;
mod report;
mod size;
pub mod tessellation;
mod topology;
mod triangles;
mod weld;
mod xyz;

pub use curved::CurvedSurface;
pub use error::MeshError;
pub use faceted::FacetedSurface;
pub use fault::{Cure, MeshFault};
pub use fineness::{Fineness, ForceError};
pub use patches::DEFAULT_CREASE_ANGLE;
pub use report::{BoundaryLoop, MeshReport, Part, Percentiles};
pub use size::{UnitQuestion, question_unit};
pub use triangles::TriangleMesh;
pub use weld::Welded;
