//! `synovia validate` runs folders, judges them and says so to people and to programs.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{stderr, synovia};
use serde_json::Value;

const STUDY: &str =
    "[hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = \"500 N\"\n[hip.output]\nelements = 10\n";

/// A case whose peak pressure under 500 N is 3.568 MPa: Eq. 25 of the paper, computed outside of the program.
fn write_case(folder: &Path, expected: &str) {
    let case = folder.join("cases/eq25");
    std::fs::create_dir_all(&case).unwrap();
    std::fs::write(case.join("study.toml"), STUDY).unwrap();
    std::fs::write(case.join("README.md"), "# Eq. 25\n").unwrap();
    std::fs::write(case.join("expected.toml"), format!("claim = \"Eq. 25 holds\"\n{expected}")).unwrap();
}

fn compare(lines: &str) -> String {
    format!("[[compare]]\nquantity = \"peak_pressure_Pa\"\nsource = \"Eq. 25\"\n{lines}\n")
}

#[test]
fn a_case_that_holds_passes_and_one_that_does_not_fails() {
    let folder = tempfile::tempdir().unwrap();
    let good = compare("expected = 3.5682e6\ntolerance = 5e-5");
    let band =
        compare("kind = \"band\"\nlow = 2.3e6\nhigh = 2.4e6\nset = { \"hip.experiment.static.load\" = \"250 N\" }");
    let shown = compare("kind = \"show\"\nexpected = 1.0e6");
    write_case(folder.path(), &[good.as_str(), &band, &shown].concat());
    let run = || {
        synovia(folder.path()).args(["validate", "--dir", "cases", "--json", "--page", "page.html"]).output().unwrap()
    };
    let output = run();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let objects: Vec<Value> =
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    for object in &objects {
        for key in ["case", "quantity", "form", "expected", "computed", "relative_error", "tolerance", "pass", "source"]
        {
            assert!(object.get(key).is_some(), "{key} is not in {object}");
        }
    }
    assert_eq!(
        (&objects[0]["pass"], &objects[1]["pass"], &objects[2]["pass"]),
        (&true.into(), &true.into(), &Value::Null)
    );
    assert!(
        std::fs::read_to_string(folder.path().join("page.html")).unwrap().contains("2 of 2 comparisons pass; 1 more")
    );

    write_case(folder.path(), &compare("expected = 3.6e6\ntolerance = 5e-5"));
    let output = run();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("\"pass\":false"));
}

#[test]
fn a_case_that_cannot_run_fails_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let set = "set = { \"hip.implant.clearance\" = \"80 N\" }\nexpected = 1.0\ntolerance = 0.1";
    let quantity = compare("expected = 1.0\ntolerance = 0.1").replace("peak_pressure_Pa", "peak_presure_Pa");
    write_case(folder.path(), &(compare(set) + &quantity));
    let output = synovia(folder.path()).args(["validate", "--dir", "cases"]).output().unwrap();
    let table = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{table}");
    assert!(
        table.contains("is a force, but a length is expected") && table.contains("did you mean `peak_pressure_Pa`?"),
        "{table}"
    );
    assert!(table.contains("0 of 2 comparisons pass"), "{table}");
}

