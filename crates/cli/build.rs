//! Finds the commit that the program is built from. Without git, or outside its repository, there is none.
#![allow(clippy::print_stdout)] // Build scripts talk to cargo this way.

use std::path::{Path, PathBuf};
use std::process::Command;

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let root = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default().join("../..");
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
