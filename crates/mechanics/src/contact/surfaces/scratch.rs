//! What an evaluation works with. It belongs to the caller; it changes the cost of the next evaluation, never its answer.

use nalgebra::{Matrix3, Vector3};

use super::side::{CLUSTER, Side};
use super::{PatchSummary, Region};

/// Storage of a pair's evaluations, with what helps the next one: last facets and distances.
#[derive(Debug, Clone)]
pub struct Scratch {
    pub(super) sides: Vec<SideScratch>,
    pub(super) in_parallel: bool,
    pub(super) whole: PatchSummary,
    pub(super) regions: Vec<PatchSummary>,
    /// Per region, and for what is outside of all: the deepest indentation, and where.
    pub(super) approaches: Vec<Approach>,
}

/// The deepest point of a region, and how it follows the pose: `dδ₀ = −gradient·ξ`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Approach {
    pub(super) depth: f64,
    pub(super) direction: Vector3<f64>,
    pub(super) lever: Vector3<f64>,
}

impl Approach {
    pub(super) const NONE: Self =
        Self { depth: 0.0, direction: Vector3::new(0.0, 0.0, 0.0), lever: Vector3::new(0.0, 0.0, 0.0) };
}

#[derive(Debug, Clone)]
pub(super) struct SideScratch {
    pub(super) points: Vec<Watched>,
    pub(super) clusters: Vec<Watched>,
    /// Per cluster, seen from a ball: where the ball's centre was, and how far the nearest point was from its surface.
    pub(super) from_ball: Vec<Watched>,
    /// Clusters that may touch.
    pub(super) near: Vec<u32>,
    /// For every cluster that may touch, room for its points.
    pub(super) samples: Vec<Sample>,
    /// The same for how `open` turns as the follower moves, where that is asked for.
    pub(super) turns: Vec<Matrix3<f64>>,
}

/// What is known of a point, or of the centre of a cluster.
///
/// A distance changes by no more than its point moves: what was far away is not asked again before it could have come near.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watched {
    /// Where it was when it was asked last, in the frame of the other body.
    pub(super) at: Vector3<f64>,
    /// How far from the other surface it was; negative if it has never been asked or was inside.
    pub(super) clearance: f64,
    /// The facet on which it landed.
    pub(super) facet: u32,
}

impl Watched {
    /// Whether it is certain that it is still further away than `needed`.
    #[inline]
    pub(super) fn is_beyond(&self, needed: f64, at: &Vector3<f64>) -> bool {
        let known = self.clearance - needed;
        known > 0.0 && (at - self.at).norm_squared() < known * known
    }

    #[inline]
    pub(super) fn note(&mut self, at: &Vector3<f64>, distance: f64, on_edge: bool, facet: u32) {
        *self = Self { at: *at, clearance: if on_edge { distance.abs() } else { distance }, facet };
    }
}

/// Where a point landed, in the frame of the base.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    /// The point in the frame of the other body.
    pub(super) there: Vector3<f64>,
    /// The point.
    pub(super) at: Vector3<f64>,
    /// Infinite if the point is known to be far away and was not asked.
    pub(super) gap: f64,
    /// Direction in which the follower has to move to open the gap.
    pub(super) open: Vector3<f64>,
    /// Cosine of the angle between the normals, reversed: 1 where the surfaces lie flat on one another.
    pub(super) facing: f64,
    pub(super) facet: u32,
    /// Whether the other surface ends where the point landed: then nothing pushes.
    pub(super) on_edge: bool,
}

impl Sample {
    pub(super) const NONE: Self = Self {
        there: Vector3::new(0.0, 0.0, 0.0),
        at: Vector3::new(0.0, 0.0, 0.0),
        gap: f64::INFINITY,
        open: Vector3::new(0.0, 0.0, 0.0),
        facing: 0.0,
        facet: u32::MAX,
        on_edge: false,
    };

    /// Whether the point is under pressure, if the law gives any.
    #[inline]
    pub(super) fn touches(&self) -> bool {
        self.gap < 0.0 && !self.on_edge && self.facing > 0.0
    }
}

impl Scratch {
    pub(super) fn new(sides: &[Side], regions: &[Region]) -> Self {
        let watched = Watched { at: Vector3::zeros(), clearance: -1.0, facet: u32::MAX };
        let side = |side: &Side| SideScratch {
            points: vec![watched; side.points.len()],
            clusters: vec![watched; side.clusters.len()],
            from_ball: vec![watched; side.clusters.len()],
            near: Vec::with_capacity(side.clusters.len()),
            samples: vec![Sample::NONE; side.clusters.len() * CLUSTER],
            turns: vec![Matrix3::zeros(); side.clusters.len() * CLUSTER],
        };
        Self {
            sides: sides.iter().map(side).collect(),
            in_parallel: false,
            whole: PatchSummary::OPEN,
            regions: vec![PatchSummary::OPEN; regions.len()],
            approaches: vec![Approach::NONE; regions.len() + 1],
        }
    }

    /// The same storage, for evaluations that use all threads of the pool they run in. The results are the same bits.
    pub fn in_parallel(mut self) -> Self {
        self.in_parallel = true;
        self
    }

    /// The patch of the last evaluation.
    pub fn patch(&self) -> &PatchSummary {
        &self.whole
    }

    /// The patch of the last evaluation by region, in their order.
    pub fn regions(&self) -> &[PatchSummary] {
        &self.regions
    }
}
