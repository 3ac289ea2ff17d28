//! Processes that are killed at any moment lose nothing that was finished.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::bench::{Bench, QUICK, end};

/// 600 runs: two parts and a rest.
pub fn sweep() -> String {
    format!(
        "{QUICK}[vary]\nhip.implant.clearance = {{ from = \"50 um\", to = \"200 um\", count = 30 }}\n\
         hip.experiment.static.load = {{ from = \"100 N\", to = \"2000 N\", count = 20 }}\n"
    )
}

/// Runs of a block of a store.
const BLOCK: usize = 256;

/// Runs in a store that say they are finished. A kill between the two lets a part and the journal have the same runs, and a
/// block that was finished later has two lines: what is there twice counts once.
pub fn finished(bench: &Bench, store: &str) -> usize {
    let lines = |name: &str| String::from_utf8_lossy(&bench.read(&format!("{store}/{name}"))).into_owned();
    let number = |line: &str, key: &str| line.split(key).nth(1)?.split(',').next()?.parse::<usize>().ok();
    count_runs(&lines("manifest.jsonl"), &lines("journal.jsonl"), number)
}

fn count_runs(manifest: &str, journal: &str, number: impl Fn(&str, &str) -> Option<usize>) -> usize {
    let whole = |line: &&str| line.contains(",\"check\":\"") && line.ends_with("\"}");
    let parts: BTreeMap<usize, usize> = manifest
        .lines()
        .filter(whole)
        .filter_map(|line| Some((number(line, "\"block\":")?, number(line, "\"rows\":")?)))
        .collect();
    let full = |run: &usize| parts.get(&(run / BLOCK)) == Some(&BLOCK);
    let rest: BTreeSet<usize> =
        journal.lines().filter(whole).filter_map(|line| number(line, "\"run\":")).filter(|run| !full(run)).collect();
    // A part that is not full may have some of the runs that are also in the journal: at least the larger of the two is there.
    let blocks: BTreeSet<usize> = parts.keys().copied().chain(rest.iter().map(|run| run / BLOCK)).collect();
    let of_block = |block: usize| {
        let noted = rest.range(block * BLOCK..(block + 1) * BLOCK).count();
        parts.get(&block).copied().unwrap_or(0).max(noted)
    };
    blocks.into_iter().map(of_block).sum()
}

fn kill_after(bench: &mut Bench, arguments: &[&str], most: Duration) -> Result<(), String> {
    let mut child = bench.spawn(arguments)?;
    let wait = bench.below(most.as_micros() as u64);
    std::thread::sleep(Duration::from_micros(wait));
    let _ = child.kill();
    end(child).map(drop)
}

/// A sweep, killed again and again, ends with the table of one that was left alone.
pub fn of_many_runs(bench: &mut Bench) -> Result<(), String> {
    bench.write("sweep.toml", &sweep())?;
    bench.must(&["run", "sweep.toml", "--out", "whole", "--quiet"])?;
    let whole = bench.read("whole/table.csv");
    let mut rounds = 0;
    while bench.goes_on() {
        let out = format!("s{rounds}");
        let run = ["run", "sweep.toml", "--out", &out, "--quiet"];
        let mut before = 0;
        for _ in 0..20 {
            kill_after(bench, &run, Duration::from_millis(400))?;
            let now = finished(bench, &out);
            bench.judge(now >= before, || format!("{before} runs were finished, now {now}"));
            before = now;
            if !bench.goes_on() {
                break;
            }
        }
        let said = bench.must(&run)?;
        let same = bench.read(&format!("{out}/table.csv")) == whole;
        bench.judge(same && !said.contains("caution"), || format!("another table after kills: {said}"));
        rounds += 1;
    }
    Ok(())
}

/// A result that is replaced is the old one or the new one, and what the user put into it is there.
pub fn of_a_replacement(bench: &mut Bench) -> Result<(), String> {
    bench.write("hip.toml", QUICK)?;
    bench.must(&["run", "hip.toml", "--out", "hip", "--quiet"])?;
    bench.write("hip/notes.txt", "mine")?;
    while bench.goes_on() {
        kill_after(bench, &["run", "hip.toml", "--out", "hip", "--force", "--quiet"], Duration::from_millis(250))?;
        check_replacement(bench, "a kill");
    }
    tidy(bench)
}

