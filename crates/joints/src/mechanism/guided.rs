//! Guided motion and places of rest: no time integration.

use mechanics::contact::Damping;
use mechanics::rigid::{Instant, Scratch};

use super::experiment::{Equilibrium, Guided};
use super::record::{Frame, History};
use super::{Mechanism, MechanismError};

/// Kinematic analysis and inverse dynamics in one.
pub(super) fn follow(mechanism: &Mechanism, case: &Guided) -> Result<History, MechanismError> {
    let model = &mechanism.model;
    let last = case.frames - 1;
    let times: Vec<f64> = (0..=last).map(|i| case.duration.si() * i as f64 / last as f64).collect();
    let mut scratch = Scratch::new(model);
    let instants = model.solve_guided_motion(&times)?;
    let frames = instants.into_iter().map(|instant| undamped(mechanism, instant, &mut scratch)).collect();
    Ok(History::of_frames(frames))
}

/// The place of rest near the start.
pub(super) fn rest(mechanism: &Mechanism, case: &Equilibrium) -> Result<History, MechanismError> {
    let model = &mechanism.model;
    let mut scratch = Scratch::new(model);
    let state = model.solve_equilibrium(case.time.si())?;
    let instant = model.compute_instant(&state, &mut scratch)?;
    Ok(History::of_frames(vec![undamped(mechanism, instant, &mut scratch)]))
}

/// Contacts push by their elastic part: how an episode began is not known here.
fn undamped(mechanism: &Mechanism, instant: Instant, scratch: &mut Scratch) -> Frame {
    let model = &mechanism.model;
    let contact = |i| model.contact_state(i, &instant.state, &Damping::None);
    let contacts: Vec<_> = (0..model.contact_names().count()).map(contact).collect();
    let films = |bearing| model.bearing_state(bearing, &instant.state, &Damping::None);
    let bearings = mechanism.parameters.carried(&instant.reactions, &contacts, &films);
    Frame::new(model, instant, (contacts, bearings), scratch)
}
