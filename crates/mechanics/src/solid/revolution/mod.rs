//! Bodies of revolution by finite elements of their meridian: how a lined cup gives way, and a ball in it.
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
