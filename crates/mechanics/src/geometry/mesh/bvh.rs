//! Boxes in boxes: which of many things can be near a point, on a ray, or on one another.
//!
//! Every node holds the boxes of its four children, so that a child that is too far is never visited; a leaf holds up to
//! four things, which are asked side by side. The tree is built by the surface-area heuristic on 16 bins [Wald2007].

use nalgebra::Vector3;
use pulp::{Scalar, Simd};

use super::bounds::Bounds;

const BINS: usize = 16;
/// Children of a node, and things of a leaf.
pub(super) const WIDE: usize = 4;
/// Below this many cuts things are divided into equal numbers, which ends after 17 more levels of four at most.
const DEEP: usize = 24;
/// A node, which is two cuts deep, leaves three of its children on a stack while the fourth is looked into.
const STACK: usize = (DEEP / 2 + 17) * (WIDE - 1) + 1;
/// So few things are cut into full leaves, wherever they are.
const FEW: usize = 4 * WIDE;

/// A link with this bit is the number of a leaf, any other that of a node.
const LEAF: u32 = 1 << 31;

/// The boxes of up to four children side by side, so that the compiler can treat them at once.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Node {
    low: [[f64; WIDE]; 3],
    high: [[f64; WIDE]; 3],
    links: [u32; WIDE],
    count: usize,
}

/// What is done with the leaves of a tree that are near. A trait, because a closure may not become part of a search that is
/// compiled for wider instructions.
pub(super) trait Visit {
    /// Looks at a leaf; the square of how far the search has to look from now on.
    fn visit<S: Simd>(&mut self, simd: S, leaf: usize) -> f64;
}

/// Things beside one another in `items`.
#[derive(Debug, Clone, Copy)]
struct Leaf {
    first: u32,
    /// Their own boxes, without links.
    boxes: Node,
}

impl Node {
    const EMPTY: Self =
        Self { low: [[f64::INFINITY; WIDE]; 3], high: [[f64::NEG_INFINITY; WIDE]; 3], links: [0; WIDE], count: 0 };

    fn push(&mut self, bounds: &Bounds) {
        for axis in 0..3 {
            self.low[axis][self.count] = bounds.low[axis];
            self.high[axis][self.count] = bounds.high[axis];
        }
        self.count += 1;
    }

    /// Squares of the distances of a point from the boxes.
    #[inline(always)]
    fn distances_squared<S: Simd>(&self, simd: S, point: &Vector3<f64>) -> [f64; WIDE] {
        let mut squares = [0.0; WIDE];
        if S::F64_LANES > WIDE {
            for (part, square) in squares.iter_mut().enumerate() {
                *square = self.part_of_distances(Scalar, part, point);
            }
            return squares;
        }
        for (part, squares) in S::as_mut_simd_f64s(&mut squares).0.iter_mut().enumerate() {
            *squares = self.part_of_distances(simd, part, point);
        }
        squares
    }

    #[inline(always)]
    fn part_of_distances<S: Simd>(&self, simd: S, part: usize, point: &Vector3<f64>) -> S::f64s {
        let zero = simd.splat_f64s(0.0);
        let square = |axis: usize| {
            let p = simd.splat_f64s(point[axis]);
            let below = simd.sub_f64s(S::as_simd_f64s(&self.low[axis]).0[part], p);
            let above = simd.sub_f64s(p, S::as_simd_f64s(&self.high[axis]).0[part]);
            let out = simd.max_f64s(simd.max_f64s(below, above), zero);
            simd.mul_f64s(out, out)
        };
        simd.add_f64s(simd.add_f64s(square(0), square(1)), square(2))
    }

    fn child(&self, i: usize) -> Bounds {
        let corner = |of: &[[f64; WIDE]; 3]| Vector3::new(of[0][i], of[1][i], of[2][i]);
        Bounds { low: corner(&self.low), high: corner(&self.high) }
    }
}

/// The tree over things numbered from 0.
#[derive(Debug, Clone)]
pub(super) struct Bvh {
    /// The root is the first, unless one leaf is all.
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
    /// The things in the order of the leaves.
    items: Vec<u32>,
    root: u32,
}

impl Bvh {
    /// A tree over these things (their numbers and boxes).
    pub(super) fn new(things: Vec<(u32, Bounds)>) -> Self {
        let mut things: Vec<Thing> = things
            .into_iter()
            .map(|(id, bounds)| Thing { id, bounds, middle: 0.5 * (bounds.low + bounds.high) })
            .collect();
        let mut tree = Self { nodes: Vec::new(), leaves: Vec::new(), items: Vec::with_capacity(things.len()), root: 0 };
        tree.root = tree.build(&mut things, 0);
        tree
    }

