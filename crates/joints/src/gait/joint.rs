//! The walk as a joint among others.

use results::Outcome;

use super::{Gait, GaitError, Parameters, check};
use crate::joint::{Failure, FromParameters, Joint, JointError, Section};
use crate::{Need, Problem, Watch};

impl Joint for Gait {
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
        "report fewer instants: a longer interval in [gait.time], a shorter window"
    }

    fn run(&self, watch: &dyn Watch) -> Result<Outcome, JointError> {
        Ok(self.run(watch)?)
    }
}

impl FromParameters for Gait {
    type Parameters = Parameters;

    fn check(parameters: &Parameters) -> Vec<Problem> {
        check(parameters)
    }

    fn parameters(&self) -> &Parameters {
        self.parameters()
    }
}

impl From<GaitError> for JointError {
    fn from(error: GaitError) -> Self {
        match error {
            GaitError::Interrupted => Self::Interrupted,
            GaitError::Motion(_) => Failure::new(error.to_string(), error.hint()).at(&["motion.file", "motion"]).into(),
        }
    }
}
