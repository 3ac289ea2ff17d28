//! The table `[dossier]` of a study: what is asked, what depends on the answer, and how well the inputs are known.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::many::Vary;

/// What a dossier is about: the question, what depends on its answer, and how well the inputs are known. `synovia dossier` reads
/// it, a run passes it over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct DossierInput {
    /// The question that the study answers, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The context of use: who decides what by the answer, and what else decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context: Option<String>,
    /// How much of the decision rests on the model: low where other evidence decides, high where the model decides alone.
    pub influence: Degree,
    /// How bad a wrong decision would be: low where it costs time, high where it may harm somebody for good.
    pub consequence: Degree,
    /// Headline numbers that answer the question, such as "peak_pressure_Pa"; the first of the result when none is given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub quantities: Vec<String>,
    /// Runs in which the uncertain inputs are drawn (Latin hypercube).
    pub samples: u64,
    /// Who else has checked the inputs and the result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reviewed_by: Option<String>,
    /// How well the inputs are known: distributions by path, written as in `[vary]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncertain: Option<Vary>,
}

impl Default for DossierInput {
    fn default() -> Self {
        Self {
            question: None,
            context: None,
            influence: Degree::Medium,
            consequence: Degree::Medium,
            quantities: Vec::new(),
            samples: 64,
            reviewed_by: None,
            uncertain: None,
        }
    }
}

/// How much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "DossierDegree")]
pub enum Degree {
    /// Little.
    Low,
    /// Some.
    Medium,
    /// Much.
    High,
}

impl Degree {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// The risk of relying on the model, 1 to 5: influence and consequence together.
pub(super) fn risk(influence: Degree, consequence: Degree) -> u8 {
    influence as u8 + consequence as u8 + 1
}

/// What every factor must reach at this risk, 1 to 3.
pub(super) fn goal(risk: u8) -> u8 {
    match risk {
        0..=2 => 1,
        3 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn risk_grows_with_either_and_goals_with_risk() {
        let degrees = [Degree::Low, Degree::Medium, Degree::High];
        assert_eq!(
            degrees.map(|influence| degrees.map(|consequence| risk(influence, consequence))),
            [[1, 2, 3], [2, 3, 4], [3, 4, 5]]
        );
        assert_eq!([1, 2, 3, 4, 5].map(goal), [1, 1, 2, 3, 3]);
    }
}
