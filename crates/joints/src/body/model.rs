//! A body behind the door: everything checked, the motion smooth.

use mechanics::rigid::tree::{Load, Skeleton};
use results::Outcome;

use super::analysis::{Analysis, Instant};
use super::anatomy::Anatomy;
use super::kinematics::{Seen, solve_frame};
use super::own::{self, Size};
use super::parameters::Side;
use super::paths::LineSolver;
use super::recording::{Kinematics, PlateRecord, Recording};
use super::scale::scale;
use super::smooth::Course;
use super::{BodyError, Parameters, check, outcome};
use crate::hip::CycleSamples;
use crate::need::Need;
use crate::{Problem, Watch};

/// A vertical force above this share of the weight is a foot on the ground.
const STANDING: f64 = 0.05;
/// A moment arm below this is none, m.
const NO_ARM: f64 = 1e-7;
/// An angle beyond this is no angle of a joint, rad.
const FARTHEST: f64 = 3.5;
/// A motion within so many degrees is that of radians that were taken for degrees.
const RADIANS: f64 = 2.5;

/// A body that can be run: constant, shared between threads.
#[derive(Debug, Clone)]
pub struct Body {
    pub(super) parameters: Parameters,
    pub(super) anatomy: Anatomy,
    pub(super) skeleton: Skeleton,
    pub(super) recording: Recording,
    pub(super) course: Course,
    /// Plates and the bodies that stand on them.
    pub(super) plates: Vec<(usize, PlateRecord)>,
    /// Begin and end of every cycle.
    pub(super) cycles: Vec<[f64; 2]>,
    /// Whether these are cycles from heel strike to heel strike.
    pub(super) is_cycle: bool,
    pub(super) mass: f64,
    pub(super) joints: Joints,
    /// Coordinates that muscles share, as positions among the free ones.
    pub(super) rows: Vec<usize>,
    /// Free coordinates that hang on no muscle and are no base.
    pub(super) bare: Vec<usize>,
    pub(super) base: Option<usize>,
    pub(super) markers: Option<MarkerFit>,
    /// Free coordinates that the motion does not give.
    pub(super) missing: Vec<String>,
}

/// How well markers are met.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MarkerFit {
    /// Over all frames, m.
    pub rms: f64,
    pub worst: f64,
    pub worst_marker: String,
    pub worst_time: f64,
    /// Markers that were not seen in some frames, and in how many.
    pub gaps: Vec<(String, usize)>,
    pub steps: usize,
}

/// Bodies below the joints that are reported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Joints {
    pub hip: Option<usize>,
    pub knee: Option<usize>,
    pub ankle: Option<usize>,
}

impl Body {
    /// Checks everything, fits the model to the person, and makes the motion smooth. Without an anatomy it is our own, without a
    /// recording Winter's walk.
    pub fn new(
        parameters: Parameters,
        anatomy: Option<Anatomy>,
        recording: Option<Recording>,
    ) -> Result<Self, Vec<Problem>> {
        let problems = check(&parameters);
        if !problems.is_empty() {
            return Err(problems);
        }
        let one = |problem: Problem| vec![problem];
        let mut anatomy = fitted(&parameters, anatomy, recording.is_none()).map_err(one)?;
        lock(&parameters, &mut anatomy).map_err(one)?;
        let skeleton = Skeleton::new(anatomy.tree.clone()).map_err(|wrong| {
            let hint = wrong.hint().unwrap_or_else(|| "correct the model".into());
            one(Problem::new("model.file", wrong.to_string(), hint))
        })?;
        let recording = match recording {
            Some(recording) => recording,
            None => own::winter(&anatomy).ok_or_else(|| {
                one(Problem::new("motion.recording", "the shipped walk cannot be read", "please report this"))
            })?,
        };
        let values = solve_coordinates(&anatomy, &skeleton, &recording).map_err(one)?;
        let course =
            Course::new(&recording.times, &values.columns, skeleton.default_coordinates(), parameters.motion.smoothing)
                .map_err(one)?;
        let plates = place_plates(&skeleton, &recording).map_err(one)?;
        let mass = skeleton.mass();
        let joints = find_joints(&anatomy, parameters.side);
        let (cycles, is_cycle) = find_cycles(&parameters, &recording, &plates, mass).map_err(one)?;
        let base = anatomy.tree.bodies.iter().position(|body| body.joint.parent.is_none());
        let mut body = Self {
            parameters,
            anatomy,
            skeleton,
            recording,
            course,
            plates,
            cycles,
            is_cycle,
            mass,
            joints,
            rows: Vec::new(),
            bare: Vec::new(),
            base,
            markers: values.fit,
            missing: values.missing,
        };
        (body.rows, body.bare) = body.find_rows();
        Ok(body)
    }

