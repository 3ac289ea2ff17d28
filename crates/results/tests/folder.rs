//! A result is there complete or not at all, and never in place of something else.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use results::{
    Counterpart, Field, Motion, Outcome, Provenance, ResultFolder, Surface, SurfaceRecord, WriteError, hash,
};
use tempfile::{TempDir, tempdir};

fn provenance(started: &str) -> Provenance {
    Provenance {
        program: "synovia".into(),
        version: "0.1.0".into(),
        commit: None,
        input_hash: hash(&[b"[hip]"]),
        threads: 2,
        started: started.into(),
        wall_time_s: 0.25,
        command: vec!["synovia".into(), "run".into(), "hip walking.toml".into()],
    }
}

fn outcome() -> Outcome {
    let mut outcome = Outcome::default();
    outcome.push("peak_pressure_Pa", "Peak pressure", 5.0e6);
    outcome.series.push("time_s", "Time", vec![0.0, 0.5]);
    outcome.series.push("contact_force_N", "Contact force", vec![0.1, f64::NAN]);
    outcome.surfaces.push(triangle());
    outcome
}

/// A part with a shape that moves over the triangle.
fn moving() -> Counterpart {
    let shape = Surface {
        points: vec![[0.001, 0.0, 0.25], [1.0, 0.0, 0.25], [0.0, 1.0, 0.25]],
        connectivity: vec![0, 1, 2],
        offsets: vec![3],
    };
    let axes = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];
    let motion = Motion { axes, origin: [0.1, 0.2, 0.3], velocity: [1.0 / 3.0, 0.0, 0.0], spin: [0.0, 0.0, 2.5] };
    Counterpart::new("Head", &shape, vec![motion; 2])
}

fn triangle() -> SurfaceRecord {
    SurfaceRecord {
        name: "cup".into(),
        label: "Cup".into(),
        surface: Surface {
            points: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            connectivity: vec![0, 1, 2],
            offsets: vec![3],
        },
        view_from: [0.0, 0.0, 1.0],
        up: [0.0, 1.0, 0.0],
        compass: ["left", "right", "bottom", "top"].map(Into::into),
        times: vec![0.0, 0.5],
        fields: vec![Field::on_cells("pressure_Pa", "Pressure", vec![1.0, 2.0])],
        tracks: vec![],
        counterpart: Some(moving()),
    }
}

fn write(target: &Path, overwrite: bool, title: &str) -> Result<std::path::PathBuf, WriteError> {
    let mut pending = ResultFolder::create(target, overwrite)?;
    pending.write_outcome(Some(title), &outcome(), &provenance("2024-05-01T10:00:00Z"), "[hip]")?;
    pending.add_file("report.html", b"<html>")?;
    Ok(pending.commit()?.path)
}

fn title(target: &Path) -> String {
    ResultFolder::load(target).unwrap().summary.title.unwrap()
}

/// All names in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn place() -> (TempDir, std::path::PathBuf) {
    let dir = tempdir().unwrap();
    let target = dir.path().join("hip");
    (dir, target)
}

#[test]
fn a_committed_result_is_complete_and_reads_back() {
    let (dir, target) = place();
    assert_eq!(write(&target, false, "Walking").unwrap(), target);
    assert_eq!(names(dir.path()), ["hip"]);
    assert_eq!(
        names(&target),
        [
            "checksums.b3",
            "cup",
            "cup.pvd",
            "figures.json",
            "provenance.json",
            "report.html",
            "series.csv",
            "series.parquet",
            "study.toml",
            "summary.json"
        ]
    );
    assert_eq!(names(&target.join("cup")), ["cup_0000.vtp", "cup_0001.vtp"]);
    let result = ResultFolder::load(&target).unwrap();
    assert_eq!(result.summary.value("peak_pressure_Pa"), Some(5.0e6));
    assert_eq!(result.provenance, provenance("2024-05-01T10:00:00Z"));
    assert_eq!(result.study, "[hip]");
    let series = result.load_series().unwrap();
    assert_eq!(series.column("contact_force_N").unwrap().label, "Contact force");
    assert_eq!(series.column("contact_force_N").unwrap().values[0], 0.1);
    assert!(series.column("contact_force_N").unwrap().values[1].is_nan());
}

