//! Contacts with friction: reactions in second-order cones.
//!
//! ```
//! use nalgebra::{DMatrix, Vector3};
//! use numerics::cone::{ConeProblem, ConeSettings, ConeSolver};
//!
//! // A block is pushed along a floor faster than friction can stop it: it slides, and is held back by μ times the push.
//! let problem = ConeProblem {
//!     compliance: &DMatrix::identity(3, 3),
//!     free: &[Vector3::new(2.0, 0.0, -1.0)],
//!     normals: &[Vector3::z()],
//!     friction: &[0.5],
//!     erosion: &[0.0],
//! };
//! let mut reactions = [Vector3::zeros()];
//! ConeSolver::new().solve(&problem, &ConeSettings::default(), &mut reactions)?;
//! assert!((reactions[0] - Vector3::new(-0.5, 0.0, 1.0)).norm() < 1e-8);
//! # Ok::<(), numerics::cone::ConeError>(())
//! ```
//!
//! Of every contact i the reaction rᵢ and the relative velocity uᵢ are sought with
//!
//! u = W r + q,  rᵢ ∈ Kᵢ,  ũᵢ ∈ Kᵢ*,  rᵢ·ũᵢ = 0,  ũᵢ = uᵢ + (μᵢ + κᵢ r_N) |u_T| nᵢ
//!
//! | symbol | field | meaning |
//! |---|---|---|
//! | W | `compliance` | how reactions change the relative velocities; symmetric, positive definite on what may touch |
//! | q | `free` | velocities without reactions |
//! | nᵢ | `normals` | axis of the cone, in the axes in which W is written; u_N = n·u, u_T = u − u_N n |
//! | μᵢ | `friction` | Kᵢ = { r : \|r_T\| ≤ μ r_N } |
//! | κᵢ | `erosion` | how much sliding opens the contact for each unit of reaction; 0 for surfaces that do not wear |
//!
//! The term μ|u_T| turns Coulomb's law into one complementarity [DeSaxce1998]; κ r_N |u_T| is wear that is solved with the
//! contact, as in [Jourdan2009]. Units are the caller's: velocities and forces, or velocities and impulses.
//!
//! The cone's axis is data: a compliance in fixed axes serves contacts whose normals turn.
//!
//! One residual, in `problem.rs`, judges every [method](Method):
//!
//! | method | file | good for |
//! |---|---|---|
//! | non-linear Gauss–Seidel | `gauss_seidel.rs` | many contacts, rough answers; what [Jourdan2009] used |
//! | Newton on the functions of [AlartCurnier1991] | `newton.rs`, `path.rs` | tight answers, warm starts |
//! | accelerated projected gradient | `gradient.rs` | large and well conditioned |
//!
//! *Checked by*: `tests/cone/` (one suite that every method passes).

mod data;
mod gauss_seidel;
mod gradient;
mod local;
mod newton;
mod path;
mod problem;
mod scalar;
mod solver;

pub use data::{ConeData, ConeTextError};
pub use local::{Linearised, LocalContact};
pub use problem::{ConeProblem, project};
pub use solver::{ConeError, ConeSettings, ConeSolver, ConeWork, Method};
