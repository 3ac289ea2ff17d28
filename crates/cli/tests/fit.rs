//! `synovia fit` on a hip, whose closed form is the known answer, and studies that use what it wrote.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{stderr, studies, synovia};
use serde_json::Value;

const SURROGATE: &str = "[hip.surrogate]\npath = \"hip.json\"\n";

/// A cycle in equilibrium, and what else a study says.
fn write(folder: &Path, name: &str, more: &str) {
    let study = format!("[hip.experiment.quasi-static]\n[hip.output]\nelements = 400\nframes = 41\n{more}");
    std::fs::write(folder.join(name), study).unwrap();
}

#[track_caller]
fn good(folder: &Path, arguments: &[&str]) -> String {
    let output = synovia(folder).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], says: &[&str]) {
    let output = synovia(folder).args(arguments).output().unwrap();
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    for text in says.iter().chain(&["hint: "]) {
        assert!(said.contains(text), "{text} is not in\n{said}");
    }
}

fn summary(folder: &Path, out: &str) -> Value {
    serde_json::from_slice(&std::fs::read(folder.join(out).join("summary.json")).unwrap()).unwrap()
}

#[test]
fn a_hip_runs_by_its_surrogate_as_by_its_closed_form() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "own.toml", "[hip.contact.elastic-foundation]\n");
    let said = good(folder, &["fit", "own.toml", "--out", "hip.json", "--page", "fit.html"]);
    for text in ["Domain", "Cross-validation", "Poses held out", "Peak pressure, rms", "written: hip.json"] {
        assert!(said.contains(text), "{text} is not in\n{said}");
    }
    let page = std::fs::read_to_string(folder.join("fit.html")).unwrap();
    assert!(page.contains("Surrogate of a hip") && page.contains("Error on poses held out"));
    good(folder, &["run", "own.toml", "--out", "own"]);
    write(folder, "fast.toml", SURROGATE);
    good(folder, &["run", "fast.toml", "--out", "fast"]);
    let (own, fast) = (summary(folder, "own"), summary(folder, "fast"));
    for name in ["peak_pressure_Pa", "peak_force_N", "sliding_distance_m", "wear_volume_per_cycle_m3"] {
        let [a, b] = [&own, &fast].map(|summary| summary[name].as_f64().unwrap());
        // On poses held out 95 of 100 forces are within 0.2 %.
        assert!((b / a - 1.0).abs() < 3e-3, "{name}: {a} {b}");
    }
    assert!(own["work"].get("surrogate_evaluations").is_none());
    let asked = |name: &str| fast["work"][name].as_u64().unwrap();
    assert!(asked("surrogate_evaluations") > 41 && asked("surrogate_fallbacks") == 0, "the motion is that of the fit");
    let report = std::fs::read_to_string(folder.join("fast/report.html")).unwrap();
    assert!(report.contains("hip.json stands for it"));
    assert!(report.contains("A surrogate stands for the contact (synovia "), "with its errors");
    // The result carries its surrogate with it.
    good(folder, &["run", "fast/study.toml", "--out", "again"]);
    assert_eq!(fast, summary(folder, "again"));
    // Other loads are no other contact; another clearance is.
    let vary = |what: &str| format!("{SURROGATE}[vary]\n{what}\n[runs.grid]\noutputs = [\"peak_pressure_Pa\"]\n");
    write(folder, "loads.toml", &vary("hip.patient.mass = [\"70 kg\", \"85 kg\", \"100 kg\"]"));
    good(folder, &["run", "loads.toml", "--out", "loads"]);
    assert_eq!(summary(folder, "loads")["runs_count"].as_f64(), Some(3.0));
    write(folder, "shapes.toml", &vary("hip.implant.clearance = [\"80 um\", \"100 um\"]"));
    refused(folder, &["run", "shapes.toml"], &["`hip.implant.clearance` has 100 um", "fitted to another contact"]);
}

#[test]
fn surrogates_of_other_contacts_and_joints_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    write(folder, "own.toml", "");
    good(folder, &["fit", "own.toml", "--out", "hip.json", "--samples", "120", "--order", "4"]);
    write(folder, "wide.toml", &format!("{SURROGATE}[hip.implant]\nclearance = \"100 um\"\n"));
    refused(folder, &["run", "wide.toml"], &["wide.toml:6", "fitted to another contact", "clearance"]);
    write(folder, "hertz.toml", &format!("{SURROGATE}[hip.contact.hertz]\n"));
    refused(folder, &["run", "hertz.toml"], &["elastic foundation", "Hertz"]);
    write(folder, "small.toml", "[hip.contact.hertz]\n");
    refused(
        folder,
        &["fit", "small.toml", "--out", "other.json"],
        &["Hertz's law", "[hip.contact.elastic-foundation]"],
    );
    let sound = std::fs::read(folder.join("hip.json")).unwrap();
    let knee = "[knee-replacement.surrogate]\npath = \"hip.json\"\n";
    std::fs::write(folder.join("knee.toml"), knee).unwrap();
    refused(folder, &["check", "knee.toml"], &["a surrogate of a hip, and this is a knee replacement"]);
    std::fs::write(folder.join("hip.json"), "{\"version\": 3, \"pieces\": [], \"motions\": []}").unwrap();
    write(folder, "fast.toml", SURROGATE);
    refused(folder, &["run", "fast.toml"], &["a surrogate of a knee replacement, and this is a hip", "fast.toml:6"]);
    std::fs::write(folder.join("hip.json"), "{\"joint\": \"hip\"}").unwrap();
    refused(folder, &["run", "fast.toml"], &["the file has no checksum", "synovia fit"]);
    // A changed digit is found.
    let digit = sound.iter().rposition(|byte| *byte == b'7').unwrap();
    let mut changed = sound.clone();
    changed[digit] = b'8';
    std::fs::write(folder.join("hip.json"), changed).unwrap();
    refused(folder, &["run", "fast.toml"], &["the checksum is wrong", "fast.toml:6"]);
    std::fs::remove_file(folder.join("hip.json")).unwrap();
    refused(folder, &["run", "fast.toml"], &["hip.json", "fast.toml:6"]);
    let liner = studies().join("liner-static.toml");
    refused(folder, &["fit", liner.to_str().unwrap(), "--out", "x.json"], &["hips or knee replacements"]);
    assert!(!folder.join("results").exists() && !folder.join("other.json").exists(), "nothing is touched");
}
