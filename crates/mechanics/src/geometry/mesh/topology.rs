//! Which triangle is beside which.

use std::collections::BTreeMap;

use super::TriangleMesh;

/// An edge and the triangles that use it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    /// Its ends, the smaller index first.
    pub(super) ends: [u32; 2],
    /// Where its uses begin and end in `Topology::uses`.
    first: u32,
    last: u32,
}

/// One triangle that uses an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) triangle: u32,
    /// Which of its sides: side k runs from corner k to the next.
    pub(super) side: u8,
    /// Whether it runs from the smaller to the larger index.
    pub(super) forward: bool,
}

/// Edges, and which triangle is beside which.
#[derive(Debug)]
pub(super) struct Topology {
    pub(super) edges: Vec<Edge>,
    uses: Vec<Use>,
    /// The edges of every triangle, by side.
    pub(super) of_triangle: Vec<[u32; 3]>,
}

/// The edge of a side whose ends are one vertex.
const NO_EDGE: u32 = u32::MAX;

impl Topology {
    pub(super) fn new(mesh: &TriangleMesh) -> Self {
        let mut sides = Vec::with_capacity(3 * mesh.triangles.len());
        for (t, corners) in mesh.triangles.iter().enumerate() {
            for side in 0..3 {
                let (a, b) = (corners[side], corners[(side + 1) % 3]);
                if a != b {
                    let used = Use { triangle: t as u32, side: side as u8, forward: a < b };
                    sides.push(([a.min(b), a.max(b)], used));
                }
            }
        }
        // Equal ends stay in the order of their triangles: the result does not depend on chance.
        sides.sort_by_key(|(ends, used)| (*ends, used.triangle, used.side));
        let mut edges: Vec<Edge> = Vec::new();
        let mut of_triangle = vec![[NO_EDGE; 3]; mesh.triangles.len()];
        for (i, (ends, used)) in sides.iter().enumerate() {
            match edges.last_mut() {
                Some(edge) if edge.ends == *ends => edge.last = i as u32 + 1,
                _ => edges.push(Edge { ends: *ends, first: i as u32, last: i as u32 + 1 }),
            }
            of_triangle[used.triangle as usize][used.side as usize] = edges.len() as u32 - 1;
        }
        Self { edges, uses: sides.into_iter().map(|(_, used)| used).collect(), of_triangle }
    }

    pub(super) fn uses(&self, edge: &Edge) -> &[Use] {
        &self.uses[edge.first as usize..edge.last as usize]
    }

    /// The edge of a side, unless its ends are one vertex.
    pub(super) fn edge(&self, triangle: u32, side: usize) -> Option<&Edge> {
        let edge = self.of_triangle[triangle as usize][side];
        (edge != NO_EDGE).then(|| &self.edges[edge as usize])
    }

    /// The only other triangle at a side, if there is exactly one, with its side.
    pub(super) fn neighbour(&self, triangle: u32, side: usize) -> Option<Use> {
        let edge = self.edge(triangle, side)?;
        match self.uses(edge) {
            [a, b] if a.triangle != b.triangle => Some(if a.triangle == triangle { *b } else { *a }),
            _ => None,
        }
    }

    /// For every triangle its connected part, by shared edges, and the number of parts.
    pub(super) fn parts(&self) -> (Vec<u32>, usize) {
        let mut part = vec![u32::MAX; self.of_triangle.len()];
        let mut count = 0;
        let mut waiting = Vec::new();
        for seed in 0..part.len() {
            if part[seed] != u32::MAX {
                continue;
            }
            part[seed] = count;
            waiting.push(seed as u32);
            while let Some(t) = waiting.pop() {
                for edge in (0..3).filter_map(|side| self.edge(t, side)) {
                    for used in self.uses(edge) {
                        if part[used.triangle as usize] == u32::MAX {
                            part[used.triangle as usize] = count;
                            waiting.push(used.triangle);
                        }
                    }
                }
            }
            count += 1;
        }
        (part, count as usize)
    }

    /// Which triangles must be turned so that neighbours agree, the larger number staying as it is; and whether that is
    /// possible (on a Möbius strip it is not).
    pub(super) fn orientation(&self) -> (Vec<bool>, bool) {
        let count = self.of_triangle.len();
        let (mut turned, mut seen, mut possible) = (vec![false; count], vec![false; count], true);
        let mut patch = Vec::new();
        for seed in 0..count {
            if seen[seed] {
                continue;
            }
            seen[seed] = true;
            patch.clear();
            patch.push(seed as u32);
            let mut next = 0;
            while next < patch.len() {
                let t = patch[next];
                next += 1;
                for side in 0..3 {
                    let (Some(other), Some(edge)) = (self.neighbour(t, side), self.edge(t, side)) else { continue };
                    // Two triangles agree when they run through their common edge in opposite directions.
                    let same_way = self.uses(edge).iter().all(|used| used.forward == other.forward);
                    let wanted = turned[t as usize] ^ same_way;
                    let index = other.triangle as usize;
                    if !seen[index] {
                        seen[index] = true;
                        turned[index] = wanted;
                        patch.push(other.triangle);
                    } else if turned[index] != wanted {
                        possible = false;
                    }
                }
            }
            let minority = patch.iter().filter(|t| turned[**t as usize]).count();
            if 2 * minority > patch.len() {
                patch.iter().for_each(|t| turned[*t as usize] ^= true);
            }
        }
        (turned, possible)
    }

    /// Closed walks along edges that have one triangle, as vertices.
    pub(super) fn boundary_loops(&self) -> Vec<Vec<u32>> {
        let mut ways: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for edge in self.edges.iter().filter(|edge| self.uses(edge).len() == 1) {
            let [a, b] = edge.ends;
            ways.entry(a).or_default().push(b);
            ways.entry(b).or_default().push(a);
        }
        let mut take = |from: u32| {
            let to = ways.get_mut(&from)?.pop()?;
            // The same edge, seen from its other end.
            if let Some(back) = ways.get_mut(&to) {
                back.iter().position(|end| *end == from).map(|i| back.swap_remove(i));
            }
            Some(to)
        };
        let mut loops = Vec::new();
        for start in self.edges.iter().filter(|edge| self.uses(edge).len() == 1).map(|edge| edge.ends[0]) {
            let mut walk = vec![start];
            while let Some(next) = take(walk[walk.len() - 1]).filter(|next| *next != start) {
                walk.push(next);
            }
            if walk.len() > 1 {
                loops.push(walk);
            }
        }
        loops
    }
}

impl TriangleMesh {
    /// The same surface with neighbours that agree on which side is outside; the larger number of a part decides.
    pub fn oriented(mut self) -> Self {
        let (turned, _) = Topology::new(&self).orientation();
        for (corners, _) in self.triangles.iter_mut().zip(turned).filter(|(_, turned)| *turned) {
            corners.swap(1, 2);
        }
        self
    }
}
