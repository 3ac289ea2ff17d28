//! The walk behind the door: everything checked, every run ready.

use std::sync::Mutex;

use mechanics::rigid::Model;
use rayon::prelude::*;
use results::Outcome;

use super::anthropometry::Skeleton;
use super::case::Case;
use super::history::{History, Row};
use super::leg::{GUIDES, THIGH};
use super::loads::{Loads, measured_frame, solve_measured, solve_rigid};
use super::other_leg::other_leg;
use super::parameters::{Kind, Linkage};
use super::recording::{Kinematics, Recording, SegmentFrame};
use super::segments::{Course, courses};
use super::walk::Walk;
use super::{GaitError, Parameters, check, forward, outcome};
use crate::{Problem, Watch};

/// More reported instants are a mistake.
const MOST_ROWS: f64 = 100_000.0;

/// A walk that can be run: constant, shared between threads.
#[derive(Debug, Clone)]
pub struct Gait {
    pub(super) parameters: Parameters,
    pub(super) recording: Recording,
    pub(super) skeleton: Skeleton,
    pub(super) walk: Walk,
    pub(super) cases: Vec<Case>,
    /// One for each case that is not ideal.
    pub(super) models: Vec<Option<Model>>,
    /// Begin and end of the window, in the time of the recording.
    pub(super) window: [f64; 2],
}

/// The ideal hip: at the reported instants, and at the frames of a reference.
pub(super) struct Ideal {
    pub history: History,
    /// Joint loads at the times of the reference.
    pub at_reference: Vec<Loads>,
}

impl Gait {
    /// Checks everything and makes the motion smooth.
    pub fn new(parameters: Parameters, recording: Recording) -> Result<Self, Vec<Problem>> {
        let mut problems = check(&parameters);
        if !problems.is_empty() {
            return Err(problems);
        }
        let skeleton = Skeleton::new(&parameters.body);
        let motion = &parameters.motion;
        problems.extend(recording.check(&skeleton, motion.bridge_frames, parameters.gravity.si()));
        let tabulated = matches!(recording.kinematics, Kinematics::Segments(_));
        if tabulated && motion.linkage == Linkage::Rigid {
            problems.push(Problem::new(
                "motion.linkage",
                format!("the recording \"{}\" has its own accelerations, which no rigid leg has", recording.name),
                "linkage = \"measured\"; or recording = \"winter\" for markers",
            ));
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let window = find_window(&parameters, &recording).map_err(|problem| vec![problem])?;
        let mut walk = Walk::new(&recording, motion).map_err(|problem| vec![problem])?;
        if parameters.both_legs {
            let measured = walk.measured_other_leg(&recording, motion).map_err(|problem| vec![problem])?;
            let other = match (measured, &recording.toe_offs[..]) {
                (Some(measured), _) => measured,
                (None, &[begin, end, ..]) => other_leg(&walk, [begin, end]),
                _ => return Err(vec![no_cycle()]),
            };
            walk.other = Some(Box::new(other));
        }
        let cases = Case::list(&parameters);
        let mut gait = Self { parameters, recording, skeleton, walk, cases, models: Vec::new(), window };
        let model = |case: &Case| match case.kind {
            Kind::Ideal => Ok(None),
            _ => forward::build(&gait, case).map(Some),
        };
        gait.models = gait.cases.iter().map(model).collect::<Result<_, _>>()?;
        Ok(gait)
    }

    /// What was asked.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// How many runs it takes.
    pub fn runs(&self) -> usize {
        self.cases.len()
    }

    /// Runs everything, on all threads; the result does not depend on their number.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome, GaitError> {
        watch.progress("inverse dynamics", 0.0);
        let ideal = self.solve_ideal()?;
        if watch.cancelled() {
            return Err(GaitError::Interrupted);
        }
        let histories = self.compute_histories(&ideal, watch)?;
        Ok(outcome::assemble(self, &ideal, &histories))
    }

    /// The motion of every run, in order.
    pub(super) fn compute_histories(&self, ideal: &Ideal, watch: &dyn Watch) -> Result<Vec<History>, GaitError> {
        let shares = Mutex::new(vec![0.0; self.cases.len()]);
        let go_on = |index: usize, done: f64| {
            if let Ok(mut shares) = shares.lock() {
                shares[index] = done;
                watch.progress("motion", shares.iter().sum::<f64>() / shares.len() as f64);
            }
            !watch.cancelled()
        };
        let run = |(index, case): (usize, &Case)| {
            let history = match &self.models[index] {
                None => ideal.history.clone(),
                Some(model) => {
                    forward::integrate(self, case, model, &|done| go_on(index, done)).ok_or(GaitError::Interrupted)?
                }
            };
            go_on(index, 1.0);
            Ok(history)
        };
        self.cases.par_iter().enumerate().map(run).collect()
    }

    /// Reported instants, in the time of the recording: even steps, or the frames of a recording with its own accelerations.
    pub(super) fn times(&self) -> Vec<f64> {
        let [start, end] = self.window;
        if matches!(self.recording.kinematics, Kinematics::Segments(_)) {
            let inside = |t: &&f64| (start - 1e-9..=end + 1e-9).contains(*t);
            return self.recording.times.iter().filter(inside).copied().collect();
        }
        let interval = self.parameters.time.interval.si();
        let count = ((end - start) / interval + 1e-9).floor() as usize;
        (0..=count).map(|i| start + i as f64 * interval).collect()
    }

