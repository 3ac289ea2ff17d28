//! The fuzzer of cone problems as text: whatever happens to one, reading it ends with a problem that can be asked, or with the line
//! that is wrong. Longer with `cargo xtask fuzz`.
#![allow(clippy::unwrap_used)]

#[path = "../../formats/tests/common/dice.rs"]
mod dice;

use std::panic::{AssertUnwindSafe, catch_unwind};

use dice::damage::{Damage, damaged};
use dice::{Dice, EXTREMES, rounds};
use nalgebra::{DMatrix, Vector3};
use numerics::cone::{ConeData, ConeError, ConeSettings, ConeSolver, Method};

/// What the reader knows, and what may stand where a number does.
const TOKENS: &[&str] = &["contacts ", "\n", " ", "nan ", "inf ", "-1 ", "0 ", "-0.0 ", "contacts 0\n"];

/// So many sweeps are enough to see that a method ends.
const SWEEPS: usize = 40;

/// Contacts in a row, each of which gives its neighbours a little way.
fn row(contacts: usize, friction: f64) -> ConeData {
    let compliance = DMatrix::from_fn(3 * contacts, 3 * contacts, |i, j| match i.abs_diff(j) {
        0 => 2.0,
        3 => -0.5,
        _ => 0.0,
    });
    let free = |i: usize| Vector3::new(0.3 * i as f64, -0.1, -1.0 + 0.2 * i as f64);
    ConeData {
        compliance,
        free: (0..contacts).map(free).collect(),
        normals: vec![Vector3::z(); contacts],
        friction: vec![friction; contacts],
        erosion: vec![0.0; contacts],
    }
}

/// What is wrong with how this text is read and solved, if anything.
fn attempt(text: &str) -> Result<(), String> {
    let data = match ConeData::from_text(text) {
        Err(error) => {
            let named = (1..=text.lines().count() + 1).contains(&error.line) && !error.what.is_empty();
            return if named { Ok(()) } else { Err(format!("line {}: \"{}\"", error.line, error.what)) };
        }
        Ok(data) => data,
    };
    let contacts = data.free.len();
    let alike = [data.normals.len(), data.friction.len(), data.erosion.len()].iter().all(|count| *count == contacts);
    if !alike || data.compliance.shape() != (3 * contacts, 3 * contacts) || data.compliance.len() > text.len() {
        return Err(format!("{contacts} contacts with other sizes"));
    }
    if ConeData::from_text(&data.to_text()).as_ref() != Ok(&data) {
        return Err("it does not read back".into());
    }
    for method in Method::ALL {
        let settings = ConeSettings { method, tolerance: 1e-9, iterations: SWEEPS };
        let mut reactions = vec![Vector3::zeros(); contacts];
        match ConeSolver::new().solve(&data.problem(), &settings, &mut reactions) {
            Err(ConeError::NotConverged { .. } | ConeError::Malformed { .. }) => {}
            Ok(work) if work.residual <= 1e-9 && reactions.iter().flatten().all(|r| r.is_finite()) => {}
            Ok(work) => return Err(format!("{method:?} ends with {reactions:?} at {}", work.residual)),
        }
    }
    Ok(())
}

#[test]
fn no_damaged_cone_problem_is_read_unsoundly_or_solved_for_ever() {
    let texts = [row(1, 0.5), row(3, 0.0), row(4, 0.2)].map(|data| data.to_text().into_bytes());
    let tokens: Vec<&str> = TOKENS.iter().chain(EXTREMES).copied().collect();
    let mut read = 0;
    for (which, whole) in texts.iter().enumerate() {
        for round in 0..rounds() {
            let mut dice = Dice((which as u64) << 40 | round);
            let other = &texts[dice.below(texts.len())];
            let damages: Vec<Damage> = (0..=dice.below(3)).map(|_| dice.damage(&tokens, other)).collect();
            let bytes = if round == 0 { whole.clone() } else { damaged(whole, &damages) };
            let text = String::from_utf8_lossy(&bytes);
            read += usize::from(ConeData::from_text(&text).is_ok());
            let judged =
                catch_unwind(AssertUnwindSafe(|| attempt(&text))).unwrap_or_else(|_| Err("it panicked".into()));
            judged.unwrap_or_else(|what| panic!("{which}, round {round}: {what}\n{text}"));
        }
    }
    // Some damages leave a problem: those are solved.
    assert!(read > texts.len(), "{read}");
}

/// Texts that ask for more than they bring, and numbers that no solver can mean.
#[test]
fn counts_are_not_trusted_and_numbers_are_numbers() {
    for count in ["18446744073709551615", "6148914691236517206", "4611686018427387904", "1000000000000"] {
        let error = ConeData::from_text(&format!("contacts {count}\n0.1 0 0 0 1 0 0 -1\n")).unwrap_err();
        assert_eq!((error.line, error.what.as_str()), (3, "the text ends here"), "{count}");
    }
    let one = row(1, 0.5).to_text();
    for (good, bad, line, says) in [
        ("0.5", "nan", 2, "no number"),
        ("0.5", "-0.5", 2, "negative"),
        ("1.0 0.0 -0.1", "0.5 0.0 -0.1", 2, "length of 1"),
        ("2.0", "inf", 3, "no number"),
        ("contacts 1", "contacts 0", 2, "follows"),
    ] {
        let changed = one.replacen(good, bad, 1);
        assert_ne!(changed, one, "{good} is not there");
        let error = ConeData::from_text(&changed).unwrap_err();
        assert!(error.line == line && error.what.contains(says), "{bad}: {error}");
    }
}
