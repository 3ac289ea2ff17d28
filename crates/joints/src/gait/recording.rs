//! A measured motion as it was recorded, and what can be wrong with it.

use super::anthropometry::Skeleton;
use crate::Problem;

/// Names of the markers, in order.
pub const MARKERS: [&str; 5] = ["trunk", "hip", "knee", "ankle", "toe"];

/// Names of the segments, in order.
pub const SEGMENTS: [&str; 4] = ["trunk", "thigh", "shank", "foot"];

/// A ground reaction above so many body weights is in the wrong unit.
const LARGEST_GROUND_REACTION: f64 = 10.0;

/// While the ground carries a fifth of the body, the hip is at least and at most so many leg lengths from where it pushes: a squat
/// and a long stride are within, a wrong unit is not.
const FROM_GROUND_TO_HIP: [f64; 2] = [0.25, 2.0];

/// A measured motion. Times in s, lengths in m, angles in rad, forces in N; x forwards, y upwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// What to call it.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// When each frame was taken.
    pub times: Vec<f64>,
    /// What was measured in each.
    pub kinematics: Kinematics,
    /// Force of the ground on the foot.
    pub ground: Ground,
    /// When the foot leaves the ground.
    pub toe_offs: Vec<f64>,
    /// Until when everything was recorded.
    pub usable_until: f64,
    /// Joint loads that somebody else found, to compare with.
    pub reference: Option<Reference>,
    /// The other leg, where it was measured, too.
    pub other: Option<Box<OtherLegRecord>>,
}

/// The other leg as it was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherLegRecord {
    /// How it moves.
    pub kinematics: OtherKinematics,
    /// Force of the ground on its foot.
    pub ground: Ground,
}

/// How the other leg moves.
#[derive(Debug, Clone, PartialEq)]
pub enum OtherKinematics {
    /// Places of hip, knee, ankle and toe in every frame; NaN in a gap.
    Markers(Box<[Vec<[f64; 2]>; 4]>),
    /// Angles of thigh, shank and foot in every frame.
    Angles(Box<[Vec<f64>; 3]>),
}

/// Names of the other leg's markers, in order.
const OTHER_MARKERS: [&str; 4] = ["other hip", "other knee", "other ankle", "other toe"];

/// What was measured.
#[derive(Debug, Clone, PartialEq)]
pub enum Kinematics {
    /// Places of the [`MARKERS`] in every frame; NaN in a gap.
    Markers(Box<[Vec<[f64; 2]>; 5]>),
    /// Place of the hip and angles of the [`SEGMENTS`] in every frame.
    Angles {
        /// Of the hip.
        hip: Vec<[f64; 2]>,
        /// Trunk, thigh, shank, foot.
        angles: Box<[Vec<f64>; 4]>,
    },
    /// Positions and accelerations of thigh, shank and foot in every frame, differentiated by somebody else.
    Segments(Vec<SegmentFrame>),
}

/// A leg in a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SegmentFrame {
    /// x, y and angle of the centres of mass of thigh, shank, foot.
    pub positions: [[f64; 3]; 3],
    /// Their second derivatives.
    pub accelerations: [[f64; 3]; 3],
    /// Hip, knee, ankle.
    pub joints: [[f64; 2]; 3],
}

/// Force of the ground on the foot.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ground {
    /// When; empty without a ground.
    pub times: Vec<f64>,
    /// Its components.
    pub force: Vec<[f64; 2]>,
    /// Where it acts.
    pub point: Vec<[f64; 2]>,
}

/// Loads on the lower segment at hip, knee and ankle that somebody else found.
#[derive(Debug, Clone, PartialEq)]
pub struct Reference {
    /// Who.
    pub source: String,
    /// When.
    pub times: Vec<f64>,
    /// Force x, y and moment, counter-clockwise; NaN where nothing was found.
    pub loads: Vec<[[f64; 3]; 3]>,
}

impl Ground {
    /// Times at which the vertical force falls to less than a share of the largest one.
    pub fn find_toe_offs(&self) -> Vec<f64> {
        let most = self.force.iter().map(|f| f[1]).fold(0.0, f64::max);
        let level = 0.02 * most;
        let falls = |i: &usize| self.force[i - 1][1] > level && self.force[*i][1] <= level;
        if most <= 0.0 { Vec::new() } else { (1..self.force.len()).filter(falls).map(|i| self.times[i]).collect() }
    }
}

impl Recording {
    /// Everything that is wrong with it, for a body and a longest gap (in frames) that may be bridged.
    pub fn check(&self, skeleton: &Skeleton, bridge: usize, gravity: f64) -> Vec<Problem> {
        let mut found = Vec::new();
        let count = self.times.len();
        if count < 8 {
            let message = format!("the recording has {count} frames");
            found.push(Problem::new("motion", message, "at least 8 are needed for a smooth motion"));
            return found;
        }
        for (times, what) in [(&self.times, "the motion"), (&self.ground.times, "the ground's force")] {
            if let Some(i) = times.windows(2).position(|pair| !(pair[1] > pair[0])) {
                let message = format!(
                    "time does not advance in {what}: frame {} at {} s comes after {} s",
                    i + 2,
                    times[i + 1],
                    times[i]
                );
                found.push(Problem::new("motion", message, "sort the rows, and keep one of each time"));
            }
        }
        self.check_gaps(bridge, &mut found);
        let grounds = [Some(&self.ground), self.other.as_ref().map(|other| &other.ground)];
        for ground in grounds.into_iter().flatten() {
            check_ground(ground, skeleton.mass * gravity, &mut found);
        }
        self.check_lengths(skeleton, gravity, &mut found);
        found
    }

