//! The body as a joint among others.

use results::Outcome;

use super::{Body, BodyError, Parameters, check};
use crate::joint::{Failure, FromParameters, Joint, JointError, Section};
use crate::{Need, Problem, Watch};

impl Joint for Body {
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
        "ask for fewer frames in [body.output]"
    }

    fn run(&self, watch: &dyn Watch) -> Result<Outcome, JointError> {
        Ok(self.run(watch)?)
    }
}

impl FromParameters for Body {
    type Parameters = Parameters;

    fn check(parameters: &Parameters) -> Vec<Problem> {
        check(parameters)
    }

    fn parameters(&self) -> &Parameters {
        self.parameters()
    }
}

impl From<BodyError> for JointError {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::Interrupted => Self::Interrupted,
            BodyError::Sharing { .. } => {
                Failure::new(error.to_string(), error.hint()).at(&["motion.file", "motion"]).into()
            }
            BodyError::NoNumber { .. } => {
                Failure::new(error.to_string(), error.hint()).at(&["model.file", "motion.file", "motion"]).into()
            }
        }
    }
}
