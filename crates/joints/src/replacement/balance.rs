//! Equilibrium at every instant of the cycle.

use mechanics::contact::surfaces::Twist;
use mechanics::rigid::spatial::{EquilibriumSettings, Model, Placement, Scratch, State};
use mechanics::rigid::{Curve, RigidError};
use nalgebra::Isometry3;
use numerics::spline::PeriodicCubic;
use rayon::prelude::*;

use super::drive::{self, Options};
use super::history::{Frame, History, Instant, place, record};
use super::ligament::Pull;
use super::parameters::{Experiment, FlexionFrom, Friction, LoadDriven};
use super::{Replacement, ReplacementError};
use crate::Watch;

/// Frames that one task follows, each from the one before; a constant, so that no result depends on the number of threads.
const CHUNK: usize = 13;
/// Unbalanced force that counts as balanced, as a share of the largest: facets make the force rough below this.
const BALANCED: f64 = 1e-6;
/// The same where few points say where to begin.
const ROUGHLY_BALANCED: f64 = 1e-3;
/// The mass only guides the search for a place of rest.
pub(super) const MASS: f64 = 1.0;

/// The curves of the cycle, ready to evaluate.
pub(super) struct Curves {
    coordinates: Vec<Curve>,
    loads: Vec<Curve>,
    /// Where the load prescribes it.
    flexion: Option<Curve>,
}

impl Curves {
    pub fn new(knee: &Replacement) -> Self {
        // The cycle has compiled every function when it was made.
        let compile =
            |function: &mechanics::rigid::Function| function.compile().unwrap_or(Curve::Polynomial(vec![0.0]));
        Self {
            coordinates: knee.cycle.coordinates.iter().map(compile).collect(),
            loads: knee.cycle.loads.iter().map(compile).collect(),
            flexion: match &knee.parameters.experiment {
                Experiment::LoadDriven(LoadDriven { flexion: FlexionFrom::Load, .. }) => {
                    knee.cycle.flexion.as_ref().map(compile)
                }
                _ => None,
            },
        }
    }

    pub fn measured(&self, time: f64) -> [f64; 6] {
        std::array::from_fn(|k| self.coordinates[k].value(time))
    }

    /// The flexion that is prescribed.
    pub fn flexion(&self, time: f64) -> f64 {
        self.flexion.as_ref().unwrap_or(&self.coordinates[0]).value(time)
    }

    pub fn loads(&self, time: f64) -> [f64; 3] {
        std::array::from_fn(|k| self.loads[k].value(time))
    }
}

/// When a place counts as a place of rest.
pub(super) fn equilibrium_settings() -> EquilibriumSettings {
    EquilibriumSettings { balanced: BALANCED, ..EquilibriumSettings::default() }
}

/// The same for a search on few points, which says where to begin.
pub(super) fn roughly_settings() -> EquilibriumSettings {
    EquilibriumSettings { balanced: ROUGHLY_BALANCED, most_steps: 50, ..equilibrium_settings() }
}

/// Where the parts settle, and the frames of every motion.
pub(super) type Motions = (Option<[f64; 6]>, Vec<Vec<[f64; 6]>>);

/// Where the parts settle in a simulator, and every frame without friction and with it, where there is any.
pub(super) fn compute_motions(knee: &Replacement, watch: &dyn Watch) -> Result<Motions, ReplacementError> {
    let (curves, times, settings) = (Curves::new(knee), knee.frame_times(), equilibrium_settings());
    let options = Options { rest: settle(knee, &curves, &settings)?, mass: MASS, damping_ratio: 0.0 };
    let models = models(knee, &options)?;
    let (found, _) = solve_frames(knee, &models, &curves, (&times, None, &settings), watch)?;
    let mut motions = vec![found];
    if matches!(knee.parameters.friction, Friction::Coulomb(_)) {
        let rates = compute_rates(&motions[0], knee.cycle.duration);
        motions.push(solve_frames(knee, &models, &curves, (&times, Some(&rates), &settings), watch)?.0);
    }
    Ok((options.rest, motions))
}

/// The mechanism, and the same on few points, from which searches begin.
fn models(knee: &Replacement, options: &Options) -> Result<[Model; 2], ReplacementError> {
    let failed = |error| ReplacementError::Motion(Box::new(error));
    Ok([
        drive::build(knee, options).map_err(failed)?,
        drive::build_on(knee, options, knee.rough.clone()).map_err(failed)?,
    ])
}

