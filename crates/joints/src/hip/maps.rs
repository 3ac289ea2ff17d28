//! Pressure, sliding and wear on the elements of the cup: summed over stretches of the cycle, kept at its frames.

use std::borrow::Cow;

use nalgebra::Vector3;
use rayon::prelude::*;

use mechanics::geometry::{CupSurface, EightPoints, LANES, Lanes};
use mechanics::wear::{EightSums, LocalWear, Pressed, Rubbed, Sweep, WearLaw};

use super::contact::{JointPressure, Look};
use super::grid::Grid;
use super::history::{Frame, History};
use super::stretches::Stretch;
use super::{Hip, HipError};
use crate::Watch;
use crate::contact::OutsideOfFit;

/// Elements that one task follows through the cycle; a constant, so that no result depends on the number of threads.
const CHUNK: usize = 256;

/// Fields on the cup: frame after frame, one value per element.
#[derive(Debug, Default)]
pub(super) struct Maps {
    pub pressure: Vec<f32>,
    /// Accumulated since the start of the cycle.
    pub sliding: Vec<f32>,
    /// Worn depth since the start of the cycle.
    pub wear: Vec<f32>,
    /// Share of the work across its principal direction, up to now.
    pub cross_shear: Vec<f32>,
    /// Sums over the cup at the end of the cycle.
    pub totals: Totals,
}

/// Sums and extremes over the cup.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Totals {
    /// Worn volume per cycle, in m³.
    pub wear_volume: f64,
    /// Deepest wear per cycle, in m.
    pub wear_depth: f64,
    /// Longest accumulated sliding of an element, in m.
    pub sliding: f64,
    /// Cross-shear, mean over the worn volume.
    pub cross_shear: f64,
    /// Largest difference, over the cycle, between the pressure summed on the elements and the push, over the peak push.
    pub force_mismatch: f64,
    /// Shares of the cup under pressures to which the wear law was not fitted.
    pub outside: OutsideOfFit,
}

/// One chunk's share of the maps.
struct Share {
    /// Elements of the chunk.
    width: usize,
    pressure: Vec<f32>,
    sliding: Vec<f32>,
    wear: Vec<f32>,
    cross_shear: Vec<f32>,
    /// At the end of the cycle.
    sums: Vec<EightSums>,
    /// Which of them have changed since the last frame that was kept.
    fresh: Vec<bool>,
    /// Worn depth per element, at the end of the cycle.
    final_wear: Vec<f64>,
    /// Highest pressure per element over the cycle, for a law that was fitted to some pressures only.
    peaks: Vec<Lanes>,
    /// Force of the pressure on the head, for those stretches that are looked at.
    force: Vec<Vector3<f64>>,
}

/// The sums of the pressure are held against the push in no more stretches than this.
const MOST_LOOKED_AT: usize = 512;

/// What the elements are followed through: stretches for the sums, frames to keep.
struct Course<'a> {
    hip: &'a Hip,
    stretches: &'a [Stretch],
    frames: &'a [Frame],
    /// Pressure over the cup in every stretch and in every frame.
    in_stretches: Vec<JointPressure>,
    in_frames: Vec<JointPressure>,
}

/// Follows every element through the cycle, and keeps the fields at the frames.
pub(super) fn compute(hip: &Hip, grid: &Grid, history: &History, watch: &dyn Watch) -> Result<Maps, HipError> {
    watch.progress("maps", 0.0);
    let cup = &grid.cup;
    let (frames, elements) = (&history.frames, cup.elements());
    let stretches = stretches(history);
    let shares = Course::new(hip, &stretches, frames, history).compute_shares(grid, watch)?;
    let mut maps = Maps {
        pressure: vec![0.0; elements * frames.len()],
        sliding: vec![0.0; elements * frames.len()],
        wear: vec![0.0; elements * frames.len()],
        cross_shear: vec![0.0; elements * frames.len()],
        totals: Totals::default(),
    };
    for (chunk, share) in shares.iter().enumerate() {
        let width = share.width;
        for frame in 0..frames.len() {
            let (from, to) = (frame * width, frame * elements + chunk * CHUNK);
            maps.pressure[to..to + width].copy_from_slice(&share.pressure[from..from + width]);
            maps.sliding[to..to + width].copy_from_slice(&share.sliding[from..from + width]);
            maps.wear[to..to + width].copy_from_slice(&share.wear[from..from + width]);
            maps.cross_shear[to..to + width].copy_from_slice(&share.cross_shear[from..from + width]);
        }
    }
    for (frame, pressures) in frames.iter().zip(maps.pressure.chunks_exact_mut(elements)) {
        show_peak(frame, pressures);
    }
    maps.totals = totals(hip, cup, &stretches, &shares);
    watch.progress("maps", 1.0);
    Ok(maps)
}

/// Elements have the pressure at their middles; the one that is pressed hardest shows the peak itself, which lies beside its
/// middle, so that the highest pressure of a map is that of its frame.
fn show_peak(frame: &Frame, pressures: &mut [f32]) {
    let hardest = pressures.iter_mut().reduce(|most, p| if *p > *most { p } else { most });
    if let Some(hardest) = hardest.filter(|p| **p > 0.0) {
        *hardest = frame.peak_pressure() as f32;
    }
}