    /// What was asked.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Skeleton and muscles as they are used.
    pub fn anatomy(&self) -> &Anatomy {
        &self.anatomy
    }

    /// What a run needs.
    pub fn need(&self) -> Need {
        let columns = 40.0 + 3.0 * self.anatomy.muscles.len() as f64;
        Need::table(self.parameters.output.frames as f64, columns)
    }

    /// Runs it.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome, BodyError> {
        let cycles = self.solve(watch)?;
        Ok(outcome::assemble(self, &cycles))
    }

    /// The load of the hip as a cycle, averaged over the steps.
    ///
    /// # Errors
    /// As [`run`](Self::run); none where the model has no hip, or the motion is no cycle.
    pub fn compute_hip_cycle(&self, watch: &dyn Watch) -> Result<Option<CycleSamples>, BodyError> {
        if self.joints.hip.is_none() || !self.is_cycle {
            return Ok(None);
        }
        let cycles = self.solve(watch)?;
        Ok(outcome::hip_cycle(self, &cycles))
    }

    /// Weight of the person, N.
    pub fn weight(&self) -> f64 {
        self.mass * self.anatomy.tree.gravity.norm()
    }

    fn analysis(&self) -> Analysis<'_> {
        Analysis {
            anatomy: &self.anatomy,
            skeleton: &self.skeleton,
            muscles: &self.parameters.muscles,
            rows: self.rows.clone(),
            base: self.base,
        }
    }

    /// What the ground does at a time.
    fn ground(&self, time: f64, swapped: bool) -> Vec<Load> {
        let count = self.plates.len();
        let load = |(i, (body, plate)): (usize, &(usize, PlateRecord))| {
            let [force, point, moment] = plate.at(time);
            let body = if swapped && count == 2 { self.plates[1 - i].0 } else { *body };
            Load { body: Some(body), force, point, moment }
        };
        self.plates.iter().enumerate().map(load).collect()
    }

    /// Instants of every cycle.
    fn solve(&self, watch: &dyn Watch) -> Result<Vec<Vec<Instant>>, BodyError> {
        let analysis = self.analysis();
        let frames = self.parameters.output.frames;
        let mut cycles = Vec::with_capacity(self.cycles.len());
        for (number, [begin, end]) in self.cycles.iter().enumerate() {
            let mut scratch = analysis.scratch();
            let mut instants = Vec::with_capacity(frames);
            for frame in 0..frames {
                if watch.cancelled() {
                    return Err(BodyError::Interrupted);
                }
                let done = (number as f64 + frame as f64 / frames as f64) / self.cycles.len() as f64;
                watch.progress("muscle forces", done);
                let time = begin + (end - begin) * frame as f64 / (frames - 1) as f64;
                let motion = self.course.at(&self.skeleton, time);
                let solved = analysis.solve(time, motion, &self.ground(time, false), &mut scratch);
                instants.push(solved.map_err(|cause| BodyError::Sharing { time, cause })?);
            }
            cycles.push(instants);
        }
        Ok(cycles)
    }

    /// Root mean square of the residual force, with the plates as given and exchanged; none without two plates.
    pub(super) fn compare_plates(&self) -> Option<[f64; 2]> {
        if self.plates.len() != 2 {
            return None;
        }
        let analysis = self.analysis();
        let times = self.probe(21);
        let rms = |swapped: bool| {
            let square = |time: &f64| {
                let motion = self.course.at(&self.skeleton, *time);
                // Both plates carry the same sum: only the moment tells which foot stands where.
                analysis.compute_residual(&motion, &self.ground(*time, swapped))[1].norm_squared()
                    + self.swing(&motion, *time, swapped)
            };
            (times.iter().map(square).sum::<f64>() / times.len() as f64).sqrt()
        };
        Some([rms(false), rms(true)])
    }

    /// Squared moments that a plate makes about the body that stands on it, N² m²: a foot is never far from its force.
    fn swing(&self, motion: &[Vec<f64>; 3], time: f64, swapped: bool) -> f64 {
        let pose = self.skeleton.compute_pose(&motion[0]);
        let moment = |load: &Load| {
            let at = load.body.map_or_else(nalgebra::Vector3::zeros, |body| pose.bodies[body].position);
            (load.point - at).cross(&load.force).norm_squared()
        };
        self.ground(time, swapped).iter().map(moment).sum()
    }

    fn probe(&self, count: usize) -> Vec<f64> {
        let [begin, end] = self.cycles[0];
        (0..count).map(|i| begin + (end - begin) * i as f64 / (count - 1) as f64).collect()
    }

    /// Free coordinates that muscles move, and those that they do not; the base apart.
    fn find_rows(&self) -> (Vec<usize>, Vec<usize>) {
        let free = self.skeleton.free();
        let mut moved = vec![false; free.len()];
        let mut solver = LineSolver::default();
        for time in self.probe(9) {
            let [q, ..] = self.course.at(&self.skeleton, time);
            let pose = self.skeleton.compute_pose(&q);
            for line in &self.anatomy.muscles {
                let arms = self.skeleton.reduce(&q, &solver.solve(&self.anatomy, line, &pose, &q).arms);
                arms.iter().zip(&mut moved).for_each(|(arm, moved)| *moved |= arm.abs() > NO_ARM);
            }
        }
        let of_base = |coordinate: usize| {
            let bodies = self.anatomy.tree.bodies.iter().filter(|body| body.joint.parent.is_none());
            bodies
                .flat_map(|body| body.joint.axes())
                .any(|axis| axis.coordinates.iter().any(|(at, _)| *at == coordinate))
        };
        let all = (0..free.len()).filter(|i| !of_base(free[*i]));
        all.partition(|i| moved[*i])
    }
}

