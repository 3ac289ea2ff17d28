//! Initial value problems y′ = f(t, y), y(t₀) = y₀.
//!
//! The [`System`] is constant, the [`Integrator`] owns the state, and a step allocates nothing:
//!
//! ```
//! use nalgebra::SVector;
//! use numerics::ode::{Integrator, Limits, Scheme, System, Tolerance};
//!
//! /// A ball thrown upwards: height and speed.
//! struct Ball;
//!
//! impl System<2> for Ball {
//!     fn rate(&self, _t: f64, y: &SVector<f64, 2>) -> SVector<f64, 2> {
//!         SVector::from([y[1], -9.81])
//!     }
//! }
//!
//! let mut ball =
//!     Integrator::new(Scheme::DormandPrince, Tolerance::uniform(1e-9, 1e-9), Limits::default(), 0.0, [0.0, 9.81].into());
//! let landing = loop {
//!     ball.step(&Ball, 10.0)?;
//!     if let Some(crossing) = ball.locate(|_t, y| y[0]) {
//!         break crossing;
//!     }
//! };
//! assert!((landing.time - 2.0).abs() < 1e-9 && !landing.rising);
//! # Ok::<(), numerics::ode::Failure>(())
//! ```
//!
//! Which scheme? [`Scheme::DormandPrince`] unless there is a reason: [`Scheme::Rkf45`] to repeat published results that
//! used it, [`Scheme::Rosenbrock`] when something in the system is so stiff that an explicit scheme crawls, and
//! [`Scheme::Bdf`] when a stiff system is large or costly and runs for long without events.
//!
//! [`Integrator`] is for sizes that the compiler knows, [`DynamicIntegrator`] for sizes known at run time: both are the
//! same code.

mod bdf;
mod bogacki_shampine;
mod chebyshev;
mod control;
mod dense;
mod dormand_prince;
mod event;
mod explicit;
mod failure;
mod integrator;
mod rkf45;
mod rosenbrock;
mod settings;
mod system;
mod vector;
mod work;

pub use chebyshev::{Chebyshev, ChebyshevError, ChebyshevStep, Gradual};
pub use event::Crossing;
pub use failure::Failure;
pub use integrator::{DynamicIntegrator, Integrator, Stepper};
pub use settings::{Limits, Scheme, Tolerance, Tolerances};
pub use system::{DynamicSystem, System};
pub use vector::Vector;
pub use work::Work;
