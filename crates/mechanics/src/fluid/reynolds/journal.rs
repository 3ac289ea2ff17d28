//! A journal of finite length.

use super::field::FilmField;
use super::film::{Film, Motion};
use super::pool::Pool;
use super::response::Felt;
use super::solver::Solver;
use super::surface::Surface;
use super::{FilmError, FilmSettings};
use crate::fluid::{FilmResponse, JournalFilm, JournalMotion};
use nalgebra::{Matrix4x6, Vector2, Vector3, Vector4};

/// A journal in its bearing, axes parallel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JournalGeometry {
    /// Radius R, in m.
    pub radius: f64,
    /// Length L, in m.
    pub length: f64,
    /// Radial clearance c, in m.
    pub clearance: f64,
}

impl JournalGeometry {
    pub(super) fn surface(&self, settings: &FilmSettings) -> Result<Surface, FilmError> {
        for (what, value) in [("the radius", self.radius), ("the length", self.length)] {
            if !(value > 0.0 && value.is_finite()) {
                return Err(FilmError::BadNumber { what, value, hint: "it must be positive, for instance 14 mm" });
            }
        }
        if self.clearance > 0.1 * self.radius {
            let hint = "a film is thin: at most a tenth of the radius";
            return Err(FilmError::BadNumber { what: "the clearance", value: self.clearance, hint });
        }
        let grid = settings.grid;
        if grid.across % 2 == 1 {
            let hint = "both halves of a journal are the same: an even number";
            return Err(FilmError::BadNumber { what: "the number of cells across", value: grid.across as f64, hint });
        }
        Ok(Surface::cylinder(self.radius, self.length, [grid.around, grid.across / 2]))
    }
}

/// The film of a journal of finite length, as a solution of Reynolds' equation.
///
/// *Pitfalls*: the grid does not turn with the journal. On 64 cells around, a scene turned by part of a cell answers within
/// 0.2 %, Gümbel's film along the eccentricity is 0.3 % off at ε = 0.6 and 1 % at 0.9; refine beyond.
/// *Checked by* a manufactured solution (second order), the long and the short bearing, [Raimondi1958]'s table, the power
/// balance and derivatives against differences: see `tests`.
#[derive(Debug, Clone)]
pub struct ReynoldsJournal {
    film: Film,
    pool: Pool<Solver<6>>,
}

impl ReynoldsJournal {
    /// A film for a journal.
    pub fn new(geometry: JournalGeometry, settings: FilmSettings) -> Result<Self, FilmError> {
        let film = Film::new(geometry.surface(&settings)?, geometry.clearance, settings)?;
        Ok(Self { film, pool: Pool::default() })
    }

    /// What the bodies feel; an error where [`JournalFilm::response`] can only answer NaN.
    pub fn solve_response(&self, motion: &JournalMotion) -> Result<FilmResponse, FilmError> {
        self.solve(motion, |film, seen, solver| Ok(response(&film.compute_felt(seen, &solver.fields))))
    }

    /// The derivatives; an error where [`JournalFilm::tangent`] can only answer NaN.
    pub fn solve_tangent(&self, motion: &JournalMotion) -> Result<Matrix4x6<f64>, FilmError> {
        self.solve(motion, |film, seen, solver| {
            let felt = solver.compute_changes(film, seen, &directions())?;
            Ok(Matrix4x6::from_columns(&felt.map(|felt| {
                let FilmResponse { force, torques } = response(&felt);
                Vector4::new(force.x, force.y, torques[0], torques[1])
            })))
        })
    }

    /// Pressure, thickness and flows, cell by cell.
    pub fn solve_field(&self, motion: &JournalMotion) -> Result<FilmField, FilmError> {
        self.solve(motion, |film, seen, solver| Ok(film.compute_field(seen, solver)))
    }

    fn solve<T>(
        &self,
        motion: &JournalMotion,
        then: impl FnOnce(&Film, &Motion, &mut Solver<6>) -> Result<T, FilmError>,
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

impl JournalFilm for ReynoldsJournal {
    /// NaN when the film cannot be solved, which an integrator refuses; [`Self::solve_response`] says why.
    fn response(&self, motion: &JournalMotion) -> FilmResponse {
        let lost = FilmResponse { force: Vector2::repeat(f64::NAN), torques: [f64::NAN; 2] };
        self.solve_response(motion).unwrap_or(lost)
    }

    fn tangent(&self, motion: &JournalMotion) -> Matrix4x6<f64> {
        self.solve_tangent(motion).unwrap_or_else(|_| Matrix4x6::repeat(f64::NAN))
    }
}

pub(super) fn seen(motion: &JournalMotion) -> Motion {
    let flat = |v: Vector2<f64>| Vector3::new(v.x, v.y, 0.0);
    let [journal, bearing] = motion.spins;
    Motion {
        eccentricity: flat(motion.eccentricity),
        velocity: flat(motion.velocity),
        turn: Vector3::z() * (journal + bearing),
        slide: Vector3::z() * (journal - bearing),
    }
}

pub(super) fn response(felt: &Felt) -> FilmResponse {
    FilmResponse { force: felt.force.xy(), torques: [felt.drag.z - felt.shear.z, felt.drag.z + felt.shear.z] }
}

/// Unit changes of the six numbers of a [`JournalMotion`].
fn directions() -> [Motion; 6] {
    let still = JournalMotion { eccentricity: Vector2::zeros(), velocity: Vector2::zeros(), spins: [0.0; 2] };
    let (x, y) = (Vector2::x(), Vector2::y());
    [
        JournalMotion { eccentricity: x, ..still },
        JournalMotion { eccentricity: y, ..still },
        JournalMotion { velocity: x, ..still },
        JournalMotion { velocity: y, ..still },
        JournalMotion { spins: [1.0, 0.0], ..still },
        JournalMotion { spins: [0.0, 1.0], ..still },
    ]
    .map(|motion| seen(&motion))
}
