//! The other leg: the same motion, half a cycle later.

use mechanics::rigid::Function;

use super::walk::{GroundCurves, Walk};

/// The other leg as functions of time.
#[derive(Debug, Clone)]
pub(super) struct OtherLeg {
    /// Angles of thigh, shank and foot in the first frame.
    pub first: [f64; 3],
    /// Angles of hip, knee and ankle: each segment less the one above.
    pub angles: [Function; 3],
    /// What the ground does to it.
    pub ground: Option<GroundCurves>,
}

/// The leg of a walk whose cycle goes from a time to another, half a cycle later.
///
/// The measured cycle rarely ends where it begins: the difference is spread over the whole cycle, so that the other leg's
/// angles do not jump; its ground is as far from the hip as ours was.
pub(super) fn other_leg(walk: &Walk, cycle: [f64; 2]) -> OtherLeg {
    let [begin, end] = cycle;
    let period = end - begin;
    let shares: Vec<f64> = walk.times.iter().map(|t| ((t - begin) / period + 0.5).rem_euclid(1.0)).collect();
    let angle = |segment: usize| -> Vec<f64> {
        let curve = &walk.angle_curves[segment];
        let gap = curve.value(end) - curve.value(begin);
        shares.iter().map(|share| curve.value(begin + share * period) - gap * (share - 0.5)).collect()
    };
    let leg = [angle(1), angle(2), angle(3)];
    let less = |lower: &[f64], upper: &[f64]| Function::OpenSpline {
        at: walk.times.clone(),
        values: lower.iter().zip(upper).map(|(a, b)| a - b).collect(),
    };
    let angles = [less(&leg[0], &walk.angles[0]), less(&leg[1], &leg[0]), less(&leg[2], &leg[1])];
    OtherLeg { first: [leg[0][0], leg[1][0], leg[2][0]], angles, ground: ground(walk, &shares, cycle) }
}

fn ground(walk: &Walk, shares: &[f64], [begin, end]: [f64; 2]) -> Option<GroundCurves> {
    let ours = walk.ground.as_ref()?;
    let hip = walk.hip_function(0).compile().ok()?;
    let then: Vec<f64> = shares.iter().map(|share| begin + share * (end - begin)).collect();
    let sampled = ours.sample(&then);
    let curve = |value: &dyn Fn(usize) -> f64| Function::MonotoneSpline {
        at: walk.times.clone(),
        values: (0..then.len()).map(value).collect(),
    };
    let ahead = |i: usize| sampled[i].1[0] - hip.value(then[i]) + hip.value(walk.times[i]);
    Some(GroundCurves {
        force: [curve(&|i| sampled[i].0[0]), curve(&|i| sampled[i].0[1])],
        point: [curve(&ahead), curve(&|i| sampled[i].1[1])],
    })
}
