//! Finds the commit that the program is built from (without git, or outside its repository, there is none), and a hash of
//! everything that decides numbers, committed or not: two builds with the same hash compute the same.
#![allow(clippy::print_stdout)] // Build scripts talk to cargo this way.

use std::path::{Path, PathBuf};
use std::process::Command;

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The crates whose code decides numbers: the rooms that a study uses, and the functions and products that they are made of.
const ROOMS: [&str; 9] =
    ["elementary", "matrixmultiply", "formats", "quantity", "numerics", "mechanics", "results", "joints", "study"];

/// All files below a folder, or the file itself.
fn files(path: PathBuf, found: &mut Vec<PathBuf>) {
    match std::fs::read_dir(&path) {
        Ok(entries) => entries.flatten().for_each(|entry| files(entry.path(), found)),
        Err(_) => found.push(path),
    }
}

/// FNV-1a with 64 bits over the sources of what decides numbers, the versions of others' crates, the compiler and how it compiles.
fn build_identity(root: &Path) -> String {
    let mut sources = Vec::new();
    let mut watch = |path: PathBuf| {
        println!("cargo::rerun-if-changed={}", path.display());
        files(path, &mut sources);
    };
    watch(root.join("Cargo.lock"));
    watch(root.join("Cargo.toml"));
    // Measured cycles are built in.
    watch(root.join("data"));
    for room in ROOMS.map(|room| root.join("crates").join(room)) {
        watch(room.join("src"));
        watch(room.join("Cargo.toml"));
    }
    sources.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for source in &sources {
        add(source.strip_prefix(root).unwrap_or(source).to_string_lossy().replace('\\', "/").as_bytes());
        add(&std::fs::read(source).unwrap_or_default());
    }
    let compiler = std::env::var_os("RUSTC").and_then(|rustc| Command::new(rustc).arg("-vV").output().ok());
    add(&compiler.map(|output| output.stdout).unwrap_or_default());
    for name in ["TARGET", "OPT_LEVEL", "CARGO_CFG_TARGET_FEATURE", "CARGO_ENCODED_RUSTFLAGS"] {
        add(std::env::var(name).unwrap_or_default().as_bytes());
    }
    format!("{hash:016x}")
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default().join("../..");
    println!("cargo::rustc-env=SYNOVIA_BUILD={}", build_identity(&root));
    // A copy of the sources inside somebody else's repository has no commit of ours.
    let ours = git(&root, &["rev-parse", "--show-toplevel"])
        .is_some_and(|top| Path::new(&top).canonicalize().ok() == root.canonicalize().ok());
    let commit = ours.then(|| git(&root, &["rev-parse", "--short=12", "HEAD"])).flatten();
    println!("cargo::rustc-env=SYNOVIA_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    // In a worktree of its own HEAD and the branches lie in different folders.
    for (name, whose) in
        [("HEAD", "--git-dir"), ("refs/heads", "--git-common-dir"), ("packed-refs", "--git-common-dir")]
    {
        let folder = git(&root, &["rev-parse", "--path-format=absolute", whose]).map(PathBuf::from).filter(|_| ours);
        if let Some(file) = folder.map(|folder| folder.join(name)).filter(|file| file.exists()) {
            println!("cargo::rerun-if-changed={}", file.display());
        }
    }
}
