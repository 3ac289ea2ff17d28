//! Any two surfaces on an elastic foundation: where they overlap, every point pushes back on its own.
//!
//! ```
//! use std::f64::consts::PI;
//! use std::sync::Arc;
//!
//! use mechanics::contact::surfaces::{PairSettings, SurfacePair, Twist};
//! use mechanics::contact::{Layer, PressureLaw};
//! use mechanics::geometry::shape::{Plane, Sphere};
//! use mechanics::material::Elastic;
//! use nalgebra::{Isometry3, Vector3};
//!
//! // A ball that overlaps a lined floor by 0.1 mm is pushed back by the volume that overlaps times k.
//! let layer = Layer { thickness: 8e-3, material: Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 } };
//! let floor = Arc::new(Plane::new(Vector3::zeros(), Vector3::y(), Vector3::x(), [0.02, 0.02])?);
//! let ball = Arc::new(Sphere::new(Vector3::zeros(), 0.01)?);
//! let pair = SurfacePair::new(floor, ball, PairSettings::new(PressureLaw::linear(&[layer])?, 0.2e-3))?;
//! let above = Isometry3::translation(0.0, 0.01 - 1e-4, 0.0);
//! let force = pair.evaluate(&above, &Twist::REST, &mut pair.scratch()).force.y;
//! assert!((force / (layer.stiffness() * PI * 1e-4_f64.powi(2) * 0.01) - 1.0).abs() < 0.02);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Points x of one surface (or of both, each for half of the area) are followed to the nearest point of the other; the gap
//! g is the signed distance, m the direction that opens it. With the lever r from the follower's origin, the gap follows
//! an increment of the pose (translation dt, rotation θ, base frame) by `dg = m·(dt + θ × r)`, so that
//!
//! `W = Σ a p(g, ġ) G`, `G = (m, r × m)`, is minus the gradient of `E = Σ a e(g)`
//!
//! for every law p = −e′ and every rule of points and areas a: no energy is made, however coarse the rule. Its derivatives
//! are exact, the turning of m over the curved surface included.
//!
//! | file | what it holds |
//! |---|---|
//! | `settings.rs` | what a pair is made of |
//! | `pair.rs` | the pair, constant and shared |
//! | `side.rs` | points of one surface in clusters, so that those far from contact cost nothing |
//! | `scratch.rs` | what an evaluation works with: last facets, last distances, samples |
//! | `evaluate.rs` | from a pose and a twist to the wrench, its slopes, the patch |
//! | `kernel.rs` | one point: force, moment, and their derivatives |
//! | `response.rs` | what comes out |
//! | `elastic.rs` | the wrench at rest alone, with a short way for balls |
//! | `deepest.rs` | how deep the surfaces are in one another |
//! | `coupled.rs` | points that stand on a surface compliance instead of springs |
//! | `fields.rs` | pressure, proximity and sliding velocity over the surface |
//! | `warning.rs` | what makes an answer doubtful |
//! | `fingerprint.rs` | what tells one pair from another |
//! | `carried.rs` | the points one by one, for whoever follows them by other means |
//!
//! *Assumes* on springs that a pressure here does not move the surface there; a surface compliance from finite elements
//! ([`SurfacePair::with_compliance`]) does away with that. *Pitfalls*: against finite elements a foundation of a thick layer
//! makes the patch too wide; refining the points does not bring it nearer to Hertz.

mod carried;
mod coupled;
mod deepest;
mod elastic;
mod error;
mod evaluate;
mod fields;
mod fingerprint;
mod kernel;
mod pair;
mod response;
mod scratch;
mod settings;
mod side;
mod warning;

pub(crate) use carried::Carried;
pub use elastic::ElasticWrench;
pub use error::PairError;
pub(crate) use evaluate::{finish as finish_patch, join as join_patch};
pub use fields::Fields;
pub use pair::SurfacePair;
pub use response::{PatchSummary, Response, Slopes, Twist};
pub use scratch::Scratch;
pub use settings::{Body, Extent, PairSettings, Push, Region, Sampled};
pub use warning::ContactWarning;
