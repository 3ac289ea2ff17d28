//! To add a joint is one folder in `joints`, one line in the registry, one template: the places are counted.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use study::registry::JOINTS;

/// Every place outside of `joints` that knows a joint, beside the registry: who reads the files that it names, and what is
/// made of it alone. A joint without files has none.
const PLACES: &[(&str, &[&str])] = &[
    (
        "hip",
        &[
            "study/src/making/hip.rs",
            // Its load cycles are those of the liner, too.
            "study/src/activity.rs",
            "study/src/cycle_table.rs",
        ],
    ),
    ("knee", &[]),
    ("liner", &["study/src/making/liner.rs", "study/src/liner_files.rs"]),
    (
        "replacement",
        &[
            "study/src/making/replacement.rs",
            "study/src/replacement_files.rs",
            // Parts by design are written, drawn and handed to Python.
            "cli/src/design.rs",
            "python/src/design.rs",
            "python/src/pair.rs",
        ],
    ),
    ("gait", &["study/src/making/gait.rs", "study/src/recording.rs"]),
    // Its hip and its knee are load cycles of others.
    ("body", &["study/src/making/body.rs", "study/src/body_files.rs", "study/src/body_cycle.rs"]),
    ("mechanism", &["study/src/making/mechanism.rs", "study/src/column_files.rs"]),
];

/// What tables of several joints share: units, and the cycle of a hip in a liner.
const SHARED: &[(&str, &str)] = &[
    ("hip", "study/src/liner_files.rs"),
    ("hip", "study/src/recording.rs"),
    ("hip", "study/src/replacement_files.rs"),
    ("hip", "cli/src/fit/mod.rs"),
];

/// What a dossier refines, tightens and compares of each joint: one file a question, for those joints that have an answer.
const DOSSIER: [&str; 3] =
    ["study/src/dossier/knobs.rs", "study/src/dossier/point.rs", "study/src/dossier/tolerances.rs"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Whether a text names something of this module: `joints::knee` and not `joints::knee_of_others`.
fn names(text: &str, module: &str) -> bool {
    let path = format!("joints::{module}");
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    text.match_indices(&path).any(|(at, _)| ends(&text[at + path.len()..]))
}

#[test]
fn a_joint_is_known_in_its_folder_in_the_registry_and_where_its_files_are_read() {
    let mut files = Vec::new();
    for room in ["study", "cli", "web", "python", "report", "results"] {
        sources(&crates().join(room).join("src"), &mut files);
    }
    assert!(files.len() > 100, "{} files: the sources were not found", files.len());
    for (module, places) in PLACES {
        let shared = SHARED.iter().filter(|(joint, _)| joint == module).map(|(_, file)| *file);
        let expected: BTreeSet<&str> = places.iter().copied().chain(shared).chain(["study/src/registry.rs"]).collect();
        let known = files.iter().filter(|file| {
            // The joint of a test is compared with another one.
            !file.ends_with("tiny.rs")
                && !DOSSIER.iter().any(|of_all| file.ends_with(of_all))
                && names(&std::fs::read_to_string(file).unwrap(), module)
        });
        let known: BTreeSet<String> =
            known.map(|file| file.strip_prefix(crates()).unwrap().to_string_lossy().replace('\\', "/")).collect();
        assert_eq!(known.iter().map(String::as_str).collect::<BTreeSet<_>>(), expected, "{module}");
    }
    assert_eq!(PLACES.len(), JOINTS.len(), "a joint is not counted");
}

/// Matches over joints would be places where one can be forgotten.
#[test]
fn no_list_of_joints_is_kept_beside_the_registry() {
    let mut files = Vec::new();
    for room in ["study", "cli", "web"] {
        sources(&crates().join(room).join("src"), &mut files);
    }
    // Where the defaults of keys come from is told by key; a test of its own finds keys without a word.
    let listed = ["registry.rs", "templates.rs", "reference/source.rs"];
    for file in files.iter().filter(|file| !listed.iter().any(|listed| file.ends_with(listed))) {
        let text = std::fs::read_to_string(file).unwrap();
        let quoted = JOINTS.iter().filter(|joint| text.contains(&format!("\"{}\"", joint.table))).count();
        assert!(quoted < 3, "{} names {quoted} joints: let it ask the registry", file.display());
    }
}

/// A hint is a field of its error; the one place that puts it behind a message is that of the doors.
#[test]
fn no_hint_travels_inside_of_a_message() {
    let mut files = Vec::new();
    for room in std::fs::read_dir(crates()).unwrap() {
        let source = room.unwrap().path().join("src");
        if source.is_dir() {
            sources(&source, &mut files);
        }
    }
    assert!(files.len() > 400, "{} files: the sources were not found", files.len());
    let marks = ["\\nhint:", "\\n hint:"];
    let glued = |file: &&PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        marks.iter().any(|mark| text.contains(mark))
    };
    let found: Vec<&PathBuf> = files.iter().filter(glued).collect();
    assert!(found.len() == 1 && found[0].ends_with("study/src/diagnostic.rs"), "{found:?}");
}
