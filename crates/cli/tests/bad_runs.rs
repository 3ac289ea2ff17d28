//! Everything that can be wrong gets an error with file, line and hint, an exit code, and leaves nothing behind.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};

use common::{check_report, entries, slides_off_late, stderr, studies, synovia, wait_until};

const WALK: &str = include_str!("../../../studies/my_walk.csv");
const OWN_DATA: &str = include_str!("../../../studies/hip-own-data.toml");

/// Runs a study that is wrong. It must end with 2, name this place, say all of this, and leave nothing behind.
#[track_caller]
fn refused(study: &str, table: &str, place: &str, says: &[&str]) {
    for action in ["run", "check"] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("hip.toml"), study).unwrap();
        std::fs::write(folder.path().join("my_walk.csv"), table).unwrap();
        let output = synovia(folder.path()).args([action, "hip.toml"]).output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{action}: {said}");
        assert!(output.stdout.is_empty());
        assert!(said.contains(place) && said.contains("hint: "), "{place} is not in\n{said}");
        for text in says {
            assert!(said.contains(text), "{text} is not in\n{said}");
        }
        assert_eq!(entries(folder.path()), ["hip.toml", "my_walk.csv"]);
    }
}

#[test]
fn an_unknown_key() {
    refused(
        "[hip.implant]\nclearence = \"80 um\"\n",
        "",
        "hip.toml:2:1",
        &["unknown key `clearence`", "did you mean `clearance`?"],
    );
}

#[test]
fn a_wrong_unit() {
    refused(
        "[hip.implant]\nclearance = \"80 N\"\n",
        "",
        "hip.toml:2:13",
        &["is a force, but a length is expected", "um"],
    );
}

#[test]
fn a_missing_unit() {
    refused("[hip.implant]\nclearance = 80\n", "", "hip.toml:2:13", &["has no unit", "write for example"]);
}

#[test]
fn a_head_larger_than_the_cup() {
    let study = "[hip.implant]\nhead-diameter = \"32 mm\"\ncup-diameter = \"28 mm\"\n";
    refused(study, "", "hip.toml:3:16", &["not smaller than the cup"]);
}

#[test]
fn a_poisson_ratio_of_one_half() {
    let study = "[hip.implant]\nliner-material = { modulus = \"0.5 GPa\", poisson = 0.5 }\n";
    refused(study, "", "hip.toml:2:51", &["Poisson's ratio is 0.5"]);
}

#[test]
fn a_negative_thickness() {
    refused("[hip.implant]\nliner-thickness = \"-8 mm\"\n", "", "hip.toml:2:19", &["must be positive"]);
}

#[test]
fn a_table_with_a_gap() {
    let table: String =
        WALK.lines().enumerate().filter(|(i, _)| !(12..=18).contains(i)).map(|(_, line)| format!("{line}\n")).collect();
    refused(OWN_DATA, &table, "my_walk.csv:13", &["there is a gap from 28 to 60", "hip.toml:15", "fill the gap"]);
}

#[test]
fn a_table_with_nan() {
    refused(
        OWN_DATA,
        &WALK.replace("41.85", "NaN"),
        "my_walk.csv:6",
        &["hip_force_anterior", "'NaN' is not a finite number"],
    );
}

#[test]
fn a_table_with_unsorted_time() {
    refused(
        OWN_DATA,
        &WALK.replace("\n8,", "\n2,"),
        "my_walk.csv:7",
        &["2 is not greater than 4 of line 6", "sort the rows"],
    );
}

#[test]
fn a_table_without_a_column() {
    let table = WALK.replace("hip_flexion_deg", "hip_flex_deg");
    refused(
        OWN_DATA,
        &table,
        "my_walk.csv:4",
        &["there is no column of this name", "did you mean hip_flex_deg", "hip.toml:17:11"],
    );
}

#[test]
fn a_table_that_is_not_there() {
    refused(&OWN_DATA.replace("my_walk.csv", "my_wlak.csv"), WALK, "my_wlak.csv", &["cannot be read", "hip.toml:15"]);
}

#[test]
fn a_load_that_pulls_the_head_out() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("my_walk.csv"), WALK).unwrap();
    for experiment in ["quasi-static", "dynamic"] {
        let study = OWN_DATA.replace("acts-on = \"head\"", "acts-on = \"cup\"").replace("quasi-static", experiment);
        std::fs::write(folder.path().join("hip.toml"), study).unwrap();
        let output = synovia(folder.path()).args(["run", "hip.toml"]).output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("hip.toml:15") && said.contains("out of the cup") && said.contains("hint: "), "{said}");
        assert_eq!(entries(folder.path()), ["hip.toml", "my_walk.csv"]);
    }
}

/// The table with the signs of the force turned between 60 and 90 percent of the cycle: the head is pulled out there.
fn pulled_out_late() -> String {
    let turned = |line: &str| {
        let mut cells: Vec<String> = line.split(',').map(Into::into).collect();
        if cells[0].parse().is_ok_and(|percent: f64| (60.0..90.0).contains(&percent)) {
            cells[4..].iter_mut().for_each(|cell| *cell = (-cell.parse::<f64>().unwrap()).to_string());
        }
        cells.join(",") + "\n"
    };
    WALK.lines().map(turned).collect()
}

