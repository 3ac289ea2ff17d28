//! How equations are solved: integrators, events, roots, quadrature, splines, smoothing, sparse factors.
//!
//! Nothing here knows bodies, materials, units or files. Sizes are known to the compiler, or storage is made once, so that
//! a time step, a root search or the evaluation of a spline never allocates.
//!
//! | module | purpose |
//! |---|---|
//! | [`ode`] | initial value problems: five adaptive schemes behind one interface, dense output, events |
//! | [`root`] | zeros of one function in a bracket, and of a small system by damped Newton |
//! | [`quadrature`] | Gauss–Legendre rules, and an adaptive Gauss–Kronrod integral |
//! | [`complementarity`] | what is either open or pressed: linear complementarity with equilibrium |
//! | [`gaps`] | the same again and again on one compliance, without allocation, from a warm start |
//! | [`distribution`] | a load shared among many: bounded unknowns, few equations, the cheapest choice, frame after frame |
//! | [`cone`] | contacts with friction: reactions in second-order cones, three solvers judged by one residual |
//! | [`sparse`] | large sparse symmetric systems: pattern, assembly, factorisation, many right-hand sides |
//! | [`skyline`] | sparse factors within an envelope: symmetric and general matrices without pivoting |
//! | [`spline`] | periodic, natural, open and monotone cubic curves through unevenly spaced knots |
//! | [`smoothing`] | zero-lag Butterworth filter, penalised least squares |
//! | [`sampling`] | random numbers with seeds, distributions, Latin hypercubes, Sobol sequences |
//! | [`sensitivity`] | which input matters: Morris' elementary effects, Sobol's indices with confidence |
//! | [`optimise`] | searches without derivatives that ask for evaluations and are told the results |
//! | [`regression`] | functions fitted to samples: response surface, Kriging, Poly-Fourier |
//! | [`elliptic`] | Carlson's symmetric integrals and the complete elliptic integrals |

// Named so that every program with this room takes its sines and powers from there.
use elementary as _;

mod bounded;
pub mod complementarity;
pub mod cone;
mod dense;
pub mod distribution;
pub mod elliptic;
pub mod gaps;
mod linear;
pub mod ode;
pub mod optimise;
pub mod quadrature;
pub mod regression;
pub mod root;
pub mod sampling;
pub mod sensitivity;
pub mod skyline;
pub mod smoothing;
pub mod sparse;
pub mod spline;

pub use dense::Room;