/// The model for the person.
fn fitted(parameters: &Parameters, anatomy: Option<Anatomy>, winter: bool) -> Result<Anatomy, Problem> {
    let person = &parameters.person;
    if let Some(anatomy) = anatomy {
        let Some(mass) = person.mass else { return Ok(anatomy) };
        let same = vec![nalgebra::Vector3::repeat(1.0); anatomy.tree.bodies.len()];
        return Ok(scale(&anatomy, &same, mass.si()));
    }
    let own = own::lower_limbs().map_err(|wrong| Problem::new("model", wrong.message.clone(), "please report this"))?;
    let whole: f64 = own.tree.bodies.iter().map(|body| body.mass).sum();
    let unless = |given: Option<quantity::Length>, winters: f64| {
        given.map(quantity::Length::si).or((winter && person.height.is_none()).then_some(winters))
    };
    let size = Size {
        mass: person.mass.map_or(if winter { own::WINTER_MASS } else { whole }, quantity::Mass::si),
        height: person.height.map_or(if winter { own::WINTER_HEIGHT } else { own::HEIGHT }, quantity::Length::si),
        thigh: unless(person.thigh, own::WINTER_THIGH),
        shank: unless(person.shank, own::WINTER_SHANK),
    };
    Ok(own::fit(&own, &size))
}

