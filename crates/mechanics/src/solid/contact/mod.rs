//! Contact of a deformable solid with a rigid obstacle of any surface, with the exact unilateral condition.
//!
//! ```
//! use mechanics::geometry::shape::Plane;
//! use mechanics::material::Elastic;
//! use mechanics::solid::contact::{ContactSettings, Leading, Obstacle, RigidContact};
//! use mechanics::solid::element::ElementKind;
//! use mechanics::solid::mesh::Brick;
//! use mechanics::solid::{Material, Solid, Statics, Supports};
//! use nalgebra::Vector3;
//!
//! // A plate is let down onto a block between walls, 1 % of its height: one pressure everywhere.
//! let elastic = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
//! let mesh = Brick { size: [1.0; 3], cells: [2; 3] }.mesh(ElementKind::Hex8)?;
//! let mut supports = Supports::none();
//! for (face, axis) in [("x-", 0), ("x+", 0), ("y-", 1), ("y+", 1), ("z-", 2)] {
//!     supports = supports.hold(&mesh.nodes_of(face)?, axis);
//! }
//! let solid = Solid::new(mesh, Material::Linear(elastic), supports)?;
//! let contact = RigidContact::new(&solid, "z+")?;
//! let plate = Plane::new(Vector3::new(0.5, 0.5, 1.0), -Vector3::z(), Vector3::x(), [2.0; 2])?;
//! let (down, settings) = (Leading::Displacement(-0.01 * Vector3::z()), ContactSettings::default());
//! let solution = contact.solve(&mut Statics::new(&solid), Obstacle::new(&plate), &down, &settings)?;
//! assert!((solution.peak_pressure().0 / (0.01 * elastic.confined_modulus()) - 1.0).abs() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The pressure is a field of its own with one unknown a *corner* of the contact surface, whatever the element:
//! p = Σ pᵢ ψᵢ. The gap is weighted with the same functions, and the complementarity holds for each of them:
//!
//! pᵢ ≥ 0,  Gᵢ = ∫ ψᵢ g dA ≥ 0,  pᵢ Gᵢ = 0,  g = distance of X + u from the obstacle
//!
//! | symbol | meaning |
//! |---|---|
//! | φᵢ, ψᵢ | hat function of corner i; its dual, ∫ ψᵢ φⱼ dA = δᵢⱼ ∫ φᵢ dA [Wohlmuth2000] |
//! | pᵢ, Gᵢ | pressure: the mean of p under φᵢ; weighted gap |
//! | g | gap at a node, from its true place on the curved surface, interpolated by the element's own functions |
//! | D_ia = ∫ ψᵢ N_a dA | what corner i's pressure puts on node a, and node a's gap on corner i |
//!
//! On linear faces D is diagonal: the gap is closed at the nodes. With hat functions instead of their duals the edge of the
//! patch rings by a tenth of the peak. No penalty, and no pressure taken from stresses: no checkerboard. Unknown are the
//! pressures of the corners that may touch: their compliance matrix comes from one factorisation and a column each.
//!
//! The same field of pressures by penalty and by augmented Lagrangian, as most programs have it, is in `penalised.rs`: for
//! comparison, and to see what it costs.
//!
//! *Assumes*: the surface may be folded onto the obstacle only once; loads are dead.
//!
//! *Checked by*: Hertz, all rows of [Askari2018] against an independent axisymmetric solution, a uniform pressure under
//! a plate (a contact patch test), in `tests/solid/contact.rs`.

mod correction;
mod friction;
mod obstacle;
mod penalised;
mod solution;
mod solver;
mod surface;
mod target;

pub use friction::FrictionContact;
pub use obstacle::Obstacle;
pub use penalised::PenaltySettings;
pub use solution::ContactSolution;
pub use solver::{ContactSettings, ContactWork, RigidContact};
pub use surface::ContactSurface;
pub(crate) use surface::visit_corners;

use nalgebra::Vector3;

/// How the obstacle is led.
#[derive(Debug, Clone, PartialEq)]
pub enum Leading {
    /// It is moved by so much, in m.
    Displacement(Vector3<f64>),
    /// It is pushed by a force, in N, and free to move along these directions (orthogonal unit vectors).
    Force {
        /// The force.
        force: Vector3<f64>,
        /// The directions.
        free: Vec<Vector3<f64>>,
    },
}
