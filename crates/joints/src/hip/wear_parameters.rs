//! Everything a user can say about how a hip wears.

use quantity::{Force, Length, Stiffness, WearFactor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::lifetime::{Cycles, RunIn, WearLawName};

/// How the liner wears.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Wear {
    /// The wear law.
    pub law: WearLawName,
    /// Worn volume per load and sliding distance. When not given, that of the liner's material: 1e-6 mm^3/(N m) for
    /// conventional polyethylene, which gives the volumes measured on simulators with 28 mm heads, less for cross-linked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<WearFactor>,
    /// Worn volume of the head per load and sliding distance, in a lifetime, where it wears as well. When not given: that of the
    /// cup where both are of one hard material whose wear is known (CoCr, alumina), none on polyethylene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head_factor: Option<WearFactor>,
}

/// A lifetime of wear: every evaluation is one whole cycle, in equilibrium at every instant, on the worn and crept surface.
/// On the elastic foundation, or by finite elements.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "HipLifetime")]
pub struct Lifetime {
    /// How many cycles, for example "10 million".
    pub cycles: Cycles,
    /// Cycles at which pictures are made; 0, 1, 2, 5 and 10 million and the end when not given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<Cycles>,
    /// Error allowed in a step, of the worn volume as a share of itself; three times as much of the depth.
    pub tolerance: f64,
    /// Whether polyethylene creeps as well.
    pub creep: bool,
    /// Tells the surface of its wear every so many cycles, as most of the literature does ("0.5 million"), instead of steps that are chosen by their error; without an estimate of the error, and without checkpoints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updates: Option<Cycles>,
    /// Running in: faster wear at first. When not given, that of the pair where it is known (CoCr on CoCr), else none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_in: Option<RunIn>,
    /// Spreads what a cycle takes off the cup over its neighbourhood by a Gaussian of this width, without losing volume: for laws that
    /// let differences between elements grow (Kang above 3.4 MPa) or leap at the edge of the patch (Liu).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smoothing: Option<Length>,
    /// A mix of shipped load cycles instead of the one of the activity; the shares add up to 1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub activities: Vec<ActivityShare>,
    /// Medial-lateral mismatch of the centres (ISO 14242-4 style, recalled): a spring draws the head this far out laterally.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<Length>,
    /// Stiffness of that spring, 100 N/mm when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mismatch_stiffness: Option<Stiffness>,
    /// Load to which the lightest load of the cycle is lowered; the heaviest stays, those between follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swing_load: Option<Force>,
}

impl Default for Lifetime {
    fn default() -> Self {
        Self {
            cycles: Cycles::new(1e7),
            at: Vec::new(),
            tolerance: 1e-2,
            creep: true,
            updates: None,
            run_in: None,
            smoothing: None,
            activities: Vec::new(),
            mismatch: None,
            mismatch_stiffness: None,
            swing_load: None,
        }
    }
}

/// A load cycle and how often it is made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "HipActivityShare")]
pub struct ActivityShare {
    /// Name of a shipped load cycle (`synovia list`).
    pub cycle: String,
    /// Its share of all cycles.
    pub share: f64,
}
