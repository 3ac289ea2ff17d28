//! Pressure, sliding and wear on the elements of the cup, frame by frame.

use nalgebra::Vector3;
use rayon::prelude::*;

use mechanics::geometry::CupSurface;

use super::history::Frame;
use super::{Hip, HipError};
use crate::Watch;

/// Elements that one task follows through all frames; a constant, so that no result depends on the number of threads.
const CHUNK: usize = 256;

/// Fields on the cup: frame after frame, one value per element.
#[derive(Debug, Default)]
pub(super) struct Maps {
    pub pressure: Vec<f32>,
    /// Accumulated since the start of the cycle.
    pub sliding: Vec<f32>,
    /// Worn depth since the start of the cycle.
    pub wear: Vec<f32>,
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
    /// Largest difference, over the frames, between the pressure summed on the elements and the push, over the peak push.
    pub force_mismatch: f64,
}

/// One chunk's share of the maps.
struct Share {
    pressure: Vec<f32>,
    sliding: Vec<f32>,
    wear: Vec<f32>,
    /// Per element, at the end of the cycle.
    final_sliding: Vec<f64>,
    final_wear: Vec<f64>,
    /// Per frame: force of the pressure on the head.
    force: Vec<Vector3<f64>>,
}

/// Follows every element through the frames, and keeps the fields.
pub(super) fn compute(hip: &Hip, cup: &CupSurface, frames: &[Frame], watch: &dyn Watch) -> Result<Maps, HipError> {
    watch.progress("maps", 0.0);
    let shares = compute_shares::<true>(hip, cup, frames, watch)?;
    let elements = cup.elements();
    let mut maps = Maps {
        pressure: vec![0.0; elements * frames.len()],
        sliding: vec![0.0; elements * frames.len()],
        wear: vec![0.0; elements * frames.len()],
        totals: Totals::default(),
    };
    for (chunk, share) in shares.iter().enumerate() {
        let width = share.final_wear.len();
        for frame in 0..frames.len() {
            let (from, to) = (frame * width, frame * elements + chunk * CHUNK);
            maps.pressure[to..to + width].copy_from_slice(&share.pressure[from..from + width]);
            maps.sliding[to..to + width].copy_from_slice(&share.sliding[from..from + width]);
            maps.wear[to..to + width].copy_from_slice(&share.wear[from..from + width]);
        }
    }
    maps.totals = totals(cup, frames, &shares);
    watch.progress("maps", 1.0);
    Ok(maps)
}

/// The sums alone, the same to the last bit, without the memory and the time that the fields take.
pub(super) fn compute_totals(
    hip: &Hip,
    cup: &CupSurface,
    frames: &[Frame],
    watch: &dyn Watch,
) -> Result<Totals, HipError> {
    let shares = compute_shares::<false>(hip, cup, frames, watch)?;
    Ok(totals(cup, frames, &shares))
}

fn compute_shares<const KEEP: bool>(
    hip: &Hip,
    cup: &CupSurface,
    frames: &[Frame],
    watch: &dyn Watch,
) -> Result<Vec<Share>, HipError> {
    let shares: Option<Vec<Share>> = cup
        .directions()
        .par_chunks(CHUNK)
        .map(|directions| (!watch.cancelled()).then(|| follow::<KEEP>(hip, cup.element_area(), directions, frames)))
        .collect();
    shares.ok_or(HipError::Interrupted)
}

fn follow<const KEEP: bool>(hip: &Hip, area: f64, directions: &[Vector3<f64>], frames: &[Frame]) -> Share {
    let size = if KEEP { directions.len() * frames.len() } else { 0 };
    let mut share = Share {
        pressure: vec![0.0; size],
        sliding: vec![0.0; size],
        wear: vec![0.0; size],
        final_sliding: vec![0.0; directions.len()],
        final_wear: vec![0.0; directions.len()],
        force: Vec::with_capacity(frames.len()),
    };
    // Rates at the frame before: sliding speed where there is contact, and wear.
    let mut before = vec![(0.0, 0.0); directions.len()];
    for (i, frame) in frames.iter().enumerate() {
        let half_step = if i == 0 { 0.0 } else { 0.5 * (frame.time - frames[i - 1].time) };
        let spin = frame.angular_velocity;
        // Velocity of the head's surface at r̂: v + ω × (Rc r̂ − e), the part along r̂ removed.
        let drift = frame.velocity - spin.cross(&frame.eccentricity);
        let turn = spin * hip.cup_radius;
        let field = hip.contact.pressure(&frame.eccentricity);
        let mut force = Vector3::zeros();
        let sums = share.final_sliding.iter_mut().zip(&mut share.final_wear).zip(&mut before);
        for (element, (r, ((slid, worn), before))) in directions.iter().zip(sums).enumerate() {
            let pressure = field.at(r) * frame.damping_ratio;
            let mut rates = (0.0, 0.0);
            if pressure > 0.0 {
                force -= r * pressure;
                let relative = drift + turn.cross(r);
                let along = relative.dot(r);
                let speed = (relative.norm_squared() - along * along).max(0.0).sqrt();
                rates = (speed, hip.wear.depth_rate(pressure, speed));
            }
            *slid += half_step * (before.0 + rates.0);
            *worn += half_step * (before.1 + rates.1);
            *before = rates;
            if KEEP {
                let at = i * directions.len() + element;
                share.pressure[at] = pressure as f32;
                share.sliding[at] = *slid as f32;
                share.wear[at] = *worn as f32;
            }
        }
        share.force.push(force * area);
    }
    share
}

fn totals(cup: &CupSurface, frames: &[Frame], shares: &[Share]) -> Totals {
    let mut totals = Totals::default();
    for share in shares {
        for (sliding, wear) in share.final_sliding.iter().zip(&share.final_wear) {
            totals.wear_volume += wear * cup.element_area();
            totals.wear_depth = totals.wear_depth.max(*wear);
            totals.sliding = totals.sliding.max(*sliding);
        }
    }
    let peak = frames.iter().map(|f| f.push.norm()).fold(0.0, f64::max);
    for (i, frame) in frames.iter().enumerate() {
        let sum: Vector3<f64> = shares.iter().map(|s| s.force[i]).sum();
        totals.force_mismatch = totals.force_mismatch.max((sum - frame.push).norm() / peak.max(f64::MIN_POSITIVE));
    }
    totals
}
