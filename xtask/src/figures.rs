//! What it costs, measured now and written into docs/figures.md: no figure of it is typed.
//!
//! Instructions are counted by callgrind: the same on every run, however busy the machine is. Whole commands are measured
//! in processor time, user and system, several times; the page says how busy the machine was.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::run::{self, Outcome, cargo, step};
use crate::setup;

/// How often a command is measured, in turn with all threads and with one.
const TIMES: usize = 5;

/// Numbers of runs of the study of many, and which study that is, with its own number.
const MANY: [u32; 3] = [100, 1000, 10_000];
const MANY_STUDY: &str = "benches/studies/hip-many.toml";
const MANY_COUNT: &str = "count = 10000";

/// Processes of others at work from which on times are said to be of a busy machine.
const BUSY: f64 = 0.5;

/// By how much a count may exceed its bound: another compiler or allocator is no loss of ours.
const SLACK: f64 = 1.02;

/// Workloads of `benches/src/bin/work.rs`: what they are, and which of them is the start alone.
const WORK: [(&str, &str, &str); 7] = [
    ("static", "start", "hip on springs, one load with its map"),
    ("quasi-static", "start", "hip on springs, quasi-static walking cycle"),
    ("elements-x2", "start", "… with twice the elements"),
    ("frames-x2", "start", "… with twice the frames"),
    ("dynamic", "start", "hip on springs, dynamic walking cycle"),
    ("dynamic-rkf45", "start", "… RKF45 as in the paper"),
    ("replacement", "replacement-start", "knee replacement, eleven frames of the ISO 14243-3 style motion"),
];

/// Whole commands, files and report included.
const COMMANDS: [(&str, &str); 11] = [
    ("studies/hip-static.toml", "hip, one load"),
    ("studies/hip-walking.toml", "hip, dynamic walking cycle"),
    ("studies/hip-finite-elements.toml", "hip, walking cycle by finite elements of the liner, nothing kept before"),
    ("studies/knee-extension.toml", "planar knee"),
    ("studies/gait-comparison.toml", "walk with an ideal, a dry and a lubricated hip"),
    ("studies/knee-replacement-measured.toml", "knee replacement, a walk in vivo"),
    ("studies/knee-replacement-simulator.toml", "knee replacement in a simulator"),
    ("studies/knee-replacement-ligaments.toml", "knee replacement held by ligaments"),
    ("studies/liner-wear.toml", "liner, a million cycles of wear"),
    ("studies/hip-sweep.toml", "hip, the shipped sweep"),
    ("studies/body-walking.toml", "body, 101 frames of a walk with 86 muscles"),
];

/// The dossier of a default hip: its own command, measured as the others are.
const DOSSIER: (&str, &str) =
    ("studies/hip-walking.toml", "dossier of the dynamic walking cycle, its validation cases included");

/// Workloads of 64 hips without and with the layer of studies of many.
const LAYER: [&str; 3] = ["many-start", "many-loop", "many-store"];

