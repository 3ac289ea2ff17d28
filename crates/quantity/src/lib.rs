//! What a number means at the border: physical quantities with units, SI inside.
//!
//! A study file says `"80 um"`; the program computes with `8e-5`. This room stands between the two, and nowhere else:
//!
//! ```
//! use quantity::{Length, Pressure};
//!
//! let clearance: Length = "80 µm".parse()?;
//! assert_eq!(clearance.si(), 80e-6);
//! assert_eq!(clearance, Length::micrometres(80.0));
//! assert_eq!(clearance.to_string(), "80 um");
//! let error = "5 mm".parse::<Pressure>().expect_err("a length is no pressure").to_string();
//! assert_eq!(error, "'5 mm' is a length, but a pressure is expected (Pa, kPa, MPa, GPa, bar)");
//! # Ok::<(), quantity::QuantityError>(())
//! ```
//!
//! Text and number never drift apart: whatever a quantity prints, it reads back to the same 64 bits.

// Named so that every program with this room takes its logarithms and powers from there.
use elementary as _;

mod error;
mod kinds;
mod named;
mod names;
mod parse;
mod show;
mod types;
mod unit;

pub use error::QuantityError;
pub use named::NamedKind;
pub use names::{Described, describe_si};
pub use types::{
    Acceleration, Angle, AngularVelocity, DampingCoefficient, Density, Force, Frequency, HertzStiffness,
    InverseVelocity, Length, Mass, Moment, MomentOfInertia, Pressure, QuadraticStiffness, Stiffness, SurfaceEnergy,
    Time, TorsionalDamping, TorsionalStiffness, Velocity, Viscosity, WearFactor,
};
