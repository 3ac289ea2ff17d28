//! Size and peak of a patch of contact, finer than the points that it is known at.

use super::contact::{CupScratch, ElasticCup};
use nalgebra::{SMatrix, SVector, Vector3};
use std::f64::consts::{PI, TAU};

/// Directions to one side of the plane of symmetry in which the edge of the patch is looked for.
const DIRECTIONS: usize = 36;
/// Pressures between these shares of the highest tell where it vanishes.
const OUTER: std::ops::Range<f64> = 0.15..0.7;

/// A patch of contact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CupPatch {
    /// Of the bearing surface, in m².
    pub area: f64,
    /// Half angle of the cap with that area.
    pub angle: f64,
    /// Highest pressure, in Pa.
    pub peak_pressure: f64,
    /// Points that touch.
    pub points: usize,
    /// Share of the area that touches on the last ring of the sphere or beyond it: nothing unless the rim is loaded.
    pub at_rim: f64,
}

/// A point of the patch as seen from its middle.
struct Seen {
    /// Angle from the axis and along which azimuth, as a vector.
    place: [f64; 2],
    pressure: f64,
    /// How many points it stands for.
    weight: f64,
}

/// Unit vectors across an axis.
fn across(axis: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
    let other = if axis.z.abs() < 0.9 { Vector3::z() } else { Vector3::x() };
    let u = axis.cross(&other).normalize();
    (u, axis.cross(&u))
}

/// Least squares; `None` where the points do not tell.
fn fit<const N: usize>(points: &[Seen], basis: impl Fn(&Seen) -> ([f64; N], f64, f64)) -> Option<SVector<f64, N>> {
    let (mut matrix, mut right) = (SMatrix::<f64, N, N>::zeros(), SVector::<f64, N>::zeros());
    for point in points {
        let (row, value, weight) = basis(point);
        let (row, weight) = (SVector::from(row), weight * point.weight);
        matrix += row * row.transpose() * weight;
        right += row * value * weight;
    }
    let scale = matrix.trace();
    (points.len() >= N + 3).then_some(())?;
    let factor = (matrix + SMatrix::identity() * (1e-13 * scale)).cholesky()?;
    Some(factor.solve(&right)).filter(|x| x.iter().all(|x| x.is_finite()))
}

impl ElasticCup {
    /// The patch of the last solution.
    pub fn patch(&self, scratch: &CupScratch) -> CupPatch {
        let closed = scratch.closed();
        let highest = closed.iter().map(|&p| self.pressure(p, scratch)).fold(0.0, f64::max);
        if !(highest > 0.0) {
            return CupPatch::default();
        }
        let counted: f64 = closed.iter().map(|&p| self.areas()[p]).sum();
        let last = self.last_of_sphere();
        let beyond: f64 = closed.iter().filter(|&&p| p >= last.end).map(|&p| self.areas()[p]).sum();
        let at_rim: f64 = closed.iter().filter(|&&p| p >= last.start).map(|&p| self.areas()[p]).sum();
        let found = self.compute_polar_area(scratch).or_else(|| self.compute_area(scratch, highest));
        let area = beyond + found.unwrap_or(counted - beyond);
        let angle = (1.0 - area / (TAU * self.radius().powi(2))).clamp(-1.0, 1.0).acos();
        let peak_pressure = self.compute_peak(scratch, highest);
        CupPatch {
            area,
            angle,
            peak_pressure,
            points: closed.iter().map(|&p| self.halves.weights[p] as usize).sum(),
            at_rim: at_rim / counted,
        }
    }

    /// Points of the last ring that lies on the sphere.
    fn last_of_sphere(&self) -> std::ops::Range<usize> {
        let on_sphere = |middle: [f64; 2]| (middle[0].hypot(middle[1]) - 1.0).abs() < 5e-3;
        let rings = self.compliance().rings();
        let last = rings.iter().rposition(|ring| on_sphere(ring.middle));
        last.map_or(0..0, |ring| self.ring(ring))
    }

    /// Points of a ring.
    fn ring(&self, ring: usize) -> std::ops::Range<usize> {
        self.halves.first[ring]..self.halves.first[ring + 1]
    }

    /// The same of a patch around the pole, whose edge runs along the rings: the force beyond a ring, to the power ⅔, is straight
    /// there, and a cell that touches in part says how much.
    fn compute_polar_area(&self, scratch: &CupScratch) -> Option<f64> {
        let rings = self.compliance().rings();
        let closed = scratch.closed();
        let last = (0..rings.len()).rfind(|&ring| closed.binary_search(&self.ring(ring).start).is_ok())?;
        let sphere = (0..rings.len()).find(|&ring| self.ring(ring).start == self.last_of_sphere().start)?;
        // All rings up to the last, and nothing else: round, and around the pole.
        if self.ring(last).end != closed.len() || !(4..sphere).contains(&last) {
            return None;
        }
        let mean = |ring: usize| {
            let sum: f64 = self.ring(ring).map(|p| self.pressure(p, scratch) * self.halves.weights[p]).sum();
            sum / rings[ring].points as f64
        };
        let width = rings[0].width;
        let mut beyond = 0.0;
        // At the inner borders of the last four rings.
        let [y0, y1, y2, y3] = [0, 1, 2, 3].map(|k| {
            beyond += mean(last - k);
            libm::cbrt(beyond * beyond)
        });
        // The straight line through them, by least squares, ends s cells beyond the first border.
        let slope = 0.1 * (3.0 * (y3 - y0) + y2 - y1);
        let s = 0.25 * (y0 + y1 + y2 + y3) / slope - 1.5;
        let angle = (last as f64 + s) * width;
        (0.0..2.5).contains(&s).then(|| TAU * self.radius().powi(2) * (1.0 - angle.cos()))
    }

