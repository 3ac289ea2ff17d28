//! The smooth surface that a mesh approximates: curved facets through its vertices.

use nalgebra::{Matrix3, Vector3};

use super::bvh::{Bounds, Bvh};
use super::closest::closest_on_triangle;
use super::faceted::{NOWHERE, is_one_point, mix, places, slack, solid_triangles, triangle_rule};
use super::patch::{ControlNet, Local, Nearest, Patch};
use super::patches::Reconstruction;
use super::pseudonormal::corner_angle;
use super::topology::{Topology, Use};
use super::{MeshError, TriangleMesh};
use crate::geometry::cup::frame_around;
use crate::geometry::{Curvature, Foot, Landing, QuadraturePoint, RayHit, Surface};

/// A mesh whose facets are curved, so that a coarse file of a round part behaves like the part.
///
/// Through the vertices goes one cubic Bézier triangle per facet. Its edge curves depend on the edge alone, so that
/// neighbours meet without a gap; the normals at the vertices are those of a quartic surface fitted to their
/// surroundings. On a smooth part the distance is wrong by order h⁴ and the normal by order h³, where flat facets reach
/// h² and h. Edges that bend by more than the crease angle stay sharp.
///
/// *Assumes* vertices that lie on the part, neighbours that agree on the outside ([`TriangleMesh::oriented`]), points
/// welded. *Pitfalls*: across an edge the normal jumps by order h³; facets that are wide as the part is round
/// (h ≈ R/2) are beyond help. *Checked by* `geometry_reconstruction`.
#[derive(Debug, Clone)]
pub struct CurvedSurface {
    mesh: TriangleMesh,
    tree: Bvh,
    /// In the order of the tree's leaves: flat facets, which decide where to look, and the curved ones.
    flats: Vec<Flat>,
    patches: Vec<Patch>,
    /// More than the rounding of any of its points.
    rounding: f64,
    /// How much further a search looks than it must, so that the next one may be spared.
    slack: f64,
    places: Vec<u32>,
    /// Per triangle and side: the triangle beyond, if there is exactly one; and whether the surface ends there.
    beyond: Vec<[(Option<Use>, bool); 3]>,
    /// Per vertex: the normal that tells inside from outside, and whether the surface ends there.
    vertices: Vec<(Vector3<f64>, bool)>,
    curvatures: Vec<(u32, Curvature)>,
    creases: usize,
}

#[derive(Debug, Clone)]
struct Flat {
    corners: [Vector3<f64>; 3],
    /// No point of the curved facet is further away from its place on the flat one.
    deviation: f64,
}

/// A facet that may be the nearest: it is not nearer than `least`.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    place: usize,
    least: f64,
    seed: [f64; 2],
}

/// The nearest point so far, on which facet, and how far all others are at least.
struct Best {
    facet: u32,
    nearest: Nearest,
    /// What is certain about its distance, whatever Newton's method has found.
    least: f64,
    rival: f64,
}

/// Candidates that are kept before they are looked at.
const KEPT: usize = 8;

/// A place this near to a side, in barycentric coordinates, is on it.
const ON_SIDE: f64 = 1e-10;

impl CurvedSurface {
    /// Rounds the facets; edges that bend by more than `crease_angle` (in rad) stay sharp, see
    /// [`super::DEFAULT_CREASE_ANGLE`].
    pub fn new(mesh: TriangleMesh, crease_angle: f64) -> Result<Self, MeshError> {
        let solid = solid_triangles(&mesh)?;
        let topology = Topology::new(&mesh);
        let Reconstruction { nets, normals, curvatures, creases } = Reconstruction::new(&mesh, &topology, crease_angle);
        // A Bézier triangle lies within its control points.
        let tree = Bvh::new(solid.into_iter().map(|(t, _)| (t, Bounds::of(&nets[t as usize].points()))).collect());
        let patches: Vec<Patch> = tree.items().iter().map(|t| Patch::new(&nets[*t as usize])).collect();
        let flat =
            |(t, patch): (&u32, &Patch)| Flat { corners: mesh.corners(*t as usize), deviation: patch.deviation() };
        let [low, high] = mesh.compute_bounds();
        let beyond = (0..mesh.triangles.len() as u32)
            .map(|t| {
                [0, 1, 2].map(|side| {
                    let ends = topology.edge(t, side).is_some_and(|edge| topology.uses(edge).len() == 1);
                    (topology.neighbour(t, side), ends)
                })
            })
            .collect();
        Ok(Self {
            flats: tree.items().iter().zip(&patches).map(flat).collect(),
            patches,
            slack: slack(&mesh),
            rounding: 64.0 * f64::EPSILON * low.abs().sup(&high.abs()).max(),
            places: places(&tree, mesh.triangles.len()),
            vertices: vertex_normals(&mesh, &topology, &nets, &normals),
            beyond,
            curvatures,
            creases,
            tree,
            mesh,
        })
    }

