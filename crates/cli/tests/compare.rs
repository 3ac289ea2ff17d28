//! `synovia compare`, as a user does it.
#![allow(clippy::unwrap_used)]

mod common;

use common::{entries, stderr, studies, synovia};
use serde_json::Value;

/// The base case of [Askari2018] at 500 N: finite elements give 3.413 MPa and 8.72 mm (an independent axisymmetric
/// solution), Eq. 25 gives 3.5682 MPa and 9.231 mm, the shell's stiffness something near it, textbook Hertz 1.791 MPa.
#[test]
fn the_base_case_through_every_model_has_the_known_errors() {
    let folder = tempfile::tempdir().unwrap();
    let study = studies().join("hip-static.toml");
    let output =
        synovia(folder.path()).arg("compare").arg(&study).args(["--json", "--page", "page.html"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 6);
    let row = |name: &str| rows.iter().find(|row| row["model"] == name).unwrap();
    let number = |name: &str, key: &str| row(name)[key].as_f64().unwrap();
    let near = |value: f64, expected: f64, within: f64| {
        assert!((value / expected - 1.0).abs() < within, "{value} instead of {expected}");
    };
    assert_eq!(row("finite-elements")["is_truth"], true);
    near(number("finite-elements", "peak_pressure_Pa"), 3.413e6, 0.01);
    let cap =
        |radius: f64| std::f64::consts::TAU * 14e-3_f64.powi(2) * (1.0 - (1.0 - (radius / 14e-3_f64).powi(2)).sqrt());
    near(number("finite-elements", "area_m2"), cap(8.72e-3), 0.04);
    for name in ["closed-form", "foundation-rim", "foundation-surfaces"] {
        // On points each spring reaches the shortest way to the head: 0.4 % off the formula, which goes radially.
        near(number(name, "peak_pressure_Pa"), 3.5682e6, if name == "foundation-surfaces" { 0.01 } else { 1e-4 });
        near(number(name, "area_m2"), cap(9.231e-3), if name == "foundation-surfaces" { 0.02 } else { 1e-3 });
    }
    near(number("hertz", "peak_pressure_Pa"), 1.791e6, 1e-3);
    assert!(
        number("hertz", "peak_pressure_error_ratio") < -0.4 && number("finite-elements", "area_error_ratio") == 0.0
    );
    // Costs are those of now: all that can be said here is that they were measured.
    assert!(rows.iter().all(|row| row["solve_s"].as_f64().is_some_and(|seconds| seconds > 0.0)));
    assert!(rows.windows(2).all(|pair| pair[0]["score_percent"].as_f64() >= pair[1]["score_percent"].as_f64()));
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    for text in ["Error of each model", "71.05 %", "72.40 %", "70.20 %"] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (study, more, says) in [
        ("hip-walking.toml", &[][..], "one load of a hip"),
        ("knee-extension.toml", &[], "one load of a hip"),
        ("hip-static.toml", &["--weight", "beauty=1"], "beauty"),
        ("hip-static.toml", &["--weight", "speed"], "speed=0.4"),
        ("hip-static.toml", &["--weight", "speed=0"], "all are zero"),
    ] {
        let output = synovia(folder.path()).arg("compare").arg(studies().join(study)).args(more).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{study}: {}", stderr(&output));
        assert!(stderr(&output).contains(says), "{}", stderr(&output));
        assert!(entries(folder.path()).is_empty());
    }
}
