//! The fuzzer of files for OpenSim's models: whatever happens to one, reading it, and moving what was read, ends with a result or
//! with a mistake that is named. Longer with `cargo xtask fuzz`.
#![allow(clippy::unwrap_used)]

#[path = "../../formats/tests/common/dice.rs"]
mod dice;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use dice::damage::{Damage, damaged};
use dice::{Dice, EXTREMES, rounds};
use joints::Unwatched;
use joints::body::{Anatomy, Body, BodyError, Kinematics, Parameters, Recording, osim};

/// What the reader knows, and what may stand where a number does.
const TOKENS: &[&str] = &[
    " nan ",
    " inf ",
    " -1 ",
    " 0 ",
    "<",
    ">",
    "\"",
    "&lt;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "</objects>",
    "<objects>",
    "<Body name=\"thigh\">",
    "/bodyset/foot",
    "/ground",
    "pelvis_offset",
    "flexion",
    "bend",
    "roll_in",
];

/// Every coordinate that moves, moving a little.
fn motion(anatomy: &Anatomy) -> Recording {
    let times: Vec<f64> = (0..20).map(|i| 0.01 * f64::from(i)).collect();
    let free = anatomy.tree.coordinates.iter().filter(|coordinate| !coordinate.locked);
    let moved = free.enumerate().map(|(i, coordinate)| {
        let value = |t: &f64| coordinate.default + 0.05 * (6.0 * t + i as f64).sin();
        (coordinate.name.clone(), times.iter().map(value).collect())
    });
    Recording {
        name: "any".into(),
        source: "any".into(),
        kinematics: Kinematics::Coordinates(moved.collect()),
        times,
        plates: Vec::new(),
        emg: Vec::new(),
        heel_strikes: Vec::new(),
        notes: Vec::new(),
    }
}

/// What became of a model: how far it came, or what is wrong with how it was taken.
fn attempt(bytes: &[u8]) -> Result<&'static str, String> {
    let anatomy = match osim::read(&String::from_utf8_lossy(bytes)) {
        Ok(anatomy) => anatomy,
        Err(error) if error.message.is_empty() || error.hint.is_empty() => return Err("an error without words".into()),
        Err(_) => return Ok("refused by the reader"),
    };
    let mut parameters = Parameters::default();
    parameters.output.frames = 8;
    let recording = motion(&anatomy);
    let body = match Body::new(parameters, Some(anatomy), Some(recording)) {
        Ok(body) => body,
        Err(problems) if problems.iter().any(|problem| problem.message.is_empty()) || problems.is_empty() => {
            return Err("a refusal without words".into());
        }
        Err(_) => return Ok("refused by the body"),
    };
    match body.run(&Unwatched) {
        Ok(outcome) => {
            let wrong = outcome.headline.iter().find(|scalar| !scalar.value.is_finite());
            wrong.map_or(Ok("computed"), |scalar| Err(format!("{} is {}", scalar.name, scalar.value)))
        }
        Err(error @ BodyError::Interrupted) => Err(error.to_string()),
        Err(_) => Ok("failed with a reason"),
    }
}

fn judge(bytes: &[u8]) -> Result<&'static str, String> {
    catch_unwind(AssertUnwindSafe(|| attempt(bytes))).unwrap_or_else(|_| Err("it panicked".into()))
}

#[test]
fn no_damaged_model_makes_a_body_panic_or_gives_it_a_number_that_is_none() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<(String, Vec<u8>)> = entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "osim"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    let tokens: Vec<&str> = TOKENS.iter().chain(EXTREMES).copied().collect();
    let mut found = Vec::new();
    for (which, (name, whole)) in files.iter().enumerate() {
        match judge(whole) {
            Ok(how) => assert!(how == "computed" || name.starts_with("found-"), "{name} is {how}"),
            Err(what) => found.push(format!("{name}: {what}")),
        }
        for round in 0..rounds() {
            let mut dice = Dice((which as u64) << 40 | round);
            let other = &files[dice.below(files.len())].1;
            // Most damages of the text end in the reader: half of them hit numbers alone.
            let bytes = if round % 2 == 0 {
                let damages: Vec<Damage> = (0..=dice.below(4)).map(|_| dice.damage(&tokens, other)).collect();
                damaged(whole, &damages)
            } else {
                with_other_numbers(&mut dice, whole)
            };
            if let Err(what) = judge(&bytes) {
                let kept = format!("found-{which}-{round}-{}", name.trim_start_matches("found-"));
                std::fs::write(folder.join(&kept), &bytes).unwrap();
                found.push(format!("{kept}: {what}"));
                break;
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Some numbers of a file replaced by others.
fn with_other_numbers(dice: &mut Dice, whole: &[u8]) -> Vec<u8> {
    const NUMBERS: &[&str] =
        &["0", "-1", "1e-320", "1e-12", "1e12", "1e200", "1e308", "-1e308", "nan", "inf", "4294967296"];
    let text = String::from_utf8_lossy(whole);
    let is_sign = |c: char| !(c.is_ascii_digit() || "+-.eE".contains(c));
    let places: Vec<(usize, &str)> = text
        .match_indices(['>', ' '])
        .filter_map(|(at, _)| {
            let rest = &text[at + 1..];
            let word = &rest[..rest.find(is_sign).unwrap_or(rest.len())];
            word.parse::<f64>().is_ok().then_some((at + 1, word))
        })
        .collect();
    let mut changed = text.clone().into_owned();
    let mut chosen: Vec<usize> = (0..=dice.below(2)).map(|_| dice.below(places.len())).collect();
    chosen.sort_unstable();
    chosen.dedup();
    for place in chosen.into_iter().rev() {
        let (at, word) = places[place];
        changed.replace_range(at..at + word.len(), NUMBERS[dice.below(NUMBERS.len())]);
    }
    changed.into_bytes()
}
