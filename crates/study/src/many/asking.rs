//! Which runs come next, for whoever computes them: threads of this process, or workers elsewhere.

use std::ops::Range;

use joints::Watch;
use numerics::optimise::Search;
use results::store::{Row, StoreContents};
use serde::{Deserialize, Serialize};

use super::campaign::Campaign;
use super::execute::{CampaignError, Task};
use super::method::Method;

/// A run that is asked for. With the study it says everything that a worker has to know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// Its number.
    pub run: u64,
    /// The point of the unit cube that a search wants to know; none where the plan says what a run is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<Vec<f64>>,
}

/// Goes through the runs of a study: planned ones in order, those of a search round after round.
pub struct Asking {
    search: Option<Box<dyn Search + Send>>,
    /// The first run that has not been asked for.
    next: u64,
    /// What a search waits for.
    round: Range<u64>,
}

impl Campaign {
    /// Begins to ask. A search asks for the same runs whenever it is begun.
    ///
    /// # Errors
    /// A search that cannot begin.
    pub fn begin(&self) -> Result<Asking, CampaignError> {
        Ok(Asking { search: self.start_search()?, next: 0, round: 0..0 })
    }

    /// How many runs there are, or may be.
    pub fn most_runs(&self) -> u64 {
        match &self.method {
            Method::Optimise(optimise) => optimise.count,
            Method::Calibrate(calibrate) => calibrate.count * self.runs_of_a_point(),
            _ => self.runs().unwrap_or_default(),
        }
    }

    /// Computes a run that was asked for; `None` if it was interrupted. A run that fails is a row with its error.
    pub fn answer(&self, ask: Ask, watch: &dyn Watch) -> Option<Row> {
        let Task { run, settings } = self.task(ask);
        self.compute(run, settings, watch)
    }

    pub(super) fn task(&self, Ask { run, point }: Ask) -> Task {
        let settings = match point {
            Some(point) => self.settings(&point, run % self.runs_of_a_point()),
            None => self.plan.point(&self.variables, run),
        };
        Task { run, settings }
    }
}

impl Asking {
    /// The next runs that are not in the store, at most so many of a plan, all of a round of a search; none where a round
    /// is not complete yet. `None` when there are no more.
    ///
    /// # Errors
    /// A store that cannot be read.
    pub fn ask(
        &mut self,
        campaign: &Campaign,
        contents: &StoreContents,
        most: usize,
    ) -> Result<Option<Vec<Ask>>, CampaignError> {
        match &mut self.search {
            None => Ok(Some(self.planned(campaign, contents, most)).filter(|asked| !asked.is_empty())),
            Some(_) => self.round(campaign, contents),
        }
    }

    fn planned(&mut self, campaign: &Campaign, contents: &StoreContents, most: usize) -> Vec<Ask> {
        let runs = campaign.runs().unwrap_or_default();
        let mut asked = Vec::new();
        while self.next < runs && asked.len() < most {
            let run = self.next;
            self.next += 1;
            if contents.header().covers(run) && !contents.is_finished(run) {
                asked.push(Ask { run, point: None });
            }
        }
        asked
    }

    fn round(&mut self, campaign: &Campaign, contents: &StoreContents) -> Result<Option<Vec<Ask>>, CampaignError> {
        let Some(search) = &mut self.search else { return Ok(None) };
        let runs_of_a_point = campaign.runs_of_a_point();
        loop {
            if !self.round.is_empty() {
                let Some(rows) = contents.rows(self.round.clone())? else { return Ok(Some(Vec::new())) };
                search.tell(&campaign.evaluate_all(&rows));
            }
            let points = search.ask();
            if points.is_empty() {
                return Ok(None);
            }
            let first = self.next;
            self.next += points.len() as u64 * runs_of_a_point;
            self.round = first..self.next;
            let point = |run: u64| points[((run - first) / runs_of_a_point) as usize].clone();
            let todo = self.round.clone().filter(|run| !contents.is_finished(*run));
            let asked: Vec<Ask> = todo.map(|run| Ask { run, point: Some(point(run)) }).collect();
            if !asked.is_empty() {
                return Ok(Some(asked));
            }
        }
    }
}

impl std::fmt::Debug for Asking {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Asking").field("next", &self.next).field("round", &self.round).finish_non_exhaustive()
    }
}
