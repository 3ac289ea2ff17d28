//! What there is: the joints, and what can be done with each. Every list that a user reads comes from here, from the
//! templates, or from the schema of the study file.

use std::sync::Arc;

use joints::Joint;
use joints::body::Body;
use joints::gait::Gait;
use joints::hip::Hip;
use joints::knee::Knee;
use joints::liner::Liner;
use joints::mechanism::Mechanism;
use joints::replacement::Replacement;
use serde_json::Value;

pub use joints::joint::Section;

use crate::content::{joints_of_a_study, schema};
use crate::diagnostic::Diagnostics;
use crate::making::{self, Making};
use crate::templates::KINDS;

/// A joint that a study can be about.
#[derive(Debug, Clone, Copy)]
pub struct JointKind {
    /// The name of its table in a study.
    pub table: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The case on which models of its contact are compared, where they are.
    pub compared: Option<Case>,
    /// The case to which a surrogate of its contact is fitted, where one can be.
    pub fitted: Option<Case>,
    /// Whether a check of it builds nothing, so that it can be asked some hundred times.
    pub is_quick: bool,
    /// What can be named in it, in its own words.
    catalogue: fn() -> Vec<Section>,
    /// What else can be named in it: titles, and paths of choices in the study file.
    choices: &'static [(&'static str, &'static str)],
}

impl JointKind {
    /// A joint that is neither compared nor fitted.
    const fn new(table: &'static str, about: &'static str) -> Self {
        let (compared, fitted, choices): (_, _, &[_]) = (None, None, &[]);
        Self { table, about, compared, fitted, is_quick: false, catalogue: Vec::new, choices }
    }
}

/// A joint, or all that is wrong with it.
pub(crate) type Made = Result<Arc<dyn Joint>, Diagnostics>;

/// How a joint is made from the study file.
#[derive(Clone, Copy)]
pub(crate) struct Maker {
    /// Whether a study is about it.
    pub is_in: fn(&Content) -> bool,
    /// What is wrong with its values: nothing is built, and no file is read.
    pub check: fn(&Content) -> Vec<joints::Problem>,
    /// Makes it, if the study is about it, and writes its parameters back with all that was found on the way.
    pub make: fn(&mut Content, &mut Making<'_>) -> Option<Made>,
}

/// A case of a joint that a command asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// In words: `one load of a hip`.
    pub what: &'static str,
    /// The table that makes a study of it.
    pub table: &'static str,
    /// The template that shows it.
    pub template: &'static str,
}

