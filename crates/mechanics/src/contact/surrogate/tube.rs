//! Where a pair of surfaces is worth fitting: around the poses of a motion.

use nalgebra::Vector3;
use serde::{Deserialize, Serialize};

use super::{Range, compute_pose};
use crate::contact::surfaces::{SurfacePair, Twist};

/// How far around a motion a surrogate reaches, and how it is divided.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TubeSettings {
    /// Beyond the poses of the motion, per coordinate; along the sensitive one, how far to look for contact.
    pub margins: [f64; 6],
    /// Longest stretch of the motion that one piece covers, per coordinate; the sensitive one does not count.
    pub stretches: [f64; 6],
    /// Least and greatest load, as shares of those of the motion.
    pub loads: [f64; 2],
    /// Width of the strips into which a condyle is cut across, in m.
    pub strip: f64,
    /// How much deeper than the motion a strip has to stay open to be left out of a piece, in m.
    pub reach: f64,
}

impl Default for TubeSettings {
    fn default() -> Self {
        Self {
            margins: [0.35e-3, 1.5e-3, 0.3e-3, 0.02, 0.6e-3, 6e-3],
            stretches: [1.0e-3, f64::INFINITY, 0.6e-3, 0.12, 2e-3, 12e-3],
            loads: [0.7, 1.4],
            strip: 4e-3,
            reach: 40e-6,
        }
    }
}

/// A strip of one region across the base: from one value of its third axis to another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Strip {
    /// Which region of the pair.
    pub region: usize,
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
}

/// Farther than any implant, in m.
const FAR: f64 = 1.0;

impl Strip {
    /// Whether a point of the base belongs to it.
    pub fn contains(&self, pair: &SurfacePair, at: &Vector3<f64>) -> bool {
        let region = pair.settings().regions.iter().position(|region| region.extent.contains(at));
        region == Some(self.region) && (self.from..self.to).contains(&at.z)
    }
}

/// A stretch of a motion and what it asks of a surrogate.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stretch {
    pub ranges: [Range; 6],
    /// Poses of the motion on it.
    pub poses: Vec<[f64; 6]>,
}

/// Cuts the regions into strips, about as wide as asked for, where the motion touches them.
pub(super) fn cut_strips(pair: &SurfacePair, motion: &[[f64; 6]], width: f64) -> Vec<Strip> {
    let regions = pair.settings().regions.len();
    let mut reached = vec![(f64::INFINITY, f64::NEG_INFINITY); regions];
    let mut scratch = pair.scratch().in_parallel();
    for coordinates in motion {
        pair.evaluate(&compute_pose(coordinates), &Twist::REST, &mut scratch);
        for ((low, high), patch) in reached.iter_mut().zip(scratch.regions()).filter(|(_, patch)| patch.area > 0.0) {
            (*low, *high) = (low.min(patch.centre.z - width), high.max(patch.centre.z + width));
        }
    }
    let mut strips = Vec::new();
    for (region, (low, high)) in reached.into_iter().enumerate() {
        let count = if low < high { ((high - low) / width).round().max(1.0) as usize } else { 1 };
        for index in 0..count {
            let edge = |i: usize| low + (high - low) * i as f64 / count as f64;
            let from = if index == 0 { -FAR } else { edge(index) };
            let to = if index + 1 == count { FAR } else { edge(index + 1) };
            strips.push(Strip { region, from, to });
        }
    }
    strips
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
