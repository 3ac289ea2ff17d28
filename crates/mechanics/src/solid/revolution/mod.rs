//! Bodies of revolution by finite elements of their meridian: how a lined cup gives way, and a ball in it.
//!
//! ```
//! use std::f64::consts::FRAC_PI_2;
//! use std::sync::Arc;
//!
//! use mechanics::solid::revolution::{
//!     BallAndCup, CupCompliance, Edge, ElasticCup, LayerMaterial, Profile, Resolution, RevolvedLayer,
//! };
//! use nalgebra::Vector3;
//!
//! // A liner of 8 mm in a rigid shell, and a head that is pressed to its pole.
//! let liner = RevolvedLayer { thickness: 8.0 / 14.0, material: LayerMaterial { modulus: 1.0, poisson: 0.4 } };
//! let profile = Profile { rim_angle: FRAC_PI_2, edge: Edge::Sharp, layers: vec![liner], held_to: FRAC_PI_2 };
//! let compliance = CupCompliance::compute(&profile, &Resolution { cells: 8, ..Resolution::default() })?;
//! let sizes = BallAndCup { radius: 14e-3, ball_radius: 13.92e-3, modulus: 500e6, ball: None };
//! let cup = ElasticCup::new(Arc::new(compliance), &sizes);
//! let (pressed, mut scratch) = (Vector3::new(0.0, 0.0, -0.2e-3), cup.scratch());
//! cup.solve(&pressed, &mut scratch)?;
//! assert!(cup.force(&pressed, &scratch).z > 500.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The compliance of a body of revolution is diagonal in harmonics of the azimuth: a two-dimensional problem for each. What is
//! kept of it is a small matrix a harmonic between the cells of the bearing surface ([`CupCompliance`]); contact is then a
//! complementarity problem on the points that may touch ([`ElasticCup`]), at any place of the ball.

mod ball;
mod body;
mod bytes;
mod contact;
mod element;
mod equilibrium;
mod family;
mod fold;
mod kernel;
mod mesh;
mod operator;
mod patch;
mod plane;
mod potential;
mod pressure_map;
mod profile;
mod rings;
mod table;
#[cfg(test)]
mod tests;
mod worn;
mod worn_picture;
mod worn_rest;

pub use contact::{BallAndCup, CupScratch, ElasticCup};
pub use element::LayerMaterial;
pub use equilibrium::CupError;
pub use family::{CupFamily, FamilyError, FamilyRange};
pub use kernel::{ComplianceError, CupCompliance};
pub use mesh::Resolution;
pub use patch::CupPatch;
pub use potential::CupPotential;
pub use pressure_map::{PressureMap, Sight};
pub use profile::{Edge, Profile, ProfileError, RevolvedLayer};
pub use rings::Ring;
pub use table::CircularTable;
pub use worn::{WornElasticCup, WornScratch, WornShape};
pub use worn_rest::WornRest;
