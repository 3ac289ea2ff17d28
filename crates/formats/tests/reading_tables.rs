//! Tables in the layouts that the field writes are read as they are; what is wrong in them is named with its place.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use formats::table::{RawTable, TableError, TableProblem};

fn fixture(name: &str) -> RawTable {
    RawTable::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables").join(name)).unwrap()
}

fn csv(text: &str) -> RawTable {
    RawTable::read(text.as_bytes(), Path::new("walk.csv")).unwrap()
}

/// An error with its hint, as a door would say it.
fn said(error: &TableError) -> String {
    format!("{error}\n hint: {}", error.problem.hint())
}

fn complaint(name: &str, text: &str) -> String {
    said(&RawTable::read(text.as_bytes(), Path::new(name)).unwrap_err())
}

fn complaint_on(column: &str, text: &str) -> String {
    said(&csv(text).column(column).unwrap_err())
}

#[test]
fn inverse_kinematics_as_opensim_writes_them_are_read() {
    let table = fixture("walk_ik.mot");
    assert_eq!((table.rows(), table.names.len(), table.in_degrees), (20, 24, Some(true)));
    assert_eq!(table.column("time").unwrap()[..2], [0.4, 0.41666667]);
    let flexion = table.column("hip_flexion_r").unwrap();
    assert_eq!((flexion[0], flexion[19]), (-7.30697874, -7.26838309));
    assert_eq!((table.line_of_row[0], table.line_of_row[19]), (12, 31));
    table.check_time("time").unwrap();
    table.check_gaps("time").unwrap();
}

#[test]
fn a_header_padded_by_a_spreadsheet_is_read() {
    let table = fixture("walk_grf.mot");
    assert_eq!((table.rows(), table.names.len(), table.in_degrees), (20, 19, Some(true)));
    assert_eq!(table.column("ground_force_vy").unwrap()[0], 255.7698401);
    assert_eq!(table.column("1_ground_torque_z").unwrap()[1], 607.2418979);
    table.check_gaps("time").unwrap();
}

#[test]
fn inverse_dynamics_as_opensim_writes_them_are_read() {
    let table = fixture("walk_inverse_dynamics.sto");
    assert_eq!((table.rows(), table.names.len(), table.in_degrees), (20, 24, Some(false)));
    let force = table.column("pelvis_ty_force").unwrap();
    assert_eq!((force[0], force[19]), (-0.65704905, 2.81293855));
}

#[test]
fn comma_separated_loads_are_read() {
    let table = fixture("hip_load.csv");
    assert_eq!((table.rows(), table.names.len(), table.in_degrees), (20, 20, None));
    assert_eq!(table.column("hip_resultant_N").unwrap()[19], -1963.21);
    assert_eq!(table.line_of_row[19], 21);
}

#[test]
fn the_separator_is_found_and_dialects_read_alike() {
    let expected = csv("time,fx,fy\n0,1.5,-2\n1,2.5e1,3\n");
    for text in [
        "time;fx;fy\n0;1.5;-2\n1;2.5e1;3\n",
        "time\tfx\tfy\n0\t1.5\t-2\n1\t2.5e1\t3",
        "\u{feff}time,fx,fy\r\n0,1.5,-2\r\n1,2.5e1,3\r\n",
        "\"time\",\"fx\",\"fy\"\n0,\"1.5\",-2\n1, 2.5e1 ,3\n",
        "time,fx,fy,,\n0,1.5,-2,,\n1,2.5e1,3\n",
        "time,fx,fy\r0,1.5,-2\r1,2.5e1,3\r",
    ] {
        assert_eq!(csv(text), expected, "{text:?}");
    }
    assert_eq!(csv("\"fx, fy; and fz\";time\n1;0\n").names, ["fx, fy; and fz", "time"]);
    assert_eq!(csv("time\n0\n1\n").column("time").unwrap(), [0.0, 1.0]);
}

#[test]
fn comments_and_blank_lines_do_not_shift_the_lines_of_errors() {
    let text = "# made by hand\n\ntime,fx\n# seconds, newtons\n0,1\n\n  # later\n1,2\n2,bad\n";
    assert_eq!(csv(text).line_of_row, [5, 8, 9]);
    assert!(
        complaint_on("fx", text).starts_with("walk.csv:9, column 'fx': 'bad' is not a number\n hint: write a number")
    );
}

