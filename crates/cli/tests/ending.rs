//! Commands end when they are asked to, whatever they are doing, and what no machine has is refused before it is tried.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod common;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::{entries, stderr, studies, synovia};

/// Generous: a busy machine must not fail a claim that is about seconds.
const LIMIT: Duration = Duration::from_secs(300);

fn spawn(folder: &Path, arguments: &[&str]) -> Child {
    synovia(folder).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([name, &child.id().to_string()]).status().unwrap().success());
}

/// Waits until something is so; fails the test if it never is.
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < LIMIT, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Whether a program has said what it does when it is asked to end: before that it just ends.
fn listens(child: &Child) -> bool {
    const TERM: u32 = 15;
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (TERM - 1) & 1 == 1)
}

fn ended(mut child: Child) -> Output {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > LIMIT {
            child.kill().unwrap();
            panic!("it went on for minutes");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.wait_with_output().unwrap()
}

/// A mesh whose factorisation takes seconds, in which nothing looks up.
const LARGE: &str = "[liner.mesh]\nelement = \"hex8\"\npatch-cells = 12\nring-cells = 14\nlayers = 8\n\
                     [liner.experiment.static]\nload = \"1500 N\"\n";

#[test]
fn a_factorisation_does_not_keep_a_run_alive_and_nothing_is_left_of_it() {
    for signals in [&["-INT"][..], &["-TERM"], &["-INT", "-INT"]] {
        interrupted(&format!("{signals:?}"), || {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("liner.toml"), LARGE).unwrap();
            let child = spawn(folder.path(), &["run", "liner.toml", "--out", "a/b"]);
            wait_until("the run has begun", || listens(&child) && !entries(&folder.path().join("a")).is_empty());
            std::thread::sleep(Duration::from_millis(150));
            for name in signals {
                signal(&child, name);
                std::thread::sleep(Duration::from_millis(50));
            }
            let output = ended(child);
            if output.status.code() == Some(130) {
                assert!(stderr(&output).contains("interrupted: nothing was written"), "{}", stderr(&output));
                assert_eq!(entries(folder.path()), ["liner.toml"], "{signals:?}");
            }
            output
        });
    }
}

/// Interrupts a program; again where it had done its work before it was asked to end, as it may where the test had to wait for
/// a processor.
fn interrupted(what: &str, mut attempt: impl FnMut() -> Output) {
    for _ in 0..10 {
        let output = attempt();
        if output.status.code() != Some(0) {
            assert_eq!(output.status.code(), Some(130), "{what}: {}", stderr(&output));
            return;
        }
    }
    panic!("{what}: it had ended ten times before it was asked to");
}

/// A dish of 15 042 triangles.
fn write_dish(folder: &Path) -> PathBuf {
    let (rows, columns) = (69_u32, 109_u32);
    let at = |i: u32, k: u32| {
        let (x, z) = (f64::from(i) * 0.6e-3 - 0.02, f64::from(k) * 0.6e-3 - 0.033);
        [x, 8.0 * (x * x + z * z), z].map(|value| value as f32)
    };
    let mut bytes = vec![b' '; 80];
    bytes.extend((2 * rows * columns).to_le_bytes());
    for (i, k) in (0..rows).flat_map(|i| (0..columns).map(move |k| (i, k))) {
        let [a, b, c, d] = [at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)];
        for corners in [[a, b, c], [a, c, d]] {
            bytes.extend([0; 12]);
            bytes.extend(corners.iter().flatten().flat_map(|value| value.to_le_bytes()));
            bytes.extend([0; 2]);
        }
    }
    let path = folder.join("dish.stl");
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Commands that show no bar: nobody looks up in them.
#[test]
fn validation_comparison_and_meshes_end_when_they_are_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let insert = write_dish(folder.path());
    let (insert, knee) = (insert.to_str().unwrap(), studies().join("knee-replacement-measured.toml"));
    let mine = folder.path().join("mine.toml");
    std::fs::copy(knee, &mine).unwrap();
    for arguments in [
        &["validate"][..],
        &["mesh", insert, "--refine", "9", "--write", "fine.stl"],
        &["compare", "mine.toml", "--page", "page.html"],
    ] {
        interrupted(&format!("{arguments:?}"), || {
            let child = spawn(folder.path(), arguments);
            wait_until("it listens", || listens(&child));
            std::thread::sleep(Duration::from_millis(400));
            signal(&child, "-TERM");
            let output = ended(child);
            if output.status.code() == Some(0) {
                let _ = std::fs::remove_file(folder.path().join("fine.stl"));
                let _ = std::fs::remove_file(folder.path().join("page.html"));
            }
            assert_eq!(entries(folder.path()), ["dish.stl", "mine.toml"], "{arguments:?}");
            output
        });
    }
    // The models of a comparison are asked in processes of their own: they end, too.
    wait_until("the models of the comparison have ended", || {
        let alive = |process: &String| {
            let folder = std::fs::read_link(format!("/proc/{process}/cwd"));
            folder.is_ok_and(|at| std::fs::canonicalize(mine.parent().unwrap()).is_ok_and(|mine| at == mine))
        };
        !entries(Path::new("/proc")).iter().any(alive)
    });
}