fn check_replacement(bench: &mut Bench, what: &str) {
    // Where two names cannot be exchanged in one step, the next command puts the old result back.
    let fault = bench.fault_of_result("hip");
    let mine = bench.read("hip/notes.txt") == b"mine";
    bench.judge(fault.is_none() && mine, || match fault {
        Some(fault) => format!("after {what} the result is not whole: {fault}"),
        None => format!("after {what} the user's file is gone"),
    });
}

/// The next command leaves nothing of the killed ones.
fn tidy(bench: &mut Bench) -> Result<(), String> {
    bench.must(&["run", "hip.toml", "--out", "hip", "--force", "--quiet"])?;
    let left: Vec<String> = bench.names().into_iter().filter(|name| name.starts_with('.')).collect();
    bench.judge(left.is_empty(), || format!("left behind: {}", left.join(", ")));
    Ok(())
}

/// Calls that change what is on the disk.
const CALLS: &[&str] = &[
    "rename,renameat,renameat2",
    "fsync,fdatasync",
    "mkdir,mkdirat",
    "unlink,unlinkat,rmdir",
    "openat",
    "write",
    "flock",
];

/// Killed exactly when it makes its n-th call of a kind, by `strace`.
pub fn at_system_calls(bench: &mut Bench) -> Result<(), String> {
    bench.write("hip.toml", QUICK)?;
    bench.write("sweep.toml", &sweep())?;
    bench.must(&["run", "hip.toml", "--out", "hip", "--quiet"])?;
    bench.must(&["run", "sweep.toml", "--out", "whole", "--quiet"])?;
    let whole = bench.read("whole/table.csv");
    bench.write("hip/notes.txt", "mine")?;
    let mut round = 0;
    while bench.goes_on() {
        let calls = CALLS[bench.below(CALLS.len() as u64) as usize];
        let when = 1 + bench.below(40);
        let inject = format!("inject={calls}:signal=KILL:when={when}");
        let options = ["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={calls}"), "-e", &inject];
        let single = round % 2 == 0;
        let out = format!("s{round}");
        let arguments = match single {
            true => vec!["run", "hip.toml", "--out", "hip", "--force", "--quiet"],
            false => vec!["run", "sweep.toml", "--out", &out, "--quiet"],
        };
        let child = bench.under("strace", &options, &arguments).spawn();
        let Ok(child) = child else {
            bench.tally.note = "there is no `strace` here".into();
            return Ok(());
        };
        let ended = end(child)?;
        if ended.said.contains("strace:") {
            bench.tally.note = format!("`strace` may not trace here: {}", ended.said.trim());
            return Ok(());
        }
        let what = format!("a kill at call {when} of {calls}");
        if single {
            check_replacement(bench, &what);
        } else {
            let said = bench.must(&["run", "sweep.toml", "--out", &out, "--quiet"])?;
            let same = bench.read(&format!("{out}/table.csv")) == whole;
            bench.judge(same, || format!("another table after {what}: {said}"));
            let _ = std::fs::remove_dir_all(bench.folder.join(out));
        }
        round += 1;
    }
    tidy(bench)
}

/// A small liner that takes a moment, with checkpoints on the way.
pub const WEAR: &str = "[liner.mesh]\nelement = \"hex8\"\npatch-cells = 4\nring-cells = 4\nlayers = 2\n\
                        [liner.experiment.wear]\ncycles = 4\nsteps = 50\n[liner.output]\nframes = 9\n";

/// Lifetimes of a cup and of an insert: a checkpoint after every step of the integrator.
pub const CUP: &str = "[hip.implant]\nliner-material = \"UHMWPE\"\n[hip.activity]\ncycle = \"walking\"\n[hip.lifetime]\n\
                       tolerance = 1e-3\n[hip.experiment.quasi-static]\n[hip.output]\nframes = 51\nelements = 1500\n";
pub const INSERT: &str = "[knee-replacement.implant.design]\n[knee-replacement.lifetime]\ncycles = \"2 million\"\n\
                          tolerance = 0.05\n[knee-replacement.experiment.load-driven]\nload-medial = \"5 mm\"\n\
                          [knee-replacement.output]\nframes = 5\nspacing = \"6 mm\"\n";

