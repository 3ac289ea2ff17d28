//! Springs on points of the surfaces, balanced as a study does it.

use std::sync::Arc;

use mechanics::contact::surfaces::{Scratch as PairScratch, SurfacePair, Twist};
use mechanics::rigid::spatial::{EquilibriumSettings, Model, Scratch};

use super::super::history::place;
use super::super::search::{equilibrium_settings, values};
use super::{Arm, PressedKnee};
use crate::compare::{Answer, Place, Press};

/// One of this many points says where the search begins, and how exactly.
const ROUGHER: usize = 8;
const ROUGHLY: f64 = 1e-3;

/// A pair, and the mechanism that is balanced on it.
pub(super) struct OnSurfaces {
    pub pair: Arc<SurfacePair>,
    pub scratch: PairScratch,
    mechanism: (Model, Scratch),
    rough: (Model, Scratch),
    /// Time and measured coordinates of every case.
    cases: Vec<(f64, Place)>,
}

impl OnSurfaces {
    pub(super) fn new(subject: &PressedKnee, arm: Arm) -> Result<Self, String> {
        let pair = Arc::new(subject.pair(arm)?);
        let mechanism = |pair: Arc<SurfacePair>| -> Result<(Model, Scratch), String> {
            let model = subject.mechanism(pair)?;
            let scratch = Scratch::new(&model);
            Ok((model, scratch))
        };
        let cases = (0..subject.frames.len()).map(|case| (subject.time(case), subject.measured(case).0)).collect();
        Ok(Self {
            mechanism: mechanism(pair.clone())?,
            rough: mechanism(Arc::new(pair.thinned(ROUGHER)))?,
            scratch: pair.scratch(),
            pair,
            cases,
        })
    }

    /// Coordinates of the place of rest.
    pub(super) fn rest(&mut self, case: usize) -> Result<Place, String> {
        let (time, measured) = self.cases.get(case).copied().ok_or("no such case")?;
        let ((model, scratch), (rough, on_few)) = (&mut self.mechanism, &mut self.rough);
        let settings = equilibrium_settings();
        let mut state = model.described_state(time);
        model.set_coordinates(0, &measured, &mut state);
        // Where few points do not balance, the search begins as measured.
        let roughly = EquilibriumSettings { balanced: ROUGHLY, most_steps: 50, ..settings };
        if let Ok((near, _)) = rough.solve_equilibrium(&state, &roughly, on_few) {
            state = near;
        }
        let found = model.solve_equilibrium(&state, &settings, scratch).map_err(|error| error.to_string())?;
        Ok(values(&found.0))
    }
}

impl Press for OnSurfaces {
    fn press(&mut self, case: usize) -> Result<Answer, String> {
        let at = self.rest(case)?;
        self.pair.evaluate(&place(&at, &[0.0; 6]).0, &Twist::REST, &mut self.scratch);
        let patch = self.scratch.patch();
        let (peak_pressure, area, indentation) = (patch.peak_pressure, patch.area, patch.deepest);
        Ok(Answer { peak_pressure, area, indentation, place: at })
    }

    fn force_at(&mut self, _: usize, at: &Place) -> Result<f64, String> {
        Ok(self.pair.evaluate(&place(at, &[0.0; 6]).0, &Twist::REST, &mut self.scratch).force.y)
    }
}
