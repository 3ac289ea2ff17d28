//! Distances to a mesh as it is: flat facets.

use nalgebra::{Matrix3, Vector3};
use pulp::{Arch, Simd, WithSimd};

use super::around::Around;
use super::bounds::Bounds;
use super::bvh::{Bvh, Visit};
use super::closest::{Feature, closest_on_triangle, ray_on_triangle};
use super::packet::Packet;
use super::pseudonormal::PseudoNormals;
use super::topology::Topology;
use super::{MeshError, TriangleMesh};
use crate::geometry::{Curvature, Foot, Landing, QuadraturePoint, RayHit, Surface, cup::frame_around};

/// A mesh of flat facets, ready to be asked for distances.
///
/// *Pitfalls*: facets on a curved part stand off it by their sagitta, which spoils forces between surfaces that nearly
/// fit ([`super::Fineness`] says by how much); [`super::CurvedSurface`] does not.
#[derive(Debug, Clone)]
pub struct FacetedSurface {
    mesh: TriangleMesh,
    normals: PseudoNormals,
    tree: Bvh,
    /// The corners of the triangles in the order of the tree's leaves.
    corners: Vec<[Vector3<f64>; 3]>,
    /// The same, leaf by leaf.
    packets: Vec<Packet>,
    around: Around,
    /// The place in the tree of every triangle; `NOWHERE` without area.
    places: Vec<u32>,
    /// More than the rounding of any of its points.
    rounding: f64,
    /// How much further than it must a search looks.
    slack: f64,
    /// The widest instructions of this machine; they change the cost, never a bit of the answer.
    arch: Arch,
}

/// The place of a triangle that is not in the tree.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Triangles that have an area, with their boxes.
pub(super) fn solid_triangles(mesh: &TriangleMesh) -> Result<Vec<(u32, Bounds)>, MeshError> {
    let count = mesh.triangles.len();
    let things: Vec<(u32, Bounds)> =
        (0..count).filter(|t| !mesh.is_degenerate(*t)).map(|t| (t as u32, Bounds::of(&mesh.corners(t)))).collect();
    if things.is_empty() {
        let hint = "was the surface flattened, or welded with too large a tolerance?";
        return Err(MeshError::Flat { triangles: count, hint });
    }
    Ok(things)
}

/// How much further than it must a search looks, so that the next one may be spared: a small part of a facet.
pub(super) fn slack(mesh: &TriangleMesh) -> f64 {
    0.05 * (mesh.compute_area() / mesh.triangles.len().max(1) as f64).sqrt()
}

/// For every triangle its place in the tree.
pub(super) fn places(tree: &Bvh, triangles: usize) -> Vec<u32> {
    let mut places = vec![NOWHERE; triangles];
    tree.items().iter().enumerate().for_each(|(place, item)| places[*item as usize] = place as u32);
    places
}

impl FacetedSurface {
    /// Builds the tree. Triangles without area are never found.
    pub fn new(mesh: TriangleMesh) -> Result<Self, MeshError> {
        let tree = Bvh::new(solid_triangles(&mesh)?);
        let normals = PseudoNormals::new(&mesh, &Topology::new(&mesh));
        let corners: Vec<[Vector3<f64>; 3]> = tree.items().iter().map(|t| mesh.corners(*t as usize)).collect();
        let packets: Vec<Packet> = tree.leaves().map(|places| Packet::new(&corners[places])).collect();
        let arch = Arch::new();
        let around = Around::new(&tree, &packets, arch);
        let places = places(&tree, mesh.triangles.len());
        let [low, high] = mesh.compute_bounds();
        let rounding = 64.0 * f64::EPSILON * low.abs().sup(&high.abs()).max();
        Ok(Self { normals, tree, corners, packets, around, places, rounding, slack: slack(&mesh), arch, mesh })
    }

    /// The mesh.
    pub fn mesh(&self) -> &TriangleMesh {
        &self.mesh
    }

    /// The nearest point of one triangle.
    #[inline(always)]
    fn nearest_on(&self, from: &Vector3<f64>, place: usize) -> Best {
        let corners = &self.corners[place];
        let (weights, feature) = closest_on_triangle(from, corners);
        let point = mix(corners, weights);
        Best { square: (point - from).norm_squared(), triangle: self.tree.items()[place], weights, feature, point }
    }

    /// The answer, and how far all other facets are at least.
    fn find(&self, from: &Vector3<f64>, start: u32) -> (Foot, f64) {
        let start = self.places.get(start as usize).copied().unwrap_or(NOWHERE);
        let limit = if start == NOWHERE { f64::INFINITY } else { self.nearest_on(from, start as usize).square };
        let (place, rival) = self.arch.dispatch(Search {
            surface: self,
            from,
            start,
            best: (f64::INFINITY, u32::MAX, 0),
            rival: f64::INFINITY,
            known: limit,
            looked: widened(limit, self.slack),
        });
        (self.foot(from, &self.nearest_on(from, place)), rival)
    }

