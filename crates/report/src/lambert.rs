//! The flat map of a curved surface: azimuthal equal-area projection, seen from where the surface is best looked at.

/// A vector in space.
pub(crate) type Vector = [f64; 3];

pub(crate) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn along(a: Vector, s: f64, b: Vector) -> Vector {
    [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]]
}

fn unit(a: Vector) -> Option<Vector> {
    let length = dot(a, a).sqrt();
    (length.is_finite() && length > 1e-12).then(|| a.map(|x| x / length))
}

/// Lambert's azimuthal equal-area projection of the sphere that fits a surface best.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lambert {
    /// Centre of the fitted sphere, m.
    pub centre: Vector,
    /// Its radius, m.
    pub radius: f64,
    /// Picture axes: to the right, upwards, and towards the onlooker.
    pub right: Vector,
    /// See `right`.
    pub up: Vector,
    /// See `right`.
    pub toward: Vector,
    /// Direction of the map's middle from the centre: away from the onlooker for a cup, towards him for a head.
    pole: Vector,
}

impl Lambert {
    /// The map of `points` for an onlooker in direction `view_from`, with `up` upwards.
    pub fn fit(points: &[Vector], view_from: Vector, up: Vector) -> Self {
        let toward = unit(view_from).unwrap_or([0.0, 0.0, 1.0]);
        let upright = [up, [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
            .into_iter()
            .find_map(|candidate| unit(along(candidate, -dot(candidate, toward), toward)))
            .unwrap_or([1.0, 0.0, 0.0]);
        let (centre, radius) = fit_sphere(points, toward);
        let side: f64 = points.iter().map(|&p| dot(along(p, -1.0, centre), toward)).sum();
        let pole = if side < 0.0 { toward.map(|x| -x) } else { toward };
        Self { centre, radius, right: cross(upright, toward), up: upright, toward, pole }
    }

    /// Position on the map, in radii.
    ///
    /// (x, y) = √(2 / (1 + d·p)) (d·r, d·u), so that areas on the map are areas on the sphere.
    ///
    /// | d | direction of the point from the centre | p | pole | r, u | right, up |
    ///
    /// *Pitfalls*: the point opposite the pole has no image; it is kept finite. *Checked by* `hemisphere_keeps_its_area`.
    pub fn project(&self, point: Vector) -> [f64; 2] {
        let d = unit(along(point, -1.0, self.centre)).unwrap_or([f64::NAN; 3]);
        let stretch = (2.0 / (1.0 + dot(d, self.pole)).max(1e-6)).sqrt();
        [stretch * dot(d, self.right), stretch * dot(d, self.up)]
    }
}

/// Centre and radius of the sphere nearest to the points: least squares of |p|² − 2 c·p − k, points taken from their mean.
///
/// A surface that is flat, degenerate or no part of a sphere gets a far centre behind it, which turns the map into a parallel
/// projection: what the picture in three dimensions shows from the same side.
fn fit_sphere(points: &[Vector], toward: Vector) -> (Vector, f64) {
    let count = points.len().max(1) as f64;
    let mean = points.iter().fold([0.0; 3], |sum, &p| along(sum, 1.0 / count, p));
    let (mut matrix, mut right, mut extent) = ([[0.0; 3]; 3], [0.0; 3], 0.0f64);
    for &point in points {
        let p = along(point, -1.0, mean);
        let square = dot(p, p);
        extent = extent.max(square.sqrt());
        for i in 0..3 {
            right[i] += p[i] * square;
            for j in 0..3 {
                matrix[i][j] += 2.0 * p[i] * p[j];
            }
        }
    }
    let determinant = dot(matrix[0], cross(matrix[1], matrix[2]));
    let size = (matrix[0][0] + matrix[1][1] + matrix[2][2]).powi(3);
    let far = 1e3 * extent.max(f64::MIN_POSITIVE);
    let flat = (along(mean, -far, toward), far);
    if determinant.is_nan() || determinant <= 1e-9 * size {
        return flat;
    }
    // Cramer's rule; the matrix is symmetric, so its rows are its columns.
    let [a, b, c] = matrix;
    let offset =
        [dot(right, cross(b, c)), dot(a, cross(right, c)), dot(a, cross(b, right))].map(|minor| minor / determinant);
    let centre = along(mean, 1.0, offset);
    let squares = || points.iter().map(|&p| along(p, -1.0, centre)).map(|p| dot(p, p));
    let radius = (squares().sum::<f64>() / count).sqrt();
    // Seen from a centre among its own points a surface has no map: places would change their order.
    let scatter = (squares().map(|square| (square.sqrt() - radius).powi(2)).sum::<f64>() / count).sqrt();
    if scatter <= LEAST_ROUND * radius { (centre, radius) } else { flat }
}

/// Points that scatter about their sphere by more than this share of its radius are those of something else, such as the
/// insert of a knee with its eminence.
const LEAST_ROUND: f64 = 0.05;

#[cfg(test)]
mod tests {
    use std::f64::consts::{PI, SQRT_2};

    use super::*;

    fn cup(centre: Vector, radius: f64) -> Vec<Vector> {
        let mut points = Vec::new();
        for ring in 0..=20 {
            let polar = PI / 2.0 * f64::from(ring) / 20.0;
            for k in 0..40 {
                let turn = 2.0 * PI * f64::from(k) / 40.0;
                points.push(along(centre, radius, [polar.sin() * turn.cos(), polar.sin() * turn.sin(), -polar.cos()]));
            }
        }
        points
    }

    #[test]
    fn sphere_is_found_from_half_of_it() {
        let (centre, radius) = fit_sphere(&cup([0.01, -0.02, 0.03], 0.014), [0.0, 0.0, 1.0]);
        assert!((radius - 0.014).abs() < 1e-12);
        for (found, expected) in centre.iter().zip([0.01, -0.02, 0.03]) {
            assert!((found - expected).abs() < 1e-12);
        }
    }

    /// Two dishes with a crest between them: the sphere through them would have its centre among them.
    #[test]
    fn an_insert_is_seen_straight_from_above() {
        let height = |x: f64, z: f64| 8.0 * x * x + 7e-3 * (PI * z / 0.023).cos().max(-1.0);
        let mut points = Vec::new();
        for i in -24..=24 {
            for k in -37..=37 {
                let (x, z) = (1e-3 * f64::from(i), 1e-3 * f64::from(k));
                points.push([x, height(x, z), z]);
            }
        }
        let map = Lambert::fit(&points, [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]);
        let [edge, _] = map.project([0.0, height(0.0, 0.037), 0.037]);
        for (x, z) in [(0.0, 0.023), (0.01, 0.023), (-0.02, -0.023), (0.02, 0.01)] {
            let [right, up] = map.project([x, height(x, z), z]);
            assert!((right / edge - z / 0.037).abs() < 1e-3, "{x} {z}: {right} of {edge}");
            assert!((up / edge - x / 0.037).abs() < 1e-3, "{x} {z}: {up} of {edge}");
        }
    }

    #[test]
    fn hemisphere_keeps_its_area() {
        // A cap of polar angle θ has the area 2π(1 − cos θ), so its image is a disc of radius √(2(1 − cos θ)).
        let map = Lambert::fit(&cup([0.0; 3], 2.0), [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]);
        for degrees in [1.0f64, 30.0, 60.0, 90.0, 120.0] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let [x, y] = map.project([2.0 * sin, 0.0, -2.0 * cos]);
            assert!((x.hypot(y) - (2.0 * (1.0 - cos)).sqrt()).abs() < 1e-9, "{degrees}");
        }
        let [x, _] = map.project([2.0, 0.0, 0.0]);
        assert!((x - SQRT_2).abs() < 1e-9);
    }

    #[test]
    fn right_is_to_the_right_of_the_onlooker() {
        // Looking down the z axis from above with y upwards, x points to the right.
        let map = Lambert::fit(&cup([0.0; 3], 1.0), [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]);
        assert!(map.project([0.5, 0.0, -0.8])[0] > 0.0);
        assert!(map.project([0.0, 0.5, -0.8])[1] > 0.0);
    }

    #[test]
    fn flat_and_empty_surfaces_are_drawn_without_nan() {
        let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        let map = Lambert::fit(&square, [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]);
        let side = map.project(square[1])[0] - map.project(square[0])[0];
        assert!((side * map.radius - 1.0).abs() < 1e-3);
        let map = Lambert::fit(&[], [0.0; 3], [0.0; 3]);
        assert!(map.project([1.0, 0.0, 0.0])[0].is_finite());
    }
}