fn lock(parameters: &Parameters, anatomy: &mut Anatomy) -> Result<(), Problem> {
    for (key, names, locked) in
        [("locked", &parameters.model.locked, true), ("unlocked", &parameters.model.unlocked, false)]
    {
        for name in names {
            let known = anatomy.tree.coordinates.iter().position(|coordinate| coordinate.name == *name);
            let Some(index) = known else {
                let all = anatomy.tree.coordinates.iter().map(|coordinate| coordinate.name.as_str());
                let hint = format!("nearest names: {}", Anatomy::nearest(all, name).join(", "));
                return Err(Problem::new(format!("model.{key}"), format!("there is no coordinate `{name}`"), hint));
            };
            anatomy.tree.coordinates[index].locked = locked;
        }
    }
    Ok(())
}

/// What was measured, as values of coordinates.
struct Solved {
    columns: Vec<(usize, Vec<f64>)>,
    missing: Vec<String>,
    fit: Option<MarkerFit>,
}

fn solve_coordinates(anatomy: &Anatomy, skeleton: &Skeleton, recording: &Recording) -> Result<Solved, Problem> {
    if recording.times.len() < 8 {
        let message = format!("the motion has {} frames", recording.times.len());
        return Err(Problem::new("motion.file.path", message, "at least 8 are needed"));
    }
    match &recording.kinematics {
        Kinematics::Coordinates(columns) => match_coordinates(anatomy, skeleton, columns),
        Kinematics::Markers(markers) => follow_markers(anatomy, skeleton, (&recording.times, markers)),
    }
}

/// Whether a coordinate turns something.
fn turns(anatomy: &Anatomy, coordinate: usize) -> bool {
    let bodies = anatomy.tree.bodies.iter();
    bodies.flat_map(|body| &body.joint.rotations).any(|axis| axis.coordinates.iter().any(|(at, _)| *at == coordinate))
}

fn match_coordinates(
    anatomy: &Anatomy,
    skeleton: &Skeleton,
    columns: &[(String, Vec<f64>)],
) -> Result<Solved, Problem> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let mut found = Vec::new();
    let mut missing = Vec::new();
    for (index, coordinate) in anatomy.tree.coordinates.iter().enumerate() {
        let column = columns.iter().find(|(name, _)| {
            let last = name.trim_end_matches("/value").rsplit('/').next().unwrap_or(name);
            *name == coordinate.name || last == coordinate.name
        });
        match column {
            Some((_, values)) => found.push((index, values.clone())),
            None if skeleton.free().contains(&index) => missing.push(coordinate.name.clone()),
            None => {}
        }
    }
    let free = skeleton.free().len();
    if found.is_empty() {
        let first = missing.first().cloned().unwrap_or_default();
        let nearest = Anatomy::nearest(names.iter().copied(), &first);
        let hint = match nearest.is_empty() {
            true => format!(
                "the columns of the motion are: {}",
                names.iter().take(12).copied().collect::<Vec<_>>().join(", ")
            ),
            false => format!("nearest columns to `{first}`: {}", nearest.join(", ")),
        };
        let message = format!("the motion does not fit the model: it gives {} of {free} coordinates", found.len());
        return Err(Problem::new("motion.file.path", message, hint));
    }
    let turning = found.iter().filter(|(index, _)| turns(anatomy, *index));
    let farthest = turning.map(|(index, values)| (values.iter().fold(0.0_f64, |m, x| m.max(x.abs())), *index));
    let (most, index) = farthest.fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
    if most > FARTHEST {
        let name = &anatomy.tree.coordinates[index].name;
        let message =
            format!("`{name}` reaches {most:.3} rad, {:.0} degrees: no joint turns so far", most.to_degrees());
        return Err(Problem::new(
            "motion.file.angle-unit",
            message,
            "is it in degrees? then write angle-unit = \"deg\"",
        ));
    }
    if most > 0.0 && most.to_degrees() < RADIANS {
        let message =
            format!("no coordinate turns by more than {:.3} degrees: such a body hardly moves", most.to_degrees());
        let hint = "are they radians? then write angle-unit = \"rad\"";
        return Err(Problem::new("motion.file.angle-unit", message, hint));
    }
    Ok(Solved { columns: found, missing, fit: None })
}