    /// The answer, if the facet of the last one is still nearer than any other can be.
    #[inline]
    fn find_again(&self, from: &Vector3<f64>, last: &Landing) -> Option<(Foot, f64)> {
        // A hair less, for rounding.
        let rival = last.rival - (from - last.at).norm() * (1.0 + 1e-12) - self.rounding;
        let place = *self.places.get(last.facet as usize).filter(|place| **place != NOWHERE && rival > 0.0)?;
        let best = self.nearest_on(from, place as usize);
        (best.square < rival * rival).then(|| (self.foot(from, &best), rival))
    }

    fn foot(&self, from: &Vector3<f64>, best: &Best) -> Foot {
        let (normal, on_edge) = self.normals.at(&self.mesh, best.triangle as usize, best.feature);
        let away = from - best.point;
        let length = best.square.sqrt();
        let outside = away.dot(&normal) >= 0.0;
        // The direction from the nearest point is the normal of the level surface of the distance there.
        let level = if on_edge || !(length > 1e-12 * self.scale(best.triangle)) {
            normal
        } else if outside {
            away / length
        } else {
            -away / length
        };
        let normal = if best.feature == Feature::Face { self.normals.face(best.triangle as usize) } else { level };
        let distance = if outside { length } else { -length };
        Foot { point: best.point, normal, distance, facet: best.triangle, place: best.weights, on_edge }
    }

    fn scale(&self, triangle: u32) -> f64 {
        let [a, b, _] = self.mesh.corners(triangle as usize);
        (b - a).norm() + a.norm()
    }
}

struct Best {
    square: f64,
    triangle: u32,
    weights: [f64; 2],
    feature: Feature,
    point: Vector3<f64>,
}

/// The square of a distance made longer, from its square.
#[inline(always)]
fn widened(square: f64, by: f64) -> f64 {
    let far = square.sqrt() + by;
    far * far
}

/// A search on its way, from a place if there is one, which gives the place of the nearest triangle, and how far all others are at least.
#[derive(Clone, Copy)]
struct Search<'a> {
    surface: &'a FacetedSurface,
    from: &'a Vector3<f64>,
    start: u32,
    /// Square of the distance, triangle and place of the nearest one.
    best: (f64, u32, usize),
    /// The square of how far the second one is.
    rival: f64,
    /// Squares of what the distance is known to be at most, and of how far to look.
    known: f64,
    looked: f64,
}

impl WithSimd for Search<'_> {
    type Output = (usize, f64);

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) -> (usize, f64) {
        let FacetedSurface { tree, around, .. } = self.surface;
        let begun = self;
        let mut beyond = None;
        if self.start != NOWHERE {
            beyond = around.visit_near(simd, (self.from, self.start as usize), self.looked, &mut self);
        }
        let beyond = beyond.unwrap_or_else(|| {
            self = begun;
            tree.visit_near(simd, self.from, self.looked, &mut self)
        });
        (self.best.2, self.rival.min(beyond).sqrt() * (1.0 - 1e-12))
    }
}

impl Visit for Search<'_> {
    #[inline(always)]
    fn visit<S: Simd>(&mut self, simd: S, leaf: usize) -> f64 {
        let FacetedSurface { tree, packets, slack, .. } = self.surface;
        let squares = packets[leaf].squares(simd, self.from);
        for (i, place) in tree.places(leaf).enumerate() {
            let (square, triangle) = (squares[i], tree.items()[place]);
            // Of equal distances the first triangle wins: where the search began must not be seen in the answer.
            if square < self.best.0 || (square == self.best.0 && triangle < self.best.1) {
                self.rival = self.best.0;
                self.best = (square, triangle, place);
            } else if square < self.rival {
                self.rival = square;
            }
        }
        if self.best.0 < self.known {
            self.known = self.best.0;
            self.looked = widened(self.known, *slack);
        }
        self.looked
    }
}

#[inline(always)]
pub(super) fn mix([a, b, c]: &[Vector3<f64>; 3], [v, w]: [f64; 2]) -> Vector3<f64> {
    a + (b - a) * v + (c - a) * w
}

