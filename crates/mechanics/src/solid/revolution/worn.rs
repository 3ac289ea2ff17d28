//! A ball in an elastic cup whose surface lies deeper from place to place: worn, crept or both.

use super::contact::BallAndCup;
use super::fold::Halves;
use super::kernel::CupCompliance;
use super::operator::{ApproximateInverse, Block, BlockOperator};
use super::table::{CircularTable, Run};
use nalgebra::{DMatrix, DVector, Vector3};
use numerics::complementarity::{ComplementarityError, ContactLimits, ContactSet, ContactWork};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Candidates reach to gaps of this share of the deepest overlap, where nothing is known yet; so far all are looked at.
const FIRST_REACH: f64 = 0.2;
/// How far closed points keep away from the last candidates, how far candidates are looked for, and how far they are kept, in
/// shares of the overlap between the deepest point and the edge of the patch.
const NEAR_BORDER: f64 = 0.15;
const AHEAD: f64 = 0.3;
const KEPT: f64 = 0.45;
/// What may be left of an overlap beyond the candidates, by the deepest.
const OVERLAP: f64 = 1e-4;
/// Residuals that are rougher are only on the way, and not looked at beyond their candidates.
const ON_THE_WAY: f64 = 1e-4;
/// Steps towards the largest eigenvalue.
const POWERS: usize = 60;

/// A ball in an elastic cup that is no sphere any more, in the cup's axes: the pole at −z, the origin in the middle of its
/// sphere as it was.
///
/// The compliance C is that of the new cup ([`CupCompliance`]); the gap without forces is that of the surface as it is,
/// `gᵢ = |xᵢ + dᵢ νᵢ − e| − R_b` with the depth d along the normal ν into the material, meant over a cell. Then `f ≥ 0`,
/// `g + C f ≥ 0` and `f · (g + C f) = 0`, as for the new cup. A depth is no turned body: all points of all rings are asked.
///
/// *Assumes* that what has worn away does not change how the rest gives way. *Checked by* the new cup at zero depth, and by a
/// larger cup at an even depth.
#[derive(Debug, Clone)]
pub struct WornElasticCup {
    compliance: Arc<CupCompliance>,
    pub(super) table: CircularTable,
    pub(super) halves: Halves,
    pub(super) inverse: ApproximateInverse,
    /// Where the gap of each point is asked for, with shares; the same number for every point.
    places: Vec<(Vector3<f64>, f64)>,
    per_point: usize,
    normals: Vec<Vector3<f64>>,
    areas: Vec<f64>,
    pub(super) clearance: f64,
    pub(super) ball_radius: f64,
}

/// The surface as it is: where its points lie.
#[derive(Debug, Clone, Default)]
pub struct WornShape {
    places: Vec<Vector3<f64>>,
}

/// Storage of one thread, with its last solution: the next search begins there.
#[derive(Debug, Clone)]
pub struct WornScratch {
    pub(super) set: ContactSet,
    pub(super) block: Block,
    gap: Vec<f64>,
    exact: Vec<f64>,
    pub(super) columns: [Vec<f64>; 3],
    pub(super) rights: [Vec<f64>; 3],
    runs: Vec<Run>,
    column: Vec<f64>,
    /// Up to which share of the deepest overlap candidates were needed.
    reach: f64,
    /// Solutions, exchanges and products so far.
    pub work: ContactWork,
}

impl WornElasticCup {
    /// A cup with this compliance and a ball.
    pub fn new(compliance: Arc<CupCompliance>, sizes: &BallAndCup) -> Self {
        let BallAndCup { radius, ball_radius, modulus, ball } = *sizes;
        let scale = 1.0 / (modulus * radius);
        let mut table = CircularTable::new(&compliance, scale);
        if let Some(ball) = ball {
            table.add_ball(&compliance, &ball, scale);
        }
        let halves = Halves::whole(compliance.rings.iter().map(|ring| ring.points));
        let inverse = ApproximateInverse::new(&table, &halves);
        let per_point = compliance.rings.first().map_or(0, |ring| ring.places.len());
        let (mut places, mut normals, mut areas) = (Vec::new(), Vec::new(), Vec::new());
        for ring in &compliance.rings {
            for a in 0..ring.points {
                let (sin, cos) = libm::sincos(TAU * a as f64 / ring.points as f64);
                let turned = |r: f64, z: f64| Vector3::new(r * cos, r * sin, z);
                places.extend(ring.places.iter().map(|[r, z, share]| (radius * turned(*r, *z), *share)));
                normals.push(turned(ring.normal[0], ring.normal[1]));
                areas.push(ring.area * radius * radius / ring.points as f64);
            }
        }
        let clearance = radius - ball_radius;
        Self { compliance, table, halves, inverse, places, per_point, normals, areas, clearance, ball_radius }
    }