    /// A node or a leaf over these things; the link to it.
    fn build(&mut self, things: &mut [Thing], depth: usize) -> u32 {
        if things.len() <= WIDE {
            let mut leaf = Leaf { first: self.items.len() as u32, boxes: Node::EMPTY };
            for thing in things.iter() {
                leaf.boxes.push(&thing.bounds);
                self.items.push(thing.id);
            }
            self.leaves.push(leaf);
            return LEAF | (self.leaves.len() - 1) as u32;
        }
        let index = self.nodes.len();
        self.nodes.push(Node::EMPTY);
        let mut ends = [0; WIDE + 1];
        let groups = divide(things, depth, &mut ends);
        let mut node = Node::EMPTY;
        for group in 0..groups {
            let part = &mut things[ends[group]..ends[group + 1]];
            node.push(&part.iter().fold(Bounds::EMPTY, |all, thing| all.join(&thing.bounds)));
            node.links[group] = self.build(part, depth + 2);
        }
        self.nodes[index] = node;
        index as u32
    }

    /// The things in the order in which the leaves hold them: neighbours in space are neighbours in it.
    pub(super) fn items(&self) -> &[u32] {
        &self.items
    }

    /// The places in `items()` of the things of every leaf, by the numbers of the leaves.
    pub(super) fn leaves(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        (0..self.leaves.len()).map(|leaf| self.places(leaf))
    }

    /// The places in `items()` of the things of a leaf.
    #[inline(always)]
    pub(super) fn places(&self, leaf: usize) -> std::ops::Range<usize> {
        let Leaf { first, boxes } = &self.leaves[leaf];
        *first as usize..*first as usize + boxes.count
    }

    /// The middle of the box of a leaf.
    pub(super) fn middle(&self, leaf: usize) -> Vector3<f64> {
        let boxes = &self.leaves[leaf].boxes;
        let all = (0..boxes.count).fold(Bounds::EMPTY, |all, i| all.join(&boxes.child(i)));
        0.5 * (all.low + all.high)
    }

    /// Visits the leaves whose box is nearer to `point` than the square root of what the visitor returned last, the nearest
    /// first; gives back the square of how far all others are at least.
    #[inline(always)]
    pub(super) fn visit_near<S: Simd>(
        &self,
        simd: S,
        point: &Vector3<f64>,
        limit: f64,
        visitor: &mut impl Visit,
    ) -> f64 {
        let mut stack = [(0.0, 0u32); STACK];
        let mut height = 0;
        // Children that are not there are at an infinite distance.
        let (mut limit, mut beyond) = (limit.min(f64::MAX), f64::INFINITY);
        let (mut distance, mut link) = (0.0, self.root);
        loop {
            if distance > limit {
                beyond = if distance < beyond { distance } else { beyond };
            } else if link & LEAF != 0 {
                limit = visitor.visit(simd, (link & !LEAF) as usize).min(f64::MAX);
            } else {
                let node = &self.nodes[link as usize];
                let d = node.distances_squared(simd, point);
                // The nearest first; the order of the others hardly matters.
                let (left, right) = (usize::from(d[1] < d[0]), 2 + usize::from(d[3] < d[2]));
                let first = if d[right] < d[left] { right } else { left };
                for (child, &distance) in d.iter().enumerate() {
                    if distance > limit {
                        beyond = if distance < beyond { distance } else { beyond };
                    } else if child != first {
                        stack[height] = (distance, node.links[child]);
                        height += 1;
                    }
                }
                (distance, link) = (d[first], node.links[first]);
                continue;
            }
            if height == 0 {
                return beyond;
            }
            height -= 1;
            (distance, link) = stack[height];
        }
    }

    /// Visits the places in `items()` of things whose box the ray enters before what `visit` returned last.
    pub(super) fn visit_ray(
        &self,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        mut visit: impl FnMut(usize, f64) -> f64,
    ) {
        let inverse = direction.map(|x| 1.0 / x);
        let mut limit = f64::INFINITY;
        let mut stack = [(0.0, self.root); STACK];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let (entry, link) = stack[height];
            if entry > limit {
                continue;
            }
            if link & LEAF != 0 {
                let leaf = &self.leaves[(link & !LEAF) as usize];
                for i in 0..leaf.boxes.count {
                    if leaf.boxes.child(i).entry(origin, &inverse, limit).is_some() {
                        limit = visit(leaf.first as usize + i, limit);
                    }
                }
                continue;
            }
            let node = &self.nodes[link as usize];
            let first = height;
            for child in 0..node.count {
                if let Some(entry) = node.child(child).entry(origin, &inverse, limit) {
                    // The nearest on top.
                    let mut place = height;
                    while place > first && stack[place - 1].0 < entry {
                        stack[place] = stack[place - 1];
                        place -= 1;
                    }
                    stack[place] = (entry, node.links[child]);
                    height += 1;
                }
            }
        }
    }

    /// Visits every thing whose box touches `bounds`.
    pub(super) fn visit_overlaps(&self, bounds: &Bounds, mut visit: impl FnMut(u32)) {
        let mut stack = [self.root; STACK];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let link = stack[height];
            if link & LEAF != 0 {
                let leaf = &self.leaves[(link & !LEAF) as usize];
                for i in (0..leaf.boxes.count).filter(|i| leaf.boxes.child(*i).overlaps(bounds)) {
                    visit(self.items[leaf.first as usize + i]);
                }
                continue;
            }
            let node = &self.nodes[link as usize];
            for i in (0..node.count).filter(|i| node.child(*i).overlaps(bounds)) {
                stack[height] = node.links[i];
                height += 1;
            }
        }
    }
}

