//! The motion under forces.

use mechanics::rigid::{RigidError, Scratch, Simulation, SimulationSettings};
use numerics::ode::Limits;

use super::creep::Creep;
use super::drives::Drives;
use super::experiment::Forward;
use super::record::{Frame, History, Peaks};
use super::swing::Swings;
use super::{Mechanism, MechanismError};
use crate::Watch;

/// Integrates over the duration. Steps end at every frame: what is recorded is the state itself, constraints and all. Where
/// the motion cannot be followed to its end, what was recorded comes with the reason.
pub(super) fn integrate(
    mechanism: &Mechanism,
    case: &Forward,
    watch: &dyn Watch,
) -> Result<(History, Option<RigidError>), MechanismError> {
    let model = &mechanism.model;
    let bodies = model.bodies();
    let settings = SimulationSettings {
        scheme: case.scheme.scheme(),
        tolerance: case.tolerance,
        limits: Limits { largest_step: case.largest_step.map_or(f64::INFINITY, |t| t.si()), ..Limits::default() },
        stabilisation: case.stabilisation.stabilisation(),
    };
    let mut simulation = Simulation::new(model, mechanism.start(0.0)?, settings);
    let mut scratch = Scratch::new(model);
    let contacts = model.contact_names().count();
    let mut frame = move |simulation: &mut Simulation<'_>| -> Result<Frame, RigidError> {
        let instant = simulation.compute_instant()?;
        let contacts: Vec<_> = (0..contacts).map(|i| simulation.contact_state(i, &instant.state)).collect();
        let films = |bearing| simulation.bearing_state(bearing, &instant.state);
        let bearings = mechanism.parameters.carried(&instant.reactions, &contacts, &films);
        Ok(Frame::new(model, instant, (contacts, bearings), &mut scratch))
    };
    let mut first = frame(&mut simulation)?;
    let mut drives = Drives::new(model, mechanism.parameters.joint_count(), &first);
    first.works = drives.start();
    let mut creeps = Creep::list(&mechanism.parameters, model, &first);
    let spins = |frame: &Frame| (0..bodies).map(|body| frame.state.frame(body).spin).collect::<Vec<_>>();
    let mut swings = Swings::new(0.0, spins(&first));
    let mut peaks = Peaks::default();
    peaks.add(&first, &first);
    let (mut frames, mut events, mut steps) = (vec![first.clone()], Vec::new(), 0_u64);
    let (duration, last) = (case.duration.si(), case.frames - 1);
    let mut follow = || -> Result<(), MechanismError> {
        for i in 1..=last {
            let end = if i == last { duration } else { duration * i as f64 / last as f64 };
            let mut now = None;
            while simulation.time() < end {
                steps += 1;
                if steps.is_multiple_of(256) {
                    if watch.cancelled() {
                        return Err(MechanismError::Interrupted);
                    }
                    watch.progress("motion", simulation.time() / duration);
                }
                events.extend_from_slice(simulation.step(end)?);
                let mut here = frame(&mut simulation)?;
                let length = simulation.time() - simulation.previous_time();
                creeps.iter_mut().for_each(|creep| creep.add(length, &here));
                here.works = drives.add(model, &mut simulation, &here)?;
                peaks.add(&here, &first);
                swings.add(&simulation, spins(&here).into_iter());
                now = Some(here);
            }
            frames.extend(now);
        }
        Ok(())
    };
    let stopped = match follow() {
        Ok(()) => None,
        Err(MechanismError::Engine(error)) if frames.len() > 1 => Some(error),
        Err(error) => return Err(error),
    };
    let dead_points = simulation.dead_points().to_vec();
    let work = simulation.work();
    let work = vec![
        ("steps".into(), work.steps),
        ("rejected_steps".into(), work.rejected),
        ("rate_evaluations".into(), work.rate_calls),
        ("jacobians".into(), work.jacobians),
    ];
    Ok((History { frames, peaks, events, swings: Some(swings), work, creeps, dead_points }, stopped))
}
