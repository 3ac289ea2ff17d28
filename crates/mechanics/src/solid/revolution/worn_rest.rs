//! Where a ball rests in a worn elastic cup.

use super::equilibrium::CupError;
use super::worn::{WornElasticCup, WornScratch, WornShape};
use crate::reaction::Pull;
use nalgebra::{Matrix3, Vector3};
use numerics::complementarity::{ComplementarityError, ContactLimits};

/// Forces balance to this share of the pull; a lifetime asks for a percent.
const BALANCE: f64 = 1e-5;
/// Gaps are closed to this share of the deepest overlap at the end, on the way to this share of the imbalance, at first to this.
const AT_REST: f64 = 1e-6;
const INEXACT: f64 = 1e-2;
const ROUGHEST: f64 = 1e-3;
/// Residual of the systems behind the slope: a search corrects it by itself.
const SLOPE: f64 = 1e-3;
/// Steps of the search.
const MOST_STEPS: usize = 60;
/// A step that leaves more than this share of the imbalance asks for the exact slope.
const POOR: f64 = 0.3;
/// Shares of a pull where all of it at once is too much.
const SHARES: [f64; 5] = [0.05, 0.15, 0.4, 0.7, 1.0];

/// A place of rest, and the slope of the cup's force there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WornRest {
    /// Where the ball is.
    pub place: Vector3<f64>,
    slope: Matrix3<f64>,
}

impl WornRest {
    /// A place to begin at, of which nothing else is known.
    pub fn guess(place: Vector3<f64>) -> Self {
        Self { place, slope: Matrix3::zeros() }
    }
}

impl WornElasticCup {
    /// Force on the ball at the last solution, which must be for this place.
    pub fn force(&self, shape: &WornShape, e: &Vector3<f64>, scratch: &WornScratch) -> Vector3<f64> {
        let forces = scratch.forces();
        scratch.closed().iter().fold(Vector3::zeros(), |sum, &p| sum - forces[p] * self.meet(shape, p, e).0)
    }

    /// Derivative of the force at the last solution: `−Mᵀ C⁻¹ M + Σ fᵢ (1 − m mᵀ)/|x − e|`.
    pub fn compute_tangent(
        &self,
        shape: &WornShape,
        e: &Vector3<f64>,
        scratch: &mut WornScratch,
    ) -> Result<Matrix3<f64>, ComplementarityError> {
        let WornScratch { set, block, columns, rights, work, .. } = scratch;
        let mut tangent = Matrix3::zeros();
        for &p in set.closed() {
            let f = set.force()[p];
            let mut direction = Vector3::zeros();
            for (place, share) in self.cell(shape, p) {
                let way = place - e;
                let length = way.norm();
                let m = way / length;
                direction += share * m;
                tangent += f * share / length * (Matrix3::identity() - m * m.transpose());
            }
            (0..3).for_each(|axis| rights[axis][p] = direction[axis]);
        }
        let slopes = ContactLimits { residual: SLOPE, ..ContactLimits::default() };
        for (column, right) in columns.iter_mut().zip(rights.iter()) {
            work.products += set.solve_closed(&mut self.operator(block), right, column, &slopes)?;
        }
        let dot = |i: usize, j: usize| set.closed().iter().map(|&p| rights[i][p] * columns[j][p]).sum::<f64>();
        for i in 0..3 {
            for j in 0..3 {
                tangent[(i, j)] -= 0.5 * (dot(i, j) + dot(j, i));
            }
        }
        Ok(tangent)
    }

    /// Where the ball rests under a pull, from a place of rest under a similar one; the solution is left in `scratch`.
    ///
    /// Newton's method. The slope of the place before is good enough to begin with; it is corrected by what every step finds
    /// [Broyden1965], and replaced by the exact one where a step does little.
    ///
    /// # Errors
    /// When nothing balances: the ball leaves the cup.
    pub fn solve_rest(
        &self,
        shape: &WornShape,
        pull: &Pull,
        from: &WornRest,
        scratch: &mut WornScratch,
    ) -> Result<WornRest, CupError> {
        self.search(shape, pull, from, scratch).or_else(|_| {
            // With more and more of the pull: near the rim a whole one from a poor guess leads astray.
            let mut rest = WornRest::guess(from.place);
            for share in SHARES {
                let spring = pull.spring.map(|(along, stiffness, rest)| (along, stiffness, share * rest));
                rest = self.search(shape, &Pull { load: pull.load * share, spring }, &rest, scratch)?;
            }
            Ok(rest)
        })
    }

    fn search(
        &self,
        shape: &WornShape,
        pull: &Pull,
        from: &WornRest,
        scratch: &mut WornScratch,
    ) -> Result<WornRest, CupError> {
        let mut e = from.place;
        let mut slope = (from.slope != Matrix3::zeros()).then_some(from.slope);
        let spring = pull.spring.map_or(Matrix3::zeros(), |(along, k, _)| along * along.transpose() * k);
        let size = pull.load.norm().max(pull.at(&e).norm());
        let mut last: Option<(Vector3<f64>, Vector3<f64>)> = None;
        let mut best = f64::INFINITY;
        let mut within = ROUGHEST;
        let mut push = 2e-6;
        for _ in 0..MOST_STEPS {
            if !(e.norm() < self.ball_radius) {
                break;
            }
            self.close(shape, &e, within, scratch)?;
            let mut force = self.force(shape, &e, scratch);
            // Balance that the roughness of the contact may have feigned is looked at again.
            while within > AT_REST && (force + pull.at(&e)).norm() / size < within {
                within = (INEXACT * within).max(AT_REST);
                self.close(shape, &e, within, scratch)?;
                force = self.force(shape, &e, scratch);
            }
            let imbalance = force + pull.at(&e);
            let residual = imbalance.norm() / size;
            best = best.min(residual);
            if residual < BALANCE && within <= AT_REST {
                return Ok(WornRest { place: e, slope: slope.unwrap_or_else(Matrix3::zeros) });
            }
            // A step leaves about the square of the imbalance.
            within = (INEXACT * residual * residual.max(1e-3)).clamp(AT_REST, within);
            if force.norm() < 1e-6 * size {
                // Apart: half of the way back, or on along the pull into contact.
                push *= 2.0;
                e += last.take().map_or_else(|| imbalance * (push / imbalance.norm()), |(step, _)| -0.5 * step);
                continue;
            }
            slope = slope
                .zip(last)
                .map(|(known, (step, before))| {
                    known + (imbalance - before - (known - spring) * step) * step.transpose() / step.norm_squared()
                })
                .or(slope);
            let poor = last.is_some_and(|(_, before)| imbalance.norm() > POOR * before.norm());
            if poor || slope.is_none() {
                slope = Some(self.compute_tangent(shape, &e, scratch)?);
            }
            let mut step = slope
                .and_then(|slope: Matrix3<f64>| (slope - spring).lu().solve(&-imbalance))
                .filter(|step| step.iter().all(|x| x.is_finite()))
                .ok_or(CupError::NoRest { residual })?;
            // Few points promise too much.
            let most = 0.3 * e.norm().max(self.clearance);
            if step.norm() > most {
                step *= most / step.norm();
            }
            e += step;
            last = Some((step, imbalance));
        }
        Err(CupError::NoRest { residual: best })
    }
}
