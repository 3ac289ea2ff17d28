//! Surfaces of implants that are designed: radii in, exact surfaces out.
//!
//! ```
//! use mechanics::geometry::design::Arcs;
//!
//! // A condyle from the side: a radius of 40 mm near extension, and of 20 mm behind it.
//! let condyle = Arcs::through_origin(40e-3, [-0.3, 0.3]).preceded_by(20e-3, -1.5);
//! let [behind, front] = condyle.ends();
//! assert!(condyle.arcs().len() == 2 && behind.x < -25e-3 && front.x > 0.0);
//! ```
//!
//! A knee is made of profiles of tangent arcs that are swept along curves of tangent arcs ([`Moulding`]). Every piece of such
//! a surface is a part of a torus, a sphere or a cylinder, and neighbours join without a kink: normals, curvatures and
//! closest points are closed forms.

mod arcs;
mod close;
mod error;
mod femoral;
mod insert;
mod moulding;
mod outline;
mod post;

pub use arcs::{Arc, Arcs};
pub use close::{close_below, compute_volume};
pub use error::DesignError;
pub use femoral::{CondyleShape, Femoral, FemoralShape};
pub use insert::{Insert, InsertShape, PlateauShape, uncut};
pub use moulding::Moulding;
pub use outline::Outline;
pub use post::{CamAndPost, CamShape, PostShape, Room};

/// One side of a knee or the other: the first of a pair is medial (−z), the second lateral (+z).
pub const SIDES: [(&str, f64); 2] = [("medial", -1.0), ("lateral", 1.0)];
