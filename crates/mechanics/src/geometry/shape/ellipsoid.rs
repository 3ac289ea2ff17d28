//! An egg with three axes.

use std::f64::consts::{PI, TAU};

use nalgebra::{Matrix3, Vector3};
use numerics::elliptic::{carlson_rd, carlson_rf};

use super::panels::{count, panels};
use super::{ShapeError, direction, positive, quadratic};
use crate::geometry::cup::frame_around;
use crate::geometry::{Curvature, Foot, QuadraturePoint, RayHit, Surface};

/// An ellipsoid: the material is inside.
///
/// `(x/a)² + (y/b)² + (z/c)² = 1` in its own axes
///
/// | symbol | field | unit |
/// |---|---|---|
/// | a, b, c | `semi_axes` | m |
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ellipsoid {
    centre: Vector3<f64>,
    /// Rows are the axes.
    axes: Matrix3<f64>,
    semi_axes: Vector3<f64>,
}

impl Ellipsoid {
    /// An ellipsoid with its first axis along `first` and its second in the plane of `first` and `second`.
    pub fn new(
        centre: Vector3<f64>,
        [first, second]: [Vector3<f64>; 2],
        semi_axes: [f64; 3],
    ) -> Result<Self, ShapeError> {
        let [a, b, c] = semi_axes;
        positive([("first semi-axis", a), ("second semi-axis", b), ("third semi-axis", c)])?;
        let x = direction("first axis of the ellipsoid", first)?;
        let y = direction("second axis of the ellipsoid across the first", second - x * second.dot(&x))?;
        let axes = Matrix3::from_rows(&[x.transpose(), y.transpose(), x.cross(&y).transpose()]);
        Ok(Self { centre, axes, semi_axes: semi_axes.into() })
    }

    /// Unit normal at a point of the surface, in the ellipsoid's axes.
    fn normal(&self, local: &Vector3<f64>) -> Vector3<f64> {
        local.component_div(&self.semi_axes).component_div(&self.semi_axes).normalize()
    }
}

/// The point of an ellipsoid nearest to `y`, in its own axes.
///
/// It is `xᵢ = eᵢ² yᵢ/(t + eᵢ²)` with the largest root t of `Σ (eᵢ yᵢ/(t + eᵢ²))² = 1`, which is right of −e² of the
/// smallest axis [Eberly2013]. Where the share of the smallest axis vanishes, the sum may stay below 1 all the way: then
/// the point lies deep inside, t = −e² and the missing part belongs to that axis.
fn nearest(e: &Vector3<f64>, y: &Vector3<f64>) -> Vector3<f64> {
    // Lengths in units of the smallest axis; the pole of the sum is then at t = −1.
    let small = e.min();
    let (axis, _) = e.argmin();
    let (e, y) = (e / small, y / small);
    let squares = e.component_mul(&e);
    let share = |i: usize, t: f64| e[i] * y[i] / (t + squares[i]);
    let sum = |t: f64| (0..3).map(|i| if y[i] == 0.0 { 0.0 } else { share(i, t).powi(2) }).sum::<f64>() - 1.0;
    // Left: the term of the smallest axis alone is 1 there, so the sum is not below 0. Right: all terms are at their
    // largest.
    let mut low = -1.0 + y[axis].abs();
    let at_low = sum(low);
    let at = |t: f64| Vector3::from_fn(|i, _| if y[i] == 0.0 { 0.0 } else { squares[i] * y[i] / (t + squares[i]) });
    if !(at_low > 0.0) {
        let mut point = at(low);
        if y[axis] == 0.0 {
            // At t = −1 the axes as short as the smallest one carry what the others leave.
            let used: f64 = (0..3).filter(|i| squares[*i] > 1.0).map(|i| (point[i] / e[i]).powi(2)).sum();
            (0..3).filter(|i| squares[*i] <= 1.0).for_each(|i| point[i] = 0.0);
            point[axis] = (1.0 - used).max(0.0).sqrt();
        }
        return point * small;
    }
    let mut high = -1.0 + e.component_mul(&y).norm();
    // The sum falls and is convex in t: Newton from the left never overshoots; halving guards the first steps.
    let mut t = low;
    for _ in 0..100 {
        let slope: f64 = (0..3).map(|i| -2.0 * share(i, t).powi(2) / (t + squares[i])).sum();
        let value = sum(t);
        if value > 0.0 {
            low = t;
        } else {
            high = t;
        }
        let newton = t - value / slope;
        let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        if (next - t).abs() <= 1e-16 * (1.0 + next) {
            break;
        }
        t = next;
    }
    at(t) * small
}

