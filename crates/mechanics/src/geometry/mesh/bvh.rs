//! Boxes in boxes: which of many things can be near a point, on a ray, or on one another.
//!
//! Every node holds the boxes of its four children, so that a child that is too far is never visited; a leaf is one thing.
//! The tree is built by the surface-area heuristic on 16 bins [Wald2007].

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

const BINS: usize = 16;
/// Children of a node.
const WIDE: usize = 4;
/// A tree deeper than this is split in halves, which ends after 32 more levels at most.
const DEEP: usize = 48;
/// A node, which is two cuts deep, leaves three of its children on a stack while the fourth is looked into.
const STACK: usize = (DEEP / 2 + 32) * (WIDE - 1) + 1;

/// A node, or, with this bit, the place of a thing in `items`.
const THING: u32 = 1 << 31;

/// The boxes of up to four children side by side, so that the compiler can treat them at once.
#[derive(Debug, Clone, Copy)]
struct Node {
    low: [[f64; WIDE]; 3],
    high: [[f64; WIDE]; 3],
    links: [u32; WIDE],
    count: usize,
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
    fn distances_squared(&self, point: &Vector3<f64>) -> [f64; WIDE] {
        let mut sums = [0.0; WIDE];
        for axis in 0..3 {
            let (low, high, p) = (&self.low[axis], &self.high[axis], point[axis]);
            for i in 0..WIDE {
                // Comparisons instead of `max`, which would have to look for NaN.
                let (below, above) = (low[i] - p, p - high[i]);
                let out = if below > above { below } else { above };
                let out = if out > 0.0 { out } else { 0.0 };
                sums[i] += out * out;
            }
        }
        sums
    }

    fn child(&self, i: usize) -> Bounds {
        let corner = |of: &[[f64; WIDE]; 3]| Vector3::new(of[0][i], of[1][i], of[2][i]);
        Bounds { low: corner(&self.low), high: corner(&self.high) }
    }
}

/// A search on its way: the square of how far it looks, and of the nearest box that was too far.
struct Search<V> {
    limit: f64,
    beyond: f64,
    visit: V,
}

/// The tree over things numbered from 0.
#[derive(Debug, Clone)]
pub(super) struct Bvh {
    /// The root is the first.
    nodes: Vec<Node>,
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
        let mut tree = Self { nodes: Vec::new(), items: Vec::with_capacity(things.len()) };
        tree.build(&mut things, 0);
        tree
    }

    /// A node over these things; its number.
    fn build(&mut self, things: &mut [Thing], depth: usize) -> u32 {
        let index = self.nodes.len();
        self.nodes.push(Node::EMPTY);
        let mut ends = [0; WIDE + 1];
        let groups = divide(things, depth, &mut ends);
        let mut node = Node::EMPTY;
        for group in 0..groups {
            let part = &mut things[ends[group]..ends[group + 1]];
            node.push(&part.iter().fold(Bounds::EMPTY, |all, thing| all.join(&thing.bounds)));
            node.links[group] = if let [thing] = part {
                self.items.push(thing.id);
                THING | (self.items.len() - 1) as u32
            } else {
                self.build(part, depth + 2)
            };
        }
        self.nodes[index] = node;
        index as u32
    }

    /// The things in the order in which the leaves hold them: neighbours in space are neighbours in it.
    pub(super) fn items(&self) -> &[u32] {
        &self.items
    }

    /// Visits the places in `items()` of things whose box is nearer to `point` than the square root of what `visit`
    /// returned last, the nearest boxes first; gives back the square of how far all others are at least.
    pub(super) fn visit_near(&self, point: &Vector3<f64>, limit: f64, visit: impl FnMut(usize) -> f64) -> f64 {
        // Children that are not there are at an infinite distance.
        let mut search = Search { limit: limit.min(f64::MAX), beyond: f64::INFINITY, visit };
        self.descend(0, point, &mut search);
        search.beyond
    }

    /// By recursion: a stack of our own would have to be cleared for every query, which costs as much as a short search.
    fn descend(&self, node: u32, point: &Vector3<f64>, search: &mut Search<impl FnMut(usize) -> f64>) {
        let Some(node) = self.nodes.get(node as usize) else { return };
        let d = node.distances_squared(point);
        // The nearest first; the order of the others hardly matters.
        let (left, right) = (usize::from(d[1] < d[0]), 2 + usize::from(d[3] < d[2]));
        let first = if d[right] < d[left] { right } else { left };
        self.enter(node.links[first], d[first], point, search);
        for (child, distance) in d.into_iter().enumerate() {
            if child != first {
                self.enter(node.links[child], distance, point, search);
            }
        }
    }

    #[inline(always)]
    fn enter(&self, link: u32, d: f64, point: &Vector3<f64>, search: &mut Search<impl FnMut(usize) -> f64>) {
        if d > search.limit {
            search.beyond = if d < search.beyond { d } else { search.beyond };
        } else if link & THING != 0 {
            search.limit = (search.visit)((link & !THING) as usize).min(f64::MAX);
        } else {
            self.descend(link, point, search);
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
        let mut stack = [(0.0, 0u32); STACK];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let (entry, link) = stack[height];
            if entry > limit {
                continue;
            }
            if link & THING != 0 {
                limit = visit((link & !THING) as usize, limit);
                continue;
            }
            let Some(node) = self.nodes.get(link as usize) else { continue };
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
        let mut stack = [0u32; STACK];
        let mut height = 1;
        while height > 0 {
            height -= 1;
            let Some(node) = self.nodes.get(stack[height] as usize) else { continue };
            for i in (0..node.count).filter(|i| node.child(*i).overlaps(bounds)) {
                let link = node.links[i];
                if link & THING != 0 {
                    visit(self.items[(link & !THING) as usize]);
                } else {
                    stack[height] = link;
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

/// Reorders the things and cuts them into up to four groups, between `ends`; their number.
fn divide(things: &mut [Thing], depth: usize, ends: &mut [usize; WIDE + 1]) -> usize {
    if things.len() <= WIDE {
        *ends = std::array::from_fn(|i| i.min(things.len()));
        return things.len();
    }
    ends[1] = things.len();
    let mut areas = [f64::INFINITY; WIDE];
    for groups in 1..WIDE {
        // The widest is the one that would be visited most often.
        let wide = (0..groups).filter(|g| ends[g + 1] - ends[*g] > 1).max_by(|a, b| areas[*a].total_cmp(&areas[*b]));
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