#[test]
fn every_generation_of_opensim_header_is_read() {
    let old = "normal gait\nname walk\ndatacolumns 2\ndatarows 2\notherdata 1\nrange 0 1\nendheader\n time  hip \n 0 1\n 1 2\n";
    let v1 = "walk\nversion=1\nnRows=2\nnColumns=2\ninDegrees=no\nendheader\ntime\thip\n0\t1\n1\t2\n";
    let v2 = "inDegrees=no\nnum_controls=0\nDataType=double\nversion=2\nOpenSimVersion=4.0\nendheader\ntime\thip\n0\t1\n1\t2\n";
    let v3 = "DataType=double\nversion=3\nOpenSimVersion=4.3.1\nendheader\r\ntime\thip\r\n0\t1\r\n1\t2\r\n\r\n";
    for (text, in_degrees) in [(old, None), (v1, Some(false)), (v2, Some(false)), (v3, None)] {
        let table = RawTable::read(text.as_bytes(), Path::new("walk.STO")).unwrap();
        assert_eq!(table.names, ["time", "hip"]);
        assert_eq!(table.column("hip").unwrap(), [1.0, 2.0]);
        assert_eq!(table.in_degrees, in_degrees);
    }
    // Known by its header, whatever it is called.
    assert_eq!(RawTable::read(v1.as_bytes(), Path::new("walk.txt")).unwrap().rows(), 2);
}

#[test]
fn an_opensim_header_must_keep_its_promises() {
    let with = |header: &str| complaint("walk.mot", &format!("walk\n{header}\nendheader\ntime\thip\n0\t1\n1\t2\n"));
    assert_eq!(
        with("nRows=3"),
        "walk.mot:2: the header says nRows = 3, but the file has 2\n hint: if the file is complete, write nRows=2"
    );
    assert!(with("nColumns=5").starts_with("walk.mot:2: the header says nColumns = 5, but the file has 2"));
    assert!(with("datarows 9").starts_with("walk.mot:2: the header says datarows = 9, but the file has 2"));
    assert!(with("nRows=two").starts_with("walk.mot:2: `nRows` is 'two', expected a whole number"));
    assert!(with("inDegrees=maybe").starts_with("walk.mot:2: `inDegrees` is 'maybe', expected yes or no"));
    assert!(with("DataType=Vec3").starts_with("walk.mot:2: `DataType` is 'Vec3', expected double"));
    assert!(complaint("walk.mot", "time,fx\n0,1\n").starts_with("walk.mot: the header has no end"));
    let hole = "endheader\ntime\thip\tknee\n0\t\t1\n";
    let hole = RawTable::read(hole.as_bytes(), Path::new("walk.sto")).unwrap();
    assert!(hole.column("hip").unwrap_err().to_string().starts_with("walk.sto:3, column 'hip': the cell is empty"));
}

#[test]
fn what_is_no_table_is_said_so() {
    let missing = RawTable::load(Path::new("no/such/walk.csv")).unwrap_err();
    assert!(matches!(missing.problem, TableProblem::Unreadable { .. }));
    assert!(missing.to_string().contains("no/such/walk.csv: cannot be read"), "{missing}");
    assert!(missing.problem.hint().contains("check the spelling"), "{missing}");
    for empty in ["", " \n\r\n", "\u{feff}", "# only a comment\n"] {
        assert!(complaint("walk.csv", empty).starts_with("walk.csv: the file is empty"), "{empty:?}");
    }
    assert!(
        complaint("walk.csv", "0,1\n1,2\n").starts_with("walk.csv:1: a line of column names is expected, found '0, 1'")
    );
    assert!(complaint("walk.csv", "time,fx\n").starts_with("walk.csv:1: there are no rows"));
    assert!(complaint("walk.csv", ",time\n0,1\n").starts_with("walk.csv:1: column number 1 has no name"));
    let latin = said(&RawTable::read(b"time,angle\n0,45\xb0\n", Path::new("walk.csv")).unwrap_err());
    assert!(latin.starts_with("walk.csv:2: this is not UTF-8 text\n hint: save it as 'CSV UTF-8'"), "{latin}");
}

