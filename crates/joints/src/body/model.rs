//! A body behind the door: everything checked, the motion smooth.

use mechanics::rigid::tree::{Load, Skeleton};
use nalgebra::Vector3;

use super::analysis::{Analysis, Instant};
use super::anatomy::Anatomy;
use super::cycles::{Joints, find_cycles, find_joints, place_emg, place_plates};
use super::matching::{MarkerFit, solve_coordinates};
use super::own::{self, Size};
use super::parameters::Scaling;
use super::paths::LineSolver;
use super::priced::find_priced;
use super::recording::{PlateRecord, Recording};
use super::scale::scale;
use super::sharing::Sharing;
use super::shipped::{self, Shipped};
use super::sizing::fit_to_markers;
use super::smooth::Course;
use super::{BodyError, Parameters, check, plausible};
use crate::need::Need;
use crate::{Problem, Watch};

/// A moment arm below this is none, m.
const NO_ARM: f64 = 1e-7;

/// Seconds for reading a model, and for the share of a muscle at an instant.
const READ: f64 = 0.04;
const SHARED: f64 = 1.5e-6;

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
    /// Those of the leg that is not reported.
    pub(super) other: Joints,
    /// Coordinates that muscles share, as positions among the free ones.
    pub(super) rows: Vec<usize>,
    /// Bodies below the joints whose force has a price.
    pub(super) priced: Vec<usize>,
    /// Free coordinates that hang on no muscle and are no base.
    pub(super) bare: Vec<usize>,
    pub(super) base: Option<usize>,
    pub(super) markers: Option<MarkerFit>,
    /// Free coordinates that the motion does not give.
    pub(super) missing: Vec<String>,
    /// How far the plates were moved to stand under the body, forwards and to the right, m.
    pub(super) moved: Option<[f64; 2]>,
}

