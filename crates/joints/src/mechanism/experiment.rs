//! What to do with a mechanism.

use mechanics::rigid::Stabilisation;
use numerics::ode::Scheme;
use quantity::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What to compute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "MechanismExperiment")]
pub enum Experiment {
    /// The motion under forces: the equations of motion, integrated from the start.
    Forward(Forward),
    /// Positions, velocities and accelerations of a mechanism whose every freedom is guided.
    Kinematic(Guided),
    /// The same, with the forces and moments that the guides and joints need.
    InverseDynamics(Guided),
    /// The place of rest near the start.
    Equilibrium(Equilibrium),
}

impl Default for Experiment {
    fn default() -> Self {
        Self::Forward(Forward::default())
    }
}

impl Experiment {
    /// Its name in a study.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Forward(_) => "forward",
            Self::Kinematic(_) => "kinematic",
            Self::InverseDynamics(_) => "inverse-dynamics",
            Self::Equilibrium(_) => "equilibrium",
        }
    }

    /// Duration and number of frames, where there is a motion.
    pub fn span(&self) -> Option<(Time, usize)> {
        match self {
            Self::Forward(case) => Some((case.duration, case.frames)),
            Self::Kinematic(case) | Self::InverseDynamics(case) => Some((case.duration, case.frames)),
            Self::Equilibrium(_) => None,
        }
    }
}

/// Forward dynamics.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Forward {
    /// How long.
    pub duration: Time,
    /// Frames to keep, first and last included.
    pub frames: usize,
    /// Time scheme; a stiff one (bdf, rosenbrock) for stiff contacts.
    pub scheme: SchemeName,
    /// Error allowed in one step: relative, and in metres and radians.
    pub tolerance: f64,
    /// How joints and guides are kept together.
    pub stabilisation: StabilisationInput,
    /// No step is longer; any may be when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest_step: Option<Time>,
}

impl Default for Forward {
    fn default() -> Self {
        Self {
            duration: Time::from_si(1.0),
            frames: 201,
            scheme: SchemeName::default(),
            tolerance: 1e-9,
            stabilisation: StabilisationInput::default(),
            largest_step: None,
        }
    }
}

/// A time scheme.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "MechanismScheme")]
pub enum SchemeName {
    /// Dormand-Prince 5(4), explicit.
    #[default]
    DormandPrince,
    /// Runge-Kutta-Fehlberg 4(5), explicit.
    Rkf45,
    /// RODAS4, L-stable, order 4.
    Rosenbrock,
    /// Backward differentiation of order 1 to 5 ("Gear").
    Bdf,
}

impl SchemeName {
    /// As the integrator calls it.
    pub fn scheme(self) -> Scheme {
        match self {
            Self::DormandPrince => Scheme::DormandPrince,
            Self::Rkf45 => Scheme::Rkf45,
            Self::Rosenbrock => Scheme::Rosenbrock,
            Self::Bdf => Scheme::Bdf,
        }
    }
}

/// How joints and guides are kept together while time passes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Stabilisation")]
pub enum StabilisationInput {
    /// Put back into place after every step.
    Projection(ProjectionInput),
    /// Pulled back by feedback, as is usual in the papers: bounded drift, and a little energy.
    Baumgarte(BaumgarteInput),
    /// Not at all: they drift apart.
    None,
}

impl Default for StabilisationInput {
    fn default() -> Self {
        Self::Projection(ProjectionInput::default())
    }
}

impl StabilisationInput {
    /// In words.
    pub fn describe(self) -> String {
        match self {
            Self::Projection(_) => "projection".into(),
            Self::Baumgarte(case) => {
                format!("Baumgarte's feedback, alpha {} and beta {} 1/s", case.alpha, case.beta)
            }
            Self::None => "nothing".into(),
        }
    }

    /// As the simulation takes it.
    pub fn stabilisation(self) -> Stabilisation {
        match self {
            Self::Projection(case) => Stabilisation::Projection { within: case.within },
            Self::Baumgarte(case) => Stabilisation::Baumgarte { alpha: case.alpha, beta: case.beta },
            Self::None => Stabilisation::None,
        }
    }
}

/// Projection.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ProjectionInput {
    /// Violations below this (metres, radians, and per second) are left alone.
    pub within: f64,
}

impl Default for ProjectionInput {
    fn default() -> Self {
        Self { within: 1e-12 }
    }
}

/// Baumgarte's feedback: C'' + 2 alpha C' + beta^2 C = 0.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct BaumgarteInput {
    /// alpha, in 1/s.
    pub alpha: f64,
    /// beta, in 1/s.
    pub beta: f64,
}

impl Default for BaumgarteInput {
    fn default() -> Self {
        Self { alpha: 5.0, beta: 5.0 }
    }
}

/// A mechanism whose every freedom is guided.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Guided {
    /// How long.
    pub duration: Time,
    /// Instants to compute, first and last included.
    pub frames: usize,
}

impl Default for Guided {
    fn default() -> Self {
        Self { duration: Time::from_si(1.0), frames: 201 }
    }
}

/// A place of rest.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Equilibrium {
    /// The instant at which guides and loads are taken.
    pub time: Time,
}

impl Default for Equilibrium {
    fn default() -> Self {
        Self { time: Time::from_si(0.0) }
    }
}