    /// Storage for a thread.
    pub fn scratch(&self) -> WornScratch {
        let points = self.points();
        let zero = || vec![0.0; points];
        WornScratch {
            set: ContactSet::new(points),
            block: Block::new(points),
            gap: zero(),
            exact: zero(),
            columns: [zero(), zero(), zero()],
            rights: [zero(), zero(), zero()],
            runs: Vec::with_capacity(points),
            column: zero(),
            reach: FIRST_REACH,
            work: ContactWork::default(),
        }
    }

    /// Number of points.
    pub fn points(&self) -> usize {
        self.areas.len()
    }

    /// Area of every point, in m².
    pub fn areas(&self) -> &[f64] {
        &self.areas
    }

    /// Into the material, at every point.
    pub fn normals(&self) -> &[Vector3<f64>] {
        &self.normals
    }

    /// The compliance.
    pub fn compliance(&self) -> &CupCompliance {
        &self.compliance
    }

    /// The surface with these depths, in m.
    pub fn shape(&self, depth: &[f64]) -> WornShape {
        let moved = |(i, (place, _)): (usize, &(Vector3<f64>, f64))| {
            let point = i / self.per_point;
            place + self.normals[point] * depth.get(point).copied().unwrap_or(0.0)
        };
        WornShape { places: self.places.iter().enumerate().map(moved).collect() }
    }

