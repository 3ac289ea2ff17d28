//! What may stand in a study file: a title and one joint.

pub use crate::registry::Content;
pub(crate) use crate::registry::JOINT_TABLES as JOINTS;

/// The study file and the joints that it knows, from one list: a line is the documentation of the joint's table, the table's
/// key, the joint's type, how it is made, and what a user reads about it.
macro_rules! joints_of_a_study {
    ($(
        $(#[doc = $doc:tt])+
        $(#[cfg($cfg:meta)])?
        $field:ident: $Joint:ty, made by $make:expr, is $kind:expr;
    )+) => {
        /// A study: a title and one joint.
        #[derive(
            Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
        #[schemars(title = "Synovia study")]
        pub struct Content {
            /// What to call it, above the report.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub title: Option<String>,
            $(
                $(#[doc = $doc])+
                $(#[cfg($cfg)])?
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $field: Option<<$Joint as joints::FromParameters>::Parameters>,
            )+
            /// What changes from run to run: a study of many runs.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub vary: Option<$crate::many::Vary>,
            /// How the runs of a study of many are chosen.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub runs: Option<$crate::many::Method>,
            /// What a dossier is about: the question, what depends on its answer, and how well the inputs are known.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub dossier: Option<$crate::dossier::DossierInput>,
        }

        /// Every joint.
        pub const JOINTS: &[JointKind] = &[$($(#[cfg($cfg)])? $kind),+];

        /// How each of them is made, in the same order.
        pub(crate) const MAKERS: &[Maker] = &[$(
            $(#[cfg($cfg)])?
            Maker {
                is_in: |content| content.$field.is_some(),
                check: |content| match &content.$field {
                    Some(parameters) => <$Joint as joints::FromParameters>::check(parameters),
                    None => Vec::new(),
                },
                make: |content, making| {
                    let made: Result<$Joint, Diagnostics> = $make(content.$field.take()?, making);
                    Some(made.map(|joint| {
                        content.$field = Some(joints::FromParameters::parameters(&joint).clone());
                        std::sync::Arc::new(joint) as std::sync::Arc<dyn joints::Joint>
                    }))
                },
            }
        ),+];
    };
}
pub(crate) use joints_of_a_study;

/// The JSON schema of a study file.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Content).into()
}