    /// The mesh.
    pub fn mesh(&self) -> &TriangleMesh {
        &self.mesh
    }

    /// Vertices whose surroundings determine a curvature, with it; a vertex on a sharp edge may appear more than once.
    pub fn curvatures(&self) -> &[(u32, Curvature)] {
        &self.curvatures
    }

    /// The tree over its facets: each box holds the curved facet and the flat one.
    pub(super) fn tree(&self) -> &Bvh {
        &self.tree
    }

    /// Number of edges that were kept sharp.
    pub fn creases(&self) -> usize {
        self.creases
    }

    /// Point and unit normal on a facet at the weights of its second and third corner; `None` for a facet without area.
    pub fn evaluate(&self, facet: u32, place: [f64; 2]) -> Option<(Vector3<f64>, Vector3<f64>)> {
        let patch = self.patch(facet)?;
        let local = patch.local(place);
        Some((local.point, unit_normal(&local)))
    }

    /// How far, on average over a facet, the smooth surface lies outside its flat facet: positive where the body is
    /// convex; 0 for a facet without area.
    pub fn sagitta(&self, facet: u32) -> f64 {
        let normal = self.mesh.double_area(facet as usize).try_normalize(0.0).unwrap_or_else(Vector3::zeros);
        self.patch(facet).map_or(0.0, |patch| patch.mean_offset().dot(&normal))
    }

    /// The same surface in finer flat facets: every facet is cut into n².
    pub fn refine(&self, n: usize) -> Result<TriangleMesh, MeshError> {
        let n = n.max(1);
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        for t in 0..self.mesh.triangles.len() as u32 {
            let Some(patch) = self.patch(t) else { continue };
            let first = vertices.len() as u32;
            let at = |p: usize, q: usize| first + (p * (2 * n + 3 - p) / 2 + q) as u32;
            for p in 0..=n {
                for q in 0..=n - p {
                    vertices.push(patch.point([p as f64 / n as f64, q as f64 / n as f64]));
                    if p + q < n {
                        triangles.push([at(p, q), at(p + 1, q), at(p, q + 1)]);
                    }
                    if p + q + 1 < n {
                        triangles.push([at(p + 1, q), at(p + 1, q + 1), at(p, q + 1)]);
                    }
                }
            }
        }
        // Neighbours compute their common curve in opposite directions and differ by rounding.
        let [low, high] = self.mesh.compute_bounds();
        Ok(TriangleMesh::new(vertices, triangles)?.weld(1e-12 * (high - low).norm()).mesh)
    }

    fn patch(&self, facet: u32) -> Option<&Patch> {
        let place = *self.places.get(facet as usize)?;
        (place != NOWHERE).then(|| &self.patches[place as usize])
    }

    /// Flat facets, which are quick to ask, bound the distances of the curved ones from both sides; Newton's method is left
    /// with the few that may be the nearest. The second answer is how far all other facets are at least.
    fn find(&self, from: &Vector3<f64>, start: u32) -> (Foot, f64) {
        let mut best = Best { facet: u32::MAX, nearest: Nearest::NONE, least: f64::INFINITY, rival: f64::INFINITY };
        let mut kept = [Candidate { place: 0, least: 0.0, seed: [0.0; 2] }; KEPT];
        let mut count = 0;
        let start = self.places.get(start as usize).copied().unwrap_or(NOWHERE);
        let mut most = if start == NOWHERE { f64::INFINITY } else { self.bound(from, start as usize).1 };
        let widened = |most: f64| (most + self.slack) * (most + self.slack);
        let beyond = self.tree.visit_near(from, widened(most), |place| {
            let (candidate, at_most) = self.bound(from, place);
            most = if at_most < most { at_most } else { most };
            if candidate.least > most {
                best.rival = best.rival.min(candidate.least);
            } else {
                if count == KEPT {
                    self.solve_candidates(from, &mut kept, most, &mut best);
                    count = 0;
                }
                kept[count] = candidate;
                count += 1;
            }
            widened(most)
        });
        self.solve_candidates(from, &mut kept[..count], most, &mut best);
        let rival = best.rival.min(beyond.sqrt()) * (1.0 - 1e-12);
        (self.foot(from, best.facet, &best.nearest), rival)
    }