    /// Middle of a point's cell.
    pub fn middle<'a>(&self, shape: &'a WornShape, point: usize) -> &'a Vector3<f64> {
        &shape.places[point * self.per_point + self.per_point / 2]
    }

    /// Where a point is asked for, with shares.
    pub(super) fn cell<'a>(
        &'a self,
        shape: &'a WornShape,
        point: usize,
    ) -> impl Iterator<Item = (&'a Vector3<f64>, f64)> + 'a {
        let range = point * self.per_point..(point + 1) * self.per_point;
        shape.places[range.clone()].iter().zip(self.places[range].iter().map(|(_, share)| *share))
    }

    /// Direction from the ball's centre to a point, meant over its cell, and the mean gap.
    pub(super) fn meet(&self, shape: &WornShape, point: usize, e: &Vector3<f64>) -> (Vector3<f64>, f64) {
        let (mut direction, mut gap) = (Vector3::zeros(), -self.ball_radius);
        for (place, share) in self.cell(shape, point) {
            let way = place - e;
            let length = way.norm();
            gap += share * length;
            direction += way * (share / length);
        }
        (direction, gap)
    }

    /// How far the undeformed surfaces overlap at most with the ball's centre here, in m.
    pub fn overlap(&self, shape: &WornShape, e: &Vector3<f64>) -> f64 {
        let deep = |point: usize| self.ball_radius - (self.middle(shape, point) - e).norm();
        (0..self.points()).map(deep).fold(0.0, f64::max)
    }

    /// Finds the forces on all points with the ball's centre here; gaps are closed to this share of the deepest overlap.
    ///
    /// # Errors
    /// When no set of points was found.
    pub fn close(
        &self,
        shape: &WornShape,
        e: &Vector3<f64>,
        residual: f64,
        scratch: &mut WornScratch,
    ) -> Result<(), ComplementarityError> {
        let points = self.points();
        let mut deepest = 0.0_f64;
        for point in 0..points {
            let gap = (self.middle(shape, point) - e).norm() - self.ball_radius;
            scratch.gap[point] = gap;
            deepest = deepest.max(-gap);
        }
        if deepest <= 0.0 {
            scratch.set.forget();
            return Ok(());
        }
        let limits = ContactLimits { residual, ..ContactLimits::default() };
        let (mut reach, mut more) = (scratch.reach, 0.3);
        loop {
            self.choose_candidates(reach, deepest, scratch);
            let WornScratch { set, block, exact, .. } = &mut *scratch;
            block.points.iter().for_each(|&point| exact[point] = self.meet(shape, point, e).1);
            let everything = block.points.len() == points;
            let candidates = std::mem::take(&mut block.points);
            let solved = set.solve(&mut self.operator(block), exact, &candidates, &limits);
            block.points = candidates;
            scratch.work += solved?;
            let edge = scratch.set.closed().iter().map(|&p| scratch.gap[p]).fold(-deepest, f64::max) / deepest;
            let width = (1.0 + edge).max(0.1);
            let clear = everything || edge < reach - NEAR_BORDER * width;
            let beyond = if clear && !everything && residual < ON_THE_WAY {
                self.find_overlap_beyond((shape, e), deepest, scratch)
            } else {
                None
            };
            if clear && beyond.is_none() {
                scratch.reach = edge + AHEAD * width;
                return Ok(());
            }
            reach = beyond.map_or(reach, |gap| gap / deepest).max(reach) + more;
            more *= 3.0;
        }
    }

    pub(super) fn operator<'a>(&'a self, block: &'a mut Block) -> BlockOperator<'a> {
        BlockOperator { table: &self.table, halves: &self.halves, inverse: &self.inverse, block }
    }

    /// Takes all points that may touch; those at hand as long as they will do.
    fn choose_candidates(&self, reach: f64, deepest: f64, scratch: &mut WornScratch) {
        let WornScratch { block, gap, .. } = scratch;
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
    fn find_overlap_beyond(
        &self,
        (shape, e): (&WornShape, &Vector3<f64>),
        deepest: f64,
        scratch: &mut WornScratch,
    ) -> Option<f64> {
        let WornScratch { set, block, gap, runs, column, .. } = scratch;
        self.halves.runs(set.closed(), runs);
        let column = &mut column[..set.closed().len()];
        let mut found: Option<f64> = None;
        for point in (0..gap.len()).filter(|&p| gap[p] < FIRST_REACH * deepest && !block.contains(p)) {
            self.halves.column(&self.table, point, runs, column);
            let given_way: f64 = set.closed().iter().zip(column.iter()).map(|(&p, c)| c * set.force()[p]).sum();
            if self.meet(shape, point, e).1 + given_way < -OVERLAP * deepest {
                found = Some(found.map_or(gap[point], |least| least.min(gap[point])));
            }
        }
        found
    }

    /// No difference of depth from point to point is answered by more pressure than this many times itself, in Pa/m: the
    /// largest eigenvalue of `A⁻¹ C⁻¹`, A the areas. A part of C, as the closed points are one, has none that is larger.
    ///
    /// # Errors
    /// When the compliance is not positive.
    pub fn compute_stiffest(&self) -> Option<f64> {
        let n = self.points();
        let all: Vec<usize> = (0..n).collect();
        let mut runs = Vec::new();
        self.halves.runs(&all, &mut runs);
        let mut matrix = DMatrix::zeros(n, n);
        let mut column = vec![0.0; n];
        let roots: Vec<f64> = self.areas.iter().map(|a| a.sqrt()).collect();
        for j in 0..n {
            self.halves.column(&self.table, j, &runs, &mut column);
            // √A C √A has the inverse eigenvalues.
            for i in 0..n {
                matrix[(i, j)] = column[i] * roots[i] * roots[j];
            }
        }
        let factor = matrix.cholesky()?;
        // Something without symmetry to begin with.
        let mut x = DVector::from_fn(n, |i, _| libm::sin(1.7 * (i * i % 1009) as f64));
        let mut largest = 0.0;
        for _ in 0..POWERS {
            x /= x.norm();
            x = factor.solve(&x);
            largest = x.norm();
        }
        // From below, and slowly at the end.
        Some(1.05 * largest)
    }
}

impl WornScratch {
    /// Points that touch, sorted.
    pub fn closed(&self) -> &[usize] {
        self.set.closed()
    }

    /// Forces on all points, in N.
    pub fn forces(&self) -> &[f64] {
        self.set.force()
    }

    /// Forgets the last solution.
    pub fn forget(&mut self) {
        self.set.forget();
        self.reach = FIRST_REACH;
        self.columns.iter_mut().for_each(|column| column.fill(0.0));
    }
}
