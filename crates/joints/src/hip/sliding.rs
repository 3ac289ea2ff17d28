//! How far the head slides: at the moving contact point, and by the Euler-rotation method.

use super::Hip;
use super::history::Frame;

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
    /// ∫ push ds.
    pub load_work: Vec<f64>,
    /// ∫ friction ds.
    pub friction_work: Vec<f64>,
}

/// Integrates along the frames by the trapezoidal rule; the Euler rotation by finite rotations.
pub(super) fn compute_tracks(hip: &Hip, frames: &[Frame]) -> SlideTracks {
    let mut tracks = SlideTracks::default();
    let sliding = |f: &Frame| f.axis().map(|n| hip.sliding_velocity(&n, &f.velocity, &f.angular_velocity));
    tracks.speed = frames.iter().map(|f| sliding(f).map_or(0.0, |v| v.norm())).collect();
    let power: Vec<f64> = frames.iter().map(|f| sliding(f).map_or(0.0, |v| -f.friction.dot(&v))).collect();
    let load_rate: Vec<f64> = frames.iter().zip(&tracks.speed).map(|(f, v)| f.push.norm() * v).collect();
    let times: Vec<f64> = frames.iter().map(|f| f.time).collect();
    tracks.at_contact = accumulate(&times, &tracks.speed);
    tracks.friction_work = accumulate(&times, &power);
    tracks.load_work = accumulate(&times, &load_rate);
    tracks.by_rotation = rotation_track(hip, frames);
    tracks
}

fn accumulate(times: &[f64], rates: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums = vec![0.0];
    for i in 1..times.len() {
        sum += 0.5 * (times[i] - times[i - 1]) * (rates[i] + rates[i - 1]);
        sums.push(sum);
    }
    sums
}

fn rotation_track(hip: &Hip, frames: &[Frame]) -> Vec<f64> {
    let loaded = frames.iter().filter(|f| f.axis().is_some());
    let Some(peak) = loaded.reduce(|most, f| if f.push.norm() > most.push.norm() { f } else { most }) else {
        return vec![0.0; frames.len()];
    };
    let marker = peak.rotation.transpose() * peak.axis().unwrap_or(hip.pole);
    let mut sum = 0.0;
    let mut sums = vec![0.0];
    for pair in frames.windows(2) {
        let (from, to) = (pair[0].rotation * marker, pair[1].rotation * marker);
        sum += hip.head_radius * from.cross(&to).norm().atan2(from.dot(&to));
        sums.push(sum);
    }
    sums
}