// The one place to add a joint to: its table, its type, how it is made, and what a user reads about it.
joints_of_a_study! {
    /// A hip replacement: a ball in a lined cup.
    hip: Hip, made by making::hip, is JointKind {
        compared: Some(Case { what: "one load of a hip", table: "hip.experiment.static", template: "hip-static" }),
        fitted: Some(Case { what: "hips", table: "hip", template: "hip" }),
        is_quick: true,
        catalogue: joints::hip::catalogue,
        choices: &[("Experiments of a hip", "hip.experiment")],
        ..JointKind::new("hip", "a ball in a lined cup: static, quasi-static and dynamic [Askari2018]")
    };
    /// A knee in the sagittal plane: laws, geometries and materials of its contact.
    knee: Knee, made by |parameters, making: &mut Making<'_>| making.without_files(parameters, Knee::new), is JointKind {
        is_quick: true,
        catalogue: joints::knee::catalogue,
        ..JointKind::new("knee", "a tibia on a fixed femur in the plane: law x geometry x material [Machado2011]")
    };
    /// The liner of a cup by finite elements: static contact, and motion with coupled wear.
    liner: Liner, made by making::liner, is JointKind {
        choices: &[
            ("Liner: laws of its material (law = NAME)", "liner.cup.law"),
            ("Liner: how it is held (held = NAME)", "liner.cup.held"),
            ("Liner: elements (element = NAME)", "liner.mesh.element"),
            ("Liner: motions", "liner.experiment.wear.motion"),
            ("Liner: how the head is kept out of it (contact = NAME)", "liner.experiment.static.contact"),
            ("Experiments of a liner", "liner.experiment"),
        ],
        ..JointKind::new(
            "liner",
            "the liner of a cup by finite elements: static, and wear coupled with motion [Jourdan2009]",
        )
    };
    /// A total knee replacement in three dimensions: a femoral component on a tibial insert.
    knee_replacement: Replacement, made by making::replacement, is JointKind {
        compared: Some(Case {
            what: "a measured pose of a knee replacement",
            table: "knee-replacement.experiment.measured-pose",
            template: "knee-replacement",
        }),
        fitted: Some(Case {
            what: "knee replacements",
            table: "knee-replacement",
            template: "knee-replacement-simulator",
        }),
        choices: &[
            ("Knee replacement: contact laws", "knee-replacement.contact"),
            ("Knee replacement: friction", "knee-replacement.friction"),
            ("Knee replacement: facets of the surfaces (facets = NAME)", "knee-replacement.implant.facets"),
            ("Experiments of a knee replacement", "knee-replacement.experiment"),
        ],
        ..JointKind::new(
            "knee-replacement",
            "a femoral component on a tibial insert in three dimensions, on surfaces of files: measured, in a simulator or \
             held by ligaments",
        )
    };
    /// A walk in the sagittal plane with an ideal, dry or lubricated hip.
    gait: Gait, made by making::gait, is JointKind {
        catalogue: joints::gait::catalogue,
        ..JointKind::new("gait", "a measured walk in the plane with an ideal, a dry or a lubricated hip [Costa2016]")
    };
    /// A skeleton with muscles: from a measured motion to muscle forces and joint contact forces.
    body: Body, made by making::body, is JointKind {
        catalogue: joints::body::catalogue,
        choices: &[
            ("Body: what is as small as possible (objective = NAME)", "body.muscles.objective"),
            ("Body: what limits a muscle (physiology = NAME)", "body.muscles.physiology"),
        ],
        ..JointKind::new(
            "body",
            "a skeleton with muscles in three dimensions: from a measured motion to muscle forces and joint contact forces \
             [Delp2007]",
        )
    };
    /// Any planar mechanism: bodies, joints, guides, forces and contacts.
    mechanism: Mechanism, made by making::mechanism, is JointKind {
        catalogue: joints::mechanism::catalogue,
        ..JointKind::new("mechanism", "any planar mechanism: bodies, joints, guides, forces, contacts")
    };
    /// A ball that is dropped: all that it takes to add a joint.
    #[cfg(test)]
    drop: crate::tiny::Drop, made by |parameters, making: &mut Making<'_>| {
        making.without_files(parameters, crate::tiny::Drop::new)
    }, is JointKind::new("drop", "a ball that is dropped, in a test");
}

/// The names of the joints' tables.
pub(crate) const JOINT_TABLES: &[&str] = &{
    let mut tables = [""; JOINTS.len()];
    let mut i = 0;
    while i < JOINTS.len() {
        tables[i] = JOINTS[i].table;
        i += 1;
    }
    tables
};

/// The cases on which models are compared.
pub fn compared() -> impl Iterator<Item = Case> {
    JOINTS.iter().filter_map(|joint| joint.compared)
}

/// The cases to which surrogates are fitted.
pub fn fitted() -> impl Iterator<Item = Case> {
    JOINTS.iter().filter_map(|joint| joint.fitted)
}

/// What cases are, in a sentence: `one load of a hip or a measured pose of a knee replacement`.
pub fn in_words(cases: impl Iterator<Item = Case>) -> String {
    cases.map(|case| case.what).collect::<Vec<_>>().join(" or ")
}