#[test]
fn the_part_that_moves_over_a_surface_reads_back_to_the_last_bit() {
    let (_dir, target) = place();
    let path = write(&target, false, "Hip").unwrap();
    let read = ResultFolder::load(&path).unwrap().load_outcome().unwrap();
    assert_eq!(read.surfaces[0].counterpart, Some(moving()));
    // What an older program wrote has none, and is read all the same.
    let file = path.join("figures.json");
    let mut older: serde_json::Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert!(older["outcome"]["surfaces"][0].as_object_mut().unwrap().remove("counterpart").is_some());
    fs::write(&file, older.to_string()).unwrap();
    fs::remove_file(path.join("checksums.b3")).unwrap();
    assert_eq!(ResultFolder::load(&path).unwrap().load_outcome().unwrap().surfaces[0].counterpart, None);
}

#[test]
fn a_static_run_has_no_series() {
    let (_dir, target) = place();
    let mut pending = ResultFolder::create(&target, false).unwrap();
    pending.write_outcome(None, &Outcome::default(), &provenance("now"), "").unwrap();
    pending.commit().unwrap();
    assert_eq!(names(&target), ["checksums.b3", "figures.json", "provenance.json", "study.toml", "summary.json"]);
    assert_eq!(ResultFolder::load(&target).unwrap().load_series().unwrap().rows(), 0);
}

#[test]
fn the_summary_does_not_know_when_and_where_it_was_made() {
    let (dir, _) = place();
    let [one, two] = ["one", "two"].map(|name| {
        let target = dir.path().join(name);
        let mut pending = ResultFolder::create(&target, false).unwrap();
        pending.write_outcome(None, &outcome(), &provenance(name), "[hip]").unwrap();
        fs::read(pending.commit().unwrap().path.join("summary.json")).unwrap()
    });
    assert_eq!(one, two);
}

#[test]
fn an_abandoned_result_leaves_nothing() {
    let (dir, _) = place();
    let target = dir.path().join("a/b/hip");
    let mut pending = ResultFolder::create(&target, false).unwrap();
    pending.write_outcome(None, &outcome(), &provenance("now"), "").unwrap();
    assert!(!target.exists());
    drop(pending);
    assert!(names(dir.path()).is_empty(), "parents made for it are gone, too");
}

#[test]
fn a_result_without_a_summary_is_not_committed() {
    let (dir, target) = place();
    let mut pending = ResultFolder::create(&target, false).unwrap();
    pending.add_file("report.html", b"").unwrap();
    assert!(matches!(pending.commit(), Err(WriteError::Incomplete { .. })));
    assert!(names(dir.path()).is_empty());
}

#[test]
fn missing_parents_are_made() {
    let (dir, _) = place();
    let target = dir.path().join("a/b/hip");
    write(&target, false, "Walking").unwrap();
    assert_eq!(title(&target), "Walking");
}

#[test]
fn nothing_is_overwritten_unless_asked() {
    let (dir, target) = place();
    write(&target, false, "old").unwrap();
    let error = ResultFolder::create(&target, false).unwrap_err();
    assert!(matches!(error, WriteError::Exists { .. }));
    assert!(error.hint().contains("--force"), "{}", error.hint());
    assert_eq!(title(&target), "old");
    write(&target, true, "new").unwrap();
    assert_eq!(title(&target), "new");
    assert_eq!(names(dir.path()), ["hip"]);
}

#[test]
fn an_abandoned_replacement_keeps_the_old_result() {
    let (dir, target) = place();
    write(&target, false, "old").unwrap();
    let mut pending = ResultFolder::create(&target, true).unwrap();
    pending.write_outcome(Some("new"), &outcome(), &provenance("now"), "").unwrap();
    assert_eq!(title(&target), "old");
    drop(pending);
    assert_eq!(title(&target), "old");
    assert_eq!(names(dir.path()), ["hip"]);
}

#[test]
fn a_foreign_folder_is_never_replaced() {
    let (_dir, target) = place();
    fs::create_dir(&target).unwrap();
    // Even one with a summary: other programs write such files, too.
    fs::write(target.join("summary.json"), "{}").unwrap();
    for overwrite in [false, true] {
        let error = ResultFolder::create(&target, overwrite).unwrap_err();
        assert!(matches!(error, WriteError::Foreign { .. }), "{error}");
        assert!(error.hint().contains("--out"), "{}", error.hint());
    }
    assert_eq!(names(&target), ["summary.json"]);
}

#[test]
fn a_file_is_never_replaced() {
    let (_dir, target) = place();
    fs::write(&target, "mine").unwrap();
    for overwrite in [false, true] {
        assert!(matches!(ResultFolder::create(&target, overwrite), Err(WriteError::NotAFolder { .. })));
    }
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
}

