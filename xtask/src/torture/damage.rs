//! A damaged file is named, or what it held is computed again: no number is silently another one.

use std::fs;

use super::bench::{Bench, QUICK};
use super::kills::{ELEMENTS, LONG, sweep};

/// Changes some bytes of a file; says how.
fn hit(bench: &mut Bench, bytes: &mut Vec<u8>) -> String {
    let at = bench.below(bytes.len() as u64) as usize;
    match bench.below(5) {
        0 => {
            bytes[at] ^= 1 << bench.below(8);
            format!("a bit of byte {at}")
        }
        1 => {
            // A digit for a digit, which no parser sees.
            let digit = (at..bytes.len()).chain(0..at).find(|at| bytes[*at].is_ascii_digit()).unwrap_or(at);
            bytes[digit] = b'0' + (bytes[digit].wrapping_sub(b'0') + 1 + bench.below(9) as u8) % 10;
            format!("the digit at {digit}")
        }
        2 => {
            bytes.truncate(at);
            format!("cut at {at}")
        }
        3 => {
            let most = (at + 1 + bench.below(400) as usize).min(bytes.len());
            bytes[at..most].fill(0);
            format!("zeros from {at}")
        }
        _ => {
            let tail = bytes[at..].to_vec();
            bytes.extend(tail);
            format!("the end from {at} twice")
        }
    }
}

/// Stores: the damage is said, and the table in the end is that of a sound one, or the store is refused by name.
pub fn of_stores(bench: &mut Bench) -> Result<(), String> {
    bench.write("sweep.toml", &sweep())?;
    let run = ["run", "sweep.toml", "--out", "s", "--quiet"];
    bench.must(&run)?;
    let whole = bench.read("s/table.csv");
    // A store whose last block is still in its journal.
    let keep = bench.folder.join("kept");
    copy(&bench.folder.join("s"), &keep).map_err(|error| error.to_string())?;
    let mut silent = 0;
    while bench.goes_on() {
        let names = ["store.json", "manifest.jsonl", "parts/000000.parquet", "parts/000001.parquet", "journal.jsonl"];
        let name = names[bench.below(names.len() as u64) as usize];
        let _ = fs::remove_dir_all(bench.folder.join("s"));
        copy(&keep, &bench.folder.join("s")).map_err(|error| error.to_string())?;
        let mut bytes = bench.read(&format!("s/{name}"));
        if bytes.is_empty() {
            bytes = b"{\"run\":18446744073709551615,\"inputs\":[1.0,2.0],\"check\":\"0123456789abcdef\"}\n".to_vec();
        }
        let before = bytes.clone();
        let how = hit(bench, &mut bytes);
        fs::write(bench.folder.join("s").join(name), &bytes).map_err(|error| error.to_string())?;
        let ended = bench.run(&run)?;
        let same = bench.read("s/table.csv") == whole;
        let named = ended.said.contains("damaged") || bytes == before;
        silent += usize::from(!named);
        let sound = if ended.code == Some(0) { same } else { ended.said.contains(" hint: ") };
        bench.judge(sound, || format!("{name}, {how}: exit {:?}, {}", ended.code, ended.said.trim()));
    }
    bench.tally.note = format!("{silent} without a word, with the right table");
    Ok(())
}

