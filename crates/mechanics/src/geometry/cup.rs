//! The bearing surface of a cup: its orientation in the pelvis and its division into elements of equal area.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use nalgebra::Vector3;

/// How a cup sits in the pelvis, by its radiographic angles [Murray1993].
///
/// The opening axis points out of the cup: `sin A · anterior + cos A (sin I · lateral − cos I · superior)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CupOrientation {
    /// Radiographic inclination I, from the long axis of the body to the opening axis in the coronal plane.
    pub inclination: f64,
    /// Radiographic anteversion A, from the coronal plane to the opening axis.
    pub anteversion: f64,
}

impl CupOrientation {
    /// Unit vector out of the cup, in pelvis axes (anterior, superior, lateral).
    pub fn opening(&self) -> Vector3<f64> {
        let (sin_i, cos_i) = self.inclination.sin_cos();
        let (sin_a, cos_a) = self.anteversion.sin_cos();
        Vector3::new(sin_a, -cos_a * cos_i, cos_a * sin_i)
    }
}

/// A spherical cap divided into elements of exactly equal area.
///
/// Rings of nearly equal height around the pole; a ring holds as many elements as its area is worth, and the circles
/// between the rings are moved to where the areas are equal: `1 − cosθᵢ = (1 − cosθ_rim)·Mᵢ/N` for Mᵢ elements up to
/// ring i. Any number N ≥ 1 is possible, and no element crowds the pole. Clones share their elements.
#[derive(Debug, Clone)]
pub struct CupSurface {
    radius: f64,
    /// 1 − cosθ_rim.
    cap: f64,
    frame: [Vector3<f64>; 3],
    /// Per ring: number of elements, and 1 − cosθ at its inner and outer circle.
    rings: Arc<[(usize, f64, f64)]>,
    directions: Arc<[Vector3<f64>]>,
}

impl CupSurface {
    /// A cap around `pole` up to `rim_angle` with this number of elements (at least one).
    pub fn new(radius: f64, pole: Vector3<f64>, rim_angle: f64, elements: usize) -> Self {
        let frame = frame_around(pole);
        let rings = divide(rim_angle, elements.max(1));
        let mut directions = Vec::with_capacity(elements);
        for &(count, inner, outer) in &rings {
            let middle = 0.5 * (inner + outer);
            for sector in 0..count {
                directions.push(cap_direction(&frame, middle, (sector as f64 + 0.5) / count as f64 * TAU));
            }
        }
        Self { radius, cap: 1.0 - rim_angle.cos(), frame, rings: rings.into(), directions: directions.into() }
    }

    /// The same elements, seen from the centre, on another radius.
    pub fn with_radius(self, radius: f64) -> Self {
        Self { radius, ..self }
    }

    /// Number of elements.
    pub fn elements(&self) -> usize {
        self.directions.len()
    }

    /// Unit vectors from the centre of the cup to the middle of every element.
    pub fn directions(&self) -> &[Vector3<f64>] {
        &self.directions
    }

    /// Area of an element: the same for all.
    pub fn element_area(&self) -> f64 {
        2.0 * PI * self.radius.powi(2) * self.cap / self.elements() as f64
    }

    /// Polygons for pictures and files: points, point indices of all cells, end of each cell in them.
    ///
    /// Neighbours share their points: the circle between two rings carries the corners of both.
    pub fn polygons(&self) -> (Vec<[f64; 3]>, Vec<u32>, Vec<u32>) {
        let mut points: Vec<[f64; 3]> = vec![(self.radius * self.frame[0]).into()];
        let mut inner = Circle { first: 0, turns: Vec::new() };
        let (mut connectivity, mut offsets) = (Vec::new(), Vec::new());
        for (i, &(count, _, height)) in self.rings.iter().enumerate() {
            let next = self.rings.get(i + 1).map_or(0, |ring| ring.0);
            let outer = Circle { first: points.len() as u32, turns: corners(count, next) };
            let place = |turn: &f64| <[f64; 3]>::from(self.radius * cap_direction(&self.frame, height, turn * TAU));
            points.extend(outer.turns.iter().map(place));
            for sector in 0..count {
                let (from, to) = (sector as f64 / count as f64, (sector + 1) as f64 / count as f64);
                connectivity.extend(outer.arc(from, to));
                let start = connectivity.len();
                connectivity.extend(inner.arc(from, to));
                connectivity[start..].reverse();
                offsets.push(connectivity.len() as u32);
            }
            inner = outer;
        }
        (points, connectivity, offsets)
    }
}

/// The points on a circle between two rings, by their place in turns from 0 to 1; none for the pole.
struct Circle {
    first: u32,
    turns: Vec<f64>,
}

/// Corners nearer than this share of a turn are one.
const SAME_CORNER: f64 = 1e-9;

impl Circle {
    /// Point indices from one place to another, both ends included.
    fn arc(&self, from: f64, to: f64) -> impl Iterator<Item = u32> + '_ {
        let start = self.turns.partition_point(|turn| *turn < from - SAME_CORNER);
        let end = self.turns.partition_point(|turn| *turn < to + SAME_CORNER);
        // The end of the turn is its beginning.
        let wrap = to > 1.0 - SAME_CORNER;
        let pole = self.turns.is_empty();
        let closing = (wrap || pole).then_some(self.first);
        (start..end).map(|i| self.first + i as u32).chain(closing)
    }
}

