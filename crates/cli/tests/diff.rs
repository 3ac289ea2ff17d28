//! `synovia diff`: two results beside each other.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::stderr;

const STUDY: &str = "title = \"A <b>hip</b>\"\n[hip.implant]\nclearance = \"80 um\"\n[hip.experiment.quasi-static]\n[hip.output]\nelements = 300\nframes = 11\n";

fn synovia(folder: &std::path::Path, arguments: &[&str]) -> std::process::Output {
    common::synovia(folder).args(arguments).output().unwrap()
}

fn runs(changes: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, study) in [("a", STUDY.to_owned())].into_iter().chain(changes.iter().map(|(n, c)| (*n, (*c).to_owned())))
    {
        fs::write(folder.path().join(format!("{name}.toml")), study).unwrap();
        let output = synovia(folder.path(), &["run", &format!("{name}.toml"), "--quiet"]);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    folder
}

#[test]
fn what_differs_is_told_as_text_as_json_and_as_a_page() {
    let other = STUDY.replace("80 um", "160 um");
    let folder = runs(&[("b", &other)]);
    let output = synovia(folder.path(), &["diff", "results/a", "results/b", "--page", "diff.html"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.contains("hip.implant.clearance")).unwrap();
    assert!(line.contains("80 um") && line.contains("160 um"), "{text}");
    assert!(text.contains("Curves") && text.contains("Maps") && !text.contains("resampled"), "{text}");
    let page = fs::read_to_string(folder.path().join("diff.html")).unwrap();
    assert!(page.contains("Contact pressure, difference") && page.contains("hip.implant.clearance"));
    let output = synovia(folder.path(), &["diff", "results/a", "results/b", "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let peak = told["numbers"].as_array().unwrap().iter().find(|n| n["name"] == "peak_pressure_Pa").unwrap().clone();
    let summary = |name: &str| {
        let text = fs::read(folder.path().join("results").join(name).join("summary.json")).unwrap();
        serde_json::from_slice::<serde_json::Value>(&text).unwrap()["peak_pressure_Pa"].as_f64().unwrap()
    };
    assert_eq!((peak["first"].as_f64(), peak["second"].as_f64()), (Some(summary("a")), Some(summary("b"))));
    // The map's largest difference is no smaller than that of the peaks.
    let map = told["maps"].as_array().unwrap().iter().find(|m| m["name"] == "pressure_Pa").unwrap().clone();
    assert!(map["largest"].as_f64().unwrap().abs() >= 0.9 * (summary("b") - summary("a")).abs(), "{map}");
}

#[test]
fn other_meshes_are_said_to_be_resampled_and_the_same_result_has_no_difference() {
    let finer = STUDY.replace("elements = 300", "elements = 700").replace("frames = 11", "frames = 21");
    let folder = runs(&[("b", &finer)]);
    let output = synovia(folder.path(), &["diff", "results/a", "results/b"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("meshes of `cup` differ") && text.contains("instants of `cup` differ"), "{text}");
    let output = synovia(folder.path(), &["diff", "results/a", "results/a", "--json"]);
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for kind in ["curves", "maps"] {
        for one in told[kind].as_array().unwrap() {
            assert_eq!(one["rms"], 0.0, "{one}");
        }
    }
    assert!(told["inputs"].as_array().unwrap().is_empty() && told["notes"].as_array().unwrap().is_empty());
}

#[test]
fn what_is_no_result_is_named_with_a_hint() {
    let folder = runs(&[]);
    fs::create_dir(folder.path().join("half")).unwrap();
    fs::write(folder.path().join("half/summary.json"), "{").unwrap();
    for wrong in ["nothing", "half"] {
        let output = synovia(folder.path(), &["diff", "results/a", wrong]);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains(wrong) && stderr(&output).contains("hint:"), "{}", stderr(&output));
    }
}
