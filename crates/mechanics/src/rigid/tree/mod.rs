//! A tree of rigid bodies in space in reduced coordinates: skeletons, as musculoskeletal models describe them.
//!
//! Describe a [`Tree`], make it a [`Skeleton`], then ask for its [`Motion`] at coordinates, velocities and accelerations: places
//! of bodies and points, exact Jacobians, mass matrix, inverse dynamics and what every joint transmits.
//!
//! ```
//! use mechanics::rigid::tree::{Body, Coordinate, Joint, Skeleton, Tree};
//! use nalgebra::{Isometry3, Vector3};
//!
//! // A rod of 1 m and 2 kg on a hinge, held level: its hinge carries the weight, and its moment about the hinge.
//! let rod = Body {
//!     centre: Vector3::new(0.5, 0.0, 0.0),
//!     inertia: nalgebra::Matrix3::from_diagonal(&Vector3::new(0.0, 1.0 / 6.0, 1.0 / 6.0)),
//!     ..Body::new("rod", 2.0, Joint::pin("hinge", None, 0))
//! };
//! let tree = Tree { coordinates: vec![Coordinate::new("angle")], bodies: vec![rod], ..Tree::default() };
//! let skeleton = Skeleton::new(tree)?;
//! let motion = skeleton.compute_motion(&[0.0], &[0.0], &[0.0]);
//! let found = motion.compute_inverse_dynamics(&[]);
//! assert!((found.generalised[0] - 2.0 * 9.80665 * 0.5).abs() < 1e-12);
//! assert!((found.reactions[0].force.y - 2.0 * 9.80665).abs() < 1e-12);
//! # Ok::<(), mechanics::rigid::tree::TreeError>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `dependence.rs` | functions of coordinates with two derivatives |
//! | `joint.rs` | three turns and three shifts along given axes: every joint is one of these |
//! | `description.rs`, `error.rs`, `skeleton.rs` | a tree as plain data, and checked |
//! | `motion.rs` | where everything is and how it moves |
//! | `dynamics.rs` | mass matrix, inverse dynamics, reactions, energies |

mod dependence;
mod description;
mod dynamics;
mod error;
mod joint;
mod motion;
mod skeleton;
#[cfg(test)]
mod tests;

pub use dependence::Dependence;
pub use description::{Body, Coordinate, Coupling, STANDARD_GRAVITY, Tree};
pub use dynamics::{InverseDynamics, Load, Wrench};
pub use error::TreeError;
pub use joint::{Axis, Joint};
pub use motion::{BodyMotion, CoordinateAxis, Motion};
pub use skeleton::Skeleton;
