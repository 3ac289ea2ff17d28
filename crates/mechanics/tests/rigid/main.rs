//! The planar multibody engine against things we did not write: closed forms, published reference solutions, conservation
//! laws, and another program.
#![allow(missing_docs, clippy::unwrap_used)]

mod adhesion;
mod andrews;
mod bad_input;
mod bearings;
mod contacts;
mod dynamics;
mod four_bars;
mod friction;
mod guided;
mod mechanisms;
mod peers;
mod redundant;
mod relaxation;
mod statics;
mod stiff;
