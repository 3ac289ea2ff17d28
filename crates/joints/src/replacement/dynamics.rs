//! Equations of motion over the cycle, as the load drives.

use mechanics::rigid::SimulationSettings;
use mechanics::rigid::spatial::{Scratch, Simulation};
use numerics::ode::Scheme;

use super::balance::{Curves, equilibrium_settings, settle};
use super::by_surrogate;
use super::drive::{self, Options};
use super::history::{History, Instant, record};
use super::parameters::DynamicInput;
use super::{Replacement, ReplacementError};
use crate::Watch;

/// A motion before its contact is recorded.
pub(super) struct Moved {
    /// Where the parts settle.
    rest: Option<[f64; 6]>,
    pub instants: Vec<Instant>,
    work: Vec<(String, u64)>,
}

/// Runs one cycle from rest in equilibrium with the first load.
pub(super) fn run(knee: &Replacement, input: &DynamicInput, watch: &dyn Watch) -> Result<History, ReplacementError> {
    let Moved { rest, instants, work } = integrate(knee, input, &knee.frame_times(), watch)?;
    if let Some(surrogate) = &knee.surrogate {
        let mut own = surrogate.scratch();
        let frames = by_surrogate::record(knee, (surrogate, &mut own), rest.as_ref(), instants.into_iter());
        return Ok(History { frames, maps: None, work });
    }
    let (frames, maps) = record(knee, rest.as_ref(), &instants, watch)?;
    Ok(History { frames, maps: Some(maps), work })
}

/// The motion at some times, which may be those of the frames or others.
pub(super) fn integrate(
    knee: &Replacement,
    input: &DynamicInput,
    times: &[f64],
    watch: &dyn Watch,
) -> Result<Moved, ReplacementError> {
    let failed = |error| ReplacementError::Motion(Box::new(error));
    let curves = Curves::new(knee);
    let rest = match &knee.surrogate {
        Some(surrogate) => by_surrogate::find_rest(knee, surrogate, &curves)?,
        None => settle(knee, &curves, &equilibrium_settings())?,
    };
    let options = Options { rest, mass: input.mass.si(), damping_ratio: input.damping_ratio };
    let model = drive::build_by_surrogate(knee, &options).map_err(failed)?;
    let mut scratch = Scratch::new(&model).in_parallel();
    let mut start = model.described_state(0.0);
    model.set_coordinates(0, &curves.measured(0.0), &mut start);
    let (start, _) = model.solve_equilibrium(&start, &equilibrium_settings(), &mut scratch).map_err(failed)?;
    let settings =
        SimulationSettings { scheme: Scheme::Rosenbrock, tolerance: input.tolerance, ..SimulationSettings::default() };
    let mut simulation = Simulation::new(&model, start, settings);
    let in_parallel = simulation.scratch().clone().in_parallel();
    *simulation.scratch() = in_parallel;
    let mut instants = Vec::new();
    for &time in times {
        while simulation.time() < time {
            if watch.cancelled() {
                return Err(ReplacementError::Interrupted);
            }
            simulation.step(time).map_err(failed)?;
        }
        watch.progress("motion", time / knee.cycle.duration);
        let coordinates = model.coordinates(0, &simulation.state()).unwrap_or([[f64::NAN; 2]; 6]);
        let instant = Instant {
            time,
            coordinates: coordinates.map(|[value, _]| value),
            rates: coordinates.map(|[_, rate]| rate),
            measured: curves.measured(time),
            loads: curves.loads(time),
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
    Ok(Moved { rest, instants, work })
}
