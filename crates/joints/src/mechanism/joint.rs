//! A mechanism as a joint among others.

use results::Outcome;

use super::{Mechanism, MechanismError, Parameters, check_values};
use crate::joint::{Failure, FromParameters, Joint, JointError, Section};
use crate::{Need, Problem, Watch};

impl Joint for Mechanism {
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
        "ask for fewer frames"
    }

    fn run(&self, watch: &dyn Watch) -> Result<Outcome, JointError> {
        self.run(watch).map_err(|error| {
            let Some(problem) = error.problem(self.parameters()) else { return JointError::Interrupted };
            let failure = Failure::from(problem).about_input(error.is_about_input());
            match error {
                MechanismError::Halfway { reached, .. } => Failure { reached: Some(reached), ..failure }.into(),
                _ => failure.into(),
            }
        })
    }
}

impl FromParameters for Mechanism {
    type Parameters = Parameters;

    fn check(parameters: &Parameters) -> Vec<Problem> {
        check_values(parameters)
    }

    fn parameters(&self) -> &Parameters {
        self.parameters()
    }
}
