//! A store gives back what it was given, whatever happens to its process.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use results::store::{
    BLOCK, Cell, Damage, Header, InputColumn, Opening, Row, Store, StoreContents, StoreError, merge_stores, write_csv,
};

fn header(runs: u64) -> Header {
    let column =
        |name: &str, is_text| InputColumn { name: name.into(), label: "L".into(), path: "a.b".into(), is_text };
    Header {
        runs: Some(runs),
        inputs: vec![column("clearance_m", false), column("material_count", true)],
        outputs: vec![("peak_pressure_Pa".into(), "Peak pressure".into())],
        ..Header::new("1.2.3", "0123456789abcdef")
    }
}

fn row(run: u64) -> Row {
    let failed = run % 7 == 3;
    Row {
        run,
        inputs: vec![Cell::Number(run as f64 * 0.1), Cell::Text(format!("m,\"{run}\""))],
        outputs: if failed { vec![] } else { vec![("peak_pressure_Pa".into(), 1.0 / (run as f64 + 3.0))] },
        warnings: if run.is_multiple_of(2) { vec!["caution:rim".into(), "note:x".into()] } else { vec![] },
        error: failed.then(|| "the load pulls\nthe head out".into()),
    }
}

fn all(contents: &StoreContents) -> Vec<Row> {
    let mut rows = Vec::new();
    contents
        .for_each_block(|block| {
            rows.extend_from_slice(block);
            Ok(())
        })
        .unwrap();
    rows
}

fn parts(store: &Path) -> Vec<String> {
    names(&store.join("parts"))
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn filled(folder: &Path, runs: u64, order: impl Iterator<Item = u64>) -> Store {
    let (mut store, _) = Store::open(folder, &header(runs), Opening::Resume).unwrap();
    order.for_each(|run| store.append(row(run)).unwrap());
    store
}

#[test]
fn rows_come_back_in_order_to_the_last_bit_before_and_after_they_become_parts() {
    let folder = tempfile::tempdir().unwrap();
    let runs = 2 * BLOCK + 30;
    let store = filled(&folder.path().join("s"), runs, (0..runs).rev());
    // While it grows, anybody may read it.
    let (contents, damage) = StoreContents::load(&folder.path().join("s")).unwrap();
    assert!(damage.is_empty() && contents.finished() == runs);
    let expected: Vec<Row> = (0..runs).map(row).collect();
    assert_eq!(all(&contents), expected);
    assert_eq!(contents.rows(BLOCK - 2..BLOCK + 2).unwrap().unwrap(), expected[BLOCK as usize - 2..BLOCK as usize + 2]);
    drop(store);
    let (mut store, _) = Store::open(&folder.path().join("s"), &header(runs), Opening::Resume).unwrap();
    store.close().unwrap();
    assert_eq!(fs::metadata(folder.path().join("s/journal.jsonl")).unwrap().len(), 0);
    assert_eq!(all(store.contents()), expected);
    assert!(store.contents().rows(0..runs + 1).unwrap().is_none(), "the last one is not done");
}

#[test]
fn parts_do_not_depend_on_the_order_in_which_runs_finish() {
    let folder = tempfile::tempdir().unwrap();
    let runs = BLOCK + 10;
    let mut forwards = filled(&folder.path().join("a"), runs, 0..runs);
    let mut backwards = filled(&folder.path().join("b"), runs, (0..runs).rev());
    for store in [&mut forwards, &mut backwards] {
        store.close().unwrap();
    }
    for part in ["parts/000000.parquet", "parts/000001.parquet"] {
        let read = |name: &str| fs::read(folder.path().join(name).join(part)).unwrap();
        assert_eq!(read("a"), read("b"));
    }
}

/// Cut anywhere, as by a full disk or a power failure: what was complete is there, the rest counts as not done.
#[test]
fn a_journal_cut_anywhere_keeps_its_complete_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    drop(filled(&path, 100, 0..9));
    let journal = fs::read(path.join("journal.jsonl")).unwrap();
    for cut in 0..journal.len() {
        fs::write(path.join("journal.jsonl"), &journal[..cut]).unwrap();
        let (contents, damage) = StoreContents::load(&path).unwrap();
        let lines = journal[..cut].iter().filter(|byte| **byte == b'\n').count() as u64;
        let torn = !journal[..cut].ends_with(b"\n") && cut > 0;
        assert!(damage.len() == usize::from(torn) && contents.finished() == lines, "cut at {cut}: {damage:?}");
        assert!(damage.iter().all(|one| one.what.contains(&format!("line {}: it has no end", lines + 1))));
    }
    let (mut store, _) = Store::open(&path, &header(100), Opening::Resume).unwrap();
    (store.contents().finished()..9).for_each(|run| store.append(row(run)).unwrap());
    assert_eq!(all(store.contents()), (0..9).map(row).collect::<Vec<_>>());
}

