//! The smooth surface around a vertex, fitted to its neighbours.

use nalgebra::Vector3;
use pulp::{Arch, Simd, WithSimd};

use super::TriangleMesh;
use super::fans::Fans;
use crate::geometry::{Curvature, cup::frame_around};

/// A height over the tangent plane of a vertex, through the vertex, least squares to its neighbours: a jet
/// [CazalsPouget2005] over the sphere of the same mean curvature.
///
/// `z = κ r²/(1 + √(1 − κ²r²)) + Σ c_ij xⁱ yʲ`, r² = x² + y², 1 ≤ i + j ≤ d, lengths in units of the neighbourhood's radius
///
/// With degree d the normal has an error of order hᵈ and the curvature of order hᵈ⁻¹, on any sequence of meshes, where
/// averaged facet normals promise order 1 only; on a sphere both are exact. Neighbours count with the inverse cube of
/// their distance: the far ones keep the fit well posed, the near ones say what it is (on a ball of 2880 triangles the
/// normals are four times better than with equal weights).
#[derive(Debug, Clone)]
pub(super) struct Jet {
    origin: Vector3<f64>,
    /// Along z, x, y.
    frame: [Vector3<f64>; 3],
    radius: f64,
    degree: usize,
    /// κ.
    sphere: f64,
    /// Of x, y, x², xy, y², x³, x²y, xy², y³, x⁴, x³y, x²y², xy³, y⁴.
    coefficients: [f64; 14],
}

/// Number of coefficients up to a degree.
const TERMS: [usize; 5] = [0, 2, 5, 9, 14];
/// Neighbours wanted, and the rings in which they may be found.
const ENOUGH: usize = 24;
const MOST_RINGS: usize = 4;
/// A neighbour whose normal is turned further away than acos of this is no longer above the tangent plane.
const LEAST_COSINE: f64 = 0.5;
/// What must be left of a column of length 1 beside those before it, or the neighbours do not determine the polynomial.
const LEAST_LEFT: f64 = 1e-4;

/// Storage that is used again from vertex to vertex.
#[derive(Debug, Default)]
pub(super) struct Storage {
    around: Vec<u32>,
    near: Vec<Vector3<f64>>,
    matrix: Vec<Rows>,
}

/// Rows side by side, so that the compiler can treat several at once; the last ones of a column are filled up with zeros.
const LANES: usize = 4;
type Rows = [f64; LANES];

#[inline(always)]
fn dot(a: &[Rows], b: &[Rows]) -> f64 {
    let mut sums = [0.0; LANES];
    for (x, y) in a.iter().zip(b) {
        for i in 0..LANES {
            sums[i] += x[i] * y[i];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3])
}

/// a − s b.
#[inline(always)]
fn subtract(a: &mut [Rows], share: f64, b: &[Rows]) {
    for (x, y) in a.iter_mut().zip(b) {
        *x = [x[0] - share * y[0], x[1] - share * y[1], x[2] - share * y[2], x[3] - share * y[3]];
    }
}

#[inline(always)]
fn scale(a: &mut [Rows], by: f64) {
    for x in a.iter_mut() {
        *x = [x[0] * by, x[1] * by, x[2] * by, x[3] * by];
    }
}

/// A jet to be fitted.
struct Fit<'a> {
    jet: Jet,
    near: &'a [Vector3<f64>],
    storage: &'a mut Vec<Rows>,
}

impl WithSimd for Fit<'_> {
    type Output = Option<Jet>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Option<Jet> {
        self.jet.fit_wide(self.near, self.storage)
    }
}

