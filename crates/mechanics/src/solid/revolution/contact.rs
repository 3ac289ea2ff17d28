//! A ball in a cup whose compliance is known: pressure, force and its exact slope at any place of the ball.

use super::element::LayerMaterial;
use super::equilibrium::Rest;
use super::kernel::CupCompliance;
use super::operator::{ApproximateInverse, CircularOperator, OperatorRoom};
use super::table::CircularTable;
use crate::contact::Reaction;
use nalgebra::{Matrix3, Vector3};
use numerics::complementarity::{ComplementarityError, ContactLimits, ContactSet, ContactWork};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Candidates reach to gaps of this share of the deepest overlap, at first.
const FIRST_REACH: f64 = 0.2;
/// Closed points beyond this share of the reach ask for more candidates.
const NEAR_BORDER: f64 = 0.6;

/// A ball in an elastic cup, in the cup's axes: the pole at −z, the origin in the middle of its sphere.
///
/// Gaps are exact: distance from the ball's centre less its radius, meant over a cell. Pressure acts along the way to the
/// centre of the ball, so that the force is the slope of an energy,
///
/// `F = −Σ fᵢ mᵢ`, `∂F/∂e = −Mᵀ C⁻¹ M + Σ fᵢ (1 − m mᵀ)/|x − e|`
///
/// with C and M of the points that touch.
///
/// | symbol | field | unit |
/// |---|---|---|
/// | R | `radius`, of the bearing surface | m |
/// | R_b | `ball_radius` | m |
/// | C | compliance of the cup over E R | m/N |
#[derive(Debug, Clone)]
pub struct ElasticCup {
    compliance: Arc<CupCompliance>,
    table: CircularTable,
    inverse: ApproximateInverse,
    /// Where the gap of each point is asked for, with shares; the same number for every point.
    places: Vec<(Vector3<f64>, f64)>,
    per_point: usize,
    /// Area of each point.
    areas: Vec<f64>,
    radius: f64,
    ball_radius: f64,
    limits: ContactLimits,
}

/// Sizes and stiffness of a ball in a cup.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BallAndCup {
    /// Of the bearing surface, in m.
    pub radius: f64,
    /// In m.
    pub ball_radius: f64,
    /// Young's modulus of the articular layer, in Pa.
    pub modulus: f64,
    /// What the ball is made of, its modulus by that of the articular layer; nothing for a rigid one.
    pub ball: Option<LayerMaterial>,
}

/// Storage of one thread, with its last solution: the next search begins there.
#[derive(Debug, Clone)]
pub struct CupScratch {
    set: ContactSet,
    room: OperatorRoom,
    gap: Vec<f64>,
    candidates: Vec<usize>,
    columns: [Vec<f64>; 3],
    rights: [Vec<f64>; 3],
    /// The last place of rest.
    pub(super) rest: Option<Rest>,
    /// Solutions, exchanges and products so far.
    pub work: ContactWork,
    /// Contacts solved so far.
    pub solves: u64,
}

/// Error of closed gaps by the deepest overlap.
const RESIDUAL: f64 = 1e-8;
/// Residual of the systems behind the slope of the force.
const SLOPE: f64 = 1e-6;

impl ElasticCup {
    /// A cup with this compliance and a ball.
    pub fn new(compliance: Arc<CupCompliance>, sizes: &BallAndCup) -> Self {
        let BallAndCup { radius, ball_radius, modulus, ball } = *sizes;
        let scale = 1.0 / (modulus * radius);
        let mut table = CircularTable::new(&compliance, scale);
        if let Some(ball) = ball {
            table.add_ball(&compliance, &ball, scale);
        }
        let inverse = ApproximateInverse::new(&table);
        let per_point = compliance.rings.first().map_or(0, |ring| ring.places.len());
        let (mut places, mut areas) = (Vec::new(), Vec::new());
        for ring in &compliance.rings {
            for a in 0..ring.points {
                let (sin, cos) = libm::sincos(TAU * a as f64 / ring.points as f64);
                places.extend(
                    ring.places.iter().map(|[r, z, share]| (radius * Vector3::new(r * cos, r * sin, *z), *share)),
                );
                areas.push(ring.area * radius * radius / ring.points as f64);
            }
        }
        let limits = ContactLimits { residual: RESIDUAL, ..ContactLimits::default() };
        Self { compliance, table, inverse, places, per_point, areas, radius, ball_radius, limits }
    }

    /// Storage for a thread.
    pub fn scratch(&self) -> CupScratch {
        let points = self.areas.len();
        let zero = || vec![0.0; points];
        CupScratch {
            set: ContactSet::new(points),
            room: OperatorRoom::new(points),
            gap: zero(),
            candidates: Vec::with_capacity(points),
            columns: [zero(), zero(), zero()],
            rights: [zero(), zero(), zero()],
            rest: None,
            work: ContactWork::default(),
            solves: 0,
        }
    }

    /// The compliance.
    pub fn compliance(&self) -> &Arc<CupCompliance> {
        &self.compliance
    }

    /// Radius of the bearing surface.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Radius of the ball.
    pub fn ball_radius(&self) -> f64 {
        self.ball_radius
    }

    /// Middle of a point's cell, from the centre of the cup.
    pub(super) fn middle(&self, point: usize) -> &Vector3<f64> {
        &self.places[point * self.per_point + self.per_point / 2].0
    }

