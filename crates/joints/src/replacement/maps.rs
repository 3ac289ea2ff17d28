//! Fields on the triangles of the insert, from those at the points of the contact.

use mechanics::contact::surfaces::Fields;
use mechanics::wear::SlidingWear;

use super::Replacement;

/// Fields on the insert: frame after frame, one value per triangle.
#[derive(Debug)]
pub(super) struct Maps {
    pub pressure: Vec<f32>,
    /// NaN where it is larger than the reach that was asked for.
    pub gap: Vec<f32>,
    /// Accumulated since the start of the cycle.
    pub sliding: Vec<f32>,
    /// Share of the frictional work across the main direction of sliding, up to now.
    pub cross_shear: Vec<f32>,
    /// Worn depth since the start of the cycle.
    pub wear: Vec<f32>,
    sums: SlidingWear,
}

/// Sums and extremes at the end of the cycle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Totals {
    pub wear_volume: f64,
    pub wear_depth: f64,
    pub sliding: f64,
    /// Mean over the worn volume.
    pub cross_shear: f64,
}

impl Maps {
    pub fn new(knee: &Replacement) -> Self {
        Self {
            pressure: Vec::new(),
            gap: Vec::new(),
            sliding: Vec::new(),
            cross_shear: Vec::new(),
            wear: Vec::new(),
            sums: SlidingWear::new(knee.wear, &knee.points),
        }
    }

    /// A frame, and the one before with the time since then: by the trapezoidal rule each lasts for half of it.
    pub fn add(&mut self, knee: &Replacement, before: Option<(&Fields, f64)>, now: &Fields) {
        if let Some((before, step)) = before {
            self.sums.add(before, 0.5 * step);
            self.sums.add(now, 0.5 * step);
        }
        let triangles = knee.insert.mesh.triangles().len();
        let mean = |values: &[f64]| knee.pair.average_over_facets(0, values, triangles).into_iter().map(|x| x as f32);
        // A triangle without area has no points; nothing happens there.
        let known = |value: f32| if value.is_finite() { value } else { 0.0 };
        self.pressure.extend(mean(&now.pressure).map(known));
        self.gap.extend(mean(&now.gap));
        self.sliding.extend(mean(self.sums.distance()).map(known));
        self.wear.extend(mean(self.sums.depth()).map(known));
        self.cross_shear.extend(mean(&self.sums.compute_cross_shear()).map(known));
    }

    pub fn totals(&self, knee: &Replacement) -> Totals {
        let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
        let volume = self.sums.compute_volume();
        let crossed = self.sums.compute_cross_shear();
        let weighted: f64 = crossed
            .iter()
            .zip(self.sums.depth())
            .zip(&knee.points)
            .map(|((cross, depth), p)| cross * depth * p.area)
            .sum();
        Totals {
            wear_volume: volume,
            wear_depth: most(self.sums.depth()),
            sliding: most(self.sums.distance()),
            cross_shear: weighted / volume.max(f64::MIN_POSITIVE),
        }
    }
}