/// The lines between which a table stands.
type Place = [&'static str; 2];
const FIGURES: Place = ["<!-- figures, made by `cargo xtask figures` -->", "<!-- end of the figures -->"];
const OF_LAYER: Place = ["<!-- layer, made by `cargo xtask figures` -->", "<!-- end of the layer -->"];

/// Instructions of one workload, without those of its start.
struct Count {
    name: &'static str,
    label: &'static str,
    instructions: u64,
}

/// Processor time of one command, least and largest of several runs, and the least wall clock, with all threads and with one.
struct Time {
    study: &'static str,
    label: &'static str,
    processor: (f64, f64),
    wall: [f64; 2],
}

/// What a study of so many runs took: processor time, wall clock, and most memory in MB.
struct Many {
    runs: u32,
    processor: f64,
    wall: f64,
    memory: f64,
}

/// Measures everything and writes the page.
pub fn figures() -> Outcome {
    setup::need("valgrind")?;
    build()?;
    let before = load_average();
    let mut times = COMMANDS.iter().map(|&asked| time("run", asked)).collect::<Result<Vec<_>, _>>()?;
    times.push(time("dossier", DOSSIER)?);
    let counts = counts()?;
    replace("docs/figures.md", FIGURES, &table(&counts, &times, before))?;
    replace("docs/studies-at-scale.md", OF_LAYER, &layer()?)?;
    let before = load_average();
    let many = MANY.iter().map(|&runs| many(runs)).collect::<Result<Vec<_>, _>>()?;
    replace("docs/studies-at-scale.md", FIGURES, &table_of_many(&many, before))
}

/// What the layer over many runs costs, in instructions.
fn layer() -> Result<String, String> {
    let program = run::target_dir().join("release/work");
    let counts = LAYER.iter().map(|name| run::count_instructions(&program, name)).collect::<Result<Vec<_>, _>>()?;
    let [runs, all] = [1, 2].map(|i| counts[i].saturating_sub(counts[0]) as f64 / 1e6);
    let share = 100.0 * (all - runs) / runs;
    Ok(format!(
        "\n| | million instructions, 64 runs | share of the runs |\n|---|---|---|\n\
         | the runs themselves (`run_headline`) | {runs:.0} | |\n| the same as a study of many, its store included | {all:.0} | |\n\
         | **the layer** | **{:.0}** | **{share:.1} %** |\n\nCommit {}.\n",
        all - runs,
        said("git", &["describe", "--always", "--dirty"]),
    ))
}

/// Counts instructions, prints them beside their bounds, and fails where one is exceeded.
pub fn count() -> Outcome {
    setup::need("valgrind")?;
    build()?;
    let bounds = bounds()?;
    let mut exceeded = Vec::new();
    println!("{:<16} {:>16} {:>16}", "work", "instructions", "at most");
    for Count { name, instructions, .. } in counts()? {
        let bound = bounds.iter().find(|(known, _)| known == name).map(|(_, bound)| *bound);
        println!("{name:<16} {instructions:>16} {:>16}", bound.map_or("–".into(), |bound| bound.to_string()));
        if bound.is_some_and(|bound| instructions as f64 > SLACK * bound as f64) {
            exceeded.push(name);
        }
    }
    match exceeded.is_empty() {
        true => Ok(()),
        false => Err(format!("dearer than benches/instructions.csv says: {}", exceeded.join(", "))),
    }
}

fn build() -> Outcome {
    // The whole workspace, as the tests do, so that nothing is compiled with other features.
    step("build", cargo(["build", "--release", "--workspace", "--bin", "synovia", "--bin", "work"]))
}

fn counts() -> Result<Vec<Count>, String> {
    let program = run::target_dir().join("release/work");
    let mut starts: Vec<(&str, u64)> = Vec::new();
    let mut counts = Vec::new();
    for (name, start, label) in WORK {
        let begun = match starts.iter().find(|(known, _)| *known == start) {
            Some((_, begun)) => *begun,
            None => {
                let begun = run::count_instructions(&program, start)?;
                starts.push((start, begun));
                begun
            }
        };
        let all = run::count_instructions(&program, name)?;
        counts.push(Count { name, label, instructions: all.saturating_sub(begun) });
    }
    Ok(counts)
}

fn bounds() -> Result<Vec<(String, u64)>, String> {
    let path = run::root().join("benches/instructions.csv");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("benches/instructions.csv: {error}"))?;
    let row = |line: &str| {
        let (name, bound) = line.split_once(',')?;
        Some((name.to_owned(), bound.trim().parse().ok()?))
    };
    text.lines()
        .skip(1)
        .map(|line| row(line).ok_or_else(|| format!("benches/instructions.csv: `{line}` is no name and number")))
        .collect()
}

fn time(command: &str, (study, label): (&'static str, &'static str)) -> Result<Time, String> {
    let folder = run::target_dir().join(format!("figures-{command}"));
    let program = run::target_dir().join("release/synovia");
    let mut processor = (f64::INFINITY, 0.0f64);
    let mut wall = [f64::INFINITY; 2];
    // In turn, so that whatever else the machine does falls on both.
    for _ in 0..TIMES {
        let [user, system, real] = measure(&program, (command, study), None, &folder)?;
        processor = (processor.0.min(user + system), processor.1.max(user + system));
        wall[0] = wall[0].min(real);
        let [_, _, alone] = measure(&program, (command, study), Some("1"), &folder)?;
        wall[1] = wall[1].min(alone);
    }
    eprintln!("{study}: {:.2} to {:.2} s of processor time, {:.2} s", processor.0, processor.1, wall[0]);
    Ok(Time { study, label, processor, wall })
}

/// A study of so many hips, on all threads.
fn many(runs: u32) -> Result<Many, String> {
    let (program, folder) = (run::target_dir().join("release/synovia"), run::target_dir().join("figures"));
    let text =
        std::fs::read_to_string(run::root().join(MANY_STUDY)).map_err(|error| format!("{MANY_STUDY}: {error}"))?;
    if !text.contains(MANY_COUNT) {
        return Err(format!("{MANY_STUDY} has lost its `{MANY_COUNT}`"));
    }
    let file = run::target_dir().join("figures-many.toml");
    std::fs::write(&file, text.replace(MANY_COUNT, &format!("count = {runs}")))
        .map_err(|error| format!("{}: {error}", file.display()))?;
    let [processor, wall, memory] = watch_memory(&program, &file, &folder)?;
    eprintln!("{runs} hips: {processor:.1} s of processor time, {wall:.1} s, {memory:.0} MB");
    Ok(Many { runs, processor, wall, memory })
}

