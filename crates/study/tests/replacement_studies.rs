//! Studies of a knee replacement: what is wrong is said with its file, its line and a hint.
#![allow(missing_docs)]

use std::fmt::Write;
use std::path::PathBuf;

use study::StudyFile;

/// A folder of its own for every test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("a file");
    }

    /// All that is wrong with a study in this folder.
    fn refused(&self, text: &str) -> String {
        let name = self.path("study.toml").display().to_string();
        StudyFile::from_text(&name, text).check().expect_err("this must be refused").to_string()
    }
}

/// A plate of two triangles at a height, facing up or down, in some unit.
fn plate(height: f64, size: f64, up: bool) -> String {
    let mut text = String::from("solid plate\n");
    let corner = |x: f64, z: f64| format!("vertex {} {height} {}\n", size * x, size * z);
    for triangle in [[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0)], [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0)]] {
        let mut corners = triangle.map(|(x, z)| corner(x - 0.5, z - 0.5));
        if !up {
            corners.reverse();
        }
        let _ = write!(text, "facet normal 0 0 0\nouter loop\n{}endloop\nendfacet\n", corners.concat());
    }
    text + "endsolid plate\n"
}

const PARTS: &str =
    "[knee-replacement.implant]\nfemoral = { path = \"femoral.stl\" }\ninsert = { path = \"insert.stl\" }\n";
const POSE: &str = "[knee-replacement.activity.pose]\npath = \"pose.csv\"\npercent = \"pct\"\nflexion = \"f\"\nadduction = \"a\"\nrotation = \"r\"\nanterior = \"x\"\nsuperior = \"y\"\nlateral = \"z\"\n";

fn good_files(folder: &Folder) {
    folder.write("femoral.stl", plate(0.0, 0.05, false));
    folder.write("insert.stl", plate(0.0, 0.06, true));
    let mut table = String::from("pct,f,a,r,x,y,z\n");
    for i in 0..=10 {
        let _ = writeln!(table, "{},{},0,0,0,0.001,0", 10 * i, i * (10 - i));
    }
    folder.write("pose.csv", table);
}

#[test]
fn a_study_with_files_of_its_own_is_understood_and_written_out() {
    let folder = Folder::new();
    good_files(&folder);
    let name = folder.path("study.toml").display().to_string();
    let study = StudyFile::from_text(&name, format!("{PARTS}{POSE}")).check().expect("a good study");
    assert!(study.outline().starts_with("knee-replacement, measured pose"), "{}", study.outline());
    let names: Vec<&str> = study.data_files().iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["inputs/femoral.stl", "inputs/insert.stl", "inputs/pose.csv"]);
    assert!(study.resolved_text().contains("inputs/femoral.stl"), "{}", study.resolved_text());
}

#[test]
fn surface_files_that_cannot_be_read_are_named() {
    let folder = Folder::new();
    good_files(&folder);
    let text = format!("{PARTS}{POSE}");
    let with = |content: &[u8]| {
        folder.write("femoral.stl", content);
        folder.refused(&text)
    };
    let empty = with(b"");
    assert!(empty.contains("femoral.stl") && empty.contains("empty") && empty.contains("study.toml:2"), "{empty}");
    let good = plate(0.0, 0.05, false);
    let cut = with(&good.as_bytes()[..good.len() / 2]);
    assert!(cut.contains("femoral.stl") && cut.contains("hint"), "{cut}");
    let not_a_number = with(good.replace("vertex 0.025", "vertex nan").as_bytes());
    assert!(not_a_number.contains("femoral.stl"), "{not_a_number}");
    std::fs::remove_file(folder.path("femoral.stl")).expect("it was there");
    let missing = folder.refused(&text);
    assert!(missing.contains("femoral.stl") && missing.contains("study.toml:2"), "{missing}");
}

#[test]
fn millimetres_read_as_metres_are_questioned() {
    let folder = Folder::new();
    good_files(&folder);
    folder.write("insert.stl", plate(0.0, 60.0, true));
    let wrong = folder.refused(&format!("{PARTS}{POSE}"));
    assert!(wrong.contains("60.000 m across") && wrong.contains("unit = \"mm\""), "{wrong}");
}