#[test]
fn a_ragged_row_is_told_its_length() {
    assert!(
        complaint("walk.csv", "time,fx\n0,1\n1\n")
            .starts_with("walk.csv:3: 2 cells are expected, but this row has 1 (it begins with '1')")
    );
    let comma = complaint("walk.csv", "time,fx\n0,1,5\n");
    assert!(comma.starts_with("walk.csv:2: 2 cells are expected, but this row has 3 (it begins with '0')"), "{comma}");
    assert!(comma.contains("decimal comma"), "{comma}");
}

#[test]
fn a_cell_that_is_no_finite_number_is_named() {
    assert!(
        complaint_on("fx", "time;fx\n0.5;1,5\n")
            .ends_with("'1,5' is not a number\n hint: write decimals with a point: 1.5, not 1,5")
    );
    for bad in ["NaN", "-inf", "Infinity", "1e999", "n/a", "-1.#IND"] {
        let error = complaint_on("fx", &format!("time,fx\n0,1\n1,{bad}\n"));
        assert!(error.starts_with(&format!("walk.csv:3, column 'fx': '{bad}' is not a finite number")), "{error}");
    }
    assert!(complaint_on("fx", "time,fx\n0,\n").starts_with("walk.csv:2, column 'fx': the cell is empty"));
}

#[test]
fn a_column_of_words_does_not_spoil_its_neighbours() {
    let table = csv("event,time,fx\nheel strike,0,1\n,1,2\n");
    assert_eq!(table.column("fx").unwrap(), [1.0, 2.0]);
    assert!(table.column("event").is_err());
}

#[test]
fn a_name_given_twice_is_an_error() {
    let error = complaint("walk.csv", "time,fx,fx\n0,1,2\n");
    assert!(error.starts_with("walk.csv:1, column 'fx': columns number 2 and 3 have the same name"), "{error}");
}

#[test]
fn a_missing_column_gets_the_nearest_names() {
    let table = fixture("hip_load.csv");
    let hint = |name: &str| said(&table.column(name).unwrap_err());
    assert!(hint("flexion").contains("did you mean hip_flexion_deg"), "{}", hint("flexion"));
    assert!(hint("hip_flexoin_deg").contains("did you mean hip_flexion_deg"), "{}", hint("hip_flexoin_deg"));
    assert!(hint("TIME_S").contains("did you mean time_s"), "{}", hint("TIME_S"));
    assert!(hint("qqq").contains("the columns are time_s, pct_cycle"), "{}", hint("qqq"));
    assert!(hint("qqq").contains("hip_load.csv:1, column 'qqq': there is no column of this name"), "{}", hint("qqq"));
}

#[test]
fn time_must_increase() {
    let check = |text: &str| csv(text).check_time("time").map_err(|error| error.to_string());
    assert_eq!(check("time\n0\n1\n2\n"), Ok(()));
    let back = check("time\n0\n2\n# pause\n1\n").unwrap_err();
    assert!(back.starts_with("walk.csv:5, column 'time': 1 is not greater than 2 of line 3"), "{back}");
    assert!(
        check("time\n0\n0\n").unwrap_err().starts_with("walk.csv:3, column 'time': 0 is not greater than 0 of line 2")
    );
    assert!(check("zeit\n0\n").is_err());
}

#[test]
fn a_gap_in_time_is_found_and_two_lost_samples_are_not_one() {
    let check = |text: &str| csv(text).check_gaps("time").map_err(|error| error.to_string());
    assert_eq!(check("time\n0\n1\n2\n5\n6\n7\n"), Ok(()));
    let gap = check("time\n0\n1\n2\n6\n7\n8\n").unwrap_err();
    assert!(
        gap.starts_with("walk.csv:5, column 'time': there is a gap from 2 to 6: 4.0 times the median step of 1.0"),
        "{gap}"
    );
    assert_eq!(check("time\n0\n"), Ok(()));
}