    /// Area of each point.
    pub fn areas(&self) -> &[f64] {
        &self.areas
    }

    /// Direction from the ball's centre to a point, meant over its cell, and the mean gap.
    fn meet(&self, point: usize, eccentricity: &Vector3<f64>) -> (Vector3<f64>, f64) {
        let (mut direction, mut gap) = (Vector3::zeros(), -self.ball_radius);
        for (place, share) in &self.places[point * self.per_point..(point + 1) * self.per_point] {
            let way = place - eccentricity;
            let length = way.norm();
            gap += share * length;
            direction += way * (share / length);
        }
        (direction, gap)
    }

    /// Finds the forces on all points with the ball's centre here.
    pub fn solve(&self, eccentricity: &Vector3<f64>, scratch: &mut CupScratch) -> Result<(), ComplementarityError> {
        scratch.solves += 1;
        let points = self.areas.len();
        let mut deepest = 0.0_f64;
        for point in 0..points {
            let gap = (self.middle(point) - eccentricity).norm() - self.ball_radius;
            scratch.gap[point] = gap;
            deepest = deepest.max(-gap);
        }
        let mut reach = FIRST_REACH;
        loop {
            scratch.candidates.clear();
            scratch.candidates.extend((0..points).filter(|&p| scratch.gap[p] < reach * deepest));
            let everything = scratch.candidates.len() == points;
            // Exact gaps of the candidates go where their own solution will be looked for.
            for k in 0..scratch.candidates.len() {
                let point = scratch.candidates[k];
                scratch.rights[0][point] = self.meet(point, eccentricity).1;
            }
            let CupScratch { set, room, rights, candidates, .. } = scratch;
            let mut operator = CircularOperator { table: &self.table, inverse: &self.inverse, room };
            let work = set.solve(&mut operator, &rights[0], candidates, &self.limits)?;
            scratch.work += work;
            let border = NEAR_BORDER * reach * deepest;
            if everything || deepest <= 0.0 || !scratch.set.closed().iter().any(|&p| scratch.gap[p] > border) {
                return Ok(());
            }
            reach *= 3.0;
        }
    }

    /// Force on the ball at the last solution, which must be for this place.
    pub fn force(&self, eccentricity: &Vector3<f64>, scratch: &CupScratch) -> Vector3<f64> {
        let forces = scratch.set.force();
        scratch.set.closed().iter().fold(Vector3::zeros(), |sum, &p| sum - forces[p] * self.meet(p, eccentricity).0)
    }

    /// Force on the ball and its exact derivative.
    pub fn reaction(
        &self,
        eccentricity: &Vector3<f64>,
        scratch: &mut CupScratch,
    ) -> Result<Reaction, ComplementarityError> {
        self.solve(eccentricity, scratch)?;
        let force = self.force(eccentricity, scratch);
        Ok(Reaction { force, tangent: self.compute_tangent(eccentricity, scratch)? })
    }

    /// Derivative of the force at the last solution, which must be for this place.
    pub(super) fn compute_tangent(
        &self,
        eccentricity: &Vector3<f64>,
        scratch: &mut CupScratch,
    ) -> Result<Matrix3<f64>, ComplementarityError> {
        let CupScratch { set, room, columns, rights, work, .. } = scratch;
        let mut tangent = Matrix3::zeros();
        for &p in set.closed() {
            let f = set.force()[p];
            let mut direction = Vector3::zeros();
            for (place, share) in &self.places[p * self.per_point..(p + 1) * self.per_point] {
                let way = place - eccentricity;
                let length = way.norm();
                let m = way / length;
                direction += *share * m;
                tangent += f * share / length * (Matrix3::identity() - m * m.transpose());
            }
            (0..3).for_each(|k| rights[k][p] = direction[k]);
        }
        let mut operator = CircularOperator { table: &self.table, inverse: &self.inverse, room };
        let slopes = ContactLimits { residual: SLOPE, ..self.limits };
        for (column, right) in columns.iter_mut().zip(rights.iter()) {
            work.products += set.solve_closed(&mut operator, right, column, &slopes)?;
        }
        for i in 0..3 {
            for j in 0..3 {
                tangent[(i, j)] -= set.closed().iter().map(|&p| rights[i][p] * columns[j][p]).sum::<f64>();
            }
        }
        Ok(0.5 * (tangent + tangent.transpose()))
    }

    /// Elastic energy at the last solution: half of the work of the forces on their displacements.
    pub fn energy(&self, eccentricity: &Vector3<f64>, scratch: &CupScratch) -> f64 {
        let forces = scratch.set.force();
        // On closed points the displacement is the overlap.
        scratch.set.closed().iter().map(|&p| -0.5 * forces[p] * self.meet(p, eccentricity).1).sum()
    }

    /// Pressure at a point at the last solution.
    pub fn pressure(&self, point: usize, scratch: &CupScratch) -> f64 {
        scratch.set.force()[point] / self.areas[point]
    }
}

impl CupScratch {
    /// Points that touch, sorted.
    pub fn closed(&self) -> &[usize] {
        self.set.closed()
    }

    /// Forgets the last solution.
    pub fn forget(&mut self) {
        self.set.forget();
        self.rest = None;
        self.columns.iter_mut().for_each(|column| column.fill(0.0));
    }
}
