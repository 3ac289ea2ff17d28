//! A hip's angles and forces from two tables, and tables whose units are not what the study says.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use joints::Unwatched;
use results::Outcome;
use study::{Diagnostics, Study, StudyFile};

const WALK: &str = include_str!("../../../data/hip_loads/walking_in_vivo_magnitude.csv");
const ANGLES: &str = "time = \"t\"\nflexion = \"flex\"\nadduction = \"add\"\nrotation = \"rot\"\n";
const FORCES: &str = "force-anterior = \"fx\"\nforce-superior = \"fy\"\nforce-lateral = \"fz\"\nforce-unit = \"%BW\"\n";

/// Time in s, three angles in degrees, three forces in percent of body weight.
fn walk() -> Vec<[f64; 7]> {
    let row = |line: &str| {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.parse().unwrap()).collect();
        [cells[0] * 0.0111, cells[1], cells[2], cells[3], cells[4], cells[5], cells[6]]
    };
    WALK.lines().skip(1).map(row).collect()
}

fn table(header: &str, rows: impl IntoIterator<Item = Vec<f64>>) -> String {
    let line = |row: Vec<f64>| row.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(",");
    std::iter::once(header.to_owned()).chain(rows.into_iter().map(line)).collect::<Vec<_>>().join("\n")
}

fn angles(rows: &[[f64; 7]], shift: f64) -> String {
    table("t,flex,add,rot", rows.iter().map(|r| vec![r[0] + shift, r[1], r[2], r[3]]))
}

fn forces(rows: &[[f64; 7]], shift: f64) -> String {
    table("t,fx,fy,fz", rows.iter().map(|r| vec![r[0] + shift, r[4], r[5], r[6]]))
}

fn check(files: &[(&str, &str)], activity: &str) -> Result<Study, Diagnostics> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let path = folder.path().join("hip.toml");
    std::fs::write(&path, format!("[hip.experiment.quasi-static]\n[hip.output]\nelements = 100\n{activity}")).unwrap();
    StudyFile::load_file(&path)?.check()
}

/// Angles and forces in two files, with more keys for the second.
fn two(angles: &str, forces: &str, more: [&str; 2]) -> Result<Study, Diagnostics> {
    let [of_angles, of_forces] = more;
    let time = if of_forces.contains("percent") { "" } else { "time = \"t\"\n" };
    let activity = format!(
        "[hip.activity.file]\npath = \"a.csv\"\n{ANGLES}{of_angles}[hip.activity.force-file]\npath = \"f.csv\"\n{time}{FORCES}{of_forces}"
    );
    check(&[("a.csv", angles), ("f.csv", forces)], &activity)
}

fn run(study: &Study) -> Outcome {
    study.run(&Unwatched).unwrap()
}

fn shipped() -> Outcome {
    let text = "[hip.experiment.quasi-static]\n[hip.output]\nelements = 100\n";
    run(&StudyFile::from_text("hip.toml", text).check().unwrap())
}

#[track_caller]
fn agrees(outcome: &Outcome, known: &Outcome, within: f64) {
    for name in ["peak_pressure_Pa", "sliding_distance_m", "wear_volume_per_cycle_m3"] {
        let (own, known) = (outcome.value(name).unwrap(), known.value(name).unwrap());
        assert!((own / known - 1.0).abs() < within, "{name}: {own} is not {known}");
    }
}

#[test]
fn two_tables_with_the_same_rows_are_one_table() {
    let rows = walk();
    let study = two(&angles(&rows, 3.0), &forces(&rows, 3.0), ["", ""]).unwrap_or_else(|wrong| panic!("{wrong}"));
    agrees(&run(&study), &shipped(), 1e-9);
}

/// Half as many angles, and forces that go on before and after the cycle, at other times.
#[test]
fn two_tables_with_other_rows_meet_on_their_clock() {
    let rows = walk();
    let few: Vec<[f64; 7]> = rows.iter().step_by(2).copied().collect();
    let long: Vec<[f64; 7]> = (-1..=1)
        .flat_map(|cycle| {
            rows[..100].iter().map(move |r| {
                let mut row = *r;
                row[0] += 1.11 * f64::from(cycle);
                row
            })
        })
        .collect();
    let study = two(&angles(&few, 2.0), &forces(&long, 2.0), ["", ""]).unwrap_or_else(|wrong| panic!("{wrong}"));
    // The cycle's ends differ by 1.8 % of the peak force, and the longer recording jumps there.
    agrees(&run(&study), &shipped(), 0.02);
}

#[test]
fn windows_and_percent_say_what_a_cycle_is() {
    let rows = walk();
    // Another clock, with its own window.
    let window = "start = \"10 s\"\nend = \"11.11 s\"\n";
    let study = two(&angles(&rows, 0.0), &forces(&rows, 10.0), ["", window]).unwrap_or_else(|wrong| panic!("{wrong}"));
    agrees(&run(&study), &shipped(), 1e-9);
    // Percent of the cycle against seconds.
    let percent = table("p,fx,fy,fz", rows.iter().map(|r| vec![r[0] / 0.0111, r[4], r[5], r[6]]));
    let study = two(&angles(&rows, 0.4), &percent, ["", "percent = \"p\"\n"]).unwrap_or_else(|wrong| panic!("{wrong}"));
    agrees(&run(&study), &shipped(), 1e-9);
}

