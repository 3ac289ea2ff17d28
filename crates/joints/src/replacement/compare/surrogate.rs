//! The surrogate that the study names, in the equilibrium of the study.

use std::sync::Arc;

use mechanics::contact::surrogate::{BoundPair, PairScratch};
use mechanics::rigid::spatial::{Model, Scratch};

use super::super::drive::{self, Options};
use super::super::history::place;
use super::super::search::{equilibrium_settings, values};
use super::PressedKnee;
use crate::compare::{Answer, Place, Press};

/// The surrogate, and the mechanism that is balanced with it.
pub(super) struct Fitted {
    surrogate: Arc<BoundPair>,
    own: PairScratch,
    model: Model,
    scratch: Scratch,
    /// Time, and the coordinates from which the search begins.
    cases: Vec<(f64, Place)>,
}

impl Fitted {
    /// A search begins where the study's springs come to rest: outside of its domain a surrogate says nothing.
    pub(super) fn new(subject: &PressedKnee) -> Result<Self, String> {
        let surrogate = subject.surrogate.clone().ok_or("the study names none")?;
        let knee = super::Replacement { surrogate: Some(surrogate.clone()), ..subject.knee.clone() };
        let options = Options::still(None);
        let model = drive::build_by_surrogate(&knee, &options).map_err(|error| error.to_string())?;
        let mut scratch = Scratch::new(&model);
        scratch.surrogates_mut().for_each(|one| (one.beyond, one.at_rest) = (true, true));
        let mut springs = super::surfaces::OnSurfaces::new(subject, super::Arm::Thinned(4))?;
        let cases = (0..subject.frames.len()).map(|case| Ok((subject.time(case), springs.rest(case)?)));
        let cases = cases.collect::<Result<Vec<_>, String>>()?;
        Ok(Self { own: surrogate.scratch(), surrogate, model, scratch, cases })
    }
}

impl Press for Fitted {
    fn press(&mut self, case: usize) -> Result<Answer, String> {
        let (time, start) = self.cases.get(case).copied().ok_or("no such case")?;
        let mut state = self.model.described_state(time);
        self.model.set_coordinates(0, &start, &mut state);
        let found = self.model.solve_equilibrium(&state, &equilibrium_settings(), &mut self.scratch);
        let at = values(&found.map_err(|error| error.to_string())?.0);
        let loads = self.surrogate.evaluate_loads(&place(&at, &[0.0; 6]).0, &mut self.own);
        let loads = loads.ok_or("the place of rest is outside of its domain")?;
        let (peak_pressure, area, indentation) = (loads.peak_pressure, loads.area, loads.deepest);
        Ok(Answer { peak_pressure, area, indentation, place: at })
    }

    fn force_at(&mut self, _: usize, at: &Place) -> Result<f64, String> {
        let loads = self.surrogate.evaluate_loads(&place(at, &[0.0; 6]).0, &mut self.own);
        Ok(loads.ok_or("the place is outside of its domain")?.wrench.y)
    }
}
