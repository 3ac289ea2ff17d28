//! The search for one place of rest; where it fails, in small steps of the cycle, of friction or of the load.

use std::sync::Arc;

use mechanics::contact::Coulomb;
use mechanics::rigid::RigidError;
use mechanics::rigid::spatial::{Ending, EquilibriumSettings, Model, Placement, Scratch, Sequence, Sought, State};

use super::balance::Curves;
use super::drive::{self, Options};
use super::history::place;
use super::parameters::Experiment;
use super::reason::{Reach, Reason};
use super::{Replacement, ReplacementError};
use crate::Watch;

/// Unbalanced force that counts as balanced, as a share of the largest. Where facets make the force rougher than this, the
/// place is found to a nanometre instead.
const BALANCED: f64 = 1e-6;
/// The same where few points say where to begin.
const ROUGHLY_BALANCED: f64 = 1e-3;
const ROUGH_STEPS: u32 = 50;
/// Pieces of the way from the frame before, where one is too long.
const PIECES: [u32; 2] = [4, 32];
/// Shares of the friction, and of the loads, where all of it at once is too much.
const SHARES: [f64; 4] = [0.1, 0.3, 0.6, 0.8];

/// When a place counts as a place of rest.
pub(super) fn equilibrium_settings() -> EquilibriumSettings {
    EquilibriumSettings { balanced: BALANCED, ..EquilibriumSettings::default() }
}

/// The coordinates of the femoral component.
pub(super) fn values(state: &State) -> [f64; 6] {
    let Placement { position, rotation, .. } = state.placement(0);
    let [flexion, adduction, turn] = Sequence::YXZ.angles(&rotation);
    [flexion, adduction, turn, position.x, position.y, position.z]
}

/// The state at a time and some coordinates, with the velocities of their rates.
pub(super) fn state_at(model: &Model, time: f64, coordinates: &[f64; 6], rates: Option<&[f64; 6]>) -> State {
    let mut state = model.described_state(time);
    model.set_coordinates(0, coordinates, &mut state);
    if let Some(rates) = rates {
        let (_, twist) = place(coordinates, rates);
        let at = state.placement(0);
        state.set_placement(0, &Placement { velocity: twist.linear, spin: twist.angular, ..at });
    }
    state
}

/// What is sought.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quest {
    pub time: f64,
    /// Where the search begins.
    pub guess: [f64; 6],
    /// With which friction is computed.
    pub rates: Option<[f64; 6]>,
    /// Time and place of the frame before.
    pub before: Option<(f64, [f64; 6])>,
    /// The place of rest without friction, or without all of the loads.
    pub bare: Option<[f64; 6]>,
}

/// A place of rest.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub coordinates: [f64; 6],
    pub steps: u64,
    /// Unbalanced force that is left, as a share of the largest.
    pub missed: f64,
    /// How far the insert has turned on its tray, where it can.
    pub platform: Option<f64>,
}

/// How far the insert has turned on its tray.
fn platform(model: &Model, state: &State) -> Option<f64> {
    let insert = state.placement(model.body(drive::INSERT)?);
    Some(Sequence::YXZ.angles(&insert.rotation)[2])
}

/// A search that failed.
struct Lost {
    time: f64,
    reason: Reason,
}

/// What a search gives: stopped by somebody, or lost.
enum Failure {
    Lost(Lost),
    Error(ReplacementError),
}

impl From<RigidError> for Failure {
    fn from(error: RigidError) -> Self {
        Self::Error(ReplacementError::Motion(Box::new(error)))
    }
}

/// Searches for places of rest of one mechanism.
pub(super) struct Seeker<'a> {
    pub knee: &'a Replacement,
    pub curves: &'a Curves,
    pub options: Options,
    pub watch: &'a dyn Watch,
    pub model: Model,
    /// The same on few points, from which searches begin.
    pub rough: Model,
}

impl<'a> Seeker<'a> {
    pub fn new(
        knee: &'a Replacement,
        curves: &'a Curves,
        options: Options,
        watch: &'a dyn Watch,
    ) -> Result<Self, ReplacementError> {
        let failed = |error| ReplacementError::Motion(Box::new(error));
        let model = drive::build(knee, &options).map_err(failed)?;
        let rough = drive::build_on(knee, &options, knee.rough.clone()).map_err(failed)?;
        Ok(Self { knee, curves, options, watch, model, rough })
    }

    /// Storage for searches.
    pub fn scratches(&self) -> [Scratch; 2] {
        [Scratch::new(&self.model), Scratch::new(&self.rough)]
    }

    /// The place of rest: directly, or else along the cycle from the frame before, or else with more and more friction (or
    /// load, where there is none) from the place without.
    pub fn find(&self, quest: &Quest, scratches: &mut [Scratch; 2]) -> Result<Found, ReplacementError> {
        let mut steps = 0;
        let first = match self.go(quest.time, &quest.guess, quest, (scratches, &mut steps)) {
            Ok(found) => return Ok(found),
            Err(failure) => failure,
        };
        let mut lost = self.explain(first)?;
        if let Some(before) = quest.before {
            for pieces in PIECES {
                match self.go_along(quest, before, pieces, (scratches, &mut steps)) {
                    Ok(found) => return Ok(found),
                    // Where the way ends says more than where a leap from its beginning went.
                    Err(failure) => lost = self.explain(failure)?,
                }
            }
        }
        if let Some(bare) = quest.bare {
            match self.go_by_shares(quest, bare, (scratches, &mut steps)) {
                Ok(found) => return Ok(found),
                Err(failure) => {
                    self.explain(failure)?;
                }
            }
        }
        Err(no_balance(self.knee, self.curves, lost.time, lost.reason))
    }

