//! Whose body it is.

use quantity::{Length, Mass, MomentOfInertia};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Lengths, masses and moments of inertia.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "GaitBody")]
pub enum Body {
    /// As printed in Table 1 of Costa2016: Winter's subject of 56.7 kg.
    Costa2016(PrintedBody),
    /// From height and mass, by the fractions of Winter 2009, Table 4.1 and Figure 4.1.
    Scaled(ScaledBody),
    /// Your own.
    Given(Box<GivenBody>),
}

impl Default for Body {
    fn default() -> Self {
        Self::Costa2016(PrintedBody {})
    }
}

/// Nothing to choose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PrintedBody {}

/// A person.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ScaledBody {
    /// Mass of the whole person.
    pub mass: Mass,
    /// Height of the person.
    pub height: Length,
}

/// Four segments; the trunk is one half of head, arms and trunk, as one leg carries it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GivenBody {
    /// Half of head, arms and trunk; its length counts from the hip upwards.
    pub trunk: SegmentInput,
    /// From hip to knee.
    pub thigh: SegmentInput,
    /// From knee to ankle.
    pub shank: SegmentInput,
    /// From ankle to the second metatarsal head.
    pub foot: SegmentInput,
}

/// A segment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SegmentInput {
    /// Between its joints.
    pub length: Length,
    /// Mass.
    pub mass: Mass,
    /// Moment of inertia about the centre of mass.
    pub moment_of_inertia: MomentOfInertia,
    /// Distance of the centre of mass from the upper joint (of the trunk: from the hip), as a share of the length.
    pub centre_of_mass: f64,
}
