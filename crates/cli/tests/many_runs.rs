//! Studies of many runs, as a user does them: run, interrupt, go on, divide, merge, damage.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use common::{entries, stderr, synovia, wait_until};
use results::store::{Header, Opening, Store, StoreContents};
use serde_json::Value;

/// A static hip: a run takes a millisecond.
const QUICK: &str =
    "[hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = \"500 N\"\n[hip.output]\nelements = 500\n";

/// 40 runs, of which the loads beyond the rim fail.
fn sweep() -> String {
    format!(
        "title = \"Sweep\"\n{QUICK}[vary]\nhip.implant.clearance = [\"50 um\", \"80 um\", \"100 um\", \"150 um\", \"200 um\"]\n\
         hip.experiment.static.load-tilt = {{ from = \"0 deg\", to = \"84 deg\", count = 8 }}\n"
    )
}

/// Runs that take long enough to be stopped in between.
fn slow(runs: u32) -> String {
    format!(
        "[hip.contact.elastic-foundation]\n[hip.experiment.quasi-static]\n[hip.output]\nelements = 20000\n[vary]\nhip.implant.clearance = {{ uniform = [\"50 um\", \"200 um\"] }}\n\
         [runs.latin-hypercube]\ncount = {runs}\nseed = 7\n"
    )
}

#[track_caller]
fn run(folder: &Path, arguments: &[&str]) -> String {
    let output = synovia(folder).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    stderr(&output)
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], code: i32, says: &[&str]) {
    let output = synovia(folder).args(arguments).output().unwrap();
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for text in says.iter().chain(&["hint: "]) {
        assert!(said.contains(text), "{text} is not in\n{said}");
    }
}

fn table(folder: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder.join("table.csv")).unwrap();
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// How many runs the files of a store name; while a part is being made of them, those in the journal are there twice.
fn finished(store: &Path) -> usize {
    let lines = |name: &str| fs::read_to_string(store.join(name)).unwrap_or_default();
    let in_parts: u64 = lines("manifest.jsonl")
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok()?["rows"].as_u64())
        .sum();
    in_parts as usize + lines("journal.jsonl").lines().count()
}

/// How many runs a store has kept that nobody writes to any more.
fn kept_in(store: &Path) -> usize {
    StoreContents::load(store).unwrap().0.finished() as usize
}

#[test]
fn a_sweep_is_a_table_a_report_and_resumes_without_running_anything_again() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sweep.toml"), sweep()).unwrap();
    run(folder.path(), &["run", "sweep.toml"]);
    let store = folder.path().join("results/sweep");
    let rows = table(&store);
    assert_eq!(rows.len(), 41);
    assert_eq!(&rows[0][..3], ["run", "hip_implant_clearance_m", "hip_experiment_static_load_tilt_rad"]);
    // The last input changes fastest.
    assert_eq!((rows[1][1].as_str(), rows[1][2].as_str()), ("5e-5", "0.0"));
    assert_eq!((rows[9][1].as_str(), rows[9][2].as_str()), ("8e-5", "0.0"));
    for file in ["report.html", "table.parquet", "study.toml", "summary.json", "provenance.json", "manifest.jsonl"] {
        assert!(fs::metadata(store.join(file)).unwrap().len() > 0, "{file}");
    }
    // A row is what a single run says, to the last bit.
    fs::write(folder.path().join("single.toml"), format!("{QUICK}[hip.implant]\nclearance = \"100 um\"\n")).unwrap();
    run(folder.path(), &["run", "single.toml"]);
    let summary: Value =
        serde_json::from_slice(&fs::read(folder.path().join("results/single/summary.json")).unwrap()).unwrap();
    let row = rows.iter().find(|row| row[1] == "0.0001" && row[2] == "0.0").unwrap();
    for (name, value) in rows[0].iter().zip(row).skip(3).filter(|(name, _)| name.contains("_m") || name.contains("_Pa"))
    {
        assert_eq!(summary[name].as_f64().unwrap().to_bits(), value.parse::<f64>().unwrap().to_bits(), "{name}");
    }
    let before = fs::metadata(store.join("parts/000000.parquet")).unwrap().modified().unwrap();
    assert!(run(folder.path(), &["run", "sweep.toml"]).contains("40 runs were there already, 0 are new"));
    assert_eq!(fs::metadata(store.join("parts/000000.parquet")).unwrap().modified().unwrap(), before);
    // The store explains itself: its own study goes on with it.
    run(folder.path(), &["run", "results/sweep/study.toml", "--out", "results/sweep", "--quiet"]);
}

