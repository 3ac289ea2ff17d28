//! Pressure, sliding and wear on the elements of the cup: summed over stretches of the cycle, kept at its frames.

use std::borrow::Cow;

use nalgebra::Vector3;
use rayon::prelude::*;

use mechanics::geometry::CupSurface;
use mechanics::wear::{LocalWear, Rubbed, WearLaw};

use super::contact::{JointPressure, Look};
use super::history::{Frame, History};
use super::stretches::Stretch;
use super::{Hip, HipError};
use crate::Watch;
use crate::lifetime::tangents;

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
}

/// One chunk's share of the maps.
struct Share {
    pressure: Vec<f32>,
    sliding: Vec<f32>,
    wear: Vec<f32>,
    cross_shear: Vec<f32>,
    /// Per element, at the end of the cycle.
    final_sliding: Vec<f64>,
    final_wear: Vec<f64>,
    /// Work, and the work by the doubled angle of its direction.
    final_work: Vec<[f64; 3]>,
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
pub(super) fn compute(hip: &Hip, cup: &CupSurface, history: &History, watch: &dyn Watch) -> Result<Maps, HipError> {
    watch.progress("maps", 0.0);
    let (frames, elements) = (&history.frames, cup.elements());
    let stretches = stretches(history);
    let shares = Course::new(hip, &stretches, frames, history).compute_shares(cup, watch)?;
    let mut maps = Maps {
        pressure: vec![0.0; elements * frames.len()],
        sliding: vec![0.0; elements * frames.len()],
        wear: vec![0.0; elements * frames.len()],
        cross_shear: vec![0.0; elements * frames.len()],
        totals: Totals::default(),
    };
    for (chunk, share) in shares.iter().enumerate() {
        let width = share.final_wear.len();
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
    maps.totals = totals(cup, &stretches, &shares);
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
pub(super) fn compute_totals(
    hip: &Hip,
    cup: &CupSurface,
    history: &History,
    watch: &dyn Watch,
) -> Result<Totals, HipError> {
    let stretches = stretches(history);
    let shares = Course::new(hip, &stretches, &[], history).compute_shares(cup, watch)?;
    Ok(totals(cup, &stretches, &shares))
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
    fn compute_shares(&self, cup: &CupSurface, watch: &dyn Watch) -> Result<Vec<Share>, HipError> {
        let shares: Option<Vec<Share>> = cup
            .directions()
            .par_chunks(CHUNK)
            .map(|directions| self.follow(cup.element_area(), directions, watch))
            .collect();
        shares.ok_or(HipError::Interrupted)
    }

    /// `None` if somebody asked to stop.
    fn follow(&self, area: f64, directions: &[Vector3<f64>], watch: &dyn Watch) -> Option<Share> {
        let directions: Vec<Look<'_>> = directions.iter().map(|r| self.hip.contact.look(r)).collect();
        let directions = directions.as_slice();
        let width = directions.len();
        let size = width * self.frames.len();
        let mut share = Share {
            pressure: vec![0.0; size],
            sliding: vec![0.0; size],
            wear: vec![0.0; size],
            cross_shear: vec![0.0; size],
            final_work: vec![[0.0; 3]; width],
            final_sliding: vec![0.0; width],
            final_wear: vec![0.0; width],
            force: Vec::new(),
        };
        let stride = stride(self.stretches);
        // What a stretch with frames adds.
        let mut gain = vec![Gain::default(); if self.frames.is_empty() { 0 } else { width }];
        let frames_of: Vec<[Vector3<f64>; 2]> = directions.iter().map(|look| tangents(look.direction)).collect();
        let mut next_frame = 0;
        for (i, stretch) in self.stretches.iter().enumerate() {
            if i % 256 == 0 && watch.cancelled() {
                return None;
            }
            let is_last = i + 1 == self.stretches.len();
            let is_within = |frame: &&Frame| frame.time < stretch.end || is_last;
            let force = if self.frames.get(next_frame).is_some_and(|frame| is_within(&frame)) {
                gain.fill(Gain::default());
                let force = self.rub((stretch, &self.in_stretches[i]), (directions, &frames_of), |element, found| {
                    gain[element] = found
                });
                while let Some(frame) = self.frames.get(next_frame).filter(is_within) {
                    share.keep(next_frame, &gain, stretch.share_at(frame.time));
                    next_frame += 1;
                }
                for (element, gain) in gain.iter().enumerate() {
                    share.final_sliding[element] += gain.slid;
                    share.final_wear[element] += gain.worn;
                    (0..3).for_each(|k| share.final_work[element][k] += gain.work[k]);
                }
                force
            } else {
                let (sliding, wear, work) = (&mut share.final_sliding, &mut share.final_wear, &mut share.final_work);
                self.rub((stretch, &self.in_stretches[i]), (directions, &frames_of), |element, found| {
                    sliding[element] += found.slid;
                    wear[element] += found.worn;
                    (0..3).for_each(|k| work[element][k] += found.work[k]);
                })
            };
            if i % stride == 0 {
                share.force.push(force * area);
            }
        }
        let frames = self.frames.iter().zip(&self.in_frames);
        for ((frame, field), pressures) in frames.zip(share.pressure.chunks_exact_mut(width)) {
            for (pressure, r) in pressures.iter_mut().zip(directions) {
                *pressure = (field.at(r) * frame.damping_ratio) as f32;
            }
        }
        self.finish(&mut share);
        Some(share)
    }

    /// Laws that know the cross-shear of the whole cycle: what was counted along the way becomes a depth at its end.
    fn finish(&self, share: &mut Share) {
        let law = &self.hip.law;
        if matches!(law, WearLaw::Archard(_)) {
            return;
        }
        let width = share.final_wear.len();
        for element in 0..width {
            let ([work, cos, sin], weighted) = (share.final_work[element], share.final_wear[element]);
            let slid = share.final_sliding[element];
            let rubbed = Rubbed { slid, work, turned: [cos, sin], weighted, ..Rubbed::default() };
            let depth = law.depth(&rubbed);
            let factor = if weighted > 0.0 { depth / weighted } else { 0.0 };
            share.final_wear[element] = depth;
            share
                .wear
                .iter_mut()
                .skip(element)
                .step_by(width)
                .for_each(|worn| *worn = (f64::from(*worn) * factor) as f32);
        }
    }

    /// Tells how far each element that is pressed slides over a stretch and how deep it wears; the sum of the pressure.
    fn rub(
        &self,
        (stretch, field): (&Stretch, &JointPressure),
        (directions, tangents): (&[Look<'_>], &[[Vector3<f64>; 2]]),
        mut tell: impl FnMut(usize, Gain),
    ) -> Vector3<f64> {
        let hip = self.hip;
        // Velocity of the head's surface at r̂: v + ω × (Rc r̂ − e), the part along r̂ removed.
        let drift = stretch.velocity - stretch.spin.cross(&stretch.eccentricity);
        let turn = stretch.spin * hip.cup_radius;
        let mut force = Vector3::zeros();
        for (element, r) in directions.iter().enumerate() {
            let pressure = field.at(r) * stretch.damping_ratio;
            if pressure > 0.0 {
                let r = r.direction;
                force -= r * pressure;
                let relative = drift + turn.cross(r);
                let along = relative.dot(r);
                let speed = (relative.norm_squared() - along * along).max(0.0).sqrt();
                let wear = match &hip.law {
                    WearLaw::Archard(law) => law.depth_rate(pressure, speed),
                    law => law.weight(pressure) * speed,
                };
                let [first, second] = &tangents[element];
                let (a, b) = (relative.dot(first), relative.dot(second));
                let work = stretch.wear_time * pressure * speed;
                let square = (a * a + b * b).max(f64::MIN_POSITIVE);
                let turned = [work, work * (a * a - b * b) / square, work * 2.0 * a * b / square];
                tell(
                    element,
                    Gain { slid: stretch.sliding_time * speed, worn: stretch.wear_time * wear, work: turned },
                );
            }
        }
        force
    }
}

impl Share {
    /// The fields at a frame, when this share of what a stretch adds is there.
    fn keep(&mut self, frame: usize, gain: &[Gain], part: f64) {
        let from = frame * gain.len();
        for (element, gain) in gain.iter().enumerate() {
            self.sliding[from + element] = (self.final_sliding[element] + part * gain.slid) as f32;
            self.wear[from + element] = (self.final_wear[element] + part * gain.worn) as f32;
            let [work, cos, sin] = std::array::from_fn(|k| self.final_work[element][k] + part * gain.work[k]);
            self.cross_shear[from + element] = cross_shear([work, cos, sin]) as f32;
        }
    }
}

/// What a stretch adds to an element.
#[derive(Clone, Copy, Default)]
struct Gain {
    slid: f64,
    /// Worn depth, or what the law counts.
    worn: f64,
    /// Work, and the work by the doubled angle of its direction.
    work: [f64; 3],
}

fn cross_shear([work, cos, sin]: [f64; 3]) -> f64 {
    Rubbed { work, turned: [cos, sin], ..Rubbed::default() }.cross_shear()
}

/// Every how many stretches the pressure is summed up.
fn stride(stretches: &[Stretch]) -> usize {
    stretches.len().div_ceil(MOST_LOOKED_AT).max(1)
}

fn totals(cup: &CupSurface, stretches: &[Stretch], shares: &[Share]) -> Totals {
    let mut totals = Totals::default();
    for share in shares {
        for ((sliding, wear), work) in share.final_sliding.iter().zip(&share.final_wear).zip(&share.final_work) {
            totals.cross_shear += wear * cup.element_area() * cross_shear(*work);
            totals.wear_volume += wear * cup.element_area();
            totals.wear_depth = totals.wear_depth.max(*wear);
            totals.sliding = totals.sliding.max(*sliding);
        }
    }
    totals.cross_shear /= totals.wear_volume.max(f64::MIN_POSITIVE);
    let peak = stretches.iter().map(|stretch| stretch.push.norm()).fold(0.0, f64::max);
    for (i, stretch) in stretches.iter().step_by(stride(stretches)).enumerate() {
        let sum: Vector3<f64> = shares.iter().map(|share| share.force[i]).sum();
        let mismatch = (sum - stretch.push).norm() / peak.max(f64::MIN_POSITIVE);
        totals.force_mismatch = totals.force_mismatch.max(mismatch);
    }
    totals
}
