//! Where a ball rests in an elastic cup.

use super::contact::{AT_REST, CupScratch, ElasticCup};
use super::plane::Plane;
use nalgebra::{Matrix3, Rotation3, Vector3};
use numerics::complementarity::ComplementarityError;

/// Forces balance to this share of the load.
const BALANCE: f64 = 1e-6;
/// On the way gaps are closed to this share of the imbalance, and never worse than this.
const INEXACT: f64 = 1e-2;
const ROUGHEST: f64 = 1e-3;
/// Steps of the search.
const MOST_STEPS: usize = 60;
/// A step that leaves more than this share of the imbalance asks for the exact slope.
const POOR: f64 = 0.3;

/// How the depth grows with the load, between Hertz's law and a conforming patch.
const DEEPER: f64 = 0.62;

/// A place of rest, in the axes of its plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    place: Vector3<f64>,
    load: Vector3<f64>,
    slope: Matrix3<f64>,
}

/// Why a contact was not found.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CupError {
    /// Which points touch.
    #[error(transparent)]
    Contact(#[from] ComplementarityError),
    /// No place where the cup carries the load.
    #[error("no place of rest: {:.1e} of the load is left over", residual)]
    NoRest {
        /// By the load.
        residual: f64,
    },
}

impl ElasticCup {
    /// Where the ball rests under a load that presses it into the cup; `start` is where to look first, unless the place of rest
    /// before is a better guess.
    ///
    /// Newton's method. The slope of the last place of rest, turned with the load, is good enough to begin with; it is corrected
    /// by what every step finds [Broyden1965], and replaced by the exact one where a step does little.
    pub fn solve_equilibrium(
        &self,
        load: &Vector3<f64>,
        start: Vector3<f64>,
        scratch: &mut CupScratch,
    ) -> Result<Vector3<f64>, CupError> {
        // Everything happens in the plane of the load.
        let plane = Plane::of(load);
        let (load, start) = (&plane.enter(load), plane.enter(&start));
        let size = load.norm();
        let clearance = self.radius() - self.ball_radius();
        let known = scratch.rest.and_then(|rest| {
            let turn = Rotation3::rotation_between(&rest.load, load)?.into_inner();
            // Turned with the load, and deeper as the load has grown.
            let (depth, e) = (rest.place.norm() - clearance, turn * rest.place);
            let grown = (size / rest.load.norm()).powf(DEEPER);
            let near = (0.2..5.0).contains(&grown) && depth > 0.0;
            near.then(|| {
                (turn * rest.slope * turn.transpose() * grown.sqrt(), e.normalize() * (clearance + depth * grown))
            })
        });
        let (mut slope, mut e) = known.map_or((None, start), |(slope, e)| (Some(slope), e));
        // The step before, and the imbalance that asked for it.
        let mut last: Option<(Vector3<f64>, Vector3<f64>)> = None;
        let mut best = f64::INFINITY;
        let mut within = ROUGHEST;
        for _ in 0..MOST_STEPS {
            self.close(&e, within, scratch)?;
            let mut force = self.force_in_plane(&e, scratch);
            // Balance that the roughness of the contact may have feigned is looked at again.
            while within > AT_REST && (force + load).norm() / size < within {
                within = (INEXACT * within).max(AT_REST);
                self.close(&e, within, scratch)?;
                force = self.force_in_plane(&e, scratch);
            }
            let imbalance = force + load;
            let residual = imbalance.norm() / size;
            best = best.min(residual);
            if residual < BALANCE && within <= AT_REST {
                scratch.rest = slope.map(|slope| Rest { place: e, load: *load, slope });
                return Ok(plane.leave(&e));
            }
            // A step leaves about the square of the imbalance.
            within = (INEXACT * residual * residual.max(1e-3)).clamp(AT_REST, within);
            if force.norm() < 1e-6 * size {
                // Apart: half of the way back, or on along the load into contact.
                e += last.take().map_or(load * (0.3 * clearance / size), |(step, _)| -0.5 * step);
                continue;
            }
            // Broyden's correction, unless the step did little.
            slope = slope
                .zip(last)
                .map(|(known, (step, before))| {
                    known + (imbalance - before - known * step) * step.transpose() / step.norm_squared()
                })
                .or(slope);
            let poor = last.is_some_and(|(_, before)| imbalance.norm() > POOR * before.norm());
            if poor || slope.is_none() {
                slope = Some(self.compute_tangent(&e, &force, scratch)?);
            }
            let mut step = slope
                .and_then(|slope: Matrix3<f64>| slope.lu().solve(&-imbalance))
                .filter(|step| step.iter().all(|x| x.is_finite()))
                .ok_or(CupError::NoRest { residual })?;
            // Few points promise too much.
            let most = 0.3 * e.norm().max(clearance);
            if step.norm() > most {
                step *= most / step.norm();
            }
            e += step;
            last = Some((step, imbalance));
        }
        Err(CupError::NoRest { residual: best })
    }
}
