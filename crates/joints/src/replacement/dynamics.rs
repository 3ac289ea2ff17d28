//! Equations of motion over the cycle, as the load drives.

use mechanics::rigid::spatial::{Scratch, Simulation};
use mechanics::rigid::{RigidError, SimulationSettings};
use numerics::ode::Scheme;

use super::balance::{Curves, settle};
use super::by_surrogate;
use super::drive::{self, Options};
use super::history::{FEWEST, Followed, History, Instant, record};
use super::maps::Detail;
use super::parameters::DynamicInput;
use super::search::{Quest, Seeker, equilibrium_settings, state_at};
use super::{Replacement, ReplacementError};
use crate::Watch;

/// A motion before its contact is recorded.
pub(super) struct Moved {
    /// Where the parts settle.
    rest: Option<[f64; 6]>,
    pub instants: Vec<Instant>,
    work: Vec<(String, u64)>,
    /// Why it goes no further.
    pub stopped: Option<ReplacementError>,
}

/// Runs one cycle from rest in equilibrium with the first load.
pub(super) fn run(
    knee: &Replacement,
    input: &DynamicInput,
    detail: Detail,
    watch: &dyn Watch,
) -> Result<Followed, ReplacementError> {
    let Moved { rest, instants, work, stopped } = integrate(knee, input, &knee.frame_times(), watch)?;
    if instants.len() < FEWEST
        && let Some(why) = stopped
    {
        return Err(why);
    }
    if let Some(surrogate) = &knee.surrogate {
        let mut own = surrogate.scratch();
        let frames = by_surrogate::record(knee, (surrogate, &mut own), rest.as_ref(), instants.into_iter());
        return Ok((History { frames, maps: None, work, missed: 0.0 }, stopped));
    }
    let (frames, maps) = record(knee, rest.as_ref(), (&instants, detail), watch)?;
    Ok((History { frames, maps: Some(maps), work, missed: 0.0 }, stopped))
}

/// The motion at some times, which may be those of the frames or others, as far as it goes.
pub(super) fn integrate(
    knee: &Replacement,
    input: &DynamicInput,
    times: &[f64],
    watch: &dyn Watch,
) -> Result<Moved, ReplacementError> {
    let failed = |error| ReplacementError::Motion(Box::new(error));
    let curves = Curves::new(knee)?;
    let rest = match &knee.surrogate {
        Some(surrogate) => by_surrogate::find_rest(knee, surrogate, &curves, watch)?,
        None => settle(knee, &curves, watch)?,
    };
    let options = Options { mass: input.mass.si(), damping_ratio: input.damping_ratio, ..Options::still(rest) };
    let model = drive::build_by_surrogate(knee, &options).map_err(failed)?;
    let guess = curves.measured(0.0);
    let by_surrogate = knee.surrogate.as_ref().and_then(|_| {
        let (start, mut scratch) = (state_at(&model, 0.0, &guess, None), Scratch::new(&model).in_parallel());
        Some(model.solve_equilibrium(&start, &equilibrium_settings(), &mut scratch).ok()?.0)
    });
    let start = match by_surrogate {
        Some(start) => start,
        None => {
            let seeker = Seeker::new(knee, &curves, options, watch)?;
            let quest = Quest { time: 0.0, guess, rates: None, before: None, bare: rest };
            let found = seeker.find(&quest, &mut seeker.scratches().map(Scratch::in_parallel))?;
            state_at(&model, 0.0, &found.coordinates, None)
        }
    };
    let settings =
        SimulationSettings { scheme: Scheme::Rosenbrock, tolerance: input.tolerance, ..SimulationSettings::default() };
    let mut simulation = Simulation::new(&model, start, settings);
    let in_parallel = simulation.scratch().clone().in_parallel();
    *simulation.scratch() = in_parallel;
    let (mut instants, mut stopped) = (Vec::new(), None);
    'motion: for &time in times {
        while simulation.time() < time {
            if watch.cancelled() {
                return Err(ReplacementError::Interrupted);
            }
            if let Err(error) = simulation.step(time) {
                stopped = Some(failed(error));
                break 'motion;
            }
        }
        watch.progress("motion", time / knee.cycle.duration);
        let Some(coordinates) = model.coordinates(0, &simulation.state()) else {
            return Err(failed(RigidError::UnknownBody {
                element: "the motion".into(),
                body: drive::FEMORAL.into(),
                known: "none that is guided".into(),
            }));
        };
        let instant = Instant {
            time,
            coordinates: coordinates.map(|[value, _]| value),
            rates: coordinates.map(|[_, rate]| rate),
            measured: curves.measured(time),
            loads: curves.loads(time),
            platform: None,
        };
        instants.push(instant);
    }
    let work = simulation.work();
    let counts = [("steps", work.steps), ("rejected_steps", work.rejected), ("rate_calls", work.rate_calls)];
    let mut work = counts.map(|(name, count)| (name.to_string(), count)).to_vec();
    if knee.surrogate.is_some() {
        let asked = simulation
            .scratch()
            .surrogates_mut()
            .fold([0, 0], |[all, outside], one| [all + one.evaluations, outside + one.outside]);
        work.push(("surrogate_evaluations".into(), asked[0]));
        work.push(("surrogate_fallbacks".into(), asked[1]));
    }
    Ok(Moved { rest, instants, work, stopped })
}
