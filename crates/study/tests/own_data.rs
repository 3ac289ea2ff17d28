//! A table of the user's own becomes the load cycle that it describes; what is wrong in it is said with both files' lines.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use joints::Unwatched;
use results::Outcome;
use study::{Diagnostics, Study, StudyFile};

const WALK: &str = include_str!("../../../data/hip_loads/walking_in_vivo_magnitude.csv");

const FILE: &str = "\
path = \"walk.csv\"
percent = \"pct_cycle\"
flexion = \"flexion_deg\"
adduction = \"adduction_deg\"
rotation = \"internal_rotation_deg\"
force-anterior = \"force_on_head_anterior_pBW\"
force-superior = \"force_on_head_superior_pBW\"
force-lateral = \"force_on_head_lateral_pBW\"
force-unit = \"%BW\"
";

fn check(table: (&str, &str), activity: &str, file: &str) -> Result<Study, Diagnostics> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join(table.0), table.1).unwrap();
    let path = folder.path().join("hip.toml");
    let text = format!(
        "[hip.activity]\n{activity}\n[hip.experiment.quasi-static]\n[hip.output]\nelements = 100\n[hip.activity.file]\n{file}"
    );
    std::fs::write(&path, text).unwrap();
    StudyFile::load_file(&path)?.check()
}

fn run(table: (&str, &str), activity: &str, file: &str) -> Outcome {
    check(table, activity, file).unwrap_or_else(|wrong| panic!("{wrong}")).run(&Unwatched).unwrap()
}

fn shipped() -> Outcome {
    let text = "[hip.experiment.quasi-static]\n[hip.output]\nelements = 100\n";
    StudyFile::from_text("hip.toml", text).check().unwrap().run(&Unwatched).unwrap()
}

/// The same loads to rounding: peak pressure and sliding distance agree.
#[track_caller]
fn agrees(outcome: &Outcome, within: f64) {
    for name in ["peak_pressure_Pa", "sliding_distance_m"] {
        let (own, known) = (outcome.value(name).unwrap(), shipped().value(name).unwrap());
        assert!((own / known - 1.0).abs() < within, "{name}: {own} is not {known}");
    }
}

/// Applies a change to every row of the table, given as numbers.
fn rewritten(header: &str, change: impl Fn(&[f64]) -> Vec<f64>) -> String {
    let rows = WALK.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect::<Vec<f64>>());
    let rows = rows.map(|row| change(&row).iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(","));
    std::iter::once(header.to_owned()).chain(rows).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_shipped_table_read_as_the_user_s_own_gives_the_same_result() {
    agrees(&run(("walk.csv", WALK), "duration = \"1.11 s\"", FILE), 1e-9);
}

#[test]
fn units_signs_and_time_make_no_difference() {
    let header = "t,flex,add,rot,fx,fy,fz";
    let (weight, duration) = (836.0, 1.11);
    let text = rewritten(header, |row| {
        let angles = [row[1], row[2], row[3]].map(f64::to_radians);
        let force = [row[4], row[5], row[6]].map(|f| -f * weight / 100.0);
        [vec![3.0 + row[0] / 100.0 * duration], angles.to_vec(), force.to_vec()].concat()
    });
    let file = "path = \"walk.csv\"\ntime = \"t\"\nflexion = \"flex\"\nadduction = \"add\"\nrotation = \"rot\"\nangle-unit = \"rad\"\nforce-anterior = \"fx\"\nforce-superior = \"fy\"\nforce-lateral = \"fz\"\nforce-acts-on = \"cup\"\n";
    agrees(&run(("walk.csv", &text), "", file), 1e-9);
}

