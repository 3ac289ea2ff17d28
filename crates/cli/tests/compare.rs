//! `synovia compare`, as a user does it.
#![allow(clippy::unwrap_used)]

mod common;

use std::fmt::Write;
use std::path::Path;

use common::{entries, stderr, studies, synovia};
use mechanics::geometry::mesh::{TriangleMesh, tessellation};
use nalgebra::Vector3;
use serde_json::Value;

/// Rows of `synovia compare --json`.
#[track_caller]
fn rows(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = synovia(folder).arg("compare").args(arguments).arg("--json").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The base case of [Askari2018] at 500 N: finite elements give 3.413 MPa and 8.72 mm (an independent axisymmetric
/// solution), Eq. 25 gives 3.5682 MPa and 9.231 mm, the shell's stiffness something near it, textbook Hertz 1.791 MPa.
#[test]
fn the_base_case_through_every_model_has_the_known_errors() {
    let folder = tempfile::tempdir().unwrap();
    let study = studies().join("hip-static.toml");
    let rows = rows(folder.path(), &[study.to_str().unwrap(), "--page", "page.html"]);
    assert_eq!(rows.len(), 13);
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
    near(number("calibrated", "peak_pressure_Pa"), 3.413e6, 0.02);
    near(number("calibrated", "area_m2"), cap(8.72e-3), 0.03);
    near(number("hertz", "peak_pressure_Pa"), 1.791e6, 1e-3);
    for name in ["finite-elements-penalty", "finite-elements-augmented"] {
        near(number(name, "peak_pressure_Pa"), number("finite-elements", "peak_pressure_Pa"), 0.01);
    }
    // A surrogate is as good as what it stands for.
    for kind in ["response-surface", "poly-fourier", "kriging"] {
        let name = format!("surrogate-{kind}");
        for (key, within) in [("peak_pressure_Pa", 1e-3), ("area_m2", 1e-3), ("indentation_m", 1e-3)] {
            near(number(&name, key), number("foundation-rim", key), within);
        }
        near(number(&name, "force_at_true_place_N"), number("foundation-rim", "force_at_true_place_N"), 1e-3);
    }
    // Corrected for flat layers, the foundation is far off in a cup that nearly fits its head (docs/layers-fe).
    assert!(number("foundation-modified", "indentation_error_ratio") > 0.5);
    assert!(
        number("hertz", "peak_pressure_error_ratio") < -0.4 && number("finite-elements", "area_error_ratio") == 0.0
    );
    // Costs are those of now: all that can be said here is that they were measured.
    for cost in ["solve_s", "set_up_s"] {
        assert!(rows.iter().all(|row| row[cost].as_f64().is_some_and(|seconds| seconds >= 0.0)), "{cost}");
    }
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
        ("knee-replacement-simulator.toml", &[], "driven by its loads"),
        ("hip-static.toml", &["--at", "50"], "has no cycle"),
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

/// A surface as an OBJ file has it, in mm.
fn obj(meshes: &[TriangleMesh]) -> String {
    let (mut text, mut first) = (String::new(), 1);
    for mesh in meshes {
        for v in mesh.vertices() {
            writeln!(text, "v {} {} {}", 1e3 * v.x, 1e3 * v.y, 1e3 * v.z).unwrap();
        }
        for [a, b, c] in mesh.triangles() {
            writeln!(text, "f {} {} {}", first + a, first + b, first + c).unwrap();
        }
        first += mesh.vertices().len() as u32;
    }
    text
}

/// Two balls of this radius (m) on a bar, in two dishes of 26 mm, pressed by 800 N while they turn.
fn write_balls(folder: &Path, radius: f64, more: &str) {
    let (dish, apart) = (26e-3, 22e-3);
    let ball = |z: f64| tessellation::tessellate_ball(8, |p| p * radius + Vector3::new(0.0, 0.0, z)).unwrap();
    let bowl = |z: f64| {
        let cup = tessellation::tessellate_cup(14, dish, 0.6).unwrap();
        let turned = cup.vertices().iter().map(|v| Vector3::new(v.x, v.z + dish, z - v.y)).collect();
        TriangleMesh::new(turned, cup.triangles().to_vec()).unwrap()
    };
    std::fs::write(folder.join("femoral.obj"), obj(&[ball(-apart), ball(apart)])).unwrap();
    std::fs::write(folder.join("insert.obj"), obj(&[bowl(-apart), bowl(apart)])).unwrap();
    let mut pose = String::from("pct,f,a,r,x,y,z\n");
    for i in 0..=8 {
        writeln!(pose, "{},{},0,0,0,{},0", 12.5 * f64::from(i), i * (8 - i), 1e3 * radius).unwrap();
    }
    std::fs::write(folder.join("pose.csv"), pose).unwrap();
    let study = format!(
        "[knee-replacement.implant]\nfemoral = {{ path = \"femoral.obj\", unit = \"mm\" }}\n\
         insert = {{ path = \"insert.obj\", unit = \"mm\" }}\n\
         [knee-replacement.activity]\nload = {{ constant = \"800 N\" }}\n\
         pose = {{ path = \"pose.csv\", percent = \"pct\", flexion = \"f\", adduction = \"a\", rotation = \"r\", \
         anterior = \"x\", superior = \"y\", lateral = \"z\", angle-unit = \"deg\", length-unit = \"mm\" }}\n\
         [knee-replacement.output]\nframes = 9\n{more}"
    );
    std::fs::write(folder.join("knee.toml"), study).unwrap();
}

const SURROGATE: &str = "[knee-replacement.surrogate]\npath = \"balls.json\"\n";

/// A paraboloid on springs: F = π k R δ², a² = 2Rδ, with 1/R = 1/20 mm − 1/26 mm and k of 8 mm of UHMWPE (0.5 GPa, 0.4).
#[test]
fn a_knee_replacement_goes_through_every_model_and_its_surrogate() {
    let folder = tempfile::tempdir().unwrap();
    write_balls(folder.path(), 20e-3, "");
    let fit = ["fit", "knee.toml", "--out", "balls.json", "--samples", "60", "--order", "2", "--held-out", "5"];
    let output = synovia(folder.path()).args(fit).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    write_balls(folder.path(), 20e-3, SURROGATE);
    let rows = rows(folder.path(), &["knee.toml", "--at", "50", "--page", "page.html"]);
    let row = |name: &str| rows.iter().find(|row| row["model"] == name).unwrap_or_else(|| panic!("{name} is missing"));
    let number = |name: &str, key: &str| row(name)[key].as_f64().unwrap();
    assert_eq!(row("finite-elements")["is_truth"], true);
    let (radius, stiffness) = (1.0 / (1.0 / 20e-3 - 1.0 / 26e-3), 0.6 * 0.5e9 / (1.4 * 0.2) / 8e-3);
    let depth = (400.0 / (std::f64::consts::PI * stiffness * radius)).sqrt();
    // The gap is no paraboloid by (a/R)²: some percent.
    for name in ["finest", "as-asked", "every-4th-point", "both-parts", "surrogate"] {
        let (found, pressure) = (number(name, "indentation_m"), number(name, "peak_pressure_Pa"));
        assert!((found / depth - 1.0).abs() < 0.06, "{name}: {found} instead of {depth}");
        assert!((pressure / (stiffness * depth) - 1.0).abs() < 0.06, "{name}: {pressure}");
        let (carried, finest) = (number(name, "force_at_true_place_N"), number("finest", "force_at_true_place_N"));
        assert!((carried / finest - 1.0).abs() < 0.05, "{name}");
    }
    assert!((number("finite-elements", "force_at_true_place_N") / 800.0 - 1.0).abs() < 1e-5);
    // Springs of a thick layer are too soft at the peak and give way too far.
    assert!(number("hertz", "area_m2") > 0.0 && number("finest", "peak_pressure_error_ratio") < -0.1);
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    for text in ["its fit took are not in its set-up", "Error of each model, 800 N", "71.05 %"] {
        assert!(page.contains(text), "{text}");
    }
    // Balls of another size are another contact.
    write_balls(folder.path(), 19.9e-3, SURROGATE);
    for command in ["run", "compare"] {
        let output = synovia(folder.path()).args([command, "knee.toml"]).output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("fitted to another contact") && said.contains("hint: fit it again"), "{said}");
    }
    assert!(!folder.path().join("results").exists(), "nothing is touched");
}
