//! Rigid bodies in space: six degrees of freedom each, joint coordinates that are prescribed or free one by one.
//!
//! Describe a [`Mechanism`], make it a [`Model`], then ask: [`Model::solve_equilibrium`], or run a [`Simulation`].
//!
//! ```
//! use mechanics::rigid::Function;
//! use mechanics::rigid::spatial::{Body, Coordinate, Drive, Mechanism, Model, Movement, Sequence, Simulation};
//! use mechanics::rigid::SimulationSettings;
//!
//! // A block that falls while it is turned about the vertical once a second.
//! let mut drives = [0.0; 6].map(|start| Drive::Free { start, speed: 0.0 });
//! drives[Coordinate::Rotation as usize] = Drive::Prescribed(Function::Polynomial(vec![0.0, std::f64::consts::TAU]));
//! let block = Body { movement: Movement::Guided { sequence: Sequence::YXZ, drives }, ..Body::new("block", 2.0) };
//! let model = Model::new(&Mechanism { gravity: [0.0, -10.0, 0.0], bodies: vec![block], ..Mechanism::default() })?;
//! let mut simulation = Simulation::new(&model, model.described_state(0.0), SimulationSettings::default());
//! simulation.advance_to(0.5)?;
//! let place = simulation.state().placement(0);
//! assert!((place.position.y + 1.25).abs() < 1e-9 && (place.rotation[(0, 0)] + 1.0).abs() < 1e-9);
//! # Ok::<(), mechanics::rigid::RigidError>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `description.rs` | a mechanism as plain data |
//! | `coordinates.rs` | angles and translations of a joint, and the axes about which they turn |
//! | `placement.rs`, `state.rs` | where a body is, with or without derivatives; unit quaternions in the state |
//! | `element.rs`, `touch.rs` | ligaments, springs, loads, restraints; contacts of surfaces |
//! | `model.rs` | checked and made ready |
//! | `motion.rs`, `slopes.rs` | the equations of motion and their exact derivatives |
//! | `statics.rs`, `simulation.rs` | the questions |
//!
//! Everything that acts is written once for any number type (`scalar.rs` of the planar engine): with dual numbers it gives
//! its exact derivatives by an increment of the pose (translation, then rotation vector, both in space), by the twist and
//! by time.

mod coordinates;
mod description;
mod element;
mod model;
mod motion;
mod placement;
mod simulation;
mod slopes;
mod state;
mod statics;
mod touch;
mod trust;

pub use coordinates::{Coordinate, Sequence};
pub use description::{Attachment, Body, Contact, Drive, Force, ForceKind, Mechanism, Movement};
pub use model::Model;
pub use motion::Scratch;
pub use placement::Placement;
pub use simulation::{Instant, Simulation};
pub use state::State;
pub use statics::{Ending, EquilibriumSettings, Sought};