/// How to get one: the tables and the templates that show them.
pub fn how_to(cases: impl Iterator<Item = Case>) -> String {
    let ways: Vec<String> =
        cases.map(|case| format!("[{}], as `synovia new {}` prints it", case.table, case.template)).collect();
    format!("give a study with {}", ways.join("; or "))
}

/// Everything that can be named in a study, with what it is and where it comes from.
pub fn catalogue() -> Vec<Section> {
    let joints = JOINTS.iter().map(|joint| (joint.table.into(), joint.about.into())).collect();
    let studies = KINDS.iter().map(|kind| (kind.kind.into(), kind.about.into())).collect();
    let mut sections: Vec<Section> =
        vec![("Joints".into(), joints), ("Studies to begin with (synovia new NAME)".into(), studies)];
    let schema = schema();
    let listed = |(title, path): &(&str, &str)| {
        let title = if title.ends_with(')') { (*title).into() } else { format!("{title} [{path}.NAME]") };
        (title, choices(&schema, path))
    };
    for joint in JOINTS {
        sections.extend((joint.catalogue)());
        sections.extend(joint.choices.iter().map(listed));
    }
    sections.push(listed(&("Runs of a study of many", "runs")));
    sections
}

/// The choices at a dotted path of the study file, each with the first sentence of its documentation.
fn choices(schema: &Value, path: &str) -> Vec<(String, String)> {
    let found = path.split('.').try_fold(schema, |at, key| property(schema, at, key));
    let all = found.and_then(|at| entries(schema, at)["oneOf"].as_array());
    all.into_iter().flatten().flat_map(choices_of).collect()
}

/// What a schema says, behind references and what may be left out.
pub(crate) fn resolved<'a>(schema: &'a Value, mut at: &'a Value) -> &'a Value {
    loop {
        let reference =
            at["$ref"].as_str().and_then(|name| name.strip_prefix('#')).and_then(|name| schema.pointer(name));
        let present = at["anyOf"].as_array().and_then(|all| all.iter().find(|one| one["type"] != "null"));
        match reference.or(present) {
            Some(next) => at = next,
            None => return at,
        }
    }
}

/// What a schema says; of a list, what is said of its entries.
fn entries<'a>(schema: &'a Value, at: &'a Value) -> &'a Value {
    let at = resolved(schema, at);
    at.get("items").map_or(at, |of| entries(schema, of))
}

/// A key of a table, of one of the choices that a table is, or of the entries of a list.
fn property<'a>(schema: &'a Value, at: &'a Value, key: &str) -> Option<&'a Value> {
    let at = entries(schema, at);
    let of_choice = || at["oneOf"].as_array()?.iter().find_map(|one| one["properties"].get(key));
    at["properties"].get(key).or_else(of_choice)
}

/// A choice is a table of its own, a word, or one of several words.
pub(crate) fn choices_of(choice: &Value) -> Vec<(String, String)> {
    let about = choice["description"].as_str().unwrap_or_default();
    let about = first_sentence(about).trim_end_matches('.').replace('\n', " ");
    let words = choice["enum"].as_array().into_iter().flatten().chain(choice.get("const"));
    let tables = choice["properties"].as_object().into_iter().flat_map(|keys| keys.keys().map(String::as_str));
    words.filter_map(Value::as_str).chain(tables).map(|name| (name.to_owned(), about.clone())).collect()
}

