//! A solid in motion against a rigid body: impacts, friction and wear, by non-smooth contact dynamics [Jean1999].
//!
//! ```
//! use mechanics::material::Elastic;
//! use mechanics::solid::dynamics::{Body, ContactDynamics, Drive, DynamicsSettings, Shape};
//! use mechanics::solid::element::ElementKind;
//! use mechanics::solid::mesh::Brick;
//! use mechanics::solid::{Material, Solid, Supports};
//! use nalgebra::{Matrix3, Vector3};
//!
//! // A bar of 10 cm falls on the floor with 2 m/s: it has left when waves of 1000 m/s are back.
//! let mesh = Brick { size: [0.01, 0.01, 0.1], cells: [1, 1, 10] }.mesh(ElementKind::Hex8)?;
//! let all: Vec<usize> = (0..mesh.nodes.len()).collect();
//! let material = Material::Linear(Elastic { modulus: 1e9, poisson: 0.0, density: 1000.0 });
//! let bar = Solid::free(mesh, material, Supports::none().hold(&all, 0).hold(&all, 1))?;
//! let floor =
//!     Body { shape: Shape::Plane(Vector3::z()), centre: Vector3::zeros(), mass: 1.0, free: Matrix3::zeros() };
//! let settings = DynamicsSettings { step: 2.5e-6, ..DynamicsSettings::default() };
//! let mut fall = ContactDynamics::new(bar, "z-", floor, settings)?;
//! let mut state = fall.start();
//! state.velocity.fill(Vector3::new(0.0, 0.0, -2.0));
//! while state.time < 3e-4 {
//!     fall.step(&mut state, &Drive::default())?;
//! }
//! assert!(state.velocity.iter().map(|v| v.z).sum::<f64>() > 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! θ-method in velocities, with contact forces that are means over the step [Jourdan2009]:
//!
//! M (v⁺ − v⁻) + h θ (f(q⁺) − p⁺) + h (1−θ)(f(q⁻) − p⁻) = h Hᵀ r,  q⁺ = q⁻ + h (θ v⁺ + (1−θ) v⁻)
//!
//! and at every point of the contact surface, with g the gap and ẇ the rate at which wear deepens the surface,
//!
//! 0 ≤ g⁻ + h (1−θ)(u_N⁻ + ẇ⁻) + h θ (u_N + ẇ) ⊥ r_N ≥ 0,  ẇ = K/A · r_N |u_T|,  Coulomb between r_T and u_T
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | M, f, p | mass, internal forces, loads | kg, N, N |
//! | u = H v − (V + ω × (x − c)) | velocity of the surface against the body | m/s |
//! | r | force of the body on the solid at the point; r_N pushes the solid away | N |
//! | K, A | wear factor (with its amplification), area of the point, so that r_N/A is the pressure | 1/Pa, m² |
//! | c, V, ω | centre, velocity and spin of the body | m, m/s, rad/s |
//!
//! Divided by h θ the gap is one more free velocity: what is left is a [cone problem](numerics::cone) with
//! W = h H (M + h² θ² ∂f/∂q)⁻¹ Hᵀ + h/m P. For a linear solid W is computed once and lives in fixed axes; the normals turn
//! with the body's place. A solid that is not linear keeps its tangent too, and iterates.
//!
//! *Assumes*: normals of the beginning of the step; loads are dead; mass does not change with wear.
//!
//! *Pitfalls*: θ = ½ conserves energy but lets a closed contact chatter, with a velocity that changes its sign each step;
//! it dies out by (1−θ)/θ a step.
//!
//! *Checked by*: `tests/dynamics/`: impact of a bar against the exact waves, balance of energy for every θ, blocks
//! that slide and rest, momentum; worn depth and volume against Archard's law.

mod counter;
mod energy;
mod error;
mod motion;
mod operators;
mod points;
mod settings;
mod simulation;
mod state;
mod step;
mod wear;
mod wear_law;
mod work;

pub use counter::{CounterWear, SphereGrid};
pub use energy::Energy;
pub use error::DynamicsError;
pub use points::ContactPoints;
pub use settings::{Body, Coupling, Drive, DynamicsSettings, Shape, WearSettings};
pub use simulation::ContactDynamics;
pub use state::{DynamicState, StateTextError};
pub use wear_law::{PressureFactor, WearLaw};
pub use work::DynamicsWork;
