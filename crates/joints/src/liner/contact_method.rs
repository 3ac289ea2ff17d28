//! How the head is kept out of the liner: exactly, or by springs, as most programs do it.

use mechanics::solid::contact::PenaltySettings;
use quantity::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the head is kept out of the liner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "LinerContactMethod")]
pub enum ContactMethod {
    /// Exactly: pressures where gaps are closed, and nowhere else. One factorisation.
    #[default]
    Exact,
    /// A penalty: the head sinks in a little, and is pushed back in proportion. For comparison.
    Penalty(Penalty),
    /// An augmented Lagrangian (Uzawa): a penalty whose pressure is kept and added to, until the head sinks in no more.
    AugmentedLagrangian(Augmented),
}

/// A penalty.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerPenalty")]
pub struct Penalty {
    /// Stiffness of the springs, in multiples of E/t of the first layer of elements, t thick.
    pub factor: f64,
}

impl Default for Penalty {
    fn default() -> Self {
        Self { factor: 100.0 }
    }
}

/// An augmented Lagrangian.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "LinerAugmentedLagrangian")]
pub struct Augmented {
    /// Stiffness of the springs, in multiples of E/t of the first layer of elements, t thick.
    pub factor: f64,
    /// Depth at which it ends.
    pub penetration: Length,
    /// Most augmentations.
    pub most: usize,
}

impl Default for Augmented {
    fn default() -> Self {
        Self { factor: 10.0, penetration: Length::from_si(1e-9), most: 50 }
    }
}

impl ContactMethod {
    /// Settings of springs, where there are some, on elements with this modulus over thickness (Pa/m).
    pub(super) fn settings(&self, layer: f64) -> Option<PenaltySettings> {
        match *self {
            Self::Exact => None,
            Self::Penalty(Penalty { factor }) => {
                Some(PenaltySettings { stiffness: factor * layer, ..PenaltySettings::default() })
            }
            Self::AugmentedLagrangian(Augmented { factor, penetration, most }) => Some(PenaltySettings {
                stiffness: factor * layer,
                augmentations: most,
                penetration: penetration.si(),
                ..PenaltySettings::default()
            }),
        }
    }

    /// In words.
    pub(super) fn describe(&self) -> String {
        match *self {
            Self::Exact => "exact condition".into(),
            Self::Penalty(Penalty { factor }) => format!("penalty of {factor} E/t"),
            Self::AugmentedLagrangian(Augmented { factor, penetration, .. }) => {
                format!("augmented Lagrangian with a penalty of {factor} E/t, to a depth of {penetration}")
            }
        }
    }

    /// What cannot be computed with: key, message, hint.
    pub(super) fn wrong(&self) -> Option<(&'static str, String, &'static str)> {
        let (key, factor) = match self {
            Self::Exact => return None,
            Self::Penalty(penalty) => ("penalty.factor", penalty.factor),
            Self::AugmentedLagrangian(law) => {
                let depth = law.penetration.si();
                if !(1e-13..1e-3).contains(&depth) {
                    let message = format!("the depth allowed is {}", law.penetration);
                    return Some(("augmented-lagrangian.penetration", message, "0.001 um, for instance"));
                }
                if !(1..=10_000).contains(&law.most) {
                    let message = format!("{} augmentations: at least 1", law.most);
                    return Some(("augmented-lagrangian.most", message, "50 are usually enough"));
                }
                ("augmented-lagrangian.factor", law.factor)
            }
        };
        let hint = "10 to 1000: less is soft, more lets corners open and close in turn";
        (!(1e-3..=1e8).contains(&factor)).then(|| (key, format!("the factor of the penalty is {factor}"), hint))
    }
}
