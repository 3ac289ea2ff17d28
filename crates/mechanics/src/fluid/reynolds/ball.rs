//! A ball in a socket.

use super::field::FilmField;
use super::film::{Film, Motion};
use super::pool::Pool;
use super::response::Felt;
use super::solver::Solver;
use super::surface::Surface;
use super::{FilmError, FilmSettings};
use nalgebra::{SMatrix, SVector, Vector3};
use std::f64::consts::PI;

/// A ball in a spherical socket.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallGeometry {
    /// Radius R, in m.
    pub radius: f64,
    /// Radial clearance c, in m.
    pub clearance: f64,
    /// Angle from the pole of the socket to its rim, in rad: π/2 for a hemisphere.
    pub rim: f64,
}

impl BallGeometry {
    pub(super) fn surface(&self, settings: &FilmSettings) -> Result<Surface, FilmError> {
        let Self { radius, clearance, rim } = *self;
        if !(radius > 0.0 && radius.is_finite()) {
            let hint = "it must be positive, for instance 14 mm";
            return Err(FilmError::BadNumber { what: "the radius", value: radius, hint });
        }
        if clearance > 0.1 * radius {
            let hint = "a film is thin: at most a tenth of the radius";
            return Err(FilmError::BadNumber { what: "the clearance", value: clearance, hint });
        }
        if !(rim > 0.0 && rim < PI) {
            let hint = "between zero and 180 degrees, for instance 90 degrees";
            return Err(FilmError::BadNumber { what: "the angle of the rim", value: rim, hint });
        }
        Ok(Surface::cap(radius, rim, [settings.grid.around, settings.grid.across]))
    }
}

/// How a ball moves in its socket: components along the socket's axes, the third of which points from its centre to its
/// pole; rates in axes that do not turn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallMotion {
    /// Centre of the ball less that of the socket, in m.
    pub eccentricity: Vector3<f64>,
    /// Its rate, in m/s.
    pub velocity: Vector3<f64>,
    /// Angular velocities of the ball and of the socket, in rad/s. The wedge sees their sum, the shear their difference.
    pub spins: [Vector3<f64>; 2],
}

/// What the film does to ball and socket, in the axes of the motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallResponse {
    /// Force on the ball at its centre, in N; the socket feels the opposite at its own centre.
    pub force: Vector3<f64>,
    /// Moments on the ball and on the socket, each about its own centre, in N·m.
    pub torques: [Vector3<f64>; 2],
}

impl BallResponse {
    /// Power that the film takes out of the bodies' motion, −(force·velocity + torques·spins), in W: never negative.
    pub fn dissipation(&self, motion: &BallMotion) -> f64 {
        let turning: f64 = self.torques.iter().zip(&motion.spins).map(|(torque, spin)| torque.dot(spin)).sum();
        -(self.force.dot(&motion.velocity) + turning)
    }
}

/// The spherical film between a ball and its socket, as a solution of Reynolds' equation.
///
/// *Pitfalls*: cells crowd at the pole; a squeeze film there is resolved better than one near the rim. The rim is taken
/// to be flooded.
/// *Checked by* the exact hemispherical squeeze film, rotation of the scene about the pole, the power balance and
/// derivatives against differences: see `tests`.
#[derive(Debug, Clone)]
pub struct ReynoldsBall {
    film: Film,
    pool: Pool<Solver<12>>,
}

impl ReynoldsBall {
    /// A film for a ball.
    pub fn new(geometry: BallGeometry, settings: FilmSettings) -> Result<Self, FilmError> {
        let film = Film::new(geometry.surface(&settings)?, geometry.clearance, settings)?;
        Ok(Self { film, pool: Pool::default() })
    }

    /// What the bodies feel.
    pub fn solve_response(&self, motion: &BallMotion) -> Result<BallResponse, FilmError> {
        self.solve(motion, |film, seen, solver| Ok(response(&film.compute_felt(seen, &solver.fields))))
    }

    /// Derivatives of (force, torque on the ball, torque on the socket) by (eccentricity, velocity, spin of the ball, spin
    /// of the socket), three components each.
    pub fn solve_tangent(&self, motion: &BallMotion) -> Result<SMatrix<f64, 9, 12>, FilmError> {
        self.solve(motion, |film, seen, solver| {
            let felt = solver.compute_changes(film, seen, &directions())?;
            Ok(SMatrix::from_columns(&felt.map(|felt| {
                let BallResponse { force, torques: [ball, socket] } = response(&felt);
                SVector::<f64, 9>::from_iterator(force.iter().chain(&ball).chain(&socket).copied())
            })))
        })
    }

    /// Pressure, thickness and flows, cell by cell.
    pub fn solve_field(&self, motion: &BallMotion) -> Result<FilmField, FilmError> {
        self.solve(motion, |film, seen, solver| Ok(film.compute_field(seen, solver)))
    }

    fn solve<T>(
        &self,
        motion: &BallMotion,
        then: impl FnOnce(&Film, &Motion, &mut Solver<12>) -> Result<T, FilmError>,
    ) -> Result<T, FilmError> {
        let seen = seen(motion);
        self.pool.borrow(
            || Solver::new(&self.film, false),
            |solver| {
                solver.solve(&self.film, &seen)?;
                then(&self.film, &seen, solver)
            },
        )
    }
}

pub(super) fn seen(motion: &BallMotion) -> Motion {
    let BallMotion { eccentricity, velocity, spins: [ball, socket] } = *motion;
    Motion { eccentricity, velocity, turn: ball + socket, slide: ball - socket }
}

pub(super) fn response(felt: &Felt) -> BallResponse {
    BallResponse { force: felt.force, torques: [felt.drag - felt.shear, felt.drag + felt.shear] }
}

/// Unit changes of the twelve numbers of a [`BallMotion`].
fn directions() -> [Motion; 12] {
    std::array::from_fn(|k| {
        let unit = |group: usize| if k / 3 == group { Vector3::ith(k % 3, 1.0) } else { Vector3::zeros() };
        seen(&BallMotion { eccentricity: unit(0), velocity: unit(1), spins: [unit(2), unit(3)] })
    })
}
