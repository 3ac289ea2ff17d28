//! Surfaces of implants that are designed: radii in, exact surfaces out.
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
