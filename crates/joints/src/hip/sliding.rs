//! How far the head slides: at the moving contact point, and by the Euler-rotation method.

use nalgebra::Vector3;

use super::history::{Frame, History, Sums};
use super::{Hip, motion};

/// Sums along the cycle, one value per frame, all zero at the first.
#[derive(Debug, Clone, Default)]
pub(super) struct SlideTracks {
    /// Sliding speed at the contact point; zero without contact.
    pub speed: Vec<f64>,
    /// Distance slid at the contact point, while there is contact.
    pub at_contact: Vec<f64>,
    /// Length of the track on the cup of a point fixed on the head: the one that touches at the largest push
    /// [SaikkoCalonius2002].
    pub by_rotation: Vec<f64>,
    /// The same of the point that touches first.
    pub by_rotation_of_first: Vec<f64>,
    /// ∫ push ds.
    pub load_work: Vec<f64>,
    /// ∫ friction ds.
    pub friction_work: Vec<f64>,
}

/// The sums over the steps where there are any; else those along the frames by the trapezoidal rule.
pub(super) fn compute_tracks(hip: &Hip, history: &History) -> SlideTracks {
    let frames = &history.frames;
    let sliding = |f: &Frame| f.axis().map(|n| hip.sliding_velocity(&n, &f.velocity, &f.angular_velocity));
    let speed = compute_speeds(hip, frames);
    if let Some(passed) = &history.passed {
        let column = |pick: fn(&Sums) -> f64| passed.at_frames.iter().map(pick).collect();
        return SlideTracks {
            speed,
            at_contact: column(|sums| sums.sliding),
            load_work: column(|sums| sums.load_work),
            friction_work: column(|sums| sums.friction_work),
            by_rotation: marker(hip, [&history.peak_push].into_iter())
                .map_or_else(|| vec![0.0; frames.len()], |marker| rotation_sums(hip, frames, &marker)),
            by_rotation_of_first: marker(hip, first_touch(frames))
                .map_or_else(|| vec![0.0; frames.len()], |marker| rotation_sums(hip, frames, &marker)),
        };
    }
    let power: Vec<f64> = frames.iter().map(|f| sliding(f).map_or(0.0, |v| -f.friction.dot(&v))).collect();
    let load_rate: Vec<f64> = frames.iter().zip(&speed).map(|(f, v)| f.push.norm() * v).collect();
    let times: Vec<f64> = frames.iter().map(|f| f.time).collect();
    SlideTracks {
        at_contact: accumulate(&times, &speed),
        friction_work: accumulate(&times, &power),
        load_work: accumulate(&times, &load_rate),
        by_rotation: marker(hip, frames.iter())
            .map_or_else(|| vec![0.0; frames.len()], |marker| rotation_track(hip, frames, &marker)),
        by_rotation_of_first: marker(hip, first_touch(frames))
            .map_or_else(|| vec![0.0; frames.len()], |marker| rotation_track(hip, frames, &marker)),
        speed,
    }
}

/// Sliding speed at the contact point in each frame; zero without contact.
pub(super) fn compute_speeds(hip: &Hip, frames: &[Frame]) -> Vec<f64> {
    let speed = |f: &Frame| f.axis().map(|n| hip.sliding_velocity(&n, &f.velocity, &f.angular_velocity).norm());
    frames.iter().map(|f| speed(f).unwrap_or(0.0)).collect()
}

/// Sums of rates at these times by the trapezoidal rule.
pub(super) fn accumulate(times: &[f64], rates: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums = vec![0.0];
    for i in 1..times.len() {
        sum += 0.5 * (times[i] - times[i - 1]) * (rates[i] + rates[i - 1]);
        sums.push(sum);
    }
    sums
}

/// The first frame with contact.
fn first_touch(frames: &[Frame]) -> impl Iterator<Item = &Frame> {
    frames.iter().find(|f| f.axis().is_some()).into_iter()
}

/// The point of the head, in femur axes, that touches at the largest push.
fn marker<'a>(hip: &Hip, frames: impl Iterator<Item = &'a Frame>) -> Option<Vector3<f64>> {
    let loaded = frames.filter(|f| f.axis().is_some());
    let peak = loaded.reduce(|most, f| if f.push.norm() > most.push.norm() { f } else { most })?;
    Some(peak.rotation.transpose() * peak.axis().unwrap_or(hip.pole))
}

/// Great arcs from frame to frame.
fn rotation_track(hip: &Hip, frames: &[Frame], marker: &Vector3<f64>) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums = vec![0.0];
    for pair in frames.windows(2) {
        let (from, to) = (pair[0].rotation * marker, pair[1].rotation * marker);
        sum += hip.head_radius * from.cross(&to).norm().atan2(from.dot(&to));
        sums.push(sum);
    }
    sums
}

/// The speed of the marker, `R |ω × r̂|`, summed by Simpson's rule over at least four hundred parts of the cycle.
fn rotation_sums(hip: &Hip, frames: &[Frame], marker: &Vector3<f64>) -> Vec<f64> {
    let speed = |time: f64| {
        let instant = hip.cycle.at(time);
        let spin = motion::angular_velocity(&instant.angles, &instant.rates);
        hip.head_radius * spin.cross(&(motion::rotation(&instant.angles) * marker)).norm()
    };
    let mut sum = 0.0;
    let mut sums = vec![0.0];
    for pair in frames.windows(2) {
        let (from, span) = (pair[0].time, pair[1].time - pair[0].time);
        let parts = (400.0 * span / hip.cycle.duration()).ceil().max(1.0) as u32;
        let length = span / f64::from(parts);
        for part in 0..parts {
            let begin = from + f64::from(part) * length;
            sum += length / 6.0 * (speed(begin) + 4.0 * speed(begin + 0.5 * length) + speed(begin + length));
        }
        sums.push(sum);
    }
    sums
}
