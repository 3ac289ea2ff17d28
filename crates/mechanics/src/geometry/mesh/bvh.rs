//! Boxes in boxes: which of many things can be near a point, on a ray, or on one another.
//!
//! Every node holds the boxes of both its children, so that a child that is too far is never visited. The tree is built by
//! the surface-area heuristic on 16 bins [Wald2007].

use nalgebra::Vector3;

/// A box along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bounds {
    pub(super) low: Vector3<f64>,
    pub(super) high: Vector3<f64>,
}

impl Bounds {
    pub(super) const EMPTY: Self = Self {
        low: Vector3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
        high: Vector3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    pub(super) fn of<'a>(points: impl IntoIterator<Item = &'a Vector3<f64>>) -> Self {
        points.into_iter().fold(Self::EMPTY, |bounds, p| Self { low: bounds.low.inf(p), high: bounds.high.sup(p) })
    }

    pub(super) fn join(&self, other: &Self) -> Self {
        Self { low: self.low.inf(&other.low), high: self.high.sup(&other.high) }
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|i| self.low[i] <= other.high[i] && other.low[i] <= self.high[i])
    }

    /// Square of the distance of a point, 0 inside.
    #[inline]
    fn distance_squared(&self, point: &Vector3<f64>) -> f64 {
        let mut sum = 0.0;
        for i in 0..3 {
            let out = (self.low[i] - point[i]).max(point[i] - self.high[i]).max(0.0);
            sum += out * out;
        }
        sum
    }

    /// Where a ray enters, if it does so before `limit`. `inverse` has the inverses of its direction.
    #[inline]
    fn entry(&self, origin: &Vector3<f64>, inverse: &Vector3<f64>, limit: f64) -> Option<f64> {
        let (mut near, mut far) = (0.0f64, limit);
        for i in 0..3 {
            if inverse[i].is_infinite() {
                // The ray never enters or leaves between these faces.
                if origin[i] < self.low[i] || origin[i] > self.high[i] {
                    return None;
                }
                continue;
            }
            let (a, b) = ((self.low[i] - origin[i]) * inverse[i], (self.high[i] - origin[i]) * inverse[i]);
            near = near.max(a.min(b));
            far = far.min(a.max(b));
        }
        // Three roundings on either side must not lose a hit on the face of a flat box.
        (near <= far * (1.0 + 4.0 * f64::EPSILON) + f64::MIN_POSITIVE).then_some(near)
    }

    fn half_area(&self) -> f64 {
        let d = self.high - self.low;
        if d.x >= 0.0 { d.x * d.y + d.y * d.z + d.z * d.x } else { 0.0 }
    }
}

/// Things in one leaf.
const LEAF: usize = 4;
const BINS: usize = 16;
/// A tree deeper than this is split in halves, which ends after 32 more levels at most.
const DEEP: usize = 48;
const STACK: usize = 96;

/// Number of things in a leaf in the upper bits, where they begin in the lower; or the node, if the number is 0.
#[derive(Debug, Clone, Copy)]
struct Link {
    first: u32,
    count: u32,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    bounds: [Bounds; 2],
    links: [Link; 2],
}

/// The tree over things numbered from 0.
#[derive(Debug, Clone)]
pub(super) struct Bvh {
    nodes: Vec<Node>,
    root: Link,
    bounds: Bounds,
    /// The things in the order of the leaves.
    items: Vec<u32>,
}

impl Bvh {
    /// A tree over these things (their numbers and boxes).
    pub(super) fn new(things: Vec<(u32, Bounds)>) -> Self {
        let mut things: Vec<Thing> = things
            .into_iter()
            .map(|(id, bounds)| Thing { id, bounds, middle: 0.5 * (bounds.low + bounds.high) })
            .collect();
        let mut tree =
            Self { nodes: Vec::new(), root: Link { first: 0, count: 0 }, bounds: Bounds::EMPTY, items: Vec::new() };
        tree.bounds = things.iter().fold(Bounds::EMPTY, |all, thing| all.join(&thing.bounds));
        tree.root = tree.build(&mut things, 0);
        tree
    }

