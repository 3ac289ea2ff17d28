//! Installing what the tests need: a browser for the report, real VTK and Parquet readers for the files, our own package
//! for Python.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Outcome, root, step, succeeds, target_dir};

/// What reads our files back; pinned, so that a test means the same tomorrow.
const PYTHON_PACKAGES: [&str; 3] = ["vtk==9.*", "pyarrow", MATURIN];

/// What builds our package.
const MATURIN: &str = "maturin>=1.9,<2";

/// A Chromium, installed by apt when it is missing and can be.
pub fn find_or_install_chromium() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("SYNOVIA_CHROMIUM") {
        return Ok(path.into());
    }
    let find =
        || ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| succeeds(name, &["--version"]));
    if let Some(name) = find() {
        return Ok(name.into());
    }
    install("chromium")?;
    find().map(PathBuf::from).ok_or_else(|| "chromium was installed but does not start".into())
}

/// A Python with the packages that read our files, in a virtual environment of its own under the target folder.
pub fn make_python() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("SYNOVIA_PYTHON") {
        return Ok(path.into());
    }
    let folder = target_dir().join("peers");
    let python = folder.join("bin/python");
    let works = || succeeds(&python, &["-c", "import vtkmodules.vtkIOXML, pyarrow, maturin"]);
    if works() {
        return Ok(python);
    }
    let venv = || succeeds("python3", &["-m", "venv", &folder.display().to_string()]);
    if !venv() {
        install("python3-venv")?;
        if !venv() {
            return Err("python3 -m venv does not work; install Python 3.11 or later, and python3-venv".into());
        }
    }
    step("python packages", pip(&python, &PYTHON_PACKAGES))?;
    if works() { Ok(python) } else { Err("vtk, pyarrow and maturin were installed but cannot be imported".into()) }
}

/// Installs packages; what is never imported is not compiled.
fn pip(python: &Path, what: &[&str]) -> Command {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]).args(what);
    pip
}

/// Builds and installs our package with what its tests need, as `pip install .` does: with the same profile and in the same
/// target folder as everything else.
pub fn install_package(python: &Path) -> Outcome {
    // A Python that was given may lack it.
    if !succeeds(python, &["-c", "import maturin"]) {
        step("maturin", pip(python, &[MATURIN]))?;
    }
    let folder = python.parent().ok_or("the Python has no folder")?;
    // Cargo and maturin are found by their names.
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder.to_path_buf()).chain(std::env::split_paths(&others)));
    let mut pip = pip(python, &["--no-build-isolation", ".[test]"]);
    pip.current_dir(root()).env("PATH", path.map_err(|error| error.to_string())?);
    step("package for Python", pip).map_err(|error| {
        format!(
            "{error}: the tests in Python were not run\n hint: it needs Python 3.11 or later, and once the network, for the \
             packages that `pyproject.toml` names as `test`; or a Python that has them, as SYNOVIA_PYTHON"
        )
    })
}

/// Makes sure that a program is there.
pub fn need(program: &str) -> Result<(), String> {
    if succeeds(program, &["--version"]) { Ok(()) } else { install(program) }
}

/// What single tests need besides: a program, its package, and what it is for. The emulator shows what a processor without
/// wide vectors computes; the tracer, in which order files are brought to the disk.
const ONLOOKERS: [(&str, &str, &str); 2] = [("qemu-x86_64", "qemu-user", "emulator"), ("strace", "strace", "tracer")];

/// Installs them by apt where they are missing and can be; says what is not there.
pub fn find_or_install_onlookers() -> Vec<String> {
    let missing = |(program, package, what): (&str, &str, &str)| {
        let there = if succeeds(program, &["--version"]) { Ok(()) } else { install(package) };
        there.err().map(|message| format!("no {what}, the test that needs it is skipped: {message}"))
    };
    ONLOOKERS.into_iter().filter_map(missing).collect()
}

/// Installs a Debian package when that is possible here.
fn install(package: &str) -> Result<(), String> {
    let advice = format!("install `{package}` with your package manager");
    if !succeeds("apt-get", &["--version"]) || !succeeds("test", &["-w", "/usr/bin"]) {
        return Err(advice);
    }
    let apt = |arguments: &[&str]| {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").arg("-qq").args(arguments);
        command
    };
    step("package list", apt(&["update"]))?;
    step(package, apt(&["install", "--yes", "--no-install-recommends", package]))
        .map_err(|error| format!("{error}; {advice}"))
}
