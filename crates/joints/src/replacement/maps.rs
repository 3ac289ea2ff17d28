//! Fields on the insert, at the points of the contact.

use mechanics::contact::surfaces::Fields;
use mechanics::wear::{SlidingWear, WearLaw};

use super::Replacement;
use crate::contact::OutsideOfFit;

/// How much is kept of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// The fields of every frame.
    Full,
    /// Their sums over the cycle alone.
    Sums,
}

/// Fields on the insert: frame after frame, one value per point of the contact.
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
    /// Highest up to now, in Pa.
    peaks: Vec<f64>,
    sums: SlidingWear,
    detail: Detail,
}

/// Sums and extremes at the end of the cycle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Totals {
    pub wear_volume: f64,
    pub wear_depth: f64,
    pub sliding: f64,
    /// Mean over the worn volume.
    pub cross_shear: f64,
    /// Shares of the insert under pressures to which the wear law was not fitted.
    pub outside: OutsideOfFit,
}

impl Maps {
    pub fn new(knee: &Replacement, detail: Detail) -> Self {
        Self {
            pressure: Vec::new(),
            gap: Vec::new(),
            sliding: Vec::new(),
            cross_shear: Vec::new(),
            wear: Vec::new(),
            peaks: vec![0.0; knee.points.len()],
            sums: SlidingWear::new(knee.law, &knee.points),
            detail,
        }
    }

    /// A frame, and the one before with the time since then: by the trapezoidal rule each lasts for half of it.
    pub fn add(&mut self, before: Option<(&Fields, f64)>, now: &Fields) {
        if let Some((before, step)) = before {
            self.sums.add(before, 0.5 * step);
            self.sums.add(now, 0.5 * step);
        }
        self.peaks.iter_mut().zip(&now.pressure).for_each(|(peak, pressure)| *peak = peak.max(*pressure));
        if self.detail == Detail::Sums {
            return;
        }
        let single = |values: &[f64]| values.iter().map(|x| *x as f32).collect::<Vec<_>>();
        // Where nothing has happened there is no direction, and no share across it.
        let known = |value: f32| if value.is_finite() { value } else { 0.0 };
        self.pressure.extend(single(&now.pressure).into_iter().map(known));
        self.gap.extend(single(&now.gap));
        self.sliding.extend(single(self.sums.distance()).into_iter().map(known));
        self.wear.extend(single(self.sums.depth()).into_iter().map(known));
        self.cross_shear.extend(single(&self.sums.compute_cross_shear()).into_iter().map(known));
    }

    /// Worn depths of all frames; those of laws that know the cross-shear of the whole cycle follow from it.
    pub fn take_wear(&mut self, law: &WearLaw) -> Vec<f32> {
        let mut wear = std::mem::take(&mut self.wear);
        if !matches!(law, WearLaw::Archard(_)) {
            let counted = self.sums.depth();
            let ratio = |(depth, counted): (&f64, &f64)| if *counted > 0.0 { depth / counted } else { 0.0 };
            let factors: Vec<f64> = self.sums.compute_depths().iter().zip(counted).map(ratio).collect();
            for frame in wear.chunks_exact_mut(factors.len().max(1)) {
                frame.iter_mut().zip(&factors).for_each(|(worn, factor)| *worn = (f64::from(*worn) * factor) as f32);
            }
        }
        wear
    }

    pub fn totals(&self, knee: &Replacement) -> Totals {
        let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
        let depths = self.sums.compute_depths();
        let volume = self.sums.compute_volume();
        let crossed = self.sums.compute_cross_shear();
        let weighted: f64 =
            crossed.iter().zip(&depths).zip(&knee.points).map(|((cross, depth), p)| cross * depth * p.area).sum();
        Totals {
            wear_volume: volume,
            wear_depth: most(&depths),
            sliding: most(self.sums.distance()),
            cross_shear: weighted / volume.max(f64::MIN_POSITIVE),
            outside: OutsideOfFit::of(&knee.law, knee.points.iter().map(|p| p.area).zip(self.peaks.iter().copied())),
        }
    }
}