    /// Looks at candidates, the most promising first, and keeps the nearest point of all.
    fn solve_candidates(&self, from: &Vector3<f64>, kept: &mut [Candidate], most: f64, best: &mut Best) {
        if kept.len() > 1 {
            kept.sort_unstable_by(|a, b| a.least.total_cmp(&b.least));
        }
        for Candidate { place, least, seed } in kept.iter() {
            if *least > most || least * least > best.nearest.square {
                best.rival = best.rival.min(*least);
                continue;
            }
            let nearest = self.patches[*place].solve_nearest(from, *seed);
            let facet = self.tree.items()[*place];
            // Of equal distances the first triangle wins: where the search began must not be seen in the answer.
            let square = best.nearest.square;
            if nearest.square < square || (nearest.square == square && facet < best.facet) {
                best.rival = best.rival.min(best.least);
                (best.facet, best.nearest, best.least) = (facet, nearest, *least);
            } else {
                best.rival = best.rival.min(*least);
            }
        }
    }

    /// The answer, if the facet of the last one is still nearer than any other can be.
    #[inline]
    fn find_again(&self, from: &Vector3<f64>, last: &Landing) -> Option<(Foot, f64)> {
        // A hair less, for rounding.
        let rival = last.rival - (from - last.at).norm() * (1.0 + 1e-12) - self.rounding;
        let place = *self.places.get(last.facet as usize).filter(|place| **place != NOWHERE && rival > 0.0)?;
        let (Candidate { least, seed, .. }, _) = self.bound(from, place as usize);
        if least >= rival {
            return None;
        }
        let nearest = self.patches[place as usize].solve_nearest(from, seed);
        (nearest.square < rival * rival).then(|| (self.foot(from, last.facet, &nearest), rival))
    }

    /// A facet as a candidate, with what its distance is at most.
    #[inline(always)]
    fn bound(&self, from: &Vector3<f64>, place: usize) -> (Candidate, f64) {
        let Flat { corners, deviation } = &self.flats[place];
        let (seed, _) = closest_on_triangle(from, corners);
        let distance = (mix(corners, seed) - from).norm();
        let margin = deviation + self.rounding + 1e-14 * distance;
        let least = distance - margin;
        (Candidate { place, least: if least > 0.0 { least } else { 0.0 }, seed }, distance + margin)
    }
    fn foot(&self, from: &Vector3<f64>, facet: u32, nearest: &Nearest) -> Foot {
        let Nearest { place, point, square, across, .. } = *nearest;
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

/// Normals at the vertices, weighted by the angles of the curved facets; and whether the surface ends there.
fn vertex_normals(
    mesh: &TriangleMesh,
    topology: &Topology,
    nets: &[ControlNet],
    normals: &[[Vector3<f64>; 3]],
) -> Vec<(Vector3<f64>, bool)> {
    let mut vertices = vec![(Vector3::zeros(), false); mesh.vertices.len()];
    for (t, corners) in mesh.triangles.iter().enumerate().filter(|(t, _)| !mesh.is_degenerate(*t)) {
        let ControlNet { corners: at, sides, .. } = &nets[t];
        for k in 0..3 {
            // The facet's edges leave the corner towards the control points beside it.
            let angle = corner_angle(&[at[k], sides[k][0], sides[(k + 2) % 3][1]], 0);
            vertices[corners[k] as usize].0 += normals[t][k] * angle;
        }
    }
    for edge in topology.edges.iter().filter(|edge| topology.uses(edge).len() == 1) {
        edge.ends.iter().for_each(|end| vertices[*end as usize].1 = true);
    }
    vertices.iter_mut().for_each(|(n, _)| *n = n.try_normalize(0.0).unwrap_or_else(Vector3::zeros));
    vertices
}

/// Change of the normal in a tangent frame, and the frame.
#[inline]
fn weingarten(local: &Local) -> ([f64; 3], [Vector3<f64>; 2]) {
    let n = unit_normal(local);
    // In the frame t = S_u/|S_u|, s = n × t the derivatives are S_u = a t and S_v = b t + c s.
    let a = local.u.norm();
    let t = local.u / a;
    let s = n.cross(&t);
    let (b, c) = (local.v.dot(&t), local.v.dot(&s));
    let (l, m, k) = (-local.uu.dot(&n), -local.uv.dot(&n), -local.vv.dot(&n));
    let tt = l / (a * a);
    let ts = (m / a - b * tt) / c;
    let ss = (k - b * b * tt - 2.0 * b * c * ts) / (c * c);
    ([tt, ts, ss], [t, s])
}

fn unit_normal(local: &Local) -> Vector3<f64> {
    local.u.cross(&local.v).try_normalize(0.0).unwrap_or_else(Vector3::zeros)
}

impl Surface for CurvedSurface {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        self.find(from, NOWHERE).0
    }

    fn closest_point_near(&self, from: &Vector3<f64>, facet: u32) -> Foot {
        self.find(from, facet).0
    }

    fn closest_point_since(&self, from: &Vector3<f64>, last: &Landing) -> (Foot, f64) {
        self.find_again(from, last).unwrap_or_else(|| self.find(from, last.facet))
    }

    fn curvature(&self, at: &Foot) -> Curvature {
        let Some(patch) = self.patch(at.facet) else {
            let [_, t, s] = frame_around(at.normal);
            return Curvature { values: [0.0; 2], directions: [t, s] };
        };
        let (change, tangents) = weingarten(&patch.local(at.place));
        Curvature::of(change, tangents)
    }

    fn normal_slope(&self, at: &Foot) -> Matrix3<f64> {
        let Some(patch) = self.patch(at.facet) else { return Matrix3::zeros() };
        let ([a, b, c], [t, s]) = weingarten(&patch.local(at.place));
        // In the tangent plane H = W (1 + dW)⁻¹, which for a 2×2 matrix is (W + d det W)/det(1 + dW).
        let (d, determinant) = (at.distance, a * c - b * b);
        let stretch = 1.0 + d * (a + c) + d * d * determinant;
        // At a centre of curvature the nearest point is not unique, and the normal has no slope.
        if stretch.abs() < 1e-9 {
            return Matrix3::zeros();
        }
        let [tt, ts, ss] = [a + d * determinant, b, c + d * determinant].map(|x| x / stretch);
        (t * tt + s * ts) * t.transpose() + (t * ts + s * ss) * s.transpose()
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        let [_, first, second] = frame_around(*direction);
        let mut best: Option<(f64, u32, [f64; 2])> = None;
        self.tree.visit_ray(origin, direction, |place, limit| {
            let Flat { corners, deviation } = &self.flats[place];
            let triangle = self.tree.items()[place];
            let Some(seed) = seed_of_ray(origin, direction, corners, *deviation) else { return limit };
            if let Some((distance, at)) = self.patches[place].solve_ray(origin, direction, &[first, second], seed)
                && best.is_none_or(|(d, t, _)| distance < d || (distance == d && triangle < t))
            {
                best = Some((distance, triangle, at));
            }
            best.map_or(limit, |(distance, ..)| distance)
        });
        best.and_then(|(distance, facet, place)| {
            let (point, normal) = self.evaluate(facet, place)?;
            Some(RayHit { distance, point, normal, facet })
        })
    }

    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let mut points = Vec::new();
        for t in 0..self.mesh.triangles.len() as u32 {
            let Some(patch) = self.patch(t) else { continue };
            let corners = self.mesh.corners(t as usize);
            let point = |place: [f64; 2], share: f64| {
                let local = patch.local(place);
                let area = 0.5 * share * local.u.cross(&local.v).norm();
                QuadraturePoint { point: local.point, normal: unit_normal(&local), area, facet: t }
            };
            let rule = triangle_rule(&corners, spacing).map(|(place, share)| point(place, share));
            if is_one_point(&corners, spacing) {
                // The area is that of three points all the same.
                let area = rule.map(|one| one.area).sum();
                points.push(QuadraturePoint { area, ..point([1.0 / 3.0; 2], 1.0) });
            } else {
                points.extend(rule);
            }
        }
        points
    }

