//! Solids by finite elements: meshes, elements, materials, statics, vibration, and contact with rigid obstacles.
//!
//! ```
//! use mechanics::material::Elastic;
//! use mechanics::solid::element::ElementKind;
//! use mechanics::solid::mesh::Brick;
//! use mechanics::solid::{Material, Solid, StaticSettings, Statics, Supports};
//! use nalgebra::Vector3;
//!
//! // A bar of 1 m that is pulled with a thousandth of its modulus becomes 1 mm longer.
//! let mesh = Brick { size: [1.0, 0.1, 0.1], cells: [4, 1, 1] }.mesh(ElementKind::Hex8)?;
//! let supports = Supports::none()
//!     .hold(&mesh.nodes_of("x-")?, 0)
//!     .hold(&mesh.nodes_of("y-")?, 1)
//!     .hold(&mesh.nodes_of("z-")?, 2);
//! let material = Material::Linear(Elastic { modulus: 1e9, poisson: 0.4, density: 938.0 });
//! let solid = Solid::new(mesh, material, supports)?;
//! let load = solid.compute_traction(solid.mesh().surface("x+")?, |_, _| Vector3::new(1e6, 0.0, 0.0));
//! let mut state = solid.state();
//! Statics::new(&solid).solve(&load, &mut state, &StaticSettings::default())?;
//! let longer = state.displacement.iter().map(|u| u.x).fold(0.0, f64::max);
//! assert!((longer - 1e-3).abs() < 1e-9);
//! # Ok::<(), mechanics::solid::SolidError>(())
//! ```
//!
//! | what | where |
//! |---|---|
//! | meshes made here or read from Gmsh and Abaqus files, quality | [`mesh`] |
//! | tet4, tet10, hex8 with mean dilatation, hex20, hex27 | [`element`] |
//! | linear, St. Venant–Kirchhoff, neo-Hookean; the place for laws with memory | [`material`] |
//! | what is prescribed, and whether it holds the solid | [`Supports`] |
//! | the model: mesh, materials, supports, sparse pattern | [`Solid`] |
//! | equilibrium by Newton's method in load steps | [`Statics`] |
//! | contact with a rigid obstacle, exact unilateral condition | [`contact`] |
//! | how a surface gives way to pressures, once for all poses | [`SurfaceCompliance`] |
//! | motion in time with impacts, friction and coupled wear | [`dynamics`] |
//!
//! Total Lagrangian: gradients are taken by reference position, stresses are per reference area. The model is constant and
//! shared; [`SolidState`] moves.

mod assembly;
pub mod contact;
pub mod dynamics;
pub mod element;
mod error;
mod kernel;
mod load;
pub mod material;
pub mod mesh;
mod model;
mod modes;
pub mod revolution;
mod statics;
mod stress;
mod supports;
mod surface_compliance;

pub use assembly::{Assembly, Lift};
pub use error::SolidError;
pub use material::Material;
pub use mesh::Mesh;
pub use model::{Solid, SolidState};
pub use statics::{StaticSettings, StaticWork, Statics};
pub use supports::Supports;
pub use surface_compliance::{NoCompliance, SurfaceCompliance};
