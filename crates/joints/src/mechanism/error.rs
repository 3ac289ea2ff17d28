//! What the engine says, at its place in the parameters.

use mechanics::rigid::RigidError;
use results::Outcome;

use super::parameters::Parameters;
use crate::Problem;

/// Why a run could not be finished.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MechanismError {
    /// The engine could not go on.
    #[error(transparent)]
    Engine(#[from] RigidError),
    /// The engine could not go on to the end.
    #[error("{why}")]
    Halfway {
        /// Why.
        why: RigidError,
        /// What was computed before.
        reached: Box<Outcome>,
    },
    /// Somebody asked to stop.
    #[error("interrupted")]
    Interrupted,
}

impl MechanismError {
    /// What it means for the parameters: where, what and what to do. Nothing if somebody asked to stop.
    pub fn problem(&self, parameters: &Parameters) -> Option<Problem> {
        match self {
            Self::Engine(error) | Self::Halfway { why: error, .. } => Some(locate(parameters, error)),
            Self::Interrupted => None,
        }
    }

    /// Whether the parameters ask for what cannot be, rather than the computation being too hard.
    pub fn is_about_input(&self) -> bool {
        match self {
            Self::Engine(error) | Self::Halfway { why: error, .. } => {
                !matches!(error, RigidError::Stopped { .. } | RigidError::NoEquilibrium { .. })
            }
            Self::Interrupted => false,
        }
    }
}

/// The engine's error at its place.
pub(super) fn locate(parameters: &Parameters, error: &RigidError) -> Problem {
    let mut hint = error.hint().unwrap_or_default();
    let path = match error {
        RigidError::BadMass { body, what, .. } => {
            format!("{}.{}", find(parameters, body, &["bodies"]), if *what == "mass" { "mass" } else { "inertia" })
        }
        RigidError::NoEquilibrium { body, .. } => find(parameters, body, &["bodies"]),
        RigidError::BadName { name, .. } => find(parameters, name, &ALL),
        RigidError::UnknownBody { element, .. }
        | RigidError::Detached { element, .. }
        | RigidError::BadValue { element, .. }
        | RigidError::BadFunction { element, .. } => find(parameters, element, &ALL),
        RigidError::CannotTouch { contact, .. } | RigidError::Overlap { contact, .. } => {
            find(parameters, contact, &["contacts", "bearings"])
        }
        RigidError::NotAssembled { constraint, .. } | RigidError::Singular { constraint, .. } => {
            find(parameters, constraint, &["joints", "guides", "bearings"])
        }
        RigidError::Contradiction { redundant, .. } => {
            let first = redundant.split('`').nth(1).unwrap_or_default();
            find(parameters, first, &["joints", "guides", "bearings"])
        }
        RigidError::NotGuided { .. } => format!("experiment.{}", parameters.experiment.name()),
        RigidError::Stopped { .. } => {
            hint = "use scheme = \"bdf\" or \"rosenbrock\" for stiff contacts, or a larger tolerance; check stiffnesses and \
                    masses"
                .into();
            format!("experiment.{}", parameters.experiment.name())
        }
    };
    Problem::new(path, error.to_string(), hint)
}

const ALL: [&str; 6] = ["joints", "guides", "forces", "contacts", "bearings", "bodies"];

/// The path of the element of this name, among these kinds.
fn find(parameters: &Parameters, name: &str, kinds: &[&str]) -> String {
    let Parameters { bodies, joints, guides, forces, contacts, bearings, .. } = parameters;
    let place = |kind: &&str| {
        let at = match *kind {
            "bodies" => bodies.iter().position(|item| item.name == name),
            "joints" => joints.iter().position(|item| item.name == name),
            "guides" => guides.iter().position(|item| item.name == name),
            "forces" => forces.iter().position(|item| item.name == name),
            "bearings" => bearings.iter().position(|item| item.name == name),
            _ => contacts.iter().position(|item| item.name == name),
        };
        Some(format!("{kind}.{}", at?))
    };
    kinds.iter().find_map(place).unwrap_or_else(|| kinds[0].into())
}
