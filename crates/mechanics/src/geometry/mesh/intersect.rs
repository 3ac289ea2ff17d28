//! Triangles of one mesh that pass through each other.

use nalgebra::Vector3;
use rayon::prelude::*;
use robust::{Coord, Coord3D, orient2d, orient3d};

use super::bounds::Bounds;
use super::{CurvedSurface, TriangleMesh};

/// Pairs of triangles that pass through each other, or lie on each other, each pair once and in order.
///
/// Signs are exact [Shewchuk1997], so that neighbours, which only touch, are never counted. Triangles without area are
/// left out.
pub(super) fn find_self_intersections(surface: &CurvedSurface) -> Vec<[u32; 2]> {
    let (mesh, tree) = (surface.mesh(), surface.tree());
    let of_one = |t: &u32| {
        let (mut pairs, bounds) = (Vec::new(), Bounds::of(&mesh.corners(*t as usize)));
        tree.visit_overlaps(&bounds, |other| {
            let near = *t < other && bounds.overlaps(&Bounds::of(&mesh.corners(other as usize)));
            if near && intersects(mesh, *t as usize, other as usize) {
                pairs.push([*t, other]);
            }
        });
        pairs
    };
    let mut pairs: Vec<[u32; 2]> = tree.items().par_iter().flat_map_iter(of_one).collect();
    pairs.sort_unstable();
    pairs
}

fn intersects(mesh: &TriangleMesh, s: usize, t: usize) -> bool {
    let (i, j) = (mesh.triangles[s], mesh.triangles[t]);
    let (a, b) = (mesh.corners(s), mesh.corners(t));
    let shared = i.iter().filter(|index| j.contains(index)).count();
    match shared {
        0 if !separated_by_plane(&a, &b) => {
            (0..3).any(|k| crosses(&a[k], &a[(k + 1) % 3], &b))
                || (0..3).any(|k| crosses(&b[k], &b[(k + 1) % 3], &a))
                || overlaps_in_plane(&a, &b)
        }
        1 => {
            // Only the sides that do not begin at the common corner can pass through the other triangle.
            let opposite = |own: [u32; 3], other: [u32; 3]| own.iter().position(|index| other.contains(index));
            let (Some(p), Some(q)) = (opposite(i, j), opposite(j, i)) else { return false };
            crosses(&a[(p + 1) % 3], &a[(p + 2) % 3], &b)
                || crosses(&b[(q + 1) % 3], &b[(q + 2) % 3], &a)
                || overlaps_in_plane(&a, &b)
        }
        // Folded flat onto each other across their common side.
        2 => overlaps_in_plane(&a, &b),
        _ => false,
    }
}

/// Positive, negative or zero, exactly: on which side of the plane through a, b, c the point d lies.
fn side(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>, d: &Vector3<f64>) -> f64 {
    let at = |v: &Vector3<f64>| Coord3D { x: v.x, y: v.y, z: v.z };
    orient3d(at(a), at(b), at(c), at(d))
}

fn separated_by_plane(a: &[Vector3<f64>; 3], b: &[Vector3<f64>; 3]) -> bool {
    let on_one_side = |plane: &[Vector3<f64>; 3], points: &[Vector3<f64>; 3]| {
        let signs = points.map(|point| side(&plane[0], &plane[1], &plane[2], &point));
        signs.iter().all(|s| *s > 0.0) || signs.iter().all(|s| *s < 0.0)
    };
    on_one_side(a, b) || on_one_side(b, a)
}

/// Whether the segment from p to q passes through a triangle, from one side to the other.
fn crosses(p: &Vector3<f64>, q: &Vector3<f64>, [a, b, c]: &[Vector3<f64>; 3]) -> bool {
    let (before, after) = (side(a, b, c, p), side(a, b, c, q));
    if !((before > 0.0 && after < 0.0) || (before < 0.0 && after > 0.0)) {
        return false;
    }
    let signs = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
    signs.iter().all(|s| *s >= 0.0) || signs.iter().all(|s| *s <= 0.0)
}

/// Whether two triangles of one plane have an area in common.
fn overlaps_in_plane(a: &[Vector3<f64>; 3], b: &[Vector3<f64>; 3]) -> bool {
    if b.iter().any(|point| side(&a[0], &a[1], &a[2], point) != 0.0) {
        return false;
    }
    // Seen along the axis on which the plane is widest.
    let normal = (a[1] - a[0]).cross(&(a[2] - a[0]));
    let along = normal.iamax();
    let flat = |v: &Vector3<f64>| Coord { x: v[(along + 1) % 3], y: v[(along + 2) % 3] };
    // Two convex figures are apart if a side of one has all of the other beyond or on it.
    let apart = |p: &[Vector3<f64>; 3], q: &[Vector3<f64>; 3]| {
        let turn = orient2d(flat(&p[0]), flat(&p[1]), flat(&p[2])).signum();
        (0..3).any(|k| q.iter().all(|point| turn * orient2d(flat(&p[k]), flat(&p[(k + 1) % 3]), flat(point)) <= 0.0))
    };
    !apart(a, b) && !apart(b, a)
}