fn copy(from: &std::path::Path, to: &std::path::Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Checkpoints: what is damaged is named and never gone on from.
pub fn of_checkpoints(bench: &mut Bench) -> Result<(), String> {
    let mut all = Vec::new();
    for (number, (name, study)) in LONG.iter().enumerate() {
        bench.write(&format!("long{number}.toml"), study)?;
        let left = leave_half_way(bench, number).map_err(|said| format!("{name}: {said}"))?;
        all.push((left, bench.read(&format!("whole{number}/summary.json"))));
    }
    let mut round = 0;
    while bench.goes_on() || round < LONG.len() {
        let kind = round % LONG.len();
        let (left, whole) = all[kind].clone();
        let _ = fs::remove_dir_all(bench.folder.join("l"));
        let mut bytes = left.clone();
        let how = hit(bench, &mut bytes);
        fs::write(bench.folder.join("l.checkpoint"), &bytes).map_err(|error| error.to_string())?;
        let ended = bench.run(&["run", &format!("long{kind}.toml"), "--out", "l"])?;
        let same = ended.code == Some(0) && bench.read("l/summary.json") == whole;
        let honest = bytes == left || (ended.said.contains("damaged") && !ended.said.contains("going on"));
        let loss = || format!("{}, {how}: exit {:?}, {}", LONG[kind].0, ended.code, ended.said.trim());
        bench.judge(same && honest, loss);
        round += 1;
    }
    Ok(())
}

/// The checkpoint of a run that was killed half way, beside the result of one that was not.
fn leave_half_way(bench: &mut Bench, number: usize) -> Result<Vec<u8>, String> {
    let (study, whole) = (format!("long{number}.toml"), format!("whole{number}"));
    let clock = std::time::Instant::now();
    bench.must(&["run", &study, "--out", &whole, "--quiet"])?;
    let took = clock.elapsed();
    for share in [5, 4, 6, 3, 7, 2, 8] {
        let mut child = bench.spawn(&["run", &study, "--out", "l", "--quiet"])?;
        std::thread::sleep(took * share / 10);
        let _ = child.kill();
        let _ = child.wait();
        let left = bench.read("l.checkpoint");
        let _ = fs::remove_file(bench.folder.join("l.checkpoint"));
        let _ = fs::remove_dir_all(bench.folder.join("l"));
        if !left.is_empty() {
            return Ok(left);
        }
    }
    Err("no checkpoint was left".into())
}

/// Results: whoever reads a damaged one back is told so, and its numbers are not believed.
pub fn of_results(bench: &mut Bench) -> Result<(), String> {
    bench.write(
        "hip.toml",
        "[hip.contact.elastic-foundation]\n[hip.experiment.quasi-static]\n[hip.output]\nframes = 5\nelements = 50\n",
    )?;
    for out in ["a", "b"] {
        bench.must(&["run", "hip.toml", "--out", out, "--quiet"])?;
    }
    let names = ["summary.json", "provenance.json", "study.toml", "figures.json", "series.parquet"];
    while bench.goes_on() {
        let name = names[bench.below(names.len() as u64) as usize];
        let file = bench.folder.join("b").join(name);
        let sound = fs::read(&file).map_err(|error| error.to_string())?;
        let mut bytes = sound.clone();
        let how = hit(bench, &mut bytes);
        fs::write(&file, &bytes).map_err(|error| error.to_string())?;
        let ended = bench.run(&["diff", "a", "b"])?;
        let told = ended.code == Some(1) && ended.said.contains("is damaged") && ended.said.contains("hint: ");
        bench.judge(bytes == sound || told, || format!("{name}, {how}: exit {:?}, {}", ended.code, ended.said.trim()));
        fs::write(&file, &sound).map_err(|error| error.to_string())?;
    }
    bench.must(&["diff", "a", "b"]).map(drop)
}

/// The cache: an entry that is damaged is named and computed again.
pub fn of_a_cache(bench: &mut Bench) -> Result<(), String> {
    bench.write("elements.toml", ELEMENTS)?;
    let run = ["run", "elements.toml", "--out", "e"];
    bench.must(&run)?;
    let whole = bench.read("e/summary.json");
    let entries = fs::read_dir(bench.folder.join("cache")).map_err(|error| error.to_string())?;
    let files = entries.flatten().map(|entry| entry.path());
    let file = files.filter(|path| path.extension().is_some_and(|ending| ending == "compliance")).min();
    let file = file.ok_or("nothing was kept in the cache")?;
    let sound = fs::read(&file).map_err(|error| error.to_string())?;
    while bench.goes_on() {
        let mut bytes = sound.clone();
        let how = hit(bench, &mut bytes);
        fs::write(&file, &bytes).map_err(|error| error.to_string())?;
        let _ = fs::remove_dir_all(bench.folder.join("e"));
        let ended = bench.run(&run)?;
        let same = ended.code == Some(0) && bench.read("e/summary.json") == whole;
        let told = bytes == sound || ended.said.contains("damaged");
        bench.judge(same && told, || format!("{how}: exit {:?}, {}", ended.code, ended.said.trim()));
    }
    Ok(())
}

/// Surrogates: what is damaged is refused.
pub fn of_surrogates(bench: &mut Bench) -> Result<(), String> {
    bench.write("fit.toml", QUICK)?;
    bench.write("hip.toml", &format!("{QUICK}[hip.surrogate]\npath = \"s.json\"\n"))?;
    bench.must(&["fit", "fit.toml", "--out", "s.json", "--samples", "60", "--held-out", "5", "--order", "2"])?;
    let left = bench.read("s.json");
    while bench.goes_on() {
        let mut bytes = left.clone();
        let how = hit(bench, &mut bytes);
        fs::write(bench.folder.join("s.json"), &bytes).map_err(|error| error.to_string())?;
        let ended = bench.run(&["check", "hip.toml"])?;
        let sound = bytes == left || (ended.code == Some(2) && ended.said.contains("hint: "));
        bench.judge(sound, || format!("{how}: exit {:?}, {}", ended.code, ended.said.trim()));
    }
    Ok(())
}
