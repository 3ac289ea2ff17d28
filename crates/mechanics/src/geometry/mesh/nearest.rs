//! The nearest point of curved facets. Flat ones, which are quick to ask, bound the distances of the curved ones from both
//! sides and decide where to look; Newton's method is left with one or two.

use nalgebra::Vector3;
use pulp::{Simd, WithSimd};

use super::CurvedSurface;
use super::bvh::Visit;
use super::closest::{Feature, closest_on_triangle};
use super::curved::{Flat, FlatLeaf};
use super::faceted::{NOWHERE, mix};
use super::packet::each;
use super::patch::{Nearest, Patch};
use super::topology::Use;
use crate::geometry::{Followed, Foot, Landing};

/// A facet that may be the nearest: it is not nearer than `least`.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    place: u32,
    least: f64,
}

/// The nearest point so far, on which facet, and how far all others are at least.
struct Best {
    facet: u32,
    nearest: Nearest,
    /// What is certain about its distance, whatever Newton's method has found.
    least: f64,
    rival: f64,
}

/// What the flat facets say.
struct Look<'a> {
    surface: &'a CurvedSurface,
    from: &'a Vector3<f64>,
    /// How much further to look than is needed.
    slack: f64,
    /// Whether the point is on the outside of the facet with which the search begins.
    outside: bool,
    candidates: [Candidate; KEPT],
    count: usize,
    /// No facet is nearer than this, and one is not further away than that.
    least: f64,
    most: f64,
    /// Distance and place of the nearest flat facet.
    flat: (f64, usize),
    /// How far facets are at least that are no candidates.
    rival: f64,
    best: Best,
}

/// Candidates that are kept before they are looked at.
const KEPT: usize = 8;

/// A place this near to a side, in barycentric coordinates, is on it.
const ON_SIDE: f64 = 1e-10;

impl CurvedSurface {
    /// The answer, and how far all other facets are at least; `start` is a facet that may be near.
    pub(super) fn find(&self, from: &Vector3<f64>, start: u32) -> (Foot, f64) {
        let mut look = Look::new(self, from, start, self.slack);
        self.arch.dispatch(&mut look);
        look.land()
    }

    /// The same, unless the point is outside and further away than `reach`.
    ///
    /// A search that tells distances over a reach is made once a frame, and one from outside tells how near other facets
    /// are to nobody: they look no further than they must.
    pub(super) fn find_within(&self, from: &Vector3<f64>, start: u32, reach: f64) -> Followed {
        let mut look = Look::new(self, from, start, self.slack);
        if reach > 0.0 || look.outside {
            look.slack = 0.0;
        }
        self.arch.dispatch(&mut look);
        let (_, flat) = look.flat;
        if look.least > reach && self.is_above(from, flat) {
            return Followed::Beyond { clearance: look.least * (1.0 - 1e-12), facet: self.tree.items()[flat] };
        }
        let (foot, rival) = look.land();
        Followed::Landed(foot, rival)
    }

    /// A point whose distance has no square, or is none: it is outside, as far as can be said.
    fn far_away(&self, from: &Vector3<f64>) -> Foot {
        let point = self.flats.first().map_or_else(Vector3::zeros, |flat| flat.corners[0]);
        let size = from.amax();
        let normal = (from / size).try_normalize(0.0).filter(|n| n.iter().all(|x| x.is_finite()));
        let distance = if size.is_finite() { size } else { f64::MAX };
        let facet = self.tree.items().first().copied().unwrap_or_default();
        Foot { point, normal: normal.unwrap_or_else(Vector3::x), distance, facet, place: [0.0; 2], on_edge: false }
    }

    /// Whether a point is outside, from its nearest flat facet; asked only if no curved facet reaches it. While flat facets
    /// are bent into curved ones, none passes through the point: it stays on its side. Above a side or a corner of the
    /// facet the answer is no, whatever it is.
    fn is_above(&self, from: &Vector3<f64>, flat: usize) -> bool {
        let [a, b, c] = &self.flats[flat].corners;
        let (_, feature) = closest_on_triangle(from, &self.flats[flat].corners);
        feature == Feature::Face && (b - a).cross(&(c - a)).dot(&(from - a)) > 0.0
    }