#[test]
fn damage_is_named_and_the_rest_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    drop(filled(&path, 3 * BLOCK, 0..3 * BLOCK));
    fs::remove_file(path.join("parts/000001.parquet")).unwrap();
    let bytes = fs::read(path.join("parts/000002.parquet")).unwrap();
    fs::write(path.join("parts/000002.parquet"), &bytes[..bytes.len() / 2]).unwrap();
    let (contents, damage) = StoreContents::load(&path).unwrap();
    let names: Vec<_> = damage.iter().map(|one| one.path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["000001.parquet", "000002.parquet"]);
    assert_eq!((contents.finished(), damage[0].runs), (BLOCK, BLOCK));
    assert_eq!(all(&contents), (0..BLOCK).map(row).collect::<Vec<_>>());
    // Whoever reads `parts/*.parquet` meets no damaged part, and no run twice.
    let (mut store, _) = Store::open(&path, &header(3 * BLOCK), Opening::Resume).unwrap();
    assert_eq!(parts(&path), ["000000.parquet", "000002.parquet.damaged"]);
    (BLOCK..3 * BLOCK).for_each(|run| store.append(row(run)).unwrap());
    assert_eq!(parts(&path), ["000000.parquet", "000001.parquet", "000002.parquet", "000002.parquet.damaged"]);
    assert!(StoreContents::load(&path).unwrap().1.is_empty());
}

#[test]
fn a_store_is_for_one_process_one_study_and_one_version() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let store = filled(&path, 10, 0..3);
    assert!(matches!(Store::open(&path, &header(10), Opening::Resume), Err(StoreError::Locked { .. })));
    drop(store);
    let before = fs::read(path.join("journal.jsonl")).unwrap();
    let other = |change: fn(&mut Header)| {
        let mut header = header(10);
        change(&mut header);
        Store::open(&path, &header, Opening::Resume).unwrap_err()
    };
    assert!(matches!(other(|h| h.version = "1.2.4".into()), StoreError::OtherVersion { .. }));
    assert!(matches!(other(|h| h.format += 1), StoreError::OtherVersion { .. }));
    assert!(matches!(other(|h| h.study = "f".into()), StoreError::OtherStudy { .. }));
    assert!(matches!(other(|h| h.shard = Some((1, 2))), StoreError::OtherShard { .. }));
    assert_eq!(fs::read(path.join("journal.jsonl")).unwrap(), before);
    let (store, _) = Store::open(&path, &header(10), Opening::Replace).unwrap();
    assert_eq!(store.contents().finished(), 0, "replaced when asked");
}

#[test]
fn shards_cover_every_run_once_and_join_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let runs = 2 * BLOCK + 5;
    let shards: Vec<_> = (1..=3)
        .map(|index| {
            let path = folder.path().join(index.to_string());
            let mut header = header(runs);
            header.shard = Some((index, 3));
            let mine: Vec<u64> = (0..runs).filter(|run| header.covers(*run)).collect();
            assert_eq!(header.planned(), Some(mine.len() as u64));
            let (mut store, _) = Store::open(&path, &header, Opening::Resume).unwrap();
            mine.into_iter().for_each(|run| store.append(row(run)).unwrap());
            path
        })
        .collect();
    let (store, damage) = merge_stores(&shards, &folder.path().join("all"), Opening::Resume).unwrap();
    assert!(damage.is_empty());
    assert_eq!(all(store.contents()), (0..runs).map(row).collect::<Vec<_>>());
    let mut csv = Vec::new();
    write_csv(store.contents(), &mut csv).unwrap();
    let records = csv::Reader::from_reader(csv.as_slice()).into_records().map(Result::unwrap).collect::<Vec<_>>();
    assert_eq!((records.len() as u64, &records[3][1], &records[3][3]), (runs, "0.30000000000000004", ""));
    assert_eq!(&records[3][5], "the load pulls\nthe head out");
}

