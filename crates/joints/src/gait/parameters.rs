//! Everything a user can say about a walk, with its published default.
//!
//! ```
//! use joints::gait::Parameters;
//!
//! // All has a default, and what is not known is refused.
//! assert_eq!(serde_json::from_str::<Parameters>("{}").expect("nothing is missing"), Parameters::default());
//! assert!(serde_json::from_str::<Parameters>(r#"{ "motoin": {} }"#).is_err());
//! ```
//!
//! A parameter is declared here and in the files named below, and nowhere else: parser, schema and reference page follow
//! from these fields.

use quantity::{Acceleration, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::body_input::{Body, GivenBody, PrintedBody, ScaledBody, SegmentInput};
pub use super::hip_input::{Film, Fluid, HertzRadius, Hips, Implant, Kind, Lubricated, Start, ThinningFluid};
pub use super::motion_input::{
    AngleColumns, Cutoff, ForceUnit, GroundFile, LegAngleColumns, LegMarkerColumns, LengthUnit, Linkage, MarkerColumns,
    Motion, MotionFile, OtherLegColumns, ReferenceFile, Smoothing,
};
use crate::mechanism::parameters::{SchemeName, StabilisationInput};

/// A walk, or any other measured motion, in the sagittal plane: trunk, thigh, shank and foot follow what was measured, the
/// ground pushes, and the hip is ideal, dry or lubricated (Costa2016). X points forwards, Y upwards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Parameters {
    /// The hip: "ideal", "dry" or "lubricated"; or a list of them, to compare.
    pub hip: Hips,
    /// Lengths, masses and moments of inertia.
    pub body: Body,
    /// Whether the other leg is there too: as its own columns say (`motion.file.other-leg`), or else half a cycle later. It
    /// changes what carries the trunk, not this hip.
    pub both_legs: bool,
    /// Acceleration of gravity.
    pub gravity: Acceleration,
    /// What was measured, and how it becomes smooth.
    pub motion: Motion,
    /// Which part of the measurement is computed.
    pub window: Window,
    /// Head and cup of a hip that is not ideal.
    pub implant: Implant,
    /// The film of a lubricated hip.
    pub lubricated: Lubricated,
    /// How to compute.
    pub time: Timing,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            hip: Hips::default(),
            body: Body::default(),
            both_legs: false,
            gravity: Acceleration::from_si(9.81),
            motion: Motion::default(),
            window: Window::default(),
            implant: Implant::default(),
            lubricated: Lubricated::default(),
            time: Timing::default(),
        }
    }
}

/// Which part of the measurement is computed: from one toe-off to the next, unless said otherwise.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Window {
    /// Where it begins, in the time of the measurement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Time>,
    /// How long it lasts. Costa2016 prints 0.957 s; Winter's own cycle from toe-off to toe-off lasts 0.987 s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<Time>,
    /// How long a dry or lubricated hip is computed before the window, and not reported: what the start has left behind dies
    /// out. The measurement must begin that much earlier. Without it the hip starts from its equilibrium.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settling: Option<Time>,
}

/// How to compute.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(rename = "GaitTiming")]
pub struct Timing {
    /// Time between reported instants; the integrator chooses its own steps.
    pub interval: Time,
    /// Time scheme of a dry or lubricated hip; both are stiff. Costa2016 uses Gear's.
    pub scheme: SchemeName,
    /// Error allowed in a step: relative, and in metres and radians; a tenth as strict for velocities.
    pub tolerance: f64,
    /// How joints and guides are kept together.
    pub stabilisation: StabilisationInput,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            interval: Time::milliseconds(0.5),
            scheme: SchemeName::Bdf,
            tolerance: 1e-10,
            stabilisation: StabilisationInput::default(),
        }
    }
}