#[test]
fn a_window_cuts_one_cycle_out_of_a_recording() {
    let once = rewritten("", |row| row[..7].to_vec());
    let rows: Vec<&str> = once.lines().skip(1).collect();
    let mut text = String::from("time,a,b,c,x,y,z\n");
    for cycle in 0..3 {
        for row in &rows[..100] {
            let (percent, rest) = row.split_once(',').unwrap();
            let time = 1.11 * (f64::from(cycle) + percent.parse::<f64>().unwrap() / 100.0);
            text += &format!("{time:.6},{rest}\n");
        }
    }
    let columns = "time = \"time\"\nflexion = \"a\"\nadduction = \"b\"\nrotation = \"c\"\nforce-anterior = \"x\"\nforce-superior = \"y\"\nforce-lateral = \"z\"\nforce-unit = \"%BW\"\n";
    let file = format!(
        "path = \"walk.csv\"\n{columns}start = \"1.11 s\"\nend = \"2.215 s\"\nlast-row-repeats-first = false\n"
    );
    // The shipped cycle closes its ends, which this one leaves as they are.
    let outcome = run(("walk.csv", &text), "", &file);
    agrees(&outcome, 0.02);
    let study = check(("walk.csv", &text), "", &file).unwrap();
    let duration = study.resolved_text().lines().find_map(|line| line.strip_prefix("duration = ")).unwrap().to_owned();
    let seconds: f64 = duration.trim_matches(['"', ' ', 's', 'm']).parse().unwrap();
    assert!((seconds - 1.11).abs() < 1e-6, "{duration}");
}

#[test]
fn an_opensim_header_decides_the_unit_of_angles() {
    let body = rewritten("time\tflex\tadd\trot\tfx\tfy\tfz", |row| {
        let mut row = row[..7].to_vec();
        row[0] *= 0.0111;
        row[1..4].iter_mut().for_each(|angle| *angle = angle.to_radians());
        row
    })
    .replace(',', "\t");
    let file = "path = \"walk.mot\"\ntime = \"time\"\nflexion = \"flex\"\nadduction = \"add\"\nrotation = \"rot\"\nforce-anterior = \"fx\"\nforce-superior = \"fy\"\nforce-lateral = \"fz\"\nforce-unit = \"%BW\"\n";
    let text = format!("walk\ninDegrees=no\nendheader\n{body}\n");
    agrees(&run(("walk.mot", &text), "", file), 1e-9);
    let study = check(("walk.mot", &text), "", file).unwrap();
    assert!(study.resolved_text().contains("angle-unit = \"rad\""));
}

#[test]
fn a_vertical_force_presses_into_the_cup() {
    let text = rewritten("pct,load", |row| vec![row[0], 2.0 + row[0] / 100.0 * (1.0 - row[0] / 100.0)]);
    let file = "path = \"walk.csv\"\npercent = \"pct\"\nforce-vertical = \"load\"\nforce-unit = \"BW\"\n";
    let outcome = run(("walk.csv", &text), "cadence = \"110 steps/min\"", file);
    assert!(outcome.value("peak_pressure_Pa").unwrap() > 1e6);
}

/// One mistake in the table: its line, its message, its hint, and the line of the study that named it.
#[track_caller]
fn complains(text: &str, file: &str, line: Option<usize>, message: &str, hint: &str) {
    let wrong = check(("walk.csv", text), "duration = \"1.11 s\"", file).expect_err("a bad table");
    assert_eq!(wrong.all().len(), 1, "{wrong}");
    let found = &wrong.all()[0];
    assert!(found.place.file.ends_with("walk.csv"), "{wrong}");
    assert_eq!(found.place.line, line, "{wrong}");
    assert!(found.message.contains(message) && found.hint.contains(hint), "{wrong}");
    let named = found.named_at.as_ref().expect("the study named it");
    assert!(named.file.ends_with("hip.toml") && named.line.is_some(), "{wrong}");
}

