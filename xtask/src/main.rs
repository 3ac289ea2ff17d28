//! The project's own chores. `cargo xtask` lists them.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod advisories;
mod dist;
mod run;
mod setup;
mod supply;
mod torture;

use std::process::{Command, ExitCode};

use run::{Outcome, cargo, step};

const USAGE: &str = "\
cargo xtask test      install what the tests need, then format, lints and every test
cargo xtask python    build and install the package for Python in an environment of its own, then its tests
cargo xtask bench     criterion benches, then instruction counts with valgrind
cargo xtask count     instruction counts alone
cargo xtask fuzz [N]  damage files of every reader, studies, stores and surrogates N times (20000) each; findings join the corpus
cargo xtask torture [MINUTES]  kills, damage, full disks, two processes, extreme numbers: what must never happen is counted
cargo xtask validate  every validation case, heavy ones too, and the page target/validation.html
cargo xtask supply    crates of the program: licences, those there twice or without a keeper, known holes
cargo xtask dist      an archive to hand out: program, completions, licences, notices, bill of materials
cargo xtask readme    make the picture and the validation table of the README anew
";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let outcome = match task.as_str() {
        "test" => test(),
        "python" => python(),
        "bench" => bench(),
        "count" => count(),
        "fuzz" => fuzz(std::env::args().nth(2)),
        "torture" => torture::torture(std::env::args().nth(2)),
        "validate" => validate(),
        "supply" => dist::supply(),
        "dist" => dist::dist(),
        "readme" => readme(),
        _ => {
            print!("{USAGE}");
            return ExitCode::from(u8::from(!task.is_empty()) * 2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn test() -> Outcome {
    let chromium = setup::find_or_install_chromium();
    let python = setup::make_python();
    if let Err(message) = setup::find_or_install_qemu() {
        eprintln!("xtask: no emulator, the test that needs it is skipped: {message}");
    }
    step("format", cargo(["fmt", "--all", "--", "--check"]))?;
    step("lints", cargo(["clippy", "--release", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    let mut tests = cargo(["test", "--release", "--workspace"]);
    // What could not be installed is left to the tests that need it: they fail and say what to install.
    match chromium {
        Ok(path) => _ = tests.env("SYNOVIA_CHROMIUM", path),
        Err(message) => eprintln!("xtask: no browser: {message}"),
    }
    match python {
        Ok(path) => _ = tests.env("SYNOVIA_PYTHON", path),
        Err(message) => eprintln!("xtask: no Python with VTK: {message}"),
    }
    step("tests", tests)
}

/// The tests of the door for Python, with the program that the test command has built, or now builds.
fn python() -> Outcome {
    step("build", cargo(["build", "--release", "--workspace", "--bin", "synovia"]))?;
    let python = setup::make_python()?;
    setup::install_package(&python)?;
    let mut tests = Command::new(&python);
    tests.args(["-m", "pytest"]).current_dir(run::root());
    step("tests in Python", tests)
}

fn bench() -> Outcome {
    step("benches", cargo(["bench", "--package", "synovia-benches"]))?;
    count()
}

/// Instructions, not seconds: the same on every run and however busy the machine is.
fn count() -> Outcome {
    setup::need("valgrind")?;
    step("build", cargo(["build", "--release", "--package", "synovia-benches", "--bin", "work"]))?;
    let target = run::target_dir();
    println!("{:<28} {:>16}", "work", "instructions");
    let hip = ["start", "static", "quasi-static", "dynamic", "dynamic-rkf45", "elements-x2", "frames-x2"];
    for work in hip.into_iter().chain(["replacement-start", "replacement"]) {
        let instructions = run::count_instructions(&target.join("release/work"), work)?;
        println!("{work:<28} {instructions:>16}");
    }
    Ok(())
}

/// The same test that runs a few rounds with all others, for longer.
fn fuzz(rounds: Option<String>) -> Outcome {
    let rounds = rounds.unwrap_or_else(|| "20000".into());
    if rounds.parse::<u32>().is_err() {
        return Err(format!("`{rounds}` is not a number of rounds"));
    }
    let mut test = cargo(["test", "--release", "--package", "synovia-study", "--test", "fuzz*", "--", "--nocapture"]);
    test.env("SYNOVIA_FUZZ_ROUNDS", rounds);
    step("fuzz", test)
}

fn validate() -> Outcome {
    let page = run::target_dir().join("validation.html");
    let page = page.display().to_string();
    step("validation", cargo(["run", "--release", "--package", "synovia", "--", "validate", "--all", "--page", &page]))
}

/// What the README shows is made by the program, never typed.
fn readme() -> Outcome {
    let out = run::target_dir().join("picture");
    let folder = out.display().to_string();
    let study = "studies/hip-walking.toml";
    step("run", cargo(["run", "--release", "--package", "synovia", "--", "run", study, "--force", "--out", &folder]))?;
    std::fs::copy(out.join("overview.svg"), "docs/overview.svg")
        .map_err(|error| format!("docs/overview.svg: {error}"))?;
    let table =
        run::output(cargo(["run", "--release", "--package", "synovia", "--", "validate", "--all", "--markdown"]))?;
    let text = std::fs::read_to_string("README.md").map_err(|error| format!("README.md: {error}"))?;
    let (before, rest) = text.split_once(TABLE_BEGIN).ok_or("README.md has lost the beginning of its table")?;
    let (_, after) = rest.split_once(TABLE_END).ok_or("README.md has lost the end of its table")?;
    std::fs::write("README.md", format!("{before}{TABLE_BEGIN}\n{table}{TABLE_END}{after}"))
        .map_err(|error| format!("README.md: {error}"))
}

const TABLE_BEGIN: &str = "<!-- validation table, made by `cargo xtask readme` -->";
const TABLE_END: &str = "<!-- end of the validation table -->";
