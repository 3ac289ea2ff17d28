//! A ball in a cup whose compliance is known: pressure, force and its exact slope at any place of the ball.

use super::element::LayerMaterial;
use super::equilibrium::Rest;
use super::fold::Halves;
use super::kernel::CupCompliance;
use super::operator::{ApproximateInverse, Block, BlockOperator};
use super::plane::Plane;
use super::table::{CircularTable, Run};
use crate::reaction::Reaction;
use nalgebra::{Matrix3, Vector3};
use numerics::complementarity::{ComplementarityError, ContactLimits, ContactSet, ContactWork};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Candidates reach to gaps of this share of the deepest overlap, where nothing is known yet; so far all are looked at.
const FIRST_REACH: f64 = 0.2;
/// How far closed points keep away from the last candidates, how far candidates are looked for, and how far they are kept: in
/// shares of the overlap between the deepest point and the edge of the patch.
const NEAR_BORDER: f64 = 0.15;
const AHEAD: f64 = 0.3;
const KEPT: f64 = 0.45;

/// A ball in an elastic cup, in the cup's axes: the pole at −z, the origin in the middle of its sphere.
///
/// Gaps are exact: distance from the ball's centre less its radius, meant over a cell. Pressure acts along the way to the
/// centre of the ball, so that the force is the slope of an energy,
///
/// `F = −Σ fᵢ mᵢ`, `∂F/∂e = −Mᵀ C⁻¹ M + Σ fᵢ (1 − m mᵀ)/|x − e|`
///
/// with C and M of the points that touch. Ball and cup are alike on both sides of the plane through the cup's axis and the
/// ball's centre: the points are turned into that plane, and half of them are asked.
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
    pub(super) halves: Halves,
    inverse: ApproximateInverse,
    /// Where the gap of each point is asked for, with shares; the same number for every point.
    places: Vec<(Vector3<f64>, f64)>,
    per_point: usize,
    /// Area of each point, that of its mirror image included.
    areas: Vec<f64>,
    radius: f64,
    ball_radius: f64,
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
    block: Block,
    gap: Vec<f64>,
    exact: Vec<f64>,
    columns: [Vec<f64>; 2],
    rights: [Vec<f64>; 2],
    runs: Vec<Run>,
    column: Vec<f64>,
    /// Up to which share of the deepest overlap candidates were needed.
    reach: f64,
    /// Where the last solution is, and to which residual.
    solved: Option<(Vector3<f64>, f64)>,
    /// The last place of rest.
    pub(super) rest: Option<Rest>,
    /// Solutions, exchanges and products so far.
    pub work: ContactWork,
    /// Contacts solved so far.
    pub solves: u64,
}

/// Error of closed gaps by the deepest overlap.
const RESIDUAL: f64 = 1e-8;
/// The same where the ball rests: what was found there is good enough for whoever asks again.
pub(super) const AT_REST: f64 = 1e-7;
/// Solutions that are rougher are only on the way, and not looked at beyond their candidates.
const ON_THE_WAY: f64 = 1e-6;
/// What may be left of an overlap beyond the candidates, by the deepest.
const OVERLAP: f64 = 1e-5;
/// Residual of the systems behind the slope of the force.
const SLOPE: f64 = 1e-6;
/// Places that differ by less than this share are the same.
const SAME: f64 = 1e-13;

impl ElasticCup {
    /// A cup with this compliance and a ball.
    pub fn new(compliance: Arc<CupCompliance>, sizes: &BallAndCup) -> Self {
        let BallAndCup { radius, ball_radius, modulus, ball } = *sizes;
        let scale = 1.0 / (modulus * radius);
        let mut table = CircularTable::new(&compliance, scale);
        if let Some(ball) = ball {
            table.add_ball(&compliance, &ball, scale);
        }
        let halves = Halves::new(compliance.rings.iter().map(|ring| ring.points));
        let inverse = ApproximateInverse::new(&table, &halves);
        let per_point = compliance.rings.first().map_or(0, |ring| ring.places.len());
        let (mut places, mut areas) = (Vec::new(), Vec::new());
        for ring in &compliance.rings {
            for a in 0..=ring.points / 2 {
                let (sin, cos) = libm::sincos(TAU * a as f64 / ring.points as f64);
                places.extend(
                    ring.places.iter().map(|[r, z, share]| (radius * Vector3::new(r * cos, r * sin, *z), *share)),
                );
                areas.push(ring.area * radius * radius / ring.points as f64 * halves.weights[areas.len()]);
            }
        }
        Self { compliance, table, halves, inverse, places, per_point, areas, radius, ball_radius }
    }

