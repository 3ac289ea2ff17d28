//! Numbers at the ends of what machines hold, in every place of every shipped study: an answer or a mistake that is named,
//! never a panic, and never a program that does not end.

use std::process::Stdio;
use std::time::{Duration, Instant};

use super::bench::{Bench, Ended, end};
use crate::run;

const EXTREMES: &[&str] = &[
    "0",
    "-1",
    "1e-320",
    "1e-300",
    "1e-12",
    "1e12",
    "1e300",
    "1e308",
    "nan",
    "inf",
    "-inf",
    "2147483648",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
];

/// What is still computing then is asked to stop, as a user would.
const LONG: Duration = Duration::from_secs(3);

/// Where numbers stand in a study.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or_default();
        let begins = code.find('=').map_or(code.len(), |equals| equals + 1);
        let mut place = at + begins;
        while place < at + code.len() {
            let starts = bytes[place].is_ascii_digit()
                && !(bytes[place - 1].is_ascii_alphanumeric() || bytes[place - 1] == b'-');
            if starts {
                let length = bytes[place..].iter().take_while(|b| b.is_ascii_digit() || b".eE".contains(b)).count();
                found.push(place..place + length);
                place += length;
            }
            place += 1;
        }
        at += line.len();
    }
    found
}

pub fn in_studies(bench: &mut Bench) -> Result<(), String> {
    let folder = run::root().join("studies");
    let mut studies: Vec<String> = std::fs::read_dir(&folder)
        .map_err(|error| error.to_string())?
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "toml"))
        .filter_map(|entry| std::fs::read_to_string(entry.path()).ok())
        .filter(|text| !text.contains("path ="))
        .collect();
    studies.sort();
    let mut slowest = Duration::ZERO;
    while bench.goes_on() {
        let text = studies[bench.below(studies.len() as u64) as usize].clone();
        let places = numbers(&text);
        let Some(place) = places.get(bench.below(places.len() as u64) as usize).cloned() else { continue };
        let extreme = EXTREMES[bench.below(EXTREMES.len() as u64) as usize];
        let changed = format!("{}{extreme}{}", &text[..place.start], &text[place.end..]);
        bench.write("any.toml", &changed)?;
        let line = changed[..place.start].lines().last().unwrap_or_default().to_owned();
        let (ended, late) = run_for_a_while(bench)?;
        slowest = slowest.max(late);
        let what = format!("`{line}{extreme}…` exit {:?}, {}", ended.code, ended.said.trim());
        bench.no_defect(&ended, &what);
        bench.judge(matches!(ended.code, Some(0 | 1 | 2 | 130)), || what);
        let _ = std::fs::remove_dir_all(bench.folder.join("r"));
    }
    bench.tally.note = format!("what was asked to stop did so within {:.1} s", slowest.as_secs_f64());
    Ok(())
}

/// Runs a study; after a while it is asked to stop. How long it took to do so.
fn run_for_a_while(bench: &Bench) -> Result<(Ended, Duration), String> {
    let mut command = bench.command(&["run", "any.toml", "--out", "r", "--quiet", "--no-vtk"]);
    let mut child = command.stdout(Stdio::null()).spawn().map_err(|error| error.to_string())?;
    let begun = Instant::now();
    while begun.elapsed() < LONG {
        if child.try_wait().map_err(|error| error.to_string())?.is_some() {
            return Ok((end(child)?, Duration::ZERO));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    run::succeeds("kill", &["-INT", &child.id().to_string()]);
    let asked = Instant::now();
    Ok((end(child)?, asked.elapsed()))
}