/// Everything that keeps checkpoints.
pub const LONG: &[(&str, &str)] = &[("a liner", WEAR), ("a cup's lifetime", CUP), ("an insert's lifetime", INSERT)];

/// A run that is killed and goes on from its checkpoints has the numbers of one that was left alone.
pub fn between_checkpoints(bench: &mut Bench) -> Result<(), String> {
    let mut whole = Vec::new();
    for (number, (name, study)) in LONG.iter().enumerate() {
        bench.write(&format!("long{number}.toml"), study)?;
        let clock = std::time::Instant::now();
        let out = format!("whole{number}");
        bench
            .must(&["run", &format!("long{number}.toml"), "--out", &out, "--quiet"])
            .map_err(|said| format!("{name}: {said}"))?;
        whole.push((clock.elapsed(), bench.read(&format!("{out}/summary.json"))));
    }
    let mut round = 0;
    let mut gone_on = 0;
    while bench.goes_on() || round < LONG.len() {
        let kind = round % LONG.len();
        let (study, out) = (format!("long{kind}.toml"), format!("l{round}"));
        let run = ["run", &study, "--out", &out];
        for _ in 0..3 {
            kill_after(bench, &run, whole[kind].0)?;
        }
        let ended = bench.run(&run)?;
        gone_on += usize::from(ended.said.contains("going on from the checkpoint"));
        let same = ended.code == Some(0) && bench.read(&format!("{out}/summary.json")) == whole[kind].1
            || ended.said.contains("already holds a result");
        let sound = same && !ended.said.contains("damaged");
        bench.judge(sound, || format!("{} after kills: {}", LONG[kind].0, ended.said.trim()));
        let _ = std::fs::remove_dir_all(bench.folder.join(out));
        round += 1;
    }
    bench.tally.note = format!("{gone_on} went on from a checkpoint");
    Ok(())
}

/// A cup by finite elements, whose compliance is kept in the cache.
pub const ELEMENTS: &str = "[hip.contact.finite-elements]\ncells = 20\nedge-radius = \"1 mm\"\n[hip.experiment.static]\n\
                            load = \"500 N\"\n[hip.output]\nelements = 200\n";

/// A cache that is written when the process is killed has nothing, or what was computed.
pub fn of_a_cache(bench: &mut Bench) -> Result<(), String> {
    bench.write("elements.toml", ELEMENTS)?;
    let clock = std::time::Instant::now();
    bench.must(&["run", "elements.toml", "--out", "whole", "--quiet"])?;
    let (most, whole) = (clock.elapsed(), bench.read("whole/summary.json"));
    while bench.goes_on() {
        let _ = std::fs::remove_dir_all(bench.folder.join("cache"));
        for _ in 0..2 {
            let _ = std::fs::remove_dir_all(bench.folder.join("e"));
            kill_after(bench, &["run", "elements.toml", "--out", "e", "--quiet"], most)?;
        }
        let _ = std::fs::remove_dir_all(bench.folder.join("e"));
        let ended = bench.run(&["run", "elements.toml", "--out", "e"])?;
        let same = ended.code == Some(0) && bench.read("e/summary.json") == whole;
        bench.judge(same && !ended.said.contains("damaged"), || format!("after kills: {}", ended.said.trim()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_are_in_a_part_and_still_in_the_journal_count_once() {
        let number = |line: &str, key: &str| line.split(key).nth(1)?.split(',').next()?.parse::<usize>().ok();
        let part = "{\"part\":\"000000.parquet\",\"block\":0,\"rows\":256,\"hash\":\"0\",\"check\":\"1\"}\n";
        let rows: String = (200..300).map(|run| format!("{{\"run\":{run},\"inputs\":[],\"check\":\"1\"}}\n")).collect();
        assert_eq!(count_runs("", &rows, number), 100);
        assert_eq!(count_runs(part, &rows, number), 256 + 44);
        // A block that was written again, and a line that was cut.
        let again = format!("{part}{}", part.replace("\"block\":0,\"rows\":256", "\"block\":1,\"rows\":44"));
        assert_eq!(count_runs(&format!("{again}{again}"), &rows[..rows.len() - 5], number), 300);
    }
}