impl Jet {
    /// Fits the fan's surroundings; `None` if they do not determine even a quadratic height.
    pub(super) fn fit(mesh: &TriangleMesh, fans: &Fans, fan: u32, storage: &mut Storage) -> Option<Self> {
        let Storage { around, near, matrix } = storage;
        let at = |fan: u32| mesh.vertices[fans.vertex[fan as usize] as usize];
        let normal = fans.normal[fan as usize];
        let origin = at(fan);
        fans.collect_around(fan, ENOUGH, MOST_RINGS, around);
        let faces_alike = |other: &&u32| fans.normal[**other as usize].dot(&normal) > LEAST_COSINE;
        near.clear();
        near.extend(around.iter().filter(faces_alike).map(|other| at(*other) - origin));
        let radius = near.iter().map(Vector3::norm).fold(0.0, f64::max);
        if !(radius > 0.0) || normal == Vector3::zeros() {
            return None;
        }
        // The highest degree for which there are 1.4 times as many neighbours as coefficients.
        let highest = (2..=4).rev().find(|d| 5 * near.len() >= 7 * TERMS[*d])?;
        let (plane, none) = (frame_around(normal), 0.0);
        let mut jet = (2..=highest).rev().find_map(|degree| {
            let jet = Self { origin, frame: plane, radius, degree, sphere: none, coefficients: [0.0; 14] };
            jet.fitted(near, matrix)
        })?;
        // Again above its own tangent plane and around its own sphere, where there is least left to fit.
        for _ in 0..2 {
            let better = jet.normal();
            if better.dot(&normal) < 0.8 {
                return None;
            }
            let mean = jet.curvature_matrix();
            let sphere = -0.5 * (mean[0] + mean[2]) * radius;
            let next =
                Self { frame: frame_around(better), sphere: if sphere.abs() < 0.9 { sphere } else { 0.0 }, ..jet };
            match next.fitted(near, matrix) {
                Some(fitted) => jet = fitted,
                None => return None,
            }
        }
        Some(jet)
    }

    /// The same with the coefficients that fit these points best, if they determine them.
    ///
    /// Least squares by modified Gram–Schmidt on the matrix with the heights as its last column, which is as stable as
    /// reflections [Bjorck1967]. Columns are scaled to length 1, so that what is left of one says how independent it is.
    fn fitted(self, near: &[Vector3<f64>], storage: &mut Vec<Rows>) -> Option<Self> {
        Arch::new().dispatch(Fit { jet: self, near, storage })
    }

    #[inline(always)]
    fn fit_wide(mut self, near: &[Vector3<f64>], storage: &mut Vec<Rows>) -> Option<Self> {
        let (terms, rows) = (TERMS[self.degree], near.len().div_ceil(LANES));
        storage.resize((terms + 1) * rows, [0.0; LANES]);
        storage.iter_mut().skip(rows.saturating_sub(1)).step_by(rows).for_each(|last| *last = [0.0; LANES]);
        let [z_axis, x_axis, y_axis] = &self.frame;
        for (i, v) in near.iter().enumerate() {
            let (z, x, y) = (v.dot(z_axis) / self.radius, v.dot(x_axis) / self.radius, v.dot(y_axis) / self.radius);
            let nearness = self.radius / v.norm();
            let weight = nearness * nearness * nearness;
            let ([x2, y2], [x3, y3]) = ([x * x, y * y], [x * x * x, y * y * y]);
            let powers = [x, y, x2, x * y, y2, x3, x2 * y, x * y2, y3, x2 * x2, x3 * y, x2 * y2, x * y3, y2 * y2];
            for (j, power) in powers[..terms].iter().enumerate() {
                storage[j * rows + i / LANES][i % LANES] = weight * power;
            }
            storage[terms * rows + i / LANES][i % LANES] = weight * (z - self.cap(x, y).0);
        }
        let mut lengths = [0.0; 14];
        // Above the diagonal; the last column becomes the right-hand side.
        let mut r = [[0.0; 15]; 14];
        for (column, length) in storage.chunks_exact_mut(rows).zip(&mut lengths[..terms]) {
            *length = dot(column, column).sqrt();
            if !(*length > 0.0 && length.is_finite()) {
                return None;
            }
            scale(column, 1.0 / *length);
        }
        for j in 0..terms {
            let (done, rest) = storage.split_at_mut((j + 1) * rows);
            let own = &mut done[j * rows..];
            let left = dot(own, own).sqrt();
            if !(left > LEAST_LEFT) {
                return None;
            }
            scale(own, 1.0 / left);
            r[j][j] = left;
            for (column, k) in rest.chunks_exact_mut(rows).zip(j + 1..) {
                let share = dot(own, column);
                subtract(column, share, own);
                r[j][k] = share;
            }
        }
        self.coefficients = [0.0; 14];
        for j in (0..terms).rev() {
            let known: f64 = (j + 1..terms).map(|k| r[j][k] * self.coefficients[k]).sum();
            self.coefficients[j] = (r[j][terms] - known) / r[j][j];
        }
        self.coefficients.iter_mut().zip(lengths).take(terms).for_each(|(c, length)| *c /= length);
        Some(self)
    }

