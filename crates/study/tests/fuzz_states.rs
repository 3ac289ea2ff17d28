//! The same fuzzer for what long runs leave behind and costly ones keep: the state inside a checkpoint, and the compliance of
//! a cup.
//!
//! Checksums stand around both (`cli::checkpoint`, `results::cache`). Here is what somebody makes of them who mends the
//! checksum: it is refused, or computed with, but nothing panics, nothing goes on for ever, no size asks for all memory.
#![allow(clippy::unwrap_used)]

#[path = "../../formats/tests/common/dice.rs"]
mod dice;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use dice::damage::{Damage, damaged};
use dice::{Dice, EXTREMES, rounds};
use joints::Watch;
use study::{RunError, Study, StudyFile};

/// A small liner of finite elements that wears, its head as well.
const LINER: &str = "[liner.mesh]\nelement = \"hex8\"\npatch-cells = 2\nring-cells = 2\nlayers = 2\n\
                     [liner.experiment.wear]\ncycles = 1\nsteps = 20\nhead-factor = \"1e-8 mm^3/(N m)\"\n[liner.output]\nframes = 4\n";
/// A cup through its lifetime.
const HIP: &str = "[hip.implant]\nliner-material = \"UHMWPE\"\n[hip.activity]\ncycle = \"walking\"\n\
                   [hip.lifetime]\ncycles = \"5 million\"\n[hip.experiment.quasi-static]\n\
                   [hip.output]\nframes = 5\nelements = 60\n";
/// An insert through its lifetime.
const KNEE: &str = "[knee-replacement.implant.design]\n[knee-replacement.lifetime]\ncycles = \"1 million\"\n\
                    tolerance = 0.1\n[knee-replacement.experiment.load-driven]\nload-medial = \"5 mm\"\n\
                    [knee-replacement.output]\nframes = 5\nspacing = \"8 mm\"\n";
/// A cup by finite elements.
const CUP: &str = "[hip.implant]\nliner-thickness = \"THICKNESS mm\"\n[hip.contact.finite-elements]\ncells = 12\n\
                   edge-radius = \"1 mm\"\n[hip.experiment.static]\nload = \"500 N\"\n[hip.output]\nelements = 50\n";

/// Hands a run what was kept of it, and stops it after a few more steps.
#[derive(Default)]
struct Keeper {
    before: Option<String>,
    after: Mutex<Vec<String>>,
    enough: usize,
    asked: AtomicUsize,
    compliance: Option<Vec<u8>>,
    remembered: Mutex<Vec<Vec<u8>>>,
}

/// More often than any of these runs looks up in two steps.
const MOST_ASKED: usize = 1_000_000;

impl Watch for Keeper {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        assert!(asked < MOST_ASKED, "it goes on for ever");
        self.after.lock().unwrap().len() >= self.enough.max(1)
    }
    fn keep(&self, checkpoint: &str) {
        self.after.lock().unwrap().push(checkpoint.into());
    }
    fn kept(&self) -> Option<String> {
        self.before.clone()
    }
    fn recall(&self, _: &str) -> Option<Vec<u8>> {
        self.compliance.clone()
    }
    fn remember(&self, _: &str, _: &str, bytes: &[u8]) {
        self.remembered.lock().unwrap().push(bytes.into());
    }
}

