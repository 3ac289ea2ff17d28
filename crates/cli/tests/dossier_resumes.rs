//! A dossier that is killed goes on with what it has, and ends with the bytes of one that was left alone.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{stderr, synovia, wait_until};

/// Every stage of it takes a while, and no case is there to be run.
const STUDY: &str = "[hip.contact.elastic-foundation]\n[hip.experiment.dynamic]\n[hip.output]\nframes = 51\nelements = 2000\n[dossier]\nsamples = 16\n\
                     uncertain.hip.implant.clearance = { uniform = [\"70 um\", \"90 um\"] }\n";

fn command(folder: &Path, out: &str) -> Command {
    fs::create_dir_all(folder.join("cases")).unwrap();
    let mut command = synovia(folder);
    command.args(["dossier", "hip.toml", "--validation", "cases", "--out", out]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Which stages are on disk.
fn kept(folder: &Path) -> Vec<&'static str> {
    let text = fs::read_to_string(folder.join("d/unfinished.json")).unwrap_or_default();
    study::dossier::STAGES.into_iter().filter(|stage| text.contains(&format!("{stage}\""))).collect()
}

/// Kills a dossier when so many stages are on disk; what is there then. Nothing where it has ended before that was seen.
fn kill_at(folder: &Path, stages: usize) -> Option<Vec<&'static str>> {
    let mut child = command(folder, "d").spawn().unwrap();
    let seen = wait_until(&mut child, || kept(folder).len() >= stages);
    child.kill().unwrap();
    child.wait().unwrap();
    (seen && !folder.join("d/dossier.html").exists()).then(|| kept(folder))
}

#[test]
fn a_dossier_that_is_killed_twice_goes_on_and_ends_as_if_it_had_been_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("hip.toml"), STUDY).unwrap();
    // On a busy machine it may be over before it is seen that it has begun: then another one is begun.
    let (first, second) = (0..20)
        .find_map(|_| {
            let _ = fs::remove_dir_all(here.join("d"));
            Some((kill_at(here, 1)?, kill_at(here, 2)?))
        })
        .expect("a dossier that was killed twice");
    assert!(!first.is_empty() && second.starts_with(&first) && second.len() >= 2, "{first:?} {second:?}");
    // What was kept is not made again: while it goes on, no stage that was there is missing.
    let mut child = command(here, "d").spawn().unwrap();
    let lost = wait_until(&mut child, || !kept(here).starts_with(&second) && !here.join("d/dossier.html").exists());
    assert!(child.wait().unwrap().success() && !lost, "it began anew");
    let whole = command(here, "whole").stderr(Stdio::piped()).output().unwrap();
    assert!(whole.status.success(), "{}", stderr(&whole));
    assert!(!here.join("d/unfinished.json").exists(), "nothing unfinished is left behind");
    for name in ["dossier.json", "dossier.html"] {
        assert_eq!(
            fs::read(here.join("d").join(name)).unwrap(),
            fs::read(here.join("whole").join(name)).unwrap(),
            "{name}"
        );
    }
}

#[test]
fn what_is_unfinished_of_one_study_is_not_taken_for_another() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::write(here.join("hip.toml"), STUDY).unwrap();
    let left = (0..20).find_map(|_| {
        let _ = fs::remove_dir_all(here.join("d"));
        kill_at(here, 1)
    });
    assert!(left.is_some_and(|stages| !stages.is_empty()));
    fs::write(here.join("hip.toml"), STUDY.replace("frames = 51", "frames = 41")).unwrap();
    for out in ["d", "whole"] {
        assert!(command(here, out).status().unwrap().success());
    }
    let read = |out: &str| fs::read(here.join(out).join("dossier.json")).unwrap();
    assert_eq!(read("d"), read("whole"));
}