    /// Height of the sphere and its slope over r²; beyond its equator it goes on as a paraboloid would.
    fn cap(&self, x: f64, y: f64) -> (f64, f64) {
        let (k, square) = (self.sphere, x * x + y * y);
        let root = (1.0 - (k * k * square).min(0.9)).sqrt();
        (k * square / (1.0 + root), 0.5 * k / root)
    }

    /// Highest power in the polynomial.
    pub(super) fn degree(&self) -> usize {
        self.degree
    }

    /// Unit normal at the vertex.
    pub(super) fn normal(&self) -> Vector3<f64> {
        let [z, x, y] = self.frame;
        (z - x * self.coefficients[0] - y * self.coefficients[1]).normalize()
    }

    /// Curvature at the vertex, whose tangent plane is that of the frame.
    pub(super) fn curvature(&self) -> Curvature {
        let [_, x, y] = self.frame;
        Curvature::of(self.curvature_matrix(), [x, y])
    }

    /// Change of the normal along x and y.
    fn curvature_matrix(&self) -> [f64; 3] {
        let [_, _, xx, xy, yy, ..] = self.coefficients;
        [-2.0 * xx - self.sphere, -xy, -2.0 * yy - self.sphere].map(|c| c / self.radius)
    }

    /// How far `from` must go along `along` to meet the fitted surface.
    pub(super) fn solve_distance(&self, from: &Vector3<f64>, along: &Vector3<f64>) -> Option<f64> {
        let [z, x, y] = self.frame.map(|axis| (from - self.origin).dot(&axis) / self.radius);
        let [dz, dx, dy] = self.frame.map(|axis| along.dot(&axis));
        let mut s = 0.0;
        // Nearly linear in s: three steps of Newton are exact to rounding.
        for _ in 0..4 {
            let (height, slope_x, slope_y) = self.height(x + s * dx, y + s * dy);
            let step = (height - z - s * dz) / (dz - slope_x * dx - slope_y * dy);
            s += step;
        }
        s.is_finite().then_some(s * self.radius)
    }

    /// Height and its slopes.
    fn height(&self, x: f64, y: f64) -> (f64, f64, f64) {
        let (cap, slope) = self.cap(x, y);
        // Coefficients beyond the degree are zero.
        let [x1, y1, xx, xy, yy, xxx, xxy, xyy, yyy, x4, x3y, x2y2, xy3, y4] = self.coefficients;
        let (x2, y2, x3, y3) = (x * x, y * y, x * x * x, y * y * y);
        let height = cap
            + (x1 * x + y1 * y)
            + (xx * x2 + xy * x * y + yy * y2)
            + (xxx * x3 + xxy * x2 * y + xyy * x * y2 + yyy * y3)
            + (x4 * x2 * x2 + x3y * x3 * y + x2y2 * x2 * y2 + xy3 * x * y3 + y4 * y2 * y2);
        let slope_x = (2.0 * slope * x + x1)
            + (2.0 * xx * x + xy * y)
            + (3.0 * xxx * x2 + 2.0 * xxy * x * y + xyy * y2)
            + (4.0 * x4 * x3 + 3.0 * x3y * x2 * y + 2.0 * x2y2 * x * y2 + xy3 * y3);
        let slope_y = (2.0 * slope * y + y1)
            + (xy * x + 2.0 * yy * y)
            + (xxy * x2 + 2.0 * xyy * x * y + 3.0 * yyy * y2)
            + (x3y * x3 + 2.0 * x2y2 * x2 * y + 3.0 * xy3 * x * y2 + 4.0 * y4 * y3);
        (height, slope_x, slope_y)
    }
}
