//! Nothing of the user's is lost: files in a folder that is replaced, places that another process writes to, checkpoints.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{entries, stderr, synovia, wait_until};

const QUICK: &str =
    "[hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = \"500 N\"\n[hip.output]\nelements = 500\n";

/// A liner that takes a second or two, with a checkpoint after every fiftieth of it.
const WEAR: &str = "[liner.mesh]\nelement = \"hex8\"\npatch-cells = 4\nring-cells = 4\nlayers = 2\n\
                    [liner.experiment.wear]\ncycles = 4\nsteps = 50\n[liner.output]\nframes = 9\n";

/// Runs a command; its exit code and what it said.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = synovia(folder).args(arguments).output().unwrap();
    (output.status.code(), stderr(&output))
}

#[test]
fn force_keeps_what_the_user_put_into_a_result_and_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = format!("{QUICK}[vary]\nhip.implant.clearance = [\"50 um\", \"80 um\"]\n");
    for (name, study) in [("hip", QUICK.to_owned()), ("sweep", sweep)] {
        fs::write(folder.path().join("study.toml"), study).unwrap();
        assert_eq!(run(folder.path(), &["run", "study.toml", "--out", name]).0, Some(0));
        fs::write(folder.path().join(name).join("notes.txt"), "mine").unwrap();
        let (code, said) = run(folder.path(), &["run", "study.toml", "--out", name, "--force"]);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("kept in") && said.contains("notes.txt"), "{said}");
        assert_eq!(fs::read_to_string(folder.path().join(name).join("notes.txt")).unwrap(), "mine");
    }
    assert_eq!(entries(folder.path()), ["hip", "study.toml", "sweep"]);
}

