//! What sliding leaves behind on a surface: distance, cross-shear and worn depth, point by point.

use nalgebra::Vector3;

use super::{LocalWear, Rubbed, WearLaw};
use crate::contact::surfaces::Fields;
use crate::geometry::{QuadraturePoint, frame_around};

/// Sums over a motion, for every point of a surface.
///
/// | sum | meaning |
/// |---|---|
/// | `s = ∫ v dt` | sliding distance under pressure |
/// | `h = ∫ k p v dt` | worn depth [Archard1953] |
/// | `T = ∫ p v t tᵀ dt` | frictional work per coefficient, by its direction t in the surface |
///
/// The molecules of polyethylene lie along the principal direction of the work; the smaller eigenvalue of T is the work
/// across them, and its share `CS = λ₂/(λ₁ + λ₂)`, 0 to ½, is the cross-shear ratio [Kang2008].
///
/// *Assumes* that the shape does not change: worn depth is a result. *Checked by* a pin that slides on a line, a circle and
/// an ellipse.
#[derive(Debug, Clone)]
pub struct SlidingWear {
    law: WearLaw,
    /// Two unit vectors in the surface, and the area.
    frames: Vec<([Vector3<f64>; 2], f64)>,
    distance: Vec<f64>,
    depth: Vec<f64>,
    work: Vec<[f64; 3]>,
}

impl SlidingWear {
    /// Nothing has slid yet, over these points.
    pub fn new(law: impl Into<WearLaw>, points: &[QuadraturePoint]) -> Self {
        let frame = |point: &QuadraturePoint| {
            let [_, first, second] = frame_around(point.normal);
            ([first, second], point.area)
        };
        // A point without area has no normal either; what happens there is not counted.
        let frame =
            |point: &QuadraturePoint| if point.area > 0.0 { frame(point) } else { ([Vector3::zeros(); 2], 0.0) };
        let count = points.len();
        Self {
            law: law.into(),
            frames: points.iter().map(frame).collect(),
            distance: vec![0.0; count],
            depth: vec![0.0; count],
            work: vec![[0.0; 3]; count],
        }
    }

    /// Adds a state of motion that lasts for `duration`. For a sequence of poses give each half of the time to its
    /// neighbours: the sums are then of second order.
    pub fn add(&mut self, fields: &Fields, duration: f64) {
        for (i, (pressure, sliding)) in fields.pressure.iter().zip(&fields.sliding).enumerate() {
            let speed = sliding.norm();
            let Some(([first, second], _)) = self.frames.get(i).filter(|_| *pressure > 0.0 && speed > 0.0) else {
                continue;
            };
            self.distance[i] += speed * duration;
            let worn = match &self.law {
                WearLaw::Archard(law) => law.depth_rate(*pressure, speed),
                law => law.weight(*pressure) * speed,
            };
            self.depth[i] += worn * duration;
            let (a, b) = (sliding.dot(first), sliding.dot(second));
            let weight = pressure * duration / speed;
            let [aa, ab, bb] = &mut self.work[i];
            *aa += weight * a * a;
            *ab += weight * a * b;
            *bb += weight * b * b;
        }
    }

    /// Sliding distance of every point, in m.
    pub fn distance(&self) -> &[f64] {
        &self.distance
    }

    /// Worn depth of every point up to now, in m; for other laws than Archard's, whose factor is known at the end of a cycle
    /// only, what they count along the way.
    pub fn depth(&self) -> &[f64] {
        &self.depth
    }

    /// Worn depth of every point at the end of a cycle, in m. A law with memory is not followed here: it counts nothing.
    pub fn compute_depths(&self) -> Vec<f64> {
        if matches!(self.law, WearLaw::Archard(_)) {
            return self.depth.clone();
        }
        let depth = |((weighted, slid), [aa, ab, bb]): ((&f64, &f64), &[f64; 3])| {
            let turned = [aa - bb, 2.0 * ab];
            self.law.depth(&Rubbed { slid: *slid, work: aa + bb, turned, weighted: *weighted, ..Rubbed::default() })
        };
        self.depth.iter().zip(&self.distance).zip(&self.work).map(depth).collect()
    }

