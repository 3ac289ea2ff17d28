//! Triangles: what a file holds, what is wrong with it, and how it can be asked for distances.
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