    /// Storage for a thread.
    pub fn scratch(&self) -> CupScratch {
        let points = self.areas.len();
        let zero = || vec![0.0; points];
        CupScratch {
            set: ContactSet::new(points),
            block: Block::new(points),
            gap: zero(),
            exact: zero(),
            columns: [zero(), zero()],
            rights: [zero(), zero()],
            runs: Vec::with_capacity(points),
            column: zero(),
            reach: FIRST_REACH,
            solved: None,
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

    /// Middle of a point's cell, from the centre of the cup, in the plane's axes.
    pub(super) fn middle(&self, point: usize) -> &Vector3<f64> {
        &self.places[point * self.per_point + self.per_point / 2].0
    }

    /// Area of each point, that of its mirror image included.
    pub(super) fn areas(&self) -> &[f64] {
        &self.areas
    }

    /// Direction from the ball's centre to a point, meant over its cell and its mirror image, and the mean gap.
    fn meet(&self, point: usize, place: &Vector3<f64>) -> (Vector3<f64>, f64) {
        let (mut direction, mut gap) = (Vector3::zeros(), -self.ball_radius);
        for (point, share) in &self.places[point * self.per_point..(point + 1) * self.per_point] {
            let way = point - place;
            let length = way.norm();
            gap += share * length;
            direction += way * (share / length);
        }
        direction.y = 0.0;
        (direction, gap)
    }

    /// Finds the forces on all points with the ball's centre here.
    pub fn solve(&self, eccentricity: &Vector3<f64>, scratch: &mut CupScratch) -> Result<(), ComplementarityError> {
        self.close(&Plane::of(eccentricity).enter(eccentricity), RESIDUAL, scratch)
    }

    /// The same in the plane's axes, to some residual.
    pub(super) fn close(
        &self,
        place: &Vector3<f64>,
        residual: f64,
        scratch: &mut CupScratch,
    ) -> Result<(), ComplementarityError> {
        let same = |(known, to): &(Vector3<f64>, f64)| {
            (known - place).norm() <= SAME * place.norm() && *to <= residual.max(AT_REST)
        };
        if scratch.solved.as_ref().is_some_and(same) {
            return Ok(());
        }
        scratch.solved = None;
        scratch.solves += 1;
        let points = self.areas.len();
        let mut deepest = 0.0_f64;
        for point in 0..points {
            let gap = (self.middle(point) - place).norm() - self.ball_radius;
            scratch.gap[point] = gap;
            deepest = deepest.max(-gap);
        }
        if deepest <= 0.0 {
            scratch.set.forget();
            scratch.solved = Some((*place, residual));
            return Ok(());
        }
        let limits = ContactLimits { residual, ..ContactLimits::default() };
        let mut reach = scratch.reach;
        let mut more = 0.3;
        loop {
            self.choose_candidates(reach, deepest, scratch);
            let CupScratch { set, block, exact, .. } = &mut *scratch;
            block.points.iter().for_each(|&point| exact[point] = self.meet(point, place).1);
            let everything = block.points.len() == points;
            let candidates = std::mem::take(&mut block.points);
            let mut operator =
                BlockOperator { table: &self.table, halves: &self.halves, inverse: &self.inverse, block: &mut *block };
            let solved = set.solve(&mut operator, exact, &candidates, &limits);
            block.points = candidates;
            scratch.work += solved?;
            // How far the patch reaches, and whether it may reach further.
            let edge = scratch.set.closed().iter().map(|&p| scratch.gap[p]).fold(-deepest, f64::max) / deepest;
            let width = (1.0 + edge).max(0.1);
            let clear = everything || edge < reach - NEAR_BORDER * width;
            let beyond = if clear && !everything && residual < ON_THE_WAY {
                self.find_overlap_beyond(place, deepest, scratch)
            } else {
                None
            };
            if clear && beyond.is_none() {
                scratch.reach = edge + AHEAD * width;
                scratch.solved = Some((*place, residual));
                return Ok(());
            }
            reach = beyond.map_or(reach, |gap| gap / deepest).max(reach) + more;
            more *= 3.0;
        }
    }

    /// Takes all points that may touch; those at hand as long as they will do.
    fn choose_candidates(&self, reach: f64, deepest: f64, scratch: &mut CupScratch) {
        let CupScratch { block, gap, .. } = scratch;
        let wanted = |&p: &usize| gap[p] < reach * deepest;
        let mut count = 0;
        let all_there = (0..gap.len()).filter(wanted).all(|p| {
            count += 1;
            block.contains(p)
        });
        if !all_there || block.points.len() > 2 * count + 16 {
            let further = reach + (KEPT - AHEAD) * (1.0 + reach).max(0.0);
            block.fill(&self.table, &self.halves, (0..gap.len()).filter(|&p| gap[p] < further * deepest));
        }
    }

    /// The smallest gap without forces of a point that was no candidate and yet is overlapped.
    fn find_overlap_beyond(&self, place: &Vector3<f64>, deepest: f64, scratch: &mut CupScratch) -> Option<f64> {
        let CupScratch { set, block, gap, runs, column, .. } = scratch;
        self.halves.runs(set.closed(), runs);
        let column = &mut column[..set.closed().len()];
        let mut found: Option<f64> = None;
        for point in (0..gap.len()).filter(|&p| gap[p] < FIRST_REACH * deepest && !block.contains(p)) {
            self.halves.column(&self.table, point, runs, column);
            let given_way: f64 = set.closed().iter().zip(column.iter()).map(|(&p, c)| c * set.force()[p]).sum();
            if self.meet(point, place).1 + given_way < -OVERLAP * deepest {
                found = Some(found.map_or(gap[point], |least| least.min(gap[point])));
            }
        }
        found
    }

    /// Force on the ball at the last solution, which must be for this place.
    pub fn force(&self, eccentricity: &Vector3<f64>, scratch: &CupScratch) -> Vector3<f64> {
        let plane = Plane::of(eccentricity);
        plane.leave(&self.force_in_plane(&plane.enter(eccentricity), scratch))
    }

    pub(super) fn force_in_plane(&self, place: &Vector3<f64>, scratch: &CupScratch) -> Vector3<f64> {
        let forces = scratch.set.force();
        scratch.set.closed().iter().fold(Vector3::zeros(), |sum, &p| sum - forces[p] * self.meet(p, place).0)
    }

    /// Force on the ball and its exact derivative.
    pub fn reaction(
        &self,
        eccentricity: &Vector3<f64>,
        scratch: &mut CupScratch,
    ) -> Result<Reaction, ComplementarityError> {
        let plane = Plane::of(eccentricity);
        let place = plane.enter(eccentricity);
        self.close(&place, RESIDUAL, scratch)?;
        let force = self.force_in_plane(&place, scratch);
        let tangent = plane.leave_matrix(&self.compute_tangent(&place, &force, scratch)?);
        Ok(Reaction { force: plane.leave(&force), tangent })
    }

    /// Derivative of the force at the last solution, which must be for this place and this force, in the plane's axes.
    pub(super) fn compute_tangent(
        &self,
        place: &Vector3<f64>,
        force: &Vector3<f64>,
        scratch: &mut CupScratch,
    ) -> Result<Matrix3<f64>, ComplementarityError> {
        let CupScratch { set, block, columns, rights, work, .. } = scratch;
        let mut tangent = Matrix3::zeros();
        for &p in set.closed() {
            let f = set.force()[p];
            let mut direction = Vector3::zeros();
            for (point, share) in &self.places[p * self.per_point..(p + 1) * self.per_point] {
                let way = point - place;
                let length = way.norm();
                let m = way / length;
                direction += *share * m;
                tangent += f * share / length * (Matrix3::identity() - m * m.transpose());
            }
            (rights[0][p], rights[1][p]) = (direction.x, direction.z);
        }
        let mut operator = BlockOperator { table: &self.table, halves: &self.halves, inverse: &self.inverse, block };
        let slopes = ContactLimits { residual: SLOPE, ..ContactLimits::default() };
        for (column, right) in columns.iter_mut().zip(rights.iter()) {
            work.products += set.solve_closed(&mut operator, right, column, &slopes)?;
        }
        let dot = |i: usize, j: usize| set.closed().iter().map(|&p| rights[i][p] * columns[j][p]).sum::<f64>();
        let (xx, zz) = (tangent[(0, 0)] - dot(0, 0), tangent[(2, 2)] - dot(1, 1));
        let xz = tangent[(0, 2)] - 0.5 * (dot(0, 1) + dot(1, 0));
        // Across the plane the force turns with the ball.
        let across = if place.x.abs() > 1e-9 * place.norm() { force.x / place.x } else { xx };
        Ok(Matrix3::new(xx, 0.0, xz, 0.0, across, 0.0, xz, 0.0, zz))
    }

    /// Elastic energy at the last solution: half of the work of the forces on their displacements.
    pub fn energy(&self, eccentricity: &Vector3<f64>, scratch: &CupScratch) -> f64 {
        let place = Plane::of(eccentricity).enter(eccentricity);
        let forces = scratch.set.force();
        // On closed points the displacement is the overlap.
        scratch.set.closed().iter().map(|&p| -0.5 * forces[p] * self.meet(p, &place).1).sum()
    }

    /// Pressure at a point at the last solution.
    pub(super) fn pressure(&self, point: usize, scratch: &CupScratch) -> f64 {
        scratch.set.force()[point] / self.areas[point]
    }
}

impl CupScratch {
    /// Points that touch, sorted; those on the other side of the plane of symmetry are not counted.
    pub fn closed(&self) -> &[usize] {
        self.set.closed()
    }

    /// Forgets the last solution.
    pub fn forget(&mut self) {
        self.set.forget();
        (self.rest, self.solved, self.reach) = (None, None, FIRST_REACH);
        self.columns.iter_mut().for_each(|column| column.fill(0.0));
    }
}