    /// The nearest point of one facet.
    #[inline(never)]
    fn solve_on(&self, from: &Vector3<f64>, place: usize) -> Nearest {
        let (seed, _) = closest_on_triangle(from, &self.flats[place].corners);
        self.arch.dispatch(Newton { patch: &self.patches[place], from, seed })
    }

    /// The answer, if the facet of the last one is still nearer than any other can be.
    #[inline]
    pub(super) fn find_again(&self, from: &Vector3<f64>, last: &Landing) -> Option<(Foot, f64)> {
        // A hair less, for rounding.
        let rival = last.rival - (from - last.at).norm() * (1.0 + 1e-12) - self.rounding;
        let place = *self.places.get(last.facet as usize).filter(|place| **place != NOWHERE && rival > 0.0)?;
        let (least, _) = self.bound(from, place as usize);
        if least >= rival {
            return None;
        }
        let nearest = self.solve_on(from, place as usize);
        (nearest.square < rival * rival).then(|| (self.foot(from, last.facet, &nearest), rival))
    }

    /// What the distance of a facet is at least and at most.
    #[inline(always)]
    fn bound(&self, from: &Vector3<f64>, place: usize) -> (f64, f64) {
        let Flat { corners, deviation } = &self.flats[place];
        let (seed, _) = closest_on_triangle(from, corners);
        let distance = (mix(corners, seed) - from).norm();
        let margin = deviation + self.rounding + 1e-14 * distance;
        (distance - margin, distance + margin)
    }

    fn foot(&self, from: &Vector3<f64>, facet: u32, nearest: &Nearest) -> Foot {
        let Nearest { place, point, square, across } = *nearest;
        let own = across.try_normalize(0.0).unwrap_or_else(Vector3::zeros);
        let (normal, kink, on_edge) = self.normal_at(facet, place, own);
        let (away, length) = (from - point, square.sqrt());
        let outside = away.dot(&normal) >= 0.0;
        // On a kink the direction from the nearest point is the normal of the level surface of the distance.
        let normal = match (kink && !on_edge, outside) {
            (true, true) if length > 1e-9 * point.norm() => away / length,
            (true, false) if length > 1e-9 * point.norm() => -away / length,
            _ => normal,
        };
        Foot { point, normal, distance: if outside { length } else { -length }, facet, place, on_edge }
    }

    /// The normal that tells inside from outside, whether the place is on a side, and whether the surface ends there.
    #[inline]
    fn normal_at(&self, facet: u32, [u, v]: [f64; 2], own: Vector3<f64>) -> (Vector3<f64>, bool, bool) {
        let w = 1.0 - u - v;
        // Side k lies opposite of the corner k + 2.
        let on = [v < ON_SIDE, w < ON_SIDE, u < ON_SIDE];
        match on.iter().filter(|on| **on).count() {
            0 => (own, false, false),
            1 => {
                let side = if on[0] {
                    0
                } else if on[1] {
                    1
                } else {
                    2
                };
                let (beyond, ends) = self.beyond[facet as usize][side];
                let Some(beyond) = beyond else { return (own, true, ends) };
                let along = [u, v, w][side];
                let there = self.evaluate(beyond.triangle, self.across(facet, side, along, &beyond));
                let sum = there.map_or(own, |(_, normal)| own + normal);
                (sum.try_normalize(1e-6).unwrap_or(own), true, ends)
            }
            _ => {
                let corner = if on[0] && on[2] {
                    0
                } else if on[0] {
                    1
                } else {
                    2
                };
                let (normal, ends) = self.vertices[self.mesh.triangles[facet as usize][corner] as usize];
                (if normal == Vector3::zeros() { own } else { normal }, true, ends)
            }
        }
    }

    /// The place on the neighbour of the point at `along` (0 to 1) on a side.
    fn across(&self, facet: u32, side: usize, along: f64, beyond: &Use) -> [f64; 2] {
        let (own, other) = (self.mesh.triangles[facet as usize], self.mesh.triangles[beyond.triangle as usize]);
        let side_there = beyond.side as usize;
        let along = if own[side] == other[side_there] { along } else { 1.0 - along };
        [[along, 0.0], [1.0 - along, along], [0.0, 1.0 - along]][side_there]
    }
}

/// The nearest point of a patch, from a place on it.
struct Newton<'a> {
    patch: &'a Patch,
    from: &'a Vector3<f64>,
    seed: [f64; 2],
}