    /// Cross-shear ratio of every point; 0 where nothing has slid.
    pub fn compute_cross_shear(&self) -> Vec<f64> {
        let ratio = |[aa, ab, bb]: &[f64; 3]| {
            let (mean, half) = (0.5 * (aa + bb), 0.5 * (aa - bb));
            if mean > 0.0 { (0.5 * (1.0 - half.hypot(*ab) / mean)).max(0.0) } else { 0.0 }
        };
        self.work.iter().map(ratio).collect()
    }

    /// Worn volume, in m³.
    pub fn compute_volume(&self) -> f64 {
        self.compute_depths().iter().zip(&self.frames).map(|(depth, (_, area))| depth * area).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Archard, Wang};
    use super::*;
    use std::f64::consts::TAU;

    /// A pin of 2 mm² under 3 MPa that slides along `path` once, in a thousand steps of a second.
    fn slide(path: impl Fn(f64) -> [f64; 2]) -> SlidingWear {
        let normal = Vector3::new(0.3, -0.5, 0.8).normalize();
        let [_, first, second] = frame_around(normal);
        let point = QuadraturePoint { point: Vector3::zeros(), normal, area: 2e-6, facet: 0 };
        let mut wear = SlidingWear::new(Archard { factor: 1e-15 }, &[point]);
        for i in 0..1000 {
            let [a, b] = path((f64::from(i) + 0.5) / 1000.0 * TAU);
            let fields = Fields { pressure: vec![3e6], gap: vec![-1e-6], sliding: vec![first * a + second * b] };
            wear.add(&fields, 1e-3);
        }
        wear
    }

    #[test]
    fn a_line_has_no_cross_shear_and_a_circle_one_half() {
        let line = slide(|phase| [0.04 * phase.cos(), 0.03 * phase.cos()]);
        assert!(line.compute_cross_shear()[0] < 1e-12);
        // ∫|cos| over a turn is 4/2π of it.
        assert!((line.distance()[0] / (0.05 * 4.0 / TAU) - 1.0).abs() < 1e-5);
        let circle = slide(|phase| [0.05 * phase.cos(), 0.05 * phase.sin()]);
        assert!((circle.compute_cross_shear()[0] - 0.5).abs() < 1e-12);
        assert!((circle.distance()[0] - 0.05).abs() < 1e-15);
        assert!((circle.depth()[0] / (1e-15 * 3e6 * 0.05) - 1.0).abs() < 1e-12);
        assert!((circle.compute_volume() / (2e-6 * circle.depth()[0]) - 1.0).abs() < 1e-15);
    }

    /// Half of the way along one direction, half across: CS = ½; a quarter across: CS = ¼.
    #[test]
    fn cross_shear_is_the_share_of_the_work_across() {
        let square = |share: f64| {
            slide(move |phase| if phase < share * TAU { [0.0, 0.05] } else { [0.05, 0.0] }).compute_cross_shear()[0]
        };
        assert!((square(0.5) - 0.5).abs() < 1e-12);
        assert!((square(0.25) - 0.25).abs() < 1e-12);
    }

    /// The tensor's eigenvalues and the doubled angle are one thing: half of the way across is a circle to Wang's law.
    #[test]
    fn other_laws_see_the_same_cross_shear() {
        let mut wear = slide(|phase| if phase < 0.5 * TAU { [0.0, 0.05] } else { [0.05, 0.0] });
        wear.law = WearLaw::Wang(Wang { factor: 1e-15 });
        let depth = wear.compute_depths()[0];
        assert!((depth / (1e-15 * 3e6 * 0.05) - 1.0).abs() < 1e-12, "{depth}");
    }

    #[test]
    fn nothing_wears_without_pressure_or_sliding() {
        let mut wear = slide(|_| [0.0, 0.0]);
        let open = Fields { pressure: vec![0.0], gap: vec![1e-3], sliding: vec![Vector3::x()] };
        wear.add(&open, 1.0);
        assert_eq!((wear.distance()[0], wear.depth()[0], wear.compute_cross_shear()[0]), (0.0, 0.0, 0.0));
    }
}