/// Corners of the rings on both sides of a circle, and enough points between them that no arc looks like a chord.
fn corners(inside: usize, outside: usize) -> Vec<f64> {
    let even = |count: usize| (0..count).map(move |i| i as f64 / count as f64);
    let finer = inside * (36.0 / inside as f64).ceil().max(1.0) as usize;
    let mut turns: Vec<f64> = even(finer).chain(even(outside)).collect();
    turns.sort_by(f64::total_cmp);
    turns.dedup_by(|a, b| *a - *b < SAME_CORNER);
    turns
}

fn divide(rim_angle: f64, elements: usize) -> Vec<(usize, f64, f64)> {
    let cap = 1.0 - rim_angle.cos();
    let side = (TAU * cap / elements as f64).sqrt();
    let count = ((rim_angle / side).round() as usize).clamp(1, elements);
    let mut rings = Vec::with_capacity(count);
    let mut before = 0;
    for ring in 1..=count {
        let ideal = elements as f64 * (1.0 - (ring as f64 / count as f64 * rim_angle).cos()) / cap;
        // At least one element in this ring and one left for each ring to come.
        let upto = (ideal.round() as usize).clamp(before + 1, elements - (count - ring));
        let height = |m: usize| cap * m as f64 / elements as f64;
        rings.push((upto - before, height(before), height(upto)));
        before = upto;
    }
    rings
}

/// The unit vector at the height u = 1 − cosθ of a cap and a longitude around the first axis of a frame.
pub(crate) fn cap_direction(frame: &[Vector3<f64>; 3], u: f64, phi: f64) -> Vector3<f64> {
    let sin = (u * (2.0 - u)).max(0.0).sqrt();
    frame[0] * (1.0 - u) + (frame[1] * phi.cos() + frame[2] * phi.sin()) * sin
}

/// The pole and two unit vectors normal to it.
pub(crate) fn frame_around(pole: Vector3<f64>) -> [Vector3<f64>; 3] {
    let pole = pole.normalize();
    let helper = if pole.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
    let first = (helper - pole * pole.dot(&helper)).normalize();
    [pole, first, pole.cross(&first)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f64::consts::FRAC_PI_2;

    #[test]
    fn at_45_degrees_the_cup_opens_sideways_and_down() {
        let opening = CupOrientation { inclination: PI / 4.0, anteversion: 0.0 }.opening();
        assert!((opening - Vector3::new(0.0, -1.0, 1.0).normalize()).norm() < 1e-15);
        let anteverted = CupOrientation { inclination: PI / 4.0, anteversion: 0.3 }.opening();
        assert!(anteverted.x > 0.0, "anteversion opens the cup to the front");
    }

    /// ∫ cosθ dA over a cap is πR² sin²θ_rim: midpoints of equal areas integrate a linear function exactly.
    #[test]
    fn elements_integrate_the_projected_area() {
        for rim in [0.4, FRAC_PI_2, 1.9] {
            let pole = Vector3::new(0.2, -0.5, 0.7);
            let cup = CupSurface::new(14e-3, pole, rim, 8100);
            let sum: f64 = cup.directions().iter().map(|d| d.dot(&pole.normalize()) * cup.element_area()).sum();
            assert!((sum / (PI * (14e-3 * rim.sin()).powi(2)) - 1.0).abs() < 1e-12);
        }
    }

    /// ∫ cos²θ dA = ⅔π R² over a hemisphere.
    #[test]
    fn integration_on_the_elements_is_second_order() {
        let error = |n: usize| {
            let cup = CupSurface::new(1.0, Vector3::z(), FRAC_PI_2, n);
            let sum: f64 = cup.directions().iter().map(|d| d.z * d.z * cup.element_area()).sum();
            (sum - 2.0 * PI / 3.0).abs()
        };
        let order = (error(500) / error(8000)).log2() / 2.0;
        assert!((1.7..2.3).contains(&order), "{order}");
    }

    proptest! {
        #[test]
        fn any_number_of_elements_is_made(n in 1usize..3000, rim in 0.1f64..2.5) {
            let cup = CupSurface::new(1.0, Vector3::y(), rim, n);
            prop_assert_eq!(cup.elements(), n);
            let (points, connectivity, offsets) = cup.polygons();
            prop_assert_eq!(offsets.len(), n);
            prop_assert!(connectivity.iter().all(|&i| (i as usize) < points.len()));
            // Neighbours share edges: every edge belongs to two cells, but for those on the rim.
            let mut edges = std::collections::HashMap::new();
            let mut start = 0;
            for &end in &offsets {
                let cell = &connectivity[start..end as usize];
                for (i, &from) in cell.iter().enumerate() {
                    let to = cell[(i + 1) % cell.len()];
                    prop_assert_ne!(from, to);
                    *edges.entry((from.min(to), from.max(to))).or_insert(0) += 1;
                }
                start = end as usize;
            }
            let on_rim = |i: u32| Vector3::from(points[i as usize]).y < rim.cos() + 1e-9;
            for ((from, to), count) in edges {
                let expected = if on_rim(from) && on_rim(to) { 1 } else { 2 };
                prop_assert!(count == expected || (n == 1 && count == 2), "edge {from}-{to} of {n}: {count}");
            }
            prop_assert_eq!(*offsets.last().expect("one cell") as usize, connectivity.len());
        }
    }
}
