//! The liner as a joint among others.

use results::Outcome;

use super::{Liner, LinerError, Parameters, check};
use crate::joint::{Failure, FromParameters, Joint, JointError, Section};
use crate::{Need, Problem, Watch};

impl Joint for Liner {
    fn describe(&self) -> Vec<Section> {
        self.describe()
    }

    fn outline(&self) -> String {
        self.outline()
    }

    fn need(&self) -> Need {
        self.need()
    }

    fn how_to_need_less(&self) -> &'static str {
        "ask for a coarser mesh, or fewer frames"
    }

    fn wear_in_words(&self) -> Option<String> {
        self.wear_in_words()
    }

    fn run(&self, watch: &dyn Watch) -> Result<Outcome, JointError> {
        Ok(self.run(watch)?)
    }
}

impl FromParameters for Liner {
    type Parameters = Parameters;

    fn check(parameters: &Parameters) -> Vec<Problem> {
        check(parameters)
    }

    fn parameters(&self) -> &Parameters {
        self.parameters()
    }
}

impl From<LinerError> for JointError {
    fn from(error: LinerError) -> Self {
        if error == LinerError::Interrupted {
            return Self::Interrupted;
        }
        Failure::new(error.to_string(), error.hint()).at(&["experiment.wear", "experiment.static", "mesh"]).into()
    }
}