    /// Inverse dynamics of the ideal hip.
    pub(super) fn solve_ideal(&self) -> Result<Ideal, GaitError> {
        let times = self.times();
        let reference = self.recording.reference.as_ref().map_or(&[][..], |r| &r.times);
        let rows = match self.parameters.motion.linkage {
            Linkage::Rigid => self.rigid_rows(&times)?,
            Linkage::Measured => self.measured_rows(&times)?,
        };
        let at_reference = match self.parameters.motion.linkage {
            Linkage::Rigid => self.rigid_rows(reference)?,
            Linkage::Measured => self.measured_rows(reference)?,
        };
        let peak_force = rows.iter().map(Row::hip_force).fold(0.0, f64::max);
        Ok(Ideal {
            history: History { rows, peak_force, ..History::default() },
            at_reference: at_reference.iter().map(|row| row.loads).collect(),
        })
    }

    fn rigid_rows(&self, times: &[f64]) -> Result<Vec<Row>, GaitError> {
        let solved = solve_rigid(&self.skeleton, &self.walk, self.parameters.gravity.si(), times);
        let guides = GUIDES[0] + if self.walk.other.is_some() { GUIDES[1] } else { 0 };
        let row = |(instant, loads): (mechanics::rigid::Instant, Loads)| {
            let thigh = instant.state.frame(THIGH);
            let first = instant.reactions.len() - guides;
            let (carried, turned) = (instant.reactions[first], instant.reactions[first + 1]);
            Row {
                time: instant.state.time - self.window[0],
                thigh: [thigh.position.y, thigh.velocity.y, instant.accelerations[THIGH][1]],
                loads,
                eccentricity: [0.0; 2],
                segments: courses(&instant),
                film: [f64::NAN; 4],
                head: None,
                trunk: [carried.force.x, carried.force.y, turned.moment],
            }
        };
        Ok(solved.map_err(|error| GaitError::Motion(Box::new(error)))?.into_iter().map(row).collect())
    }

    fn measured_rows(&self, times: &[f64]) -> Result<Vec<Row>, GaitError> {
        let gravity = self.parameters.gravity.si();
        let ground = self.walk.ground.as_ref().map(|ground| ground.sample(times));
        let mut rows = Vec::with_capacity(times.len());
        for (i, &time) in times.iter().enumerate() {
            let frame = match &self.recording.kinematics {
                Kinematics::Segments(frames) => {
                    self.recording.times.iter().position(|t| (t - time).abs() < 1e-9).map(|frame| frames[frame])
                }
                _ => measured_frame(&self.skeleton, &self.walk, time),
            };
            let Some(frame) = frame else { continue };
            let push = ground.as_ref().map(|ground| ground[i]);
            let loads = solve_measured(&self.skeleton, &frame, push, gravity)
                .map_err(|error| GaitError::Motion(Box::new(error)))?;
            rows.push(Row {
                time: time - self.window[0],
                thigh: [frame.positions[0][1], f64::NAN, frame.accelerations[0][1]],
                loads,
                eccentricity: [0.0; 2],
                segments: measured_courses(&frame),
                film: [f64::NAN; 4],
                head: None,
                trunk: [f64::NAN; 3],
            });
        }
        Ok(rows)
    }
}

/// What is known of segments that follow their own markers: no trunk, no velocities.
fn measured_courses(frame: &SegmentFrame) -> [Course; 4] {
    let mut courses = [[f64::NAN; 6]; 4];
    for (course, (place, acceleration)) in courses[1..].iter_mut().zip(frame.positions.iter().zip(&frame.accelerations))
    {
        *course = [place[0], f64::NAN, acceleration[0], place[1], f64::NAN, acceleration[1]];
    }
    courses
}

fn no_cycle() -> Problem {
    Problem::new(
        "both-legs",
        "the other leg is half a cycle later, and the recording has no cycle from one toe-off to the next",
        "give both with toe-off = [\"…\", \"…\"] in [gait.motion.file]; or both-legs = false",
    )
}

/// Begin and end of what is computed.
fn find_window(parameters: &Parameters, recording: &Recording) -> Result<[f64; 2], Problem> {
    let window = parameters.window;
    let (first, last) = (recording.times[0], recording.times[recording.times.len() - 1].min(recording.usable_until));
    let toe_offs = &recording.toe_offs;
    let start = match window.start {
        Some(start) => start.si(),
        None => *toe_offs.first().ok_or_else(|| {
            Problem::new(
                "window",
                "the recording has no toe-off, so that no cycle can be found",
                "give window.start and window.duration; or toe-off = [\"…\", \"…\"] in [gait.motion.file]",
            )
        })?,
    };
    let end = match window.duration {
        Some(duration) => start + duration.si(),
        None => *toe_offs.iter().find(|t| **t > start + 1e-9).ok_or_else(|| {
            Problem::new(
                "window",
                format!("no toe-off follows {start:.3} s, so that the cycle has no end"),
                "give window.duration; or toe-off = [\"…\", \"…\"] in [gait.motion.file]",
            )
        })?,
    };
    let settling = window.settling.map_or(0.0, |settling| settling.si());
    if start - settling < first - 1e-9 || end > last + 1e-9 {
        let path = if end > last + 1e-9 { "window.duration" } else { "window.start" };
        let message = format!(
            "the window goes from {:.4} to {end:.4} s, but the recording can be used from {first:.4} to {last:.4} s",
            start - settling
        );
        return Err(Problem::new(
            path,
            message,
            "choose a window, and the settling time before it, inside the recording",
        ));
    }
    let rows = (end - start) / parameters.time.interval.si();
    if !(1.0..=MOST_ROWS).contains(&rows) {
        let message = format!("{rows:.0} instants would be reported");
        return Err(Problem::new("time.interval", message, "0.5 ms are 2000 instants of a cycle"));
    }
    Ok([start, end])
}