impl Surface for FacetedSurface {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        self.find(from, NOWHERE).0
    }

    fn closest_point_near(&self, from: &Vector3<f64>, facet: u32) -> Foot {
        self.find(from, facet).0
    }

    fn closest_point_since(&self, from: &Vector3<f64>, last: &Landing) -> (Foot, f64) {
        self.find_again(from, last).unwrap_or_else(|| self.find(from, last.facet))
    }

    /// A facet is flat.
    fn curvature(&self, at: &Foot) -> Curvature {
        let [_, t, s] = frame_around(at.normal);
        Curvature { values: [0.0; 2], directions: [t, s] }
    }

    /// Nothing on a face. Around an edge along t or a corner at the distance d the normal turns as on a cylinder or a ball
    /// of radius d: `(1 − nnᵀ − ttᵀ)/d` and `(1 − nnᵀ)/d`.
    fn normal_slope(&self, at: &Foot) -> Matrix3<f64> {
        let [u, v] = at.place;
        let w = 1.0 - u - v;
        let on = [v, w, u].map(|weight| weight < 1e-14);
        let sides = on.iter().filter(|on| **on).count();
        if sides == 0 || at.on_edge || at.distance == 0.0 {
            return Matrix3::zeros();
        }
        let n = at.normal;
        let mut slope = Matrix3::identity() - n * n.transpose();
        if sides == 1 {
            let side = on.iter().position(|on| *on).unwrap_or_default();
            let corners = self.mesh.corners(at.facet as usize);
            let t = (corners[(side + 1) % 3] - corners[side]).normalize();
            slope -= t * t.transpose();
        }
        slope / at.distance
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        let mut best: Option<(f64, u32)> = None;
        self.tree.visit_ray(origin, direction, |place, limit| {
            let triangle = self.tree.items()[place];
            if let Some((distance, _)) = ray_on_triangle(origin, direction, &self.corners[place])
                && best.is_none_or(|(d, t)| distance < d || (distance == d && triangle < t))
            {
                best = Some((distance, triangle));
            }
            best.map_or(limit, |(distance, _)| distance)
        });
        best.map(|(distance, facet)| RayHit {
            distance,
            point: origin + direction * distance,
            normal: self.normals.face(facet as usize),
            facet,
        })
    }

    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let mut points = Vec::new();
        for t in (0..self.mesh.triangles.len()).filter(|t| self.places[*t] != NOWHERE) {
            let corners = self.mesh.corners(t);
            let (normal, whole) = (self.normals.face(t), 0.5 * self.mesh.double_area(t).norm());
            if is_one_point(&corners, spacing) {
                let point = mix(&corners, [1.0 / 3.0; 2]);
                points.push(QuadraturePoint { point, normal, area: whole, facet: t as u32 });
                continue;
            }
            for (place, share) in triangle_rule(&corners, spacing) {
                points.push(QuadraturePoint {
                    point: mix(&corners, place),
                    normal,
                    area: whole * share,
                    facet: t as u32,
                });
            }
        }
        points
    }

    fn compute_area(&self) -> f64 {
        self.mesh.compute_area()
    }
}

/// Whether one point in the middle of a triangle is as dense as asked for.
pub(super) fn is_one_point(corners: &[Vector3<f64>; 3], spacing: f64) -> bool {
    // On an equilateral triangle of this side one point stands for spacing².
    compute_longest(corners) <= (4.0 / 3f64.sqrt()).sqrt() * spacing
}

fn compute_longest([a, b, c]: &[Vector3<f64>; 3]) -> f64 {
    (b - a).norm().max((c - b).norm()).max((a - c).norm())
}

/// Points in a triangle, as weights of its second and third corner, with their shares of the area: the triangle is cut
/// into n² alike, each with the three points (⅙, ⅙, ⅔) that integrate quadratic functions exactly.
pub(super) fn triangle_rule(
    corners: &[Vector3<f64>; 3],
    spacing: f64,
) -> impl Iterator<Item = ([f64; 2], f64)> + use<> {
    // Three points on an equilateral triangle of this side are one for each spacing².
    let side = (12.0 / 3f64.sqrt()).sqrt() * spacing;
    let cuts = (compute_longest(corners) / side).ceil();
    // A spacing that makes no sense gives one piece; the cap keeps a mistyped unit from filling the memory.
    let n = if cuts > 1.0 && cuts.is_finite() { cuts.min(1000.0) as usize } else { 1 };
    let pieces = (0..n).flat_map(move |i| {
        (0..n - i).flat_map(move |j| [Some((i, j, false)), (i + j + 1 < n).then_some((i, j, true))])
    });
    pieces.flatten().flat_map(move |(i, j, upside_down)| {
        [[1.0 / 6.0, 1.0 / 6.0], [2.0 / 3.0, 1.0 / 6.0], [1.0 / 6.0, 2.0 / 3.0]].map(|[v, w]| {
            let [v, w] = if upside_down { [1.0 - v, 1.0 - w] } else { [v, w] };
            ([(i as f64 + v) / n as f64, (j as f64 + w) / n as f64], 1.0 / (3 * n * n) as f64)
        })
    })
}
