//! Where to sample: points of the unit cube, and the distributions that stretch them.
//!
//! ```
//! use numerics::sampling::{Distribution, Random, draw_latin_hypercube};
//!
//! let thickness = Distribution::Normal { mean: 8e-3, deviation: 0.5e-3 };
//! let points = draw_latin_hypercube(100, 1, &mut Random::new(7));
//! let mean = points.rows().map(|point| thickness.quantile(point[0])).sum::<f64>() / 100.0;
//! assert!((mean - 8e-3).abs() < 1e-5);
//! ```
//!
//! A study draws points of the unit cube, `[0, 1)` in every direction, and lets each parameter's [`Distribution`] turn its
//! coordinate into a value (inverse transform). Every draw depends on a seed and on the number of the run alone, never on
//! the order in which threads ask.

mod distribution;
mod latin;
mod normal;
mod points;
mod random;
mod sobol;

pub use distribution::{Distribution, DistributionError};
pub use latin::{draw_latin_hypercube, draw_maximin_latin_hypercube};
pub use normal::{normal_cumulative, normal_density, normal_quantile};
pub use points::Points;
pub use random::Random;
pub use sobol::{SOBOL_DIMENSIONS, SequenceError, draw_sobol_sequence};
