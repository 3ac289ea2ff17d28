//! From a bearing surface to a closed body.

use std::collections::BTreeMap;

use nalgebra::Vector3;

use super::femoral::mesh;
use crate::geometry::mesh::TriangleMesh;

/// A surface that looks upwards (+y), closed by walls and a flat underside at a height.
pub fn close_below(bearing: &TriangleMesh, height: f64) -> TriangleMesh {
    let count = bearing.vertices().len() as u32;
    let mut vertices = bearing.vertices().to_vec();
    vertices.extend(bearing.vertices().iter().map(|v| Vector3::new(v.x, height, v.z)));
    let mut triangles = bearing.triangles().to_vec();
    triangles.extend(bearing.triangles().iter().map(|[a, b, c]| [a + count, c + count, b + count]));
    let mut edges: BTreeMap<[u32; 2], i32> = BTreeMap::new();
    for corners in bearing.triangles() {
        for k in 0..3 {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            *edges.entry([a.min(b), a.max(b)]).or_default() += if a < b { 1 } else { -1 };
        }
    }
    // An edge that is passed once in one direction only is a border.
    for ([low, high], passed) in edges {
        let (a, b) = match passed {
            1 => (low, high),
            -1 => (high, low),
            _ => continue,
        };
        triangles.extend([[b, a, a + count], [b, a + count, b + count]]);
    }
    mesh(vertices, triangles)
}

/// Volume inside a closed mesh, by the divergence theorem.
pub fn compute_volume(closed: &TriangleMesh) -> f64 {
    (0..closed.triangles().len())
        .map(|t| {
            let [a, b, c] = closed.corners(t);
            a.dot(&b.cross(&c)) / 6.0
        })
        .sum()
}