#[test]
fn poses_with_holes_are_named_with_their_line() {
    let folder = Folder::new();
    good_files(&folder);
    let text = format!("{PARTS}{POSE}");
    folder.write(
        "pose.csv",
        "pct,f,a,r,x,y,z\n0,0,0,0,0,0.001,0\n50,nan,0,0,0,0.001,0\n75,1,0,0,0,0,0\n100,0,0,0,0,0.001,0\n",
    );
    let hole = folder.refused(&text);
    assert!(hole.contains("pose.csv:3") && hole.contains("column 'f'"), "{hole}");
    folder.write("pose.csv", "pct,f,a,r,x,y\n0,0,0,0,0,0.001\n100,0,0,0,0,0.001\n");
    let missing = folder.refused(&text);
    assert!(missing.contains("column 'z'"), "{missing}");
    folder.write(
        "pose.csv",
        "pct,f,a,r,x,y,z\n0,0,0,0,0,0.001,0\n20,1,0,0,0,0.001,0\n40,1,0,0,0,0,0\n60,0,0,0,0,0.001,0\n",
    );
    let part = folder.refused(&text);
    assert!(part.contains("0 to 60 percent") && part.contains("whole cycle"), "{part}");
    folder.write("pose.csv", "pct,f,a,r,x,y,z\n0,0,0,0,0,0.001,0\n100,0,0,0,0,0.001,0\n");
    let few = folder.refused(&text);
    assert!(few.contains("in 2 rows") && few.contains("at least 4"), "{few}");
}

#[test]
fn values_that_make_no_sense_are_shown_at_their_line() {
    let folder = Folder::new();
    let zero = folder.refused("[knee-replacement.implant]\nthickness = \"0 mm\"\n");
    assert!(zero.contains("study.toml:2") && zero.contains("thickness"), "{zero}");
    let axes = folder.refused("[knee-replacement.implant]\naxes = [\"x\", \"y\", \"y\"]\n");
    assert!(axes.contains("study.toml:2") && axes.contains("once each"), "{axes}");
    let region = folder.refused(
        "[[knee-replacement.implant.regions]]\nname = \"front\"\nlow = [\"1 m\", \"1 m\", \"1 m\"]\nhigh = [\"2 m\", \"2 m\", \"2 m\"]\n",
    );
    assert!(region.contains("front") && region.contains("no point"), "{region}");
    let unknown = folder.refused("[knee-replacement]\nimplnt = {}\n");
    assert!(unknown.contains("did you mean `implant`?"), "{unknown}");
}

#[test]
fn shipped_studies_are_good() {
    for kind in ["knee-replacement", "knee-replacement-simulator"] {
        let text = study::template(kind).expect(kind).text;
        let study = StudyFile::from_text("study.toml", text).check().expect(kind);
        let again = StudyFile::from_text("study.toml", study.resolved_text()).check().expect("the resolved study");
        assert_eq!(again.resolved_text(), study.resolved_text());
    }
}

/// Squares of such numbers are none, and no search can find what is near.
#[test]
fn a_pose_that_no_knee_has_is_refused() {
    let folder = Folder::new();
    good_files(&folder);
    let table = std::fs::read_to_string(folder.path("pose.csv")).expect("a table");
    for (cell, other, says) in [
        ("\n50,25,0,0,0,0.001,0", "\n50,25,0,0,0,1e200,0", ["column 'y' has 1e200 m in row 6", "length-unit"]),
        ("\n50,25,0,0,0,0.001,0", "\n50,25,0,0,0,24,0", ["column 'y' has 2.4e1 m in row 6", "length-unit"]),
        ("\n50,25,0,0,0,0.001,0", "\n50,1e300,0,0,0,0.001,0", ["column 'f' has ", "angle-unit"]),
    ] {
        assert!(table.contains(cell));
        folder.write("pose.csv", table.replace(cell, other));
        let said = folder.refused(&format!("{PARTS}{POSE}"));
        assert!(says.iter().all(|text| said.contains(text)) && said.contains("study.toml:"), "{said}");
    }
}