type SeenMarkers = [(String, f64, Vec<nalgebra::Vector3<f64>>)];

fn follow_markers(
    anatomy: &Anatomy,
    skeleton: &Skeleton,
    (times, markers): (&[f64], &SeenMarkers),
) -> Result<Solved, Problem> {
    let known = |name: &str| anatomy.markers.iter().position(|marker| marker.name == name);
    let ours: Vec<(Seen, &Vec<nalgebra::Vector3<f64>>)> = markers
        .iter()
        .filter_map(|(name, weight, places)| Some((Seen { marker: known(name)?, weight: *weight }, places)))
        .collect();
    if ours.iter().filter(|(seen, _)| seen.weight > 0.0).count() < 3 {
        let first = markers.first().map_or("", |(name, ..)| name);
        let nearest = Anatomy::nearest(anatomy.markers.iter().map(|marker| marker.name.as_str()), first);
        let message = format!("{} markers of the motion are markers of the model", ours.len());
        let hint = format!("at least 3 must be; the model has none called `{first}`; nearest: {}", nearest.join(", "));
        return Err(Problem::new("motion.file.path", message, hint));
    }
    let seen: Vec<Seen> = ours.iter().map(|(seen, _)| *seen).collect();
    let mut q = skeleton.default_coordinates();
    let mut columns: Vec<(usize, Vec<f64>)> =
        skeleton.free().iter().map(|index| (*index, Vec::with_capacity(times.len()))).collect();
    let (mut squares, mut frames, mut steps) = (0.0, 0, 0);
    let (mut worst, mut worst_marker, mut worst_time) = (0.0, 0, 0.0);
    for (frame, time) in times.iter().enumerate() {
        let places: Vec<_> = ours.iter().map(|(_, places)| places[frame]).collect();
        let there = places.iter().zip(&seen).filter(|(p, s)| s.weight > 0.0 && p.iter().all(|x| x.is_finite())).count();
        if there < 3 {
            let message = format!("{there} markers are seen at {time:.4} s");
            return Err(Problem::new(
                "motion.file.path",
                message,
                "at least 3 must be: cut the recording, or fill the gap",
            ));
        }
        let fit = solve_frame(anatomy, skeleton, &seen, &places, &q);
        q = fit.q;
        squares += fit.rms * fit.rms;
        frames += 1;
        steps += fit.steps;
        if fit.worst.0 > worst {
            (worst, worst_marker, worst_time) = (fit.worst.0, fit.worst.1, *time);
        }
        columns.iter_mut().for_each(|(index, values)| values.push(q[*index]));
    }
    let gaps = ours
        .iter()
        .map(|(seen, places)| {
            let lost = places.iter().filter(|place| !place.iter().all(|x| x.is_finite())).count();
            (anatomy.markers[seen.marker].name.clone(), lost)
        })
        .filter(|(_, lost)| *lost > 0)
        .collect();
    let worst_marker = anatomy.markers[worst_marker].name.clone();
    let rms = (squares / f64::from(frames)).sqrt();
    Ok(Solved {
        columns,
        missing: Vec::new(),
        fit: Some(MarkerFit { rms, worst, worst_marker, worst_time, gaps, steps }),
    })
}

fn place_plates(skeleton: &Skeleton, recording: &Recording) -> Result<Vec<(usize, PlateRecord)>, Problem> {
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

fn find_joints(anatomy: &Anatomy, side: Side) -> Joints {
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
fn find_cycles(
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
