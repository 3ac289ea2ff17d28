//! Which contact a hip gets when the choice is left to us.

use results::{Outcome, Severity};

use super::parameters::{Contact, ElasticFoundation, FiniteElements, Parameters};

/// Why a contact was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Choice {
    /// Somebody asked for it.
    Asked,
    /// It is the most complete one.
    Complete,
    /// A lifetime is computed on springs.
    Lifetime,
    /// A surrogate stands for springs.
    Surrogate,
    /// Finite elements refused this liner, for this reason.
    Refused(String),
}

impl Choice {
    /// The contact of these parameters, and why it is that one.
    pub fn of(parameters: &Parameters) -> (Contact, Self) {
        let springs = Contact::ElasticFoundation(ElasticFoundation::default());
        match &parameters.contact {
            Contact::Automatic(_) if parameters.lifetime.is_some() => (springs, Self::Lifetime),
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
            Self::Lifetime => Some("a lifetime is computed on springs".into()),
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
