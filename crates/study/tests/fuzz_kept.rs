//! The same fuzzer for what the program itself keeps and reads again: studies, stores of many runs, surrogates.
//!
//! Damage is either that of a disk, which checksums must find, or that of somebody who mends the checksum, too: then
//! nothing may panic, hang or ask for much memory.
#![allow(clippy::unwrap_used)]

#[path = "../../formats/tests/common/dice.rs"]
mod dice;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::OnceLock;

use dice::damage::{Damage, damaged};
use dice::{Dice, EXTREMES, rounds};
use joints::Unwatched;
use joints::hip::{HipSurrogate, Kind, SurrogateSettings};
use joints::replacement::ContactSurrogate;
use results::store::{BLOCK, Cell, Header, InputColumn, Opening, Row, Store, StoreContents, merge_stores};
use study::StudyFile;

/// What stands in such files.
const TOKENS: &[&str] = &[
    "null",
    "[]",
    "{}",
    "\"",
    ",",
    "}",
    "]",
    "\n",
    "\"check\":\"",
    "-0",
    "1e999",
    "nan",
    "true",
    "\"run\":",
    "\u{0}",
    "−",
];

/// A few blows at some bytes.
fn hit(bytes: &[u8], seed: u64, other: &[u8]) -> Vec<u8> {
    let tokens: Vec<&str> = TOKENS.iter().chain(EXTREMES).copied().collect();
    let mut dice = Dice(seed);
    let damages: Vec<Damage> = (0..=dice.below(4)).map(|_| dice.damage(&tokens, other)).collect();
    damaged(bytes, &damages)
}

/// Says what was tried when something panics.
fn survives(what: &str, try_it: impl FnOnce()) {
    assert!(catch_unwind(AssertUnwindSafe(try_it)).is_ok(), "{what}");
}

const STUDIES: &[&str] = &[
    include_str!("../../../studies/hip-static.toml"),
    include_str!("../../../studies/hip-sweep.toml"),
    include_str!("../../../studies/hip-optimise.toml"),
    include_str!("../../../studies/hip-sensitivity.toml"),
    include_str!("../../../studies/liner-wear.toml"),
    include_str!("../../../studies/gait-comparison.toml"),
    include_str!("../../../studies/mechanism-four-bar.toml"),
    include_str!("mechanisms/everything.toml"),
];

#[test]
fn no_damaged_study_is_more_than_a_list_of_mistakes() {
    // A study takes as long to check as a thousand lines of a journal.
    for (which, study) in STUDIES.iter().enumerate() {
        for round in 0..rounds() / 8 {
            let seed = (which as u64) << 40 | round;
            let other = STUDIES[Dice(seed).below(STUDIES.len())];
            let text = String::from_utf8_lossy(&hit(study.as_bytes(), seed, other.as_bytes())).into_owned();
            survives(&format!("study {which}, round {round}:\n{text}"), || {
                let file = StudyFile::from_text("any.toml", &text);
                let wrong = if file.is_many() { file.check_many().err() } else { file.check().err() };
                assert!(wrong.is_none_or(|wrong| !wrong.all().is_empty()));
            });
        }
    }
}

fn header() -> Header {
    let column =
        |name: &str, is_text| InputColumn { name: name.into(), label: "L".into(), path: "a.b".into(), is_text };
    Header {
        runs: Some(2 * BLOCK),
        inputs: vec![column("clearance_m", false), column("material_count", true)],
        outputs: vec![("peak_pressure_Pa".into(), "Peak pressure".into())],
        ..Header::new("1.2.3", "0123456789abcdef")
    }
}

fn row(run: u64) -> Row {
    Row {
        run,
        inputs: vec![Cell::Number(run as f64 * 0.1), Cell::Text(format!("m,\"{run}\""))],
        outputs: vec![("peak_pressure_Pa".into(), 1.0 / (run as f64 + 3.0))],
        warnings: vec!["note:x".into()],
        error: None,
    }
}

/// Every run that a store gives back is the one that was put in.
fn gives_back_what_was_put_in(folder: &Path) -> u64 {
    let Ok((contents, _)) = StoreContents::load(folder) else { return 0 };
    contents
        .for_each_block(|rows| {
            rows.iter().for_each(|found| assert_eq!(*found, row(found.run)));
            Ok(())
        })
        .unwrap();
    contents.finished()
}

/// A line of a store with the checksum that belongs to it.
fn mended(line: &[u8]) -> Vec<u8> {
    let cut = line.windows(10).rposition(|window| window == b",\"check\":\"").unwrap_or(line.len());
    let said = [&line[..cut], b"}"].concat();
    let check = &results::hash(&[header().study.as_bytes(), &said])[..16];
    [&line[..cut], b",\"check\":\"", check.as_bytes(), b"\"}"].concat()
}