/// The sums alone, the same to the last bit, without the memory and the time that the fields take.
pub(super) fn compute_totals(hip: &Hip, grid: &Grid, history: &History, watch: &dyn Watch) -> Result<Totals, HipError> {
    let stretches = stretches(history);
    let shares = Course::new(hip, &stretches, &[], history).compute_shares(grid, watch)?;
    Ok(totals(hip, &grid.cup, &stretches, &shares))
}

/// Those of the motion, or the frames' own.
fn stretches(history: &History) -> Cow<'_, [Stretch]> {
    match &history.passed {
        Some(passed) => Cow::Borrowed(&passed.stretches),
        None => Cow::Owned(Stretch::of_frames(&history.frames)),
    }
}

impl<'a> Course<'a> {
    fn new(hip: &'a Hip, stretches: &'a [Stretch], frames: &'a [Frame], history: &History) -> Self {
        // What was found on the way need not be found again.
        if history.passed.is_none() && history.pressures.len() == stretches.len() {
            let in_frames = history.pressures[..frames.len()].to_vec();
            return Self { hip, stretches, frames, in_stretches: history.pressures.clone(), in_frames };
        }
        let in_stretches = hip.contact.pressures(&stretches.iter().map(|s| s.eccentricity).collect::<Vec<_>>());
        let in_frames = hip.contact.pressures(&frames.iter().map(|f| f.eccentricity).collect::<Vec<_>>());
        Self { hip, stretches, frames, in_stretches, in_frames }
    }
}

impl Course<'_> {
    fn compute_shares(&self, Grid { cup, points }: &Grid, watch: &dyn Watch) -> Result<Vec<Share>, HipError> {
        let area = cup.element_area();
        let chunks = cup.directions().par_chunks(CHUNK).zip(points.par_chunks(CHUNK / LANES));
        let shares: Option<Vec<Share>> = chunks.map(|chunk| self.follow(area, chunk, watch)).collect();
        shares.ok_or(HipError::Interrupted)
    }

    /// `None` if somebody asked to stop.
    fn follow(
        &self,
        area: f64,
        (directions, points): (&[Vector3<f64>], &[EightPoints]),
        watch: &dyn Watch,
    ) -> Option<Share> {
        let looks: Vec<Look<'_>> = directions.iter().map(|r| self.hip.contact.look(r)).collect();
        let width = directions.len();
        let size = width * self.frames.len();
        let mut share = Share {
            width,
            pressure: vec![0.0; size],
            sliding: vec![0.0; size],
            wear: vec![0.0; size],
            cross_shear: vec![0.0; size],
            sums: vec![EightSums::default(); points.len()],
            fresh: vec![false; points.len()],
            final_wear: vec![0.0; width],
            peaks: vec![[0.0; LANES]; if self.hip.law.fitted_pressures().is_some() { points.len() } else { 0 }],
            force: Vec::new(),
        };
        let stride = stride(self.stretches);
        // Pressure in a stretch and where there is any, and what it adds there.
        let (mut pressures, mut which) = (vec![[0.0; LANES]; points.len()], Vec::with_capacity(points.len()));
        let mut gains = vec![EightSums::default(); if self.frames.is_empty() { 0 } else { points.len() }];
        let mut next_frame = 0;
        for (i, stretch) in self.stretches.iter().enumerate() {
            if i % 256 == 0 && watch.cancelled() {
                return None;
            }
            self.in_stretches[i].press((points, &looks), stretch.damping_ratio, &mut pressures, &mut which);
            let is_last = i + 1 == self.stretches.len();
            let is_within = |frame: &&Frame| frame.time < stretch.end || is_last;
            let shown = self.frames.get(next_frame).filter(is_within).map(|_| gains.as_mut_slice());
            let pressed = Pressed { points, which: &which, pressures: &pressures };
            let force = self.sweep(stretch).rub(&self.hip.law, &pressed, &mut share.sums, shown);
            which.iter().for_each(|i| share.fresh[*i as usize] = true);
            if !share.peaks.is_empty() {
                share.raise_peaks(&which, &pressures);
            }
            while let Some(frame) = self.frames.get(next_frame).filter(is_within) {
                share.keep(next_frame, (&which, &gains), 1.0 - stretch.share_at(frame.time));
                next_frame += 1;
            }
            if i % stride == 0 {
                share.force.push(force * area);
            }
        }
        for (frame, (shown, field)) in self.frames.iter().zip(&self.in_frames).enumerate() {
            field.press((points, &looks), shown.damping_ratio, &mut pressures, &mut which);
            share.keep_pressure(frame, &which, &pressures);
        }
        self.finish(&mut share);
        Some(share)
    }

    /// The sliding of a stretch.
    fn sweep(&self, stretch: &Stretch) -> Sweep {
        Sweep {
            drift: stretch.velocity - stretch.spin.cross(&stretch.eccentricity),
            turn: stretch.spin * self.hip.cup_radius,
            sliding_time: stretch.sliding_time,
            wear_time: stretch.wear_time,
        }
    }

    /// Laws that know the cross-shear of the whole cycle: what was counted along the way becomes a depth at its end.
    fn finish(&self, share: &mut Share) {
        let law = &self.hip.law;
        let width = share.width;
        if matches!(law, WearLaw::Archard(_)) {
            let worn = share.sums.iter().flat_map(|sums| sums.worn);
            share.final_wear.iter_mut().zip(worn).for_each(|(depth, worn)| *depth = worn);
            return;
        }
        for element in 0..width {
            let rubbed = share.rubbed(element);
            let depth = law.depth(&rubbed);
            let factor = if rubbed.weighted > 0.0 { depth / rubbed.weighted } else { 0.0 };
            share.final_wear[element] = depth;
            share
                .wear
                .iter_mut()
                .skip(element)
                .step_by(width)
                .for_each(|worn| *worn = (f64::from(*worn) * factor) as f32);
        }
    }
}