#[test]
fn an_empty_folder_is_a_free_place() {
    let (dir, target) = place();
    fs::create_dir(&target).unwrap();
    drop(ResultFolder::create(&target, false).unwrap());
    assert_eq!(names(dir.path()), ["hip"]);
    write(&target, false, "Walking").unwrap();
    assert_eq!(title(&target), "Walking");
}

#[test]
fn a_place_taken_during_the_run_is_respected() {
    let (dir, target) = place();
    let mut pending = ResultFolder::create(&target, false).unwrap();
    pending.write_outcome(Some("slow"), &outcome(), &provenance("now"), "").unwrap();
    // By somebody who asks nobody.
    write(&dir.path().join("copy"), false, "fast").unwrap();
    fs::rename(dir.path().join("copy"), &target).unwrap();
    assert!(matches!(pending.commit(), Err(WriteError::Exists { .. })));
    assert_eq!(title(&target), "fast");
    assert_eq!(names(dir.path()), ["hip"]);
}

#[test]
fn a_target_needs_a_name() {
    for path in ["", ".", "..", "/", "a/.."] {
        let error = ResultFolder::create(Path::new(path), true).unwrap_err();
        assert!(matches!(error, WriteError::NoName { .. }), "{path}: {error}");
    }
}

#[test]
fn files_stay_inside_the_result() {
    let (dir, target) = place();
    let mut pending = ResultFolder::create(&target, false).unwrap();
    for name in ["", "../x", "/tmp/x", "a/../../x", "a/"] {
        assert!(matches!(pending.add_file(name, b""), Err(WriteError::FileName { .. })), "{name}");
    }
    pending.add_file("figures/a.svg", b"").unwrap();
    assert!(matches!(pending.add_file("figures/a.svg", b""), Err(WriteError::Twice { .. })));
    drop(pending);
    assert!(names(dir.path()).is_empty());
}

#[test]
fn what_a_dead_run_left_is_cleared_and_what_it_moved_is_put_back() {
    let (dir, target) = place();
    // As a killed process leaves them: 1 while writing, 2 between moving the old result aside and placing the new one.
    for (number, content) in [(1, "result"), (2, "replaced")] {
        let root = dir.path().join(format!(".hip.tmp-{number}"));
        fs::create_dir(&root).unwrap();
        fs::write(root.join("lock"), "").unwrap();
        write(&root.join(content), false, content).unwrap();
    }
    fs::create_dir(dir.path().join(".hip.tmp-3")).unwrap();
    let error = ResultFolder::create(&target, false).unwrap_err();
    assert!(matches!(error, WriteError::Exists { .. }), "{error}");
    assert_eq!(title(&target), "replaced");
    assert_eq!(names(dir.path()), ["hip"]);
}

#[test]
fn a_second_run_onto_a_target_is_refused_before_it_computes_anything() {
    let (dir, target) = place();
    let mut first = ResultFolder::create(&target, true).unwrap();
    first.write_outcome(Some("first"), &outcome(), &provenance("now"), "").unwrap();
    for overwrite in [false, true] {
        let error = ResultFolder::create(&target, overwrite).unwrap_err();
        let own = Some(std::process::id());
        assert!(matches!(error, WriteError::InUse { process, .. } if process == own), "{error}");
        assert!(error.hint().contains("--out"), "{}", error.hint());
    }
    drop(ResultFolder::create(&dir.path().join("knee"), false).unwrap());
    first.commit().unwrap();
    assert_eq!(title(&target), "first");
    assert_eq!(names(dir.path()), ["hip"]);
    write(&target, true, "second").unwrap();
}

/// Of many that begin at the same moment, one gets the place.
#[test]
fn of_many_runs_onto_a_target_one_gets_it() {
    let (dir, target) = place();
    let begun = std::sync::Barrier::new(8);
    let pending = std::thread::scope(|scope| {
        let one = || {
            begun.wait();
            ResultFolder::create(&target, false).ok()
        };
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(one)).collect();
        threads.into_iter().filter_map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
    });
    assert_eq!(pending.len(), 1);
    drop(pending);
    assert!(names(dir.path()).is_empty());
}

