//! Solids by finite elements: meshes, elements, materials, statics, vibration, and contact with rigid obstacles.
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
