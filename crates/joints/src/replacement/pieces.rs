//! The pieces of the insert for which the points of the contact stand: one cell a point, so that maps and files hold what
//! was computed, neither averaged nor spread.
//!
//! A triangle with one point is a piece by itself. One that was cut into n² has three points in each of them (⅙, ⅙, ⅔): each
//! stands for the quarter of corner, middles of two edges and middle, a third of the area. Where neighbours are cut in other
//! ways, a piece has the other's corners on its edge, too, so that nothing gapes.

use std::collections::{BTreeMap, HashMap};

use mechanics::geometry::QuadraturePoint;
use mechanics::geometry::mesh::TriangleMesh;
use results::Surface;

/// Places on a triangle count in so many parts of a cut: middles are halves and thirds.
const PARTS: usize = 6;

/// Vertices on an edge between two others, by their share of the way from the one with the smaller number.
type Edges = BTreeMap<[u32; 2], BTreeMap<u64, u32>>;

/// One cell for each point, in their order, which is that of [`mechanics::geometry::Surface::compute_quadrature`].
pub(super) fn cut(mesh: &TriangleMesh, points: &[QuadraturePoint]) -> Surface {
    let mut surface = Surface {
        points: mesh.vertices().iter().map(|v| [v.x, v.y, v.z]).collect(),
        connectivity: Vec::new(),
        offsets: Vec::new(),
    };
    let facets: Vec<(Facet, usize)> =
        points.chunk_by(|a, b| a.facet == b.facet).flat_map(|g| divide(mesh, g)).collect();
    let mut edges = Edges::new();
    for (facet, cuts) in &facets {
        let mut inside = HashMap::new();
        for piece in pieces(*cuts) {
            piece.iter().for_each(|at| {
                facet.vertex(*at, (&mut surface.points, &mut edges, &mut inside));
            });
        }
    }
    for (facet, cuts) in &facets {
        if *cuts == 0 {
            let [a, b, c] = facet.corners;
            for (from, to) in [(a, b), (b, c), (c, a)] {
                surface.connectivity.push(from);
                surface.connectivity.extend(between(&edges, (from, 0.0), (to, 1.0)));
            }
            surface.offsets.push(surface.connectivity.len() as u32);
            continue;
        }
        let mut inside = HashMap::new();
        for piece in pieces(*cuts) {
            for (k, at) in piece.iter().enumerate() {
                let next = piece[(k + 1) % piece.len()];
                surface.connectivity.push(facet.vertex(*at, (&mut surface.points, &mut edges, &mut inside)));
                if let Some((from, to)) = facet.along_edge(*at, next) {
                    surface.connectivity.extend(between(&edges, from, to));
                }
            }
            surface.offsets.push(surface.connectivity.len() as u32);
        }
    }
    surface
}

/// The triangle of some points, and into how many it is cut along an edge.
fn divide(mesh: &TriangleMesh, group: &[QuadraturePoint]) -> Vec<(Facet, usize)> {
    let cuts = (group.len() as f64 / 3.0).sqrt().round() as usize;
    match mesh.triangles().get(group[0].facet as usize) {
        Some(&corners) if group.len() == 1 => vec![(Facet { corners, end: 0 }, 0)],
        Some(&corners) if group.len() == 3 * cuts * cuts => vec![(Facet { corners, end: PARTS * cuts }, cuts)],
        // Points without area have no place: theirs is a cell without area.
        _ => group.iter().map(|_| (Facet { corners: [0; 3], end: 0 }, 0)).collect(),
    }
}

/// The four corners of every piece of a triangle that is cut into n², in the order of its points.
fn pieces(cuts: usize) -> impl Iterator<Item = [[usize; 2]; 4]> {
    let triangles = (0..cuts).flat_map(move |i| {
        (0..cuts - i).flat_map(move |j| [Some((i, j, false)), (i + j + 1 < cuts).then_some((i, j, true))])
    });
    triangles.flatten().flat_map(|(i, j, upside_down)| {
        [[[0, 0], [3, 0], [2, 2], [0, 3]], [[6, 0], [3, 3], [2, 2], [3, 0]], [[0, 6], [0, 3], [2, 2], [3, 3]]].map(
            |quad| {
                quad.map(|[v, w]: [usize; 2]| {
                    let [v, w] = if upside_down { [PARTS - v, PARTS - w] } else { [v, w] };
                    [PARTS * i + v, PARTS * j + w]
                })
            },
        )
    })
}

/// A triangle, and how many parts its edges have.
struct Facet {
    corners: [u32; 3],
    end: usize,
}

impl Facet {
    /// The edge on which a place lies, and its share of the way along it; a corner lies on two.
    fn edges(&self, [v, w]: [usize; 2]) -> [Option<([u32; 2], f64)>; 3] {
        let ([a, b, c], end) = (self.corners, self.end);
        let share = |part: usize| part as f64 / end as f64;
        [
            (w == 0).then(|| ([a, b], share(v))),
            (v + w == end).then(|| ([b, c], share(w))),
            (v == 0).then(|| ([c, a], share(end - w))),
        ]
    }

    /// Whether two places lie on one edge: its ends with the shares of the places.
    fn along_edge(&self, from: [usize; 2], to: [usize; 2]) -> Option<((u32, f64), (u32, f64))> {
        let both = self.edges(from).into_iter().zip(self.edges(to));
        both.filter_map(|pair| if let (Some(a), Some(b)) = pair { Some((a, b)) } else { None })
            .map(|((ends, a), (_, b))| ((ends[0], a), (ends[1], b)))
            .next()
    }