/// `--force` once deleted notes that a user had put beside the report, without a word.
#[test]
fn what_the_user_put_into_a_result_outlives_its_replacement() {
    let (dir, target) = place();
    write(&target, false, "old").unwrap();
    fs::create_dir(target.join("figures")).unwrap();
    fs::write(target.join("figures/mine.svg"), "mine").unwrap();
    fs::write(target.join("study.toml"), "edited").unwrap();
    fs::remove_file(target.join("report.html")).unwrap();
    let mut pending = ResultFolder::create(&target, true).unwrap();
    pending.write_outcome(Some("new"), &outcome(), &provenance("now"), "[hip]").unwrap();
    let placed = pending.commit().unwrap();
    assert_eq!(placed.kept, ["figures/mine.svg", "study.toml (as study.toml.kept)"]);
    assert_eq!(title(&target), "new");
    assert_eq!(fs::read_to_string(target.join("figures/mine.svg")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(target.join("study.toml.kept")).unwrap(), "edited");
    assert_eq!(fs::read_to_string(target.join("study.toml")).unwrap(), "[hip]");
    assert_eq!(names(dir.path()), ["hip"]);
    // Once more: what was kept is still the user's.
    let mut pending = ResultFolder::create(&target, true).unwrap();
    pending.write_outcome(Some("newer"), &Outcome::default(), &provenance("now"), "[hip]").unwrap();
    assert_eq!(pending.commit().unwrap().kept, ["figures/mine.svg", "study.toml.kept"]);
    assert_eq!(
        names(&target),
        ["checksums.b3", "figures", "figures.json", "provenance.json", "study.toml", "study.toml.kept", "summary.json"],
        "fields and series of the older result are ours, and are gone"
    );
}

#[test]
fn a_parent_that_is_a_file_is_reported_before_the_run() {
    let (dir, target) = place();
    fs::write(&target, "mine").unwrap();
    for below in ["cup", "a/b/cup"] {
        let error = ResultFolder::create(&target.join(below), false).unwrap_err();
        assert!(matches!(error, WriteError::Io { .. }), "{error}");
        assert!(error.to_string().contains(target.to_str().unwrap()), "{error}");
        assert!(error.hint().contains("--out"), "{}", error.hint());
    }
    assert_eq!(names(dir.path()), ["hip"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_parent_that_nobody_can_write_to_is_reported_before_the_run() {
    // Not even root makes folders here.
    for path in ["/proc/hip", "/proc/a/hip", "/sys/hip"] {
        let error = ResultFolder::create(Path::new(path), false).unwrap_err();
        assert!(matches!(error, WriteError::Io { .. }), "{path}: {error}");
        assert!(error.hint().contains("--out"), "{}", error.hint());
    }
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_kept() {
    let (dir, target) = place();
    let link = dir.path().join("latest");
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert!(matches!(ResultFolder::create(&link, true), Err(WriteError::NotAFolder { .. })), "it leads nowhere");
    write(&target, false, "old").unwrap();
    write(&link, true, "new").unwrap();
    assert!(link.is_symlink());
    assert_eq!(title(&target), "new");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_with_the_bytes_it_lacks_and_leaves_nothing() {
    let (dir, target) = place();
    write(&target, false, "old").unwrap();
    let mut pending = ResultFolder::create(&target, true).unwrap();
    // The series ends up on the device that is always full.
    let staging = dir.path().join(names(dir.path()).into_iter().find(|n| n.starts_with(".hip.tmp-")).unwrap());
    std::os::unix::fs::symlink("/dev/full", staging.join("result/series.csv")).unwrap();
    let error = pending.write_outcome(Some("new"), &outcome(), &provenance("now"), "").unwrap_err();
    let WriteError::Io { ref source, needed, .. } = error else { panic!("{error}") };
    assert_eq!(source.kind(), std::io::ErrorKind::StorageFull);
    // time_s,contact_force_N⏎ 0.0,0.1⏎ 0.5,NaN⏎
    assert_eq!(needed, Some(23 + 8 + 8));
    assert!(error.to_string().contains("hip/series.csv"), "{error}");
    assert!(error.hint().contains("39 bytes"), "{}", error.hint());
    drop(pending);
    assert_eq!(names(dir.path()), ["hip"]);
    assert_eq!(title(&target), "old");
}

#[test]
fn a_result_that_is_not_there_is_an_error_with_a_hint() {
    let (_dir, target) = place();
    let error = ResultFolder::load(&target).unwrap_err();
    assert!(error.to_string().contains("summary.json") && error.hint().contains("summary.json"), "{error}");
}
