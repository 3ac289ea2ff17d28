//! Files of other kinds get the right advice; nothing in a file or its name commands a terminal.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{entries, stderr, synovia};

/// What `synovia check` says about a study with this name and content.
fn checked(folder: &Path, name: &str, content: &[u8]) -> String {
    std::fs::write(folder.join(name), content).unwrap();
    let output = synovia(folder).args(["check", name]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{name}: {}", stderr(&output));
    stderr(&output)
}

#[test]
fn a_file_that_is_no_study_says_what_it_is_and_where_it_belongs() {
    let folder = tempfile::tempdir().unwrap();
    let mut binary = vec![b'x'; 80];
    binary.extend(1_u32.to_le_bytes());
    binary.extend([0; 50]);
    let mut c3d = vec![0; 512];
    (c3d[0], c3d[1]) = (2, 0x50);
    for (name, content, says) in [
        ("loads.xlsx", &b"PK\x03\x04\x14\0[Content_Types].xml\xff"[..], ["a workbook", "hip-own-data --out"]),
        ("walk.trc", b"PathFileType\t4\t(X/Y/Z)\twalk.trc\n", ["markers of a motion capture", "gait-own-data --out"]),
        ("walk.mot", b"walk\nendheader\ntime\thip\n0\t1\n", ["a table of OpenSim", "gait-own-data --out"]),
        ("walk.c3d", &c3d, ["a motion capture (C3D)", "export it as .trc"]),
        ("cup.stl", &binary, ["a surface (STL)", "synovia mesh"]),
        ("loads.csv", b"zeit;kraft\n0,0;1,5\n0,1;2,5\n", ["a table of numbers", "hip-own-data --out"]),
        ("report.html", b"<!doctype html><html></html>", ["a web page", "study.toml"]),
        ("summary.json", b"{\"title\": null}", ["a JSON file", "study.toml"]),
        ("bar.msh", b"$MeshFormat\n4.1 0 8\n", ["a mesh of finite elements", "[liner.mesh.file]"]),
    ] {
        let said = checked(folder.path(), name, content);
        assert!(said.contains(", not a study") && says.iter().all(|text| said.contains(text)), "{said}");
        assert_eq!(said.matches("error: ").count(), 1, "{said}");
    }
    // A study with a mistake is still a study.
    let said = checked(folder.path(), "hip.toml", b"[hip.implant\nclearance = \"80 um\"\n");
    assert!(!said.contains("not a study") && said.contains("hip.toml:1"), "{said}");
}

#[test]
fn a_study_comes_with_the_files_that_it_reads() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let printed = synovia(folder).args(["new", "hip-own-data"]).output().unwrap();
    assert!(stderr(&printed).contains("reads my_walk.csv; `synovia new hip-own-data --out FOLDER`"));
    for kind in study::KINDS.iter().filter(|kind| !kind.data.is_empty()) {
        let output = synovia(folder).args(["new", kind.kind, "--out", kind.file]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let mut files: Vec<String> = kind.data.iter().map(|(name, _)| (*name).to_owned()).collect();
        files.push(format!("{}.toml", kind.file));
        files.sort();
        assert_eq!(entries(&folder.join(kind.file)), files);
        let study = format!("{0}/{0}.toml", kind.file);
        let output = synovia(folder).args(["check", &study]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    // Nothing is overwritten: not one of the files, when one of them is there.
    std::fs::write(folder.join("my_walk.csv"), "mine").unwrap();
    let refused = synovia(folder).args(["new", "hip-own-data", "--out", "."]).output().unwrap();
    assert!(refused.status.code() == Some(1) && stderr(&refused).contains("my_walk.csv` already exists"));
    assert!(!folder.join("hip-own-data.toml").exists());
    // The name of a study's file will do, too.
    let by_file = synovia(folder).args(["new", "knee-replacement-measured"]).output().unwrap();
    assert!(by_file.status.success() && by_file.stdout.starts_with(b"#"));
}

#[test]
fn titles_names_and_cells_do_not_command_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let commands =
        |bytes: &[u8]| bytes.iter().any(|byte| (*byte < 0x20 && *byte != b'\n' && *byte != b'\t') || *byte == 0x7f);
    let nasty = "hip\u{1b}]0;owned\u{7}\u{1b}[2J";
    let study = "title = \"A \\u001B[31mred\\u0007 hip\\u009B2J\"\n[hip.experiment.static]\nload = \"500 N\"\n[hip.output]\nelements = 10\n";
    std::fs::write(folder.join(format!("{nasty}.toml")), study).unwrap();
    let output = synovia(folder).arg("run").arg(format!("{nasty}.toml")).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(!commands(&output.stdout) && !commands(&output.stderr) && !text.contains('\u{9b}'), "{text:?}");
    assert!(text.contains("␛[31mred␇ hip"), "{text}");
    // Mistakes quote names and cells.
    std::fs::write(folder.join(format!("{nasty}.csv")), "t,x\u{1b}[2J\n0,\u{1b}[31m\n").unwrap();
    let name = nasty.replace('\u{1b}', "\\u001B").replace('\u{7}', "\\u0007");
    let study = format!(
        "[hip.activity]\nduration = \"1 s\"\n[hip.activity.file]\npath = \"{name}.csv\"\ntime = \"t\"\nforce-vertical = \"x\\u001B[2J\"\n"
    );
    for (file, content) in
        [("bad.toml", study.as_str()), ("worse.toml", "[hip.\u{1b}[2J]\n"), (&format!("{nasty}2.toml"), "[hip]\nx=1\n")]
    {
        std::fs::write(folder.join(file), content).unwrap();
        for command in ["check", "run"] {
            let output = synovia(folder).arg(command).arg(file).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
            assert!(!commands(&output.stdout) && !commands(&output.stderr), "{:?}", stderr(&output));
        }
    }
    let output = synovia(folder).args(["mesh", &format!("{nasty}.csv")]).output().unwrap();
    assert!(output.status.code() != Some(0) && !commands(&output.stderr), "{:?}", stderr(&output));
}