#[test]
fn a_second_run_onto_the_same_place_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let endless = "[hip.contact.elastic-foundation]\n[hip.experiment.dynamic]\nscheme = \"rkf45\"\ntolerance = 1e-12\nmost-cycles = 10000\nperiodic-within = 1e-300\n";
    fs::write(folder.path().join("endless.toml"), endless).unwrap();
    let mut child = synovia(folder.path()).args(["run", "endless.toml", "--out", "a/hip", "--quiet"]).spawn().unwrap();
    assert!(wait_until(&mut child, || !entries(&folder.path().join("a")).is_empty()));
    for force in [&[][..], &["--force"]] {
        // It would not end by itself if it began.
        let arguments = [&["run", "endless.toml", "--out", "a/hip"], force].concat();
        let (code, said) = run(folder.path(), &arguments);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(&format!("another process (number {}) is writing", child.id())), "{said}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A checkpoint as a killed run leaves it, and the summary of a run that was left alone.
fn interrupted(folder: &Path) -> (Vec<u8>, Vec<u8>) {
    fs::write(folder.join("liner.toml"), WEAR).unwrap();
    let checkpoint = folder.join("l.checkpoint");
    // On a busy machine the run may be over before it is seen that it has begun: then another one is begun.
    let left = (0..20).find_map(|_| {
        let _ = fs::remove_dir_all(folder.join("l"));
        let mut child = synovia(folder).args(["run", "liner.toml", "--out", "l", "--quiet"]).spawn().unwrap();
        wait_until(&mut child, || checkpoint.exists());
        child.kill().unwrap();
        child.wait().unwrap();
        fs::read(&checkpoint).ok()
    });
    let left = left.expect("a checkpoint");
    fs::remove_file(&checkpoint).unwrap();
    assert_eq!(run(folder, &["run", "liner.toml", "--out", "whole", "--quiet"]).0, Some(0));
    (left, fs::read(folder.join("whole/summary.json")).unwrap())
}

/// The checkpoint with another build in its third line, and the checksum that belongs to it.
fn of_another_build(left: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(left.to_vec()).unwrap();
    let (sealed, _) = text.rsplit_once('\n').unwrap();
    let mut lines: Vec<&str> = sealed.splitn(4, '\n').collect();
    lines[2] = "another";
    let sealed = lines.join("\n");
    let check = results::hash(&[sealed.as_bytes()]);
    format!("{sealed}\n{check}").into_bytes()
}

#[test]
fn a_checkpoint_is_gone_on_from_only_if_it_is_whole_and_of_this_build() {
    let folder = tempfile::tempdir().unwrap();
    let (left, whole) = interrupted(folder.path());
    let checkpoint = folder.path().join("l.checkpoint");
    let again = |bytes: &[u8], more: &[&str]| {
        let _ = fs::remove_dir_all(folder.path().join("l"));
        fs::write(&checkpoint, bytes).unwrap();
        let (code, said) = run(folder.path(), &[&["run", "liner.toml", "--out", "l"], more].concat());
        let same = fs::read(folder.path().join("l/summary.json")).is_ok_and(|summary| summary == whole);
        (code, said, same)
    };
    let (code, said, same) = again(&left, &[]);
    assert!(code == Some(0) && same && said.contains("going on from the checkpoint"), "{said}");
    assert!(!checkpoint.exists(), "what is done is forgotten");
    // Damaged: named, kept aside, begun anew.
    let mut damaged = left.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    let (code, said, same) = again(&damaged, &[]);
    assert!(code == Some(0) && same, "{said}");
    assert!(
        said.contains("`l.checkpoint` is damaged") && said.contains("begins anew") && !said.contains("going on"),
        "{said}"
    );
    assert_eq!(fs::read(folder.path().join("l.checkpoint.damaged")).unwrap(), damaged);
    // Of another build: refused, unless asked for.
    let other = of_another_build(&left);
    let (code, said, _) = again(&other, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("another build") && said.contains("--accept-other-build") && !said.contains("going on"),
        "{said}"
    );
    assert_eq!(fs::read(&checkpoint).unwrap(), other, "it is still there");
    let (code, said, same) = again(&other, &["--accept-other-build"]);
    assert!(code == Some(0) && same && said.contains("of another build (another)"), "{said}");
    let (code, said, same) = again(&other, &["--force"]);
    assert!(code == Some(0) && same && said.contains("begins anew"), "{said}");
    // Of another study: named, and kept aside.
    fs::write(folder.path().join("liner.toml"), format!("title = \"Another\"\n{WEAR}")).unwrap();
    let (code, said, _) = again(&left, &[]);
    assert!(code == Some(0) && said.contains("of another study"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_checkpoint_that_cannot_be_written_is_said_and_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("liner.toml"), WEAR).unwrap();
    let place: PathBuf = folder.path().join("l.checkpoint");
    // The folder must stand in the way after the run has looked for a checkpoint, and before it writes its first: when that is,
    // the machine decides, so that it is tried again, each time a little later.
    let is_said = (0..40).any(|attempt| {
        let _ = fs::remove_dir_all(folder.path().join("l"));
        let _ = fs::remove_dir_all(&place);
        let begun = || entries(folder.path()).iter().any(|name| name.starts_with(".l.tmp-"));
        let mut child = synovia(folder.path())
            .args(["run", "liner.toml", "--out", "l", "--quiet"])
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        wait_until(&mut child, begun);
        std::thread::sleep(Duration::from_millis(3 * attempt));
        // A folder in its place cannot be replaced by a file, whoever asks.
        let _ = fs::create_dir(&place).and_then(|()| fs::write(place.join("x"), ""));
        let output = child.wait_with_output().unwrap();
        let said = stderr(&output);
        if said.contains("cannot use `l.checkpoint`") {
            return false;
        }
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(folder.path().join("l/summary.json").is_file());
        let count = said.matches("caution: no checkpoint can be written").count();
        assert!(count < 2, "{said}");
        count == 1
    });
    assert!(is_said, "nothing was said in forty runs");
}

/// By the calls that the system sees: every file and its folder are brought to the disk, then the new result takes the old
/// one's place in one step, then the folder around both is brought to the disk.
#[cfg(target_os = "linux")]
#[test]
fn a_result_is_on_the_disk_before_it_takes_the_place_of_another() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("study.toml"), QUICK).unwrap();
    assert_eq!(run(folder.path(), &["run", "study.toml", "--out", "hip", "--quiet"]).0, Some(0));
    let log = folder.path().join("calls");
    let traced = std::process::Command::new("strace")
        .args(["-f", "-y", "-qq", "-e", "trace=fsync,fdatasync,rename,renameat,renameat2", "-o"])
        .arg(&log)
        .arg(env!("CARGO_BIN_EXE_synovia"))
        .args(["run", "study.toml", "--out", "hip", "--force", "--quiet"])
        .current_dir(folder.path())
        .output();
    if !traced.is_ok_and(|output| output.status.success()) {
        return eprintln!("skipped: `strace` is not installed, or may not trace here");
    }
    let calls = fs::read_to_string(&log).unwrap();
    let calls: Vec<&str> = calls.lines().collect();
    let place = folder.path().canonicalize().unwrap().join("hip");
    let takes = |call: &&str| call.contains("rename") && call.contains(&format!("{}\"", place.display()));
    let taken = calls.iter().rposition(takes).unwrap_or_else(|| panic!("{calls:#?}"));
    let list = fs::read_to_string(place.join("checksums.b3")).unwrap();
    let names = list.lines().filter_map(|line| Some(line.split_once("  ")?.1)).chain(["checksums.b3"]);
    for name in names {
        let is_synced = |call: &&str| call.contains("sync(") && call.contains(&format!("/{name}>"));
        assert!(calls[..taken].iter().any(is_synced), "{name} was not brought to the disk: {calls:#?}");
    }
    let around = format!("<{}>", place.parent().unwrap().display());
    let folder_is_synced = |call: &&str| call.contains("sync(") && call.contains(&around);
    assert!(calls[taken..].iter().any(folder_is_synced), "{calls:#?}");
}
