//! A fuzzer of our own for every reader: the same on every machine, a moment in every test run, longer with `cargo xtask fuzz`.
//!
//! Files of the corpus are damaged and crossed; whatever makes a reader panic, or accept what is not sound, is written to
//! `tests/corpus` and stays there for every later run.
#![allow(clippy::unwrap_used)]

#[path = "common/dice.rs"]
mod dice;
#[path = "common/sound_surface.rs"]
mod sound_surface;
#[path = "common/sound_table.rs"]
mod sound_table;

use std::path::{Path, PathBuf};

use dice::damage::{Damage, damaged};
use dice::{Dice, EXTREMES, rounds};
use formats::mesh::{MeshElement, MeshFace, MeshFile};
use formats::xml::{XmlError, parse};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

fn folder(inside: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(inside)
}

/// The files of the corpus, by name: those of other tests, and our own with all earlier findings.
fn corpus() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for inside in ["tests/corpus", "tests/tables", "tests/surfaces", "../mechanics/tests/solid/files"] {
        for entry in std::fs::read_dir(folder(inside)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !name.ends_with(".md") && !name.ends_with(".py") {
                files.push((name, std::fs::read(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

fn is_table(name: &str) -> bool {
    [".csv", ".mot", ".sto", ".trc"].iter().any(|end| name.ends_with(end))
}

fn is_mesh(name: &str) -> bool {
    [".msh", ".inp"].iter().any(|end| name.ends_with(end))
}

fn is_xml(name: &str) -> bool {
    [".osim", ".xml"].iter().any(|end| name.ends_with(end))
}

/// What readers of meshes know.
const MESH_TOKENS: &[&str] = &[
    "$EndNodes\n",
    "$Entities\n",
    "*NODE\n",
    "*NSET, NSET=a, GENERATE\n",
    "0, 18446744073709551615\n",
    "\n",
    ",",
    " ",
    "-1",
    "4.1 0 8\n",
];

/// What the reader of XML knows.
const XML_TOKENS: &[&str] =
    &["<", "</", "/>", ">", "<!--", "-->", "<![CDATA[", "]]>", "&lt;", "&", "\"", "='", "<a>", "<?", "−"];

/// A mesh is read, with nodes that are there, or it is said what is wrong.
fn mesh_reads_soundly(bytes: &[u8], name: &str) -> Result<(), TestCaseError> {
    let mesh = match MeshFile::read(bytes, Path::new(name)) {
        Err(error) => return if error.message.is_empty() { Err(TestCaseError::fail(error.hint)) } else { Ok(()) },
        Ok(mesh) => mesh,
    };
    let there = |node: &usize| *node < mesh.nodes.len();
    let whole = |element: &MeshElement| element.nodes.len() == element.cell.nodes() && element.nodes.iter().all(there);
    let is_face = |face: &MeshFace| match face {
        MeshFace::OfElement { element, face } => mesh.elements.get(*element).is_some_and(|e| *face < e.cell.faces()),
        MeshFace::ByCorners { corners, .. } => corners.is_sorted() && corners.iter().all(there),
    };
    prop_assert!(mesh.node_numbers.len() == mesh.nodes.len() && mesh.elements.iter().all(whole));
    prop_assert!(mesh.node_sets.values().flatten().all(there));
    prop_assert!(mesh.element_sets.values().flatten().all(|element| *element < mesh.elements.len()));
    prop_assert!(mesh.surfaces.values().flatten().all(is_face));
    Ok(())
}

/// A document is read, or it is said at which of its lines it is wrong.
fn xml_reads_soundly(bytes: &[u8]) -> Result<(), TestCaseError> {
    let text = String::from_utf8_lossy(bytes);
    let last = text.lines().count() + 1;
    match parse(&text) {
        Ok(root) => prop_assert!((1..=last).contains(&root.line)),
        Err(XmlError { line, message, .. }) => prop_assert!((1..=last).contains(&line) && !message.is_empty()),
    }
    Ok(())
}

/// What is wrong with how these bytes are read, if anything.
fn judge(name: &str, bytes: &[u8]) -> Option<String> {
    let read = || {
        if is_table(name) {
            sound_table::reads_soundly(bytes, name)
        } else if is_mesh(name) {
            mesh_reads_soundly(bytes, name)
        } else if is_xml(name) {
            xml_reads_soundly(bytes)
        } else {
            sound_surface::reads_soundly(bytes)
        }
    };
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)) {
        Ok(Ok(())) => None,
        Ok(Err(unsound)) => Some(unsound.to_string()),
        Err(_) => Some("the reader panicked".into()),
    }
}

#[test]
fn no_damaged_file_is_read_unsoundly() {
    let rounds = rounds();
    let files = corpus();
    assert!(files.len() >= 15, "the corpus has {} files", files.len());
    let mut found = Vec::new();
    for (which, (name, bytes)) in files.iter().enumerate() {
        let own = match () {
            () if is_table(name) => sound_table::TOKENS,
            () if is_mesh(name) => MESH_TOKENS,
            () if is_xml(name) => XML_TOKENS,
            () => sound_surface::TOKENS,
        };
        let tokens: Vec<&str> = own.iter().chain(EXTREMES).copied().collect();
        found.extend(judge(name, bytes).map(|what| format!("{name}: {what}")));
        for round in 0..rounds {
            let mut dice = Dice((which as u64) << 40 | round);
            let other = &files[dice.below(files.len())].1;
            let damages: Vec<Damage> = (0..=dice.below(6)).map(|_| dice.damage(&tokens, other)).collect();
            let bytes = damaged(bytes, &damages);
            if let Some(what) = judge(name, &bytes) {
                let kept = format!("found-{which}-{round}-{}", name.trim_start_matches("found-"));
                std::fs::write(folder("tests/corpus").join(&kept), &bytes).unwrap();
                found.push(format!("{kept}: {what}"));
                break;
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
