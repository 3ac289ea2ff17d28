//! Every crate as a registry would take it. What its sources include must be in its archive: nothing is compiled to learn that.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{Outcome, cargo, output, root, step, target_dir};

/// Packages what may be published, and looks into the archives.
pub fn package() -> Outcome {
    let folder = target_dir().join("package");
    // Archives of an earlier version would be looked into as well.
    let _ = std::fs::remove_dir_all(&folder);
    let mut packaging = cargo(["package", "--workspace", "--no-verify", "--allow-dirty", "--quiet"]);
    for elsewhere in ["xtask", "synovia-benches", "synovia-python"] {
        packaging.args(["--exclude", elsewhere]);
    }
    step("packages", packaging)?;
    let archives = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let archives = archives.filter_map(Result::ok).map(|entry| entry.path());
    let archives: Vec<PathBuf> = archives.filter(|path| path.extension().is_some_and(|end| end == "crate")).collect();
    let rooms = std::fs::read_dir(root().join("crates")).map_err(|error| error.to_string())?.count();
    // The door for Python goes elsewhere.
    if archives.len() + 1 != rooms {
        return Err(format!("{} archives of {rooms} crates in {}", archives.len(), folder.display()));
    }
    let mut missing = Vec::new();
    for archive in archives {
        missing.extend(look_into(&archive)?);
    }
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("these are included, but not packaged:\n{}", missing.join("\n")))
    }
}

/// What the sources in an archive include that is not in it.
fn look_into(archive: &Path) -> Result<Vec<String>, String> {
    let opened = archive.with_extension("opened");
    std::fs::create_dir_all(&opened).map_err(|error| format!("{}: {error}", opened.display()))?;
    let opened = opened.canonicalize().map_err(|error| format!("{}: {error}", opened.display()))?;
    let mut tar = Command::new("tar");
    output({
        tar.arg("--extract").arg("--gzip").arg("--file").arg(archive).arg("--directory").arg(&opened);
        tar
    })?;
    let (mut missing, mut open) = (Vec::new(), vec![opened.clone()]);
    while let Some(path) = open.pop() {
        let name = path.file_name().unwrap_or_default();
        // Tests stay where the project is.
        if name == "tests" || name == "tests.rs" || name == "benches" {
            continue;
        }
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            open.extend(inside.filter_map(Result::ok).map(|entry| entry.path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            let is_there = |included: &String| {
                let place = path.with_file_name("").join(included);
                place.exists() && place.canonicalize().is_ok_and(|place| place.starts_with(&opened))
            };
            let lacking = included(text).into_iter().filter(|included| !is_there(included));
            let shown = path.strip_prefix(&opened).unwrap_or(&path);
            missing.extend(lacking.map(|included| format!("{}: {included}", shown.display())));
        }
    }
    Ok(missing)
}

/// Paths of `include_str!` and `include_bytes!`; of one that is put together, the folder with which it begins.
fn included(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in ["include_str!(", "include_bytes!("] {
        for rest in text.split(word).skip(1) {
            let inside = rest.trim_start().trim_start_matches("concat!(").trim_start();
            if let Some(path) = inside.strip_prefix('"').and_then(|rest| rest.split('"').next()) {
                found.push(path.trim_end_matches('/').to_owned());
            }
        }
    }
    found
}