/// Up to the first full stop after which something begins anew: "Eqs. 4" goes on.
fn first_sentence(text: &str) -> &str {
    let ends = text.match_indices(". ").find(|(at, _)| text[at + 2..].starts_with(char::is_uppercase));
    ends.map_or(text, |(at, _)| &text[..at])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::templates::template;

    /// A joint that is added to the study file must be added here, or this fails.
    #[test]
    fn the_joints_are_those_of_the_study_file() {
        let schema = schema();
        let mut tables: Vec<&str> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        tables.retain(|key| !["title", "vary", "runs", "dossier"].contains(key));
        let mut ours = JOINT_TABLES.to_vec();
        tables.sort_unstable();
        ours.sort_unstable();
        assert_eq!(tables, ours);
    }

    /// The first place of a joint is its table in the study file, which is kebab-case.
    #[test]
    fn every_joint_has_one_maker() {
        assert_eq!(JOINTS.len(), MAKERS.len());
        for (number, joint) in JOINTS.iter().enumerate() {
            let table = if joint.table == "mechanism" { "bodies = []\n" } else { "" };
            let text = format!("[{}]\n{table}", joint.table);
            let file = crate::StudyFile::from_text("it.toml", text);
            let found: Vec<usize> = (0..MAKERS.len()).filter(|&k| (MAKERS[k].is_in)(file.content())).collect();
            assert_eq!(found, [number], "{}", joint.table);
        }
    }

    #[test]
    fn every_case_has_its_template_with_its_table() {
        for case in compared().chain(fitted()) {
            let text = template(case.template).unwrap_or_else(|| panic!("{case:?}")).text;
            assert!(text.contains(&format!("[{}", case.table)), "{case:?}");
        }
    }

    /// Lists in a joint's own words whose titles do not say where in the study file their choices are.
    const PLACES: [(&str, &str); 6] = [
        ("Time schemes (scheme = NAME)", "hip.experiment.dynamic.scheme"),
        ("Knee contact laws (laws = [NAMES])", "knee.contact.laws"),
        ("Knee geometries (geometries = [NAMES])", "knee.contact.geometries"),
        ("Hips of a walk (hip = NAME, or a list)", "gait.hip"),
        ("Bodies of a walk ([gait.body.NAME])", "gait.body"),
        ("Joints of a mechanism (kind = NAME)", "mechanism.joints.kind"),
    ];

    /// Lists in a joint's own words are written by hand: a choice that is missing there is found here.
    #[test]
    fn every_choice_of_the_study_file_is_in_the_list_of_its_path() {
        let schema = schema();
        let mut looked_at = 0;
        for (title, entries) in catalogue() {
            let own = title.split_once('[').and_then(|(_, rest)| rest.strip_suffix(".NAME]"));
            let told = PLACES.iter().find(|(of, _)| *of == title).map(|(_, path)| *path);
            let Some(path) = told.or(own) else { continue };
            let asked = choices(&schema, path);
            assert!(!asked.is_empty(), "the list \"{title}\" has no place in the study file");
            let listed: Vec<&str> = entries.iter().flat_map(|(name, _)| name.split(", ")).collect();
            let missing: Vec<&String> =
                asked.iter().map(|(name, _)| name).filter(|name| !listed.contains(&name.as_str())).collect();
            assert!(missing.is_empty(), "{title} lacks {missing:?}");
            looked_at += usize::from(told.is_some());
        }
        assert_eq!(looked_at, PLACES.len());
    }

    #[test]
    fn a_sentence_does_not_end_after_eqs() {
        assert_eq!(first_sentence("As printed (Eqs. 4 and 5). More."), "As printed (Eqs. 4 and 5)");
        assert_eq!(first_sentence("One sentence"), "One sentence");
    }

    #[test]
    fn every_list_has_entries_and_every_entry_its_words() {
        let catalogue = catalogue();
        for (title, entries) in &catalogue {
            assert!(!entries.is_empty(), "{title}");
            assert!(entries.iter().all(|(name, about)| !name.is_empty() && !about.is_empty()), "{title}: {entries:?}");
        }
        let has = |title: &str, name: &str| {
            catalogue.iter().any(|(t, entries)| t.starts_with(title) && entries.iter().any(|(n, _)| n == name))
        };
        assert!(has("Joints", "knee-replacement") && has("Joints", "gait"));
        assert!(has("Experiments of a knee replacement", "load-driven") && has("Liner: elements", "hex20"));
    }
}