fn study(text: &str) -> Study {
    StudyFile::from_text("any.toml", text).check().unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

/// What a study keeps after so many steps.
fn left(study: &Study, steps: usize) -> String {
    let keeper = Keeper { enough: steps, ..Keeper::default() };
    assert!(matches!(study.run(&keeper), Err(RunError::Interrupted)), "it ended before it was stopped");
    keeper.after.into_inner().unwrap().pop().unwrap()
}

/// Bits of numbers that no state should have, and of some that it might.
const WORDS: &[&str] = &[
    "7ff8000000000000",
    "7ff0000000000000",
    "fff0000000000000",
    "7fefffffffffffff",
    "ffefffffffffffff",
    "0000000000000001",
    "8000000000000000",
    "bff0000000000000",
    "4340000000000000",
    "",
    "x",
    "-1",
];

/// A state as somebody might leave it: hit as every file is, or with some of its words exchanged for others.
fn forged(state: &str, seed: u64) -> String {
    let mut dice = Dice(seed);
    if dice.below(3) == 0 {
        let tokens: Vec<&str> = WORDS.iter().chain(EXTREMES).chain(&["\n", " "]).copied().collect();
        let damages: Vec<Damage> = (0..=dice.below(3)).map(|_| dice.damage(&tokens, state.as_bytes())).collect();
        return String::from_utf8_lossy(&damaged(state.as_bytes(), &damages)).into_owned();
    }
    let (mut words, mut ends): (Vec<&str>, Vec<char>) = (Vec::new(), Vec::new());
    for piece in state.split_inclusive([' ', '\n']) {
        words.push(piece.trim_end());
        ends.push(if piece.ends_with('\n') { '\n' } else { ' ' });
    }
    for _ in 0..=dice.below(3) {
        // Sizes stand at the beginning, and deserve as many blows as all the rest.
        let at = if dice.below(2) == 0 { dice.below(words.len().min(14)) } else { dice.below(words.len()) };
        words[at] = match dice.below(4) {
            0 => words[dice.below(words.len())],
            1 => EXTREMES[dice.below(EXTREMES.len())],
            _ => WORDS[dice.below(WORDS.len())],
        };
    }
    words.iter().zip(ends).flat_map(|(word, end)| word.chars().chain([end])).collect()
}

/// Runs a study from forged states for a few steps each; how many were refused, went on, or came to a mistake of their own.
fn attack(text: &str, rounds: u64) -> [u64; 3] {
    let study = study(text);
    let sound = [left(&study, 1), left(&study, 3)];
    let mut counts = [0; 3];
    for round in 0..rounds {
        let state = forged(&sound[round as usize % 2], round);
        let keeper = Keeper { before: Some(state.clone()), enough: 2, ..Keeper::default() };
        let ended = catch_unwind(AssertUnwindSafe(|| study.run(&keeper)));
        let Ok(ended) = ended else { panic!("round {round} of\n{text}\n{state}") };
        match ended {
            Ok(_) | Err(RunError::Interrupted) => counts[1] += 1,
            Err(error) => {
                let said = error.to_string();
                assert!(!said.is_empty());
                counts[if said.contains("does not fit it") { 0 } else { 2 }] += 1;
            }
        }
    }
    counts
}

#[test]
fn no_forged_state_of_a_liner_makes_it_panic_or_go_on_for_ever() {
    let [refused, went_on, _] = attack(LINER, rounds() / 2);
    assert!(refused > 0 && went_on > 0, "{refused} {went_on}");
}

#[test]
fn no_forged_state_of_a_hips_lifetime_makes_it_panic_or_go_on_for_ever() {
    let [refused, went_on, _] = attack(HIP, rounds());
    assert!(refused > 0 && went_on > 0, "{refused} {went_on}");
}

#[test]
fn no_forged_state_of_a_knees_lifetime_makes_it_panic_or_go_on_for_ever() {
    let [refused, went_on, _] = attack(KNEE, rounds() / 8);
    assert!(refused > 0 && went_on > 0, "{refused} {went_on}");
}

#[test]
fn no_forged_compliance_makes_a_hip_panic() {
    let keeper = Keeper { enough: usize::MAX, ..Keeper::default() };
    study(&CUP.replace("THICKNESS", "8")).run(&keeper).unwrap();
    let sound = keeper.remembered.into_inner().unwrap().pop().unwrap();
    let mut believed = 0;
    // The width of the first ring, which once asked for 2⁶⁴ places: behind the mark, four sizes, its places, middle and normal.
    let places = f64::from_le_bytes(sound[32..40].try_into().unwrap()) as usize;
    let width = 8 * (5 + 3 * places + 4);
    for round in 0..rounds() {
        let mut dice = Dice(round);
        let mut bytes = sound.clone();
        if round == 0 {
            bytes[width..width + 8].copy_from_slice(&1e-320_f64.to_le_bytes());
        }
        let blows = if round == 0 { 0 } else { 1 + dice.below(3) };
        for _ in 0..blows {
            // A number for a number, the sizes as often as all the rest.
            let numbers = bytes.len() / 8 - 1;
            let at = 8 + 8 * if dice.below(2) == 0 { dice.below(4) } else { dice.below(numbers) };
            let value = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e308, 1e19, 65536.0, 0.5, 3.0, 1e-320][dice.below(10)];
            bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        }
        if round > 0 && dice.below(4) == 0 {
            bytes = damaged(&bytes, &[dice.damage(EXTREMES, &sound)]);
        }
        // Another cup every time: what is known in memory is not asked for again.
        let thickness = format!("{}", 8.0 + 1e-6 * (round + 1) as f64);
        let keeper = Keeper { compliance: Some(bytes), enough: usize::MAX, ..Keeper::default() };
        let ended = catch_unwind(AssertUnwindSafe(|| study(&CUP.replace("THICKNESS", &thickness)).run(&keeper)));
        assert!(ended.is_ok(), "round {round}");
        believed += usize::from(keeper.remembered.into_inner().unwrap().is_empty());
    }
    assert!(believed > 0, "nothing was plausible enough to be computed with");
}
