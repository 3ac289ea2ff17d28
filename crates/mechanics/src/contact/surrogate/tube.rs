//! Where a pair of surfaces is worth fitting: around the poses of a motion.

use serde::{Deserialize, Serialize};

use super::Range;

/// How far around a motion a surrogate reaches, and how it is divided.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TubeSettings {
    /// Beyond the poses of the motion, per coordinate; along the sensitive one, how far to look for contact.
    pub margins: [f64; 6],
    /// Longest stretch of the motion that one piece covers, per coordinate; the sensitive one does not count.
    pub stretches: [f64; 6],
    /// Least and greatest load, as shares of those of the motion.
    pub loads: [f64; 2],
    /// Gaps up to which they are computed at the samples, in m.
    pub reach: f64,
    /// By how much the gaps of the points of one cell may spread where it begins to touch, as a share of the indentation;
    /// 0 for cells of one point each.
    pub spread: f64,
}

impl Default for TubeSettings {
    fn default() -> Self {
        Self {
            margins: [0.25e-3, 1.5e-3, 0.2e-3, 0.015, 0.75e-3, 4e-3],
            stretches: [0.6e-3, f64::INFINITY, 0.3e-3, 0.06, 1.2e-3, 7e-3],
            loads: [0.7, 1.4],
            reach: 2e-3,
            spread: 0.2,
        }
    }
}

/// A stretch of a motion and what it asks of a surrogate.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stretch {
    pub ranges: [Range; 6],
    /// Poses of the motion on it.
    pub poses: Vec<[f64; 6]>,
}

/// Cuts motions into stretches, each with a margin around it; what earlier stretches cover needs no other.
pub(super) fn cut_stretches(motions: &[Vec<[f64; 6]>], settings: &TubeSettings, sensitive: usize) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for motion in motions {
        let covered = |at: &[f64; 6], stretches: &[Stretch]| {
            // Half of the margin is left on every side.
            stretches.iter().any(|stretch| {
                (0..6).filter(|&k| k != sensitive).all(|k| match stretch.ranges[k] {
                    Range::Varied { middle, half } => (at[k] - middle).abs() <= half - 0.5 * settings.margins[k],
                    Range::Indifferent => true,
                })
            })
        };
        let mut first = 0;
        while first < motion.len() {
            let fits = |last: usize| {
                let [low, high] = bounds(&motion[first..=last]);
                (0..6).all(|k| k == sensitive || high[k] - low[k] <= settings.stretches[k])
            };
            let mut last = first;
            while last + 1 < motion.len() && fits(last + 1) {
                last += 1;
            }
            let poses = &motion[first..=last];
            if !poses.iter().all(|pose| covered(pose, &stretches)) {
                let [low, high] = bounds(poses);
                let range = |k: usize| Range::Varied {
                    middle: 0.5 * (low[k] + high[k]),
                    half: 0.5 * (high[k] - low[k]) + settings.margins[k],
                };
                stretches.push(Stretch { ranges: std::array::from_fn(range), poses: poses.to_vec() });
            }
            // The next begins where this one ends, unless that was a jump.
            first = if last > first { last } else { first + 1 };
            if last + 1 == motion.len() {
                break;
            }
        }
    }
    stretches
}

fn bounds(poses: &[[f64; 6]]) -> [[f64; 6]; 2] {
    let mut bounds = [[f64::INFINITY; 6], [f64::NEG_INFINITY; 6]];
    for pose in poses {
        for (k, x) in pose.iter().enumerate() {
            bounds[0][k] = bounds[0][k].min(*x);
            bounds[1][k] = bounds[1][k].max(*x);
        }
    }
    bounds
}