    /// A centre of pressure that is not below the hip by about a leg tells that lengths are in another unit, or of other axes.
    fn check_lengths(&self, skeleton: &Skeleton, gravity: f64, found: &mut Vec<Problem>) {
        let Ground { times, force, point } = &self.ground;
        let leg = skeleton.thigh.length + skeleton.shank.length;
        let carries = |i: &usize| force[*i][1] > 0.2 * skeleton.mass * gravity;
        let far = |i: usize| {
            let frame = self.times.partition_point(|time| *time < times[i]);
            let hip = self.hip(frame)?;
            Some((hip[0] - point[i][0]).hypot(hip[1] - point[i][1]) / leg).filter(|ratio| ratio.is_finite())
        };
        let mut ratios: Vec<f64> = (0..force.len()).filter(carries).filter_map(far).collect();
        ratios.sort_unstable_by(f64::total_cmp);
        let Some(&middle) = ratios.get(ratios.len() / 2) else { return };
        let [least, most] = FROM_GROUND_TO_HIP;
        if (least..=most).contains(&middle) {
            return;
        }
        let message = format!("the ground pushes {:.3} m from the hip, where the leg is {leg:.3} m long", middle * leg);
        found.push(Problem::new(
            "motion",
            message,
            "length-unit is the unit of the file's lengths and of the centre of pressure, metres when absent; x is forwards, y upwards",
        ));
    }

    /// Where the hip is in a frame.
    fn hip(&self, frame: usize) -> Option<[f64; 2]> {
        match &self.kinematics {
            Kinematics::Markers(markers) => markers[1].get(frame).copied(),
            Kinematics::Angles { hip, .. } => hip.get(frame).copied(),
            Kinematics::Segments(frames) => frames.get(frame).map(|frame| frame.joints[0]),
        }
    }

    fn check_gaps(&self, bridge: usize, found: &mut Vec<Problem>) {
        let ours = match &self.kinematics {
            Kinematics::Markers(markers) => &markers[..],
            _ => &[],
        };
        let theirs = match self.other.as_ref().map(|other| &other.kinematics) {
            Some(OtherKinematics::Markers(markers)) => &markers[..],
            _ => &[],
        };
        for (name, places) in MARKERS.iter().zip(ours).chain(OTHER_MARKERS.iter().zip(theirs)) {
            for (first, last) in gaps(places) {
                let length = last - first + 1;
                let inside = first > 0 && last + 1 < places.len();
                if length <= bridge && inside {
                    continue;
                }
                let frames = if length == 1 {
                    format!("frame {}", first + 1)
                } else {
                    format!("frames {} to {}", first + 1, last + 1)
                };
                let hint = if inside {
                    format!("bridge-frames = {length} bridges it with a spline; look at the result there")
                } else {
                    "nothing can be bridged at an end of the recording: cut these frames off".to_owned()
                };
                found.push(Problem::new(
                    "motion.bridge-frames",
                    format!("the marker `{name}` was not seen in {frames} ({length} in a row)"),
                    hint,
                ));
            }
        }
    }
}

fn check_ground(ground: &Ground, weight: f64, found: &mut Vec<Problem>) {
    let Ground { times, force, point } = ground;
    if let Some(i) = force.iter().zip(point).position(|(f, p)| !f.iter().chain(p).all(|x| x.is_finite())) {
        let message = format!("the force of the ground, or its place, is no number at {} s", times[i]);
        found.push(Problem::new("motion", message, "write 0 where the foot is in the air"));
        return;
    }
    let size = |f: &[f64; 2]| f[0].hypot(f[1]);
    let peak = ground.force.iter().map(size).fold(0.0, f64::max);
    if peak > LARGEST_GROUND_REACTION * weight {
        let message = format!(
            "the force of the ground reaches {peak:.0} N, {:.0} times the body weight of {weight:.0} N",
            peak / weight
        );
        found.push(Problem::new(
            "motion",
            message,
            "running reaches 3: check the unit of the force, and the mass of the person",
        ));
    }
    let down = ground.force.iter().map(|f| f[1]).fold(0.0, f64::min);
    if down < -0.1 * weight {
        let message = format!("the ground pulls the foot down with up to {:.0} N", -down);
        found.push(Problem::new(
            "motion",
            message,
            "give the force on the foot, upwards positive: \"-name\" turns a column",
        ));
    }
}

/// First and last frame of every gap.
pub(super) fn gaps(places: &[[f64; 2]]) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (i, place) in places.iter().enumerate() {
        if place.iter().all(|x| x.is_finite()) {
            continue;
        }
        match found.last_mut() {
            Some((_, last)) if *last + 1 == i => *last = i,
            _ => found.push((i, i)),
        }
    }
    found
}