    fn compute_area(&self) -> f64 {
        let facet = |t: u32| {
            let (Some(patch), corners) = (self.patch(t), self.mesh.corners(t as usize)) else { return 0.0 };
            let longest = (corners[1] - corners[0]).norm().max((corners[2] - corners[1]).norm());
            let element = |place: [f64; 2]| {
                let local = patch.local(place);
                local.u.cross(&local.v).norm()
            };
            triangle_rule(&corners, longest / 3.0).map(|(place, share)| 0.5 * share * element(place)).sum()
        };
        (0..self.mesh.triangles.len() as u32).map(facet).sum()
    }
}

/// Where a ray meets the plane of a facet, moved into the facet; `None` if it passes the facet too far away to meet a
/// patch that is within `deviation` of it.
fn seed_of_ray(
    origin: &Vector3<f64>,
    direction: &Vector3<f64>,
    corners: &[Vector3<f64>; 3],
    deviation: f64,
) -> Option<[f64; 2]> {
    let normal = (corners[1] - corners[0]).cross(&(corners[2] - corners[0]));
    let slope = direction.dot(&normal);
    let distance = (corners[0] - origin).dot(&normal) / slope;
    if !distance.is_finite() {
        return Some([1.0 / 3.0; 2]);
    }
    let at = origin + direction * distance;
    let (seed, _) = closest_on_triangle(&at, corners);
    // The line is nearer to a point of the plane, off its own one, by the sine of its angle to the plane at most.
    let nearest = (mix(corners, seed) - at).norm() * slope.abs() / normal.norm();
    (nearest * (1.0 - 1e-12) <= deviation + 1e-9 * normal.norm().sqrt()).then_some(seed)
}
