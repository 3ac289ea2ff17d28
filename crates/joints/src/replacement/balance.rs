//! Equilibrium at every instant of the cycle.

use mechanics::contact::surfaces::Twist;
use mechanics::rigid::spatial::Scratch;
use mechanics::rigid::{Curve, Function};
use nalgebra::Isometry3;
use numerics::spline::{OpenCubic, PeriodicCubic};
use rayon::prelude::*;

use super::drive::Options;
use super::history::{FEWEST, Followed, Frame, History, Instant, ended, look_at_post, place, record};
use super::ligament::Pull;
use super::maps::Detail;
use super::parameters::{Experiment, FlexionFrom, Friction, LoadDriven};
use super::platform::{self, Turned};
use super::search::{Quest, Seeker};
use super::seat::find_seat;
use super::{Replacement, ReplacementError};
use crate::Watch;

/// Frames that one task follows, each from the one before; a constant, so that no result depends on the number of threads.
const CHUNK: usize = 13;
/// A height above the insert, or a depth in it, from which no search should begin, in m.
const TOO_HIGH: f64 = 3e-3;
const TOO_DEEP: f64 = -2e-3;

/// The curves of the cycle, ready to evaluate.
pub(super) struct Curves {
    coordinates: Vec<Curve>,
    loads: Vec<Curve>,
    /// Where the load prescribes it.
    flexion: Option<Curve>,
    /// Moment in the frontal plane, where the load has one.
    frontal: Option<Curve>,
    /// Where the axial force acts besides, medial of the femoral component's origin, in m.
    medial: f64,
}

impl Curves {
    pub fn new(knee: &Replacement) -> Result<Self, ReplacementError> {
        let compile = |function: &Function| function.compile().map_err(ReplacementError::Curve);
        let all = |functions: &[Function]| functions.iter().map(compile).collect::<Result<Vec<Curve>, _>>();
        Ok(Self {
            coordinates: all(&knee.cycle.coordinates)?,
            loads: all(&knee.cycle.loads)?,
            flexion: match &knee.parameters.experiment {
                Experiment::LoadDriven(LoadDriven { flexion: FlexionFrom::Load, .. }) => {
                    knee.cycle.flexion.as_ref().map(compile).transpose()?
                }
                _ => None,
            },
            frontal: knee.cycle.frontal.as_ref().map(compile).transpose()?,
            medial: knee.load_medial(),
        })
    }

    pub fn measured(&self, time: f64) -> [f64; 6] {
        std::array::from_fn(|k| self.coordinates[k].value(time))
    }

    /// The flexion that is prescribed.
    pub fn flexion(&self, time: f64) -> f64 {
        self.flexion.as_ref().unwrap_or(&self.coordinates[0]).value(time)
    }

    /// Where all that acts in the frontal plane is one axial force, medial of the femoral component's origin, in m.
    pub fn acts(&self, time: f64) -> f64 {
        let (axial, moment) = (self.loads[0].value(time), self.frontal.as_ref().map_or(0.0, |curve| curve.value(time)));
        self.medial + if axial > 0.0 { moment / axial } else { 0.0 }
    }

    pub fn loads(&self, time: f64) -> [f64; 3] {
        std::array::from_fn(|k| self.loads[k].value(time))
    }
}

/// Where the parts settle, and the frames of every motion.
pub(super) type Motions = (Option<[f64; 6]>, Vec<Vec<[f64; 6]>>);

/// Where the parts settle in a simulator, and every frame without friction and with it, where there is any.
pub(super) fn compute_motions(knee: &Replacement, watch: &dyn Watch) -> Result<Motions, ReplacementError> {
    let rest = settle(knee, &Curves::new(knee)?, watch)?;
    compute_motions_from(knee, rest, watch)
}

/// The same with restraints that are at rest where they are told to be.
pub(super) fn compute_motions_from(
    knee: &Replacement,
    rest: Option<[f64; 6]>,
    watch: &dyn Watch,
) -> Result<Motions, ReplacementError> {
    let (curves, times) = (Curves::new(knee)?, knee.frame_times());
    let seeker = Seeker::new(knee, &curves, Options::still(rest), watch)?;
    let bare = solve_frames(&seeker, &times, None)?;
    let mut motions = vec![bare.places.clone()];
    if matches!(knee.parameters.friction, Friction::Coulomb(_)) {
        let rates = compute_rates(&motions[0], knee.cycle.duration)?;
        motions.push(solve_frames(&seeker, &times, Some((&rates, &bare)))?.places);
    }
    Ok((rest, motions))
}

