//! The floor plan of the house is enforced, not described: no room opens a door that it must not have.
#![allow(clippy::unwrap_used)]

#[path = "floor_plan/modules.rs"]
mod modules;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cargo_metadata::MetadataCommand;

/// Which rooms each room may use, itself left out; as in ARCHITECTURE.md.
const ROOMS: &[(&str, &[&str])] = &[
    ("elementary", &[]),
    ("matrixmultiply", &[]),
    ("formats", &[]),
    ("quantity", &["elementary"]),
    ("numerics", &["elementary"]),
    ("mechanics", &["formats", "numerics", "quantity"]),
    ("results", &["formats", "quantity"]),
    ("joints", &["formats", "mechanics", "numerics", "quantity", "results"]),
    ("study", &["formats", "joints", "numerics", "quantity", "results"]),
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

/// Modules that still go round in a circle, by their folder: none may come, and none may grow. Of a room's own modules those
/// of `study` alone do: a study file may be one of many, and the runs of many are study files.
const CIRCLES: &[(&str, &str)] = &[
    ("joints::catalogue", "article special"),
    ("joints::catalogue", "impact law"),
    ("joints::gait", "figures forward history model outcome plausible pressure segments stick warnings"),
    ("joints::gait", "other_leg walk"),
    (
        "joints::hip",
        "check choice contact dynamics elastic equilibrium figures grid history lifetime lifetime_bearing \
         lifetime_check lifetime_cycle lifetime_head maps model model_error outcome plausibility recorder running \
         sliding stretches surrogate warnings worn",
    ),
    ("joints::hip", "design parameters"),
    ("joints::hip::design", "dual parameters"),
    ("joints::knee", "bearing materials"),
    ("joints::knee", "case check law ligament parameters patella surfaces"),
    ("joints::knee", "figures model outcome warnings"),
    ("joints::lifetime", "fixed march"),
    ("joints::liner", "describe model outcome rest run warnings"),
    ("joints::mechanism", "bearing contact parameters"),
    ("joints::mechanism", "bearing_build build"),
    ("joints::mechanism", "bearing_state columns creep drives record"),
    ("joints::mechanism", "forward guided model outcome warnings"),
    (
        "joints::replacement",
        "balance by_surrogate check cycle design drive dynamics elements error figures gap history law lifetime \
         ligament maps model need outcome parameters parts platform reason search seat shipped warnings",
    ),
    ("mechanics::contact", "ball_in_socket spherical_joint"),
    ("mechanics::contact::surfaces", "coupled scratch"),
    ("mechanics::contact::surrogate", "add_up bound pair rub"),
    ("mechanics::geometry::mesh", "fineness report"),
    (
        "mechanics::rigid",
        "analysis assemble bearing compile contact description event force model motion pair simulation slopes \
         soft",
    ),
    ("mechanics::rigid", "profile shape"),
    ("mechanics::solid", "assembly contact mesh model statics supports"),
    ("mechanics::solid::contact", "correction solution solver"),
    ("mechanics::solid::dynamics", "counter simulation step wear_law"),
    ("mechanics::solid::revolution", "contact equilibrium"),
    ("mechanics::wear", "archard energy kang law liu memory rubbed wang"),
    ("numerics::cone", "gauss_seidel gradient newton path solver"),
    ("numerics::cone", "local scalar"),
    ("numerics::regression", "expansion functions kriging sound"),
    (
        "study",
        "activity advice body_cycle body_files column_files content cycle_table dossier file inputs liner_files \
         making many reading recording registry replacement_files run two_tables validation",
    ),
    ("study::many", "choice plan vary"),
];

#[test]
fn no_more_modules_go_round_in_a_circle() {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap() {
        let entry = entry.unwrap();
        found.extend(modules::circles(&entry.file_name().to_string_lossy(), &entry.path().join("src")));
    }
    let is_part = |folder: &str, circle: &[String], (known, names): &(&str, &str)| {
        *known == folder && circle.iter().all(|name| names.split_whitespace().any(|other| other == name))
    };
    for (folder, circle) in &found {
        let known = CIRCLES.iter().any(|known| is_part(folder, circle, known));
        assert!(known, "in `{folder}` these name each other in a circle: {circle:?}");
    }
    for known in CIRCLES {
        let there = found.iter().any(|(folder, circle)| is_part(folder, circle, known));
        assert!(there, "the circle of `{}` is no more: take it out of the list", known.0);
    }
}

/// A user of the library reads a module's first lines: an example in them is a test, and cannot grow old.
#[test]
fn every_public_module_of_the_library_opens_with_an_example() {
    for room in ["formats", "numerics", "mechanics", "joints", "results"] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(room).join("src");
        let without = without_example(&source, &source.join("lib.rs"));
        assert!(without.is_empty(), "{room} has public modules that open without an example: {without:?}");
    }
}

/// The public modules of a file, and of those, whose heads hold no example.
fn without_example(folder: &Path, file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let names = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let mut without = Vec::new();
    for name in names {
        let inside = folder.join(name);
        let files = [folder.join(format!("{name}.rs")), inside.join("mod.rs")];
        let file = files.iter().find(|file| file.is_file()).unwrap();
        let text = std::fs::read_to_string(file).unwrap();
        let head: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        if !head.iter().any(|line| ["//! ```", "//! ```no_run"].contains(line)) {
            without.push(file.display().to_string());
        }
        without.extend(without_example(&inside, file));
    }
    without
}
