//! The knee behind the door: everything checked, every run ready.

use std::sync::Mutex;

use rayon::prelude::*;
use results::Outcome;

use super::case::{Case, Choice};
use super::motion::Followed;
use super::{KneeError, Parameters, check, motion, outcome};
use crate::joint::{Halfway, say_ended_early};
use crate::{Problem, Watch};

/// A knee that can be run: constant, shared between threads.
#[derive(Debug, Clone)]
pub struct Knee {
    pub(super) parameters: Parameters,
    pub(super) cases: Vec<Case>,
}

impl Knee {
    /// Checks the parameters and builds the models, one for each run of the comparison.
    pub fn new(parameters: Parameters) -> Result<Self, Vec<Problem>> {
        let problems = check(&parameters);
        if !problems.is_empty() {
            return Err(problems);
        }
        let made = Choice::list(&parameters.contact).into_iter().map(|choice| Case::new(&parameters, choice));
        let cases = made.collect::<Result<Vec<_>, _>>()?;
        Ok(Self { parameters, cases })
    }

    /// What was asked.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// How many runs it takes.
    pub fn runs(&self) -> usize {
        self.cases.len()
    }

    /// Runs everything, on all threads; the result does not depend on their number.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome, KneeError> {
        self.run_as_far(watch).map_err(|halfway| halfway.why)
    }

    /// The same, with what was computed before a failure.
    pub(super) fn run_as_far(&self, watch: &dyn Watch) -> Result<Outcome, Halfway<KneeError>> {
        let (histories, stopped): (Vec<_>, Vec<_>) = self.follow(watch)?.into_iter().unzip();
        let mut outcome = outcome::assemble(self, &histories);
        let stopped = histories.iter().zip(stopped).find_map(|(history, why)| Some((history.end_time, why?)));
        let Some((until, why)) = stopped else { return Ok(outcome) };
        say_ended_early(&mut outcome, &why, until);
        Err(Halfway { why, reached: Some(Box::new(outcome)) })
    }

    /// The motion of every run, in order, as far as it goes.
    pub(super) fn follow(&self, watch: &dyn Watch) -> Result<Vec<Followed>, KneeError> {
        let shares = Mutex::new(vec![0.0; self.cases.len()]);
        let go_on = |index: usize, done: f64| {
            if let Ok(mut shares) = shares.lock() {
                shares[index] = done;
                watch.progress("motion", shares.iter().sum::<f64>() / shares.len() as f64);
            }
            !watch.cancelled()
        };
        let run = |(index, case): (usize, &Case)| {
            let followed = motion::integrate(&self.parameters, case, &|done| go_on(index, done))?;
            go_on(index, 1.0);
            Ok(followed)
        };
        self.cases.par_iter().enumerate().map(run).collect()
    }
}