#[test]
fn the_resolved_study_of_two_tables_is_the_study() {
    let rows = walk();
    let study = two(&angles(&rows, 0.0), &forces(&rows, 0.0), ["", ""]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("inputs")).unwrap();
    for copy in study.data_files() {
        std::fs::write(folder.path().join(&copy.name), &copy.bytes).unwrap();
    }
    assert_eq!(study.data_files().len(), 2);
    let path = folder.path().join("resolved.toml");
    std::fs::write(&path, study.resolved_text()).unwrap();
    let again = StudyFile::load_file(&path).unwrap().check().unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(run(&again), run(&study));
    assert_eq!(again.resolved_text(), study.resolved_text());
    let source: Vec<String> = study.describe().into_iter().flat_map(|(_, rows)| rows).map(|(_, text)| text).collect();
    assert!(source.iter().any(|text| text == "your files a.csv and f.csv"), "{source:?}");
}

/// Angles by every second instant: the same walk as the table that has both.
#[test]
fn the_shipped_two_files_are_the_shipped_cycle() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let own = run(&StudyFile::load_file(&folder.join("hip-two-files.toml")).unwrap().check().unwrap());
    let text = "[hip.implant]\nhead-diameter = \"28 mm\"\n[hip.patient]\nmass = \"72.6 kg\"\n[hip.activity]\ncycle = \"walking-opensim\"\n[hip.experiment.quasi-static]\n";
    let known = run(&StudyFile::from_text("hip.toml", text).check().unwrap());
    agrees(&own, &known, 2e-3);
}

/// What is wrong, at which line of the study, with which hint.
#[track_caller]
fn complains(made: Result<Study, Diagnostics>, line: usize, message: &str, hint: &str) {
    let wrong = made.expect_err("a bad table");
    assert_eq!(wrong.all().len(), 1, "{wrong}");
    let found = &wrong.all()[0];
    assert!(found.message.contains(message) && found.hint.contains(hint), "{wrong}");
    assert_eq!(found.place.line, Some(line), "{wrong}");
}

#[test]
fn tables_that_do_not_belong_together_are_refused() {
    let rows = walk();
    let whole = angles(&rows, 0.0);
    complains(two(&whole, &forces(&rows, 5.0), ["", ""]), 11, "no time in common", "clocks differ");
    complains(two(&whole, &forces(&rows[30..], 0.0), ["", ""]), 11, "it is not covered", "inside both tables");
    let window = "start = \"0 s\"\nend = \"0.777 s\"\n";
    complains(two(&whole, &forces(&rows, 0.0), ["", window]), 17, "not the same cycle", "the same cycle");
    let both = "force-superior = \"flex\"\n";
    complains(two(&whole, &forces(&rows, 0.0), [both, ""]), 4, "both here and in", "leave");
    let alone = check(&[], &format!("[hip.activity.force-file]\npath = \"f.csv\"\ntime = \"t\"\n{FORCES}"));
    complains(alone, 4, "need angles of your own", "[hip.activity.file]");
}

/// One table with angles and forces multiplied.
fn scaled(angle: f64, force: f64, keys: &str) -> Result<Study, Diagnostics> {
    let rows = walk().into_iter().map(|r| {
        let [t, a, b, c, x, y, z] = r;
        vec![t, angle * a, angle * b, angle * c, force * x, force * y, force * z]
    });
    let text = table("t,flex,add,rot,fx,fy,fz", rows);
    let columns = "force-anterior = \"fx\"\nforce-superior = \"fy\"\nforce-lateral = \"fz\"\n";
    check(&[("a.csv", &text)], &format!("[hip.activity.file]\npath = \"a.csv\"\n{ANGLES}{columns}{keys}"))
}

#[test]
fn radians_in_a_column_of_degrees_are_found() {
    let radians = 1f64.to_radians();
    let percent = "force-unit = \"%BW\"\n";
    complains(scaled(radians, 1.0, percent), 7, "taken as degrees", "angle-unit = \"rad\"");
    // Whoever says it means it.
    agrees(&run(&scaled(radians, 1.0, &format!("{percent}angle-unit = \"rad\"\n")).unwrap()), &shipped(), 1e-9);
    assert!(scaled(radians, 1.0, &format!("{percent}angle-unit = \"deg\"\n")).is_ok());
    complains(
        scaled(1.0, 1.0, &format!("{percent}angle-unit = \"rad\"\n")),
        7,
        "no hip turns so far",
        "angle-unit = \"deg\"",
    );
}

#[test]
fn forces_in_another_unit_are_found() {
    let newtons = 8.36;
    complains(scaled(1.0, newtons, "force-unit = \"BW\"\n"), 13, "body weights", "force-unit = \"N\"");
    complains(scaled(1.0, 1.0, "force-unit = \"BW\"\n"), 13, "body weights", "force-unit = \"%BW\"");
    complains(scaled(1.0, 0.01, ""), 4, "body weights", "force-unit = \"BW\"");
    agrees(&run(&scaled(1.0, newtons, "").unwrap()), &shipped(), 1e-9);
}

#[test]
fn an_absurd_study_names_its_line_and_the_likely_slip() {
    let wrong = StudyFile::from_text("hip.toml", "[hip.implant]\nhead-diameter = \"36 cm\"\n").check();
    complains(wrong, 2, "the head diameter is 360 mm", "did you mean 36 mm?");
    let text = "[hip.wear]\nfactor = \"1e-6 m^3/(N m)\"\n[hip.experiment.quasi-static]\n[hip.output]\nelements = 100\n";
    let worn = StudyFile::from_text("hip.toml", text).check().unwrap().run(&Unwatched).expect_err("worn through");
    let worn = worn.to_string();
    assert!(
        worn.contains("hip.toml:2") && worn.contains("worn through") && worn.contains("check the wear factor"),
        "{worn}"
    );
}