#[test]
fn a_run_that_fails_on_its_way_keeps_what_it_had_and_leaves_the_place_of_its_result_free() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("my_walk.csv"), pulled_out_late()).unwrap();
    std::fs::write(folder.path().join("hip.toml"), OWN_DATA).unwrap();
    for kept in ["results/hip-until-it-failed", "results/hip-until-it-failed-2"] {
        let output = synovia(folder.path()).args(["run", "hip.toml"]).output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("out of the cup") && said.contains("hint: ") && said.contains(kept), "{said}");
        let part = folder.path().join(kept);
        let summary = std::fs::read_to_string(part.join("summary.json")).unwrap();
        assert!(summary.contains("ended-early"), "{summary}");
        assert!(std::fs::read_to_string(part.join("report.html")).unwrap().contains("until it failed"));
        assert!(!folder.path().join("results/hip").exists());
    }
}

#[test]
fn a_knee_replacement_that_fails_on_its_way_keeps_what_it_had() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in slides_off_late() {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let output = synovia(folder.path()).args(["run", "knee.toml"]).output().unwrap();
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("slides off the insert") && said.contains("knee-until-it-failed"), "{said}");
    let part = folder.path().join("results/knee-until-it-failed");
    let summary = std::fs::read_to_string(part.join("summary.json")).unwrap();
    assert!(summary.contains("ended-early") && summary.contains("reached_time_s"), "{summary}");
    assert!(!summary.contains("per_million_cycles"), "no sum of a cycle that did not end: {summary}");
    // A head and the ten instants that were held.
    assert_eq!(std::fs::read_to_string(part.join("series.csv")).unwrap().lines().count(), 11);
    check_report(&part.join("report.html"), 3_000_000);
}

/// What cannot be written is said before anything is computed.
#[track_caller]
fn cannot_write(out: &Path, says: &str) {
    let folder = tempfile::tempdir().unwrap();
    let study = studies().join("hip-static.toml");
    let output = synovia(folder.path()).arg("run").arg(&study).arg("--out").arg(out).output().unwrap();
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains(says) && said.contains("hint: "), "{said}");
    assert!(entries(folder.path()).is_empty());
}

#[test]
fn a_folder_below_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    cannot_write(&file.join("result"), "a part of this path is a file");
    cannot_write(&file, "is not a folder");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
}

#[test]
fn a_folder_that_is_somebody_else_s() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("thesis.tex"), "mine").unwrap();
    cannot_write(folder.path(), "is not a result of this program");
    assert_eq!(entries(folder.path()), ["thesis.tex"]);
}

/// A disk of half a megabyte, in a mount namespace of its own, so that nothing has to be cleaned up. Says why not.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let script = "mount -t tmpfs -o size=512k tmpfs disk || exit 77; \"$0\" run \"$1\" --out disk/result; code=$?; ls -A disk; exit $code";
    std::fs::create_dir(folder.path().join("disk")).unwrap();
    let attempt = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_synovia")])
        .arg(studies().join("hip-walking.toml"))
        .current_dir(folder.path())
        .output();
    let output = match attempt {
        Ok(output) if output.status.code() != Some(77) && !stderr(&output).contains("unshare:") => output,
        Ok(output) => return eprintln!("skipped: no disk may be mounted here: {}", stderr(&output).trim()),
        Err(error) => return eprintln!("skipped: there is no `unshare` here: {error}"),
    };
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("the disk is full") && said.contains("hint: "), "{said}");
    assert!(output.stdout.is_empty(), "left behind: {}", String::from_utf8_lossy(&output.stdout));
}

#[cfg(unix)]
#[test]
fn control_c() {
    let folder = tempfile::tempdir().unwrap();
    let study = "[hip.experiment.dynamic]\nscheme = \"rkf45\"\ntolerance = 1e-12\nmost-cycles = 10000\nperiodic-within = 1e-300\n";
    std::fs::write(folder.path().join("hip.toml"), study).unwrap();
    let mut command = synovia(folder.path());
    let mut child = command
        .args(["run", "hip.toml", "--out", "a/b"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The run listens once its folder is there.
    let begun = wait_until(&mut child, || !entries(&folder.path().join("a")).is_empty());
    assert!(begun, "the run has not begun");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("interrupted") && output.stdout.is_empty());
    assert_eq!(entries(folder.path()), ["hip.toml"]);
}

#[test]
fn a_wrong_command_line() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["rum", "x.toml"][..],
        &["run"],
        &["run", "x.toml", "--threads", "0"],
        &["new", "elbow"],
        &["run", "no-such.toml"],
    ] {
        let output = synovia(folder.path()).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(!output.stderr.is_empty() && entries(folder.path()).is_empty());
    }
}

/// A run passes the table over; whoever asks for the dossier, or for a check, hears of it before anything is computed.
#[test]
fn a_dossier_about_an_input_that_there_is_not() {
    let study = "[hip.experiment.static]\nload = \"1 kN\"\n[dossier.uncertain]\nhip.implant.clearence = { uniform = [\"60 um\", \"90 um\"] }\n";
    for action in ["check", "dossier"] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("hip.toml"), study).unwrap();
        let output = synovia(folder.path()).args([action, "hip.toml"]).output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{action}: {said}");
        assert!(said.contains("hip.toml:4:25") && said.contains("did you mean `hip.implant.clearance`?"), "{said}");
        assert_eq!(entries(folder.path()), ["hip.toml"]);
    }
}