fn with_line(number: usize, new: &str) -> String {
    let lines = WALK.lines().enumerate().map(|(i, line)| if i + 1 == number { new } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

fn without_lines(range: std::ops::RangeInclusive<usize>) -> String {
    WALK.lines()
        .enumerate()
        .filter(|(i, _)| !range.contains(&(i + 1)))
        .map(|(_, line)| line)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn a_gap_is_named_with_its_line() {
    complains(&without_lines(30..=40), FILE, Some(30), "there is a gap from 27 to 39", "fill the gap");
}

#[test]
fn nan_is_named_with_its_line() {
    complains(
        &with_line(12, "10,nan,1,1,1,1,1,1"),
        FILE,
        Some(12),
        "column 'flexion_deg': 'nan' is not a finite number",
        "interpolation",
    );
}

#[test]
fn unsorted_time_is_named_with_its_line() {
    complains(&with_line(12, "3,1,1,1,1,1,1,1"), FILE, Some(12), "3 is not greater than 9", "sort the rows");
}

#[test]
fn a_missing_column_gets_the_nearest_name_and_the_line_that_asked_for_it() {
    let file = FILE.replace("flexion_deg\"", "flexoin_deg\"");
    let wrong = check(("walk.csv", WALK), "duration = \"1.11 s\"", &file).unwrap_err();
    let found = &wrong.all()[0];
    assert!(found.hint.contains("did you mean flexion_deg"), "{wrong}");
    assert_eq!(found.named_at.as_ref().unwrap().line, Some(9), "{wrong}");
    assert!(wrong.to_string().contains("flexion = \"flexoin_deg\""), "{wrong}");
}

#[test]
fn every_missing_column_is_reported() {
    let file = FILE.replace("_deg\"", "_rad\"");
    let wrong = check(("walk.csv", WALK), "duration = \"1.11 s\"", &file).unwrap_err();
    assert_eq!(wrong.all().len(), 3, "{wrong}");
}

#[test]
fn a_file_that_is_not_there_is_named_with_the_line_that_asked_for_it() {
    let file = FILE.replace("walk.csv", "wlak.csv");
    let wrong = check(("walk.csv", WALK), "duration = \"1.11 s\"", &file).unwrap_err().to_string();
    assert!(
        wrong.contains("wlak.csv") && wrong.contains("hip.toml:7") && wrong.contains("check the spelling"),
        "{wrong}"
    );
}

#[test]
fn a_percent_column_must_run_over_one_cycle() {
    let at_study = |text: &str, file: &str| {
        let wrong = check(("walk.csv", text), "duration = \"1.11 s\"", file).expect_err("bad percentages");
        wrong.all()[0].message.clone() + &wrong.all()[0].hint
    };
    let short = without_lines(102..=102);
    assert!(at_study(&short, FILE).contains("last-row-repeats-first = false"));
    let late = without_lines(2..=2);
    assert!(at_study(&late, FILE).contains("runs from 1 to 100"));
    let windowed = format!("{FILE}start = \"1 s\"\n");
    assert!(at_study(WALK, &windowed).contains("needs a time column"));
}

#[test]
fn a_window_outside_the_file_says_where_the_file_is() {
    let text = rewritten("t,y", |row| vec![row[0] / 100.0, -1000.0]);
    let file = "path = \"walk.csv\"\ntime = \"t\"\nforce-superior = \"y\"\nstart = \"3 s\"\n";
    let wrong = check(("walk.csv", &text), "", file).unwrap_err().to_string();
    assert!(
        wrong.contains("the window's start is 3 s") && wrong.contains("from 0 to 1 s") && wrong.contains("hip.toml:10"),
        "{wrong}"
    );
}

#[test]
fn a_load_that_pulls_the_head_out_points_at_the_table() {
    let file = format!("{FILE}force-acts-on = \"cup\"\n");
    let study = check(("walk.csv", WALK), "duration = \"1.11 s\"", &file).unwrap();
    let error = study.run(&Unwatched).expect_err("the load pulls").to_string();
    assert!(
        error.contains("pulls the head out") && error.contains("hip.toml:7:8") && error.contains("force-acts-on"),
        "{error}"
    );
}

#[test]
fn a_folder_is_no_table() {
    let file = FILE.replace("walk.csv", ".");
    let wrong = check(("walk.csv", WALK), "duration = \"1.11 s\"", &file).unwrap_err();
    assert!(wrong.to_string().contains("cannot be read"), "{wrong}");
    assert!(Path::new(&wrong.all()[0].place.file).is_absolute());
}
