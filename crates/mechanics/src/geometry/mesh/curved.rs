//! The smooth surface that a mesh approximates: curved facets through its vertices.

use nalgebra::{Matrix3, Vector3};
use pulp::Arch;

use super::bounds::Bounds;
use super::bvh::Bvh;
use super::closest::closest_on_triangle;
use super::faceted::{NOWHERE, is_one_point, mix, places, slack, solid_triangles, triangle_rule};
use super::packet::{Lanes, Packet, each};
use super::patch::{ControlNet, Local, Patch};
use super::patches::Reconstruction;
use super::pseudonormal::corner_angle;
use super::topology::{Topology, Use};
use super::{MeshError, TriangleMesh};
use crate::geometry::cup::frame_around;
use crate::geometry::{Curvature, Followed, Foot, Landing, QuadraturePoint, RayHit, Surface};

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
    pub(super) mesh: TriangleMesh,
    pub(super) tree: Bvh,
    /// In the order of the tree's leaves: flat facets, which decide where to look, and the curved ones.
    pub(super) flats: Vec<Flat>,
    pub(super) patches: Vec<Patch>,
    /// The flat facets again, leaf by leaf.
    pub(super) packets: Vec<FlatLeaf>,
    /// More than the rounding of any of its points.
    pub(super) rounding: f64,
    /// How much further a search looks than it must, so that the next one may be spared.
    pub(super) slack: f64,
    pub(super) places: Vec<u32>,
    /// Per triangle and side: the triangle beyond, if there is exactly one; and whether the surface ends there.
    pub(super) beyond: Vec<[(Option<Use>, bool); 3]>,
    /// Per vertex: the normal that tells inside from outside, and whether the surface ends there.
    pub(super) vertices: Vec<(Vector3<f64>, bool)>,
    /// The widest instructions of this machine; they change the cost, never a bit of the answer.
    pub(super) arch: Arch,
    curvatures: Vec<(u32, Curvature)>,
    creases: usize,
}

#[derive(Debug, Clone)]
pub(super) struct Flat {
    pub(super) corners: [Vector3<f64>; 3],
    /// No point of the curved facet is further away from its place on the flat one.
    pub(super) deviation: f64,
}

/// The flat facets of a leaf.
#[derive(Debug, Clone)]
pub(super) struct FlatLeaf {
    pub(super) facets: Packet,
    pub(super) deviations: Lanes,
}

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
        let flats: Vec<Flat> = tree.items().iter().zip(&patches).map(flat).collect();
        let leaf = |places: std::ops::Range<usize>| {
            let flats = &flats[places];
            let corners: Vec<[Vector3<f64>; 3]> = flats.iter().map(|flat| flat.corners).collect();
            let deviations = each(|i| flats[i.min(flats.len() - 1)].deviation);
            FlatLeaf { facets: Packet::new(&corners), deviations }
        };
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
            packets: tree.leaves().map(leaf).collect(),
            flats,
            patches,
            arch: Arch::new(),
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

    pub(super) fn patch(&self, facet: u32) -> Option<&Patch> {
        let place = *self.places.get(facet as usize)?;
        (place != NOWHERE).then(|| &self.patches[place as usize])
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
        self.closest_point_near(from, NOWHERE)
    }

    fn closest_point_near(&self, from: &Vector3<f64>, facet: u32) -> Foot {
        self.find(from, facet).0
    }

    fn closest_point_since(&self, from: &Vector3<f64>, last: &Landing) -> (Foot, f64) {
        self.find_again(from, last).unwrap_or_else(|| self.find(from, last.facet))
    }

    fn follow(&self, from: &Vector3<f64>, last: &Landing, reach: f64) -> Followed {
        match self.find_again(from, last) {
            Some((foot, rival)) => Followed::Landed(foot, rival),
            None => self.find_within(from, last.facet, reach),
        }
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
