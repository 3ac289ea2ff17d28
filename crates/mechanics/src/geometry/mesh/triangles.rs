//! Points and triangles that can be indexed.

use nalgebra::Vector3;

use super::MeshError;
use crate::geometry::QuadraturePoint;

/// Points and triangles. Corners run counter-clockwise seen from outside the material.
///
/// Every vertex is finite and every corner exists; everything else may be wrong with it, and [`super::MeshReport`] says
/// what.
#[derive(Debug, Clone, PartialEq)]
pub struct TriangleMesh {
    pub(in crate::geometry) vertices: Vec<Vector3<f64>>,
    pub(in crate::geometry) triangles: Vec<[u32; 3]>,
}

/// A triangle whose area is below this share of the square of its longest side has no direction that can be trusted.
const SLIVER: f64 = 1e-12;

impl TriangleMesh {
    /// Checks that every vertex is finite and every corner exists.
    pub fn new(vertices: Vec<Vector3<f64>>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        for (what, count) in [("vertices", vertices.len()), ("triangles", triangles.len())] {
            if count >= u32::MAX as usize {
                return Err(MeshError::TooMany { what, count });
            }
        }
        if triangles.is_empty() {
            return Err(MeshError::NoTriangles { vertices: vertices.len() });
        }
        if let Some(vertex) = vertices.iter().position(|v| !v.iter().all(|x| x.is_finite())) {
            return Err(MeshError::NotFinite { vertex, at: vertices[vertex].into() });
        }
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&index) = corners.iter().find(|i| **i as usize >= vertices.len()) {
                return Err(MeshError::NoSuchVertex { triangle, index, vertices: vertices.len() });
            }
        }
        Ok(Self { vertices, triangles })
    }

    /// From polygons: the indices of all of them, and where each ends. A quadrilateral is cut along its shorter diagonal,
    /// a larger polygon into a fan around its first corner.
    ///
    /// *Assumes* convex polygons. *Pitfalls*: polygons of one or two corners are left out.
    pub fn from_polygons(points: &[[f64; 3]], indices: &[u32], ends: &[u32]) -> Result<Self, MeshError> {
        let vertices: Vec<Vector3<f64>> = points.iter().map(|point| Vector3::from(*point)).collect();
        let mut triangles = Vec::with_capacity(ends.len());
        let mut start = 0;
        for (polygon, &end) in ends.iter().enumerate() {
            let end = end as usize;
            if end < start || end > indices.len() {
                return Err(MeshError::BadPolygon { polygon, end, available: indices.len().min(start.max(end)) });
            }
            let corners = &indices[start..end];
            start = end;
            if let Some(&index) = corners.iter().find(|i| **i as usize >= vertices.len()) {
                return Err(MeshError::NoSuchVertex { triangle: polygon, index, vertices: vertices.len() });
            }
            if let [a, b, c, d] = *corners {
                let length = |i: u32, j: u32| (vertices[i as usize] - vertices[j as usize]).norm_squared();
                let cut = if length(b, d) < length(a, c) { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] };
                triangles.extend(cut);
            } else if let [first, rest @ ..] = corners {
                triangles.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
            }
        }
        Self::new(vertices, triangles)
    }

    /// The vertices.
    pub fn vertices(&self) -> &[Vector3<f64>] {
        &self.vertices
    }

    /// The corners of every triangle.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners of one triangle.
    pub fn corners(&self, triangle: usize) -> [Vector3<f64>; 3] {
        self.triangles[triangle].map(|i| self.vertices[i as usize])
    }

    /// Normal of a triangle, twice as long as its area is large.
    pub fn double_area(&self, triangle: usize) -> Vector3<f64> {
        let [a, b, c] = self.corners(triangle);
        (b - a).cross(&(c - a))
    }

    /// Whether a triangle has no area to speak of.
    pub fn is_degenerate(&self, triangle: usize) -> bool {
        let [a, b, c] = self.corners(triangle);
        let longest = (b - a).norm_squared().max((c - b).norm_squared()).max((a - c).norm_squared());
        !((b - a).cross(&(c - a)).norm() > SLIVER * longest)
    }

    /// How many triangles run the other way round than the normals that a file states for them; a stated normal of no
    /// length states nothing.
    pub fn count_against(&self, stated: impl IntoIterator<Item = [f64; 3]>) -> usize {
        let against = |(t, stated): &(usize, [f64; 3])| self.double_area(*t).dot(&Vector3::from(*stated)) < 0.0;
        (0..self.triangles.len()).zip(stated).filter(against).count()
    }

    /// One point in the middle of every triangle that has an area, as programs that sample each facet once use them.
    pub fn compute_centroids(&self) -> Vec<QuadraturePoint> {
        let solid = (0..self.triangles.len()).filter(|t| !self.is_degenerate(*t));
        solid
            .map(|t| {
                let ([a, b, c], double) = (self.corners(t), self.double_area(t));
                let area = 0.5 * double.norm();
                QuadraturePoint { point: (a + b + c) / 3.0, normal: double / (2.0 * area), area, facet: t as u32 }
            })
            .collect()
    }

    /// Area of all triangles.
    pub fn compute_area(&self) -> f64 {
        (0..self.triangles.len()).map(|t| 0.5 * self.double_area(t).norm()).sum()
    }

    /// The smallest box along the axes that holds every vertex in use: its lowest and highest corner.
    pub fn compute_bounds(&self) -> [Vector3<f64>; 2] {
        let mut bounds = [Vector3::repeat(f64::INFINITY), Vector3::repeat(f64::NEG_INFINITY)];
        for index in self.triangles.iter().flatten() {
            let vertex = &self.vertices[*index as usize];
            bounds = [bounds[0].inf(vertex), bounds[1].sup(vertex)];
        }
        bounds
    }

    /// The same mesh in another unit.
    pub fn scaled(mut self, factor: f64) -> Self {
        if factor != 1.0 {
            self.vertices.iter_mut().for_each(|vertex| *vertex *= factor);
        }
        self
    }

    /// Without the triangles that have no area and without repetitions of a triangle that is there already.
    pub fn cleaned(&self) -> Result<Self, MeshError> {
        let mut seen = std::collections::HashSet::new();
        let mut keep = |(t, corners): &(usize, &[u32; 3])| {
            let mut sorted = **corners;
            sorted.sort_unstable();
            !self.is_degenerate(*t) && seen.insert(sorted)
        };
        let triangles = self.triangles.iter().enumerate().filter(&mut keep).map(|(_, corners)| *corners).collect();
        Self::new(self.vertices.clone(), triangles)
    }
}