    /// Where p², which is straight at the edge, vanishes; nothing if that cannot be told.
    fn compute_area(&self, scratch: &CupScratch, highest: f64) -> Option<f64> {
        let last = self.last_of_sphere();
        let closed = || scratch.closed().iter().copied().filter(|p| *p < last.end);
        let mut axis =
            closed().map(|p| self.middle(p) * self.pressure(p, scratch) * self.areas()[p]).sum::<Vector3<f64>>();
        axis.y = 0.0;
        let axis = axis.try_normalize(0.0)?;
        // In the plane of symmetry and across it.
        let (u, v) = (Vector3::new(axis.z, 0.0, -axis.x), Vector3::y());
        let see = |p: usize| {
            let way = self.middle(p).normalize();
            let (x, y) = (way.dot(&u), way.dot(&v));
            let angle = x.hypot(y).atan2(way.dot(&axis));
            let stretch = angle / x.hypot(y).max(1e-12);
            let (pressure, weight) = (self.pressure(p, scratch) / highest, self.halves.weights[p]);
            Seen { place: [x * stretch, y * stretch], pressure, weight }
        };
        let all: Vec<Seen> = closed().map(see).collect();
        let widest = all.iter().map(|s| s.place[0].hypot(s.place[1])).fold(0.0, f64::max);
        let outer: Vec<Seen> = all.into_iter().filter(|s| OUTER.contains(&s.pressure)).collect();
        // Near the edge a small pressure tells more than a large one.
        let [c0, cx, cxx, cyy, c4] = fit(&outer, |s| {
            let (x, y) = (s.place[0] / widest, s.place[1] / widest);
            let (r2, square) = (x * x + y * y, s.pressure * s.pressure);
            ([1.0, x, x * x, y * y, r2 * r2], square, 1.0 / square)
        })?
        .into();
        let rim = self.sphere_ends().cos();
        let mut area = 0.0;
        for k in 0..DIRECTIONS {
            let (sin, cos) = (PI * (k as f64 + 0.5) / DIRECTIONS as f64).sin_cos();
            let (one, two) = (cx * cos, cxx * cos * cos + cyy * sin * sin);
            let inside = |t: f64| c0 + t * (one + t * (two + t * t * c4)) > 0.0;
            // Outwards from where the pressure certainly is, then halved.
            let (mut low, mut high) = (0.4, 0.4);
            while high < 1.4 && inside(high) {
                low = high;
                high += 0.05;
            }
            for _ in 0..30 {
                let middle = 0.5 * (low + high);
                if inside(middle) { low = middle } else { high = middle }
            }
            // No further than the sphere: along this direction −z is a cosine of the angle from some place.
            let (along, across) = (-axis.z, -u.z * cos);
            let (most, place) = (along.hypot(across), across.atan2(along));
            let ends = if most > rim.abs() { place + (rim / most).acos() } else { PI };
            area += (1.0 - (low * widest).min(ends.max(0.0)).cos()) * TAU / DIRECTIONS as f64;
        }
        let area = area * self.radius().powi(2);
        let counted: f64 = closed().map(|p| self.areas()[p]).sum();
        // A fit that is far from the count is no fit.
        ((area / counted - 1.0).abs() < 0.3).then_some(area)
    }

    /// The angle from the pole at which the sphere ends.
    fn sphere_ends(&self) -> f64 {
        let last = self.last_of_sphere();
        let rings = self.compliance().rings();
        (0..rings.len())
            .find(|&ring| self.ring(ring) == last)
            .map_or(PI, |ring| rings[ring].middle[0].atan2(-rings[ring].middle[1]) + 0.5 * rings[ring].width)
    }

    /// The top of a paraboloid through the points around the highest one.
    fn compute_peak(&self, scratch: &CupScratch, highest: f64) -> f64 {
        let Some(&top) = scratch.closed().iter().find(|&&p| self.pressure(p, scratch) == highest) else {
            return highest;
        };
        let width = self.compliance().rings().first().map_or(0.0, |ring| ring.width);
        let centre = *self.middle(top);
        let axis = centre.normalize();
        let (u, v) = across(&axis);
        let seen = |place: Vector3<f64>, p: usize| {
            let way = (place - centre) / (self.radius() * width);
            Seen { place: [way.dot(&u), way.dot(&v)], pressure: self.pressure(p, scratch) / highest, weight: 1.0 }
        };
        let near: Vec<Seen> = scratch
            .closed()
            .iter()
            .flat_map(|&p| {
                let place = *self.middle(p);
                let mirrored = Vector3::new(place.x, -place.y, place.z);
                let twice = self.halves.weights[p] > 1.0;
                std::iter::once(seen(place, p)).chain(twice.then(|| seen(mirrored, p)))
            })
            .filter(|s| s.place[0].hypot(s.place[1]) < 3.2)
            .collect();
        let Some(c) = fit(&near, |s| {
            let [x, y] = s.place;
            ([1.0, x, y, x * x, x * y, y * y], s.pressure, 1.0)
        }) else {
            return highest;
        };
        let (a, b, d) = (2.0 * c[3], c[4], 2.0 * c[5]);
        let determinant = a * d - b * b;
        if !(determinant > 0.0 && a < 0.0) {
            return highest;
        }
        let (x, y) = ((-c[1] * d + c[2] * b) / determinant, (-c[2] * a + c[1] * b) / determinant);
        let value = c[0] + 0.5 * (c[1] * x + c[2] * y);
        if x.hypot(y) < 1.5 && (value - 1.0).abs() < 0.1 { value * highest } else { highest }
    }
}
