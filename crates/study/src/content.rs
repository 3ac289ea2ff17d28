//! What may stand in a study file: a title and one joint.

use joints::{gait, hip, knee, liner, mechanism, replacement};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dossier::DossierInput;
use crate::many::{Method, Vary};
pub(crate) use crate::registry::JOINT_TABLES as JOINTS;

/// A study: a title and one joint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
#[schemars(title = "Synovia study")]
pub struct Content {
    /// What to call it, above the report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A hip replacement: a ball in a lined cup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hip: Option<hip::Parameters>,
    /// A knee in the sagittal plane: laws, geometries and materials of its contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knee: Option<knee::Parameters>,
    /// The liner of a cup by finite elements: static contact, and motion with coupled wear.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub liner: Option<liner::Parameters>,
    /// A total knee replacement in three dimensions: a femoral component on a tibial insert.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub knee_replacement: Option<replacement::Parameters>,
    /// A walk in the sagittal plane with an ideal, dry or lubricated hip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gait: Option<gait::Parameters>,
    /// Any planar mechanism: bodies, joints, guides, forces and contacts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mechanism: Option<mechanism::Parameters>,
    /// What changes from run to run: a study of many runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vary: Option<Vary>,
    /// How the runs of a study of many are chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<Method>,
    /// What a dossier is about: the question, what depends on its answer, and how well the inputs are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dossier: Option<DossierInput>,
}

/// The JSON schema of a study file.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Content).into()
}
