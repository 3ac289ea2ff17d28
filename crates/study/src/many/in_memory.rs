//! Few runs without a store: a series with a row a run.

use joints::Watch;
use rayon::prelude::*;
use results::store::{Cell, Row};
use results::{Outcome, Table};

use super::campaign::Campaign;
use super::execute::Quiet;
use crate::diagnostic::Diagnostic;
use crate::run::RunError;

impl Campaign {
    /// Runs everything, in order, and hands back varied inputs and headline numbers as a series. A choice is the number of
    /// its name, counted from 0 in the order in which names come.
    ///
    /// # Errors
    /// An interruption, a search, whose runs are not known in advance, or a run that fails.
    pub fn compute_series(&self, watch: &dyn Watch) -> Result<Outcome, RunError> {
        let place = || self.template.source().place("runs");
        let fail = |message: String, hint: &str| {
            let wrong = Diagnostic::new(place(), message, hint).into();
            RunError::Failed { wrong, reached: None }
        };
        let Some(runs) = self.runs() else {
            return Err(fail("the runs of a search are not known in advance".into(), "run it into a store"));
        };
        let header = self.header("")?;
        let quiet = Quiet(watch);
        let compute = |run: u64| self.compute(run, self.plan.point(&self.variables, run), &quiet);
        let rows: Option<Vec<Row>> = (0..runs).into_par_iter().map(compute).collect();
        let rows = rows.ok_or(RunError::Interrupted)?;
        if let Some((run, error)) = rows.iter().find_map(|row| Some((row.run, row.error.as_ref()?))) {
            return Err(fail(format!("run {run} failed: {error}"), "correct the values that vary"));
        }
        let mut series = Table::default();
        for (index, input) in header.inputs.iter().enumerate() {
            let mut names: Vec<&str> = Vec::new();
            let values = rows.iter().map(|row| match &row.inputs[index] {
                Cell::Number(value) => *value,
                Cell::Text(name) => names.iter().position(|known| known == name).unwrap_or_else(|| {
                    names.push(name);
                    names.len() - 1
                }) as f64,
            });
            let values = values.collect();
            series.push(&input.name, &input.label, values);
        }
        for (name, label) in &header.outputs {
            series.push(name, label, rows.iter().map(|row| row.output(name).unwrap_or(f64::NAN)).collect());
        }
        Ok(Outcome { series, ..Outcome::default() })
    }
}
