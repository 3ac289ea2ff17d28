//! The knee as a joint among others.

use results::Outcome;

use super::{Knee, KneeError, Parameters, check};
use crate::joint::{Failure, FromParameters, Joint, JointError, Section};
use crate::{Need, Problem, Watch};

impl Joint for Knee {
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
        "report fewer instants: a longer interval in [knee.time]"
    }

    fn run(&self, watch: &dyn Watch) -> Result<Outcome, JointError> {
        Ok(self.run_as_far(watch)?)
    }
}

impl FromParameters for Knee {
    type Parameters = Parameters;

    fn check(parameters: &Parameters) -> Vec<Problem> {
        check(parameters)
    }

    fn parameters(&self) -> &Parameters {
        self.parameters()
    }
}

impl From<KneeError> for JointError {
    fn from(error: KneeError) -> Self {
        match error {
            KneeError::Interrupted => Self::Interrupted,
            KneeError::Motion { .. } => Failure::new(error.to_string(), error.hint()).at(&["time", "contact"]).into(),
        }
    }
}
