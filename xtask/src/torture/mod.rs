//! An attack on the program, bounded in time: processes killed at random moments and at chosen system calls, files that are
//! damaged, disks that are full, two processes on one target, numbers at the ends of what machines hold, and Ctrl-C.
//!
//! What must never happen is counted: a result or a finished run that is lost, half a result, a number that is silently
//! another one, a panic, a program that does not end.

mod bench;
mod damage;
mod disk;
mod extremes;
mod kills;
mod pairs;
mod signals;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::run::{self, Outcome, cargo, step};
use bench::Bench;

/// All attacks together, if nothing else is said.
const MINUTES: f64 = 9.0;

/// One attack: what it is called, its share of the time, and itself.
type Attack = (&'static str, f64, fn(&mut Bench) -> Result<(), String>);

const ATTACKS: &[Attack] = &[
    ("kills while many runs are made", 0.13, kills::of_many_runs),
    ("kills while a result is replaced", 0.10, kills::of_a_replacement),
    ("kills at chosen system calls", 0.13, kills::at_system_calls),
    ("kills between checkpoints", 0.12, kills::between_checkpoints),
    ("kills while a cache is written", 0.05, kills::of_a_cache),
    ("damaged stores", 0.09, damage::of_stores),
    ("damaged checkpoints", 0.10, damage::of_checkpoints),
    ("damaged surrogates", 0.03, damage::of_surrogates),
    ("damaged results", 0.03, damage::of_results),
    ("damaged caches", 0.03, damage::of_a_cache),
    ("full disks", 0.05, disk::full),
    ("two processes on one target", 0.03, pairs::on_one_target),
    ("extreme numbers", 0.07, extremes::in_studies),
    ("Ctrl-C and kill", 0.04, signals::in_the_middle),
];

/// What an attack has found.
#[derive(Debug, Default)]
pub struct Tally {
    /// How often it was tried.
    pub cases: usize,
    /// What must never happen, and did.
    pub losses: Vec<String>,
    /// What is worth knowing besides.
    pub note: String,
}

/// Runs every attack, or those with a word in their name, and prints the table.
pub fn torture(minutes: Option<String>, word: Option<String>) -> Outcome {
    let minutes: f64 = match &minutes {
        Some(text) => text.parse().map_err(|_| format!("`{text}` is not a number of minutes"))?,
        None => MINUTES,
    };
    step("build", cargo(["build", "--release", "--workspace", "--bin", "synovia"]))?;
    let folder = std::env::temp_dir().join(format!("synovia-torture-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let outcome = attack(&folder, minutes, &word.unwrap_or_default());
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

fn attack(folder: &std::path::Path, minutes: f64, word: &str) -> Outcome {
    let program: PathBuf = run::target_dir().join("release/synovia");
    println!("{:<34} {:>6} {:>7} {:>7}", "attack", "cases", "losses", "s");
    let (mut losses, mut cases) = (Vec::new(), 0);
    for (number, (name, share, attack)) in ATTACKS.iter().enumerate().filter(|(_, attack)| attack.0.contains(word)) {
        let own = folder.join(number.to_string());
        std::fs::create_dir_all(&own).map_err(|error| error.to_string())?;
        let begun = Instant::now();
        let until = begun + Duration::from_secs_f64(60.0 * minutes * share);
        let mut bench = Bench::new(program.clone(), own.clone(), until);
        attack(&mut bench).map_err(|error| format!("{name}: {error}"))?;
        let Tally { cases: tried, losses: found, note } = bench.tally;
        println!("{name:<34} {tried:>6} {:>7} {:>7.0}  {note}", found.len(), begun.elapsed().as_secs_f64());
        cases += tried;
        losses.extend(found.into_iter().map(|loss| format!("{name}: {loss}")));
        let _ = std::fs::remove_dir_all(own);
    }
    println!("{:<34} {cases:>6} {:>7}", "all", losses.len());
    if losses.is_empty() { Ok(()) } else { Err(format!("{} losses\n{}", losses.len(), losses.join("\n"))) }
}