/// A frame as the contact itself has it, without its fields.
pub(super) fn measure(
    knee: &Replacement,
    instant: &Instant,
    (pose, twist): (&Isometry3<f64>, &Twist),
    ligaments: Vec<Pull>,
) -> Frame {
    let Instant { time, coordinates, measured, loads, .. } = *instant;
    let mut scratch = knee.pair.scratch().in_parallel();
    let response = knee.pair.evaluate(pose, twist, &mut scratch);
    let (whole, regions) = (*scratch.patch(), scratch.regions().to_vec());
    Frame { time, coordinates, measured, loads, response, whole, regions, measured_depth: None, ligaments }
}

/// Solves every frame, then records contact and fields with the velocities between them.
pub(super) fn run(knee: &Replacement, watch: &dyn Watch) -> Result<History, ReplacementError> {
    let curves = Curves::new(knee);
    let times = knee.frame_times();
    let settings = equilibrium_settings();
    let options = Options { rest: settle(knee, &curves, &settings)?, mass: MASS, damping_ratio: 0.0 };
    let models = models(knee, &options)?;
    let (mut found, mut steps) = solve_frames(knee, &models, &curves, (&times, None, &settings), watch)?;
    let rates = compute_rates(&found, knee.cycle.duration);
    if matches!(knee.parameters.friction, Friction::Coulomb(_)) {
        // Friction needs to know where to: the velocities of the motion before say it, first without friction.
        let (again, more) = solve_frames(knee, &models, &curves, (&times, Some(&rates), &settings), watch)?;
        (found, steps) = (again, steps + more);
    }
    check_offsets(knee, &curves, (&times, &found), watch)?;
    let instant = |(i, &time): (usize, &f64)| {
        let (measured, loads) = (curves.measured(time), curves.loads(time));
        Instant { time, coordinates: found[i], rates: rates[i], measured, loads }
    };
    let instants: Vec<Instant> = times.iter().enumerate().map(instant).collect();
    let (frames, maps) = record(knee, options.rest.as_ref(), &instants, watch)?;
    Ok(History { frames, maps: Some(maps), work: vec![("newton_steps".into(), steps)] })
}

/// Where the restraints of a simulator are at rest: where the parts settle under the axial force alone.
pub(super) fn settle(
    knee: &Replacement,
    curves: &Curves,
    settings: &EquilibriumSettings,
) -> Result<Option<[f64; 6]>, ReplacementError> {
    if !matches!(knee.parameters.experiment, Experiment::LoadDriven(_)) {
        return Ok(None);
    }
    let options = Options { rest: None, mass: MASS, damping_ratio: 0.0 };
    let model = drive::build(knee, &options).map_err(|error| ReplacementError::Motion(Box::new(error)))?;
    let mut scratch = Scratch::new(&model).in_parallel();
    let mut state = model.described_state(0.0);
    // From straight above the middle, so that the measured place does not decide.
    let start = curves.measured(0.0);
    model.set_coordinates(0, &[start[0], 0.0, 0.0, start[3], start[4], start[5]], &mut state);
    let (state, _) = model
        .solve_equilibrium(&state, settings, &mut scratch)
        .map_err(|error| no_balance(knee, 0.0, curves.loads(0.0)[0], error))?;
    Ok(Some(values(&model, &state)))
}

pub(super) fn values(model: &Model, state: &State) -> [f64; 6] {
    model.coordinates(0, state).map_or([f64::NAN; 6], |coordinates| coordinates.map(|[value, _]| value))
}

pub(super) fn no_balance(knee: &Replacement, time: f64, load: f64, source: RigidError) -> ReplacementError {
    ReplacementError::NoBalance { percent: 100.0 * time / knee.cycle.duration, load, source: Box::new(source) }
}

/// Times, velocities for friction, and how to solve.
type Asked<'a> = (&'a [f64], Option<&'a [[f64; 6]]>, &'a EquilibriumSettings);

