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
    /// Per point: the facet on which it landed last.
    pub(super) facets: Vec<u32>,
    pub(super) clusters: Vec<Watched>,
    /// Clusters that may touch.
    pub(super) near: Vec<u32>,
    /// For every cluster that may touch, room for its points.
    pub(super) samples: Vec<Sample>,
}

/// What is known of a cluster.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watched {
    /// Where its centre was, in the frame of the other body.
    pub(super) at: Vector3<f64>,
    /// How far from the other surface it was; negative if it has never been asked or was inside.
    pub(super) clearance: f64,
    pub(super) facet: u32,
}

/// Where a point landed, in the frame of the base.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    /// The point.
    pub(super) at: Vector3<f64>,
    pub(super) gap: f64,
    /// Direction in which the follower has to move to open the gap.
    pub(super) open: Vector3<f64>,
    /// Cosine of the angle between the normals, reversed: 1 where the surfaces lie flat on one another.
    pub(super) facing: f64,
    /// How `open` turns as the follower moves.
    pub(super) turn: Matrix3<f64>,
    pub(super) facet: u32,
    /// Whether the other surface ends where the point landed: then nothing pushes.
    pub(super) on_edge: bool,
}

impl Sample {
    pub(super) const NONE: Self = Self {
        at: Vector3::new(0.0, 0.0, 0.0),
        gap: f64::INFINITY,
        open: Vector3::new(0.0, 0.0, 0.0),
        facing: 0.0,
        turn: Matrix3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
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
            facets: vec![u32::MAX; side.points.len()],
            clusters: vec![watched; side.clusters.len()],
            near: Vec::with_capacity(side.clusters.len()),
            samples: vec![Sample::NONE; side.clusters.len() * CLUSTER],
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