#[test]
fn no_damaged_store_gives_back_another_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s");
    let (mut store, _) = Store::open(&path, &header(), Opening::Resume).unwrap();
    (0..BLOCK + 20).for_each(|run| store.append(row(run)).unwrap());
    drop(store);
    assert_eq!(gives_back_what_was_put_in(&path), BLOCK + 20);
    for (which, name) in ["store.json", "journal.jsonl", "manifest.jsonl", "parts/000000.parquet"].iter().enumerate() {
        let file = path.join(name);
        let whole = fs::read(&file).unwrap();
        for round in 0..rounds() {
            let seed = (which as u64) << 40 | round;
            let mut bytes = hit(&whole, seed, &whole);
            let malicious = name.ends_with("jsonl") && round % 3 == 0;
            if malicious {
                let lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(mended).collect();
                bytes = lines.join(&b'\n');
            }
            fs::write(&file, &bytes).unwrap();
            survives(&format!("{name}, round {round}"), || {
                if malicious {
                    let _ = StoreContents::load(&path).map(|(contents, _)| contents.for_each_block(|_| Ok(())));
                } else {
                    gives_back_what_was_put_in(&path);
                }
            });
            // Opening sets damage aside, and so does merging.
            if round % 16 == 0 {
                let copy = folder.path().join("copy");
                fs::create_dir_all(copy.join("parts")).unwrap();
                for part in ["store.json", "journal.jsonl", "manifest.jsonl", "parts/000000.parquet"] {
                    fs::copy(path.join(part), copy.join(part)).unwrap();
                }
                survives(&format!("{name}, opened, round {round}"), || {
                    let opened = Store::open(&copy, &header(), Opening::Resume);
                    assert!(malicious || opened.is_err() || gives_back_what_was_put_in(&copy) <= BLOCK + 20);
                    drop(opened);
                    let merged =
                        merge_stores(std::slice::from_ref(&copy), &folder.path().join("merged"), Opening::Replace);
                    assert!(
                        merged.is_err()
                            || malicious
                            || gives_back_what_was_put_in(&folder.path().join("merged")) > 0
                            || round > 0
                    );
                });
                fs::remove_dir_all(copy).unwrap();
            }
        }
        fs::write(&file, &whole).unwrap();
    }
    assert_eq!(gives_back_what_was_put_in(&path), BLOCK + 20);
}

fn surrogate() -> &'static [u8] {
    static FITTED: OnceLock<Vec<u8>> = OnceLock::new();
    FITTED.get_or_init(|| {
        let study = StudyFile::from_text("hip.toml", "[hip.experiment.static]\nload = \"500 N\"\n").check().unwrap();
        let settings = SurrogateSettings {
            kind: Kind::ResponseSurface,
            initial: 60,
            refinement: 10,
            held_out: 5,
            order: 2,
            seed: 0,
        };
        let (surrogate, _) =
            study.joint::<joints::hip::Hip>().unwrap().fit_surrogate(&settings, "a test", &Unwatched).unwrap();
        surrogate.write().unwrap()
    })
}

#[test]
fn no_damaged_surrogate_is_read_and_a_forged_one_does_not_crash() {
    const CHECKSUM: &[u8] = b",\"checksum\":\"";
    let whole = surrogate();
    assert!(HipSurrogate::read(whole).is_ok());
    for round in 0..rounds() {
        let changed = hit(whole, round, whole);
        survives(&format!("round {round}"), || {
            assert!(changed.trim_ascii_end() == whole || HipSurrogate::read(&changed).is_err());
            assert!(ContactSurrogate::read(&changed).is_err());
        });
        let cut = whole.windows(CHECKSUM.len()).rposition(|window| window == CHECKSUM).unwrap();
        let forged = [&hit(&whole[..cut], round, whole), &b"}"[..]].concat();
        let check = results::hash(&[&forged]);
        let forged = [&forged[..forged.len() - 1], CHECKSUM, check.as_bytes(), b"\"}"].concat();
        survives(&format!("forged, round {round}"), || {
            let study =
                StudyFile::from_text("hip.toml", "[hip.experiment.static]\nload = \"500 N\"\n").check().unwrap();
            if let Ok(read) = HipSurrogate::read(&forged)
                && let Ok(hip) = study.joint::<joints::hip::Hip>().unwrap().clone().with_surrogate(read)
            {
                let _ = hip.run(&Unwatched);
            }
            let _ = ContactSurrogate::read(&forged);
        });
    }
}