#[test]
fn expectations_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().unwrap();
    write_case(folder.path(), &compare("expcted = 3.6e6"));
    let output = synovia(folder.path()).args(["validate", "--dir", "cases"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("validation/eq25/expected.toml") && stderr(&output).contains("expcted"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_unknown_case_gets_the_nearest_name() {
    let folder = tempfile::tempdir().unwrap();
    write_case(folder.path(), &compare("expected = 3.5682e6\ntolerance = 5e-5"));
    let output = synovia(folder.path()).args(["validate", "--dir", "cases", "eq52"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("did you mean `eq25`?"), "{}", stderr(&output));
}

/// Every case, slow ones too, and the table in `docs/validation.md` is the one that the program prints today.
#[test]
fn every_embedded_case_passes_and_the_page_shows_the_table_of_today() {
    let folder = tempfile::tempdir().unwrap();
    let list = synovia(folder.path()).args(["validate", "--list"]).output().unwrap();
    let cases = String::from_utf8(list.stdout).unwrap().lines().count();
    let output = synovia(folder.path()).args(["validate", "--all", "--markdown"]).output().unwrap();
    let table = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(output.status.code(), Some(0), "{table}{}", stderr(&output));
    assert!(list.status.success() && cases > 5 && table.lines().count() == cases + 2, "{table}");
    let judged = |line: &str| line.rsplit_once(" of ")?.1.split_once(' ')?.0.parse::<usize>().ok();
    let all: usize = table.lines().filter_map(judged).sum();
    assert!(cases >= 40 && all >= 500, "{all} judged comparisons in {cases} cases");
    // A case that needs files of others is skipped where they are not: its line has another result there.
    let page: Vec<&str> = include_str!("../../../docs/validation.md").lines().collect();
    for line in table.lines() {
        let shown = match line.strip_suffix(" | skipped |  |") {
            Some(case) => page.iter().any(|known| known.starts_with(case)),
            None => page.contains(&line),
        };
        assert!(shown, "{line}\nrun `cargo xtask readme`");
    }
}

#[test]
fn a_bound_is_shown_as_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let bound = compare("kind = \"at-most\"\nhigh = 4e6");
    write_case(folder.path(), &(bound + &compare("kind = \"at-least\"\nlow = 4e6")));
    let output = synovia(folder.path()).args(["validate", "--dir", "cases"]).output().unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{table}");
    let row = |word: &str| table.lines().find(|line| line.starts_with(word)).unwrap_or_else(|| panic!("{table}"));
    let words = |line: &str| line.split_whitespace().map(str::to_owned).skip(2).take(5).collect::<Vec<_>>();
    assert_eq!(words(row("pass")), ["≤", "4.00000e6", "3.56822e6", "-", "-"], "{table}");
    assert_eq!(words(row("FAIL")), ["≥", "4.00000e6", "3.56822e6", "-", "-"], "{table}");
}

#[test]
fn the_page_of_a_paper_shows_its_items_in_order_with_ours_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    write_case(folder.path(), &compare("expected = 3.5682e6\ntolerance = 5e-5"));
    let papers = folder.path().join("cases/papers");
    std::fs::create_dir_all(&papers).unwrap();
    let page = r#"
title = "A paper"
source = "Askari2018"
[studies.loads]
file = "papers/loads.toml"
[[item]]
number = "Fig. 1"
title = "A photograph"
verdict = "absent"
text = ["It is a photograph."]
[[item]]
number = "Table 2"
title = "Pressures"
verdict = "present"
errata = ["The third row is misprinted."]
[[item.inputs]]
study = "loads"
source = "section 2"
rows = [{ label = "Load of the table", path = "hip.experiment.static.load", printed = "0.25 kN" }]
[[item.compare]]
case = "eq25"
[[item.figure]]
title = "Pressure against load"
curves = [{ study = "loads", x = "hip_experiment_static_load_N", y = "peak_pressure_Pa", label = "ours" }]
points = [{ label = "printed", x = [250, 500], y = [2.47e6, 3.57e6] }]
logarithmic = ["x"]
"#;
    std::fs::write(papers.join("somebody.toml"), page).unwrap();
    let many = format!("{STUDY}[vary]\nhip.experiment.static.load = [\"250 N\", \"500 N\"]\n");
    std::fs::write(papers.join("loads.toml"), many).unwrap();
    let run = |arguments: &[&str]| {
        synovia(folder.path()).args(["validate", "--dir", "cases", "--paper"]).args(arguments).output().unwrap()
    };
    let output = run(&["somebody", "--page", "page.html"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let html = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("`{text}` is not on the page"));
    assert!(place("It is a photograph.") < place("The third row is misprinted."));
    place("2 of 2 numbers that are judged pass");
    assert!(html.contains(">0.25 kN<") && html.contains(">250 N<"), "{html}");
    // Eq. 25 under 250 N, from the sweep, as the chart has it; and the printed point.
    assert!(html.contains("2.3871") && html.contains("2.47") && html.contains("\"style\":\"printed\""), "{html}");

    let output = run(&["somebody", "--page", "nowhere/page.html"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("there is no folder `nowhere`"), "{}", stderr(&output));
    assert!(!stderr(&output).contains("loads"), "it ran before it looked: {}", stderr(&output));

    let output = run(&["sombody", "--page", "page.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("did you mean `somebody`?"), "{}", stderr(&output));
    std::fs::write(papers.join("somebody.toml"), page.replace("peak_pressure_Pa", "peak_presure_Pa")).unwrap();
    let output = run(&["somebody", "--page", "other.html"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("Table 2: study `loads` has no column `peak_presure_Pa`"), "{}", stderr(&output));
    assert!(!folder.path().join("other.html").exists());
    std::fs::write(papers.join("somebody.toml"), page.replace("0.25 kN", "0.6 kN")).unwrap();
    let output = run(&["somebody", "--page", "other.html"]);
    assert_eq!(output.status.code(), Some(1), "a parameter that is not the printed one passes");
    assert!(String::from_utf8_lossy(&output.stdout).contains("FAIL Load of the table"));
}
