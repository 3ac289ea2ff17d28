//! Points and directions that are spread evenly and always the same.

use mechanics::geometry::mesh::TriangleMesh;
use nalgebra::Vector3;

/// Numbers between 0 and 1 that fill a cube evenly (the additive recurrence of the plastic constant).
pub fn spread(i: usize) -> [f64; 3] {
    [0.819_172_513_396_164_4, 0.671_043_606_703_789_2, 0.549_700_477_901_969_7]
        .map(|step| (0.5 + i as f64 * step).fract())
}

/// A point in a cube of this half width around the origin.
pub fn point(i: usize, half: f64) -> Vector3<f64> {
    Vector3::from(spread(i)).map(|x| (2.0 * x - 1.0) * half)
}

/// A unit vector.
pub fn direction(i: usize) -> Vector3<f64> {
    let [x, y, _] = spread(i);
    let (z, phi) = (2.0 * x - 1.0, std::f64::consts::TAU * y);
    let r = (1.0 - z * z).sqrt();
    Vector3::new(r * phi.cos(), r * phi.sin(), z)
}

/// log₂ of the ratio of errors when the size of the facets halves.
pub fn order(coarse: f64, fine: f64) -> f64 {
    (coarse / fine).log2()
}

/// Joins two meshes into one.
pub fn joined(a: &TriangleMesh, b: &TriangleMesh) -> TriangleMesh {
    let offset = a.vertices().len() as u32;
    let vertices = a.vertices().iter().chain(b.vertices()).copied().collect();
    let moved = b.triangles().iter().map(|corners| corners.map(|i| i + offset));
    TriangleMesh::new(vertices, a.triangles().iter().copied().chain(moved).collect()).expect("both are meshes")
}

/// The same mesh, moved.
pub fn moved(mesh: &TriangleMesh, by: Vector3<f64>) -> TriangleMesh {
    let vertices = mesh.vertices().iter().map(|v| v + by).collect();
    TriangleMesh::new(vertices, mesh.triangles().to_vec()).expect("a moved mesh is a mesh")
}
