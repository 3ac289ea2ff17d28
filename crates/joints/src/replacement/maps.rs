//! Sliding, cross-shear and wear, added up over the frames on every triangle of the insert.

use nalgebra::{Matrix3, SymmetricEigen, Vector3};

use super::Replacement;
use super::history::{Frame, Touched};

/// Fields on the insert: frame after frame, one value per triangle.
#[derive(Debug, Default)]
pub(super) struct Maps {
    pub pressure: Vec<f32>,
    pub gap: Vec<f32>,
    /// Accumulated since the start of the cycle.
    pub sliding: Vec<f32>,
    /// Share of the frictional work across the main direction of sliding, up to now.
    pub cross_shear: Vec<f32>,
    /// Worn depth since the start of the cycle.
    pub wear: Vec<f32>,
    pub totals: Totals,
}

/// Sums and extremes at the end of the cycle.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Totals {
    pub wear_volume: f64,
    pub wear_depth: f64,
    pub sliding: f64,
    /// Mean over the worn volume.
    pub cross_shear: f64,
}

/// What has happened to a triangle so far.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    sliding: f64,
    wear: f64,
    /// ∫ p s sᵀ/|s| dt: the work of friction by direction, per coefficient of friction.
    work: Matrix3<f64>,
    before: Option<Touched>,
}

impl Sum {
    /// Trapezoidal rule from the frame before to this one.
    fn add(&mut self, now: Option<Touched>, half_step: f64, factor: f64) {
        for touched in [self.before, now].into_iter().flatten() {
            let speed = touched.sliding.norm();
            self.sliding += half_step * speed;
            self.wear += half_step * factor * touched.pressure * speed;
            if speed > 0.0 {
                self.work += touched.sliding * touched.sliding.transpose() * (half_step * touched.pressure / speed);
            }
        }
        self.before = now;
    }

    /// W⊥/W: the smaller of the two principal shares of the work in the plane of the triangle.
    fn cross_shear(&self) -> f64 {
        let total = self.work.trace();
        if !(total > 0.0) {
            return 0.0;
        }
        let mut shares: Vector3<f64> = SymmetricEigen::new(self.work).eigenvalues / total;
        shares.as_mut_slice().sort_unstable_by(f64::total_cmp);
        // The smallest is that across the triangle, in which nothing slides.
        shares[1].max(0.0)
    }
}

/// Follows every triangle through the frames.
pub(super) fn compute(knee: &Replacement, frames: &[Frame]) -> Maps {
    let elements = knee.insert.mesh.triangles().len();
    let mut maps = Maps::default();
    let mut sums = vec![Sum::default(); elements];
    let mut crossed = vec![0.0f32; elements];
    let size = elements * frames.len();
    for field in [&mut maps.pressure, &mut maps.gap, &mut maps.sliding, &mut maps.cross_shear, &mut maps.wear] {
        field.reserve(size);
    }
    let mut now: Vec<Option<Touched>> = vec![None; elements];
    for (i, frame) in frames.iter().enumerate() {
        let half_step = if i == 0 { 0.0 } else { 0.5 * (frame.time - frames[i - 1].time) };
        now.fill(None);
        frame.touched.iter().for_each(|touched| now[touched.element as usize] = Some(*touched));
        for (element, (sum, now)) in sums.iter_mut().zip(&now).enumerate() {
            if sum.before.is_some() || now.is_some() {
                sum.add(*now, half_step, knee.wear.factor);
                crossed[element] = sum.cross_shear() as f32;
            }
            maps.pressure.push(now.map_or(0.0, |touched| touched.pressure as f32));
            maps.sliding.push(sum.sliding as f32);
            maps.wear.push(sum.wear as f32);
        }
        maps.cross_shear.extend_from_slice(&crossed);
        maps.gap.extend_from_slice(&frame.gaps);
    }
    for (element, sum) in sums.iter().enumerate() {
        let area = 0.5 * knee.insert.mesh.double_area(element).norm();
        let totals = &mut maps.totals;
        totals.wear_volume += sum.wear * area;
        totals.wear_depth = totals.wear_depth.max(sum.wear);
        totals.sliding = totals.sliding.max(sum.sliding);
        totals.cross_shear += sum.wear * area * f64::from(crossed[element]);
    }
    maps.totals.cross_shear /= maps.totals.wear_volume.max(f64::MIN_POSITIVE);
    maps
}