#[test]
fn a_failed_run_is_a_row_with_its_error() {
    let folder = tempfile::tempdir().unwrap();
    let study = sweep().replace("[vary]", "[hip.implant]\ncoverage = \"120 deg\"\n[vary]");
    fs::write(folder.path().join("sweep.toml"), study).unwrap();
    run(folder.path(), &["run", "sweep.toml", "--json"]);
    let rows = table(&folder.path().join("results/sweep"));
    let failed: Vec<_> =
        rows.iter().skip(1).filter(|row| row.iter().any(|cell| cell.contains("pulls the head out"))).collect();
    assert_eq!((rows.len(), failed.len()), (41, 15), "beyond the rim at 60 degrees lie 60, 72 and 84");
    assert!(failed.iter().all(|row| row[3].is_empty()), "no numbers");
    let summary: Value =
        serde_json::from_slice(&fs::read(folder.path().join("results/sweep/summary.json")).unwrap()).unwrap();
    assert_eq!((summary["runs_count"].as_f64(), summary["failed_runs_count"].as_f64()), (Some(40.0), Some(15.0)));
}

#[test]
fn threads_and_shards_do_not_change_a_byte() {
    let folder = tempfile::tempdir().unwrap();
    let sample = format!(
        "{QUICK}[vary]\nhip.implant.clearance = {{ normal = [\"100 um\", \"20 um\"], between = [\"40 um\", \"160 um\"] }}\n\
         hip.implant.liner-thickness = {{ uniform = [\"5 mm\", \"10 mm\"] }}\n[runs.latin-hypercube]\ncount = 300\n"
    );
    fs::write(folder.path().join("sample.toml"), sample).unwrap();
    for threads in ["1", "2", "3"] {
        run(folder.path(), &["run", "sample.toml", "--out", threads, "--threads", threads, "--quiet"]);
    }
    for shard in ["1/3", "2/3", "3/3"] {
        run(folder.path(), &["run", "sample.toml", "--shard", shard, "--quiet"]);
    }
    let shards = ["results/sample-1-of-3", "results/sample-2-of-3", "results/sample-3-of-3"];
    run(folder.path(), &["merge", shards[0], shards[1], shards[2], "--out", "merged", "--quiet"]);
    let read = |store: &str, file: &str| fs::read(folder.path().join(store).join(file)).unwrap();
    for file in ["table.csv", "table.parquet", "parts/000000.parquet", "parts/000001.parquet", "summary.json"] {
        for other in ["2", "3", "merged"] {
            assert!(read("1", file) == read(other, file), "{file} of {other} differs");
        }
    }
    // What is made of a store never replaces it.
    let kept = read("merged", "table.csv");
    refused(folder.path(), &["merge", "merged", "--out", "merged", "--force"], 1, &["is, or holds, the shard"]);
    assert!(read("merged", "table.csv") == kept);
    run(folder.path(), &["merge", shards[2], shards[1], shards[0], "--out", "merged", "--force", "--quiet"]);
    assert!(read("merged", "table.csv") == kept);
    // Shards of something else are not joined, and nothing is made.
    fs::write(folder.path().join("sweep.toml"), sweep()).unwrap();
    run(folder.path(), &["run", "sweep.toml", "--shard", "1/3", "--quiet"]);
    refused(folder.path(), &["merge", shards[0], "results/sweep-1-of-3", "--out", "mixed"], 1, &["another study"]);
    assert!(!folder.path().join("mixed").exists());
    let output = synovia(folder.path()).args(["run", "sample.toml", "--shard", "4/3"]).output().unwrap();
    assert!(output.status.code() == Some(2) && stderr(&output).contains("the third of sixteen"));
}

