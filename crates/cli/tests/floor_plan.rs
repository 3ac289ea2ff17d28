//! The floor plan of the house is enforced, not described: no room opens a door that it must not have.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::MetadataCommand;

/// Which rooms each room may use, itself left out; as in ARCHITECTURE.md.
const ROOMS: &[(&str, &[&str])] = &[
    ("elementary", &[]),
    ("matrixmultiply", &[]),
    ("quantity", &["elementary"]),
    ("numerics", &["elementary"]),
    ("mechanics", &["numerics", "quantity"]),
    ("results", &["quantity"]),
    ("joints", &["mechanics", "numerics", "quantity", "results"]),
    ("study", &["joints", "numerics", "quantity", "results"]),
    ("report", &["quantity", "results"]),
];

/// Doors and tools: they may use every room, and no room may use them.
const DOORS: &[&str] = &["synovia", "web", "python", "benches", "xtask"];

/// Our crates and which of ours each depends on, for whatever purpose, by the names of rooms.
fn houses() -> BTreeMap<String, BTreeSet<String>> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let metadata = MetadataCommand::new()
        .manifest_path(manifest)
        .no_deps()
        .other_options(vec!["--offline".into()])
        .exec()
        .unwrap();
    let room = |package: &str| package.trim_start_matches("synovia-").to_owned();
    let packages = metadata.workspace_packages();
    let ours: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let uses = |package: &cargo_metadata::Package| {
        package.dependencies.iter().filter(|d| ours.contains(d.name.as_str())).map(|d| room(&d.name)).collect()
    };
    packages.iter().map(|package| (room(&package.name), uses(package))).collect()
}

#[test]
fn no_room_opens_a_door_it_must_not_have() {
    for (room, uses) in houses() {
        let Some((_, allowed)) = ROOMS.iter().find(|(name, _)| *name == room) else { continue };
        for used in uses {
            assert!(allowed.contains(&used.as_str()), "`{room}` may not use `{used}`; it may use {allowed:?}");
        }
    }
}

#[test]
fn every_crate_has_its_place_in_the_plan() {
    let houses = houses();
    for name in houses.keys() {
        let known = ROOMS.iter().any(|(room, _)| room == name) || DOORS.contains(&name.as_str());
        assert!(known, "`{name}` is not in the floor plan: add it to ARCHITECTURE.md and to this test");
    }
    for (room, _) in ROOMS {
        assert!(houses.contains_key(*room), "`{room}` is in the floor plan, but there is no such crate");
    }
}

#[test]
fn the_plan_has_no_circle() {
    for (position, (room, allowed)) in ROOMS.iter().enumerate() {
        for used in *allowed {
            let before = ROOMS[..position].iter().any(|(earlier, _)| earlier == used);
            assert!(before, "`{room}` may use `{used}`, which comes later");
        }
    }
}

/// Everything that a study may use, down to sine and cosine, and the cycles that are built in: a store or a checkpoint must
/// know when any of it has changed.
#[test]
fn the_identity_of_a_build_covers_all_that_decides_numbers() {
    let script = include_str!("../build.rs");
    let mut decisive = BTreeSet::from(["study", "matrixmultiply"]);
    for (room, uses) in ROOMS.iter().rev() {
        if decisive.contains(room) {
            decisive.extend(*uses);
        }
    }
    assert!(decisive.contains("elementary") && decisive.len() >= 8, "{decisive:?}");
    for place in decisive.iter().chain(&["data"]) {
        assert!(script.contains(&format!("\"{place}\"")), "`{place}` is not in build.rs");
    }
}

/// Which features each crate of others has where a command of Cargo chooses these packages.
fn features(chosen: &[&str]) -> BTreeMap<String, String> {
    let output = std::process::Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["tree", "--offline", "--prefix=none", "--format={p}|{f}"])
        .args(chosen)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let row = |line: &str| {
        let (package, features) = line.split_once('|')?;
        Some((package.to_owned(), features.trim_end_matches(" (*)").to_owned()))
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn both_readme_commands_share_one_build_of_every_dependency() {
    let run = features(&["--package=synovia", "--edges=normal,build"]);
    let test = features(&["--workspace", "--edges=normal,build,dev"]);
    assert!(run.len() > 100, "{} crates: the tree was not read", run.len());
    for (package, features) in run {
        let others = &test[&package];
        assert_eq!(
            features, *others,
            "{package} is compiled twice: ask for its features in Cargo.toml's `either` list"
        );
    }
}

/// Kernels that are chosen by the processor, or blocks by its caches, round differently from machine to machine.
#[test]
fn no_dense_kernels_but_ours_are_in_the_program() {
    let packages = features(&["--package=synovia", "--edges=normal"]);
    let others = ["faer", "gemm", "nano-gemm", "private-gemm-x86", "blas", "openblas-src", "ndarray"];
    for package in packages.keys() {
        let name = package.split(' ').next().unwrap();
        assert!(!others.contains(&name), "{package} chooses its kernels by the processor");
        // `[patch.crates-io]` holds only while Cargo.lock says so: `cargo update matrixmultiply --precise 0.3.99`.
        assert!(name != "matrixmultiply" || package.contains("crates/matrixmultiply"), "{package} is not ours");
    }
    assert!(packages.keys().any(|package| package.starts_with("matrixmultiply ")), "`nalgebra` no longer needs it");
}