#[test]
fn no_number_makes_a_search_go_on_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    for head in ["1e300 mm", "1e160 mm", "1e-300 mm"] {
        let study = format!(
            "[hip.implant]\nhead-diameter = \"{head}\"\nclearance = \"80 um\"\n[hip.experiment.static]\nload = \"500 N\"\n"
        );
        std::fs::write(folder.path().join("hip.toml"), study).unwrap();
        let output = ended(spawn(folder.path(), &["run", "hip.toml", "--out", "hip", "--quiet"]));
        assert!(matches!(output.status.code(), Some(1 | 2)), "{head}: {}", stderr(&output));
    }
}

#[test]
fn what_no_machine_has_is_refused_with_the_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let mesh = |layers: usize| {
        format!("[liner.mesh]\nelement = \"hex8\"\npatch-cells = {layers}\nring-cells = {layers}\nlayers = {layers}\n")
    };
    let range =
        "[hip.implant]\n[vary]\nhip.implant.clearance = { from = \"50 um\", to = \"200 um\", count = 2147483648 }\n";
    let rows = "[hip.implant]\n[vary]\nhip.implant.clearance = { uniform = [\"50 um\", \"200 um\"] }\n[runs.sobol-indices]\nrows = 2147483648\n";
    let tables = [
        (mesh(60), "liner.toml:2", vec!["the mesh needs about ", " GB of memory and ", "this machine has ", "hint: "]),
        (range.to_owned(), "vary.toml:3", vec!["2147483648 values are asked for", "hint: "]),
        (rows.to_owned(), "rows.toml:5", vec!["6442450944 runs are asked for", "hint: "]),
    ];
    for (study, place, words) in tables {
        let name = place.split(':').next().unwrap();
        std::fs::write(folder.path().join(name), study).unwrap();
        for command in [&["check", name][..], &["run", name, "--out", "out"]] {
            let output = ended(spawn(folder.path(), command));
            let said = stderr(&output);
            assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
            for word in &words {
                assert!(said.contains(word), "{command:?}: {said}");
            }
        }
    }
    let insert = write_dish(folder.path());
    let output = ended(spawn(folder.path(), &["mesh", insert.to_str().unwrap(), "--refine", "100"]));
    let said = stderr(&output);
    if output.status.code() != Some(0) {
        assert!(said.contains("a mesh of 150420000 triangles needs about 181 GB of memory"), "{said}");
    }
    // Points a hundredth of a millimetre apart.
    let knee = std::fs::read_to_string(studies().join("knee-replacement-measured.toml")).unwrap();
    assert!(!knee.contains("[knee-replacement.output]"), "the study has an output of its own");
    std::fs::write(
        folder.path().join("knee.toml"),
        format!("{knee}\n[knee-replacement.output]\nspacing = \"0.01 mm\"\n"),
    )
    .unwrap();
    let output = ended(spawn(folder.path(), &["check", "knee.toml"]));
    let said = stderr(&output);
    assert!(output.status.code() == Some(2) && said.contains("the contact needs about "), "{said}");
    // What fits is said before it is run, for every joint and for studies of many runs.
    std::fs::write(folder.path().join("small.toml"), mesh(2)).unwrap();
    let shipped =
        ["hip-static", "knee-extension", "gait-ideal", "mechanism-four-bar", "knee-replacement-measured", "hip-sweep"];
    let shipped = shipped.map(|name| studies().join(format!("{name}.toml")).display().to_string());
    for study in shipped.iter().map(String::as_str).chain(["small.toml"]) {
        let output = ended(spawn(folder.path(), &["check", study]));
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(said.contains("needs about ") && said.contains(" of memory"), "{study}: {said}{}", stderr(&output));
    }
    assert!(!entries(folder.path()).contains(&"out".to_owned()));
}