/// Every byte of every file of a store, changed: what is read is what was written, the rest is named or refused.
#[test]
fn no_byte_changes_unseen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let runs = BLOCK + 5;
    drop(filled(&path, runs, 0..runs - 1));
    let expected: Vec<Row> = (0..runs).map(row).collect();
    for name in ["journal.jsonl", "manifest.jsonl", "store.json", "parts/000000.parquet"] {
        let file = path.join(name);
        let bytes = fs::read(&file).unwrap();
        // Not all, for the sake of time: of a part, which has one hash, a few.
        for place in (0..bytes.len()).step_by(if name.starts_with("parts") { 397 } else { 5 }) {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << (place % 8);
            fs::write(&file, &changed).unwrap();
            match StoreContents::load(&path) {
                // The layout is read before the checksum, so that a store of another version is called that.
                Err(StoreError::DamagedHeader { .. } | StoreError::OtherVersion { .. } | StoreError::Read(_)) => {
                    assert_eq!(name, "store.json", "byte {place}");
                }
                Err(other) => panic!("{other}"),
                Ok((contents, damage)) => {
                    let whole = name == "store.json";
                    // A space of the header that became another blank changes nothing.
                    assert!(whole || !damage.is_empty(), "byte {place} of {name}");
                    assert!(!whole || contents.header() == &header(runs), "byte {place} of {name}");
                    assert!(
                        all(&contents).iter().all(|row| *row == expected[row.run as usize]),
                        "byte {place} of {name}"
                    );
                }
            }
        }
        fs::write(&file, &bytes).unwrap();
    }
    let (contents, damage) = StoreContents::load(&path).unwrap();
    assert!(damage.is_empty() && contents.finished() == runs - 1);
}

/// Lines whose checksums are right, but which do not belong here.
#[test]
fn rows_that_do_not_fit_the_study_are_damage() {
    let folder = tempfile::tempdir().unwrap();
    let written = |name: &str, header: &Header, row: Row| {
        let path = folder.path().join(name);
        let (mut store, _) = Store::open(&path, header, Opening::Resume).unwrap();
        store.append(row).unwrap();
        path.join("journal.jsonl")
    };
    let large = 1 << 45;
    let endless = Header { runs: None, ..header(10) };
    let narrow = Header { inputs: header(10).inputs[..1].to_vec(), ..header(10) };
    let mut numbers = header(10);
    numbers.inputs[1].is_text = false;
    let with = |run: u64, inputs: Vec<Cell>| Row { inputs, ..row(run) };
    let cases = [
        (written("a", &endless, row(large)), "there is no run 35184372088832: the study has 10"),
        (written("b", &narrow, with(1, vec![Cell::Number(1.0)])), "run 1 has 1 inputs, not 2"),
        (written("c", &numbers, with(1, vec![Cell::Number(1.0); 2])), "column `material_count` holds names"),
        (written("d", &Header { shard: Some((2, 2)), ..header(10) }, row(1)), ""),
    ];
    for (journal, says) in cases {
        let path = folder.path().join("here");
        drop(Store::open(&path, &header(10), Opening::Replace).unwrap());
        fs::copy(journal, path.join("journal.jsonl")).unwrap();
        let (contents, damage) = StoreContents::load(&path).unwrap();
        if says.is_empty() {
            assert!(damage.is_empty() && contents.finished() == 1, "a shard of the same study is part of it");
        } else {
            assert!(contents.finished() == 0 && damage[0].what.contains(says), "{damage:?}");
        }
    }
    // Where the number of runs is not known in advance, a large one takes no room.
    let (contents, _) = StoreContents::load(&folder.path().join("a")).unwrap();
    assert!(contents.is_finished(large) && contents.finished() == 1);
}

#[test]
fn a_store_of_an_older_layout_is_named_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let old = "{\"format\": 1, \"version\": \"0.1.0\", \"study\": \"ab\", \"shard\": null, \"runs\": 3, \"inputs\": [], \"outputs\": []}";
    fs::write(folder.path().join("store.json"), old).unwrap();
    let error = Store::open(folder.path(), &header(10), Opening::Resume).unwrap_err();
    assert!(error.to_string().contains("version 0.1.0 (layout 1)"), "{error}");
    assert_eq!(names(folder.path()), ["store.json"]);
}

