//! From a study file to a folder of results, as a user does it.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{check_report, entries, stderr, studies, synovia};
use serde_json::Value;

fn summary(folder: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(folder.join("summary.json")).unwrap()).unwrap()
}

/// Shipped studies of many runs, whose result is a store.
const MANY: [&str; 14] = [
    "body-spread",
    "hip-wear-laws",
    "hip-position",
    "knee-replacement-conformity",
    "knee-pulse",
    "hip-sweep",
    "hip-designs",
    "hip-loads",
    "hip-sensitivity",
    "hip-optimise",
    "hip-compromise",
    "hip-calibrate",
    "liner-coupling",
    "liner-amplification",
];
/// Those among them that look for something: their result has the best run.
const SEARCHES: [&str; 5] =
    ["hip-position", "knee-replacement-conformity", "hip-optimise", "hip-compromise", "hip-calibrate"];

#[test]
fn every_shipped_study_becomes_a_complete_result() {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(studies()).unwrap() {
        let study = entry.unwrap().path();
        if study.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let name = study.file_stem().unwrap().to_str().unwrap().to_owned();
        let output = synovia(folder.path()).arg("run").arg(&study).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {}", stderr(&output));
        let result = folder.path().join("results").join(&name);
        let summary = summary(&result);
        // A hip has 8100 elements in 101 frames; knees have more, and more fields on them.
        let most = if name.starts_with("hip") { 2_500_000 } else { 4_000_000 };
        check_report(&result.join("report.html"), most);
        if MANY.contains(&name.as_str()) {
            for file in ["report.html", "table.csv", "table.parquet", "study.toml", "provenance.json", "manifest.jsonl"]
            {
                assert!(std::fs::metadata(result.join(file)).unwrap().len() > 0, "{name}: {file}");
            }
            assert!(summary["runs_count"].as_f64().is_some_and(|runs| runs > 3.0), "{name}");
            let searches = SEARCHES.contains(&name.as_str());
            assert_eq!(result.join("best/report.html").is_file(), searches, "{name}");
            continue;
        }
        let text = std::fs::read_to_string(&study).unwrap();
        let one_load = text.contains(".experiment.static");
        let (is_hip, is_cycle) = (name.starts_with("hip"), !one_load);
        let mut files = vec!["summary.json", "provenance.json", "study.toml", "report.html", "overview.svg"];
        let is_lifetime = name.ends_with("lifetime");
        let mut numbers = match (is_hip, is_lifetime) {
            (_, true) => vec!["worn_volume_m3", "worn_depth_m"],
            (true, false) => vec!["peak_pressure_Pa", "contact_radius_m"],
            (false, false) => Vec::new(),
        };
        if is_cycle {
            files.extend(["series.csv", "series.parquet"]);
        }
        if is_hip && is_cycle && !is_lifetime {
            numbers.push("sliding_distance_m");
        }
        for file in files {
            assert!(std::fs::metadata(result.join(file)).unwrap().len() > 0, "{name}: {file}");
        }
        let has_vtk = entries(&result).iter().any(|file| file.ends_with(".pvd") || file.ends_with(".vtp"));
        let is_surface =
            text.contains("[knee-replacement") || ["hip", "liner", "dossier"].iter().any(|kind| name.starts_with(kind));
        assert_eq!(has_vtk, is_surface, "{name}: a cup is a surface, a planar mechanism has none");
        for number in numbers {
            assert!(summary[number].as_f64().is_some_and(|value| value > 0.0), "{name}: {number}");
        }
        assert!(summary["warnings"].is_array() && summary["work"].is_object(), "{name}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!is_hip || (text.contains("Peak pressure") && text.contains("MPa")), "{text}");
        assert!(text.contains("report.html"), "{text}");
    }
    assert_eq!(entries(folder.path()), ["results"]);
    assert!(entries(&folder.path().join("results")).iter().all(|name| !name.starts_with('.')));
}

#[test]
fn a_result_can_be_run_again_from_its_own_study() {
    let folder = tempfile::tempdir().unwrap();
    let run = |study: &Path, out: &str| {
        let output = synovia(folder.path()).arg("run").arg(study).args(["--out", out, "--quiet"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        // Quiet, but what must be known is said.
        assert!(output.stdout.is_empty() && stderr(&output).lines().all(|line| line.starts_with("caution: ")));
        std::fs::read(folder.path().join(out).join("summary.json")).unwrap()
    };
    let first = run(&studies().join("hip-own-data.toml"), "first");
    assert_eq!(first, run(&folder.path().join("first/study.toml"), "second"));
}

#[test]
fn one_and_two_threads_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    // A knee's surfaces are made on all threads while the study is checked.
    let knee = folder.path().join("knee.toml");
    std::fs::write(&knee, "[knee-replacement.output]\nframes = 5\nspacing = \"3 mm\"\n").unwrap();
    let run = |study: &Path, threads: &str| {
        let output = synovia(folder.path())
            .arg("run")
            .arg(study)
            .args(["--threads", threads, "--out", threads, "--no-vtk", "--force"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let result = folder.path().join(threads);
        let provenance: Value =
            serde_json::from_slice(&std::fs::read(result.join("provenance.json")).unwrap()).unwrap();
        assert_eq!(provenance["threads"].to_string(), threads);
        assert!(entries(&result).iter().all(|file| !file.ends_with(".pvd") && !file.ends_with(".vtp")));
        (std::fs::read(result.join("summary.json")).unwrap(), std::fs::read(result.join("series.csv")).unwrap())
    };
    for study in [studies().join("hip-walking.toml"), knee] {
        assert_eq!(run(&study, "1"), run(&study, "2"), "{}", study.display());
    }
}

#[test]
fn json_is_one_object_and_the_same_as_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let study = studies().join("hip-static.toml");
    let output = synovia(folder.path()).arg("run").arg(&study).arg("--json").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(object.is_object());
    assert_eq!(output.stdout, std::fs::read(folder.path().join("results/hip-static/summary.json")).unwrap());
    assert!(stderr(&output).contains("report.html"));
}

#[test]
fn a_result_is_replaced_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let study = studies().join("hip-static.toml");
    let run = |more: &[&str]| synovia(folder.path()).arg("run").arg(&study).args(more).output().unwrap();
    assert_eq!(run(&[]).status.code(), Some(0));
    let result = folder.path().join("results/hip-static");
    let before = std::fs::metadata(result.join("report.html")).unwrap().modified().unwrap();
    let refused = run(&[]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("already holds a result") && stderr(&refused).contains("--force"));
    assert_eq!(std::fs::metadata(result.join("report.html")).unwrap().modified().unwrap(), before);
    assert_eq!(run(&["--force"]).status.code(), Some(0));
    assert_eq!(entries(&folder.path().join("results")), ["hip-static"]);
}

#[test]
fn the_report_and_the_provenance_name_what_was_run() {
    let folder = tempfile::tempdir().unwrap();
    let output = synovia(folder.path()).arg("run").arg(studies().join("hip-static.toml")).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let result = folder.path().join("results/hip-static");
    let provenance: Value = serde_json::from_slice(&std::fs::read(result.join("provenance.json")).unwrap()).unwrap();
    assert_eq!(provenance["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(provenance["input_hash"].as_str().map(str::len), Some(64));
    let report = std::fs::read_to_string(result.join("report.html")).unwrap();
    assert!(
        report.contains("Metal on polyethylene, one load")
            && report.contains(provenance["input_hash"].as_str().unwrap())
    );
}

#[test]
fn the_small_commands_say_what_they_should() {
    let folder = tempfile::tempdir().unwrap();
    let say = |arguments: &[&str]| {
        let output = synovia(folder.path()).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(say(&["new"]).contains("hip-static"));
    std::fs::write(folder.path().join("mine.toml"), say(&["new", "hip"])).unwrap();
    assert!(say(&["check", "mine.toml"]).starts_with("ok\nhip, dynamic, walking over 1.11 s"));
    let list = say(&["list"]);
    for word in ["UHMWPE", "hunt-crossley", "iso-14242-1-style", "Bergmann2001", "coulomb"] {
        assert!(list.contains(word), "{word}");
    }
    assert!(serde_json::from_str::<Value>(&say(&["list", "--json"])).unwrap().is_array());
    let schema: Value = serde_json::from_str(&say(&["schema"])).unwrap();
    assert!(schema["properties"]["hip"].is_object());
    for shell in ["bash", "zsh", "fish"] {
        assert!(say(&["completions", shell]).contains("synovia"));
    }
    let help = say(&["--help"]);
    assert!(help.contains("Examples:") && help.contains("synovia run hip.toml"));
    assert!(say(&["--version"]).contains("commit"));
    assert_eq!(entries(folder.path()), ["mine.toml"]);
}
