//! Which contact a hip gets when the choice is left to us.

use results::{Outcome, Severity};

use super::model::find_hard_pair;
use super::parameters::{Contact, ElasticFoundation, Experiment, FiniteElements, Parameters};

/// Why a contact was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Choice {
    /// Somebody asked for it.
    Asked,
    /// It is the most complete one.
    Complete,
    /// A lifetime is computed on springs.
    Lifetime,
    /// A worn cup moves on springs.
    Worn,
    /// A surrogate stands for springs.
    Surrogate,
    /// Finite elements refused this liner, for this reason.
    Refused(String),
}

fn is_dynamic(parameters: &Parameters) -> bool {
    matches!(parameters.experiment, Experiment::Dynamic(_)) && parameters.lifetime.is_none()
}

impl Choice {
    /// The contact of these parameters, and why it is that one.
    pub fn of(parameters: &Parameters) -> (Contact, Self) {
        let springs = Contact::ElasticFoundation(ElasticFoundation::default());
        match &parameters.contact {
            Contact::Automatic(_) if parameters.lifetime.is_some() && find_hard_pair(&parameters.implant).is_none() => {
                (springs, Self::Lifetime)
            }
            Contact::Automatic(_) if parameters.implant.worn.is_some() && is_dynamic(parameters) => {
                (springs, Self::Worn)
            }
            Contact::Automatic(_) if parameters.surrogate.is_some() => (springs, Self::Surrogate),
            Contact::Automatic(_) => (Contact::FiniteElements(FiniteElements::default()), Self::Complete),
            asked => (asked.clone(), Self::Asked),
        }
    }

    /// Why, in a few words; nothing where it was asked for.
    pub fn words(&self) -> Option<String> {
        match self {
            Self::Asked => None,
            Self::Complete => Some("the most complete".into()),
            Self::Lifetime => {
                Some("a lifetime on springs takes seconds, and wears polyethylene as finite elements do".into())
            }
            Self::Worn => Some("a worn cup moves on springs".into()),
            Self::Surrogate => Some("a surrogate stands for springs".into()),
            Self::Refused(why) => Some(format!("finite elements do not take this liner: {why}")),
        }
    }

    /// Says that springs stand for what finite elements would not take.
    pub fn warn(&self, outcome: &mut Outcome) {
        if let Self::Refused(why) = self {
            let text =
                format!("Springs stand for the liner: finite elements, the first choice, do not take it ({why}).");
            outcome.warn(Severity::Note, "springs-instead", text);
        }
    }
}
