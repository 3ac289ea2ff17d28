//! Solids by finite elements: meshes, elements, materials, statics, vibration, and contact with a rigid sphere.
//!
//! | what | where |
//! |---|---|
//! | meshes made here or read from Gmsh and Abaqus files, quality | [`mesh`] |
//! | tet4, tet10, hex8 with mean dilatation, hex20, hex27 | [`element`] |
//! | linear, St. Venant–Kirchhoff, neo-Hookean; the place for laws with memory | [`material`] |
//! | what is prescribed, and whether it holds the solid | [`Supports`] |
//! | the model: mesh, materials, supports, sparse pattern | [`Solid`] |
//! | equilibrium by Newton's method in load steps | [`Statics`] |
//! | frictionless contact with a rigid sphere, exact unilateral condition | [`contact`] |
//!
//! Total Lagrangian: gradients are taken by reference position, stresses are per reference area. The model is constant and
//! shared; [`SolidState`] moves.

mod assembly;
pub mod contact;
pub mod element;
mod error;
mod kernel;
mod load;
pub mod material;
pub mod mesh;
mod model;
mod modes;
mod statics;
mod supports;

pub use assembly::{Assembly, Lift};
pub use error::SolidError;
pub use material::Material;
pub use mesh::Mesh;
pub use model::{Solid, SolidState};
pub use statics::{StaticSettings, StaticWork, Statics};
pub use supports::Supports;
