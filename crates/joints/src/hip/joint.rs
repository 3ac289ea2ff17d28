//! The hip as a joint among others.

use results::Outcome;

use super::compare::StaticHip;
use super::parameters::Experiment;
use super::{Hip, HipError, HipSurrogate, Parameters, check};
use crate::compare::{CompareError, Subject};
use crate::joint::{Failure, FromParameters, Joint, JointError, Section, rounded};
use crate::surrogates::{FitAsked, FittedSurrogate, accuracy_rows, as_percent, owned};
use crate::{Need, Problem, Watch};

impl Joint for Hip {
    fn describe(&self) -> Vec<Section> {
        self.describe()
    }

    fn outline(&self) -> String {
        let (Parameters { experiment, output, .. }, cycle) = (self.parameters(), self.cycle());
        let kind = match experiment {
            Experiment::Static(case) => {
                return format!("hip, static, load {} at {}, {} elements", case.load, case.load_tilt, output.elements);
            }
            Experiment::QuasiStatic(_) => "quasi-static",
            Experiment::Dynamic(_) => "dynamic",
        };
        format!(
            "hip, {kind}, {} over {} s, {} frames, {} elements",
            cycle.name(),
            rounded(cycle.duration()),
            output.frames,
            output.elements
        )
    }

    fn need(&self) -> Need {
        self.need()
    }

    fn how_to_need_less(&self) -> &'static str {
        "ask for fewer frames or elements in [hip.output]"
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
        let implant = &self.parameters().implant;
        implant.design.as_ref().map(|design| design.draw(implant))
    }

    fn subject(&self, shares: &[f64]) -> Option<Result<Box<dyn Subject + Sync>, CompareError>> {
        let subject = StaticHip::new(self).and_then(|hip| match shares {
            [] => Ok(Box::new(hip) as Box<dyn Subject + Sync>),
            _ => Err(CompareError::NoCycle { subject: "a static hip" }),
        });
        Some(subject)
    }

    fn fit(&self, asked: &FitAsked<'_>) -> Option<Result<FittedSurrogate, JointError>> {
        let settings = asked.settings(&HipSurrogate::SETTINGS);
        let fitted = self.fit_surrogate(&settings, asked.origin, asked.watch);
        let fitted = fitted.map_err(JointError::from).and_then(|(surrogate, judged)| {
            let bytes = surrogate.write().map_err(|wrong| Failure::new(wrong, None::<String>))?;
            Ok(FittedSurrogate { title: "Surrogate of a hip", bytes, rows: rows(&surrogate), judged })
        });
        Some(fitted)
    }
}

fn rows(surrogate: &HipSurrogate) -> Vec<(String, String)> {
    let made = surrogate.provenance();
    let [least, greatest] = surrogate.domain().loads;
    let mut rows = owned([
        ("Domain", format!("{least:.0} to {greatest:.0} N, {:.0}° around", surrogate.widest_angle().to_degrees())),
        (
            "Poses learnt from, left out, evaluated",
            format!("{}, {}, {}", made.samples, made.infeasible, made.evaluations),
        ),
        ("Cross-validation: force over its root, rms", as_percent(surrogate.leave_one_out())),
    ]);
    rows.extend(accuracy_rows(surrogate.accuracy()));
    rows
}

impl FromParameters for Hip {
    type Parameters = Parameters;

    fn check(parameters: &Parameters) -> Vec<Problem> {
        check(parameters)
    }

    fn parameters(&self) -> &Parameters {
        self.parameters()
    }
}

impl From<HipError> for JointError {
    fn from(error: HipError) -> Self {
        let keys: &[&str] = match error {
            HipError::Interrupted => return Self::Interrupted,
            HipError::Integration(_) => &["experiment.dynamic", "experiment"],
            HipError::WornThrough { .. } => &["wear.factor", "wear"],
            _ => &["experiment.static.load", "activity.file.path", "activity.cycle", "activity", "experiment"],
        };
        let is_about_input = matches!(
            error,
            HipError::PulledOut { .. }
                | HipError::FitOfHertz
                | HipError::Crushed { .. }
                | HipError::FarBeyondYield { .. }
                | HipError::WornThrough { .. }
        );
        Failure::new(error.to_string(), error.hint()).at(keys).about_input(is_about_input).into()
    }
}
