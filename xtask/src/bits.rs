//! The same bits from a build without optimisation: what the compiler makes of the sources decides no number.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{self, Outcome, cargo, step};

/// One study of every kind that a slow program ends within a few minutes (of lifetimes, knees in a simulator and liners in motion
/// those that are short); others are named on the command line.
const STUDIES: &[&str] = &[
    "body-walking",
    "dossier-knee",
    "dossier-lifetime",
    "gait-comparison",
    "gait-ideal",
    "hip-designs",
    "hip-finite-elements",
    "hip-static",
    "hip-walking",
    "knee-extension",
    "knee-replacement-own-parts",
    "liner-own-data",
    "liner-static",
    "mechanism-bearing",
    "mechanism-contact",
    "mechanism-four-bar",
    "mechanism-pendulum",
    "mechanism-slider-crank",
];

/// Files that say when, by which build and how long.
const STAMPED: &[&str] = &["provenance.json", "report.html", "checksums.b3", "lock", "store.json"];

/// Builds both programs, and compares what they make of some studies.
pub fn bits(names: Vec<String>) -> Outcome {
    step("build", cargo(["build", "--release", "--workspace", "--bin", "synovia"]))?;
    step("build without optimisation", cargo(["build", "--workspace", "--bin", "synovia"]))?;
    let programs = ["release", "debug"].map(|profile| run::target_dir().join(profile).join("synovia"));
    let folder = std::env::temp_dir().join(format!("synovia-bits-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let names = if names.is_empty() { STUDIES.iter().map(|name| (*name).to_owned()).collect() } else { names };
    let outcome = compare_all(&names, &programs, &folder);
    let _ = std::fs::remove_dir_all(&folder);
    outcome
}

fn compare_all(names: &[String], programs: &[PathBuf; 2], folder: &Path) -> Outcome {
    let mut wrong = Vec::new();
    println!("{:<32} {:>6} {:>10}  result", "study", "files", "bytes");
    for name in names {
        let given = Path::new(name);
        let shipped = run::root().join("studies").join(format!("{name}.toml"));
        let study = if given.is_file() { std::path::absolute(given).unwrap_or(shipped) } else { shipped };
        let [fast, slow] =
            [compute(&programs[0], &study, &folder.join("r"))?, compute(&programs[1], &study, &folder.join("d"))?];
        let differ: Vec<String> = fast
            .iter()
            .filter(|(file, bytes)| slow.get(*file) != Some(bytes))
            .map(|(file, _)| file.display().to_string())
            .chain(slow.keys().filter(|file| !fast.contains_key(*file)).map(|file| file.display().to_string()))
            .collect();
        let bytes: usize = fast.values().map(Vec::len).sum();
        let said = if differ.is_empty() { "the same".to_owned() } else { format!("differ: {}", differ.join(", ")) };
        println!("{name:<32} {:>6} {bytes:>10}  {said}", fast.len());
        if !differ.is_empty() || fast.len() < 3 {
            wrong.push(name.clone());
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("other bits in {}", wrong.join(", "))) }
}

/// Every file that a study leaves, but those with a stamp.
fn compute(program: &Path, study: &Path, out: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>, String> {
    let _ = std::fs::remove_dir_all(out);
    let mut command = Command::new(program);
    command.arg("run").arg(study).arg("--out").arg(out).args(["--quiet", "--threads", "2", "--cache", "off"]);
    run::output(command).map_err(|said| format!("{} {}: {said}", program.display(), study.display()))?;
    let mut found = BTreeMap::new();
    gather(out, Path::new(""), &mut found).map_err(|error| format!("{}: {error}", out.display()))?;
    Ok(found)
}

fn gather(root: &Path, inside: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(root.join(inside))? {
        let name = inside.join(entry?.file_name());
        if root.join(&name).is_dir() {
            gather(root, &name, found)?;
        } else if !STAMPED.iter().any(|stamped| name.ends_with(stamped)) {
            found.insert(name.clone(), std::fs::read(root.join(&name))?);
        }
    }
    Ok(())
}
