//! Tables of pose and load of a knee replacement: which rows make a cycle, and what is done to its ends.
#![allow(missing_docs)]

use std::fmt::Write;

use study::StudyFile;

/// A folder of its own for every test, with two plates as parts and a pose.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder"));
        folder.write("femoral.stl", plate(0.05, false));
        folder.write("insert.stl", plate(0.06, true));
        let mut table = String::from("pct,f,a,r,x,y,z\n");
        for i in 0..=10 {
            let _ = writeln!(table, "{},{},0,0,0,0.001,0", 10 * i, i * (10 - i));
        }
        folder.write("pose.csv", table);
        folder
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.0.path().join(name), content).expect("a file");
    }

    /// All that is wrong with a study in this folder.
    fn refused(&self, text: &str) -> String {
        let name = self.0.path().join("study.toml").display().to_string();
        StudyFile::from_text(&name, text).check().expect_err("this must be refused").to_string()
    }
}

/// A plate of two triangles, facing up or down.
fn plate(size: f64, up: bool) -> String {
    let mut text = String::from("solid plate\n");
    let corner = |x: f64, z: f64| format!("vertex {} 0 {}\n", size * x, size * z);
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

/// A load in time that begins and ends with these forces, peaks in the middle, and has 126 N at 82 %.
fn load_table(first: f64, last: f64, peak: f64) -> String {
    let mut table = String::from("t,fz\n");
    for i in 0..=100 {
        let share = f64::from(i) / 100.0;
        let load = match i {
            0 => first,
            100 => last,
            82 => 126.0,
            _ => 200.0 + (peak - 200.0) * (std::f64::consts::PI * share).sin(),
        };
        let _ = writeln!(table, "{},{load}", 0.5 + 1.1 * share);
    }
    table
}

const LOAD: &str = "[knee-replacement.activity.load.file]\npath = \"load.csv\"\ntime = \"t\"\naxial = \"fz\"\n";

/// What a study in this folder would run.
fn knee(folder: &Folder, text: &str) -> joints::replacement::Replacement {
    let name = folder.0.path().join("study.toml").display().to_string();
    let study = StudyFile::from_text(&name, text).check().expect("a good study");
    study.joint::<joints::replacement::Replacement>().expect("a knee replacement").clone()
}

#[test]
fn a_load_whose_ends_differ_keeps_every_other_row_its_sign_and_its_peak() {
    let folder = Folder::new();
    folder.write("load.csv", load_table(400.0, 844.0, 2200.0));
    let cycle = knee(&folder, &format!("{PARTS}{POSE}{LOAD}")).cycle().clone();
    let axial = cycle.loads[0].compile().expect("a curve");
    let at = |percent: f64| axial.value(0.01 * percent * cycle.duration);
    assert!((cycle.duration - 1.1).abs() < 1e-9, "{}", cycle.duration);
    assert!((at(82.0) - 126.0).abs() < 1e-6, "{}", at(82.0));
    assert!((at(50.0) - 2200.0).abs() < 1e-6, "{}", at(50.0));
    assert!((at(0.0) - 622.0).abs() < 1e-6 && (at(100.0) - 622.0).abs() < 1e-6, "{} {}", at(0.0), at(100.0));
    let least = (0..=1000).map(|i| at(0.1 * f64::from(i))).fold(f64::INFINITY, f64::min);
    assert!(least > 125.0, "{least}");
    assert!((cycle.load_closure.force_ratio - 444.0 / 2200.0).abs() < 1e-12);
}

#[test]
fn loads_that_cannot_be_a_cycle_are_refused_with_the_criterion() {
    let folder = Folder::new();
    folder.write("load.csv", load_table(400.0, 1500.0, 2200.0));
    let wrong = folder.refused(&format!("{PARTS}{POSE}{LOAD}"));
    assert!(wrong.contains("50 % of its peak (25 % are allowed)") && wrong.contains("start = "), "{wrong}");
    let pulls = folder.refused(&format!("{PARTS}{POSE}{}", LOAD.replace("\"fz\"", "\"-fz\"")));
    assert!(pulls.contains("never positive") && pulls.contains("minus"), "{pulls}");
}

#[test]
fn one_cycle_is_cut_out_of_a_load_in_time() {
    let folder = Folder::new();
    let mut table = String::from("t,fz\n");
    for i in 0..60 {
        let _ = writeln!(table, "{},{}", 0.1 * f64::from(i), [500.0, 1500.0, 2500.0, 1000.0][i as usize % 4]);
    }
    folder.write("load.csv", table);
    let loads = |more: &str| {
        let cycle = knee(&folder, &format!("{PARTS}{POSE}{LOAD}{more}")).cycle().clone();
        let axial = cycle.loads[0].compile().expect("a curve");
        let duration = cycle.duration;
        assert_eq!(cycle.load_closure, joints::replacement::LoadClosure::default());
        (duration, [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| axial.value(share * duration)))
    };
    let whole = [500.0, 1500.0, 2500.0, 1000.0, 500.0];
    let close = |(duration, values): (f64, [f64; 5])| {
        assert!((duration - 0.4).abs() < 1e-9, "{duration}");
        assert!(values.iter().zip(whole).all(|(a, b)| (a - b).abs() < 1e-6), "{values:?}");
    };
    close(loads("start = \"0.4 s\"\nend = \"0.8 s\"\n"));
    close(loads("start = \"0.4 s\"\nend = \"0.7 s\"\nlast-row-repeats-first = false\n"));
    let beyond = folder.refused(&format!("{PARTS}{POSE}{LOAD}start = \"7 s\"\n"));
    assert!(beyond.contains("the window's start is 7 s") && beyond.contains("0 to 5.9"), "{beyond}");
    let pose = POSE.replace("percent = \"pct\"", "percent = \"pct\"\nend = \"1 s\"");
    let percent = folder.refused(&format!("{PARTS}{pose}"));
    assert!(percent.contains("a window in time needs a time column"), "{percent}");
}