    /// The vertex at a place, made where there is none.
    fn vertex(
        &self,
        at: [usize; 2],
        (points, edges, inside): (&mut Vec<[f64; 3]>, &mut Edges, &mut HashMap<[usize; 2], u32>),
    ) -> u32 {
        let ([a, b, c], end) = (self.corners, self.end);
        let [v, w] = at;
        match (v, w) {
            (0, 0) => return a,
            (v, 0) if v == end => return b,
            (0, w) if w == end => return c,
            _ => {}
        }
        let (second, third) = (v as f64 / end as f64, w as f64 / end as f64);
        let [p, q, r] = [a, b, c].map(|k| points[k as usize]);
        let place = [0, 1, 2].map(|i| p[i] + second * (q[i] - p[i]) + third * (r[i] - p[i]));
        let known = match self.edges(at).into_iter().flatten().next() {
            Some((ends, share)) => edges.entry(sorted(ends)).or_default().entry(key(ends, share)),
            None => {
                return *inside.entry(at).or_insert_with(|| {
                    points.push(place);
                    points.len() as u32 - 1
                });
            }
        };
        *known.or_insert_with(|| {
            points.push(place);
            points.len() as u32 - 1
        })
    }
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Positive numbers are ordered as their bits are; equal shares of whole numbers are equal to the last bit but for `1 −`,
/// which is exact here to within a rounding that a grid of 2⁻⁴⁰ swallows.
fn key([a, b]: [u32; 2], share: f64) -> u64 {
    let share = if a <= b { share } else { 1.0 - share };
    (share * (1u64 << 40) as f64).round() as u64
}

/// The vertices strictly between two places on an edge, in order.
fn between(edges: &Edges, (from, a): (u32, f64), (to, b): (u32, f64)) -> Vec<u32> {
    let ends = [from, to];
    let Some(on_edge) = edges.get(&sorted(ends)) else { return Vec::new() };
    let (first, last) = (key(ends, a), key(ends, b));
    let (low, high) = (first.min(last), first.max(last));
    let mut found: Vec<u32> = on_edge.range(low + 1..high.max(low + 1)).map(|(_, vertex)| *vertex).collect();
    if first > last {
        found.reverse();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use mechanics::geometry::Surface as _;
    use mechanics::geometry::mesh::FacetedSurface;
    use nalgebra::Vector3;

    fn area(surface: &Surface, cell: usize) -> f64 {
        let at = |k: u32| Vector3::from(surface.points[k as usize]);
        let corners = surface.cell(cell);
        let first = at(corners[0]);
        let part = |pair: &[u32]| 0.5 * (at(pair[0]) - first).cross(&(at(pair[1]) - first));
        corners[1..].windows(2).map(part).sum::<Vector3<f64>>().norm()
    }

    /// A large triangle beside a small one: three points or more in one, one in the other.
    #[test]
    fn every_point_has_a_cell_of_its_area_around_it_and_nothing_gapes() {
        let corners = [[0.0, 0.0, 0.0], [7e-3, 0.0, 0.0], [1e-3, 4e-3, 0.0], [-6e-4, 5e-4, 0.0]];
        let mesh = TriangleMesh::new(corners.map(Vector3::from).to_vec(), vec![[0, 1, 2], [0, 2, 3]]).expect("a mesh");
        for spacing in [6e-3, 3e-3, 1e-3, 4e-4] {
            let points = FacetedSurface::new(mesh.clone()).expect("a surface").compute_quadrature(spacing);
            let surface = cut(&mesh, &points);
            assert_eq!(surface.cells(), points.len());
            for (cell, point) in points.iter().enumerate() {
                assert!((area(&surface, cell) / point.area - 1.0).abs() < 1e-9, "{spacing}: cell {cell}");
                // To the left of every edge.
                let corners: Vec<_> =
                    surface.cell(cell).iter().map(|&k| Vector3::from(surface.points[k as usize])).collect();
                for (k, from) in corners.iter().enumerate() {
                    let edge = corners[(k + 1) % corners.len()] - from;
                    assert!(edge.cross(&(point.point - from)).dot(&point.normal) > 0.0, "{spacing}: cell {cell}");
                }
            }
            // Edges of one cell only are those of the outline, which is as long as that of both triangles.
            let mut uses: HashMap<[u32; 2], usize> = HashMap::new();
            for cell in 0..surface.cells() {
                let corners = surface.cell(cell);
                for (k, &from) in corners.iter().enumerate() {
                    *uses.entry(sorted([from, corners[(k + 1) % corners.len()]])).or_default() += 1;
                }
            }
            let at = |k: u32| Vector3::from(surface.points[k as usize]);
            let length: f64 = uses.iter().filter(|(_, n)| **n == 1).map(|([a, b], _)| (at(*a) - at(*b)).norm()).sum();
            let outline: f64 =
                [[0, 1], [1, 2], [2, 3], [3, 0]].map(|[a, b]: [u32; 2]| (at(a) - at(b)).norm()).iter().sum();
            assert!((length / outline - 1.0).abs() < 1e-9, "{spacing}: {length} instead of {outline}");
        }
    }
}