impl Body {
    /// Checks everything, fits the model to the person, and makes the motion smooth. Without an anatomy it is our own, without a
    /// recording a shipped walk.
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
        anatomy.as_ref().map_or(Ok(()), plausible::check).map_err(one)?;
        let walk = shipped::find(parameters.motion.recording.as_deref()).filter(|_| recording.is_none());
        let mut anatomy = fitted(&parameters, anatomy, walk, recording.as_ref()).map_err(one)?;
        lock(&parameters, &mut anatomy).map_err(one)?;
        let skeleton = Skeleton::new(anatomy.tree.clone()).map_err(|wrong| {
            let hint = wrong.hint().unwrap_or_else(|| "correct the model".into());
            one(Problem::new("model.file", wrong.to_string(), hint))
        })?;
        let recording = match recording {
            Some(recording) => recording,
            None => walk.and_then(|walk| (walk.read)(&anatomy, parameters.side)).ok_or_else(|| {
                one(Problem::new("motion.recording", "the shipped walk cannot be read", "please report this"))
            })?,
        };
        let values = solve_coordinates(&anatomy, &skeleton, &recording).map_err(one)?;
        let course =
            Course::new(&recording.times, &values.columns, skeleton.default_coordinates(), parameters.motion.smoothing)
                .map_err(one)?;
        let plates = place_plates(&skeleton, &recording).map_err(one)?;
        place_emg(&anatomy, &recording).map_err(one)?;
        let mass = skeleton.mass();
        let [joints, other] = [parameters.side, parameters.side.other()].map(|side| find_joints(&anatomy, side));
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
            other,
            rows: Vec::new(),
            priced: Vec::new(),
            bare: Vec::new(),
            base,
            markers: values.fit,
            missing: values.missing,
            moved: None,
        };
        (body.rows, body.bare) = body.find_rows();
        body.priced = find_priced(&body.parameters.muscles, &body.anatomy, &body.moved_by_muscles()).map_err(one)?;
        body.register_plates().map_err(one)?;
        Ok(body)
    }

    /// Bodies whose joint muscles move.
    fn moved_by_muscles(&self) -> Vec<usize> {
        let free = self.skeleton.free();
        let shared = |coordinate: usize| self.rows.iter().any(|row| free[*row] == coordinate);
        let bodies = &self.anatomy.tree.bodies;
        let moved = |at: &usize| {
            let mut axes = bodies[*at].joint.axes();
            axes.any(|axis| axis.coordinates.iter().any(|(at, _)| shared(*at)))
        };
        (0..bodies.len()).filter(moved).collect()
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
        let (frames, muscles) = (self.parameters.output.frames as f64, self.anatomy.muscles.len() as f64);
        // 101 and 401 frames of 86 muscles took 30 and 52 MB, 0.09 and 0.16 s.
        let columns = 80.0 + 6.0 * muscles;
        let instants = frames * self.cycles.len() as f64;
        Need::table(frames, columns).and_seconds(READ + SHARED * muscles * instants)
    }

    /// Weight of the person, N.
    pub fn weight(&self) -> f64 {
        self.mass * self.anatomy.tree.gravity.norm()
    }

    fn analysis(&self) -> Analysis<'_> {
        Analysis {
            anatomy: &self.anatomy,
            skeleton: &self.skeleton,
            sharing: Sharing::new(
                (&self.anatomy, &self.skeleton),
                &self.parameters.muscles,
                (&self.rows, &self.priced),
                self.weight(),
                &self.recording.emg,
            ),
            base: self.base,
        }
    }

    /// What the ground does at a time.
    pub(super) fn ground(&self, time: f64, swapped: bool) -> Vec<Load> {
        let count = self.plates.len();
        let load = |(i, (body, plate)): (usize, &(usize, PlateRecord))| {
            let [force, point, moment] = plate.at(time);
            let body = if swapped && count == 2 { self.plates[1 - i].0 } else { *body };
            Load { body: Some(body), force, point, moment }
        };
        self.plates.iter().enumerate().map(load).collect()
    }

    /// Instants of every cycle.
    pub(super) fn solve(&self, watch: &dyn Watch) -> Result<Vec<Vec<Instant>>, BodyError> {
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

    /// In which other axes the plates fit far better, in words; none where they fit as they are, or in no way.
    pub(super) fn find_turned_plates(&self) -> Option<&'static str> {
        type Turn = fn(&Vector3<f64>) -> Vector3<f64>;
        const TURNS: [(&str, Turn, f64); 7] = [
            ("their Z points upwards, not their Y", |v| Vector3::new(v.x, v.z, -v.y), 1.0),
            ("their Z points upwards and their Y forwards", |v| Vector3::new(v.y, v.z, v.x), 1.0),
            ("their Z points downwards", |v| Vector3::new(v.x, -v.z, v.y), 1.0),
            ("their X points to the right", |v| Vector3::new(-v.z, v.y, v.x), 1.0),
            ("their X points to the left", |v| Vector3::new(v.z, v.y, -v.x), 1.0),
            ("their X points backwards", |v| Vector3::new(-v.x, v.y, -v.z), 1.0),
            ("they say what the foot does to the ground", |v| *v, -1.0),
        ];
        let analysis = self.analysis();
        let times = self.probe(21);
        let rms = |turn: Turn, sign: f64| {
            let square = |time: &f64| {
                let turned = |load: Load| Load {
                    body: load.body,
                    force: sign * turn(&load.force),
                    point: turn(&load.point),
                    moment: sign * turn(&load.moment),
                };
                let ground: Vec<Load> = self.ground(*time, false).into_iter().map(turned).collect();
                let [force, moment] = analysis.compute_residual(&self.course.at(&self.skeleton, *time), &ground);
                force.norm_squared() + moment.norm_squared()
            };
            times.iter().map(square).sum::<f64>().sqrt()
        };
        let given = rms(|v| *v, 1.0);
        let all = TURNS.iter().map(|(words, turn, sign)| (rms(*turn, *sign), *words));
        let (best, words) = all.min_by(|a, b| a.0.total_cmp(&b.0))?;
        (best < 0.4 * given).then_some(words)
    }

    /// Squared moments that a plate makes about the body that stands on it, N² m²: a foot is never far from its force.
    fn swing(&self, motion: &[Vec<f64>; 3], time: f64, swapped: bool) -> f64 {
        let pose = self.skeleton.compute_pose(&motion[0]);
        let moment = |load: &Load| {
            let at = load.body.map_or_else(Vector3::zeros, |body| pose.bodies[body].position);
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
fn fitted(
    parameters: &Parameters,
    anatomy: Option<Anatomy>,
    walk: Option<&Shipped>,
    recording: Option<&Recording>,
) -> Result<Anatomy, Problem> {
    let person = &parameters.person;
    let own = || own::lower_limbs().map_err(|wrong| Problem::new("model", wrong.message.clone(), "please report this"));
    if let (Scaling::Markers, Some(recording)) = (person.scaling, recording) {
        let anatomy = anatomy.map_or_else(own, Ok)?;
        return fit_to_markers(&anatomy, recording, person.mass.map(quantity::Mass::si));
    }
    if let Some(anatomy) = anatomy {
        let Some(mass) = person.mass else { return Ok(anatomy) };
        let same = vec![Vector3::repeat(1.0); anatomy.tree.bodies.len()];
        return Ok(scale(&anatomy, &same, mass.si()));
    }
    let own = own()?;
    let whole: f64 = own.tree.bodies.iter().map(|body| body.mass).sum();
    let usual = walk.map_or(Size { mass: whole, height: own::HEIGHT, thigh: None, shank: None }, |walk| walk.size);
    // Who says how tall he is, is no longer the one who walked.
    let unless = |given: Option<quantity::Length>, walkers: Option<f64>| {
        given.map(quantity::Length::si).or(walkers.filter(|_| person.height.is_none()))
    };
    let size = Size {
        mass: person.mass.map_or(usual.mass, quantity::Mass::si),
        height: person.height.map_or(usual.height, quantity::Length::si),
        thigh: unless(person.thigh, usual.thigh),
        shank: unless(person.shank, usual.shank),
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