/// Processor time, wall clock and most memory (MB) of a run, as Linux counts them for the shell that waits for it.
fn watch_memory(program: &Path, study: &Path, folder: &Path) -> Result<[f64; 3], String> {
    let script = "import resource, subprocess, sys, time\n\
        begun = time.perf_counter()\n\
        subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n\
        used = resource.getrusage(resource.RUSAGE_CHILDREN)\n\
        print(used.ru_utime + used.ru_stime, time.perf_counter() - begun, used.ru_maxrss / 1024)";
    let mut python = Command::new("python3");
    python
        .args(["-c", script])
        .arg(program)
        .arg("run")
        .arg(study)
        .args(["--force", "--cache", "off", "--out"])
        .arg(folder);
    python.current_dir(run::root());
    let text = run::output(python)?;
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().map_err(|_| format!("python3 said no three numbers: {text}"))
}

/// User, system and real time of one command, which keeps nothing and finds nothing kept.
fn measure(
    program: &Path,
    (asked, study): (&str, &str),
    threads: Option<&str>,
    folder: &Path,
) -> Result<[f64; 3], String> {
    let script = "TIMEFORMAT='%U %S %R'; time \"$@\" >/dev/null 2>&1";
    let mut bash = Command::new("bash");
    bash.args(["-c", script, "bash"])
        .arg(program)
        .args([asked, study, "--force", "--cache", "off", "--out"])
        .arg(folder)
        .envs(threads.map(|threads| ("RAYON_NUM_THREADS", threads)));
    let output = bash.current_dir(run::root()).output().map_err(|error| format!("bash: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match (output.status.success(), <[f64; 3]>::try_from(numbers)) {
        (true, Ok(numbers)) => Ok(numbers),
        _ => Err(format!("{study} failed: {text}")),
    }
}

fn table(counts: &[Count], times: &[Time], load: f64) -> String {
    let mut text = String::from(
        "\n| whole command, files and report included | processor time, s | wall clock, s | the same on one thread, s | \
         share of the cores in use |\n|---|---|---|---|---|\n",
    );
    let cores = cores() as f64;
    // Writing to a string cannot fail.
    for Time { study, label, processor: (least, largest), wall: [all, one] } in times {
        let share = 100.0 * one / (cores * all);
        let _ =
            writeln!(text, "| {label} (`{study}`) | {least:.2} to {largest:.2} | {all:.2} | {one:.2} | {share:.0} % |");
    }
    text.push_str("\n| work alone, one thread, nothing written; 8100 elements and 101 frames | instructions, millions |\n|---|---|\n");
    for Count { label, instructions, .. } in counts {
        let _ = writeln!(text, "| {label} | {:.1} |", *instructions as f64 / 1e6);
    }
    let _ = writeln!(text, "\n{}", circumstances(TIMES, load));
    text
}

fn table_of_many(many: &[Many], load: f64) -> String {
    let mut text = String::from(
        "\n| runs | processor time | per run | wall clock | peak resident memory |\n|---|---|---|---|---|\n",
    );
    for Many { runs, processor, wall, memory } in many {
        let each = 1e3 * processor / f64::from(*runs);
        let _ = writeln!(text, "| {runs} | {processor:.1} s | {each:.1} ms | {wall:.1} s | {memory:.0} MB |");
    }
    let _ = writeln!(text, "\n{}", circumstances(1, load));
    text
}

/// How many threads run at once.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How often it was measured, machine, day, commit, and how busy the machine was.
fn circumstances(times: usize, load: f64) -> String {
    let processor = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| Some(text.lines().find(|line| line.starts_with("model name"))?.split_once(": ")?.1.to_owned()))
        .unwrap_or_else(|| std::env::consts::ARCH.into());
    let cores = cores();
    let often = if times > 1 { format!("Least and largest of {times} runs") } else { "Once each".into() };
    let busy = if load > BUSY {
        format!("; others kept it busy (load {load:.1}), so times are too long")
    } else {
        String::new()
    };
    format!(
        "{often}. {processor}, {cores} cores{busy}. {}, commit {}, {}.",
        said("date", &["-u", "+%Y-%m-%d"]),
        said("git", &["describe", "--always", "--dirty"]),
        said("rustc", &["--version"]),
    )
}

/// How many processes wanted to run in the last minute; zero where the system does not say.
fn load_average() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0.0)
}

/// What a program says.
fn said(program: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(run::root());
    run::output(command).map_or_else(|_| "?".into(), |text| text.trim().to_owned())
}

fn replace(file: &str, [begin, end]: Place, table: &str) -> Outcome {
    let path = run::root().join(file);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
    let (before, rest) = text.split_once(begin).ok_or_else(|| format!("{file} has lost its line `{begin}`"))?;
    let (_, after) = rest.split_once(end).ok_or_else(|| format!("{file} has lost its line `{end}`"))?;
    std::fs::write(&path, format!("{before}{begin}\n{table}{end}{after}")).map_err(|error| format!("{file}: {error}"))
}
