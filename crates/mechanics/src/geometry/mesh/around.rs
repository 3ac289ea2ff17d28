//! Which leaves lie around each leaf of a tree: a point that lands near a leaf that is known needs no way down from the root.

use nalgebra::Vector3;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::bvh::{Bvh, Visit};
use super::packet::Packet;

/// Leaves that are kept for each leaf. A point above a leaf of triangles of about one size is certain after half of them.
const KEPT: usize = 16;

/// For each leaf of flat triangles the leaves around it.
///
/// The distance from the middle m of a leaf to the k-th leaf around it is fₖ, in increasing order. A point p cannot be nearer
/// than fₖ − |p − m| to any leaf from the k-th on: once that is further than the search has to look, it is over.
///
/// *Checked by* the whole tree and all triangles one by one, near, far, and from leaves that are not the nearest.
#[derive(Debug, Clone)]
pub(super) struct Around {
    leaves: Vec<Near>,
    /// The leaf of each place.
    leaf_of: Vec<u32>,
}

#[derive(Debug, Clone)]
struct Near {
    middle: Vector3<f64>,
    leaves: [u32; KEPT],
    /// How far they are from the middle at least; the last is that of all others.
    far: [f64; KEPT + 1],
}

impl Around {
    /// Of a tree whose leaves hold these triangles.
    pub(super) fn new(tree: &Bvh, packets: &[Packet], arch: Arch) -> Self {
        let near = |leaf: usize| {
            let middle = tree.middle(leaf);
            arch.dispatch(Gather::new(tree, packets, middle))
        };
        let leaf_of = tree.leaves().enumerate().flat_map(|(leaf, places)| places.map(move |_| leaf as u32)).collect();
        Self { leaves: (0..packets.len()).into_par_iter().map(near).collect(), leaf_of }
    }

    /// Visits the leaves around that of a place as [`Bvh::visit_near`] does those of the whole tree, from the nearest to the
    /// middle on. Gives back the square of how far all others are at least; nothing where it could not be certain of that,
    /// and then what the visitor has seen is not all.
    #[inline(always)]
    pub(super) fn visit_near<S: Simd>(
        &self,
        simd: S,
        (point, place): (&Vector3<f64>, usize),
        limit: f64,
        visitor: &mut impl Visit,
    ) -> Option<f64> {
        let Near { middle, leaves, far } = &self.leaves[self.leaf_of[place] as usize];
        let off = (point - middle).norm() * (1.0 + 1e-12);
        // Whether all from the k-th on are further than the search has to look; a hair less, for rounding.
        let beyond = |k: usize, limit: f64| {
            let least = far[k] * (1.0 - 1e-12) - off;
            (least > 0.0 && least * least > limit).then_some(least * least)
        };
        // A point as far away as this needs the tree.
        beyond(KEPT, limit)?;
        let mut limit = limit;
        for (k, &leaf) in leaves.iter().enumerate() {
            if let Some(square) = beyond(k, limit) {
                return Some(square);
            }
            limit = visitor.visit(simd, leaf as usize);
        }
        beyond(KEPT, limit)
    }
}

/// The search for the leaves around a point.
struct Gather<'a> {
    tree: &'a Bvh,
    packets: &'a [Packet],
    middle: Vector3<f64>,
    /// Squares of distances, with their leaves, in increasing order.
    found: [(f64, u32); KEPT + 1],
}

impl<'a> Gather<'a> {
    fn new(tree: &'a Bvh, packets: &'a [Packet], middle: Vector3<f64>) -> Self {
        Self { tree, packets, middle, found: [(f64::INFINITY, 0); KEPT + 1] }
    }
}

impl WithSimd for Gather<'_> {
    type Output = Near;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) -> Near {
        let (tree, middle) = (self.tree, self.middle);
        tree.visit_near(simd, &middle, f64::INFINITY, &mut self);
        let mut near = Near { middle, leaves: [0; KEPT], far: self.found.map(|(square, _)| square.sqrt()) };
        near.leaves.iter_mut().zip(&self.found).for_each(|(leaf, (_, found))| *leaf = *found);
        near
    }
}

impl Visit for Gather<'_> {
    #[inline(always)]
    fn visit<S: Simd>(&mut self, simd: S, leaf: usize) -> f64 {
        let [a, b, c, d] = self.packets[leaf].squares(simd, &self.middle);
        let found = (a.min(b).min(c.min(d)), leaf as u32);
        let place = self.found.partition_point(|kept| *kept < found);
        if place <= KEPT {
            self.found[place..].rotate_right(1);
            self.found[place] = found;
        }
        self.found[KEPT].0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::mesh::FacetedSurface;
    use crate::geometry::mesh::closest::closest_on_triangle;
    use crate::geometry::mesh::faceted::mix;
    use crate::geometry::mesh::tessellation::tessellate_ball;
    use crate::geometry::{Landing, Surface};

    #[test]
    fn wherever_a_search_begins_it_ends_at_the_nearest_triangle_and_says_how_far_others_are_at_least() {
        // Facets of many sizes: an egg with a dent.
        let shape = |v: Vector3<f64>| {
            Vector3::new(v.x, 0.6 * v.y, 1.7 * v.z) * (1.0 - 0.3 * (-8.0 * (v.x - 0.6).powi(2)).exp())
        };
        let mesh = tessellate_ball(9, shape).expect("a mesh");
        let triangles: Vec<_> = (0..mesh.triangles().len()).map(|t| mesh.corners(t)).collect();
        let surface = FacetedSurface::new(mesh).expect("a surface");
        let step = [0.819_172_513_396_164_4, 0.671_043_606_703_789_2, 0.549_700_477_901_969_7];
        for i in 1..=600 {
            let way = Vector3::from(step.map(|s| (0.5 + f64::from(i) * s).fract() - 0.5)).normalize();
            let off = [1e-12, 0.003, 0.05, 0.4, -0.02, 3.0][i as usize % 6];
            let p = shape(way) * (1.0 + off);
            let expected = surface.closest_point(&p);
            let mut distances: Vec<f64> =
                triangles.iter().map(|t| (mix(t, closest_on_triangle(&p, t).0) - p).norm()).collect();
            distances.sort_by(f64::total_cmp);
            let own = expected.facet;
            for facet in [own, (own + 1) % 1620, (own + 40) % 1620, (own + 801) % 1620] {
                let unknown = Landing { at: p, facet, rival: f64::NEG_INFINITY };
                let (foot, rival) = surface.closest_point_since(&p, &unknown);
                assert_eq!(foot, expected, "{i} from {facet}");
                assert!(rival <= distances[1] * (1.0 + 1e-12), "{i} from {facet}: {rival} > {}", distances[1]);
            }
        }
    }
}
