//! What an evaluation works with. It belongs to the caller; it changes the cost of the next evaluation, never its answer.

use nalgebra::{Matrix3, Vector3};

use super::coupled::Coupled;
use super::side::{CLUSTER, Side};
use super::{PatchSummary, Region};
use crate::geometry::{Foot, Landing};

/// Storage of a pair's evaluations, with what helps the next one: last facets and distances.
#[derive(Debug, Clone)]
pub struct Scratch {
    pub(super) sides: Vec<SideScratch>,
    pub(super) in_parallel: bool,
    pub(super) whole: PatchSummary,
    pub(super) regions: Vec<PatchSummary>,
    /// Per region, and for what is outside of all: the deepest indentation, and where.
    pub(super) approaches: Vec<Approach>,
    /// The forces of points on a compliance.
    pub(super) coupled: Coupled,
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
    /// For every cluster, room for its points.
    pub(super) points: Vec<Watched>,
    pub(super) clusters: Vec<Watched>,
    /// Per cluster, seen from a ball: where the ball's centre was, and how far the nearest point was from its surface.
    pub(super) from_ball: Vec<Watched>,
    /// Per cluster: whether it may touch, and how many of its points are within reach.
    pub(super) near: Vec<bool>,
    pub(super) found: Vec<u32>,
    /// For every cluster room for those points, in their order.
    pub(super) samples: Vec<Sample>,
    /// The same for how `open` turns as the follower moves, where that is asked for.
    pub(super) turns: Vec<Matrix3<f64>>,
    /// Rooms of points by what their clearance is at least, for the search of the deepest one.
    pub(super) ranked: Vec<(f64, u32)>,
}

/// The rooms of one cluster.
pub(super) struct Room<'a> {
    pub(super) points: &'a mut [Watched],
    pub(super) samples: &'a mut [Sample],
    pub(super) turns: &'a mut [Matrix3<f64>],
}

/// What is known of a point, or of the centre of a cluster.
///
/// A distance changes by no more than its point moves: what was far away is not asked again before it could have come near.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watched {
    /// Where it was when it was asked last, in the frame of the other body.
    pub(super) at: Vector3<f64>,
    /// How far from the other surface it was, at least; negative if it has never been asked or was inside.
    pub(super) clearance: f64,
    /// The facet on which it landed.
    pub(super) facet: u32,
    /// How far any other facet was at least; −∞ if that is not known.
    pub(super) rival: f64,
}

impl Watched {
    /// Nothing is known yet.
    const UNKNOWN: Self =
        Self { at: Vector3::new(0.0, 0.0, 0.0), clearance: -1.0, facet: u32::MAX, rival: f64::NEG_INFINITY };

    #[inline]
    pub(super) fn landing(&self) -> Landing {
        Landing { at: self.at, facet: self.facet, rival: self.rival }
    }

    /// What a point at `at` that landed there has to remember. Behind the edge of a surface nothing is certain: a short way
    /// along it leads from where the surface has ended to where it is deep.
    #[inline]
    pub(super) fn landed(at: &Vector3<f64>, foot: &Foot, rival: f64) -> Self {
        Self { at: *at, clearance: foot.distance, facet: foot.facet, rival }
    }

    /// The same for a point that is outside, further away than was asked for.
    #[inline]
    pub(super) fn beyond(at: &Vector3<f64>, clearance: f64, facet: u32) -> Self {
        Self { at: *at, clearance, facet, rival: f64::NEG_INFINITY }
    }

    /// Whether it is certain that a point that has landed is still nearer than `needed`.
    #[inline]
    pub(super) fn is_within(&self, needed: f64, at: &Vector3<f64>) -> bool {
        let left = needed - self.clearance;
        self.facet != u32::MAX && left > 0.0 && (at - self.at).norm_squared() < left * left
    }

    /// Whether it is certain that it is still further away than `needed`.
    #[inline]
    pub(super) fn is_beyond(&self, needed: f64, at: &Vector3<f64>) -> bool {
        let known = self.clearance - needed;
        known > 0.0 && (at - self.at).norm_squared() < known * known
    }

    /// How far from the other surface the point is at least, now that it is at `at`.
    #[inline]
    pub(super) fn least_clearance(&self, at: &Vector3<f64>) -> f64 {
        self.clearance - (at - self.at).norm()
    }
}