/// How many of 60 runs a study has kept that is stopped by a signal after three more than it had; none when the signal came
/// too late.
#[cfg(unix)]
fn stopped(folder: &Path, store: &Path, (signal, had): (&str, usize)) -> Option<usize> {
    let mut command = synovia(folder);
    let mut child =
        command.args(["run", "slow.toml", "--quiet"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    assert!(wait_until(&mut child, || finished(store) >= had + 3), "nothing has finished");
    Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    let code = child.wait().unwrap().code();
    let now = kept_in(store);
    assert!(now >= had + 3, "{now} after {signal}, {had} before");
    if now == 60 {
        return None;
    }
    assert_eq!(code, (signal == "-INT").then_some(130));
    Some(now)
}

#[cfg(unix)]
#[test]
fn a_killed_study_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("results/slow");
    fs::write(folder.path().join("slow.toml"), slow(60)).unwrap();
    // A signal may come too late on a busy machine: then all is done, and it is tried again.
    let kept = (0..20).find_map(|_| {
        let _ = fs::remove_dir_all(&store);
        ["-KILL", "-INT"].iter().try_fold(0, |kept, signal| stopped(folder.path(), &store, (signal, kept)))
    });
    let kept = kept.expect("a signal that comes in time");
    let said = run(folder.path(), &["run", "slow.toml"]);
    assert!(said.contains(&format!("{kept} runs were there already, {} are new", 60 - kept)), "{said}");
    // As if nothing had happened.
    run(folder.path(), &["run", "slow.toml", "--out", "at-once", "--quiet"]);
    for file in ["table.csv", "parts/000000.parquet"] {
        assert!(fs::read(store.join(file)).unwrap() == fs::read(folder.path().join("at-once").join(file)).unwrap());
    }
}

#[cfg(unix)]
#[test]
fn a_second_process_is_told_and_a_half_written_line_is_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("results/slow");
    fs::write(folder.path().join("slow.toml"), slow(4000)).unwrap();
    let mut child = synovia(folder.path()).args(["run", "slow.toml", "--quiet"]).stderr(Stdio::null()).spawn().unwrap();
    assert!(wait_until(&mut child, || finished(&store) >= 2));
    refused(folder.path(), &["run", "slow.toml"], 1, &["in use by another process", &child.id().to_string()]);
    child.kill().unwrap();
    child.wait().unwrap();
    // On a busy machine it may have been killed within a line, or when a part had just been made of some.
    let kept = kept_in(&store);
    assert!(kept >= 2, "{kept}");
    let mut journal = fs::read(store.join("journal.jsonl")).unwrap();
    journal.truncate(journal.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1));
    journal.extend(b"{\"run\":3999,\"inputs\":[5e-");
    fs::write(store.join("journal.jsonl"), journal).unwrap();
    fs::write(folder.path().join("slow.toml"), slow(4000)).unwrap();
    let (contents, damage) = StoreContents::load(&store).unwrap();
    assert!(contents.finished() as usize == kept && !contents.is_finished(3999));
    assert!(damage.len() == 1 && damage[0].what.contains("it has no end"), "{damage:?}");
}

