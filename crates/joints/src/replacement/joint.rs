//! A knee replacement as a joint among others.

use results::Outcome;

use super::compare::PressedKnee;
use super::{ContactSurrogate, Judged, Parameters, Replacement, ReplacementError, TubeSettings, check};
use crate::compare::{CompareError, Subject};
use crate::joint::{Failure, FromParameters, Joint, JointError, Section};
use crate::surrogates::{FitAsked, FittedSurrogate, accuracy_rows, owned};
use crate::{Need, Problem, Watch};

impl Joint for Replacement {
    fn describe(&self) -> Vec<Section> {
        self.describe()
    }

    fn outline(&self) -> String {
        self.outline()
    }

    fn need(&self) -> Need {
        self.need
    }

    fn how_to_need_less(&self) -> &'static str {
        "ask for a coarser mesh, or fewer frames"
    }

    fn wear_in_words(&self) -> Option<String> {
        Some(self.wear_in_words())
    }

    fn run(&self, watch: &dyn Watch) -> Result<Outcome, JointError> {
        Ok(self.run_as_far(watch)?)
    }

    fn run_headline(&self, watch: &dyn Watch) -> Result<Outcome, JointError> {
        Ok(self.run_headline(watch)?)
    }

    fn drawing(&self) -> Option<String> {
        self.designed().map(|design| design.draw())
    }

    fn subject(&self, shares: &[f64]) -> Option<Result<Box<dyn Subject + Sync>, CompareError>> {
        Some(PressedKnee::new(self, shares).map(|knee| Box::new(knee) as Box<dyn Subject + Sync>))
    }

    fn fit(&self, asked: &FitAsked<'_>) -> Option<Result<FittedSurrogate, JointError>> {
        Some(fit(self, asked))
    }
}

fn fit(knee: &Replacement, asked: &FitAsked<'_>) -> Result<FittedSurrogate, JointError> {
    let settings = asked.settings(&ContactSurrogate::SETTINGS);
    let design = knee.draw_design((&TubeSettings::default(), &settings), asked.origin, asked.watch)?;
    let surrogate = design.fit(&settings).map_err(ReplacementError::from)?;
    let judged = Judged::of(&surrogate, &design)?;
    let surrogate = ContactSurrogate::from(surrogate);
    let bytes = surrogate.write().map_err(|wrong| Failure::new(wrong, None::<String>))?;
    Ok(FittedSurrogate { title: "Surrogate of a knee replacement", bytes, rows: rows(&surrogate), judged })
}

fn rows(surrogate: &ContactSurrogate) -> Vec<(String, String)> {
    let made = surrogate.provenance();
    let mut rows = owned([
        ("Pieces of the motion", surrogate.pieces().to_string()),
        (
            "Poses learnt from, left out, evaluated",
            format!("{}, {}, {}", made.samples, made.infeasible, made.evaluations),
        ),
        ("Cross-validation: gaps, rms", format!("{:.3} µm", 1e6 * surrogate.leave_one_out())),
    ]);
    rows.extend(accuracy_rows(surrogate.accuracy()));
    rows
}

impl FromParameters for Replacement {
    type Parameters = Parameters;

    fn check(parameters: &Parameters) -> Vec<Problem> {
        check(parameters)
    }

    fn parameters(&self) -> &Parameters {
        self.parameters()
    }
}

impl From<ReplacementError> for JointError {
    fn from(error: ReplacementError) -> Self {
        if error == ReplacementError::Interrupted {
            return Self::Interrupted;
        }
        let is_about_input = !matches!(error, ReplacementError::Motion(_) | ReplacementError::Fit(_));
        Failure::new(error.to_string(), error.hint()).at(&error.keys()).about_input(is_about_input).into()
    }
}