/// A frame as the contact itself has it, without its fields.
pub(super) fn measure(
    knee: &Replacement,
    instant: &Instant,
    (pose, twist): (&Isometry3<f64>, &Twist),
    ligaments: Vec<Pull>,
) -> Frame {
    let Instant { time, coordinates, rates, measured, loads, platform } = *instant;
    let mut scratch = knee.pair.scratch().in_parallel();
    let response = knee.pair.evaluate(pose, twist, &mut scratch);
    let (whole, regions) = (*scratch.patch(), scratch.regions().to_vec());
    let (measured_depth, post) = (None, look_at_post(knee, pose, twist));
    Frame {
        time,
        coordinates,
        rates,
        measured,
        loads,
        response,
        whole,
        regions,
        measured_depth,
        ligaments,
        platform,
        post,
    }
}

/// Solves every frame as far as there are places of rest, then records contact and fields with the velocities between them.
pub(super) fn run(knee: &Replacement, detail: Detail, watch: &dyn Watch) -> Result<Followed, ReplacementError> {
    let (curves, times) = (Curves::new(knee)?, knee.frame_times());
    let rest = settle(knee, &curves, watch)?;
    let seeker = Seeker::new(knee, &curves, Options::still(rest), watch)?;
    let (mut solved, mut failed) = solve_as_far(&seeker, &times, None)?;
    if solved.places.len() < FEWEST
        && let Some(why) = failed
    {
        return Err(why);
    }
    let mut rates = compute_rates_as_far(knee, &solved.places)?;
    if matches!(knee.parameters.friction, Friction::Coulomb(_)) {
        // Friction needs to know where to: the velocities of the motion before say it, first without friction.
        solved.set_speeds(knee)?;
        let reached = &times[..solved.places.len()];
        let (again, why) = solve_as_far(&seeker, reached, Some((&rates, &solved)))?;
        failed = failed.or(why);
        solved = Solved { steps: solved.steps + again.steps, ..again };
    }
    if failed.is_none() {
        failed = cut_where_too_far(knee, &curves, (&times, &mut solved.places), watch);
        solved.turned.truncate(solved.places.len());
    }
    if solved.places.len() < FEWEST
        && let Some(why) = failed
    {
        return Err(why);
    }
    if !solved.turned.is_empty() {
        // What slides on the insert is what moves against it.
        solved.set_speeds(knee)?;
        for (place, turned) in solved.places.iter_mut().zip(&solved.turned) {
            *place = platform::relative(place, turned.angle);
        }
        rates = compute_rates_as_far(knee, &solved.places)?;
    }
    let Solved { places: found, steps, missed, turned } = solved;
    let instant = |(i, &time): (usize, &f64)| {
        let (loads, platform) = (curves.loads(time), turned.get(i).copied());
        let measured = platform::relative(&curves.measured(time), platform.map_or(0.0, |turned| turned.angle));
        Instant { time, coordinates: found[i], rates: rates[i], measured, loads, platform }
    };
    let instants: Vec<Instant> = times.iter().enumerate().take(found.len()).map(instant).collect();
    let (frames, maps) = record(knee, rest.as_ref(), (&instants, detail), watch)?;
    Ok((History { frames, maps: Some(maps), work: vec![("newton_steps".into(), steps)], missed }, failed))
}

/// Where the restraints of a simulator are at rest: where the parts settle under the axial force alone.
pub(super) fn settle(
    knee: &Replacement,
    curves: &Curves,
    watch: &dyn Watch,
) -> Result<Option<[f64; 6]>, ReplacementError> {
    if !matches!(knee.parameters.experiment, Experiment::LoadDriven(_)) {
        return Ok(None);
    }
    let seeker = Seeker::new(knee, curves, Options::still(None), watch)?;
    // From straight above the middle, so that the measured place does not decide.
    let [.., x, y, z] = curves.measured(0.0);
    let mut guess = [curves.flexion(0.0), 0.0, 0.0, x, y, z];
    let seat = find_seat([&knee.femoral.mesh, &knee.insert.mesh], &place(&guess, &[0.0; 6]).0);
    if let Some(seat) = seat.filter(|seat| !(TOO_DEEP..TOO_HIGH).contains(&seat.drop)) {
        guess[4] -= seat.drop;
    }
    let quest = Quest { time: 0.0, guess, rates: None, before: None, bare: None };
    let found = seeker.find(&quest, &mut seeker.scratches().map(Scratch::in_parallel))?;
    Ok(Some(found.coordinates))
}

/// Coordinates, or their rates, of every frame.
type Places<'a> = &'a [[f64; 6]];

