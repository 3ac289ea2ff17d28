//! A store gives back what it was given, whatever happens to its process.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use results::store::{
    BLOCK, Cell, Header, InputColumn, Row, Store, StoreContents, StoreError, merge_stores, write_csv,
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

fn filled(folder: &Path, runs: u64, order: impl Iterator<Item = u64>) -> Store {
    let (mut store, _) = Store::open(folder, &header(runs), false).unwrap();
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
    let (mut store, _) = Store::open(&folder.path().join("s"), &header(runs), false).unwrap();
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
        assert!(damage.is_empty() && contents.finished() == lines, "cut at {cut}");
    }
    let (mut store, _) = Store::open(&path, &header(100), false).unwrap();
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
}

#[test]
fn a_store_is_for_one_process_one_study_and_one_version() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let store = filled(&path, 10, 0..3);
    assert!(matches!(Store::open(&path, &header(10), false), Err(StoreError::Locked { .. })));
    drop(store);
    let before = fs::read(path.join("journal.jsonl")).unwrap();
    let other = |change: fn(&mut Header)| {
        let mut header = header(10);
        change(&mut header);
        Store::open(&path, &header, false).unwrap_err()
    };
    assert!(matches!(other(|h| h.version = "1.2.4".into()), StoreError::OtherVersion { .. }));
    assert!(matches!(other(|h| h.format += 1), StoreError::OtherVersion { .. }));
    assert!(matches!(other(|h| h.study = "f".into()), StoreError::OtherStudy { .. }));
    assert!(matches!(other(|h| h.shard = Some((1, 2))), StoreError::OtherShard { .. }));
    assert_eq!(fs::read(path.join("journal.jsonl")).unwrap(), before);
    let (store, _) = Store::open(&path, &header(10), true).unwrap();
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
            let (mut store, _) = Store::open(&path, &header, false).unwrap();
            mine.into_iter().for_each(|run| store.append(row(run)).unwrap());
            path
        })
        .collect();
    let (store, damage) = merge_stores(&shards, &folder.path().join("all"), false).unwrap();
    assert!(damage.is_empty());
    assert_eq!(all(store.contents()), (0..runs).map(row).collect::<Vec<_>>());
    let mut csv = Vec::new();
    write_csv(store.contents(), &mut csv).unwrap();
    let records = csv::Reader::from_reader(csv.as_slice()).into_records().map(Result::unwrap).collect::<Vec<_>>();
    assert_eq!((records.len() as u64, &records[3][1], &records[3][3]), (runs, "0.30000000000000004", ""));
    assert_eq!(&records[3][5], "the load pulls\nthe head out");
}
