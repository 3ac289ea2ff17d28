//! The nearest point of one flat triangle, and where a ray meets it.

use nalgebra::Vector3;

/// Part of a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    Face,
    /// The side from corner k to the next.
    Side(u8),
    Corner(u8),
}

/// The nearest point as weights of the second and third corner, and the part of the triangle on which it lies.
///
/// By the Voronoi regions of corners and sides [Ericson2005, 5.1.5].
#[inline(always)]
pub(super) fn closest_on_triangle(p: &Vector3<f64>, [a, b, c]: &[Vector3<f64>; 3]) -> ([f64; 2], Feature) {
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(&ap), ac.dot(&ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return ([0.0, 0.0], Feature::Corner(0));
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(&bp), ac.dot(&bp));
    if d3 >= 0.0 && d4 <= d3 {
        return ([1.0, 0.0], Feature::Corner(1));
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return ([d1 / (d1 - d3), 0.0], Feature::Side(0));
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(&cp), ac.dot(&cp));
    if d6 >= 0.0 && d5 <= d6 {
        return ([0.0, 1.0], Feature::Corner(2));
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return ([0.0, d2 / (d2 - d6)], Feature::Side(2));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return ([1.0 - w, w], Feature::Side(1));
    }
    let sum = va + vb + vc;
    ([vb / sum, vc / sum], Feature::Face)
}

/// How far along the ray the triangle is met, and the weights of its second and third corner.
///
/// The three triple products decide by their signs alone, and the product of a side is exactly the negative of what its
/// neighbour computes: a ray through a common edge or corner meets at least one of the triangles.
#[inline]
pub(super) fn ray_on_triangle(
    origin: &Vector3<f64>,
    direction: &Vector3<f64>,
    corners: &[Vector3<f64>; 3],
) -> Option<(f64, [f64; 2])> {
    let [a, b, c] = corners.map(|corner| corner - origin);
    let (u, v, w) = (triple(&b, &c, direction), triple(&c, &a, direction), triple(&a, &b, direction));
    let one_sign = (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
    let sum = u + v + w;
    if !one_sign || sum == 0.0 {
        return None;
    }
    let distance = (a * u + b * v + c * w).dot(direction) / sum;
    (distance >= 0.0).then_some((distance, [v / sum, w / sum]))
}

/// (a × b)·d, exactly odd in a and b.
#[inline]
fn triple(a: &Vector3<f64>, b: &Vector3<f64>, d: &Vector3<f64>) -> f64 {
    (a.y * b.z - a.z * b.y) * d.x + (a.z * b.x - a.x * b.z) * d.y + (a.x * b.y - a.y * b.x) * d.z
}
