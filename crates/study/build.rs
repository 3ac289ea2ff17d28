//! Embeds the files of `validation/`, so that `synovia validate` works wherever the program is.
#![allow(clippy::print_stdout)] // Build scripts talk to cargo this way.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What a case is made of; pictures stay outside.
const KEPT: [&str; 5] = ["toml", "md", "csv", "mot", "sto"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("validation");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    if root.is_dir() {
        collect(&root, &mut files)?;
    }
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let parts: Vec<_> = file.strip_prefix(&root)?.iter().map(|part| part.to_string_lossy()).collect();
        writeln!(table, "    ({:?}, include_bytes!({:?})),", parts.join("/"), file.canonicalize()?)?;
    }
    table.push_str("]\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("validation.rs"), table)?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| KEPT.iter().any(|kept| ending == *kept)) {
            files.push(path);
        }
    }
    Ok(())
}