#[test]
fn a_store_of_something_else_is_refused_and_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let study = |text: &str| fs::write(folder.path().join("sweep.toml"), text).unwrap();
    study(&sweep());
    run(folder.path(), &["run", "sweep.toml", "--quiet"]);
    let store = folder.path().join("results/sweep");
    let snapshot = || (fs::read(store.join("store.json")).unwrap(), entries(&store), entries(&store.join("parts")));
    let before = snapshot();
    // A comment and the title are not the study.
    study(&sweep().replace("\"Sweep\"", "\"The same\" # with a comment"));
    run(folder.path(), &["run", "sweep.toml", "--quiet"]);
    study(&sweep().replace("50 um", "55 um"));
    refused(folder.path(), &["run", "sweep.toml"], 1, &["belongs to another study", "--force"]);
    study(&sweep());
    refused(folder.path(), &["run", "sweep.toml", "--shard", "1/2", "--out", "results/sweep"], 1, &["holds all runs"]);
    assert_eq!(snapshot(), before);
    let header = StoreContents::load(&store).unwrap().0.header().clone();
    let made_by = |change: &dyn Fn(&mut Header)| {
        let mut other = header.clone();
        change(&mut other);
        drop(Store::open(&store, &other, Opening::Replace).unwrap());
    };
    made_by(&|other| other.version = "0.0.7".into());
    let before = fs::read(store.join("store.json")).unwrap();
    refused(folder.path(), &["run", "sweep.toml"], 1, &["version 0.0.7"]);
    // Another build of the same version may compute otherwise.
    made_by(&|other| other.builds = vec!["another build".into()]);
    refused(folder.path(), &["run", "sweep.toml"], 1, &["made by another build", "--accept-other-build"]);
    run(folder.path(), &["run", "sweep.toml", "--accept-other-build", "--quiet"]);
    let report = fs::read_to_string(store.join("report.html")).unwrap();
    assert!(report.contains("computed by 2 builds of the program"), "both are named");
    run(folder.path(), &["run", "sweep.toml", "--quiet"]);
    assert_ne!(fs::read(store.join("store.json")).unwrap(), before);
    run(folder.path(), &["run", "sweep.toml", "--force", "--quiet"]);
    assert_eq!(StoreContents::load(&store).unwrap().0.header(), &header);
    // A changed digit is not taken for another study.
    let text = fs::read_to_string(store.join("store.json")).unwrap();
    fs::write(store.join("store.json"), text.replace("\"runs\": 40", "\"runs\": 48")).unwrap();
    refused(folder.path(), &["run", "sweep.toml"], 1, &["store.json` is damaged", "another checksum"]);
    // Somebody else's folder stays as it is, whatever is asked.
    fs::create_dir(folder.path().join("mine")).unwrap();
    fs::write(folder.path().join("mine/thesis.tex"), "mine").unwrap();
    refused(folder.path(), &["run", "sweep.toml", "--out", "mine", "--force"], 1, &["is not a result of this program"]);
    assert_eq!(entries(&folder.path().join("mine")), ["thesis.tex"]);
}

#[test]
fn a_damaged_part_is_named_and_only_its_runs_are_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let study = format!(
        "{QUICK}[vary]\nhip.implant.clearance = {{ from = \"50 um\", to = \"200 um\", count = 300 }}\n[runs.grid]\n"
    );
    fs::write(folder.path().join("sweep.toml"), study).unwrap();
    run(folder.path(), &["run", "sweep.toml", "--quiet"]);
    let store = folder.path().join("results/sweep");
    let before = fs::read(store.join("table.csv")).unwrap();
    let part = store.join("parts/000000.parquet");
    let mut bytes = fs::read(&part).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    fs::write(&part, &bytes).unwrap();
    let said = run(folder.path(), &["run", "sweep.toml"]);
    assert!(
        said.contains("parts/000000.parquet` is damaged") && said.contains("its 256 runs are done again"),
        "{said}"
    );
    assert!(said.contains("44 runs were there already, 256 are new"), "{said}");
    assert_eq!(fs::read(store.join("parts/000000.parquet.damaged")).unwrap(), bytes, "the damaged part is kept aside");
    assert!(said.contains("44 of 300 runs are sound"), "{said}");
    assert!(fs::read(store.join("table.csv")).unwrap() == before);
    assert!(!run(folder.path(), &["run", "sweep.toml"]).contains("damaged"));
}

/// A disk of 96 kB, in a mount namespace of its own: the study stops and says so, and goes on once there is room.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing_that_had_finished() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("disk")).unwrap();
    let study = format!(
        "{QUICK}[vary]\nhip.implant.clearance = {{ from = \"50 um\", to = \"200 um\", count = 2000 }}\n[runs.grid]\n"
    );
    fs::write(folder.path().join("sweep.toml"), study).unwrap();
    let script = "mount -t tmpfs -o size=96k tmpfs disk || exit 77; \"$0\" run sweep.toml --out disk/store --quiet; code=$?; \
                  [ $code = 1 ] || exit 1; mount -o remount,size=32m disk || exit 77; \"$0\" run sweep.toml --out disk/store; code=$?; \
                  wc -l < disk/store/table.csv >&2; exit $code";
    let attempt = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script, env!("CARGO_BIN_EXE_synovia")])
        .current_dir(folder.path())
        .output();
    let output = match attempt {
        Ok(output) if output.status.code() != Some(77) && !stderr(&output).contains("unshare:") => output,
        // No disk may be mounted here.
        _ => return,
    };
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("the disk is full") && said.contains("runs are kept, the same command goes on"), "{said}");
    assert!(said.contains("runs were there already") && said.contains("2001"), "{said}");
}
