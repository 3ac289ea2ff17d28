//! The fuzzer for results: who reads one back (`synovia diff`, the workbench, Python) is told of every damage, and survives
//! what somebody forged.
#![allow(clippy::unwrap_used)]

#[path = "../../formats/tests/common/dice.rs"]
mod dice;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use dice::damage::{Damage, damaged};
use dice::{Dice, EXTREMES, rounds};
use joints::Unwatched;
use results::{Provenance, ResultFolder};
use study::StudyFile;

/// A walk with few frames and few elements: every kind of file that a result has.
const WALK: &str =
    "[hip.contact.elastic-foundation]\n[hip.experiment.quasi-static]\n[hip.output]\nframes = 3\nelements = 12\n";

const TOKENS: &[&str] =
    &["null", "[]", "{}", "\"", ",", "}", "]", "true", "1e999", "-0", "../", "\u{1b}[31m", "\"Maps\"", "\u{0}"];

fn write(target: &Path, text: &str) {
    let study = StudyFile::from_text("walk.toml", text).check().unwrap();
    let outcome = study.run(&Unwatched).unwrap();
    let provenance = Provenance {
        program: "synovia".into(),
        version: "0".into(),
        commit: None,
        input_hash: results::hash(&study.inputs()),
        threads: 1,
        started: String::new(),
        wall_time_s: 0.0,
        command: Vec::new(),
    };
    let mut folder = ResultFolder::create(target, false).unwrap();
    folder.write_outcome(Some("A walk"), &outcome, &provenance, study.resolved_text()).unwrap();
    folder.commit().unwrap();
}

/// The files that are read again.
fn files(folder: &Path) -> Vec<PathBuf> {
    let frames = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let frames = frames.flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    let frame = frames.filter(|path| path.extension().is_some_and(|ending| ending == "vtp")).min().unwrap();
    let named = ["summary.json", "provenance.json", "study.toml", "figures.json", "series.parquet"];
    named.iter().map(|name| folder.join(name)).chain([frame]).collect()
}

/// Compares two results as `synovia diff` does, page and all.
fn compare(folders: [&Path; 2]) -> Result<(), String> {
    let (difference, names) = web::difference(folders).map_err(|words| words.to_string())?;
    let names = [names[0].as_str(), names[1].as_str()];
    let compare = report::Compare { names, places: ["a", "b"], difference: &difference };
    report::render_difference(&compare).map(drop).map_err(|error| error.to_string())
}

#[test]
fn no_damaged_result_is_read_back_and_a_forged_one_does_not_crash() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, hit) = (folder.path().join("whole"), folder.path().join("hit"));
    write(&whole, WALK);
    write(&hit, WALK);
    assert_eq!(compare([&whole, &hit]), Ok(()));
    let list = hit.join("checksums.b3");
    let sums = fs::read(&list).unwrap();
    let tokens: Vec<&str> = TOKENS.iter().chain(EXTREMES).copied().collect();
    for (which, file) in files(&hit).iter().enumerate() {
        let sound = fs::read(file).unwrap();
        for round in 0..rounds() / 2 {
            let mut dice = Dice((which as u64) << 40 | round);
            let damages: Vec<Damage> = (0..=dice.below(4)).map(|_| dice.damage(&tokens, &sound)).collect();
            let bytes = damaged(&sound, &damages);
            fs::write(file, &bytes).unwrap();
            let what = || format!("{}, round {round}", file.display());
            let told = catch_unwind(AssertUnwindSafe(|| compare([&whole, &hit])));
            let told = told.unwrap_or_else(|_| panic!("{}", what()));
            if bytes != sound {
                let said = told.expect_err(&what());
                assert!(said.contains("is damaged") && said.contains(" hint: "), "{}: {said}", what());
            }
            // Without its list, as an older program left it, or as somebody did who wants it to be believed.
            fs::remove_file(&list).unwrap();
            let forged = catch_unwind(AssertUnwindSafe(|| compare([&hit, &whole])));
            assert!(forged.is_ok(), "{}, forged", what());
            fs::write(&list, &sums).unwrap();
        }
        fs::write(file, &sound).unwrap();
    }
    assert_eq!(compare([&whole, &hit]), Ok(()));
}
