//! What can be computed with but is no walk of a person: cautions that say what was found and what to look at.

use results::{Outcome, Severity};

use super::model::Gait;
use super::walk::Walk;

/// Forward tilt of the thigh against the trunk, and bend of the knee, in degrees.
const HIP: [f64; 2] = [-60.0, 150.0];
const KNEE: [f64; 2] = [-25.0, 170.0];
/// Joints that move less than this over the window, in degrees, are held, or are given in another unit.
const LEAST_MOTION: f64 = 2.0;
/// Of a cycle, in s.
const CYCLE: [f64; 2] = [0.3, 6.0];
/// Forward speed of the hip, in m/s: walking backwards slowly is possible, and a sprinter has 10.
const SPEED: [f64; 2] = [-1.5, 10.0];
/// Largest upward force of the ground, in body weights.
const GROUND: [f64; 2] = [0.5, 5.0];

/// Cautions about a motion or a load that no person has.
pub(super) fn warn(gait: &Gait, outcome: &mut Outcome) {
    for text in find(&gait.walk, gait.window, gait.skeleton.mass * gait.parameters.gravity.si()) {
        outcome.warn(Severity::Caution, "implausible-walk", text);
    }
}

fn find(walk: &Walk, window: [f64; 2], weight: f64) -> Vec<String> {
    let mut found = Vec::new();
    let inside: Vec<usize> =
        (0..walk.times.len()).filter(|i| (window[0]..=window[1]).contains(&walk.times[*i])).collect();
    let (Some(&first), Some(&last)) = (inside.first(), inside.last()) else { return found };
    for (joint, upper, usual) in [("hip", 0, HIP), ("knee", 2, KNEE)] {
        // Hip: thigh against trunk; knee: thigh against shank.
        let bend = |i: &usize| (walk.angles[1][*i] - walk.angles[upper][*i]).to_degrees();
        let [least, most] = extremes(inside.iter().map(bend));
        if least < usual[0] || most > usual[1] {
            found.push(format!(
                "The {joint} bends from {least:.0}° to {most:.0}°: {} to {}° are possible. Check angle-unit, the signs of the \
                 angles, and that x is forwards.",
                usual[0], usual[1]
            ));
        } else if most - least < LEAST_MOTION {
            found.push(format!(
                "The {joint} moves by {:.2}° in all: no one walks like that. Check angle-unit and the columns.",
                most - least
            ));
        }
    }
    let duration = window[1] - window[0];
    if !(CYCLE[0]..=CYCLE[1]).contains(&duration) {
        found.push(format!(
            "The window lasts {duration:.3} s: a cycle of walking has 0.8 to 1.4 s. Check that the times are seconds, and the window."
        ));
    }
    let speed = (walk.hip[0][last] - walk.hip[0][first]) / (walk.times[last] - walk.times[first]);
    if speed.is_finite() && !(SPEED[0]..=SPEED[1]).contains(&speed) {
        found.push(format!(
            "The hip moves forwards with {speed:.2} m/s: walking has 0.5 to 2. Check that x is forwards, length-unit, and the times."
        ));
    }
    if let Some(ground) = &walk.ground {
        let times: Vec<f64> = inside.iter().map(|i| walk.times[*i]).collect();
        let [_, most] = extremes(ground.sample(&times).into_iter().map(|(force, _)| force[1] / weight));
        if !(GROUND[0]..=GROUND[1]).contains(&most) {
            found.push(format!(
                "The ground pushes with {most:.2} body weights at most: walking has 1.0 to 1.3, running 2 to 3. Check force-unit, \
                 the person's mass, and that y is upwards."
            ));
        }
    }
    found
}

/// The least and the largest.
fn extremes(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], value| [least.min(value), most.max(value)])
}
