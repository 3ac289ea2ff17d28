//! Which contact a hip gets when the choice is left to us.

use results::{Outcome, Severity};

use super::model::find_hard_pair;
use super::parameters::{Contact, Experiment, FiniteElements, Parameters};

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
    /// A lip on one side of the rim carries on springs.
    Lip,
    /// Finite elements refused this liner, for this reason.
    Refused(String),
}

fn is_dynamic(parameters: &Parameters) -> bool {
    matches!(parameters.experiment, Experiment::Dynamic(_)) && parameters.lifetime.is_none()
}

impl Parameters {
    /// The contact that is computed with: the one that was asked for, or the one that is chosen.
    pub fn chosen_contact(&self) -> Contact {
        Choice::of(self).0
    }
}

impl Choice {
    /// The contact of these parameters, and why it is that one.
    pub fn of(parameters: &Parameters) -> (Contact, Self) {
        let springs = Contact::springs();
        match &parameters.contact {
            Contact::Automatic(_) if parameters.lifetime.is_some() && find_hard_pair(&parameters.implant).is_none() => {
                (springs, Self::Lifetime)
            }
            Contact::Automatic(_) if parameters.implant.worn.is_some() && is_dynamic(parameters) => {
                (springs, Self::Worn)
            }
            Contact::Automatic(_) if parameters.surrogate.is_some() => (springs, Self::Surrogate),
            Contact::Automatic(_) if parameters.implant.design.is_some_and(|design| design.lip.is_some()) => {
                (springs, Self::Lip)
            }
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
            Self::Lip => Some("a lip on one side of the rim carries on springs, and is no body of revolution".into()),
            Self::Refused(why) => Some(format!("finite elements do not take this liner: {why}")),
        }
    }

    /// Says that springs stand in for finite elements, and why.
    pub fn warn(&self, outcome: &mut Outcome) {
        // A surrogate has a note of its own, which says what it was fitted to.
        if matches!(self, Self::Asked | Self::Complete | Self::Surrogate) {
            return;
        }
        let why = self.words().unwrap_or_default();
        let text = format!("Springs stand for the liner instead of finite elements, the first choice: {why}.");
        outcome.warn(Severity::Note, "springs-instead", text);
    }
}