    fn build(&mut self, things: &mut [Thing], depth: usize) -> Link {
        if things.len() <= LEAF {
            let first = self.items.len() as u32;
            self.items.extend(things.iter().map(|thing| thing.id));
            return Link { first, count: things.len() as u32 };
        }
        let middle = partition(things, depth);
        let index = self.nodes.len();
        let none = Link { first: 0, count: 0 };
        self.nodes.push(Node { bounds: [Bounds::EMPTY; 2], links: [none; 2] });
        let (left, right) = things.split_at_mut(middle);
        let bounds =
            [&*left, &*right].map(|side| side.iter().fold(Bounds::EMPTY, |all, thing| all.join(&thing.bounds)));
        let links = [self.build(left, depth + 1), self.build(right, depth + 1)];
        self.nodes[index] = Node { bounds, links };
        Link { first: index as u32, count: 0 }
    }

    /// The things in the order in which the leaves hold them: neighbours in space are neighbours in it.
    pub(super) fn items(&self) -> &[u32] {
        &self.items
    }

    /// Visits the places in `items()` of things whose box is nearer to `point` than the square root of what `visit`
    /// returned last, the nearest boxes first.
    pub(super) fn visit_near(&self, point: &Vector3<f64>, mut limit: f64, mut visit: impl FnMut(usize, f64) -> f64) {
        if self.bounds.distance_squared(point) <= limit {
            self.descend(self.root, point, &mut limit, &mut visit);
        }
    }

    /// Nearer children by recursion, the further ones in the loop. A stack of our own would have to be cleared for every
    /// query, which costs as much as a short search.
    fn descend(
        &self,
        mut link: Link,
        point: &Vector3<f64>,
        limit: &mut f64,
        visit: &mut impl FnMut(usize, f64) -> f64,
    ) {
        loop {
            if link.count > 0 {
                for place in link.first..link.first + link.count {
                    *limit = visit(place as usize, *limit);
                }
                return;
            }
            let Some(node) = self.nodes.get(link.first as usize) else { return };
            let [a, b] = [0, 1].map(|i| (node.bounds[i].distance_squared(point), node.links[i]));
            let (near, far) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            if near.0 <= *limit {
                self.descend(near.1, point, limit, visit);
            }
            if far.0 > *limit {
                return;
            }
            link = far.1;
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
        let mut stack = [(0.0, Link { first: 0, count: 0 }); STACK];
        let Some(entry) = self.bounds.entry(origin, &inverse, limit) else { return };
        stack[0] = (entry, self.root);
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let (entry, link) = stack[height];
            if entry > limit {
                continue;
            }
            if link.count > 0 {
                for place in link.first..link.first + link.count {
                    limit = visit(place as usize, limit);
                }
                continue;
            }
            let Some(node) = self.nodes.get(link.first as usize) else { continue };
            let [a, b] = [0, 1].map(|i| {
                let entry = node.bounds[i].entry(origin, &inverse, limit);
                (entry.unwrap_or(f64::INFINITY), node.links[i], entry.is_some())
            });
            let (near, far) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            for (entry, link, met) in [far, near] {
                if met {
                    stack[height] = (entry, link);
                    height += 1;
                }
            }
        }
    }

    /// Visits every thing whose box touches `bounds`.
    pub(super) fn visit_overlaps(&self, bounds: &Bounds, mut visit: impl FnMut(u32)) {
        let mut stack = [self.root; STACK];
        let mut height = usize::from(self.bounds.overlaps(bounds));
        while height > 0 {
            height -= 1;
            let link = stack[height];
            if link.count > 0 {
                let leaf = &self.items[link.first as usize..(link.first + link.count) as usize];
                leaf.iter().for_each(|item| visit(*item));
                continue;
            }
            let Some(node) = self.nodes.get(link.first as usize) else { continue };
            for i in 0..2 {
                if node.bounds[i].overlaps(bounds) {
                    stack[height] = node.links[i];
                    height += 1;
                }
            }
        }
    }
}

struct Thing {
    id: u32,
    bounds: Bounds,
    middle: Vector3<f64>,
}

/// Reorders the things and says where to cut them; both sides have one at least.
fn partition(things: &mut [Thing], depth: usize) -> usize {
    let half = things.len() / 2;
    let spread = Bounds::of(things.iter().map(|thing| &thing.middle));
    let size = spread.high - spread.low;
    let cut = if depth < DEEP { best_cut(things, &spread) } else { None };
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
