//! A liner's own load cycle: the template runs as it is written, and what is wrong with its table is named with its line.
#![allow(missing_docs)]

use study::{Diagnostics, Study, StudyFile, template};

const TABLE: &str = include_str!("../../../studies/my_walk.csv");

fn check(text: &str, table: &str) -> Result<Study, Diagnostics> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("my_walk.csv"), table).expect("a table");
    let path = folder.path().join("liner.toml");
    std::fs::write(&path, text).expect("a study");
    StudyFile::load_file(&path)?.check()
}

fn text() -> &'static str {
    template("liner-own-data").expect("shipped").text
}

#[test]
fn the_shipped_study_reads_its_table_and_writes_out_what_it_found() {
    let study = check(text(), TABLE).expect("sound");
    let resolved = study.resolved_text();
    assert_eq!(study.data_files().len(), 1);
    assert!(resolved.contains("inputs/my_walk.csv") && resolved.contains("deg"), "{resolved}");
}

#[test]
fn a_column_that_is_not_there_is_named_with_the_line_that_asked_for_it() {
    let wrong = text().replace("\"hip_flexion_deg\"", "\"hip_flexion\"");
    let shown = check(&wrong, TABLE).expect_err("refused").to_string();
    assert!(shown.contains("hip_flexion") && shown.contains("liner.toml"), "{shown}");
    let damaged = TABLE.replacen(",", ",x", 40);
    let shown = check(text(), &damaged).expect_err("refused").to_string();
    assert!(shown.contains("my_walk.csv"), "{shown}");
}