#[test]
fn runs_of_two_builds_are_mixed_only_when_asked_and_then_both_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let of = |build: &str| Header { builds: vec![build.into()], ..header(10) };
    let (mut store, _) = Store::open(folder.path(), &of("one"), Opening::Resume).unwrap();
    store.append(row(0)).unwrap();
    drop(store);
    let refused = Store::open(folder.path(), &of("two"), Opening::Resume).unwrap_err();
    assert!(matches!(&refused, StoreError::OtherBuild { found, .. } if found == "one"), "{refused}");
    let (mut store, _) = Store::open(folder.path(), &of("two"), Opening::AcrossBuilds).unwrap();
    store.append(row(1)).unwrap();
    drop(store);
    let (store, damage) = Store::open(folder.path(), &of("two"), Opening::Resume).unwrap();
    assert!(damage.is_empty() && store.contents().finished() == 2);
    assert_eq!(store.contents().header().builds, ["one", "two"]);
}

/// A process that is killed between writing a part and naming it, or between naming it and forgetting the one before.
#[test]
fn parts_that_are_none_are_removed_on_opening() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let mut store = filled(&path, 2 * BLOCK, 0..BLOCK + 9);
    store.close().unwrap();
    (BLOCK + 9..BLOCK + 20).for_each(|run| store.append(row(run)).unwrap());
    store.close().unwrap();
    drop(store);
    assert_eq!(parts(&path), ["000000.parquet", "000001-2.parquet"], "the first part of the block has gone");
    fs::copy(path.join("parts/000000.parquet"), path.join("parts/000000-2.parquet")).unwrap();
    fs::write(path.join("parts/.000001.parquet.0123456789abcdef.part"), "half").unwrap();
    fs::write(path.join(".table.csv.0123456789abcdef.part"), "half").unwrap();
    let (store, damage) = Store::open(&path, &header(2 * BLOCK), Opening::Resume).unwrap();
    assert_eq!(
        (parts(&path), damage),
        (vec!["000000.parquet".to_owned(), "000001-2.parquet".into()], Vec::<Damage>::new())
    );
    assert!(!names(&path).iter().any(|name| name.starts_with('.')));
    drop(store);
    // A part whose line is lost cannot be vouched for: it is kept aside, and its runs are done again.
    fs::write(path.join("manifest.jsonl"), "").unwrap();
    let (store, damage) = Store::open(&path, &header(2 * BLOCK), Opening::Resume).unwrap();
    assert_eq!((store.contents().finished(), damage.len()), (0, 2), "{damage:?}");
    assert_eq!(parts(&path), ["000000.parquet.damaged", "000001-2.parquet.damaged"]);
}

/// A line that was cut does not take the next one with it.
#[test]
fn a_manifest_that_was_cut_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    drop(filled(&path, 3 * BLOCK, 0..2 * BLOCK));
    let manifest = fs::read(path.join("manifest.jsonl")).unwrap();
    fs::write(path.join("manifest.jsonl"), &manifest[..manifest.len() - 5]).unwrap();
    let (mut store, damage) = Store::open(&path, &header(3 * BLOCK), Opening::Resume).unwrap();
    assert_eq!((store.contents().finished(), damage.len()), (BLOCK, 2), "the line, and the part that it named");
    (BLOCK..3 * BLOCK).for_each(|run| store.append(row(run)).unwrap());
    let (contents, damage) = StoreContents::load(&path).unwrap();
    assert!(damage.is_empty(), "{damage:?}");
    assert_eq!(all(&contents), (0..3 * BLOCK).map(row).collect::<Vec<_>>());
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (path, victim) = (folder.path().join("s"), folder.path().join("victim"));
    fs::write(&victim, "mine").unwrap();
    let store = filled(&path, 10, 0..3);
    for name in ["table.part", "journal.part", "table.csv"] {
        std::os::unix::fs::symlink(&victim, path.join(name)).unwrap();
    }
    store.add_file("table.csv", b"runs").unwrap();
    assert!(fs::read(path.join("table.csv")).unwrap() == b"runs" && !path.join("table.csv").is_symlink());
    drop(store);
    fs::remove_file(path.join("lock")).unwrap();
    std::os::unix::fs::symlink(&victim, path.join("lock")).unwrap();
    assert!(Store::open(&path, &header(10), Opening::Resume).unwrap_err().to_string().contains("link"));
    assert_eq!(fs::read(&victim).unwrap(), b"mine");
}