impl Surface for Ellipsoid {
    fn closest_point(&self, from: &Vector3<f64>) -> Foot {
        let local = self.axes * (from - self.centre);
        let point = nearest(&self.semi_axes, &local);
        let inside = local.component_div(&self.semi_axes).norm_squared() < 1.0;
        let distance = (local - point).norm();
        let normal = self.axes.transpose() * self.normal(&point);
        Foot::inside(self.centre + self.axes.transpose() * point, normal, if inside { -distance } else { distance })
    }

    fn curvature(&self, at: &Foot) -> Curvature {
        let local = self.axes * (at.point - self.centre);
        let [_, t, s] = frame_around(self.normal(&local));
        // With F = Σ (xᵢ/eᵢ)² the normal is ∇F/|∇F| and changes along the surface by the Hessian of F over |∇F|.
        let hessian = self.semi_axes.map(|e| 1.0 / (e * e));
        let gradient = local.component_mul(&hessian).norm();
        let change = |u: &Vector3<f64>, v: &Vector3<f64>| u.component_mul(&hessian).dot(v) / gradient;
        let back = self.axes.transpose();
        Curvature::of([change(&t, &t), change(&t, &s), change(&s, &s)], [back * t, back * s])
    }

    fn cast_ray(&self, origin: &Vector3<f64>, direction: &Vector3<f64>) -> Option<RayHit> {
        let stretched = |v: Vector3<f64>| (self.axes * v).component_div(&self.semi_axes);
        let (from, step) = (stretched(origin - self.centre), stretched(*direction));
        let distances = quadratic(step.norm_squared(), from.dot(&step), from.norm_squared() - 1.0);
        RayHit::first(origin, direction, &distances, |point| {
            Some(self.axes.transpose() * self.normal(&(self.axes * (point - self.centre))))
        })
    }

    /// On panels; the error of a smooth integral falls with spacing⁴.
    fn compute_quadrature(&self, spacing: f64) -> Vec<QuadraturePoint> {
        let [a, b, c] = self.semi_axes.into();
        let mut points = Vec::new();
        let columns = |theta: f64| count(TAU * a.max(b) * theta.sin(), spacing).max(4);
        let rows = count(PI * a.max(b).max(c), spacing).max(2);
        panels(((0.0, PI), rows), (0.0, TAU), columns, |theta, phi, weight| {
            let (sin, cos) = theta.sin_cos();
            let unit = Vector3::new(sin * phi.cos(), sin * phi.sin(), cos);
            // A sphere of radius 1, stretched: its area element grows by abc |(x/a², y/b², z/c²)| of the stretched point.
            let point = unit.component_mul(&self.semi_axes);
            let stretch = a * b * c * unit.component_div(&self.semi_axes).norm();
            points.push(QuadraturePoint {
                point: self.centre + self.axes.transpose() * point,
                normal: self.axes.transpose() * self.normal(&point),
                area: weight * sin * stretch,
                facet: 0,
            });
        });
        points
    }

    /// `A = 4π R_G(a²b², a²c², b²c²)` [DLMF2024, 19.33.1], with `R_G` from `R_F` and `R_D` [DLMF2024, 19.21.10].
    fn compute_area(&self) -> f64 {
        let [a, b, c] = self.semi_axes.into();
        let mut squares = [(a * b).powi(2), (a * c).powi(2), (b * c).powi(2)];
        // 2 R_G = z R_F − ⅓(x − z)(y − z) R_D + √(xy/z): all terms are positive with z between x and y.
        squares.sort_by(f64::total_cmp);
        let [x, z, y] = squares;
        let twice = z * carlson_rf(x, y, z) - (x - z) * (y - z) * carlson_rd(x, y, z) / 3.0 + (x * y / z).sqrt();
        2.0 * PI * twice
    }
}
