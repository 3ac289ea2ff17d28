//! Meshes of known shapes, made from formulas: for tests, for examples, and to compare facets with what they stand for.
//!
//! ```
//! use mechanics::geometry::mesh::tessellation::tessellate_ball;
//!
//! assert_eq!(tessellate_ball(2, |place| 14e-3 * place)?.triangles().len(), 80);
//! # Ok::<(), mechanics::geometry::mesh::MeshError>(())
//! ```

use std::f64::consts::TAU;

use nalgebra::Vector3;

use super::{MeshError, TriangleMesh};

/// 20 n² triangles around the origin: an icosahedron whose faces are cut and blown up, then mapped by `place` from the
/// unit sphere.
pub fn tessellate_ball(n: usize, place: impl Fn(Vector3<f64>) -> Vector3<f64>) -> Result<TriangleMesh, MeshError> {
    let golden = 0.5 * (1.0 + 5f64.sqrt());
    let mut corners = Vec::new();
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        for (a, b) in [(-1.0, -golden), (1.0, -golden), (-1.0, golden), (1.0, golden)] {
            let mut corner = Vector3::zeros();
            (corner[i], corner[j]) = (a, b);
            corners.push(corner);
        }
    }
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let near = |a: &Vector3<f64>, b: &Vector3<f64>| (a - b).norm() < 2.1;
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                let [a, mut b, mut c] = [corners[i], corners[j], corners[k]];
                if !(near(&a, &b) && near(&b, &c) && near(&c, &a)) {
                    continue;
                }
                if (b - a).cross(&(c - a)).dot(&a) < 0.0 {
                    (b, c) = (c, b);
                }
                let first = vertices.len() as u32;
                let at = |p: usize, q: usize| first + (p * (2 * n + 3 - p) / 2 + q) as u32;
                for p in 0..=n {
                    for q in 0..=n - p {
                        let flat = a * (n - p - q) as f64 + b * p as f64 + c * q as f64;
                        vertices.push(flat.normalize());
                        if p + q < n {
                            triangles.push([at(p, q), at(p + 1, q), at(p, q + 1)]);
                        }
                        if p + q + 1 < n {
                            triangles.push([at(p + 1, q), at(p + 1, q + 1), at(p, q + 1)]);
                        }
                    }
                }
            }
        }
    }
    // The faces were cut one by one: their common edges differ by rounding.
    let mut mesh = TriangleMesh::new(vertices, triangles)?.weld(1e-9).mesh;
    mesh.vertices.iter_mut().for_each(|vertex| *vertex = place(*vertex));
    TriangleMesh::new(mesh.vertices, mesh.triangles)
}

/// 6 n² triangles in n rings around a pole; `place` maps the distance from the pole (0 to 1) and the turn (0 to 1).
pub fn tessellate_disc(n: usize, place: impl Fn(f64, f64) -> Vector3<f64>) -> Result<TriangleMesh, MeshError> {
    let mut vertices = vec![place(0.0, 0.0)];
    let mut triangles = Vec::new();
    let first = |ring: usize| if ring == 0 { 0 } else { 1 + 3 * ring * (ring - 1) };
    let at = |ring: usize, i: usize| (first(ring) + if ring == 0 { 0 } else { i % (6 * ring) }) as u32;
    for ring in 1..=n {
        for i in 0..6 * ring {
            vertices.push(place(ring as f64 / n as f64, i as f64 / (6 * ring) as f64));
        }
        for sector in 0..6 {
            for i in 0..ring {
                let (outer, inner) = (sector * ring + i, sector * (ring - 1) + i);
                triangles.push([at(ring, outer), at(ring, outer + 1), at(ring - 1, inner)]);
                if i + 1 < ring {
                    triangles.push([at(ring, outer + 1), at(ring - 1, inner + 1), at(ring - 1, inner)]);
                }
            }
        }
    }
    TriangleMesh::new(vertices, triangles)
}

/// 2 rows × columns triangles; `place` maps two turns (0 to 1), each of which may be closed to a ring.
pub fn tessellate_grid(
    [rows, columns]: [usize; 2],
    closed: [bool; 2],
    place: impl Fn(f64, f64) -> Vector3<f64>,
) -> Result<TriangleMesh, MeshError> {
    let lines = [rows + usize::from(!closed[0]), columns + usize::from(!closed[1])];
    let at = |i: usize, j: usize| ((i % lines[0]) * lines[1] + j % lines[1]) as u32;
    let vertices = (0..lines[0] * lines[1])
        .map(|k| place((k / lines[1]) as f64 / rows as f64, (k % lines[1]) as f64 / columns as f64))
        .collect();
    let cell = |k: usize| {
        let (i, j) = (k / columns, k % columns);
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        // The diagonal changes from cell to cell, so that no direction is preferred.
        if (i + j) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
    };
    TriangleMesh::new(vertices, (0..rows * columns).flat_map(cell).collect())
}

/// The inside of a spherical cup around −z: 6 n² triangles whose normals point to the centre.
pub fn tessellate_cup(n: usize, radius: f64, rim_angle: f64) -> Result<TriangleMesh, MeshError> {
    tessellate_disc(n, |distance, turn| {
        let ((sin, cos), (y, x)) = ((distance * rim_angle).sin_cos(), (turn * TAU).sin_cos());
        radius * Vector3::new(sin * x, sin * y, -cos)
    })
}

/// A ring around z: 2 rows × columns triangles, rows around the tube.
pub fn tessellate_torus(cells: [usize; 2], ring_radius: f64, tube_radius: f64) -> Result<TriangleMesh, MeshError> {
    tessellate_grid(cells, [true, true], |tube, ring| {
        let ((sin, cos), (y, x)) = ((-tube * TAU).sin_cos(), (ring * TAU).sin_cos());
        let out = ring_radius + tube_radius * cos;
        Vector3::new(out * x, out * y, tube_radius * sin)
    })
}
