//! Uncertain inputs, drawn by a Latin hypercube and run: how far the answers spread, and which input does it.

use joints::Watch;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use super::{DossierInput, knobs};
use crate::StudyFile;
use crate::content::Content;
use crate::many::Vary;
use crate::run::RunError;

/// What uncertain inputs do to the answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inputs {
    /// Whether the study states them, or they were assumed.
    pub stated: bool,
    /// Runs.
    pub runs: usize,
    /// What is uncertain, as it is written.
    pub distributions: Vec<(String, String)>,
    /// For every answer: the 2.5th, 50th and 97.5th percentile.
    pub percentiles: Vec<[f64; 3]>,
    /// For every answer and input: the squared rank correlation, the share of the spread that it explains.
    pub shares: Vec<Vec<f64>>,
}

impl Inputs {
    /// Half of the interval that holds 95 of 100.
    pub fn half_width(&self, answer: usize) -> f64 {
        self.percentiles.get(answer).map_or(0.0, |[low, _, high]| 0.5 * (high - low))
    }
}

/// Runs the draws; nothing where no input is known to be uncertain.
pub(super) fn propagate(
    file: &StudyFile,
    content: &Content,
    input: &DossierInput,
    names: &[(String, String)],
    watch: &dyn Watch,
) -> Result<Option<Inputs>, RunError> {
    let stated = input.uncertain.is_some();
    let assumed = || Vary(Table::from_iter(knobs::assumed(content)));
    let vary = input.uncertain.clone().unwrap_or_else(assumed);
    if vary.0.is_empty() || input.samples == 0 {
        return Ok(None);
    }
    let campaign = file.check_draws(&vary, input.samples).map_err(RunError::Input)?;
    let vary = vary.0;
    let series = campaign.compute_series(watch)?.series;
    let columns = series.columns();
    let inputs: Vec<&Vec<f64>> = columns.iter().take(campaign_inputs(&vary)).map(|column| &column.values).collect();
    let (mut percentiles, mut shares) = (Vec::new(), Vec::new());
    for (name, _) in names {
        // An input may be called as an output is: outputs stand last.
        let Some(column) = columns.iter().rev().find(|column| column.name == *name) else { continue };
        let mut sorted = column.values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        percentiles.push([0.025, 0.5, 0.975].map(|share| percentile(&sorted, share)));
        shares.push(inputs.iter().map(|input| rank_correlation(input, &column.values).powi(2)).collect());
    }
    let mut distributions = Vec::new();
    list(&vary, "", &mut distributions);
    Ok(Some(Inputs { stated, runs: input.samples as usize, distributions, percentiles, shares }))
}

/// Paths and distributions of a table that mirrors the study.
fn list(table: &Table, before: &str, found: &mut Vec<(String, String)>) {
    for (key, value) in table {
        let path = if before.is_empty() { key.clone() } else { format!("{before}.{key}") };
        let is_distribution = |inner: &Table| inner.values().any(|value| value.is_array() || !value.is_table());
        match value {
            Value::Table(inner) if !is_distribution(inner) => list(inner, &path, found),
            other => found.push((path, other.to_string())),
        }
    }
}

fn campaign_inputs(vary: &Table) -> usize {
    let mut found = Vec::new();
    list(vary, "", &mut found);
    found.len()
}

/// Between the two nearest of sorted numbers.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len().saturating_sub(1)) as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len().saturating_sub(1));
    sorted[below] + (place - place.floor()) * (sorted[above] - sorted[below])
}

/// Spearman's correlation; 0 where one of them does not vary.
fn rank_correlation(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = 0.5 * (a.len() as f64 - 1.0);
    let product = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum::<f64>();
    let size = (product(&a, &a) * product(&b, &b)).sqrt();
    if size > 0.0 { product(&a, &b) / size } else { 0.0 }
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|i, j| values[*i].total_cmp(&values[*j]));
    let mut ranks = vec![0.0; values.len()];
    for (rank, index) in order.into_iter().enumerate() {
        ranks[index] = rank as f64;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_and_ranks_are_those_of_the_textbook() {
        let sorted: Vec<f64> = (0..=100).map(f64::from).collect();
        assert_eq!([0.025, 0.5, 0.975].map(|share| percentile(&sorted, share)), [2.5, 50.0, 97.5]);
        assert!((rank_correlation(&[1.0, 2.0, 3.0, 4.0], &[1.0, 8.0, 27.0, 64.0]) - 1.0).abs() < 1e-12);
        // 1 − 6 Σd²/(n(n² − 1)) of these ranks: d = 1, 1, 0, 0.
        assert!((rank_correlation(&[1.0, 2.0, 3.0, 4.0], &[2.0, 1.0, 3.0, 4.0]) - 0.8).abs() < 1e-12);
    }

    #[test]
    fn a_table_that_mirrors_the_study_is_listed_by_path() {
        let table: Table = toml::from_str("hip.implant.clearance = { uniform = [\"50 um\", \"60 um\"] }\nhip.patient.mass = { normal = [\"80 kg\", \"8 kg\"] }\n").unwrap_or_default();
        let mut found = Vec::new();
        list(&table, "", &mut found);
        let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["hip.implant.clearance", "hip.patient.mass"]);
    }
}
