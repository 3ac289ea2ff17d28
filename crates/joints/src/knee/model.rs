//! The knee behind the door: everything checked, every run ready.

use std::sync::Mutex;

use rayon::prelude::*;
use results::Outcome;

use super::case::{Case, Choice};
use super::history::History;
use super::{KneeError, Parameters, check, motion, outcome};
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
        let histories = self.compute_histories(watch)?;
        Ok(outcome::assemble(self, &histories))
    }

    /// The motion of every run, in order.
    pub(super) fn compute_histories(&self, watch: &dyn Watch) -> Result<Vec<History>, KneeError> {
        let shares = Mutex::new(vec![0.0; self.cases.len()]);
        let go_on = |index: usize, done: f64| {
            if let Ok(mut shares) = shares.lock() {
                shares[index] = done;
                watch.progress("motion", shares.iter().sum::<f64>() / shares.len() as f64);
            }
            !watch.cancelled()
        };
        let run = |(index, case): (usize, &Case)| {
            let history = motion::integrate(&self.parameters, case, &|done| go_on(index, done))?;
            go_on(index, 1.0);
            Ok(history)
        };
        self.cases.par_iter().enumerate().map(run).collect()
    }
}