/// Every frame that was found.
#[derive(Default)]
struct Solved {
    places: Vec<[f64; 6]>,
    steps: u64,
    /// Unbalanced force that is left where it is largest, as a share of the largest force there.
    missed: f64,
    /// How the insert has turned on its tray at every frame, where it can.
    turned: Vec<Turned>,
}

impl Solved {
    /// Speeds of the insert on its tray: those of the periodic spline through its angles.
    fn set_speeds(&mut self, knee: &Replacement) -> Result<(), ReplacementError> {
        if self.turned.is_empty() {
            return Ok(());
        }
        let angles: Vec<[f64; 6]> = self.turned.iter().map(|turned| [turned.angle, 0.0, 0.0, 0.0, 0.0, 0.0]).collect();
        let rates = compute_rates_as_far(knee, &angles)?;
        self.turned.iter_mut().zip(rates).for_each(|(turned, rate)| turned.rate = rate[0]);
        Ok(())
    }
}

/// Every frame on an insert that turns, one after the other: twice, so that the second time begins as the first ended.
fn solve_on_platform(
    seeker: &Seeker<'_>,
    times: &[f64],
    friction: Option<(Places<'_>, &Solved)>,
) -> Result<AsFar, ReplacementError> {
    let Seeker { knee, curves, watch, options, .. } = *seeker;
    let mut turned = Turned::default();
    let mut last: Option<[f64; 6]> = None;
    let mut steps = 0;
    let mut solved = Solved::default();
    for lap in 0..2 {
        solved = Solved::default();
        for (i, &time) in times.iter().enumerate() {
            watch.progress("equilibrium", 0.5 * (f64::from(lap) + i as f64 / times.len() as f64));
            let measured = curves.measured(time);
            let before = solved.places.last().map(|place| (times[i - 1], *place));
            let guess = match (&knee.parameters.experiment, before) {
                (Experiment::MeasuredPose(_), Some((then, place))) => {
                    let there = curves.measured(then);
                    std::array::from_fn(|k| measured[k] + place[k] - there[k])
                }
                (Experiment::MeasuredPose(_), None) => measured,
                (Experiment::LoadDriven(_), _) => last.or(options.rest).unwrap_or(measured),
            };
            let rates = friction.map(|(rates, _)| rates[i]);
            let bare = friction.map_or(options.rest, |(_, bare)| Some(bare.places[i]));
            let speed = friction.map_or(0.0, |(_, bare)| bare.turned[i].rate);
            let quest = Quest { time, guess, rates, before, bare };
            let found = platform::find((knee, curves, options, watch), &quest, Turned { rate: speed, ..turned });
            let (found, now) = match found {
                Ok(found) => found,
                Err(why) => return Ok((Solved { steps, ..solved }, ended(why)?)),
            };
            steps += found.steps;
            solved.missed = solved.missed.max(found.missed);
            solved.places.push(found.coordinates);
            solved.turned.push(now);
            (turned, last) = (now, Some(found.coordinates));
        }
    }
    Ok((Solved { steps, ..solved }, None))
}

/// What was found, and why no more was.
type AsFar = (Solved, Option<ReplacementError>);

/// Solves every frame; with friction, given the velocities for it and the places without it.
fn solve_frames(
    seeker: &Seeker<'_>,
    times: &[f64],
    friction: Option<(Places<'_>, &Solved)>,
) -> Result<Solved, ReplacementError> {
    let (solved, failed) = solve_as_far(seeker, times, friction)?;
    failed.map_or(Ok(solved), Err)
}

/// Solves one frame after the other until one has no place of rest.
fn solve_as_far(
    seeker: &Seeker<'_>,
    times: &[f64],
    friction: Option<(Places<'_>, &Solved)>,
) -> Result<AsFar, ReplacementError> {
    let Seeker { knee, curves, watch, .. } = *seeker;
    if platform::of(knee).is_some() {
        return solve_on_platform(seeker, times, friction);
    }
    let measured_drives = matches!(knee.parameters.experiment, Experiment::MeasuredPose(_));
    let solve = |range: std::ops::Range<usize>, scratches: &mut [Scratch; 2]| {
        let mut solved = Solved { places: Vec::with_capacity(range.len()), ..Solved::default() };
        for i in range {
            let time = times[i];
            let measured = curves.measured(time);
            let before = solved.places.last().map(|last| (times[i - 1], *last));
            // The offset of the frame before is a good guess; in a simulator its place is.
            let guess: [f64; 6] = match (before, measured_drives) {
                (Some((time, last)), true) => {
                    let before = curves.measured(time);
                    std::array::from_fn(|k| measured[k] + last[k] - before[k])
                }
                (Some((_, last)), false) => last,
                (None, _) => measured,
            };
            let rates = friction.map(|(rates, _)| rates[i]);
            let bare = friction.map_or(seeker.options.rest, |(_, bare)| Some(bare.places[i]));
            let found = match seeker.find(&Quest { time, guess, rates, before, bare }, scratches) {
                Ok(found) => found,
                Err(why) => return Ok((solved, ended(why)?)),
            };
            solved.steps += found.steps;
            solved.missed = solved.missed.max(found.missed);
            solved.places.push(found.coordinates);
        }
        Ok::<AsFar, ReplacementError>((solved, None))
    };
    watch.progress("equilibrium", 0.0);
    let parts = if measured_drives {
        let tasks: Vec<usize> = (0..times.len()).step_by(CHUNK).collect();
        let range = |first: usize| first..(first + CHUNK).min(times.len());
        let task = |&first: &usize| solve(range(first), &mut seeker.scratches());
        tasks.par_iter().map(task).collect::<Result<Vec<_>, _>>()?
    } else {
        // Each place of rest begins at the one before: no two at a time, but all threads for each.
        vec![solve(0..times.len(), &mut seeker.scratches().map(Scratch::in_parallel))?]
    };
    watch.progress("equilibrium", 1.0);
    let mut whole = Solved::default();
    for (part, failed) in parts {
        whole.steps += part.steps;
        whole.missed = whole.missed.max(part.missed);
        whole.places.extend(part.places);
        if failed.is_some() {
            return Ok((whole, failed));
        }
    }
    Ok((whole, None))
}

/// Rates of the coordinates at the frames that were found; of a part of the cycle they are those of an open spline.
pub(super) fn compute_rates_as_far(knee: &Replacement, found: &[[f64; 6]]) -> Result<Vec<[f64; 6]>, ReplacementError> {
    if found.len() == knee.parameters.output.frames {
        return compute_rates(found, knee.cycle.duration);
    }
    let times = knee.frame_times();
    let at = &times[..found.len()];
    let mut rates = vec![[0.0; 6]; found.len()];
    for k in 0..6 {
        let values: Vec<f64> = found.iter().map(|place| place[k]).collect();
        let spline = OpenCubic::new(at, &values).map_err(ReplacementError::Curve)?;
        at.iter().zip(&mut rates).for_each(|(time, rate)| rate[k] = spline.evaluate(*time)[1]);
    }
    Ok(rates)
}

/// Rates of the coordinates at every frame: those of the periodic spline through them.
pub(super) fn compute_rates(found: &[[f64; 6]], duration: f64) -> Result<Vec<[f64; 6]>, ReplacementError> {
    let last = found.len() - 1;
    let at: Vec<f64> = (0..last).map(|i| duration * i as f64 / last as f64).collect();
    let spline = PeriodicCubic::new(&at, &found[..last], duration).map_err(ReplacementError::Curve)?;
    Ok((0..=last).map(|i| spline.derivative(duration * i as f64 / last as f64)).collect())
}

/// A measured pose that has to be moved far is wrong, not inexact: the frames from the first such one on are cut away.
pub(super) fn cut_where_too_far(
    knee: &Replacement,
    curves: &Curves,
    (times, found): (&[f64], &mut Vec<[f64; 6]>),
    watch: &dyn Watch,
) -> Option<ReplacementError> {
    let Experiment::MeasuredPose(case) = &knee.parameters.experiment else { return None };
    let offsets: Vec<f64> = found.iter().zip(times).map(|(place, &time)| place[4] - curves.measured(time)[4]).collect();
    let first = offsets.iter().position(|offset| !(offset.abs() <= case.largest_offset.si()))?;
    if watch.cancelled() {
        return None;
    }
    let worst = (first..offsets.len()).max_by(|&a, &b| offsets[a].abs().total_cmp(&offsets[b].abs()))?;
    found.truncate(first);
    let mut scratch = knee.pair.scratch();
    let (pose, twist) = place(&curves.measured(times[worst]), &[0.0; 6]);
    knee.pair.evaluate(&pose, &twist, &mut scratch);
    Some(ReplacementError::TooFar {
        percent: 100.0 * times[worst] / knee.cycle.duration,
        offset: 1e3 * offsets[worst],
        load: curves.loads(times[worst])[0],
        allowed: 1e3 * case.largest_offset.si(),
        depth: 1e3 * scratch.patch().deepest,
    })
}
