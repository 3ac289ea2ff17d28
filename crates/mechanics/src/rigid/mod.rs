//! Rigid bodies in the plane; [`spatial`] has those in space.
//!
//! Describe a [`Mechanism`], make it a [`Model`], then ask: [`Model::assemble`], [`Model::solve_guided_motion`]
//! (kinematics and inverse dynamics), [`Model::solve_equilibrium`], or run a [`Simulation`].
//!
//! ```
//! use mechanics::rigid::{
//!     Attachment, Body, GROUND, Joint, JointKind, Mechanism, Model, Simulation, SimulationSettings,
//! };
//!
//! // A rod of 1 m and 2 kg that hangs from one end, let go level.
//! let rod = Body { name: "rod".into(), mass: 2.0, inertia: 1.0 / 6.0, position: [0.5, 0.0], ..Body::default() };
//! let pivot = Joint {
//!     name: "pivot".into(),
//!     first: Attachment::new("rod", [-0.5, 0.0]),
//!     second: Attachment::new(GROUND, [0.0, 0.0]),
//!     kind: JointKind::Revolute,
//! };
//! let mechanism =
//!     Mechanism { gravity: [0.0, -9.81], bodies: vec![rod], joints: vec![pivot], ..Mechanism::default() };
//! let model = Model::new(&mechanism)?;
//! let mut simulation = Simulation::new(&model, model.assemble(0.0)?, SimulationSettings::default());
//! // At first the pivot carries a quarter of the weight: m g (1 − ¾).
//! let reaction = simulation.compute_instant()?.reactions[0];
//! assert!((reaction.force.y - 2.0 * 9.81 / 4.0).abs() < 1e-12);
//! simulation.advance_to(0.5)?;
//! let energy = model.energy(&simulation.state()).total();
//! assert!(energy.abs() < 1e-6);
//! # Ok::<(), mechanics::rigid::RigidError>(())
//! ```
//!
//! | file | idea |
//! |---|---|
//! | `description.rs`, `contact.rs`, `function.rs`, `names.rs` | a mechanism as plain data |
//! | `compile.rs`, `model.rs`, `error.rs` | checked and made ready |
//! | `frame.rs`, `state.rs`, `scalar.rs` | where things are, with or without derivatives |
//! | `constraint.rs`, `schur.rs`, `block.rs` | joints and guides, and the small system of their multipliers |
//! | `dependence.rs`, `soft.rs` | equations that others imply: at dead points, or always |
//! | `force.rs`, `shape.rs`, `profile.rs`, `pair.rs` | springs, ligaments, loads; outlines; contacts |
//! | `bearing.rs` | lubricated bearings |
//! | `motion.rs`, `slopes.rs` | the equations of motion and their derivatives |
//! | `assemble.rs`, `analysis.rs`, `statics.rs`, `simulation.rs` (with `event.rs`, `projection.rs`) | the questions |

mod analysis;
mod assemble;
mod bearing;
mod block;
mod compile;
mod constraint;
mod contact;
mod dependence;
mod description;
mod error;
mod event;
mod force;
mod frame;
mod function;
mod model;
mod motion;
mod names;
mod pair;
mod profile;
mod projection;
mod scalar;
mod schur;
mod shape;
mod simulation;
mod slopes;
mod soft;
pub mod spatial;
mod state;
mod statics;
pub mod tree;

pub use analysis::{Energy, Instant, Reaction};
pub use bearing::{Bearing, BearingState, CustomFilm, Film, Solid};
pub use contact::{Contact, CustomLaw, ElasticLaw, Friction, Loss, Shape, Sticking, Surface};
pub use description::{
    Attachment, Axes, Body, Force, ForceKind, GROUND, Guide, GuideKind, Joint, JointKind, LigamentLaw, Mechanism,
};
pub use error::RigidError;
pub use event::{Event, EventKind};
pub use frame::Frame;
pub use function::{Curve, Function};
pub use model::Model;
pub use motion::Scratch;
pub use pair::ContactState;
pub use shape::Touch;
pub use simulation::{Simulation, SimulationSettings, Stabilisation};
pub use soft::Redundancy;
pub use state::State;
