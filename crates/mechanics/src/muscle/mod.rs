//! Muscles: the way they take over the bones, and the force they can make.
//!
//! ```
//! use mechanics::muscle::hill::{Curves, Muscle, Thelen};
//!
//! // A muscle at rest, half active: fibre and tendon share its length.
//! let curves = Curves::Thelen(Thelen::default());
//! let muscle = Muscle { strength: 1000.0, fibre: 0.1, slack: 0.2, pennation: 0.0, fastest: 10.0, curves };
//! let rest = muscle.solve_equilibrium(0.3, 0.5)?;
//! assert!((rest.fibre + rest.tendon - 0.3).abs() < 1e-12 && rest.tendon > 0.2);
//! # Ok::<(), mechanics::muscle::hill::HillError>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `path.rs` | points and wrap objects in, length and the forces of a unit tension out |
//! | `wrap/` | one stretch of a path around one object: cylinder, sphere, ellipsoid, torus |
//! | `hill.rs` | fibre and tendon: what force a muscle of some length and speed can make |
//! | `continuity.rs` | where a length jumps or a path changes sides: defects of a model |
//!
//! A taut string is as short as its obstacles let it be. Its length is therefore stationary, and what it does to the
//! bodies is known without derivatives: at every corner it pulls along its straight parts. The work of a unit tension is
//! minus the change of length, so that moment arms are exact: `−∂l/∂q` is the generalised force of these pulls.

pub mod continuity;
pub mod hill;
pub mod path;
pub mod wrap;
