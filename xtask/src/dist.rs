//! What is handed out: the program with all that belongs to it, in one archive.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::manual::manual;
use crate::run::{self, Outcome, cargo, output, step, succeeds};
use crate::{advisories, supply};

const SHELLS: [(&str, &str); 3] = [("bash", "synovia.bash"), ("zsh", "_synovia"), ("fish", "synovia.fish")];

/// Which crates go into the program; fails where a licence asks for more than we accept.
pub fn supply() -> Outcome {
    let components = supply::inventory()?;
    for component in &components {
        println!("{:<28} {:<12} {}", component.name, component.version, component.licence);
    }
    let repeated = supply::repeated(&components);
    println!("\n{} crates; in several versions: {}", components.len(), list(&repeated));
    refuse(&components)?;
    let mut wrong = supply::unlooked(&repeated);
    wrong.extend(advisories::unkept(&components));
    match std::env::var_os(advisories::DATABASE) {
        Some(folder) => wrong.extend(advisories::against(&components, Path::new(&folder))?),
        None => {
            println!("known holes were not looked up: {} names no clone of RustSec's database", advisories::DATABASE)
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Builds the program and packs it.
pub fn dist() -> Outcome {
    let components = supply::inventory()?;
    refuse(&components)?;
    step("build", cargo(["build", "--release", "--package", "synovia"]))?;
    let name = format!("synovia-{}-{}-{}", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH, std::env::consts::OS);
    let place = run::target_dir().join("dist");
    let folder = place.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    make(&folder.join("completions"))?;
    let program = folder.join("synovia");
    copy(&run::target_dir().join("release/synovia"), &program)?;
    let path = program.display().to_string();
    // Without its symbols it is a third of the size; where there is no `strip`, it is only larger.
    if succeeds("strip", &["--version"]) {
        let mut strip = Command::new("strip");
        strip.arg(&path);
        step("strip", strip)?;
    }
    for (shell, file) in SHELLS {
        let mut command = Command::new(&program);
        command.args(["completions", shell]);
        write(&folder.join("completions").join(file), &output(command)?)?;
    }
    write(&folder.join("synovia.1"), &manual(&program, env!("CARGO_PKG_VERSION"))?)?;
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"] {
        copy(&run::root().join(file), &folder.join(file))?;
    }
    write(&folder.join("THIRD-PARTY.md"), &supply::notices(&components))?;
    write(&folder.join("sbom.cdx.json"), &format!("{:#}\n", supply::bill(&components)))?;
    let archive = place.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.arg("-czf").arg(&archive).arg("-C").arg(&place).arg(&name);
    step("archive", tar)?;
    let size = fs::metadata(&archive).map_or(0, |data| data.len());
    println!("{} ({:.1} MB)", archive.display(), size as f64 / 1e6);
    Ok(())
}

fn refuse(components: &[supply::Component]) -> Outcome {
    let refused = supply::refused(components);
    if refused.is_empty() { Ok(()) } else { Err(format!("licences that we do not accept: {}", refused.join("; "))) }
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".into() } else { names.join("; ") }
}

fn make(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn copy(from: &Path, to: &Path) -> Outcome {
    fs::copy(from, to).map(drop).map_err(|error| format!("{}: {error}", from.display()))
}

fn write(path: &Path, text: &str) -> Outcome {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