#[test]
fn german_tables_are_read_as_they_are() {
    let expected = csv("Zeit;Kraft;Winkel\n0;1.5;-2.25\n0.1;1500;3\n");
    for text in [
        "Zeit;Kraft;Winkel\n0;1,5;-2,25\n0,1;1500;3\n",
        "\u{feff}Zeit;Kraft;Winkel\r\n0,0;1,5;-2,25\r\n0,1;1,5e3;3,0\r\n",
        "Zeit\tKraft\tWinkel\n0\t1,5\t-2,25\n0,1\t1500\t3\n",
        "Zeit,Kraft,Winkel\n0,\"1,5\",\"-2,25\"\n\"0,1\",1500,3\n",
    ] {
        assert_eq!(csv(text), expected, "{text:?}");
    }
    // A comma in the names of the columns is not what separates them.
    let named = csv("Zeit, s;Kraft, N;Winkel, Grad\n0,0;1,5;2\n");
    assert_eq!(named.names, ["Zeit, s", "Kraft, N", "Winkel, Grad"]);
    assert_eq!(named.column("Kraft, N").unwrap(), [1.5]);
    // Words with commas are words.
    assert_eq!(csv("note;x\na, b;1,5\n").column("x").unwrap(), [1.5]);
}

#[test]
fn a_comma_that_may_be_either_is_refused() {
    // One and a quarter, or twelve hundred and fifty?
    let said = complaint_on("x", "t;x\n0;1,250\n1;2,500\n");
    assert!(
        said.contains("'1,250' is not a number") && said.contains("decimal comma, or does it separate thousands"),
        "{said}"
    );
    // With one that can be nothing else, all are decimals.
    assert_eq!(csv("t;x\n0;1,250\n1;0,5\n").column("x").unwrap(), [1.25, 0.5]);
    // Points as well as commas.
    let said = complaint_on("x", "t;x\n0.5;1,5\n");
    assert!(said.contains("'1,5' is not a number") && said.contains("write decimals with a point"), "{said}");
    let said = complaint_on("x", "t;x\n0;1.234,5\n");
    assert!(said.contains("'1.234,5' is not a number"), "{said}");
    assert!(complaint("walk.csv", "a,b\n1,5,2,5\n").contains("is a decimal comma taken for a separator?"));
}

const TRC: &str = "PathFileType\t4\t(X/Y/Z)\twalk.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\n60\t60\t2\t2\tmm\n\
    Frame#\tTime\tR.HIP\t\t\tKNEE\t\t\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\n\n\
    1\t0.0\t1.5\t900\t3\t4\t500\t6\n2\t0.016\t2.5\t901\t3\t\t\t\n";

#[test]
fn markers_of_a_trc_file_are_columns() {
    for (name, text) in [("walk.trc", TRC.to_owned()), ("walk.txt", TRC.replace('\n', "\r\n"))] {
        let table = RawTable::read(text.as_bytes(), Path::new(name)).unwrap();
        assert_eq!(table.names, ["frame", "time", "R.HIP_x", "R.HIP_y", "R.HIP_z", "KNEE_x", "KNEE_y", "KNEE_z"]);
        assert_eq!((table.column("time").unwrap(), table.metres), (&[0.0, 0.016][..], Some(1e-3)));
        assert_eq!(table.column("R.HIP_y").unwrap(), [900.0, 901.0]);
        // A marker that was not seen is a gap.
        assert!(table.column("KNEE_x").is_err() && table.column_with_gaps("KNEE_x").unwrap()[1].is_nan());
        assert_eq!(table.line_of_row, [7, 8]);
    }
    let said = complaint("walk.trc", &TRC.replace("\tmm\n", "\tfurlong\n"));
    assert!(said.starts_with("walk.trc:3: `Units` is 'furlong', expected mm, cm or m"), "{said}");
}

#[test]
fn files_that_are_no_tables_say_what_they_are() {
    for (bytes, says) in [
        (&b"PK\x03\x04\x14\0[Content_Types].xml"[..], ["a workbook", "save it as 'CSV UTF-8'"]),
        (b"<!DOCTYPE html><html>", ["a web page", "Download the file itself"]),
        (b"%PDF-1.7\n", ["a PDF document", "CSV, .trc, .mot or .sto"]),
        (b"MATLAB 5.0 MAT-file, Platform", ["a MATLAB or HDF5 file", "writetable"]),
        (b"solid a\nfacet normal 0 0 1\nouter loop\n", ["a surface (STL)", "CSV, .trc, .mot or .sto"]),
        (b"\x89PNG\r\n\x1a\n", ["a picture", "numbers in columns"]),
    ] {
        let said = said(&RawTable::read(bytes, Path::new("walk.csv")).unwrap_err());
        assert!(said.contains(", not a table\n hint: ") && says.iter().all(|text| said.contains(text)), "{said}");
    }
}