    /// Passes on what no other search can mend.
    fn explain(&self, failure: Failure) -> Result<Lost, ReplacementError> {
        match failure {
            Failure::Error(error) => Err(error),
            Failure::Lost(_) if self.watch.cancelled() => Err(ReplacementError::Interrupted),
            Failure::Lost(lost) => Ok(lost),
        }
    }

    /// How far a search may go from a state.
    fn reach(&self, state: &State) -> Reach {
        Reach::new(self.knee, values(state), self.curves.acts(state.time))
    }

    /// One search, which begins on few points.
    fn go(
        &self,
        time: f64,
        from: &[f64; 6],
        quest: &Quest,
        ([scratch, on_few], steps): (&mut [Scratch; 2], &mut u64),
    ) -> Result<Found, Failure> {
        let mut state = state_at(&self.model, time, from, quest.rates.as_ref());
        let reach = self.reach(&state);
        let roughly =
            EquilibriumSettings { balanced: ROUGHLY_BALANCED, most_steps: ROUGH_STEPS, ..equilibrium_settings() };
        let near = self.rough.search_equilibrium(&state, &roughly, on_few, &mut |at, _| {
            reach.left(&values(at), true).is_none() && !self.watch.cancelled()
        });
        // Where few points do not balance, the search begins at the guess.
        if near.ending.is_rest() {
            state = near.state;
        }
        self.rest(&self.model, &state, reach, (scratch, steps))
    }

    /// The place of rest of a mechanism near a state, unless it is left.
    fn rest(
        &self,
        model: &Model,
        state: &State,
        reach: Reach,
        (scratch, steps): (&mut Scratch, &mut u64),
    ) -> Result<Found, Failure> {
        let (mut touched, mut reason) = (false, None);
        let sought = model.search_equilibrium(state, &equilibrium_settings(), scratch, &mut |at, scratch| {
            touched |= scratch.contacts().iter().any(|contact| contact.patch().area > 0.0);
            reason = reach.left(&values(at), touched);
            reason.is_none() && !self.watch.cancelled()
        });
        *steps += u64::from(sought.steps);
        let Sought { state, ending, residual, largest, .. } = sought;
        if ending.is_rest() {
            let platform = platform(model, &state);
            return Ok(Found { coordinates: values(&state), steps: *steps, missed: residual / largest, platform });
        }
        let reason = match (ending, reason) {
            (Ending::Stopped, Some(reason)) => reason,
            _ if !touched => Reason::NeverTouches,
            _ => reach.unbalanced(&values(&state), residual, sought.steps),
        };
        Err(Failure::Lost(Lost { time: state.time, reason }))
    }

    /// From the frame before, in pieces of the time between.
    fn go_along(
        &self,
        quest: &Quest,
        (begun, mut place): (f64, [f64; 6]),
        pieces: u32,
        (scratches, steps): (&mut [Scratch; 2], &mut u64),
    ) -> Result<Found, Failure> {
        let mut last = None;
        for piece in 1..=pieces {
            let time = begun + (quest.time - begun) * f64::from(piece) / f64::from(pieces);
            let found = self.go(time, &place, quest, (scratches, steps))?;
            place = found.coordinates;
            last = Some(found);
        }
        last.ok_or(Failure::Lost(Lost { time: quest.time, reason: Reason::NeverTouches }))
    }

    /// From a place of rest without friction or loads, with more and more of them.
    fn go_by_shares(
        &self,
        quest: &Quest,
        bare: [f64; 6],
        (scratches, steps): (&mut [Scratch; 2], &mut u64),
    ) -> Result<Found, Failure> {
        let mut place = bare;
        for share in SHARES {
            let model = if quest.rates.is_some() {
                let given = self.knee.pair.settings().friction;
                let friction = Coulomb {
                    static_coefficient: share * given.static_coefficient,
                    dynamic_coefficient: share * given.dynamic_coefficient,
                    ..given
                };
                let pair = self.knee.pair.as_ref().clone().with_friction(friction);
                drive::build_on(self.knee, &self.options, Arc::new(pair))?
            } else {
                drive::build(self.knee, &Options { load: share, ..self.options })?
            };
            let state = state_at(&model, quest.time, &place, quest.rates.as_ref());
            let reach = self.reach(&state);
            place = self.rest(&model, &state, reach, (&mut scratches[0], steps))?.coordinates;
        }
        let state = state_at(&self.model, quest.time, &place, quest.rates.as_ref());
        let reach = self.reach(&state);
        self.rest(&self.model, &state, reach, (&mut scratches[0], steps))
    }
}

/// What to say where there is no place of rest.
pub(super) fn no_balance(knee: &Replacement, curves: &Curves, time: f64, reason: Reason) -> ReplacementError {
    let load_driven = matches!(knee.parameters.experiment, Experiment::LoadDriven(_));
    let (percent, load) = (100.0 * time / knee.cycle.duration, curves.loads(time)[0]);
    ReplacementError::NoBalance { percent, load, reason, load_driven }
}
