//! `synovia mesh`: what is in a surface file, what is wrong with it, conversion.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::process::Output;

use common::{entries, stderr, synovia};
use formats::{Surface, SurfaceFile, SurfaceFormat};
use mechanics::geometry::mesh::TriangleMesh;
use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup};
use results::write_surface_file;
use serde_json::Value;

fn write(path: &Path, mesh: &TriangleMesh) {
    let surface = Surface {
        points: mesh.vertices().iter().map(|v| [v.x, v.y, v.z]).collect(),
        connectivity: mesh.triangles().iter().flatten().copied().collect(),
        offsets: (1..=mesh.triangles().len() as u32).map(|t| 3 * t).collect(),
    };
    write_surface_file(path, &surface, SurfaceFormat::of_name(path).unwrap()).unwrap();
}

/// A folder with a cup of 864 triangles in millimetres.
fn with_cup() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("cup.stl"), &tessellate_cup(12, 14.0, 1.5).unwrap());
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    synovia(folder).arg("mesh").args(arguments).output().unwrap()
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = run(folder, &[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_cup_is_described_and_its_facets_are_judged() {
    let folder = with_cup();
    let output = run(folder.path(), &["cup.stl", "--unit", "mm", "--clearance", "80um", "--indentation", "27um"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    for expected in [
        "cup.stl · binary STL, in mm",
        "864, on 469 vertices",
        "1 (0 closed)",
        "14.00 mm hollow",
        "no faults",
        "caution",
        "--refine",
    ] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    let seen = json(folder.path(), &["cup.stl", "--unit", "mm", "--clearance", "80um", "--indentation", "27um"]);
    // Area of the cap, a little more than that of its facets.
    let area = 2.0 * std::f64::consts::PI * 14e-3 * 14e-3 * (1.0 - 1.5f64.cos());
    let ratio = seen["report"]["area_m2"].as_f64().unwrap() / area;
    assert!((0.99..1.0).contains(&ratio), "{ratio}");
    assert_eq!(seen["sound"], true);
    assert_eq!(seen["report"]["boundary_loops"][0]["vertices"], 72);
    // Twice the sagitta of some 30 µm over 27 µm, and more: the force would be several times too large.
    assert!(seen["force_error"]["typical_ratio"].as_f64().unwrap() > 1.0, "{}", seen["force_error"]);
}

#[test]
fn refining_on_the_smooth_surface_is_the_cure() {
    let folder = with_cup();
    let judge = ["--unit", "mm", "--indentation", "200um"];
    let before = json(folder.path(), &[&["cup.stl"], &judge[..]].concat());
    let after = json(folder.path(), &[&["cup.stl", "--refine", "6", "--write", "fine.ply"], &judge[..]].concat());
    let error = |seen: &Value| seen["force_error"]["worst_ratio"].as_f64().unwrap();
    // The sagitta falls with the square of the cuts.
    assert!((25.0..45.0).contains(&(error(&before) / error(&after))), "{} {}", error(&before), error(&after));
    let fine = SurfaceFile::load(&folder.path().join("fine.ply")).unwrap().surface;
    assert_eq!(fine.cells(), 36 * 864);
    let off = fine.points.iter().map(|[x, y, z]| (x * x + y * y + z * z).sqrt() - 14.0);
    let worst = off.map(f64::abs).fold(0.0, f64::max);
    assert!(worst < 1e-4, "{worst} mm off the sphere");
}

#[test]
fn an_implausible_size_is_questioned() {
    let folder = with_cup();
    let text = String::from_utf8(run(folder.path(), &["cup.stl"]).stdout).unwrap();
    assert!(text.contains("caution: a part of a joint that is") && text.contains("--unit mm"), "{text}");
    assert_eq!(json(folder.path(), &["cup.stl"])["unit_question"]["unit"], "mm");
    assert_eq!(json(folder.path(), &["cup.stl", "--unit", "um"])["unit_question"]["unit"], "mm");
    assert_eq!(json(folder.path(), &["cup.stl", "--unit", "mm"])["unit_question"], Value::Null);
}

#[test]
fn every_format_is_converted_to_every_other() {
    let folder = with_cup();
    let first = json(folder.path(), &["cup.stl"]);
    let chain = ["cup.stl", "a.obj", "b.ply", "c.vtp", "d.stl"];
    for pair in chain.windows(2) {
        let output = run(folder.path(), &[pair[0], "--write", pair[1]]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(String::from_utf8_lossy(&output.stdout).contains(&format!("written: {}", pair[1])));
    }
    let last = json(folder.path(), &["d.stl"]);
    assert_eq!(last["report"], first["report"]);
    let output = run(folder.path(), &["a.obj", "--unit", "mm", "--write-unit", "m", "--ascii", "--write", "e.stl"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let seen = json(folder.path(), &["e.stl"]);
    assert_eq!((seen["format"].as_str(), &seen["unit_question"]), (Some("ASCII STL"), &Value::Null));
}

#[test]
fn faults_are_named_and_cured() {
    let folder = tempfile::tempdir().unwrap();
    let ball = tessellate_ball(4, |v| v * 0.02).unwrap();
    let mut triangles = ball.triangles().to_vec();
    triangles[7].swap(0, 1);
    triangles.push(triangles[30]);
    let [a, b, _] = triangles[3];
    triangles.push([a, b, a]);
    write(&folder.path().join("bad.obj"), &TriangleMesh::new(ball.vertices().to_vec(), triangles).unwrap());
    let seen = json(folder.path(), &["bad.obj"]);
    assert_eq!(seen["sound"], false);
    assert_eq!(seen["report"]["duplicate_triangles"], serde_json::json!([320]));
    assert_eq!(seen["report"]["degenerate_triangles"], serde_json::json!([321]));
    let text = String::from_utf8(run(folder.path(), &["bad.obj"]).stdout).unwrap();
    for expected in ["1 triangle is turned against the rest (7)", "--orient", "1 triangle is there twice", "--clean"] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
    let cured = json(folder.path(), &["bad.obj", "--clean", "--orient", "--write", "good.obj"]);
    assert_eq!((&cured["sound"], &cured["faults"]), (&Value::Bool(true), &serde_json::json!([])));
    assert_eq!(json(folder.path(), &["good.obj"])["sound"], true);
}

#[test]
fn several_files_make_several_lines() {
    let folder = with_cup();
    std::fs::copy(folder.path().join("cup.stl"), folder.path().join("two.stl")).unwrap();
    let output = run(folder.path(), &["cup.stl", "two.stl", "--json"]);
    let lines = String::from_utf8(output.stdout).unwrap();
    let names: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["file"].clone()).collect();
    assert_eq!(names, ["cup.stl", "two.stl"]);
}

/// Must end with this code, say all of this with a hint, and leave the folder as it was.
#[track_caller]
fn refused(folder: &Path, arguments: &[&str], code: i32, says: &[&str]) {
    let before = entries(folder);
    let output = run(folder, arguments);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains("hint: "), "{said}");
    for text in says {
        assert!(said.contains(text), "{text} is not in\n{said}");
    }
    assert_eq!(entries(folder), before);
}

#[test]
fn what_cannot_be_read_or_written_is_said_and_leaves_nothing_behind() {
    let folder = with_cup();
    let here = folder.path();
    let whole = std::fs::read(here.join("cup.stl")).unwrap();
    std::fs::write(here.join("cut.stl"), &whole[..20_000]).unwrap();
    std::fs::write(here.join("empty.stl"), "").unwrap();
    std::fs::write(here.join("nan.obj"), "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    std::fs::write(here.join("line.obj"), "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n").unwrap();
    refused(here, &["cut.stl"], 2, &["cut.stl: cut off", "needs 43284 bytes, but there are 20000"]);
    refused(here, &["empty.stl"], 2, &["empty.stl: the file is empty"]);
    refused(here, &["nan.obj"], 2, &["nan.obj: vertex 1", "(1, NaN, 0)"]);
    refused(here, &["line.obj"], 2, &["line.obj: none of the 1 triangles has an area"]);
    refused(here, &["lost.stl"], 2, &["lost.stl: cannot be read"]);
    refused(here, &["cup.stl", "--unit", "furlong"], 2, &["'furlong' is not a unit of length"]);
    refused(here, &["cup.stl", "--write", "cup.step"], 2, &["`cup.step` says no format"]);
    refused(here, &["cup.stl", "nan.obj", "--write", "x.obj"], 2, &["2 files cannot be written to one"]);
    refused(here, &["cup.stl", "--write", "cup.stl"], 1, &["`cup.stl` already exists", "--force"]);
    refused(here, &["cup.stl", "--write", "no/where.stl"], 2, &["cannot be written"]);
}