/// `synovia merge all --out all --force` once cleared the only store there was.
#[test]
fn a_merge_replaces_its_target_only_when_it_is_complete_and_never_a_shard() {
    let folder = tempfile::tempdir().unwrap();
    let runs = BLOCK + 44;
    let at = |name: &str| folder.path().join(name);
    drop(filled(&at("all"), runs, 0..runs));
    for (shard, target) in [("all", "all"), ("all", "."), ("all", "all/../all")] {
        for opening in [Opening::Replace, Opening::Resume] {
            let error = merge_stores(&[at(shard)], &at(target), opening).unwrap_err();
            assert!(error.to_string().contains("is, or holds, the shard"), "{error}");
        }
    }
    assert_eq!(StoreContents::load(&at("all")).unwrap().0.finished(), runs);
    // An older result at the target stays where a shard turns out to be unreadable.
    drop(filled(&at("old"), runs, 0..7));
    fs::create_dir(at("gone")).unwrap();
    assert!(merge_stores(&[at("all"), at("gone")], &at("old"), Opening::Replace).is_err());
    fs::copy(at("all/store.json"), at("gone/store.json")).unwrap();
    fs::create_dir(at("gone/journal.jsonl")).unwrap();
    assert!(merge_stores(&[at("all"), at("gone")], &at("old"), Opening::Replace).is_err());
    assert_eq!(StoreContents::load(&at("old")).unwrap().0.finished(), 7);
    let (mut store, damage) = merge_stores(&[at("all")], &at("old"), Opening::Replace).unwrap();
    assert!(damage.is_empty() && store.folder() == at("old"));
    assert_eq!(all(store.contents()), (0..runs).map(row).collect::<Vec<_>>());
    store.close().unwrap();
    assert!(matches!(Store::open(&at("old"), &header(runs), Opening::Resume), Err(StoreError::Locked { .. })));
    drop(store);
    assert_eq!(all(&StoreContents::load(&at("old")).unwrap().0), (0..runs).map(row).collect::<Vec<_>>());
    assert_eq!(names(folder.path()), ["all", "gone", "old"], "nothing is left beside them");
}

/// `--force` once deleted whatever lay in the folder of a store.
#[test]
fn what_the_user_put_into_a_store_outlives_its_replacement() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let store = filled(&path, BLOCK, 0..BLOCK);
    store.add_file("inputs/walk.csv", b"time").unwrap();
    store.add_file("report.html", b"report").unwrap();
    drop(store);
    fs::write(path.join("notes.txt"), "mine").unwrap();
    fs::write(path.join("inputs/mine.csv"), "mine").unwrap();
    fs::write(path.join("report.html"), "annotated").unwrap();
    let said = ["inputs/mine.csv", "notes.txt", "report.html (as report.html.kept)"];
    let check = |store: &Store| {
        assert_eq!(store.contents().finished(), 0);
        assert_eq!(fs::read_to_string(path.join("notes.txt")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(path.join("inputs/mine.csv")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(path.join("report.html.kept")).unwrap(), "annotated");
        assert!(!path.join("report.html").exists() && !path.join("inputs/walk.csv").exists());
    };
    let (store, _) = Store::open(&path, &header(BLOCK), Opening::Replace).unwrap();
    assert_eq!(store.kept(), said);
    check(&store);
    drop(store);
    let (store, damage) = Store::open(&path, &header(BLOCK), Opening::Resume).unwrap();
    assert!(damage.is_empty() && store.kept().is_empty());
    drop(store);
    // A merge that replaces it keeps them, too.
    drop(filled(&folder.path().join("shard"), BLOCK, 0..7));
    let (store, _) = merge_stores(&[folder.path().join("shard")], &path, Opening::Replace).unwrap();
    assert_eq!(store.kept(), ["inputs/mine.csv", "notes.txt", "report.html.kept"]);
    assert_eq!(store.contents().finished(), 7);
    assert_eq!(fs::read_to_string(path.join("inputs/mine.csv")).unwrap(), "mine");
    assert_eq!(names(folder.path()), ["s", "shard"]);
}