impl Share {
    /// What an element has gone through.
    fn rubbed(&self, element: usize) -> Rubbed {
        self.sums[element / LANES].rubbed(element % LANES)
    }

    /// The fields at a frame, when this share of what a stretch has added to these eights is still to come. Most of the cup
    /// is as it was in the frame before.
    fn keep(&mut self, frame: usize, (which, gains): (&[u32], &[EightSums]), to_come: f64) {
        let Self { width, sums, fresh, sliding, wear, cross_shear, .. } = self;
        let from = frame * *width;
        let mut which = which.iter().copied().peekable();
        for (i, (sums, fresh)) in sums.iter().zip(fresh).enumerate() {
            let first = from + i * LANES;
            let places = first..(first + LANES).min(from + *width);
            let in_stretch = which.next_if_eq(&(i as u32)).is_some();
            if !*fresh && frame > 0 {
                for field in [&mut *sliding, &mut *wear, &mut *cross_shear] {
                    field.copy_within(places.start - *width..places.end - *width, places.start);
                }
            } else if *fresh {
                let mut sums = *sums;
                if in_stretch {
                    sums.add(&gains[i], -to_come);
                }
                let ratios = sums.cross_shear();
                for (lane, place) in places.enumerate() {
                    sliding[place] = sums.slid[lane] as f32;
                    wear[place] = sums.worn[lane] as f32;
                    cross_shear[place] = ratios[lane] as f32;
                }
            }
            // What is still to come makes the next frame another one.
            *fresh = in_stretch;
        }
    }

    /// The highest pressures, which rise on these eights only.
    fn raise_peaks(&mut self, which: &[u32], pressures: &[Lanes]) {
        for &i in which {
            let now = &pressures[i as usize];
            self.peaks[i as usize].iter_mut().zip(now).for_each(|(peak, pressure)| *peak = peak.max(*pressure));
        }
    }

    /// The pressure at a frame, which is zero but on these eights.
    fn keep_pressure(&mut self, frame: usize, which: &[u32], pressures: &[Lanes]) {
        let from = frame * self.width;
        let kept = &mut self.pressure[from..from + self.width];
        for &i in which {
            let kept = kept[i as usize * LANES..].iter_mut();
            kept.zip(&pressures[i as usize]).for_each(|(kept, pressure)| *kept = *pressure as f32);
        }
    }
}

/// Every how many stretches the pressure is summed up.
fn stride(stretches: &[Stretch]) -> usize {
    stretches.len().div_ceil(MOST_LOOKED_AT).max(1)
}

fn totals(hip: &Hip, cup: &CupSurface, stretches: &[Stretch], shares: &[Share]) -> Totals {
    let mut totals = Totals::default();
    let area = cup.element_area();
    for share in shares {
        for (sums, wear) in share.sums.iter().zip(share.final_wear.chunks(LANES)) {
            let ratios = sums.cross_shear();
            for (lane, wear) in wear.iter().enumerate() {
                totals.cross_shear += wear * area * ratios[lane];
                totals.wear_volume += wear * area;
                totals.wear_depth = totals.wear_depth.max(*wear);
                totals.sliding = totals.sliding.max(sums.slid[lane]);
            }
        }
    }
    totals.cross_shear /= totals.wear_volume.max(f64::MIN_POSITIVE);
    let peaks = shares.iter().flat_map(|share| share.peaks.iter().flatten().take(share.width));
    totals.outside = OutsideOfFit::of(&hip.law, peaks.map(|peak| (area, *peak)));
    let peak = stretches.iter().map(|stretch| stretch.push.norm()).fold(0.0, f64::max);
    for (i, stretch) in stretches.iter().step_by(stride(stretches)).enumerate() {
        let sum: Vector3<f64> = shares.iter().map(|share| share.force[i]).sum();
        // The elements end at the rim, a lip goes on.
        let lip = hip.contact.lip_force(&stretch.eccentricity).unwrap_or_default() * stretch.damping_ratio;
        let mismatch = (sum + lip - stretch.push).norm() / peak.max(f64::MIN_POSITIVE);
        totals.force_mismatch = totals.force_mismatch.max(mismatch);
    }
    totals
}
