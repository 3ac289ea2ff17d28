//! Studies in which each run depends on those before it: optimisation and calibration.
//!
//! A search asks for the same runs whenever it is begun, so that a run that is in the store already is read instead of
//! being computed again: that is how it resumes.

use joints::Watch;
use numerics::optimise::{
    Bayesian, Bounds, Cobyla, Evaluation, EvolutionStrategy, Genetic, LeastSquares, OptimiseError, Search,
};
use results::store::{Row, Store, StoreContents, StoreError};

use super::calibration::Experiments;
use super::campaign::Campaign;
use super::execute::{CampaignError, Task};
use super::goal::Goal;
use super::method::{self, Method, Optimise};
use super::vary::{Setting, Variable};
use crate::diagnostic::Words;

/// Bayesian search looks at so many points at once where the study does not say, whatever the number of threads.
const BATCH: usize = 4;

/// Searches end when the points are this close to each other, as a share of the ranges.
const CLOSE: f64 = 1e-4;

/// Half width of the differences of a calibration, as a share of the ranges.
const DIFFERENCE: f64 = 1e-3;

/// A calibration ends when a step lessens the sum of squares by less than this share.
const SETTLED: f64 = 1e-8;

impl Campaign {
    /// Runs a search to its end.
    pub(super) fn search(&self, store: &mut Store, watch: &dyn Watch) -> Result<(), CampaignError> {
        let mut asking = self.begin()?;
        while let Some(asked) = asking.ask(self, store.contents(), usize::MAX)? {
            let tasks: Vec<Task> = asked.into_iter().map(|ask| self.task(ask)).collect();
            self.compute_all(tasks.into_iter(), store, self.most_runs(), watch)?;
        }
        Ok(())
    }

    /// The search of an adaptive method.
    pub(super) fn start_search(&self) -> Result<Option<Box<dyn Search + Send>>, CampaignError> {
        Ok(match &self.method {
            Method::Optimise(optimise) => Some(new_search(optimise, &self.variables, &self.goal).map_err(tell)?),
            Method::Calibrate(calibrate) => Some(Box::new(self.new_calibration(calibrate).map_err(tell)?)),
            _ => None,
        })
    }

    /// How many runs it takes to judge one point.
    pub(super) fn runs_of_a_point(&self) -> u64 {
        self.experiments.as_ref().map_or(1, |experiments| experiments.len() as u64)
    }

    /// The values of all inputs in a run at a point of the search.
    pub(super) fn settings(&self, point: &[f64], experiment: u64) -> Vec<Setting> {
        let searched = self.searched();
        let mut settings: Vec<Setting> = searched.iter().zip(point).map(|(v, share)| v.at(*share)).collect();
        if let Some(experiments) = &self.experiments {
            let fixed = &self.variables[searched.len()..];
            settings
                .extend(fixed.iter().enumerate().map(|(i, v)| v.setting(experiments.input(experiment as usize, i))));
        }
        settings
    }

    /// The inputs that a search may choose; the rest are set by the table of experiments.
    pub(super) fn searched(&self) -> &[Variable] {
        let fixed = self.experiments.as_ref().map_or(0, Experiments::inputs);
        &self.variables[..self.variables.len() - fixed]
    }

    /// What a search is told about successive points.
    pub(super) fn evaluate_all(&self, rows: &[Row]) -> Vec<Evaluation> {
        rows.chunks(self.runs_of_a_point() as usize).map(|rows| self.evaluate(rows)).collect()
    }

    /// What a search is told about the runs of one point.
    pub(super) fn evaluate(&self, rows: &[Row]) -> Evaluation {
        match &self.experiments {
            Some(experiments) => Evaluation::new(experiments.residuals(rows), Vec::new()),
            None => rows.first().map_or_else(|| Evaluation::of(f64::NAN), |row| self.goal.evaluate(row)),
        }
    }

    fn new_calibration(&self, calibrate: &method::Calibrate) -> Result<LeastSquares, OptimiseError> {
        let bounds = Bounds::new(vec![(0.0, 1.0); self.searched().len()])?;
        LeastSquares::new(bounds, None, DIFFERENCE, SETTLED, calibrate.count as usize)
    }

    /// Tells a calibration everything that is in the store, for its best parameters and their errors.
    pub(super) fn replay_calibration(&self, contents: &StoreContents) -> Result<Option<LeastSquares>, StoreError> {
        let Method::Calibrate(calibrate) = &self.method else { return Ok(None) };
        let Ok(mut search) = self.new_calibration(calibrate) else { return Ok(None) };
        let experiments = self.runs_of_a_point();
        let mut next = 0;
        loop {
            let first = next;
            next += search.ask().len() as u64 * experiments;
            match contents.rows(first..next)? {
                Some(rows) if next > first => search.tell(&self.evaluate_all(&rows)),
                _ => return Ok(Some(search)),
            }
        }
    }
}

/// A search in the unit cube.
pub(super) fn new_search(
    optimise: &Optimise,
    variables: &[Variable],
    goal: &Goal,
) -> Result<Box<dyn Search + Send>, OptimiseError> {
    let bounds = Bounds::new(vec![(0.0, 1.0); variables.len()])?;
    let Optimise { count, seed, search, at_once, .. } = *optimise;
    let count = count as usize;
    if goal.objectives() > 1 {
        // As many generations as members, so that both grow with the effort.
        let population = ((count as f64).sqrt() as usize).clamp(4, 100);
        // Whole generations, and no more runs than are allowed.
        return Ok(Box::new(Genetic::new(bounds, population, (count / population).max(1), seed)?));
    }
    Ok(match search {
        method::Search::Bayesian => {
            let initial = (2 * variables.len() + 3).max(8).min(count);
            Box::new(Bayesian::new(bounds, initial, at_once.map_or(BATCH, usize::from), count, seed)?)
        }
        method::Search::Cobyla => Box::new(Cobyla::new(bounds, None, goal.constraints(), CLOSE, count)?),
        method::Search::Evolution => Box::new(EvolutionStrategy::new(bounds, None, CLOSE, count, seed)?),
    })
}

fn tell(error: OptimiseError) -> CampaignError {
    CampaignError::Search(Words::new(&error, error.hint().unwrap_or_default()))
}