/// Points of a cluster that were just asked: those far from contact excuse the points beside them, and the latest knows
/// best where its neighbours land after a leap.
pub(super) struct Guards {
    known: [Watched; 4],
    next: usize,
    latest: Watched,
}

impl Guards {
    pub(super) fn new(centre: &Watched) -> Self {
        Self { known: [*centre; 4], next: 0, latest: *centre }
    }

    /// What is certain of a point without asking, if it is further away than `reach`.
    #[inline]
    pub(super) fn excuse(&self, at: &Vector3<f64>, reach: f64) -> Option<Watched> {
        let guard = self.known.iter().find(|guard| {
            // A hair less, for rounding.
            let known = (guard.clearance - reach) * (1.0 - 1e-9);
            known > 0.0 && (at - guard.at).norm_squared() < known * known
        })?;
        Some(Watched { at: *at, clearance: guard.least_clearance(at), rival: f64::NEG_INFINITY, ..*guard })
    }

    /// What is known of the place nearest to `at`: where the point itself was, or one beside it is now.
    #[inline]
    pub(super) fn landing(&self, own: &Watched, at: &Vector3<f64>) -> Landing {
        let beside = (at - self.latest.at).norm_squared() < (at - own.at).norm_squared();
        if beside || own.facet == u32::MAX { self.latest.landing() } else { own.landing() }
    }

    #[inline]
    pub(super) fn add(&mut self, found: Watched, reach: f64) {
        self.latest = found;
        if found.clearance > reach {
            // The first one stays: the centre of the cluster.
            self.known[1 + self.next] = found;
            self.next = (self.next + 1) % 3;
        }
    }
}

/// Where a point landed, in the frame of the base.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    /// The number of the point, and where it is.
    pub(super) index: u32,
    pub(super) at: Vector3<f64>,
    pub(super) gap: f64,
    /// Direction in which the follower has to move to open the gap.
    pub(super) open: Vector3<f64>,
    /// Cosine of the angle between the normals, reversed: 1 where the surfaces lie flat on one another.
    pub(super) facing: f64,
    /// Whether the other surface ends where the point landed: then nothing pushes.
    pub(super) on_edge: bool,
}

impl Sample {
    const NONE: Self = Self {
        index: 0,
        at: Vector3::new(0.0, 0.0, 0.0),
        gap: f64::INFINITY,
        open: Vector3::new(0.0, 0.0, 0.0),
        facing: 0.0,
        on_edge: false,
    };

    /// Whether the other surface is there and looks towards the point.
    #[inline]
    pub(super) fn faces(&self) -> bool {
        !self.on_edge && self.facing > 0.0
    }

    /// Whether the point is under pressure, if the law gives any.
    #[inline]
    pub(super) fn touches(&self) -> bool {
        self.gap < 0.0 && self.faces()
    }
}

impl Scratch {
    /// Storage that is made when it is first needed, which with a surrogate may be never.
    pub(super) fn later(regions: &[Region]) -> Self {
        Self {
            sides: Vec::new(),
            in_parallel: false,
            whole: PatchSummary::OPEN,
            regions: vec![PatchSummary::OPEN; regions.len()],
            approaches: vec![Approach::NONE; regions.len() + 1],
            coupled: Coupled::default(),
        }
    }

    /// Makes what was left for later.
    pub(super) fn prepare(&mut self, sides: &[Side]) {
        if self.sides.len() == sides.len() {
            return;
        }
        let watched = Watched::UNKNOWN;
        let side = |side: &Side| SideScratch {
            points: vec![watched; side.clusters.len() * CLUSTER],
            clusters: vec![watched; side.clusters.len()],
            from_ball: vec![watched; side.clusters.len()],
            near: vec![false; side.clusters.len()],
            found: vec![0; side.clusters.len()],
            samples: vec![Sample::NONE; side.clusters.len() * CLUSTER],
            turns: vec![Matrix3::zeros(); side.clusters.len() * CLUSTER],
            ranked: Vec::with_capacity(side.points.len()),
        };
        self.sides = sides.iter().map(side).collect();
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

    /// Problems of closed gaps that had no solution so far: only a compliance that is none has such.
    pub fn failures(&self) -> u64 {
        self.coupled.failures
    }

    /// Systems of closed gaps solved so far, where points stand on a compliance.
    pub fn pivots(&self) -> u64 {
        self.coupled.solver.pivots()
    }

    /// The patch of the last evaluation by region, in their order.
    pub fn regions(&self) -> &[PatchSummary] {
        &self.regions
    }
}
