//! The project's own chores. `cargo xtask` lists them.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod advisories;
mod bits;
mod book;
mod dist;
mod documentation;
mod figures;
mod manual;
mod package;
mod readme;
mod release;
mod run;
mod setup;
mod supply;
mod torture;

use std::path::Path;
use std::process::{Command, ExitCode};

use run::{Outcome, cargo, step};

const USAGE: &str = "\
cargo xtask test      install what the tests need, then every test, those of Python, and the book
cargo xtask lint      what a change must also pass: format, lints, documentation and packages without a complaint
cargo xtask python [WORD …]  build and install the package for Python in an environment of its own, then its tests alone;
                      words are for pytest, such as `-k dask`
cargo xtask stubs     make the types of a study's keywords anew: crates/python/python/synovia/_schema.pyi
cargo xtask bench     criterion benches, then instruction counts with valgrind
cargo xtask count     instruction counts alone, beside their bounds
cargo xtask figures   measure what it costs, and write the tables of docs/figures.md and docs/studies-at-scale.md
cargo xtask fuzz [N [WORD]]  damage files of every reader, studies, stores, surrogates, checkpoints, compliances and results N times
                      (20000) each; findings join the corpus; with a word, only the tests that have it in their name
cargo xtask bits      build the program once more without optimisation, and compare the results of some studies, file by file
cargo xtask torture [MINUTES [WORD]]  kills, damage, full disks, two processes, extreme numbers: what must never happen is counted;
                      with a word, only the attacks that have it in their name
cargo xtask validate  every validation case, heavy ones too, and the page target/validation.html; then the page of every paper,
                      target/papers/NAME.html, of which no number may fail
cargo xtask supply    crates of the program: licences, those there twice or without a keeper, known holes
cargo xtask book      make the book, target/book/index.html; with --all the slow validation cases, too
cargo xtask package   every crate of the library as crates.io would take it, with all that its sources include
cargo xtask dist      an archive to hand out: program, completions, page of the manual, licences, notices, bill of materials
cargo xtask release [--dry-run]  walk through what must be true before a release; with --dry-run without what takes long
cargo xtask readme    make the picture of the README and the tables of docs/validation.md anew
";

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    let outcome = match task.as_str() {
        "test" => test(),
        "lint" => lint(),
        "package" => package::package(),
        "python" => python(&std::env::args().skip(2).collect::<Vec<_>>()),
        "stubs" => stubs(),
        "bench" => bench(),
        "count" => figures::count(),
        "figures" => figures::figures(),
        "fuzz" => fuzz(std::env::args().nth(2), std::env::args().nth(3)),
        "bits" => bits::bits(std::env::args().skip(2).collect()),
        "torture" => torture::torture(std::env::args().nth(2), std::env::args().nth(3)),
        "validate" => validate(),
        "supply" => dist::supply(),
        "book" => book::book(std::env::args().nth(2).as_deref() == Some("--all")),
        "dist" => dist::dist(),
        "release" => release::release(std::env::args().nth(2).as_deref() == Some("--dry-run")),
        "readme" => readme::readme(),
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
    for message in setup::find_or_install_onlookers() {
        eprintln!("xtask: {message}");
    }
    let mut tests = cargo(["test", "--release", "--workspace"]);
    // What could not be installed is left to the tests that need it: they fail and say what to install.
    match chromium {
        Ok(path) => _ = tests.env("SYNOVIA_CHROMIUM", path),
        Err(message) => eprintln!("xtask: no browser: {message}"),
    }
    match &python {
        Ok(path) => _ = tests.env("SYNOVIA_PYTHON", path),
        Err(message) => eprintln!("xtask: no Python with VTK: {message}"),
    }
    step("tests", tests)?;
    test_package(&python.map_err(|message| format!("the tests in Python were not run: {message}"))?, &[])?;
    book::book(false)
}

/// What says nothing about the program that is built, but about its sources.
fn lint() -> Outcome {
    step("format", cargo(["fmt", "--all", "--", "--check"]))?;
    step("lints", cargo(["clippy", "--release", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    documentation::documentation()?;
    package::package()
}

/// The tests of the door for Python alone.
fn python(words: &[String]) -> Outcome {
    step("build", cargo(["build", "--release", "--workspace", "--bin", "synovia"]))?;
    test_package(&setup::make_python()?, words)
}

/// Installs the package as a user does, and compares it with the program that is built already.
fn test_package(python: &Path, words: &[String]) -> Outcome {
    setup::install_package(python)?;
    let mut tests = Command::new(python);
    tests.args(["-m", "pytest"]).args(words).current_dir(run::root());
    tests.env("SYNOVIA_PROGRAM", run::target_dir().join("release/synovia"));
    step("tests in Python", tests)
}

/// Types from the schema: what a new field of a study needs beside itself.
fn stubs() -> Outcome {
    let python = setup::make_python()?;
    setup::install_package(&python)?;
    let mut made = Command::new(&python);
    // Not from the root, whose folders are no packages.
    made.args(["-m", "synovia._stubs"]).current_dir(run::target_dir());
    let file = run::root().join("crates/python/python/synovia/_schema.pyi");
    std::fs::write(&file, run::output(made)?).map_err(|error| format!("{}: {error}", file.display()))
}

fn bench() -> Outcome {
    step("benches", cargo(["bench", "--package", "synovia-benches"]))?;
    figures::count()
}

/// The same test that runs a few rounds with all others, for longer.
fn fuzz(rounds: Option<String>, word: Option<String>) -> Outcome {
    let rounds = rounds.unwrap_or_else(|| "20000".into());
    if rounds.parse::<u32>().is_err() {
        return Err(format!("`{rounds}` is not a number of rounds"));
    }
    let mut test = cargo(["test", "--release", "--workspace", "--test", "fuzz*", "--", "--nocapture"]);
    test.args(word).env("SYNOVIA_FUZZ_ROUNDS", rounds);
    step("fuzz", test)
}

fn validate() -> Outcome {
    let page = run::target_dir().join("validation.html");
    let page = page.display().to_string();
    step(
        "validation",
        cargo(["run", "--release", "--package", "synovia", "--", "validate", "--all", "--page", &page]),
    )?;
    let made = run::target_dir().join("papers");
    std::fs::create_dir_all(&made).map_err(|error| format!("{}: {error}", made.display()))?;
    for (paper, _) in readme::papers()? {
        let page = made.join(format!("{paper}.html")).display().to_string();
        let arguments =
            ["run", "--release", "--package", "synovia", "--", "validate", "--paper", &paper, "--page", &page];
        step(&format!("page of {paper}"), cargo(arguments))?;
    }
    Ok(())
}
