//! Which plate carries which body, where the reported joints are, and from when to when a cycle goes.

use mechanics::rigid::tree::Skeleton;

use super::Parameters;
use super::anatomy::Anatomy;
use super::parameters::Side;
use super::recording::{PlateRecord, Recording};
use crate::Problem;

/// A vertical force above this share of the weight is a foot on the ground.
const STANDING: f64 = 0.05;

/// Bodies below the joints that are reported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Joints {
    pub hip: Option<usize>,
    pub knee: Option<usize>,
    pub ankle: Option<usize>,
}

pub(super) fn place_plates(skeleton: &Skeleton, recording: &Recording) -> Result<Vec<(usize, PlateRecord)>, Problem> {
    let [first, last] = [recording.times[0], recording.times[recording.times.len() - 1]];
    let place = |plate: &PlateRecord| {
        let Some(body) = skeleton.find_body(&plate.body) else {
            let names = skeleton.tree().bodies.iter().map(|body| body.name.as_str());
            let nearest = Anatomy::nearest(names, &plate.body).join(", ");
            let message = format!("a plate carries `{}`, which is no body of the model", plate.body);
            return Err(Problem::new("motion.file.plates", message, format!("nearest names: {nearest}")));
        };
        let (begin, end) = (plate.times.first().copied(), plate.times.last().copied());
        let (Some(begin), Some(end)) = (begin, end) else {
            let message = format!("the plate under `{}` has no rows", plate.body);
            return Err(Problem::new("motion.file.plates", message, "check its file"));
        };
        if end <= first || begin >= last {
            let message = format!(
                "the plate under `{}` was recorded from {begin:.3} to {end:.3} s, the motion from {first:.3} to {last:.3} s",
                plate.body
            );
            return Err(Problem::new("motion.file.plates", message, "both must have the same clock"));
        }
        Ok((body, plate.clone()))
    };
    recording.plates.iter().map(place).collect()
}

pub(super) fn find_joints(anatomy: &Anatomy, side: Side) -> Joints {
    let suffixes: [&str; 2] = match side {
        Side::Right => ["_r", "right"],
        Side::Left => ["_l", "left"],
    };
    let find = |word: &str| {
        anatomy.tree.bodies.iter().position(|body| {
            let name = body.joint.name.to_lowercase();
            let coordinates = body.joint.axes().any(|axis| !axis.coordinates.is_empty());
            coordinates && name.contains(word) && suffixes.iter().any(|suffix| name.ends_with(suffix))
        })
    };
    Joints { hip: find("hip"), knee: find("knee"), ankle: find("ankle") }
}

/// Begin and end of the cycles, and whether they are cycles.
pub(super) fn find_cycles(
    parameters: &Parameters,
    recording: &Recording,
    plates: &[(usize, PlateRecord)],
    mass: f64,
) -> Result<(Vec<[f64; 2]>, bool), Problem> {
    let starts = plates.iter().filter_map(|(_, plate)| plate.times.first().copied());
    let ends = plates.iter().filter_map(|(_, plate)| plate.times.last().copied());
    let first = starts.fold(recording.times[0], f64::max);
    let last = ends.fold(recording.times[recording.times.len() - 1], f64::min);
    let window = parameters.window;
    let inside = |begin: f64, end: f64| {
        if begin >= first - 1e-9 && end <= last + 1e-9 && end > begin {
            return Ok(());
        }
        let message = format!(
            "the window goes from {begin:.4} to {end:.4} s, but motion and plates overlap from {first:.4} to {last:.4} s"
        );
        Err(Problem::new("window", message, "choose a window inside"))
    };
    let suffix = if parameters.side == Side::Right { "_r" } else { "_l" };
    let strikes = match recording.heel_strikes.is_empty() {
        false => recording.heel_strikes.clone(),
        true => {
            let plate = plates.iter().find(|(_, plate)| plate.body.ends_with(suffix));
            plate.map_or_else(Vec::new, |(_, plate)| plate.find_strikes(STANDING * mass * 9.81))
        }
    };
    if window.start.is_some() || window.duration.is_some() {
        let begin = window.start.map_or(first, quantity::Time::si);
        let end = window.duration.map_or(last, |duration| begin + duration.si());
        inside(begin, end)?;
        let near = |time: f64| strikes.iter().any(|strike| (strike - time).abs() < 0.03 * (end - begin));
        return Ok((vec![[begin, end]], near(begin) && near(end)));
    }
    let whole: Vec<[f64; 2]> = strikes
        .windows(2)
        .map(|pair| [pair[0], pair[1]])
        .filter(|[begin, end]| *begin >= first - 1e-9 && *end <= last + 1e-9)
        .collect();
    if whole.is_empty() {
        inside(first, last)?;
        return Ok((vec![[first, last]], false));
    }
    Ok((whole, true))
}

/// Measured activations must be of muscles of the model, and of the time of the motion.
pub(super) fn place_emg(anatomy: &Anatomy, recording: &Recording) -> Result<(), Problem> {
    let [first, last] = [recording.times[0], recording.times[recording.times.len() - 1]];
    for record in &recording.emg {
        let at = format!("motion.file.emg.muscles.{}", record.muscle);
        if !anatomy.muscles.iter().any(|line| record.is_of(&line.name)) {
            let names = anatomy.muscles.iter().map(|line| line.name.as_str());
            let nearest = Anatomy::nearest(names, record.muscle.trim_end_matches('*')).join(", ");
            let message = format!("an electromyogram is of `{}`, which is no muscle of the model", record.muscle);
            return Err(Problem::new(at, message, format!("nearest names: {nearest}")));
        }
        let (Some(begin), Some(end)) = (record.times.first(), record.times.last()) else {
            return Err(Problem::new(at, "the electromyogram has no rows", "check its file"));
        };
        if *end <= first || *begin >= last {
            let message = format!(
                "the electromyogram goes from {begin:.3} to {end:.3} s, the motion from {first:.3} to {last:.3} s"
            );
            return Err(Problem::new(at, message, "both must have the same clock"));
        }
        if let Some(value) = record.activations.iter().find(|a| !(-0.01..=1.5).contains(*a)) {
            let message = format!("the electromyogram of `{}` has an activation of {value}", record.muscle);
            let hint = "activations are between 0 and 1: rectify, smooth, and divide by those of the greatest effort";
            return Err(Problem::new(at, message, hint));
        }
    }
    Ok(())
}