fn solve_frames(
    knee: &Replacement,
    [model, rough]: &[Model; 2],
    curves: &Curves,
    (times, rates, settings): Asked<'_>,
    watch: &dyn Watch,
) -> Result<(Vec<[f64; 6]>, u64), ReplacementError> {
    let measured_drives = matches!(knee.parameters.experiment, Experiment::MeasuredPose(_));
    let roughly = roughly_settings();
    let solve = |range: std::ops::Range<usize>, [scratch, on_few]: &mut [Scratch; 2]| {
        let mut found: Vec<[f64; 6]> = Vec::with_capacity(range.len());
        let mut steps = 0;
        for i in range {
            if watch.cancelled() {
                return Err(ReplacementError::Interrupted);
            }
            let mut state = model.described_state(times[i]);
            let measured = curves.measured(times[i]);
            // The offset of the frame before is a good guess; in a simulator its place is.
            let guess: [f64; 6] = match (found.last(), measured_drives) {
                (Some(last), true) => {
                    let before = curves.measured(times[i - 1]);
                    std::array::from_fn(|k| measured[k] + last[k] - before[k])
                }
                (Some(last), false) => *last,
                (None, _) => measured,
            };
            model.set_coordinates(0, &guess, &mut state);
            if let Some(rates) = rates {
                let (_, twist) = place(&guess, &rates[i]);
                let at = state.placement(0);
                state.set_placement(0, &Placement { velocity: twist.linear, spin: twist.angular, ..at });
            }
            // Where few points do not balance, the search begins at the guess.
            if let Ok((near, _)) = rough.solve_equilibrium(&state, &roughly, on_few) {
                state = near;
            }
            let (state, count) = model
                .solve_equilibrium(&state, settings, scratch)
                .map_err(|error| no_balance(knee, times[i], curves.loads(times[i])[0], error))?;
            steps += u64::from(count);
            found.push(values(model, &state));
        }
        Ok((found, steps))
    };
    watch.progress("equilibrium", 0.0);
    let parts = if measured_drives {
        let tasks: Vec<usize> = (0..times.len()).step_by(CHUNK).collect();
        let range = |first: usize| first..(first + CHUNK).min(times.len());
        let task = |&first: &usize| solve(range(first), &mut [Scratch::new(model), Scratch::new(rough)]);
        tasks.par_iter().map(task).collect::<Result<Vec<_>, _>>()?
    } else {
        // Each place of rest begins at the one before: no two at a time, but all threads for each.
        vec![solve(0..times.len(), &mut [Scratch::new(model).in_parallel(), Scratch::new(rough).in_parallel()])?]
    };
    watch.progress("equilibrium", 1.0);
    let steps = parts.iter().map(|(_, steps)| steps).sum();
    Ok((parts.into_iter().flat_map(|(found, _)| found).collect(), steps))
}

/// Rates of the coordinates at every frame: those of the periodic spline through them.
pub(super) fn compute_rates(found: &[[f64; 6]], duration: f64) -> Vec<[f64; 6]> {
    let last = found.len() - 1;
    let at: Vec<f64> = (0..last).map(|i| duration * i as f64 / last as f64).collect();
    match PeriodicCubic::new(&at, &found[..last], duration) {
        Ok(spline) => (0..=last).map(|i| spline.derivative(duration * i as f64 / last as f64)).collect(),
        Err(_) => vec![[0.0; 6]; found.len()],
    }
}

/// A measured pose that has to be moved far is wrong, not inexact.
pub(super) fn check_offsets(
    knee: &Replacement,
    curves: &Curves,
    (times, found): (&[f64], &[[f64; 6]]),
    watch: &dyn Watch,
) -> Result<(), ReplacementError> {
    let Experiment::MeasuredPose(case) = &knee.parameters.experiment else { return Ok(()) };
    let offset = |i: usize| found[i][4] - curves.measured(times[i])[4];
    let Some(worst) = (0..times.len()).max_by(|&a, &b| offset(a).abs().total_cmp(&offset(b).abs())) else {
        return Ok(());
    };
    if offset(worst).abs() <= case.largest_offset.si() || watch.cancelled() {
        return Ok(());
    }
    let mut scratch = knee.pair.scratch();
    let (pose, twist) = place(&curves.measured(times[worst]), &[0.0; 6]);
    knee.pair.evaluate(&pose, &twist, &mut scratch);
    Err(ReplacementError::TooFar {
        percent: 100.0 * times[worst] / knee.cycle.duration,
        offset: 1e3 * offset(worst),
        load: curves.loads(times[worst])[0],
        allowed: 1e3 * case.largest_offset.si(),
        depth: 1e3 * scratch.patch().deepest,
    })
}