struct Thing {
    id: u32,
    bounds: Bounds,
    middle: Vector3<f64>,
}

/// Reorders the things, of which there are more than a leaf holds, and cuts them into up to four groups, between `ends`;
/// their number.
fn divide(things: &mut [Thing], depth: usize, ends: &mut [usize; WIDE + 1]) -> usize {
    ends[1] = things.len();
    let mut areas = [f64::INFINITY; WIDE];
    for groups in 1..WIDE {
        let size = |g: usize| ends[g + 1] - ends[g];
        // The widest is the one that would be visited most often; far down the largest is cut, so that it comes to an end.
        let weight = |g: usize| if depth < DEEP { areas[g] } else { size(g) as f64 };
        let wide = (0..groups).filter(|g| size(*g) > WIDE).max_by(|a, b| weight(*a).total_cmp(&weight(*b)));
        let Some(wide) = wide else { return groups };
        let middle = ends[wide] + partition(&mut things[ends[wide]..ends[wide + 1]], depth);
        ends[wide + 1..groups + 2].rotate_right(1);
        areas[wide..groups + 1].rotate_right(1);
        ends[wide + 1] = middle;
        for group in wide..wide + 2 {
            let part = &things[ends[group]..ends[group + 1]];
            areas[group] = part.iter().fold(Bounds::EMPTY, |all, thing| all.join(&thing.bounds)).half_area();
        }
    }
    WIDE
}

/// Reorders the things and says where to cut them; both sides have one at least.
fn partition(things: &mut [Thing], depth: usize) -> usize {
    // Whole leaves on the left.
    let half = (things.len() / 2).next_multiple_of(WIDE).min(things.len() - 1);
    let spread = Bounds::of(things.iter().map(|thing| &thing.middle));
    let size = spread.high - spread.low;
    let cut = if depth < DEEP && things.len() > FEW { best_cut(things, &spread) } else { None };
    let Some((axis, bin)) = cut else {
        let axis = size.imax();
        things.select_nth_unstable_by(half, |a, b| a.middle[axis].total_cmp(&b.middle[axis]).then(a.id.cmp(&b.id)));
        return half;
    };
    // Stable, so that the tree depends on nothing but its input.
    things.sort_by_key(|thing| bin_of(thing, &spread, axis) > bin);
    let middle = things.partition_point(|thing| bin_of(thing, &spread, axis) <= bin);
    if middle == 0 || middle == things.len() { half } else { middle }
}

fn bin_of(thing: &Thing, spread: &Bounds, axis: usize) -> usize {
    let size = spread.high[axis] - spread.low[axis];
    (((thing.middle[axis] - spread.low[axis]) / size * BINS as f64) as usize).min(BINS - 1)
}

/// The axis and the last bin of the left side for which a visit is expected to cost least; `None` if all middles are one.
fn best_cut(things: &[Thing], spread: &Bounds) -> Option<(usize, usize)> {
    let mut best: Option<(f64, usize, usize)> = None;
    for axis in 0..3 {
        if !(spread.high[axis] - spread.low[axis] > 0.0) {
            continue;
        }
        let mut bins = [(Bounds::EMPTY, 0usize); BINS];
        for thing in things {
            let bin = &mut bins[bin_of(thing, spread, axis)];
            *bin = (bin.0.join(&thing.bounds), bin.1 + 1);
        }
        let mut right = [(Bounds::EMPTY, 0usize); BINS];
        let mut sum = (Bounds::EMPTY, 0);
        for i in (0..BINS).rev() {
            sum = (sum.0.join(&bins[i].0), sum.1 + bins[i].1);
            right[i] = sum;
        }
        let mut left = (Bounds::EMPTY, 0);
        for i in 0..BINS - 1 {
            left = (left.0.join(&bins[i].0), left.1 + bins[i].1);
            let (beyond, count) = right[i + 1];
            if left.1 == 0 || count == 0 {
                continue;
            }
            let cost = left.0.half_area() * left.1 as f64 + beyond.half_area() * count as f64;
            if best.is_none_or(|(least, _, _)| cost < least) {
                best = Some((cost, axis, i));
            }
        }
    }
    best.map(|(_, axis, bin)| (axis, bin))
}
