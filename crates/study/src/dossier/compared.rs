//! The answer against its comparators, one by one: is the error larger than what both sides' uncertainties explain [ASMEVV2009]?
//!
//! E = S − D, and u² = u_D² + u_num² + u_input². Where |E| ≤ u nothing can be said against the model; where it is larger, the
//! model itself is off, by something between |E| − u and |E| + u.
//!
//! | symbol | field | what it is |
//! |---|---|---|
//! | E | `error` | what came out less what should have, as a share of the latter |
//! | u_D | `of_reference` | how uncertain the comparator is |
//! | u_num | `of_numbers` | elements, instants and solver |
//! | u_input | `of_inputs` | inputs; none where another program was given the very same |
//!
//! *Assumes* that a case is computed about as exactly, and its inputs are about as well known, as those of this study; all of
//! them hold 95 of 100.

use serde::{Deserialize, Serialize};

use super::Answer;
use crate::validation::{Comparison, Reference};

/// How a comparison is treated in its case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Treated {
    /// Held against a tolerance.
    Judged,
    /// Held against its known error.
    Guard,
    /// Neither passes nor fails.
    Shown,
}

/// One number of the answer against a comparator. Uncertainties are shares of the expected number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// The validation case.
    pub case: String,
    /// What is compared.
    pub quantity: String,
    /// For which inputs.
    pub label: String,
    /// What its expected number is.
    pub reference: Reference,
    /// How its case treats it.
    pub treated: Treated,
    /// What should come out.
    pub expected: f64,
    /// What came out.
    pub computed: f64,
    /// |computed − expected|/|expected|.
    pub error: f64,
    /// How uncertain the expected number is.
    pub of_reference: f64,
    /// Numerical uncertainty.
    pub of_numbers: f64,
    /// What the inputs make of it.
    pub of_inputs: f64,
    /// The three together: what an error may be without the model being wrong.
    pub explained: f64,
    /// Whether the error is not larger than that.
    pub covered: bool,
}

impl Compared {
    /// A row of a case, before it is known how uncertain the study's answer is. A bound, a band or an ordering has no error.
    pub(super) fn of(row: &Comparison, reference: Reference) -> Option<Self> {
        let error = row.error()[0].filter(|error| error.is_finite() && row.expected != 0.0)?;
        let treated = match (row.pass, row.guard) {
            (None, _) => Treated::Shown,
            (_, true) => Treated::Guard,
            _ => Treated::Judged,
        };
        let found = Self {
            case: row.case.clone(),
            quantity: row.quantity.clone(),
            label: row.label.clone(),
            reference,
            treated,
            expected: row.expected,
            computed: row.computed?,
            error,
            of_reference: row.uncertainty.unwrap_or_default(),
            of_numbers: 0.0,
            of_inputs: 0.0,
            explained: 0.0,
            covered: false,
        };
        Some(found.weighed(0.0, 0.0))
    }

    /// The same with what is uncertain on our side.
    pub(super) fn beside(self, answers: &[Answer]) -> Self {
        let Some(answer) = answers.iter().find(|answer| answer.name == self.quantity) else { return self };
        let share = |part: f64| part / answer.value.abs().max(f64::MIN_POSITIVE);
        let same_inputs = matches!(self.reference, Reference::Exact | Reference::Program);
        let inputs = if same_inputs { 0.0 } else { share(answer.inputs) };
        self.weighed(share(answer.discretisation.hypot(answer.solver)), inputs)
    }

    fn weighed(self, of_numbers: f64, of_inputs: f64) -> Self {
        let explained = self.of_reference.hypot(of_numbers).hypot(of_inputs);
        Self { of_numbers, of_inputs, explained, covered: self.error <= explained, ..self }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn row(computed: f64, uncertainty: f64) -> Comparison {
        Comparison { uncertainty: Some(uncertainty), ..Comparison::within("x_m", 100.0, computed, 0.5) }
    }

    fn answer(discretisation: f64, solver: f64, inputs: f64) -> Answer {
        let (name, label) = ("x_m".into(), String::new());
        Answer { name, label, value: 50.0, discretisation, solver, inputs, model: None }
    }

    /// 2, 3 and 6 % make 7 %: with a comparator of the same inputs 2 and 3 % only.
    #[test]
    fn uncertainties_add_up_in_squares_and_those_of_the_inputs_only_where_inputs_differ() {
        let weigh = |computed: f64, reference| {
            Compared::of(&row(computed, 0.02), reference).unwrap().beside(&[answer(1.5, 0.0, 3.0)])
        };
        let measured = weigh(106.9, Reference::Measured);
        assert!((measured.explained - 0.07).abs() < 1e-12 && measured.covered, "{measured:?}");
        assert!(!weigh(107.1, Reference::Measured).covered && weigh(93.1, Reference::Published).covered);
        let program = weigh(103.7, Reference::Program);
        assert!((program.explained - 0.0013f64.sqrt()).abs() < 1e-12 && !program.covered, "{program:?}");
        assert!(weigh(103.6, Reference::Program).covered);
    }

    #[test]
    fn bounds_and_what_did_not_come_out_are_not_compared() {
        let of = |row: &Comparison| Compared::of(row, Reference::Measured);
        assert!(of(&Comparison::at_most("x_m", 1.0, 0.5)).is_none() && of(&row(f64::NAN, 0.1)).is_none());
        assert!(of(&Comparison::in_band("x_m", 1.0, 2.0, 1.5)).is_none() && of(&row(1.0, 0.1).failed("no")).is_none());
        let shown = of(&Comparison::shown("x_m", 1.0, 2.0)).unwrap();
        assert!(shown.treated == Treated::Shown && !shown.covered && shown.error == 1.0);
    }
}
