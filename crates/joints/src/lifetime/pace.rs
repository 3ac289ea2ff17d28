//! Running in: a bearing that wears faster at first than later on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Cycles;
use crate::Problem;

/// Running in: at first everything wears so many times as fast, and what is more fades with the cycles:
/// `r(N) = 1 + (times − 1) e^{−N/cycles}`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RunIn {
    /// How many times as fast as later on.
    pub times: f64,
    /// Cycles after which what is more has fallen to 1/e.
    pub cycles: Cycles,
}

impl RunIn {
    /// How many times as fast after so many cycles.
    pub(crate) fn pace(&self, cycles: f64) -> f64 {
        1.0 + (self.times - 1.0) * (-cycles / self.cycles.count()).exp()
    }
}

/// What is wrong with it.
pub(crate) fn check(asked: Option<RunIn>, found: &mut Vec<Problem>) {
    let Some(RunIn { times, cycles }) = asked else { return };
    if !(1e-2..=1e3).contains(&times) {
        found.push(Problem::new(
            "lifetime.run-in.times",
            format!("{times} times as fast at first cannot be meant"),
            "metal on metal is recalled to wear some ten times as fast at first; 1 is no running in",
        ));
    }
    if !(1.0..=1e10).contains(&cycles.count()) {
        found.push(Problem::new(
            "lifetime.run-in.cycles",
            format!("running in cannot take {cycles} cycles"),
            "half a million is usual: cycles = \"0.5 million\"",
        ));
    }
}
