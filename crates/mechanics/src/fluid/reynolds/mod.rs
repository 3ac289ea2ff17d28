//! Reynolds' equation on the unwrapped film, by finite volumes.
//!
//! ```
//! use mechanics::fluid::reynolds::{Cavitation, FilmSettings, Grid, JournalGeometry, ReynoldsJournal};
//! use mechanics::fluid::{Fluid, JournalMotion};
//! use nalgebra::Vector2;
//!
//! let settings = FilmSettings {
//!     grid: Grid { around: 32, across: 16 },
//!     fluid: Fluid::Newtonian { viscosity: 0.01 },
//!     cavitation: Cavitation::Reynolds { pressure: 0.0 },
//!     liner: None,
//!     groove: None,
//!     thinnest: 50e-9,
//! };
//! let geometry = JournalGeometry { radius: 14e-3, length: 20e-3, clearance: 50e-6 };
//! let turning =
//!     JournalMotion { eccentricity: Vector2::new(25e-6, 0.0), velocity: Vector2::zeros(), spins: [10.0, 0.0] };
//! let felt = ReynoldsJournal::new(geometry, settings)?.solve_response(&turning)?;
//! assert!(felt.force.norm() > 0.0 && felt.dissipation(&turning) > 0.0);
//! # Ok::<(), mechanics::fluid::reynolds::FilmError>(())
//! ```
//!
//! `∇·(h³/(12 μ) ∇p) = ∇·(½ h (U₁ + U₂)) + ∂h/∂t`
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | p | pressure above ambient | Pa |
//! | h = c − e·n (+ p/k) | film thickness: clearance c, eccentricity e, outward normal n, liner stiffness k | m |
//! | μ | viscosity, constant or of the local shear rate | Pa·s |
//! | U₁, U₂ | velocities of both surfaces | m/s |
//!
//! | door | film |
//! |---|---|
//! | [`ReynoldsJournal`] | a journal of finite length: [`super::JournalFilm`] with exact tangent |
//! | [`ReynoldsBall`] | a ball in a socket up to its rim, in three dimensions, likewise |
//! | [`MassConservingJournal`], [`MassConservingBall`] | the fill fraction as a state of its own |
//!
//! **Discretisation.** Columns of cells around, from the middle plane (or the pole) to the rim; the flow through a face is
//! written once (`flow.rs`), so that every cell loses what its neighbour gains. Moments are summed from the same faces as
//! the drag: with the discrete numbers, `force·velocity + torques·spins = −(Σ κ (p₁ − p₂)² + shear)` to rounding.
//! Second order in the cell size.
//!
//! **Linear algebra.** An envelope factorisation of our own ([`numerics::skyline`]). Rigid Newtonian films have a
//! symmetric matrix; soft liners and mass-conserving films a general one. See `equations.rs` for the order.
//!
//! **Cost.** Response and tangent of a journal on 64 × 32 cells (1024 unknowns by symmetry), instructions counted by
//! `examples/reynolds_cost`: 9.2 million with a film all the way round (0.8 ms on a busy core), of which the factors take 4.0
//! and the seven right-hand sides 1.9; 6.7 million (0.55 ms) with Reynolds' condition along an orbit in small steps, 1.6
//! factorisations each. The first solution takes about ten more.
//!
//! **Who owns what.** A film is constant and shared; room to work in is pooled behind a lock that is held only to take it
//! out and to put it back. Nothing is allocated once the pool has as many workspaces as there are threads. A workspace
//! remembers its last motion (a tangent after a response costs no second solution) and which cells were ruptured (a first
//! guess: the answer is the same without it).
//!
//! *Assumes* thin laminar film, no inertia, pressure constant across it, ends and rim in a bath at ambient pressure.

mod ball;
mod equations;
mod field;
mod film;
mod flow;
mod journal;
mod mass;
mod pool;
mod response;
mod settings;
mod solver;
mod surface;
mod thinning;

#[cfg(test)]
mod tests;

pub use ball::{BallGeometry, BallMotion, BallResponse, ReynoldsBall};
pub use field::FilmField;
pub use journal::{JournalGeometry, ReynoldsJournal};
pub use mass::{FluidState, MassBalance, MassConservingBall, MassConservingJournal};
pub use settings::{Cavitation, FilmError, FilmSettings, FilmWork, Grid, Groove};