impl WithSimd for Newton<'_> {
    type Output = Nearest;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Nearest {
        self.patch.solve_nearest(self.from, self.seed)
    }
}

impl<'a> Look<'a> {
    fn new(surface: &'a CurvedSurface, from: &'a Vector3<f64>, start: u32, slack: f64) -> Self {
        let (most, outside) = match surface.places.get(start as usize) {
            Some(&place) if place != NOWHERE => {
                let [a, b, c] = &surface.flats[place as usize].corners;
                let above = (b - a).cross(&(c - a)).dot(&(from - a)) > 0.0;
                (surface.bound(from, place as usize).1, above)
            }
            _ => (f64::INFINITY, false),
        };
        Self {
            surface,
            from,
            slack,
            outside,
            candidates: [Candidate { place: 0, least: 0.0 }; KEPT],
            count: 0,
            least: f64::INFINITY,
            most,
            flat: (f64::INFINITY, 0),
            rival: f64::INFINITY,
            best: Best { facet: u32::MAX, nearest: Nearest::NONE, least: f64::INFINITY, rival: f64::INFINITY },
        }
    }

    /// The square of how far to look.
    #[inline(always)]
    fn limit(&self) -> f64 {
        (self.most + self.slack) * (self.most + self.slack)
    }

    /// Where the point lands after the flat facets have been asked.
    fn land(&mut self) -> (Foot, f64) {
        self.solve_candidates();
        let Best { facet, nearest, rival, .. } = &self.best;
        if *facet == NOWHERE {
            return (self.surface.far_away(self.from), f64::NEG_INFINITY);
        }
        (self.surface.foot(self.from, *facet, nearest), rival.min(self.rival) * (1.0 - 1e-12))
    }

    /// Looks at the candidates, the most promising first, and keeps the nearest point of all.
    #[inline(never)]
    fn solve_candidates(&mut self) {
        let Self { surface, from, candidates, count, most, best, .. } = self;
        let kept = &mut candidates[..*count];
        if kept.len() > 1 {
            kept.sort_unstable_by(|a, b| a.least.total_cmp(&b.least));
        }
        for &Candidate { place, least } in kept.iter() {
            if least > *most || least * least > best.nearest.square {
                best.rival = best.rival.min(least);
                continue;
            }
            let nearest = surface.solve_on(from, place as usize);
            let facet = surface.tree.items()[place as usize];
            // Of equal distances the first triangle wins: where the search began must not be seen in the answer.
            let square = best.nearest.square;
            if nearest.square < square || (nearest.square == square && facet < best.facet) {
                best.rival = best.rival.min(best.least);
                (best.facet, best.nearest, best.least) = (facet, nearest, least);
            } else {
                best.rival = best.rival.min(least);
            }
        }
        *count = 0;
    }
}

impl WithSimd for &mut Look<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let beyond = self.surface.tree.visit_near(simd, self.from, self.limit(), self);
        self.rival = self.rival.min(beyond.sqrt());
    }
}

impl Visit for Look<'_> {
    #[inline(always)]
    fn visit<S: Simd>(&mut self, simd: S, leaf: usize) -> f64 {
        let CurvedSurface { packets, tree, rounding, .. } = self.surface;
        let FlatLeaf { facets, deviations } = &packets[leaf];
        let squares = facets.squares(simd, self.from);
        let distances = each(|i| squares[i].sqrt());
        let margins = each(|i| deviations[i] + rounding + 1e-14 * distances[i]);
        let (least, most) = (each(|i| distances[i] - margins[i]), each(|i| distances[i] + margins[i]));
        // Lanes that are missing repeat the last one.
        for most in most {
            self.most = if most < self.most { most } else { self.most };
        }
        for (i, place) in tree.places(leaf).enumerate() {
            if distances[i] < self.flat.0 {
                self.flat = (distances[i], place);
            }
            if least[i] > self.most {
                self.rival = if least[i] < self.rival { least[i] } else { self.rival };
                continue;
            }
            if self.count == KEPT {
                self.solve_candidates();
            }
            let least = if least[i] > 0.0 { least[i] } else { 0.0 };
            self.candidates[self.count] = Candidate { place: place as u32, least };
            self.count += 1;
            self.least = if least < self.least { least } else { self.least };
        }
        self.limit()
    }
}
